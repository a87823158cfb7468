"""Matches of a mind that are played together go as they would alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from warband.kernel.registry import names
from warband.lab.balance import SelfPlay
from warband.lab.executors import Local, run_all

OPTIONS: dict[str, dict[str, object]] = {
    "heros-crossing": {"health": 1, "rounds": 3},
    "pixel-tactics": {"round_cap": 2},
    "pocket-tactics": {"map": "quick", "turns": 10},
}


@pytest.mark.parametrize("name", names())
def test_a_batch_plays_the_matches_that_are_played_alone(name: str) -> None:
    study = SelfPlay(name, "mind", 3, OPTIONS[name])
    game = study.make()
    together = study.play_all(game, (0, 2, 1))
    assert together == [study.play(game, number) for number in (0, 2, 1)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_matches_come_in_batches_of_any_number_of_jobs(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.lab.balance.BATCH", 2)
    study = SelfPlay("heros-crossing", "mind", 3, OPTIONS["heros-crossing"])
    with Local(jobs) as executor:
        facts = sorted(run_all(executor, study, [1, 4, 5]), key=lambda fact: fact.number)
    assert [fact.number for fact in facts] == [1, 4, 5]
    assert facts == [study.play(study.make(), number) for number in (1, 4, 5)]


def test_another_bot_plays_match_by_match() -> None:
    study = replace(SelfPlay("heros-crossing", "random", 3), options=OPTIONS["heros-crossing"])
    with Local(1) as executor:
        assert [fact.number for fact in run_all(executor, study, [0, 1])] == [0, 1]
