"""`warband games` lists the games with their options."""

from __future__ import annotations

from tests.cli.commands import Capture
from tests.kernel.matches import GAME

from warband.cli import main


def test_games_lists_the_options(capsys: Capture) -> None:
    assert main(["games"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{GAME}: Hero's Crossing: Tactics\n")
    assert "    health=6  health of each Monarch at the start (1 to 6)\n" in told
