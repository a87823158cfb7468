"""Play a match in the terminal: against a bot, or two people at one keyboard with a curtain between their hands.

The match is saved at every decision. During the match, type help for the commands: undo, hint, why, rule, log, quit ...
At a terminal, what the command leaves open (the game, against whom) is asked before the match begins.
"""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from warband.agents.bot_process import BotProcess
from warband.agents.levels import find_level, levels
from warband.agents.roster import bot_name, check_bot, is_program
from warband.cli.arguments import MOVED_PACK_HELP, OPTION_HELP, add_options
from warband.cli.exit_codes import ExitCode
from warband.cli.files import exists, read_options, write_safely
from warband.cli.record import load_record, verified
from warband.cli.rules import clauses_of
from warband.engine import engine
from warband.kernel import registry
from warband.kernel.chance import Rng, fresh_chance, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import Record
from warband.kernel.registry import make_game
from warband.kernel.seats import SIDE_NAMES
from warband.terminal.rivals import Rival, RivalTable
from warband.terminal.table import Leave, TerminalTable
from warband.terminal.welcome import Welcome, level_lines

EXAMPLES = f"""\
levels of --against:
{chr(10).join(level_lines())}

Or name the bot: random, greedy, search:500 (500 imagined plays a choice), an installed entry point, or FILE.py:Name,
a class of your own (a subclass of warband.agents.bot.Bot). A bot sees what its seat sees and nothing else.

examples:
  warband play heros-crossing                             two people at one keyboard
  warband play heros-crossing --against 3                 you sit in seat 0
  warband play heros-crossing --against 5 --seat random   chance seats you
  warband play --resume matches/NAME.json                 go on, against the same bot
  warband play --resume matches/NAME.json --against 8     another bot takes over the other seat
"""
SEED_BITS = 31


def add_arguments(parser: ArgumentParser) -> None:
    """Take the game and the rival, or a saved match."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="such as heros-crossing (see: warband games)")
    parser.add_argument("--against", metavar="LEVEL", help="a bot: a level, search:500, FILE.py:Name (see below)")
    parser.add_argument("--seat", choices=["0", "1", "random"], help="where you sit against a bot (default: 0)")
    add_options(parser, f"{OPTION_HELP}; with --resume only {MOVED_PACK_HELP}")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved match, against the same bot")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to keep the match (default: matches/)")
    parser.add_argument("--names", nargs=2, metavar=("FIRST", "SECOND"), help="names of the two players")
    parser.add_argument("--seed", type=int, help="make chance repeatable; for trying things out, not for real play")


@dataclass
class Session:
    """A match at the terminal: its file, and the bot in one of the seats, if there is one."""

    match: Match
    save: Path
    spec: str = ""
    rival_seat: int = 1

    def table(self, seed: int) -> TerminalTable:
        """Return the table for two people, or for one against the bot."""
        clauses = clauses_of(self.match.game.name)
        if not self.spec:
            return TerminalTable(self.match, self.save, clauses, write_safely)
        bot = BotProcess(self.match.game, self.spec, seed)
        rival = Rival(self.match, self.spec, self.rival_seat, bot)
        return RivalTable(self.match, self.save, clauses, write_safely, rival)


def run(arguments: Namespace) -> ExitCode:
    """Play a match in the terminal."""
    try:
        welcome(arguments)
    except (Leave, KeyboardInterrupt):
        return ExitCode.DONE
    session = _resume(arguments) if arguments.resume else _begin(arguments)
    print(f"{session.match.game.title}, on the {engine()} engine. Type help at any time.")
    if session.spec:
        _introduce(session)
    session.table(secrets.randbits(SEED_BITS) if arguments.seed is None else arguments.seed).run()
    return ExitCode.DONE


def welcome(arguments: Namespace) -> None:
    """Ask a person at a terminal what the command leaves open: the game, and against whom."""
    if arguments.resume or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    questions = Welcome()
    if arguments.game is None:
        arguments.game = questions.ask_game()
    game = make_game(arguments.game, *read_options(arguments.option))
    if arguments.against is None and not arguments.names:
        arguments.against = questions.ask_rival(game.name, lambda spec: check_bot(spec, game)) or None


def _introduce(session: Session) -> None:
    players, seat = session.match.players, session.rival_seat
    level = find_level(session.spec)
    what = f"level {level.number} of {len(levels())}" if level is not None else "a bot"
    print(f"You are {players[1 - seat]}, in seat {1 - seat}; {players[seat]} ({what}) plays against you.")


# ---- a new match ----


def _begin(arguments: Namespace) -> Session:
    if arguments.game is None:
        raise BadInput(f"play: name a game ({', '.join(registry.names())}) or give --resume FILE")
    game = make_game(arguments.game, *read_options(arguments.option))
    seat = _rival_seat(arguments)
    if arguments.against:
        check_bot(arguments.against, game)
    names = _names(arguments, seat)
    chance = fresh_chance() if arguments.seed is None else seeded_chance(arguments.seed)
    save = arguments.save or free_file(game.name)
    if exists(save):
        raise BadInput(f"{save}: there is a file already; go on with it by --resume, or give another --save")
    return Session(Match(game, chance, names), save, arguments.against or "", seat)


def _rival_seat(arguments: Namespace) -> int:
    """Return the seat that is left for the bot."""
    if arguments.seat is not None and not arguments.against:
        raise BadInput("play: --seat says where you sit against a bot; give --against LEVEL as well")
    if arguments.seat == "random":
        return secrets.randbelow(2) if arguments.seed is None else Rng(arguments.seed).below(2)
    return 1 - int(arguments.seat or 0)


def _names(arguments: Namespace, rival_seat: int) -> list[str]:
    """Return the names of the players: as told, the colours of the seats, or that of the bot."""
    if arguments.names:
        if arguments.names[0] == arguments.names[1]:
            raise BadInput(f"play: both players are called {arguments.names[0]!r}; give them different --names")
        return list(arguments.names)
    names = list(SIDE_NAMES)
    if arguments.against:
        names[rival_seat] = bot_name(arguments.against, names[1 - rival_seat])
    return names


def free_file(name: str) -> Path:
    """Return a file name for a new match that is not taken."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 1000):
        path = Path("matches") / f"{name}-{stamp}{'' if number == 1 else f'-{number}'}.json"
        if not exists(path):
            return path
    raise BadInput("matches: no file name is free")


