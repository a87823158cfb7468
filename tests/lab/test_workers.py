"""Worker processes play what one process would, and none of them outlives its arena."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest
from tests.lab.contests import contest
from tests.lab.test_pairs import timeless

from warband.kernel.errors import BadInput
from warband.lab.workers import play_all

DEADLY = """\
import os
from warband.agents.bot import Bot
class Dies(Bot):
    def choose(self, view, legal, budget):
        os._exit(3)
"""


def test_two_workers_play_what_one_process_plays() -> None:
    alone = [timeless(pair) for pair in play_all(contest(), [0, 2, 3], 1)]
    together = sorted((timeless(pair) for pair in play_all(contest(), [0, 2, 3], 2)), key=lambda pair: pair[0].pair)
    assert alone == together
    assert [pair[0].pair for pair in alone] == [0, 2, 3]


def test_nothing_to_play_starts_nothing() -> None:
    assert list(play_all(contest(), [], 2)) == []


def test_who_stops_early_leaves_no_worker_behind() -> None:
    before = set(multiprocessing.active_children())
    playing = play_all(contest(), list(range(50)), 2)
    next(playing)
    playing.close()
    assert set(multiprocessing.active_children()) <= before


def test_a_worker_that_dies_is_told(tmp_path: Path) -> None:
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY, encoding="utf-8")
    with pytest.raises(BadInput, match="a worker process died"):
        list(play_all(contest(f"{file}:Dies"), [0, 1], 2))
