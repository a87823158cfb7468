"""A real Dask cluster on this machine for tests: a scheduler and workers that can be killed, stopped and restarted."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

ROOT = Path(__file__).parents[3]
HOST = "127.0.0.1"
PATIENCE = 90.0
# Not the dashboard, which needs a package that is not installed; a page with facts, which others could read.
QUIET = ["--host", HOST, "--dashboard-address", f"{HOST}:0"]

Program = subprocess.Popen[bytes]


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


class RealCluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int, flags: list[str] | None = None, scheme: str = "tcp") -> None:
        self.folder = folder
        self.flags = flags or []
        self.port = free_port()
        self.address = f"{scheme}://{HOST}:{self.port}"
        self.workers: list[Program] = []
        self.scheduler = self.start_scheduler()
        for _ in range(workers):
            self.add_worker()

    def start_scheduler(self) -> Program:
        words = ["--port", str(self.port), *QUIET, *self.flags]
        started = self._start("dask_scheduler", words)
        wait_until(lambda: answers(self.port))
        return started

    def add_worker(self, *words: str) -> Program:
        where = ["--local-directory", str(self.folder), "--memory-limit", "0"]
        threads = [] if "--nthreads" in words else ["--nthreads", "1"]
        command = [self.address, *threads, "--no-nanny", *where, *QUIET, *self.flags, *words]
        self.workers.append(self._start("dask_worker", command))
        return self.workers[-1]

    def _start(self, module: str, words: list[str]) -> Program:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
        log = (self.folder / "cluster.log").open("ab")
        return subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=self.folder)

    def restart(self) -> None:
        """Kill the scheduler and start it again; workers that lost it end, and are started again too."""
        kill(self.scheduler)
        count = len(self.workers)
        for worker in self.workers:
            kill(worker)
        self.workers.clear()
        self.scheduler = self.start_scheduler()
        for _ in range(count):
            self.add_worker()

    def listening(self) -> set[str]:
        """Return the addresses on which the processes of this cluster listen."""
        return {address for one in (self.scheduler, *self.workers) for address in listening(one.pid)}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for one in (*self.workers, self.scheduler):
            kill(one)


def listening(pid: int) -> set[str]:
    found = psutil.Process(pid).net_connections(kind="inet")
    return {one.laddr.ip for one in found if one.status == psutil.CONN_LISTEN}


def kill(program: Program) -> None:
    program.send_signal(signal.SIGKILL)
    program.wait(PATIENCE)


def answers(port: int) -> bool:
    with socket.socket() as found:
        return found.connect_ex((HOST, port)) == 0


def wait_until(holds: object) -> None:
    assert callable(holds)
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
