"""Do work in a process of its own, so that whoever waits stays responsive and nothing it does can hurt."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, TypeVar

Found = TypeVar("Found")
STARTING: Final = 60.0


class WorkFailed(Exception):
    """Tell why a piece of work came to nothing."""


class Worker:
    """Hold one process and the line to it; it is started when it is first needed, and again when it has died."""

    def __init__(self) -> None:
        self.process: BaseProcess | None = None
        self.line: Connection | None = None

    @property
    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        return self.line is not None and self.process is not None and self.process.is_alive()

    def ask(self, work: Callable[..., Found], values: tuple[object, ...], patience: float) -> Found:
        """Return what the work finds, or raise WorkFailed; a process that dies or overruns is ended."""
        try:
            line = self._connected()
            line.send((work, values))
            if not line.poll(patience):
                raise WorkFailed(f"it thought longer than {patience:g} seconds")
            found, failure = line.recv()
        except (EOFError, OSError):
            self.close()
            raise WorkFailed("its process has died") from None
        except WorkFailed:
            self.close()
            raise
        if failure:
            raise WorkFailed(failure)
        return found  # type: ignore[no-any-return]

    def _connected(self) -> Connection:
        if self.line is None or not self.is_alive:
            self.close()
            self.line = self._start()
            if not self.line.poll(STARTING):
                raise WorkFailed("its process did not start")
            self.line.recv()
        return self.line

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        line, other = context.Pipe()
        process = context.Process(target=serve, args=(other,), daemon=True)
        try:
            process.start()
        except OSError as error:
            line.close()
            raise WorkFailed(f"its process could not be started: {error}") from error
        finally:
            other.close()
        self.process = process
        return line

    def close(self) -> None:
        """End the process."""
        if self.line is not None:
            self.line.close()
            self.line = None
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


def serve(line: Connection) -> None:
    """Do what comes over the line until it closes; answer what was found and what went wrong."""
    # Ctrl-C at the keyboard is for whoever waits, who then closes the line.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import warband.games  # noqa: F401  (registers the games)

    with contextlib.suppress(EOFError, OSError):
        line.send(None)
        while True:
            work, values = line.recv()
            line.send(_done(work, values))


def _done(work: Callable[..., object], values: tuple[object, ...]) -> tuple[object, str]:
    try:
        return work(*values), ""
    except Exception as error:
        return None, f"it raised {type(error).__name__}: {error}"
