"""Measure play: what a window counts, where a search begins, and how engines are put side by side."""

from __future__ import annotations

import pytest

from warband.kernel import registry
from warband.kernel.registry import make_game
from warband.lab import bench


def test_the_best_and_the_median_are_kept() -> None:
    assert bench.summary([3.0, 9.4, 5.0]) == {"best": 9, "median": 5}


def test_an_engine_that_is_not_built_has_no_figure() -> None:
    assert bench.best(None, "x") is None
    assert bench.best({"x": {"best": 7, "median": 5}}, "x", "median") == 5


def test_a_window_counts_decisions_and_matches() -> None:
    rates = bench.window(make_game("heros-crossing"), 0.01, 1, False)
    assert set(rates) == {"decisions", "forced", "chance", "matches"}
    assert rates["decisions"] > rates["matches"] > 0


@pytest.mark.parametrize("name", registry.names())
def test_a_search_begins_where_one_seat_has_a_choice(name: str) -> None:
    state = bench.decision_of(make_game(name), 3)
    assert bench.begins_action(state)
    assert len(state.awaiting()) == 1
    assert state.result() is None


def test_both_engines_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = {key: {"best": 2, "median": 1} for key in bench.measure("pocket-tactics", 0.001)}
    monkeypatch.setattr(bench, "measure_on", lambda wanted, *_: measured if wanted == "plain" else None)
    entry = bench.bench("pocket-tactics")
    assert entry["decisions_per_cpu_s"] == {"plain": 2, "compiled": None}
    assert entry["median_copies_per_cpu_s"] == {"plain": 1, "compiled": None}
