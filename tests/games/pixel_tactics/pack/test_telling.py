"""Tell every program there is in words: nothing is left out, and no word is a number of ours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.games.pixel_tactics.random_cards import random_pack

from warband.cli.files import read_pack
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.pack.telling import tell_part, tell_program
from warband.games.pixel_tactics.pack.vocabulary import read_program
from warband.kernel.validation import Node

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"


@pytest.mark.parametrize("pack", ["tavern", "forty", "random"])
def test_every_program_can_be_told(pack: str) -> None:
    data = random_pack(3) if pack == "random" else read_pack(EXAMPLES / pack)
    game = PixelTactics({"pack": "p"}, {"p": (data, "p")})
    for rows in game.rules.programs:
        told = tell_program(rows)
        assert told.endswith((".", ":"))
        assert not re.search(r"\d{4,}", told), told


def test_the_parts_of_a_choice_are_told_one_by_one() -> None:
    rows = read_program(Node([["either"], ["draw", 2], ["or"], ["each", "own leader"], ["heal", 4], ["end"]], "x"))
    assert tell_part(rows, 0, 0) == "Draw 2 cards."
    assert tell_part(rows, 0, 1) == "Each leader of yours heals 4 damage."
