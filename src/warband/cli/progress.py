"""Show how far a long command is: a bar on a terminal, lines elsewhere or where `rich` is not installed."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Final, Protocol

MINUTE: Final = 60
# Seconds between two lines: on a terminal somebody waits, elsewhere a log file is to stay short.
ON_TERMINAL: Final = 2.0
ELSEWHERE: Final = 30.0


class Show(Protocol):
    """Show how many of a total are done, with a note on how it stands."""

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show it."""


@contextmanager
def progress(things: str) -> Iterator[Show]:
    """Show how many things (matches, choices) are done while a block runs; a bar is wiped away at its end."""
    if sys.stderr.isatty() and find_spec("rich") is not None:
        with bar(things) as show:
            yield show
    else:
        yield Lines(things)


@contextmanager
def bar(things: str) -> Iterator[Show]:
    """Show one bar on the terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    # What is printed meanwhile goes where it would have gone: a result on standard output is not part of the bar.
    drawing = Progress(
        BarColumn(20),
        MofNCompleteColumn(" of "),
        TextColumn(things),
        TextColumn("{task.fields[note]}", markup=False),
        TimeRemainingColumn(compact=True),
        console=Console(file=sys.stderr),
        transient=True,
        redirect_stdout=False,
    )
    with drawing:
        task = drawing.add_task("", total=None, note="")
        yield lambda done, total, note="": drawing.update(task, completed=done, total=total, note=note)


class Lines:
    """Print a line on standard error now and then."""

    def __init__(self, things: str) -> None:
        self.things = things
        self.seconds = ON_TERMINAL if sys.stderr.isatty() else ELSEWHERE
        self.start = self.last = time.monotonic()
        self.before: int | None = None

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Print how many are done, if the last line is old enough."""
        now = time.monotonic()
        if self.before is None:
            # What a file held already took no time.
            self.before = done - 1
        if now - self.last >= self.seconds:
            self.last = now
            left = (now - self.start) * (total - done) / max(1, done - self.before)
            words = [f"{done} of {total} {self.things}", *([note] if note else []), f"{duration(left)} left"]
            print(", ".join(words), file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Return a time as minutes and seconds, or hours and minutes."""
    minutes = int(seconds) // MINUTE
    if minutes >= MINUTE:
        return f"{minutes // MINUTE} h {minutes % MINUTE} min"
    return f"{minutes}:{int(seconds) % MINUTE:02}"
