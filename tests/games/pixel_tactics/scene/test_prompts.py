"""Ask each question in words of its own."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.stages import (
    GAME,
    RED,
    WAVE,
    Position,
    at,
    facing,
    game_of,
    labels,
    marks,
    piece,
    prompt,
)

from warband.games.pixel_tactics.game import ENTRY
from warband.games.pixel_tactics.programs.codes import (
    CAPTURE,
    LEADER_CARD,
    PLAY,
    RANDOM_RIVAL_HAND,
    REARRANGE,
    RECRUIT,
    SHOW,
    TAKE,
)
from warband.games.pixel_tactics.programs.frames import PROGRAM
from warband.games.pixel_tactics.rules.board import Frame
from warband.games.pixel_tactics.rules.state import Tactics
from warband.games.pixel_tactics.scene.prompts import CHOOSING, program_keys

ASKING = (*CHOOSING, TAKE, SHOW, PLAY, RECRUIT, CAPTURE, REARRANGE)


@pytest.mark.parametrize("options", list(ENTRY.option_sets.values()), ids=list(ENTRY.option_sets))
def test_every_card_that_asks_has_a_question_of_its_own(options: Position) -> None:
    game = game_of(**options)
    known = game.words.tables["prompts"]
    start = game.start()
    assert isinstance(start, Tactics)
    for rows in game.rules.programs:
        for place, row in enumerate(rows):
            if asks(row):
                keys = program_keys(start, rows[place:], Frame(PROGRAM, 0, 0))
                assert keys[0] in known or (keys[1] in known and keys[0].endswith("_last")), keys


def asks(row: list[int]) -> bool:
    """Return whether a row of a program may ask: one's leader is shown, a random card taken without asking."""
    return row[0] in ASKING and (row[0], row[1]) not in ((SHOW, LEADER_CARD), (TAKE, RANDOM_RIVAL_HAND))


def test_a_card_names_itself_and_counts_the_points_left() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "knight"}, "hand": ["alchemist"]}, RED)
    match.push("order alchemist", seat=0)
    match.push("choose V1", seat=0)
    match.push("choose V1", seat=0)
    assert prompt(match).startswith("Alchemist: 5 damage to deal")
    assert "1 damage to Red's Knight (V1)" in labels(match)
    scene = GAME.scene(match.view(0))
    assert piece(scene, "0/V1/knight").badges[-1] == "2 points"
    assert marks(scene, "0/V1/knight") == ["target", "selected"]
    assert piece(scene, "order/alchemist").note.startswith("Spread 7 damage")


def test_rearranging_asks_for_one_piece_after_another() -> None:
    unit: Position = {"V1": "knight", "V2": "healer"}
    match = facing({"leader": "fighter", "unit": unit, "hand": ["homunculus"]}, RED)
    match.push("order homunculus", seat=0)
    assert prompt(match) == "Homunculus: where does the Knight (V1) go?"
    match.push("choose R1", seat=0)
    assert prompt(match) == "Homunculus: where does the Healer (V2) go?"
    assert piece(GAME.scene(match.view(0)), "0/V1/knight").badges[-1] == "To R1"


def test_a_stand_in_is_asked_by_name_and_number() -> None:
    match = at(WAVE)
    match.push("attack V2 > V3", seat=0)
    assert (
        prompt(match)
        == "Blue's Gunner hits your Healer (V3) for 6: it will fall. Does your Vampire (F3) take it instead?"
    )
    assert labels(match) == ["The Vampire takes it", "No, the Healer takes it"]
    scene = GAME.scene(match.view(1))
    assert marks(scene, "1/V3/healer") == ["aimed"]
    assert marks(scene, "1/F3/vampire") == ["target"]
    assert "active" in marks(scene, "0/V2/gunner")
    assert GAME.scene(match.view(0)).prompt.plain() == "Waiting for Red."


def test_the_rival_aims_where_its_leader_lets_it() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "knight"}}, {"leader": "illusionist", "unit": {"V1": "healer"}})
    assert "Knight V1 attacks; Red chooses whom" in labels(match)
    match.push("attack V1", seat=0)
    assert prompt(match) == "Blue's Knight (V1) attacks in melee with strength 6. Choose which of yours it hits."
