"""Carry out the commands that study matches and games: analyse and balance."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from warband.agents.bot import Budget
from warband.commands import checked, load_record
from warband.kernel.errors import BadInput
from warband.kernel.seats import BOTH
from warband.lab.charts import chance_chart, picture
from warband.lab.intervals import percent
from warband.lab.ladder import plain_table
from warband.lab.pairs import MOST_SEED
from warband.lab.review import Review, result_of, review, swing_lines, table
from warband.lab_commands import duration, show

Arguments = argparse.Namespace
STOPPED = 130
MOST_ITERATIONS = 1_000_000
PICTURES = (".png", ".svg")
BAR = 20


# ---- analyse ----


def analyse(arguments: Arguments) -> int:
    """Tell how likely each seat was to win after each decision of a match, and where that turned."""
    check_number("--budget", arguments.budget, 1, MOST_ITERATIONS)
    check_number("--swings", arguments.swings, 0, MOST_ITERATIONS)
    check_number("--seed", arguments.seed, 0, MOST_SEED)
    if arguments.plot is not None and arguments.plot.suffix not in PICTURES:
        raise BadInput(f"--plot {arguments.plot}: a plot is a file that ends with .png or .svg")
    try:
        found = _review(arguments)
    except KeyboardInterrupt:
        show_on_terminal("")
        print("stopped", file=sys.stderr)
        return STOPPED
    print(json.dumps(found.to_data(arguments.swings), indent=1) if arguments.json else told(found, arguments.swings))
    if arguments.plot is not None:
        write_bytes(arguments.plot, picture(chance_chart(found, arguments.swings), arguments.plot.suffix))
    return 0


def check_number(name: str, value: int, low: int, high: int) -> None:
    """Raise BadInput if an argument is out of its range."""
    if not low <= value <= high:
        raise BadInput(f"{name} {value}: give a number from {low} to {high}")


def _review(arguments: Arguments) -> Review:
    record, game = load_record(arguments.file, arguments.option)
    checked(arguments.file, record, game)
    seats = BOTH if arguments.seat is None else (arguments.seat,)
    told = counting("choices")
    try:
        return review(record, game, seats, Budget(arguments.budget), arguments.seed, told)
    except BadInput as error:
        raise BadInput(f"{arguments.file}: {error}") from None
    finally:
        show_on_terminal("")


def told(found: Review, swings: int) -> str:
    """Return a review in words: how it went, every decision, the largest swings."""
    names = found.record.players
    start = ", ".join(f"{names[seat]} {percent(stand.chance)}" for seat, stand in found.start.items())
    result = result_of(found.record)
    ending = found.game.say_result(result, names) if result is not None else ""
    lines = [f"{found.game.title}: {names[0]} against {names[1]}. {ending}", f"At the start: {start}.", ""]
    lines += [plain_table(table(found))]
    if swings and found.swings(swings):
        lines += ["The largest swings:", *swing_lines(found, swings)]
    return "\n".join(lines)


# ---- what both need ----


def show_on_terminal(text: str) -> None:
    """Put one line on the terminal in the place of the one before, if there is a terminal."""
    if sys.stderr.isatty():
        show(text)


def counting(what: str) -> Callable[[int, int], None]:
    """Return what shows on a terminal how many of some things are done, and how long the rest will take."""
    start, before = time.monotonic(), [-1]

    def tell(done: int, total: int) -> None:
        if before[0] < 0:
            before[0] = done - 1
        rest = (time.monotonic() - start) * (total - done) / max(1, done - before[0])
        bar = f"[{'#' * (BAR * done // max(1, total)):{BAR}}] {done} of {total} {what}"
        show_on_terminal(f"{bar}, {duration(rest)} left")

    return tell


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, or raise BadInput."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
