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

from warband.kernel.errors import WorkFailed
from warband.processes import Worker, Workers, run_module, wait_for

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


def test_who_has_answered_is_found_without_waiting_for_the_others() -> None:
    workers = [Worker(), Worker()]
    try:
        for worker in workers:
            worker.ask(os.getpid, (), PATIENCE)
        workers[0].send(time.sleep, (600,))
        workers[1].send(double, (4,))
        assert wait_for(workers, PATIENCE) == [workers[1]]
        assert workers[1].receive()[0] == 8
        assert wait_for(workers, 0.01) == []
    finally:
        for worker in workers:
            worker.close()


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


# ---- alone ----

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
