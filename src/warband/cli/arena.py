"""Play pairs of matches between two bots and report who is stronger.

Both matches of a pair have the same seed, and the bots swap seats, so that neither chance nor the first seat favours
one of them.

A bot is random, greedy, search:500 (500 imagined plays a choice), a level (1 to 8, or its name), FILE.py:Name or an
installed entry point. Levels count imagined plays alone, so that the same seed gives the same result on any machine
and with any number of jobs; --timed lets their clocks count too.

Every match goes into a file, a line each with its record, as soon as its pair is finished. To `warband record` and
`warband analyse` FILE.jsonl:N is the match in line N; line 1 says what is played, so the first match is FILE.jsonl:2.
Started again with the same arguments it keeps what is there and plays what is missing.
--on says where it is played; the file is the same wherever that is (docs/cluster.md). Times are kept beside it.
Ctrl-C prints the result so far. The win rate counts a draw as half a win; its 95 % interval is Wilson's.
"""

from __future__ import annotations

import json
import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.cli.arguments import add_contest, add_game, check_place, check_seed, opened_place, say
from warband.cli.exit_codes import ExitCode
from warband.cli.files import read_options
from warband.cli.match_files import OTHER_SOURCES, ArenaFile, own_path, shard_path
from warband.cli.progress import progress
from warband.engine import engine
from warband.kernel.errors import BadInput
from warband.lab.arena import Arena, Score, Stop, decided
from warband.lab.executors import Executor
from warband.lab.intervals import USUAL, check_statistics, percent, span
from warband.lab.ladder import milliseconds
from warband.lab.pairs import Contest, sources
from warband.lab.shards import WHOLE, Shard, read_shard

