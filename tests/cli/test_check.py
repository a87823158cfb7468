"""`warband check` checks a game."""

from __future__ import annotations

from tests.cli.commands import Capture
from tests.kernel.matches import GAME, SHORT

from warband.cli import main


def test_a_game_is_checked(capsys: Capture) -> None:
    options = [f"{name}={value}" for name, value in SHORT.items()]
    pairs = [part for option in options for part in ("--option", option)]
    assert main(["check", GAME, "--matches", "1", *pairs]) == 0
    assert capsys.readouterr().out.startswith(f"{GAME} keeps the laws")
