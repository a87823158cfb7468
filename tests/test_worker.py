"""A process that cannot be started is told as a failure, and the next piece of work gets a fresh one."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator

import pytest

from warband.worker import Worker, WorkFailed

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