# ---- a saved match ----


def _resume(arguments: Namespace) -> Session:
    if arguments.names or arguments.seed is not None:
        raise BadInput("play: --names and --seed belong to a new match, not to --resume")
    record, game = load_record(arguments.resume, arguments.option)
    if arguments.game not in (None, game.name):
        raise BadInput(f"{arguments.resume}: this is a match of {game.name}, not of {arguments.game}")
    if record.chance() is None:
        raise BadInput(f"{arguments.resume}: the record lacks the secret of its chance and cannot go on")
    match = verified(arguments.resume, record, game)
    result = match.result
    if result is not None:
        raise BadInput(f"{arguments.resume}: the match is over: {game.say_result(result, match.players)}")
    session = Session(match, arguments.save or arguments.resume)
    _seat_again(session, record, arguments)
    return session


def _seat_again(session: Session, record: Record, arguments: Namespace) -> None:
    """Seat the bot of a saved match again, or the one that is to take over a seat."""
    saved = next((seat for seat, spec in enumerate(record.bots) if spec), None)
    if saved is not None and arguments.seat is not None:
        raise BadInput(f"{arguments.resume}: you sit in seat {1 - saved} there; --seat belongs to a new match")
    session.rival_seat = _rival_seat(arguments) if saved is None else saved
    spec = record.bots[saved] if saved is not None else ""
    session.spec = arguments.against or spec
    if not arguments.against:
        return _check_saved_bot(spec, session.match.game, arguments.resume)
    check_bot(session.spec, session.match.game)
    if session.spec != spec:
        name = bot_name(session.spec, session.match.players[1 - session.rival_seat])
        session.match.give_seat(session.rival_seat, name)
    return None


def _check_saved_bot(spec: str, game: Game, path: Path) -> None:
    """Raise BadInput if the bot that a save names cannot be seated; a program runs only when a person names it."""
    if is_program(spec):
        raise BadInput(f"{path}: the bot is the program {spec}; to run it, add --against {spec}")
    try:
        if spec:
            check_bot(spec, game)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
