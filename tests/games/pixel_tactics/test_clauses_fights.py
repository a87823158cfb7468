"""Prove the clauses on fights that a scenario cannot express: long chains, all results of a choice, life that drops."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.pixel_tactics.table import CELLS, Position, game_of, restore, texts

from warband.cli.files import read_pack
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.clauses import clause
from warband.kernel.scenario_checks import look_up
from warband.kernel.seats import BY_CHANCE

pytestmark = pytest.mark.engine

PACK = Path(__file__).parent / "packs" / "ongoing"
PLAIN: dict[str, object] = {"leader": "dragon_mage"}


def play(game: PixelTactics, state: Tactics, *steps: str) -> None:
    """Let whoever is asked answer, one after the other."""
    for step in steps:
        action = game.parse(step, state)
        seat = state.awaiting()[0]
        assert state.why_not(seat, action) is None, step
        state.apply(seat, action)


def at(state: Tactics, path: str) -> object:
    return look_up(state.position(), path)


def results(game: PixelTactics, state: Tactics) -> set[str]:
    """Return every state that the answers to an effect lead to, as the damage and the card of every slot."""
    if state.question != board.ANSWER:
        return {table_of(state)}
    found: set[str] = set()
    for action in state.legal(state.awaiting()[0]):
        twin = state.copy()
        assert isinstance(twin, Tactics)
        twin.apply(twin.awaiting()[0], action)
        found |= results(game, twin)
    return found


def table_of(state: Tactics) -> str:
    """Return what stands where with how much damage, in one line."""
    words: list[str] = []
    for seat in range(2):
        for cell in CELLS:
            piece = at(state, f"seats.{seat}.unit.{cell}")
            if isinstance(piece, dict):
                words.append(f"{seat}{cell}:{piece['card']}:{piece.get('damage', 0)}")
    return " ".join(words)


# ---- reactions ----


@clause("pixel-tactics:REA-2")
def test_after_fifty_reactions_in_one_row_the_rest_is_dropped() -> None:
    """Two leaders that answer every attack with an attack would never end."""
    game = PixelTactics({"pack": "echoes"}, {"echoes": (read_pack(PACK), str(PACK))})
    position: Position = {"wave": "flank", "seats": [{"leader": "echo"}, {"leader": "echo"}]}
    state = restore(game, position)
    play(game, state, "attack F2 > F2")
    answers = 0
    while state.question == board.ANSWER:
        assert state.awaiting() == ((1 - answers % 2),)
        assert texts(game, state) == ["choose > F2"]
        play(game, state, "choose > F2")
        answers += 1
    assert answers == 50
    assert (at(state, "seats.0.unit.F2.damage"), at(state, "seats.1.unit.F2.damage")) == (25, 26)
    assert (at(state, "pending"), at(state, "seat"), at(state, "actions")) == ([], 0, 1)


# ---- casualties ----


@clause("pixel-tactics:CAS-5")
def test_life_that_shrinks_in_the_middle_of_a_wave_counts_in_the_check() -> None:
    """No card of ours changes a hero's life, so the test does."""
    game = game_of(edition="classic")
    unit = {"V1": {"card": "fighter", "damage": 4}, "V2": {"card": "knight", "damage": 4}}
    state = restore(game, {"seats": [{**PLAIN, "unit": unit}, {"leader": "mystic"}]})
    game.rules.life[game.rules.ids.index("fighter")] = 4
    play(game, state, "attack V1 > F2")
    assert at(state, "seats.1.unit.F2.damage") == 4
    assert at(state, "seats.0.unit.V1") == {"card": "fighter", "life": 4, "damage": 4, "acted": True, "struck": True}
    play(game, state, "pass", "pass")
    assert at(state, "wave") == "flank"
    assert at(state, "seats.0.unit.V1") == {"card": "fighter", "corpse": True}
    assert at(state, "seats.0.unit.V2") == {"card": "knight", "life": 10, "damage": 4}


# ---- choices with parts ----


@clause("pixel-tactics:CHO-1")
def test_every_split_of_seven_points_over_three_heroes_can_be_reached() -> None:
    game = game_of(edition="classic")
    ours = {**PLAIN, "unit": {"R3": "fighter"}, "hand": ["alchemist"]}
    theirs = {"leader": "mystic", "unit": {"V2": "knight", "F1": "paladin"}}
    state = restore(game, {"seats": [ours, theirs]})
    play(game, state, "order alchemist")
    splits = [(one, two, 7 - one - two) for one in range(8) for two in range(8 - one)]
    line = "0F2:dragon_mage:0 0R3:fighter:{0} 1V2:knight:{1} 1F1:paladin:{2} 1F2:mystic:0"
    assert results(game, state) == {line.format(*split) for split in splits}


@clause("pixel-tactics:CHO-1")
def test_every_set_of_at_most_five_different_heroes_can_be_named() -> None:
    game = game_of(edition="classic")
    ours = {**PLAIN, "unit": {"R1": "alchemist", "V1": "fighter", "V3": "witch"}}
    theirs = {"leader": "mystic", "unit": {"V1": "knight", "F1": "paladin", "R2": "healer"}}
    state = restore(game, {"wave": "rear", "seats": [ours, theirs]})
    play(game, state, "power R1")
    assert len(results(game, state)) == 2**6 - 1


@clause("pixel-tactics:CHO-1")
def test_every_arrangement_of_a_column_can_be_reached() -> None:
    game = game_of(edition="classic")
    theirs = {"leader": "mystic", "unit": {"V1": "knight", "R1": {"card": "paladin", "damage": 2}}}
    state = restore(game, {"seats": [{**PLAIN, "hand": ["paladin"]}, theirs]})
    play(game, state, "order paladin", "column > 1")
    rows = ["V1", "F1", "R1"]
    places = [(one, other) for one in rows for other in rows if one != other]
    wanted: set[str] = set()
    for one, other in places:
        pieces = {one: "knight:0", other: "paladin:2", "F2": "mystic:0"}
        wanted.add(" ".join(["0F2:dragon_mage:0", *[f"1{cell}:{pieces[cell]}" for cell in CELLS if cell in pieces]]))
    assert results(game, state) == wanted


# ---- the next fight ----


@clause("pixel-tactics:TRO-2", "pixel-tactics:NXT-2")
def test_every_card_but_the_trophies_is_shuffled_into_the_next_deck() -> None:
    game = game_of(series="5")
    ours = {
        "leader": "overlord",
        "unit": {"V1": "fighter", "V2": {"card": "knight", "corpse": True}},
        "hand": ["healer"],
        "discard": ["gunner"],
        "top": ["vampire"],
        "trophies": 1,
        "gone": ["witch"],
    }
    theirs = {"leader": {"card": "mystic", "damage": 19}, "gone": ["oracle"]}
    state = restore(game, {"fight": 2, "seats": [ours, theirs]})
    play(game, state, "pass", "pass")
    assert state.awaiting() == BY_CHANCE
    left = [card for card in game.rules.ids if card not in ("overlord", "witch")]
    assert [(game.text(action), weight) for action, weight in state.outcomes()] == [
        (f"card {card}", 1) for card in left
    ]
