"""Play a bot against itself and report how often each card, leader, faction and seat wins.

Unless --bot says otherwise it is the mind of the game, a network trained by self-play, that chooses at first sight and
plays many matches together; where there is none it is greedy. The report names who played.

Rates come with 95 % intervals (Wilson). A row is an event of the match and what it names: who led, drew, recruited,
hired or summoned it. It counts the matches in which one seat alone has that event; where both have it, nobody gains
by it.

With --against the same seeds are played with two packs, before and after a change, and the win rates stand side by
side. The folder --out holds the matches (a short line each), balance.csv and balance.html, a report with plots.
Started again with the same arguments it plays what is missing. Ctrl-C prints what is done so far. --on says where it is
played; what is found is the same wherever that is (docs/cluster.md).
"""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path

from warband.agents.roster import check_bot
from warband.cli.arguments import (
    add_game,
    add_options,
    add_place,
    add_seed,
    add_shard,
    check_number,
    check_place,
    check_seed,
    opened_place,
    say,
)
from warband.cli.exit_codes import ExitCode
from warband.cli.files import read_options, write_safely
from warband.cli.match_files import OTHER_SOURCES, BalanceFile, check_folder
from warband.cli.progress import progress
from warband.engine import engine
from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game
from warband.lab.balance import Balance, Fact, SelfPlay, Tally, usual_bot
from warband.lab.executors import Executor, run_all
from warband.lab.intervals import check_statistics
from warband.lab.ladder import plain_table
from warband.lab.report import Report, csv_text, html_text
from warband.lab.shards import Shard, read_shard

