"""The questions before a match: each is asked until the answer is good, and who quits leaves."""

from __future__ import annotations

import io
import sys

import pytest
from tests.kernel.matches import GAME

from warband.agents.levels import find_level, levels
from warband.kernel.registry import names
from warband.terminal.table import Leave
from warband.terminal.welcome import Welcome, level_lines


def check(spec: str) -> None:
    """Take levels only."""
    find_level(spec)


def welcome(*typed: str) -> tuple[Welcome, io.StringIO]:
    writer = io.StringIO()
    return Welcome(io.StringIO("".join(line + "\n" for line in typed)), writer), writer


def test_a_game_is_chosen_by_number_or_name() -> None:
    for number, name in enumerate(names(), 1):
        assert welcome(str(number))[0].ask_game() == name
    assert welcome(GAME)[0].ask_game() == GAME


def test_a_bad_answer_is_told_and_asked_again() -> None:
    door, writer = welcome("", "9", "chess", " 1 ")
    assert door.ask_game() == names()[0]
    assert writer.getvalue().count("unknown game") == 3
    door, writer = welcome("99", "8")
    assert door.ask_rival(GAME, check) == "8"
    assert "there are the levels 1 to 8" in writer.getvalue()


def test_enter_seats_a_second_person() -> None:
    door, writer = welcome("")
    assert door.ask_rival(GAME, check) == ""
    for level in levels():
        assert f"  {level.number}  {level.name} " in writer.getvalue()


@pytest.mark.parametrize("typed", [["quit"], [" QUIT "], []])
def test_who_quits_leaves(typed: list[str]) -> None:
    with pytest.raises(Leave):
        welcome(*typed)[0].ask_rival(GAME, check)


def test_every_level_has_a_line() -> None:
    assert len(level_lines()) == len(levels())
    assert "looks one action ahead, overlooks 85 of 100" in level_lines()[0]
    assert "a trained network" in level_lines(GAME)[-1]
    assert level_lines(GAME)[-1].endswith("s an action")


def test_a_game_without_a_mind_is_searched_and_says_so() -> None:
    assert level_lines("chess")[-1].endswith("(no network was trained for this game)")
    assert level_lines("chess")[0] == level_lines(GAME)[0]


def test_a_level_that_needs_numpy_says_so_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert ["not available: it needs NumPy, the extra `table`" in line for line in level_lines(GAME)] == [False] * 4 + [
        True
    ] * 4
    assert not any("not available" in line for line in level_lines("chess"))
