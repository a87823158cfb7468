"""What a Dask cluster costs: the same matches in processes of this machine and on its workers, in turn.

make cluster ARGS="--rounds 3 --seconds 20"

Both run on the same number of processes. Besides the wall clock all CPU time is counted (driver, scheduler, workers),
since that is what full cores pay, and for the driver its messages and bytes.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psutil

from warband.engine import engine
from warband.lab.balance import SelfPlay
from warband.lab.executors import Executor, make_executor, run_all

HOST = "127.0.0.1"
QUIET = ["--host", HOST, "--dashboard-address", f"{HOST}:0"]


@dataclass
class Traffic:
    """Count the messages of this process, and their bytes."""

    messages: int = 0
    size: int = 0


@dataclass(frozen=True)
class Cost:
    """What some matches took: seconds, CPU seconds of driver, scheduler and all, the driver's messages and bytes."""

    matches: int
    wall: float
    driver: float
    scheduler: float
    cpu: float
    messages: int = 0
    size: int = 0


def count_traffic(traffic: Traffic) -> None:
    """Count what this process sends and receives from now on."""
    from distributed.comm.tcp import TCP

    write, read = TCP.write, TCP.read

    async def counted_write(self: Any, *values: Any, **named: Any) -> int:  # noqa: ANN401
        size: int = await write(self, *values, **named)
        traffic.messages += 1
        traffic.size += size
        return size

    async def counted_read(self: Any, *values: Any, **named: Any) -> Any:  # noqa: ANN401
        message = await read(self, *values, **named)
        traffic.messages += 1
        return message

    TCP.write, TCP.read = counted_write, counted_read


@contextmanager
def cluster(workers: int) -> Iterator[tuple[str, list[psutil.Process]]]:
    """Run a scheduler and workers; give the address, and the processes with the scheduler first."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    address = f"tcp://{HOST}:{port}"
    with tempfile.TemporaryDirectory() as folder:
        place = ["--local-directory", folder, "--memory-limit", "0", "--nthreads", "1", "--no-nanny"]
        words = [["dask_scheduler", "--port", str(port), *QUIET]]
        words += [["dask_worker", address, *place, *QUIET]] * workers
        off = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
        started = [
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{one[0]}", *one[1:]],
                env=os.environ | off,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for one in words
        ]
        try:
            while not answers(port):
                time.sleep(0.2)
            yield address, [psutil.Process(one.pid) for one in started]
        finally:
            for one in started:
                one.kill()
                one.wait()


def answers(port: int) -> bool:
    """Return whether somebody listens at a port of this machine."""
    with socket.socket() as asking:
        return asking.connect_ex((HOST, port)) == 0


def own_children(others: list[psutil.Process]) -> list[psutil.Process]:
    """Return the processes that this one has started, besides others."""
    known = {process.pid for process in others}
    return [process for process in psutil.Process().children() if process.pid not in known]


def cpu_of(processes: list[psutil.Process]) -> float:
    """Return the CPU seconds that processes have taken."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def measure(
    executor: Executor, study: SelfPlay, matches: int, others: Callable[[], list[psutil.Process]], traffic: Traffic
) -> Cost:
    """Play matches and return what they took; what is prepared once is not counted."""
    running = run_all(executor, study, range(matches))
    next(running)
    here, there = psutil.Process(), others()
    before = (time.perf_counter(), cpu_of([here]), cpu_of(there[:1]), cpu_of(there), traffic.messages, traffic.size)
    played = sum(1 for _ in running)
    wall, driver = time.perf_counter() - before[0], cpu_of([here]) - before[1]
    cpu = driver + cpu_of(there) - before[3]
    messages, size = traffic.messages - before[4], traffic.size - before[5]
    return Cost(played, wall, driver, cpu_of(there[:1]) - before[2], cpu, messages, size)


def told(name: str, cost: Cost) -> str:
    """Return a row of the table."""
    each = 1000 / cost.matches
    parts = [f"{cost.matches} matches in {cost.wall:.1f} s", f"CPU {cost.cpu * each:.2f} ms a match"]
    parts += [f"driver {cost.driver * each:.3f}", f"scheduler {cost.scheduler * each:.3f}" if cost.messages else ""]
    parts += [f"{cost.messages / cost.matches:.3f} messages", f"{cost.size / cost.matches:.0f} bytes sent"]
    return f"{name}: {', '.join(part for part in parts if part)}"


def main(words: list[str] | None = None) -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="heros-crossing")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(words)
    study, traffic = SelfPlay(given.game, given.bot), Traffic()
    count_traffic(traffic)
    print(f"{given.game}, {given.bot}, {given.jobs} workers, {engine()} engine", flush=True)
    ratios: list[tuple[float, float]] = []
    with (
        cluster(given.jobs) as (address, processes),
        make_executor("local", given.jobs, 1, print) as local,
        make_executor(address, None, 1, print) as there,
    ):
        there.client.wait_for_workers(given.jobs)  # type: ignore[attr-defined]
        for _ in range(given.rounds):
            near = measure(local, study, given.matches, lambda: own_children(processes), traffic)
            far = measure(there, study, given.matches, lambda: processes, traffic)
            print(told("local", near), told("dask", far), sep="\n", flush=True)
            ratios.append((far.wall / near.wall, (far.cpu / far.matches) / (near.cpu / near.matches)))
    for wall, cpu in ratios:
        print(f"dask against local: {wall:.3f} by the clock, {cpu:.3f} in CPU time")


if __name__ == "__main__":
    main()
