"""Carry out the commands that study matches and games: analyse and balance."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from warband.agents.bot import Budget
from warband.commands import checked, load_record
from warband.files import read_options, write_safely
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game
from warband.kernel.seats import BOTH
from warband.lab.balance import Balance, SelfPlay
from warband.lab.charts import chance_chart, picture
from warband.lab.intervals import percent, wilson
from warband.lab.ladder import plain_table
from warband.lab.pairs import MOST_SEED
from warband.lab.plots import blank
from warband.lab.report import Report, csv_text, html_text
from warband.lab.review import Review, result_of, review, swing_lines, table
from warband.lab.workers import play_all
from warband.lab_commands import MOST_JOBS, OLDER, duration, show
from warband.lab_files import check_folder
from warband.study_files import BalanceFile

Arguments = argparse.Namespace
STOPPED = 130
MOST_ITERATIONS = 1_000_000
MOST_MATCHES = 10_000_000
BEFORE, MATCHES = "before.jsonl", "matches.jsonl"
PICTURES = (".png", ".svg")
BAR = 20


# ---- analyse ----


def analyse(arguments: Arguments) -> int:
    """Tell how likely each seat was to win after each decision of a match, and where that turned."""
    check_number("--budget", arguments.budget, 1, MOST_ITERATIONS)
    check_number("--swings", arguments.swings, 0, MOST_ITERATIONS)
    check_number("--seed", arguments.seed, 0, MOST_SEED)
    check_plot(arguments.plot)
    found = _review(arguments)
    print(json.dumps(found.to_data(arguments.swings), indent=1) if arguments.json else told(found, arguments.swings))
    if arguments.plot is not None:
        write_bytes(arguments.plot, picture(chance_chart(found, arguments.swings), arguments.plot.suffix))
    return 0


def check_plot(path: Path | None) -> None:
    """Raise BadInput if a plot cannot be drawn, before anybody waits for it."""
    if path is not None:
        if path.suffix not in PICTURES:
            raise BadInput(f"--plot {path}: a plot is a file that ends with .png or .svg")
        blank(1, 1)


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


# ---- balance ----


def balance(arguments: Arguments) -> int:
    """Let a bot play a game against itself and tell what goes with winning, before and after a change of pack."""
    check_number("--games", arguments.games, 1, MOST_MATCHES)
    check_number("--jobs", arguments.jobs, 1, MOST_JOBS)
    check_number("--seed", arguments.seed, 0, MOST_SEED)
    wilson(0, 0)
    after = read_study(arguments, arguments.pack)
    before = read_study(arguments, arguments.against) if arguments.against else None
    folder = check_folder(arguments.out or Path("matches") / f"balance-{after.make().name}")
    kept: list[tuple[Balance, bool]] = []
    for study, name in ((before, BEFORE), (after, MATCHES)):
        if study is not None:
            kept.append(self_play(study, folder / name, arguments.games, arguments.jobs))
        if kept and kept[-1][1]:
            break
    return tell_balance(arguments, folder, kept)


def read_study(arguments: Arguments, pack: str | None) -> SelfPlay:
    """Return what arguments ask to be studied with a pack, or raise BadInput."""
    pairs = [*arguments.option, f"pack={pack}"] if pack else arguments.option
    options, packs = read_options(pairs)
    study = SelfPlay(arguments.game, arguments.bot, arguments.seed, options, packs)
    study.terms()
    return study


def self_play(study: SelfPlay, path: Path, games: int, jobs: int) -> tuple[Balance, bool]:
    """Play the matches that a file does not hold yet; return their balance, and whether a person stopped it."""
    file = BalanceFile(path, study)
    if file.has_other_sources:
        print(f"warband: {path}: {OLDER}", file=sys.stderr)
    found = Balance()
    kept = {fact.number: fact for fact in file.facts if fact.number < games}
    for number in sorted(kept):
        found.add(kept[number])
    missing = [number for number in range(games) if number not in kept]
    tell = counting("matches")
    try:
        with closing(play_all(study, missing, jobs)) as playing:
            for fact in playing:
                file.keep(fact)
                found.add(fact)
                tell(found.games, games)
    except KeyboardInterrupt:
        return found, True
    finally:
        show_on_terminal("")
    return found, False


def tell_balance(arguments: Arguments, folder: Path, kept: list[tuple[Balance, bool]]) -> int:
    """Print what was found and write the reports; a study that was stopped is told as far as it went."""
    report = make_report(arguments, [found for found, _ in kept])
    is_stopped = kept[-1][1]
    if report.found.games:
        check_kinds(report, arguments.kind)
        print(balance_text(report, arguments.kind))
        write_safely(folder / "balance.csv", csv_text(report))
        write_safely(folder / "balance.html", html_text(report))
        print(f"wrote {folder / 'balance.csv'} and {folder / 'balance.html'}; the matches are in {folder}")
    if is_stopped:
        print(f"stopped: {report.found.games} of {arguments.games} matches done; the same command goes on")
    return STOPPED if is_stopped else 0


def check_kinds(report: Report, kinds: list[str]) -> None:
    """Raise BadInput if a kind of event is asked for that did not happen."""
    known = [*report.own(), *sorted(kind for kind in report.found.seats if kind not in report.own())]
    for kind in kinds:
        if kind not in known:
            raise BadInput(f"--kind {kind}: no match told of it; the kinds are {', '.join(known)}")


def make_report(arguments: Arguments, found: list[Balance]) -> Report:
    """Return the report of one balance, or of two with their packs."""
    title, command = make_game(arguments.game).title, command_of(arguments)
    if not arguments.against:
        return Report(title, command, found[0], str(arguments.pack or arguments.bot))
    then, now = labels_of(arguments)
    if len(found) == 2:
        return Report(title, command, found[1], now, found[0], then)
    # Whoever stops before the change was played learns how it was before.
    return Report(title, command, found[0], then)


def labels_of(arguments: Arguments) -> tuple[str, str]:
    """Return the packs before and after the change, as they were named; the game's own where none was."""
    then = str(arguments.against)
    now = str(arguments.pack or read_study(arguments, None).make().options["pack"])
    return (then, now) if then != now else (f"{then} (before)", f"{now} (now)")


def command_of(arguments: Arguments) -> str:
    """Return the command that plays these matches."""
    words = ["warband", "balance", arguments.game, "--bot", arguments.bot, "--games", str(arguments.games)]
    words += [
        word
        for name in ("pack", "against")
        if getattr(arguments, name)
        for word in (f"--{name}", vars(arguments)[name])
    ]
    words += [word for pair in arguments.option for word in ("--option", pair)]
    return shlex.join([*words, "--seed", str(arguments.seed)])


def balance_text(report: Report, kinds: list[str]) -> str:
    """Return a report for the terminal: the seats, what is a side's own, the kinds asked for, and what stands out."""
    told = report.own() + [kind for kind in kinds if kind not in report.own()]
    rows = [row for kind in told for row in report.rows_of(kind)]
    lines = [f"{report.title}, {report.command}", *(f"  {fact}" for fact in report.facts()), ""]
    lines += [plain_table([report.heading(), *rows]), f"What stands out: {report.luck()}"]
    out = report.standing_out()
    return "\n".join([*lines, plain_table([report.heading(), *out])] if out else lines)


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