EXAMPLES = """\
A rate says what goes with winning, not what causes it (docs/balance.md).

exit code: 0 all played, 2 wrong arguments or a bot failed, 130 stopped with Ctrl-C

examples:
  warband balance GAME                                      1,000 matches of the game's mind, on all cores
  warband balance GAME --matches 10000 --out balance/GAME   more of them, here; again to go on
  warband balance GAME --pack my-set-2 --against my-set-1   what did the change do?
  warband balance GAME --bot greedy                         another bot, such as one of your own
"""
MOST_MATCHES = 10_000_000
BEFORE, MATCHES = "before.jsonl", "matches.jsonl"


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, a bot, how many matches, and what to compare with."""
    add_game(parser)
    parser.add_argument("--bot", help="who plays both seats (default: mind, greedy where the game has none)")
    parser.add_argument("--matches", type=int, default=1000, metavar="N", help="how many matches (default: 1000)")
    parser.add_argument("--pack", metavar="A", help="play with this pack, as it is now")
    parser.add_argument("--against", metavar="B", help="compare with this pack, as it was before")
    add_options(parser)
    parser.add_argument("--kind", action="append", default=[], metavar="K", help="list every row of this kind of event")
    add_place(parser)
    add_shard(parser)
    add_seed(parser, "the first match")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder (default: matches/balance-GAME)")


def run(arguments: Namespace) -> ExitCode:
    """Play the matches, before and after a change of pack, and report on them."""
    check_number("--matches", arguments.matches, 1, MOST_MATCHES)
    check_place(arguments)
    check_seed(arguments.seed)
    check_statistics()
    arguments.bot = arguments.bot or usual_bot(arguments.game)
    after = read_study(arguments, arguments.pack)
    before = read_study(arguments, arguments.against) if arguments.against else None
    folder = check_folder(arguments.out or Path("matches") / f"balance-{after.make().name}")
    shard = read_shard(arguments.shard)
    kept: list[tuple[Balance, bool]] = []
    with opened_place(arguments) as executor:
        for study, name in ((before, BEFORE), (after, MATCHES)):
            if study is not None:
                kept.append(self_play(study, folder / name, arguments.matches, executor, shard))
            if kept and kept[-1][1]:
                break
    return print_balance(arguments, folder, kept) if shard.is_whole else print_shard(folder, kept, shard)


def read_study(arguments: Namespace, pack: str | None) -> SelfPlay:
    """Return what arguments ask to be studied with a pack, or raise BadInput."""
    pairs = [*arguments.option, f"pack={pack}"] if pack else arguments.option
    options, packs = read_options(pairs)
    study = SelfPlay(arguments.game, arguments.bot, arguments.seed, options, packs)
    check_bot(arguments.bot, study.make())
    return study


def self_play(study: SelfPlay, path: Path, matches: int, executor: Executor, shard: Shard) -> tuple[Balance, bool]:
    """Play the matches that a file does not hold yet; return their balance, and whether a person stopped it."""
    file = BalanceFile(path, study, matches, shard)
    if file.has_other_sources:
        say(f"{path}: {OTHER_SOURCES}")
    kept = {fact.number: fact for fact in file.facts if fact.number < matches}
    is_stopped = play_missing(study, file, kept, shard.of(matches), executor)
    file.put_in_order()
    balance = Balance()
    for number in sorted(kept):
        balance.add(kept[number])
    return balance, is_stopped


def play_missing(study: SelfPlay, file: BalanceFile, kept: dict[int, Fact], numbers: range, executor: Executor) -> bool:
    """Play the matches that are not kept yet and keep them; return whether a person stopped it."""
    missing = [number for number in numbers if number not in kept]
    tally = Tally()
    for fact in kept.values():
        tally.add(fact)
    try:
        with closing(run_all(executor, study, missing)) as playing, progress("matches") as show:
            for fact in playing:
                file.keep(fact)
                kept[fact.number] = fact
                tally.add(fact)
                show(len(kept), len(numbers), tally.running())
    except KeyboardInterrupt:
        return True
    return False


def print_shard(folder: Path, kept: list[tuple[Balance, bool]], shard: Shard) -> ExitCode:
    """Print what a shard has done, and what comes next."""
    is_stopped = kept[-1][1]
    merge = f"when all shards are done: warband lab merge {shlex.quote(str(folder))}"
    matches = sum(balance.matches for balance, _ in kept)
    print(f"shard {shard}: {matches} matches in {folder}; {'the same command goes on' if is_stopped else merge}")
    return ExitCode.STOPPED if is_stopped else ExitCode.DONE


def print_balance(arguments: Namespace, folder: Path, kept: list[tuple[Balance, bool]]) -> ExitCode:
    """Print what was found and write the reports; a study that was stopped is told as far as it went."""
    report = make_report(arguments, [balance for balance, _ in kept])
    is_stopped = kept[-1][1]
    if report.balance.matches:
        check_kinds(report, arguments.kind)
        print(balance_text(report, arguments.kind))
        write_safely(folder / "balance.csv", csv_text(report))
        write_safely(folder / "balance.html", html_text(report))
        print(f"wrote {folder / 'balance.csv'} and {folder / 'balance.html'}; the matches are in {folder}")
    if is_stopped:
        print(f"stopped: {report.balance.matches} of {arguments.matches} matches done; the same command goes on")
    return ExitCode.STOPPED if is_stopped else ExitCode.DONE


def check_kinds(report: Report, kinds: list[str]) -> None:
    """Raise BadInput if a kind of event is asked for that did not happen."""
    known = [*report.own(), *sorted(kind for kind in report.balance.seats if kind not in report.own())]
    for kind in kinds:
        if kind not in known:
            raise BadInput(f"--kind {kind}: no match told of it; the kinds are {', '.join(known)}")


def make_report(arguments: Namespace, balances: list[Balance]) -> Report:
    """Return the report of one balance, or of two with their packs."""
    title, command = make_game(arguments.game).title, command_of(arguments)
    if not arguments.against:
        return Report(title, command, balances[0], str(arguments.pack or arguments.bot))
    then, now = labels_of(arguments)
    if len(balances) == 2:
        return Report(title, command, balances[1], now, balances[0], then)
    # Whoever stops before the change was played learns how it was before.
    return Report(title, command, balances[0], then)


def labels_of(arguments: Namespace) -> tuple[str, str]:
    """Return the packs before and after the change, as they were named; the game's own where none was."""
    then = str(arguments.against)
    now = str(arguments.pack or read_study(arguments, None).make().options["pack"])
    return (then, now) if then != now else (f"{then} (before)", f"{now} (now)")


def command_of(arguments: Namespace) -> str:
    """Return the command that plays these matches."""
    words = ["warband", "balance", arguments.game, "--bot", arguments.bot, "--matches", str(arguments.matches)]
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
    shown = report.own() + [kind for kind in kinds if kind not in report.own()]
    rows = [row for kind in shown for row in report.rows_of(kind)]
    lines = [f"{report.title}, {report.command}, {engine()} engine", *(f"  {fact}" for fact in report.facts()), ""]
    lines += [plain_table([report.heading(), *rows]), f"What stands out: {report.luck()}"]
    out = report.standing_out()
    return "\n".join([*lines, plain_table([report.heading(), *out])] if out else lines)
