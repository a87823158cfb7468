"""Ranges in processes of this machine: every item comes back once, failures are told, and nobody stays behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path

import pytest
from tests.lab.contests import contest
from tests.lab.executors.tasks import Divide, Squares, squares
from tests.lab.test_pairs import timeless

from warband.kernel.errors import BadInput, WorkFailed
from warband.lab.executors import Local, run_all
from warband.lab.executors.ranges import Patience

DEADLY = """\
import os
from warband.agents.bot import Bot
class Dies(Bot):
    def choose(self, view, legal, budget):
        os._exit(3)
"""


def test_two_workers_play_what_one_process_plays() -> None:
    with Local(1) as here, Local(2) as there:
        alone = [timeless(pair) for pair in run_all(here, contest(), [0, 2, 3])]
        together = [timeless(pair) for pair in run_all(there, contest(), [0, 2, 3])]
        assert alone == sorted(together, key=lambda pair: pair[0].pair)
        assert [pair[0].pair for pair in alone] == [0, 2, 3]
        # The next task goes to the same processes.
        before = list(there.workers)
        assert sorted(run_all(there, Squares(), range(40))) == squares(40)
        assert list(there.workers) == before


def test_nothing_to_play_starts_nothing() -> None:
    with Local(2) as executor:
        assert list(run_all(executor, contest(), [])) == []
        assert executor.workers == {}


def test_one_job_plays_here_and_in_order() -> None:
    with Local(1) as executor:
        assert list(run_all(executor, Squares(), range(9))) == squares(9)
        assert executor.workers == {}


def test_who_stops_early_leaves_no_worker_behind() -> None:
    before = set(multiprocessing.active_children())
    with Local(2) as executor:
        playing = run_all(executor, contest(), list(range(50)))
        next(playing)
        playing.close()
        # What was in flight is none of the next task's business.
        assert sorted(run_all(executor, Squares(), range(4))) == squares(4)
    assert set(multiprocessing.active_children()) <= before


def test_a_worker_that_dies_is_told(tmp_path: Path) -> None:
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY, encoding="utf-8")
    with Local(2) as executor, pytest.raises(BadInput, match="a worker process died; what was finished is kept"):
        list(run_all(executor, contest(f"{file}:Dies"), [0, 1]))


def test_what_an_item_raises_is_raised_here() -> None:
    with Local(2) as executor:
        with pytest.raises(ZeroDivisionError):
            list(run_all(executor, Divide(), [1, 0, 2]))
        with pytest.raises(WorkFailed, match="Stubborn: 13: thirteen"):
            list(run_all(executor, Divide(), [1, 13]))


def test_a_worker_that_hangs_holds_nobody_up() -> None:
    with Local(2) as executor:
        found: list[tuple[int, int]] = []
        for result in run_all(executor, Squares(0.01), range(60), Patience(3.0, 1.0)):
            found.append(result)
            if len(found) == 5:
                process = next(iter(executor.workers)).process
                assert process is not None
                assert process.pid is not None
                os.kill(process.pid, signal.SIGSTOP)
        assert sorted(found) == squares(60)
