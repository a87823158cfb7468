"""Carry out the commands that measure bots: arena and ladder."""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from warband.files import read_options, write_safely
from warband.kernel.errors import BadInput
from warband.lab import ladder as ladder_lab
from warband.lab.arena import Arena, Score, Stop, decided
from warband.lab.intervals import USUAL, percent, span, wilson
from warband.lab.ladder import Results, milliseconds, pairing_table, pairings, plain_table, rate, read_levels, table
from warband.lab.pairs import MOST_SEED, Contest
from warband.lab.plots import ladder_plot
from warband.lab_files import ArenaFile, check_folder, fresh_path

Arguments = argparse.Namespace
STOPPED = 130
MOST_JOBS = 256
BAR = 20
MINUTE = 60
OLDER = "it was begun with other sources of the game or the bots; its matches count all the same"


# ---- what both need ----


def read_contest(arguments: Arguments, left: str, right: str) -> Contest:
    """Return the contest that arguments ask for, or raise BadInput."""
    if not 1 <= arguments.jobs <= MOST_JOBS:
        raise BadInput(f"--jobs {arguments.jobs}: give 1 to {MOST_JOBS} worker processes")
    if not 0 <= arguments.seed <= MOST_SEED:
        raise BadInput(f"--seed {arguments.seed}: a seed is a number from 0 to {MOST_SEED}")
    pairs = [*arguments.option, f"pack={arguments.pack}"] if arguments.pack else arguments.option
    options, packs = read_options(pairs)
    return Contest(arguments.game, left, right, arguments.seed, options, packs, arguments.timed)


def meet(contest: Contest, path: Path, games: int, jobs: int, stop: Stop | None = None, label: str = "") -> Arena:
    """Play a contest as far as its file does not hold it yet, with a line of progress on a terminal."""
    wilson(0, 0)
    arena = Arena(contest, games, stop)
    file = ArenaFile(path, contest)
    if file.has_other_sources:
        print(f"warband: {path}: {OLDER}", file=sys.stderr)
    for pair in file.pairs:
        arena.add(pair)
    tell, wipe = progress(games, label or contest.left, arena.score().games)
    try:
        arena.run(jobs, file.keep, tell)
    finally:
        wipe()
    return arena


def progress(total: int, label: str, before: int) -> tuple[Callable[[Score], None], Callable[[], None]]:
    """Return what shows on a terminal how an arena stands, and what wipes it away."""
    if not sys.stderr.isatty():
        return lambda score: None, lambda: None
    start = time.monotonic()

    def tell(score: Score) -> None:
        rest = (time.monotonic() - start) * (total - score.games) / max(1, score.games - before)
        bar = f"[{'#' * (BAR * score.games // total):{BAR}}] {score.games} of {total} matches"
        show(f"{bar}, {label} {score.running()}, {duration(rest)} left")

    return tell, lambda: show("")


