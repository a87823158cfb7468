"""Go through a finished match again: how likely each seat was to win after each choice, and where that turned.

Each seat is judged by what it could see then and nothing more, with what the judge would have done instead. The judge
is the mind of the game, a network trained by self-play, or where there is none a search; it is named above the table.

A choice is a decision with more than one legal action; what is forced afterwards, and the chance that follows, belong
to it. ± is the spread over the worlds that the seat could imagine: how far its chance depends on what it cannot see.
The same seed and budget give the same analysis.

Of many records, or all matches of an arena's file, each analysis is a line of a file, and the largest swing of each is
printed; started again with the same arguments it goes on. --on says where they are analysed (docs/cluster.md).
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.agents.bot import Budget
from warband.agents.hints import JUDGES, usual_judge
from warband.cli.analyse_many import analyse_many, is_many
from warband.cli.arguments import (
    MOVED_PACK_HELP,
    RECORD_HELP,
    add_options,
    add_place,
    add_seed,
    add_shard,
    check_number,
    check_seed,
)
from warband.cli.exit_codes import ExitCode
from warband.cli.files import write_bytes
from warband.cli.progress import progress
from warband.cli.record import load_record, verified
from warband.kernel.errors import BadInput
from warband.kernel.seats import BOTH
from warband.lab.charts import chance_chart, picture
from warband.lab.intervals import percent
from warband.lab.ladder import plain_table
from warband.lab.plots import check_drawing
from warband.lab.review import Review, judge_text, result_of, review, swing_lines, table

EXAMPLES = """\
exit code: 0 done, 2 wrong arguments or a record that is not true, 130 stopped with Ctrl-C

examples:
  warband analyse matches/NAME.json                          a table, then the largest swings
  warband analyse matches/NAME.json --seat 1 --budget 5000   what seat 1 might have seen, more exactly
  warband analyse matches/NAME.json --judge search           by a search instead of the trained network
  warband analyse matches/NAME.json --plot match.svg         and a drawing
  warband analyse matches/NAME.json --json                   everything, expected lines included
  warband analyse matches/arena-NAME.jsonl:2                 the match in line 2 of an arena's file, the first of them
  warband analyse matches/arena-NAME.jsonl --out swings.jsonl   all matches of it, on all cores
"""
MOST_ITERATIONS = 1_000_000
PICTURES = (".png", ".svg")


def add_arguments(parser: ArgumentParser) -> None:
    """Take a record, how long to think, and what to print."""
    parser.add_argument(
        "files", type=Path, nargs="+", metavar="RECORD", help=f"finished matches: {RECORD_HELP}, or all of FILE.jsonl"
    )
    parser.add_argument(
        "--budget",
        type=int,
        default=1000,
        metavar="N",
        help="imagined plays a view (default: 1000); a mind tries actions in at most 16 worlds",
    )
    parser.add_argument("--judge", choices=list(JUDGES), help="who judges (default: mind, search where there is none)")
    parser.add_argument("--seat", type=int, choices=[0, 1], help="one seat's view alone")
    parser.add_argument("--swings", type=int, default=5, metavar="N", help="how many swings to show (default: 5)")
    add_seed(parser, "the bot")
    add_options(parser, MOVED_PACK_HELP)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it as well: a .png or .svg file")
    parser.add_argument("--out", type=Path, metavar="FILE", help="of many: keep them here, .jsonl (default: matches/)")
    add_place(parser)
    add_shard(parser)


def run(arguments: Namespace) -> ExitCode:
    """Review the match and print, and draw, what was found."""
    check_number("--budget", arguments.budget, 1, MOST_ITERATIONS)
    check_number("--swings", arguments.swings, 0, MOST_ITERATIONS)
    check_seed(arguments.seed)
    check_plot(arguments.plot)
    if is_many(arguments):
        return analyse_many(arguments)
    match = _review(arguments)
    print(
        json.dumps(match.to_data(arguments.swings), indent=1)
        if arguments.json
        else review_text(match, arguments.swings)
    )
    if arguments.plot is not None:
        write_bytes(arguments.plot, picture(chance_chart(match, arguments.swings), arguments.plot.suffix))
    return ExitCode.DONE


def check_plot(path: Path | None) -> None:
    """Raise BadInput if a plot cannot be drawn, before anybody waits for it."""
    if path is not None:
        if path.suffix not in PICTURES:
            raise BadInput(f"--plot {path}: a plot is a file that ends with .png or .svg")
        check_drawing()


def _review(arguments: Namespace) -> Review:
    (path,) = arguments.files
    record, game = load_record(path, arguments.option)
    verified(path, record, game)
    seats = BOTH if arguments.seat is None else (arguments.seat,)
    try:
        with progress("choices") as show:
            judge = arguments.judge or usual_judge(game.name)
            return review(record, game, seats, Budget(arguments.budget), arguments.seed, show, judge)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def review_text(review: Review, swings: int) -> str:
    """Return a review in words: how it went, every decision, the largest swings."""
    names = review.record.players
    start = ", ".join(f"{names[seat]} {percent(stand.chance)}" for seat, stand in review.start.items())
    result = result_of(review.record)
    ending = review.game.say_result(result, names) if result is not None else ""
    lines = [f"{review.game.title}: {names[0]} against {names[1]}. {ending}"]
    lines += [judge_text(review.judge), f"At the start: {start}.", ""]
    lines += [plain_table(table(review))]
    if swings and review.swings(swings):
        lines += ["The largest swings:", *swing_lines(review, swings)]
    return "\n".join(lines)
