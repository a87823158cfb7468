"""Work in other processes: it comes back, fails with a sentence, and no process outlives who it works for."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.lab.contests import contest
from tests.lab.test_pairs import timeless

from warband.kernel.errors import BadInput, WorkFailed
from warband.processes import Worker, Workers, run_all, run_module

PATIENCE = 30.0


def double(number: int) -> int:
    return 2 * number


def end() -> None:
    os._exit(3)


@pytest.fixture
def worker() -> Iterator[Worker]:
    found = Worker()
    yield found
    found.close()


def test_work_is_done_in_another_process(worker: Worker) -> None:
    assert worker.ask(os.getpid, (), PATIENCE) != os.getpid()
    assert worker.is_alive


def test_a_process_that_cannot_be_started_fails_and_may_be_tried_again(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise OSError("no more processes")

    context = multiprocessing.get_context("spawn")
    with monkeypatch.context() as broken:
        broken.setattr(context.Process, "start", refuse)
        for _ in range(2):
            with pytest.raises(WorkFailed, match="could not be started: no more processes"):
                worker.ask(double, (21,), PATIENCE)
    assert worker.ask(double, (21,), PATIENCE) == 42


def test_a_process_that_has_died_is_replaced(worker: Worker) -> None:
    with pytest.raises(WorkFailed, match="died"):
        worker.ask(end, (), PATIENCE)
    assert not worker.is_alive
    assert worker.ask(double, (4,), PATIENCE) == 8


def test_what_a_process_raises_is_told(worker: Worker) -> None:
    with pytest.raises(WorkFailed, match=r"^it raised ZeroDivisionError: "):
        worker.ask(divmod, (1, 0), PATIENCE)
    assert worker.ask(double, (4,), PATIENCE) == 8


# ---- shared by an event loop ----


def fail(text: str) -> None:
    raise ValueError(text)


def test_work_is_done_fails_dies_and_goes_on() -> None:
    async def work() -> None:
        workers = Workers(1)
        assert await workers.ask("a", double, (21,)) == 42
        with pytest.raises(WorkFailed, match="ValueError: no"):
            await workers.ask("a", fail, ("no",))
        with pytest.raises(WorkFailed, match="died"):
            await workers.ask("a", end, ())
        with pytest.raises(WorkFailed, match=r"longer than 0\.05 seconds"):
            await workers.ask("a", time.sleep, (30,), 0.05)
        assert await workers.ask("b", double, (4,)) == 8
        await workers.close()
        with pytest.raises(WorkFailed, match="stops"):
            await workers.ask("a", double, (1,))

    asyncio.run(work())


def test_closing_waits_for_nobody() -> None:
    async def work() -> None:
        workers = Workers(1)
        asked = asyncio.ensure_future(workers.ask("a", time.sleep, (600,), 600.0))
        # The thread that asks is about to start its process.
        await asyncio.sleep(0.001)
        async with asyncio.timeout(PATIENCE):
            await workers.close()
        with pytest.raises(WorkFailed):
            await asked

    asyncio.run(work())


# ---- numbered work ----

DEADLY = """\
import os
from warband.agents.bot import Bot
class Dies(Bot):
    def choose(self, view, legal, budget):
        os._exit(3)
"""


class Divide:
    """Divide a hundred by each number; what cannot travel is raised for 13."""

    def make(self) -> int:
        return 100

    def play(self, hundred: int, number: int) -> float:
        if number == 13:
            raise Stubborn(number, "thirteen")
        return hundred / number


class Stubborn(Exception):
    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"{number}: {why}")


def test_two_workers_play_what_one_process_plays() -> None:
    alone = [timeless(pair) for pair in run_all(contest(), [0, 2, 3], 1)]
    together = sorted((timeless(pair) for pair in run_all(contest(), [0, 2, 3], 2)), key=lambda pair: pair[0].pair)
    assert alone == together
    assert [pair[0].pair for pair in alone] == [0, 2, 3]


def test_nothing_to_play_starts_nothing() -> None:
    assert list(run_all(contest(), [], 2)) == []


def test_who_stops_early_leaves_no_worker_behind() -> None:
    before = set(multiprocessing.active_children())
    playing = run_all(contest(), list(range(50)), 2)
    next(playing)
    playing.close()
    assert set(multiprocessing.active_children()) <= before


def test_a_worker_that_dies_is_told(tmp_path: Path) -> None:
    file = tmp_path / "deadly.py"
    file.write_text(DEADLY, encoding="utf-8")
    with pytest.raises(BadInput, match="a worker process died"):
        list(run_all(contest(f"{file}:Dies"), [0, 1], 2))


def test_every_number_comes_back_once() -> None:
    numbers = list(range(1, 12))
    assert sorted(run_all(Divide(), numbers, 2)) == sorted(100 / number for number in numbers)


def test_what_a_number_raises_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(run_all(Divide(), [1, 0, 2], 2))
    with pytest.raises(WorkFailed, match="Stubborn: 13: thirteen"):
        list(run_all(Divide(), [1, 13], 2))


ORPHAN = """\
import os, time
from warband.processes import Worker
if __name__ == "__main__":
    worker = Worker()
    worker.ask(os.getpid, (), 60.0)
    worker.send(time.sleep, (600,))
    print("at work", flush=True)
    time.sleep(600)
"""


def test_no_process_outlives_the_one_that_started_it(tmp_path: Path) -> None:
    file = tmp_path / "orphan.py"
    file.write_text(ORPHAN, encoding="utf-8")
    parent = subprocess.Popen([sys.executable, str(file)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == "at work\n"
    parent.kill()
    # The pipe ends when the last process that holds it has.
    assert parent.communicate(timeout=PATIENCE)[0] == ""


def test_a_module_runs_as_a_program_of_its_own() -> None:
    printed = run_module("warband", ["--version"], WARBAND_ENGINE="plain")
    assert printed.endswith("plain engine\n")
    with pytest.raises(WorkFailed, match="WARBAND_ENGINE"):
        run_module("warband", ["--version"], WARBAND_ENGINE="steam")