def show(text: str) -> None:
    """Put one line on the terminal in the place of the one before."""
    width = shutil.get_terminal_size().columns - 1
    print("\r" + text[:width].ljust(width) + ("\r" if not text else ""), end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Return a time as minutes and seconds, or hours and minutes."""
    minutes = int(seconds) // MINUTE
    return (
        f"{minutes // MINUTE} h {minutes % MINUTE} min"
        if minutes >= MINUTE
        else f"{minutes}:{int(seconds) % MINUTE:02}"
    )


# ---- arena ----


def arena(arguments: Arguments) -> int:
    """Let two bots play pairs of matches and tell who is stronger."""
    contest = read_contest(arguments, arguments.left, arguments.right)
    stop = decided if arguments.until_decided else None
    Arena(contest, arguments.games)
    path = arguments.out or fresh_path(f"arena-{contest.make().name}")
    found = meet(contest, path, arguments.games, arguments.jobs, stop)
    score = found.score()
    print(json.dumps(figures(contest, score)) if arguments.json else report(found, path))
    return STOPPED if found.is_stopped else 0


def figures(contest: Contest, score: Score) -> dict[str, object]:
    """Return the result of an arena as plain data."""
    rate = score.win_rate
    return {
        "game": contest.game,
        "games": score.games,
        "left_wins": score.left_wins,
        "right_wins": score.right_wins,
        "draws": score.draws,
        "win_rate": None if rate is None else round(rate, 4),
        "interval": [round(end, 4) for end in score.interval()],
    }


def report(found: Arena, path: Path) -> str:
    """Return the result of an arena in words."""
    contest, score = found.contest, found.score()
    lines = [f"{contest.game}: {contest.left} (left) against {contest.right} (right), seed {contest.seed}"]
    lines += told_score(contest, score) if score.win_rate is not None else ["  nothing is finished"]
    lines.append(f"  records: {path}")
    if found.is_decided:
        lines.append(f"decided after {score.games} of {2 * found.pairs} matches")
    if found.is_stopped:
        lines.append(
            f"stopped: {score.games} of {2 * found.pairs} matches done; go on with --out {shlex.quote(str(path))}"
        )
    return "\n".join(lines)


def told_score(contest: Contest, score: Score) -> list[str]:
    """Return the figures of a score in words."""
    won = f"{score.left_wins} won by left, {score.right_wins} by right, {score.draws} drawn"
    mean, first = score.decisions / score.games, score.first_seat_points / score.games
    both = [(contest.left, score.left), (contest.right, score.right)]
    times = ", ".join(f"{name} {milliseconds(effort.per_choice())} ms" for name, effort in both)
    return [
        f"  {score.games} matches: {won}",
        f"  {contest.left} makes {percent(score.points / score.games)} of the points"
        f" ({USUAL * 100:.0f} % interval {span(score.interval())}); the first seat makes {percent(first)}",
        f"  {mean:.1f} decisions a match, {score.most_decisions} in the longest",
        f"  CPU time per choice: {times}",
    ]


# ---- ladder ----


def ladder(arguments: Arguments) -> int:
    """Let the levels play each other and rate them."""
    numbers = read_levels(arguments.levels)
    contest = read_contest(arguments, str(numbers[1]), str(numbers[0]))
    folder = check_folder(arguments.out or Path("matches") / f"ladder-{contest.make().name}")
    who = pairings(numbers, arguments.all)
    results, is_stopped = climb(arguments, who, folder)
    if results:
        tell_ladder(contest, arguments, results, folder)
    if is_stopped:
        print(f"stopped: {len(results)} of {len(who)} pairings begun; the same command goes on")
    return STOPPED if is_stopped else 0


def climb(arguments: Arguments, who: list[tuple[int, int]], folder: Path) -> tuple[Results, bool]:
    """Play the pairings in turn; return what is there, and whether a person stopped it."""
    results: Results = {}
    for place, (left, right) in enumerate(who, 1):
        contest = read_contest(arguments, str(left), str(right))
        label = f"pairing {place} of {len(who)}: level {left} against {right}"
        found = meet(contest, folder / f"{left}-{right}.jsonl", arguments.games, arguments.jobs, None, label)
        if found.score().games:
            results[left, right] = found.score()
        if found.is_stopped:
            return results, True
    return results, False


def tell_ladder(contest: Contest, arguments: Arguments, results: Results, folder: Path) -> None:
    """Print the ratings and write them down, as Markdown and as a plot."""
    title, ratings = contest.make().title, rate(results)
    print(plain_table(table(ratings)), plain_table(pairing_table(results)), sep="\n", end="")
    words = [f"--levels {arguments.levels}", f"--games {arguments.games}", f"--seed {arguments.seed}"]
    words += [f"--option {pair}" for pair in arguments.option] + ["--all"] * arguments.all
    command = f"warband ladder {contest.game} {' '.join(words)}"
    write_safely(folder / "ladder.svg", ladder_plot(title, ratings))
    write_safely(folder / "ladder.md", ladder_lab.markdown(title, command, results, "ladder.svg"))
    print(f"\nwrote {folder / 'ladder.md'} and {folder / 'ladder.svg'}")
