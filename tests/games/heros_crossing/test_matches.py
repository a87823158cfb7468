"""Play Hero's Crossing at random: conformance, conservation of cards and cubes, trajectories alike on both engines."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
import yaml

from warband.conformance import check_game
from warband.engine import engine
from warband.games.heros_crossing import reasons
from warband.games.heros_crossing.game import ENTRY
from warband.games.heros_crossing.state import Crossing
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.random_play import Tally, random_match, random_step
from warband.kernel.registry import make_game

pytestmark = pytest.mark.engine

COMPILED = engine() == "compiled"
MATCHES = 20_000 if COMPILED else 2_000
CONFORMANCE = 10 if COMPILED else 1
OPTION_SETS = list(ENTRY.option_sets)

# Digests of seeded random matches; a change of rules changes them, an engine must not.
TRAJECTORIES = {
    "default": "3e0524d46ae5eac929ec4c8fa1813e8b",
    "dealt": "0ba4e8ac9fc200d9031ad44e2af20ab0",
    "scarce": "597caec13d9dfa0a32acdf27ae6eee55",
    "short": "5d7b169c1c0c8f04349d5d9ccfa8f1c1",
}


def game_of(option_set: str) -> Game:
    return make_game("heros-crossing", ENTRY.option_sets[option_set])


@pytest.mark.parametrize("option_set", OPTION_SETS)
def test_the_game_keeps_the_laws(option_set: str) -> None:
    report = check_game(game_of(option_set), matches=CONFORMANCE, seed=OPTION_SETS.index(option_set))
    assert report.matches == CONFORMANCE
    assert report.leak_windows > 0
    assert report.undone > 0


def check_conserved(state: Crossing) -> None:
    rules = state.rules
    for soldier in range(4):
        standing = sum(state.soldiers[soldier::4])
        assert standing + state.supply[soldier] == rules.cubes[soldier]
    cards = [left + gone for left, gone in zip(state.stack, state.discards, strict=True)]
    for kind in [*state.heroes, *state.hands[0], *state.hands[1], *state.reserves]:
        if kind >= 0:
            cards[kind] += 1
    for kind in [*state.packs[0], *state.packs[1], *state.picks[0], *state.picks[1]]:
        cards[kind] += 1
    assert cards == rules.copies
    assert min(*state.stack, *state.discards, *state.soldiers, *state.supply) >= 0
    assert all(len(hand) <= 5 for hand in state.hands) or state.power or state.kinds(state.seat) == ["discard"]


@pytest.mark.parametrize("part", range(4))
def test_random_matches_end_and_lose_no_card_and_no_cube(part: int) -> None:
    game = game_of(OPTION_SETS[part])
    tally = Tally()
    for seed in range(MATCHES // 4):
        rng = Rng(part * 1_000_000 + seed)
        before = tally.decisions + tally.forced
        state = random_match(game, rng, tally)
        assert isinstance(state, Crossing)
        check_conserved(state)
        assert state.result() is not None
        assert tally.decisions + tally.forced - before <= game.bound()


def test_every_step_loses_no_card_and_no_cube() -> None:
    for seed in range(CONFORMANCE * 10):
        rng, tally = Rng(seed), Tally()
        state = game_of(OPTION_SETS[seed % 4]).start()
        while random_step(state, rng, tally, None):
            assert isinstance(state, Crossing)
            check_conserved(state)


@pytest.mark.parametrize("option_set", OPTION_SETS)
def test_trajectories_are_alike_on_both_engines(option_set: str) -> None:
    digest = hashlib.blake2b(digest_size=16)
    game = game_of(option_set)
    for seed in range(40):
        rng, tally, sink = Rng(seed), Tally(), list[Event]()
        state = game.start()
        while random_step(state, rng, tally, sink):
            digest.update(json.dumps(state.position()).encode())
            digest.update(json.dumps([event.seen(seed % 2) for event in sink]).encode())
            sink.clear()
    assert digest.hexdigest() == TRAJECTORIES[option_set]


def test_every_reason_is_provoked_by_a_scenario() -> None:
    folder = Path(__file__).parent / "scenarios"
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml")))
    provoked = {
        step["refuse"]["code"]
        for path in sorted(folder.glob("*.yaml"))
        for scenario in yaml.safe_load(path.read_text(encoding="utf-8"))["scenarios"]
        for step in scenario["steps"]
        if "refuse" in step and "code" in step["refuse"]
    }
    assert {code for code, _ in reasons.REASONS[1:]} <= provoked, text[:0]
