"""Offer every capability as one command."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import warband.games  # noqa: F401  (registers the games)
from warband import __version__, commands, lab_commands, pack_commands, play_commands, study_commands
from warband.kernel.errors import BadInput
from warband.table_parser import add_table_commands
from warband.terminal.welcome import level_lines

STOPPED = 130
# What is asked of the program itself; any other option without a command is one of serve.
OF_THE_WHOLE = ("-h", "--help", "--version")
EPILOG = """\
examples:
  warband                                        play in the browser, on this machine: the same as warband serve
  warband --port 8100 --no-browser               the same with options of serve
  warband play heros-crossing --against 3        play in the terminal against a bot of level 3
  warband play heros-crossing                    two people at one keyboard
  warband play --resume matches/NAME.json        go on where you stopped
  warband scenario tests/games/*/scenarios/*.yaml
  warband rules heros-crossing ATK-3             read a clause
  warband pack check my-set                      try cards of your own (docs/packs.md)
  warband bench --game heros-crossing --json
  warband arena heros-crossing 5 greedy          two bots, 100 matches: who is stronger?
  warband analyse matches/NAME.json              where was the match won?
  warband balance heros-crossing                 which cards win too often?
"""


PLAY = """\
Plays a match in the terminal: against a bot, or two people at one keyboard with a curtain between their hands.

The match is saved at every decision. At the table, help tells what one can type: undo, hint, why, rule, log, quit ...
At a terminal, what the command leaves open (the game, against whom) is asked before the match begins.
"""
PLAY_EXAMPLES = """\
Or name the bot: random, greedy, search:500 (500 imagined plays a choice), an installed entry point, or FILE.py:Name,
a class of your own (a subclass of warband.agents.bot.Bot). A bot sees what its seat sees and nothing else.

examples:
  warband play GAME --against 3                         you sit in seat 0
  warband play GAME --against 5 --seat random           chance seats you
  warband play --resume matches/NAME.json               go on, against the same bot
  warband play --resume matches/NAME.json --against 8   another bot takes over the other seat
"""
ARENA = """\
Lets two bots play pairs of matches and tells who is stronger: both matches of a pair have the same seed, and the
bots swap seats, so that neither chance nor the first seat favours one of them.

A bot is random, greedy, search:500 (500 imagined plays a choice), a level (1 to 8, or its name), FILE.py:Name or an
installed entry point. Levels count imagined plays alone, so that the same seed gives the same result on any machine
and with any number of jobs; --timed lets their clocks count too.

Every match goes into a file, a line each with its record, as soon as its pair is finished. To `warband record` and
`warband analyse` FILE.jsonl:N is the match in line N; line 1 says what is played, so the first match is FILE.jsonl:2.
Started again with the same arguments and the same --out it keeps what is there and plays what is missing.
Ctrl-C tells what is done. The win rate counts a draw as half a win; its 95 % interval is Wilson's.
"""
ARENA_EPILOG = """\
exit code: 0 all played or decided, 2 wrong arguments or a bot failed, 130 stopped with Ctrl-C

examples:
  warband arena GAME search:500 greedy                           100 matches, on all cores
  warband arena GAME 5 3 --games 400 --until-decided             stop as soon as it is clear who is stronger
  warband arena GAME greedy random --out greedy.jsonl            keep the matches here, and go on from here
  warband arena GAME my_bot.py:MyBot 4 --option NAME=VALUE       a bot of your own against level 4
  warband arena GAME greedy random --seed 37 --games 2           the pair of seed 37, alone
"""
LADDER = """\
Lets the levels play each other (neighbours and those two apart, or --all) and rates them: a Bradley-Terry fit, in
Elo points, with 95 % intervals. A level 100 points above another wins 64 matches of 100, 200 points above 76.

The folder --out holds the matches of each pairing as arenas do, the ratings as ladder.md and the plot as ladder.svg.
Started again with the same arguments it keeps what is there and plays what is missing.
"""
LADDER_EPILOG = """\
examples:
  warband ladder GAME                                    all levels, 40 matches a pairing
  warband ladder GAME --levels 1-4 --games 200           the lower half, more exactly
  warband ladder GAME --timed --out ladders/timed        as they play against people: with their clocks
"""
ANALYSE = """\
Goes through a finished match again: how likely each seat was to win after each choice, by what that seat could see
then and nothing more, and where that turned most, with what the bot would have done instead.

A choice is a decision with more than one legal action; what is forced afterwards, and the chance that follows, belong
to it. ± is the spread over the worlds that the seat could imagine: how far its chance depends on what it cannot see.
The same seed and budget give the same analysis.
"""
ANALYSE_EPILOG = """\
exit code: 0 done, 2 wrong arguments or a record that is not true, 130 stopped with Ctrl-C

examples:
  warband analyse matches/NAME.json                        a table, then the largest swings
  warband analyse matches/NAME.json --seat 1 --budget 5000 what seat 1 might have seen, more exactly
  warband analyse matches/NAME.json --plot match.svg       and a drawing
  warband analyse matches/NAME.json --json                 everything, expected lines included
  warband analyse matches/arena-NAME.jsonl:2               the match in line 2 of an arena's file, the first of them
"""
BALANCE = """\
Lets a bot play a game against itself and tells which cards, leaders, factions and seats win how often, with 95 %
intervals (Wilson). A row is an event of the match and what it names: who led, drew, recruited, hired or summoned it.
It counts the matches in which one seat alone has that event; where both have it, nobody gains by it.

With --against the same seeds are played with two packs, before and after a change, and the win rates stand side by
side. The folder --out holds the matches (a short line each), balance.csv and balance.html, a report with plots.
Started again with the same arguments it keeps what is there and plays what is missing. Ctrl-C tells what is done.
"""
BALANCE_EPILOG = """\
A rate says what goes with winning, not what causes it (docs/balance.md).

exit code: 0 all played, 2 wrong arguments or a bot failed, 130 stopped with Ctrl-C

examples:
  warband balance GAME                                      1,000 matches of greedy, on all cores
  warband balance GAME --games 10000 --out balance/GAME     more of them, here; again to go on
  warband balance GAME --pack my-set-2 --against my-set-1   what did the change do?
  warband balance GAME --bot search:200 --games 400         a stronger bot, fewer matches
"""
PACK_CHECK = """\
Reads a pack, makes its game with it and plays random matches.

PATH is a file (TOML, YAML or JSON), or a folder with pack.toml and one TOML file for each card.
The pack says which game it is for (game = "NAME" in pack.toml or at the top of the file), or --game does.
What is wrong is told as FILE:LINE: WHAT (the line in TOML only), one fault at a time.
The matches go round the option sets of the game. Each must end, and every decision must have a legal action.
"""
PACK_CHECK_EPILOG = """\
exit code: 0 nothing broke, 1 the pack is wrong or a match broke, 2 wrong arguments, 130 stopped with Ctrl-C

examples:
  warband pack check my-set                        a folder whose pack.toml names its game
  warband pack check my-set.toml --game NAME       a file that does not
  warband pack check my-set --matches 5000         more matches, for rare faults
  warband pack check my-set --seed 37 --matches 1  the match that broke at seed 37, alone
"""


class Parser(argparse.ArgumentParser):
    """Parse arguments; say in one line what is wrong with them."""

    def error(self, message: str) -> NoReturn:
        """Print one sentence and exit with code 2."""
        self.exit(2, f"warband: {message}; see {self.prog} --help\n")


def build_parser() -> Parser:
    """Return the parser of all commands."""
    shape = argparse.RawDescriptionHelpFormatter
    parser = Parser("warband", description=__doc__, epilog=EPILOG, formatter_class=shape)
    parser.add_argument("--version", action="version", version=f"warband {__version__}")
    found = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    add_table_commands(found)
    _add_play(found)
    _add_games(found)
    _add_scenario(found)
    _add_rules(found)
    _add_record(found)
    _add_check(found)
    _add_pack(found)
    _add_playthrough(found)
    _add_bench(found)
    _add_arena(found)
    _add_ladder(found)
    _add_analyse(found)
    _add_balance(found)
    return parser


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Parser]

OPTION_HELP = "set an option of the game, such as health=3; may be given several times"
MOVED_HELP = "pack=PATH: where the pack of the match lies now, if it was moved"
RECORD_HELP = "a record, or FILE.jsonl:N for the match in line N of an arena's file (line 2 is the first match)"


def _add_options(parser: argparse.ArgumentParser, told: str = OPTION_HELP) -> None:
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=told)


def _add_play(found: Commands) -> None:
    shape = argparse.RawDescriptionHelpFormatter
    parser = found.add_parser(
        "play",
        help="play a match in the terminal, against a bot or two people at one keyboard",
        description=PLAY,
        epilog="\n".join(["levels of --against:", *level_lines(), "", PLAY_EXAMPLES]),
        formatter_class=shape,
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="such as heros-crossing (see: warband games)")
    parser.add_argument("--against", metavar="LEVEL", help="a bot: a level, search:500, FILE.py:Name (see below)")
    parser.add_argument("--seat", choices=["0", "1", "random"], help="where you sit against a bot (default: 0)")
    _add_options(parser, f"{OPTION_HELP}; with --resume only {MOVED_HELP}")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved match, against the same bot")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the match (default: matches/)")
    parser.add_argument("--names", nargs=2, metavar=("FIRST", "SECOND"), help="names of the two players")
    parser.add_argument("--seed", type=int, help="make chance repeatable; for trying things out, not for real play")
    parser.set_defaults(run=play_commands.play)


def _add_games(found: Commands) -> None:
    parser = found.add_parser("games", help="list the games and their options")
    parser.set_defaults(run=commands.games)


def _add_scenario(found: Commands) -> None:
    parser = found.add_parser("scenario", help="run scenarios; exit 1 if one fails (docs/scenarios.md)")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(run=commands.scenario)


def _add_rules(found: Commands) -> None:
    parser = found.add_parser("rules", help="read the rules: of a game, of one clause; or `coverage` by tests")
    parser.add_argument("words", nargs="*", metavar="[coverage] [GAME] [CLAUSE]")
    parser.add_argument("--tests", type=Path, default=Path("tests"), metavar="DIR", help="tests that coverage reads")
    parser.set_defaults(run=commands.rules)


def _add_record(found: Commands) -> None:
    parser = found.add_parser("record", help="verify, show or redact the record of a match")
    parser.add_argument("what", choices=["verify", "show", "redact"])
    parser.add_argument("file", type=Path, metavar="FILE", help=RECORD_HELP)
    parser.add_argument("--seat", type=int, choices=[0, 1], help="for show and redact: as this seat knows the match")
    _add_options(parser, MOVED_HELP)
    parser.set_defaults(run=commands.record)


def _add_check(found: Commands) -> None:
    parser = found.add_parser("check", help="check that a game keeps the laws of the kernel, over random matches")
    parser.add_argument("game")
    _add_options(parser)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.set_defaults(run=commands.check)


def _add_pack(found: Commands) -> None:
    parser = found.add_parser("pack", help="check cards of your own: warband pack check PATH (docs/packs.md)")
    deeds = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    shape = argparse.RawDescriptionHelpFormatter
    check = deeds.add_parser(
        "check",
        help="read a pack, make its game with it and play random matches",
        description=PACK_CHECK,
        epilog=PACK_CHECK_EPILOG,
        formatter_class=shape,
    )
    check.add_argument("path", type=Path, metavar="PATH", help="the pack: a file or a folder")
    check.add_argument("--game", help="the game it is for, such as heros-crossing, if the pack does not say it")
    check.add_argument("--matches", type=int, default=200, metavar="N", help="how many matches (default: 200)")
    check.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first match (default: 0)")
    check.set_defaults(run=pack_commands.check_pack)


def _add_playthrough(found: Commands) -> None:
    parser = found.add_parser("playthrough", help="print, or --write, the playthrough files that tests compare")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--write", action="store_true", help="write the files instead of printing them")
    parser.add_argument("--dir", type=Path, default=Path("tests/playthroughs"), help="where they lie")
    parser.set_defaults(run=commands.playthroughs)


def _add_bench(found: Commands) -> None:
    parser = found.add_parser("bench", help="measure random play per second of CPU time, plain and compiled")
    parser.add_argument("--game", help="one game; without it all of them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per window (five windows each)")
    parser.set_defaults(run=commands.bench)


def _add_arena(found: Commands) -> None:
    parser = found.add_parser(
        "arena",
        help="let two bots play each other and tell who is stronger (docs/arena.md)",
        description=ARENA,
        epilog=ARENA_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="such as heros-crossing (see: warband games)")
    parser.add_argument("left", metavar="LEFT", help="the bot whose win rate is told")
    parser.add_argument("right", metavar="RIGHT", help="the bot it plays against")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many matches, even (default: 100)")
    _add_contest(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file of the matches, .jsonl (default: matches/)")
    parser.add_argument("--until-decided", action="store_true", help="stop when it is clear who is stronger")
    parser.set_defaults(run=lab_commands.arena)


def _add_ladder(found: Commands) -> None:
    parser = found.add_parser(
        "ladder",
        help="let the levels play each other and rate them",
        description=LADDER,
        epilog=LADDER_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="such as heros-crossing (see: warband games)")
    parser.add_argument("--levels", default="1-8", metavar="A-B", help="which levels (default: 1-8)")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="matches a pairing, even (default: 40)")
    parser.add_argument("--all", action="store_true", help="every level meets every other")
    _add_contest(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder (default: matches/ladder-GAME)")
    parser.set_defaults(run=lab_commands.ladder)


def _add_analyse(found: Commands) -> None:
    parser = found.add_parser(
        "analyse",
        help="tell how likely each seat was to win after each decision of a match (docs/analysis.md)",
        description=ANALYSE,
        epilog=ANALYSE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="RECORD", help=f"a finished match: {RECORD_HELP}")
    parser.add_argument("--budget", type=int, default=1000, metavar="N", help="imagined plays a view (default: 1000)")
    parser.add_argument("--seat", type=int, choices=[0, 1], help="one seat's view alone")
    parser.add_argument("--swings", type=int, default=5, metavar="N", help="how many swings to tell (default: 5)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the bot (default: 0)")
    _add_options(parser, MOVED_HELP)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it as well: a .png or .svg file")
    parser.set_defaults(run=study_commands.analyse)


def _add_balance(found: Commands) -> None:
    cores = os.cpu_count() or 1
    parser = found.add_parser(
        "balance",
        help="tell which cards, leaders, factions and seats win how often (docs/balance.md)",
        description=BALANCE,
        epilog=BALANCE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="such as heros-crossing (see: warband games)")
    parser.add_argument("--bot", default="greedy", help="who plays both seats (default: greedy)")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many matches (default: 1000)")
    parser.add_argument("--pack", metavar="A", help="play with this pack, as it is now")
    parser.add_argument("--against", metavar="B", help="compare with this pack, as it was before")
    _add_options(parser)
    parser.add_argument("--kind", action="append", default=[], metavar="K", help="tell every row of this kind of event")
    parser.add_argument("--jobs", type=int, default=cores, metavar="J", help="worker processes (default: all cores)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first match (default: 0)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the folder (default: matches/balance-GAME)")
    parser.set_defaults(run=study_commands.balance)


def _add_contest(parser: argparse.ArgumentParser) -> None:
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, metavar="J", help="worker processes (default: all cores)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first pair (default: 0)")
    _add_options(parser)
    parser.add_argument("--pack", metavar="DIR", help="play with this pack; the same as --option pack=DIR")
    parser.add_argument("--timed", action="store_true", help="let the clocks of levels count, as in play with people")


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 if a check failed, 2 if the input was wrong, 130 if stopped."""
    options = build_parser().parse_args(with_command(sys.argv[1:] if arguments is None else arguments))
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except BadInput as error:
        print("warband: " + " ".join(str(error).split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("warband: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone; what is still buffered goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def with_command(words: list[str]) -> list[str]:
    """Return the words of a command line with their command: `serve` where there are options alone, or nothing."""
    names_it = words and (not words[0].startswith("-") or words[0] in OF_THE_WHOLE)
    return words if names_it else ["serve", *words]
