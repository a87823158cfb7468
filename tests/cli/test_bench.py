"""`warband bench` measures one game or all."""

from __future__ import annotations

import json

from tests.cli.commands import Capture
from tests.kernel.matches import GAME

from warband.cli import main


def test_a_bench_prints_its_figures(capsys: Capture) -> None:
    assert main(["bench", "--game", GAME, "--json", "--seconds", "0.01"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == GAME
    assert isinstance(told["peers"], dict)
    for key in ("decisions_per_cpu_s", "matches_per_cpu_s", "copies_per_cpu_s", "iterations_per_cpu_s"):
        assert list(told[key]) == ["plain", "compiled"]
        assert told[key]["plain"] > 0


def test_a_bench_without_a_game_measures_all(capsys: Capture) -> None:
    assert main(["bench", "--json", "--seconds", "0.01"]) == 0
    assert GAME in [figures["game"] for figures in json.loads(capsys.readouterr().out)]
