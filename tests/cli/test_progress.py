"""Progress: one bar on a terminal, which goes away; lines elsewhere, now and then."""

from __future__ import annotations

import io
import re
import sys

import pytest
from tests.lab.contests import score

from warband.cli import progress as module
from warband.cli.progress import duration, progress

CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ERASE_LINE = "\x1b[2K"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def stand_at(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return the terminal on which standard error is shown from now on."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    return screen


def test_a_terminal_shows_the_running_result(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = stand_at(monkeypatch)
    with progress("matches") as show:
        show(4, 8, f"greedy {score('lrll').running()}")
    shown = CONTROL.sub("", screen.getvalue())
    assert "4 of 8 matches greedy 75.0 % (30.1 to 95.4 %) " in shown
    assert len(shown.splitlines()[-1]) < 100


def test_a_terminal_shows_how_far_it_is_and_wipes_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = stand_at(monkeypatch)
    with progress("matches") as show:
        show(10, 20)
        show(20, 20)
    assert "20 of 20 matches" in CONTROL.sub("", screen.getvalue())
    assert screen.getvalue().endswith(ERASE_LINE)


def test_without_the_library_a_terminal_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = stand_at(monkeypatch)
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    monkeypatch.setattr(module, "ON_TERMINAL", 0.0)
    with progress("choices") as show:
        show(3, 4, "so far")
        show(4, 4)
    assert screen.getvalue() == "3 of 4 choices, so far, 0:00 left\n4 of 4 choices, 0:00 left\n"


def test_elsewhere_a_short_command_says_nothing_and_a_long_one_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([0.0, 5.0, 40.0, 60.0])
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    with progress("matches") as show:
        # Ninety were there before; one in five seconds, then seven more.
        for done in (91, 98, 99):
            show(done, 108)
    assert capsys.readouterr().err == "98 of 108 matches, 0:50 left\n"


def test_times_are_told_in_minutes_or_hours() -> None:
    assert [duration(seconds) for seconds in (5, 65, 3600 * 2 + 125)] == ["0:05", "1:05", "2 h 2 min"]
