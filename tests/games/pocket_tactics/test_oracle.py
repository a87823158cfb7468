"""Compare the engine with an oracle that works the rules out a second time, on thousands of random positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.games.pocket_tactics.oracle import MANNERS, Hex, Oracle, hits, read_hex, show
from tests.games.pocket_tactics.table import lively_match, restore

from warband.cli.files import read_options
from warband.engine import engine
from warband.games.pocket_tactics.game import PocketTactics
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.hexes import text_of
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.chance import Rng
from warband.kernel.clauses import clause
from warband.kernel.notation import NONE
from warband.kernel.seats import CHANCE
from warband.kernel.validation import Node

pytestmark = pytest.mark.engine

PACK = str(Path(__file__).parent / "three.toml")
POSITIONS = 2_000 if engine() == "compiled" else 800
FORCES = [["legion", "tribes"], ["tribes", "legion"], ["order", "legion"], ["tribes", "order"], ["legion", "order"]]


@pytest.fixture(scope="module")
def game() -> PocketTactics:
    return PocketTactics({"pack": PACK, "map": "quick", "compact": "off"}, read_options([f"pack={PACK}"])[1])


def scattered(game: PocketTactics, count: int, seed: int, most: int = 11) -> Iterator[Skirmish]:
    """Yield positions of turn 1 on random maps, with random units of both forces on random tiles."""
    rng = Rng(seed)
    for number in range(0, count, 20):
        maps = next(state for state in lively_match(game, seed + number) if state.phase == board.DEPLOY)
        for _ in range(20):
            yield scatter(game, maps, rng, most)


def scatter(game: PocketTactics, maps: Skirmish, rng: Rng, most: int) -> Skirmish:
    tiles = [text_of(number) for number in maps.hexes[:20]]
    factions = FORCES[rng.below(len(FORCES))]
    seats: list[dict[str, object]] = []
    for seat, faction in enumerate(factions):
        force = [unit.id for unit in game.set.units for _ in range(unit.count) if faction_of(game, unit.id) == faction]
        base = text_of(maps.hexes[20 + (seat != maps.first)])
        units = {}
        for _ in range(1 + rng.below(most)):
            units[tiles.pop(rng.below(len(tiles)))] = force.pop(rng.below(len(force)))
            if not force or not tiles:
                break
        seats.append({"faction": faction, "base": base, "units": units})
    position = {"tiles": maps.position()["tiles"], "first": maps.first, "seat": rng.below(2), "seats": seats}
    return restore(game, position)


def faction_of(game: PocketTactics, unit: str) -> str:
    return game.rules.faction_ids[game.rules.factions[game.rules.ids.index(unit)]]


def legal_texts(game: PocketTactics, state: Skirmish, kind: str) -> set[str]:
    texts = [game.text(action, state) for action in state.legal(state.seat)]
    assert len(texts) == len(set(texts))
    return {text for text in texts if text.startswith(kind)}


def oracle_of(game: PocketTactics, state: Skirmish) -> Oracle:
    return Oracle(state.position(), game.set)


# ---- what is legal ----


@clause("pocket-tactics:MOV-01", "pocket-tactics:MOV-02", "pocket-tactics:ability/forest_walk")
def test_moves_are_those_of_the_oracle(game: PocketTactics) -> None:
    for state in scattered(game, POSITIONS, 1):
        oracle, seat = oracle_of(game, state), state.seat
        expected = {
            f"move {name} {show(place)} > {show(to)}"
            for place, name in oracle.units[seat].items()
            for to in oracle.moves(seat, place)
        }
        assert legal_texts(game, state, "move") == expected


@clause("pocket-tactics:RNG-02", "pocket-tactics:ASL-01", "pocket-tactics:ASL-02")
def test_assaults_are_those_of_the_oracle(game: PocketTactics) -> None:
    for state in scattered(game, POSITIONS, 2):
        oracle, seat = oracle_of(game, state), state.seat
        expected = {
            f"assault {oracle.units[seat][place]} {show(place)} > {show(target)} {manner}"
            for place, target, manner in oracle.assaults(seat)
        }
        assert legal_texts(game, state, "assault") == expected


@clause("pocket-tactics:SUM-01", "pocket-tactics:ability/undergrowth_prowler")
def test_summons_are_those_of_the_oracle(game: PocketTactics) -> None:
    for state in scattered(game, POSITIONS // 4, 3):
        oracle, seat = oracle_of(game, state), state.seat
        spots = {name: oracle.summons(seat, name) for name in oracle.reserves[seat]}
        assert legal_texts(game, state, "summon") == {f"summon {name}" for name, places in spots.items() if places}
        for name, places in spots.items():
            if places:
                after = follow_up(state, game.parse(f"summon {name}", state))
                assert legal_texts(game, after, "place") == {f"place {show(place)}" for place in places}


def follow_up(state: Skirmish, action: int) -> Skirmish:
    """Return the state after an action of the seat at turn, and leave the one before it alone."""
    after = state.copy()
    assert isinstance(after, Skirmish)
    after.apply(after.awaiting()[0], action)
    return after


# ---- phalanx ----


def declared(game: PocketTactics, state: Skirmish, action: int) -> set[frozenset[tuple[Hex, Hex]]]:
    """Return what the engine's runs of small decisions declare after a move: who follows, and where."""
    after = follow_up(state, action)
    if after.phase != board.FOLLOW:
        return {frozenset(pairs(state, state.steps[2:] + last_step(game, state, action)))}
    found: set[frozenset[tuple[Hex, Hex]]] = set()
    for choice in after.legal(after.seat):
        found |= declared(game, after, choice)
    return found