EXAMPLES = """\
exit code: 0 all played or decided, 2 wrong arguments or a bot failed, 130 stopped with Ctrl-C

examples:
  warband arena GAME search:500 greedy                       100 matches, on all cores
  warband arena GAME 5 3 --matches 400 --until-decided       stop as soon as it is clear who is stronger
  warband arena GAME greedy random --out greedy.jsonl        keep the matches here, and go on from here
  warband arena GAME my_bot.py:MyBot 4 --option NAME=VALUE   a bot of your own against level 4
  warband arena GAME greedy random --seed 37 --matches 2     the pair of seed 37, alone
  warband arena GAME 8 7 --on tcp://127.0.0.1:8786           on a Dask cluster (docs/cluster.md)
  warband arena GAME 8 7 --out a.jsonl --shard 3/8           an eighth of it; then: warband lab merge a.jsonl
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, two bots, and how many matches."""
    add_game(parser)
    parser.add_argument("left", metavar="LEFT", help="the bot whose win rate is reported")
    parser.add_argument("right", metavar="RIGHT", help="the bot it plays against")
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="how many matches, even (default: 100)")
    add_contest(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file of the matches, .jsonl (default: matches/)")
    parser.add_argument("--until-decided", action="store_true", help="stop when it is clear who is stronger")


def run(arguments: Namespace) -> ExitCode:
    """Play the matches and print the result."""
    contest = read_contest(arguments, arguments.left, arguments.right)
    shard = read_shard(arguments.shard)
    stop = decided if arguments.until_decided else None
    if stop is not None and not shard.is_whole:
        raise BadInput("--until-decided: no shard knows what the others have found; leave it out, or --shard")
    path = arguments.out or own_path(f"arena-{contest.make().name}", contest_terms(contest))
    with opened_place(arguments) as executor:
        arena = meet(contest, path, arguments.matches, executor, stop, shard=shard)
    if not shard.is_whole:
        print(shard_text(shard, arena.score().matches, len(arena.missing()), path))
        return ExitCode.STOPPED if arena.is_stopped else ExitCode.DONE
    print(json.dumps(figures(contest, arena.score())) if arguments.json else report(arena, path))
    return ExitCode.STOPPED if arena.is_stopped else ExitCode.DONE


def read_contest(arguments: Namespace, left: str, right: str) -> Contest:
    """Return the contest that arguments ask for, or raise BadInput."""
    check_place(arguments)
    check_seed(arguments.seed)
    pairs = [*arguments.option, f"pack={arguments.pack}"] if arguments.pack else arguments.option
    options, packs = read_options(pairs)
    return Contest(arguments.game, left, right, arguments.seed, options, packs, arguments.timed)


def contest_terms(contest: Contest) -> dict[str, object]:
    """Return all that decides how the matches of a contest go, the code included."""
    return {**contest.terms(), "sources": sources(contest.make())}


def meet(
    contest: Contest,
    path: Path,
    matches: int,
    executor: Executor,
    stop: Stop | None = None,
    label: str = "",
    shard: Shard = WHOLE,
) -> Arena:
    """Play a contest as far as its file does not hold it yet, show how it stands, and put the file in order."""
    check_statistics()
    arena = Arena(contest, matches, stop, shard)
    file = ArenaFile(path, contest, matches, shard)
    if file.has_other_sources:
        say(f"{path}: {OTHER_SOURCES}")
    for pair in file.pairs:
        arena.add(pair)
    name = label or contest.left
    with progress("matches") as show:
        total = 2 * len(shard.of(arena.pairs))
        arena.run(executor, file.keep, lambda score: show(score.matches, total, f"{name} {score.running()}"))
    file.put_in_order(range(arena.score().matches) if arena.is_decided else None)
    return arena


def shard_text(shard: Shard, done: int, missing: int, path: Path) -> str:
    """Return in words what a shard has done, and what comes next."""
    file, name = shard_path(path, shard), shlex.quote(str(path))
    then = f"when all shards are done: warband lab merge {name}" if not missing else "the same command goes on"
    return f"shard {shard}: {done} matches in {file}; {then}"


def figures(contest: Contest, score: Score) -> dict[str, object]:
    """Return the result of an arena as plain data."""
    rate = score.win_rate
    return {
        "game": contest.game,
        "engine": engine(),
        "matches": score.matches,
        "left_wins": score.left_wins,
        "right_wins": score.right_wins,
        "draws": score.draws,
        "win_rate": None if rate is None else round(rate, 4),
        "interval": [round(end, 4) for end in score.interval()],
    }


def report(arena: Arena, path: Path) -> str:
    """Return the result of an arena in words."""
    contest, score = arena.contest, arena.score()
    lines = [
        f"{contest.game}: {contest.left} (left) against {contest.right} (right), seed {contest.seed}, {engine()} engine"
    ]
    lines += score_lines(contest, score) if score.win_rate is not None else ["  nothing is finished"]
    lines.append(f"  records: {path}")
    if arena.is_decided:
        lines.append(f"decided after {score.matches} of {2 * arena.pairs} matches")
    if contest.timed:
        lines.append("  clocks counted: another run, or another machine, gives other results")
    if arena.is_stopped:
        lines.append(
            f"stopped: {score.matches} of {2 * arena.pairs} matches done; go on with --out {shlex.quote(str(path))}"
        )
    return "\n".join(lines)


def score_lines(contest: Contest, score: Score) -> list[str]:
    """Return the figures of a score in words."""
    won = f"{score.left_wins} won by left, {score.right_wins} by right, {score.draws} drawn"
    mean, first = score.decisions / score.matches, score.first_seat_points / score.matches
    both = [(contest.left, score.left), (contest.right, score.right)]
    times = ", ".join(f"{name} {milliseconds(effort.per_choice())} ms" for name, effort in both)
    times = times if score.left.seconds or score.right.seconds else "not kept"
    return [
        f"  {score.matches} matches: {won}",
        f"  {contest.left} makes {percent(score.points / score.matches)} of the points"
        f" ({USUAL * 100:.0f} % interval {span(score.interval())}); the first seat makes {percent(first)}",
        f"  {mean:.1f} decisions a match, {score.most_decisions} in the longest",
        f"  CPU time per choice: {times}",
    ]