def last_step(game: PocketTactics, state: Skirmish, action: int) -> list[int]:
    if action == game.rules.stay or state.phase != board.FOLLOW:
        return []
    return list(divmod(action - game.rules.move, 22))


def pairs(state: Skirmish, steps: list[int]) -> list[tuple[Hex, Hex]]:
    hexes = [read_hex(text_of(state.hexes[place])) for place in steps]
    return list(zip(hexes[::2], hexes[1::2], strict=True))


@clause("pocket-tactics:ability/phalanx")
def test_followers_are_those_of_the_oracle(game: PocketTactics) -> None:
    followed = 0
    for state in scattered(game, POSITIONS // 2, 4, 7):
        oracle, seat = oracle_of(game, state), state.seat
        for place in oracle.units[seat]:
            for to in oracle.moves(seat, place):
                action = game.parse(f"move {show(place)} > {show(to)}", state)
                expected = oracle.declarations(seat, place, to)
                assert declared(game, state, action) == expected
                followed += len(expected) > 1
    assert followed > POSITIONS


# ---- combat ----


def begin_combat(game: PocketTactics, state: Skirmish, action: int, guard: int) -> tuple[Skirmish, list[Hex]]:
    """Declare an assault, come through the water, answer the guardians; return the guardians that were asked."""
    after = follow_up(state, action)
    if after.phase == board.DROWN:
        after.apply(CHANCE, game.rules.die + 5)
    guards = [read_hex(text_of(after.hexes[place])) for place in range(20) if after.guards >> place & 1]
    for index in range(len(guards)):
        if after.phase == board.GUARD:
            after.apply(1 - after.seat, game.rules.swap if index == guard else game.rules.keep)
    return after, guards


@clause("pocket-tactics:RRL-04", "pocket-tactics:RRL-05", "pocket-tactics:RRL-06")
def test_dice_and_rerolls_are_those_of_the_oracle(game: PocketTactics) -> None:
    swapped = 0
    for state in scattered(game, POSITIONS // 2, 5):
        for place, target, manner in sorted(oracle_of(game, state).assaults(state.seat)):
            action = game.parse(f"assault {show(place)} > {show(target)} {manner}", state)
            _, guards = begin_combat(game, state, action, NONE)
            assert sorted(guards) == sorted(oracle_of(game, state).guardians(state.seat, target))
            for guard in range(-1, len(guards)):
                oracle = oracle_of(game, state)
                if guard >= 0:
                    oracle.swap(state.seat, target, guards[guard])
                    swapped += 1
                compare_combat(begin_combat(game, state, action, guard)[0], oracle, place, target, manner)
    assert swapped > 20


def compare_combat(state: Skirmish, oracle: Oracle, place: Hex, target: Hex, manner: str) -> None:
    action = Node(state.position(), "position").field("action")
    assert action.field("wanted").value == oracle.dice(state.seat, place, target, manner)
    assert action.field("situational").value == oracle.situational(state.seat, place, target, manner)
    assert action.field("special").value == oracle.special(state.seat, place, target)
    assert Oracle(state.position(), oracle.pack).units == oracle.units


@clause("pocket-tactics:ASL-04", "pocket-tactics:DIE-01", "pocket-tactics:ability/undead")
def test_results_are_those_of_the_oracle(game: PocketTactics) -> None:
    rng = Rng(6)
    for state in scattered(game, POSITIONS // 2, 6):
        for place, target, manner in sorted(oracle_of(game, state).assaults(state.seat)):
            action = game.parse(f"assault {show(place)} > {show(target)} {manner}", state)
            fought = fight(game, begin_combat(game, state, action, NONE)[0], rng)
            compare_result(oracle_of(game, state), state.seat, (place, target, manner), fought)


class Fought:
    """How the engine carried a combat out when nobody re-rolls: its dice, its save dice, what is left."""

    def __init__(self, state: Skirmish, pools: list[list[int]], saves: list[int]) -> None:
        self.state = state
        self.pools = pools
        self.saves = saves


def fight(game: PocketTactics, state: Skirmish, rng: Rng) -> Fought:
    rolled: list[int] = []
    saves: list[int] = []
    sizes, turn = list(state.wanted), state.turn
    while state.turn == turn and state.awaiting():
        if state.phase in (board.ROLL, board.SAVE):
            value = 1 + rng.below(6)
            (rolled if len(rolled) < sum(sizes) else saves).append(value)
            state.apply(CHANCE, game.rules.die + value - 1)
        else:
            state.apply(state.awaiting()[0], game.rules.take_none if state.phase == board.CURSE else game.rules.pass_)
    pools = [[rolled.pop(0) for _ in range(size)] for size in sizes]
    return Fought(state, pools, saves)


def compare_result(oracle: Oracle, seat: int, aim: tuple[Hex, Hex, str], fought: Fought) -> None:
    place, target, manner = aim
    strike, answer = hits(fought.pools[0], fought.pools[1]), hits(fought.pools[2], fought.pools[3])
    kind, close = MANNERS[manner]
    if target in oracle.bases:
        assert (fought.state.winner == seat) == strike
        strike = False
    saves = list(fought.saves)
    fallen = []
    for side, where, falls in ((1 - seat, target, strike), (seat, place, answer)):
        if falls and kind != "magic" and oracle.can(side, where, "undead"):
            falls = 6 not in [saves.pop(0) for _ in range(3)]
        fallen.append(falls)
    assert saves == []
    assert Oracle(fought.state.position(), oracle.pack).units == left_over(oracle, seat, aim, fallen, close)


def left_over(
    oracle: Oracle, seat: int, aim: tuple[Hex, Hex, str], fallen: list[bool], close: bool
) -> list[dict[Hex, str]]:
    """Return where all stand after a combat, by the table of ASL-04."""
    place, target, _ = aim
    units = [dict(side) for side in oracle.units]
    attacker = units[seat].pop(place)
    if fallen[0]:
        del units[1 - seat][target]
    if not fallen[1]:
        units[seat][target if close and fallen[0] else place] = attacker
    return units
