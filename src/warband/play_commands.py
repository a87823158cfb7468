"""Carry out the command that plays a match in the terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from warband.agents.roster import bot_name, check_bot, find_level, is_program, levels
from warband.commands import checked, clauses_of, load_record, packs_of
from warband.engine import engine
from warband.files import exists, read_options
from warband.kernel import registry
from warband.kernel.chance import Rng, fresh_chance, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import Record
from warband.kernel.registry import Packs, make_game
from warband.terminal.rivals import Rival, RivalTable, bot_process
from warband.terminal.table import Leave, TerminalTable
from warband.terminal.welcome import Welcome

Arguments = argparse.Namespace
SIDES = ["Blue", "Red"]
SEED_BITS = 31


@dataclass
class Sitting:
    """Hold what a table needs: the match, its file, and the bot in one of the seats, if there is one."""

    match: Match
    save: Path
    packs: Packs = field(default_factory=dict)
    spec: str = ""
    rival_seat: int = 1

    def table(self, seed: int) -> TerminalTable:
        """Return the table for two people, or for one against the bot."""
        clauses = clauses_of(self.match.game.name)
        if not self.spec:
            return TerminalTable(self.match, self.save, clauses)
        bot = bot_process(self.spec, self.match.game, self.packs, seed)
        rival = Rival(self.match, self.spec, self.rival_seat, bot)
        return RivalTable(self.match, self.save, clauses, rival)


def play(arguments: Arguments) -> int:
    """Play a match in the terminal."""
    try:
        welcome(arguments)
    except (Leave, KeyboardInterrupt):
        return 0
    sitting = _resume(arguments) if arguments.resume else _begin(arguments)
    print(f"{sitting.match.game.title}, on the {engine()} engine. Type help at any time.")
    if sitting.spec:
        _introduce(sitting)
    sitting.table(secrets.randbits(SEED_BITS) if arguments.seed is None else arguments.seed).run()
    return 0


def welcome(arguments: Arguments) -> None:
    """Ask a person at a terminal what the command leaves open: the game, and against whom."""
    if arguments.resume or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    door = Welcome()
    if arguments.game is None:
        arguments.game = door.ask_game()
    game = make_game(arguments.game, *read_options(arguments.option))
    if arguments.against is None and not arguments.names:
        arguments.against = door.ask_rival(lambda spec: check_bot(spec, game)) or None


def _introduce(sitting: Sitting) -> None:
    players, seat = sitting.match.players, sitting.rival_seat
    level = find_level(sitting.spec)
    told = f"level {level.number} of {len(levels())}" if level is not None else "a bot"
    print(f"You are {players[1 - seat]}, in seat {1 - seat}; {players[seat]} ({told}) plays against you.")


# ---- a new match ----


def _begin(arguments: Arguments) -> Sitting:
    if arguments.game is None:
        raise BadInput(f"play: name a game ({', '.join(registry.names())}) or give --resume FILE")
    options, packs = read_options(arguments.option)
    game = make_game(arguments.game, options, packs)
    seat = _rival_seat(arguments)
    if arguments.against:
        check_bot(arguments.against, game)
    names = _names(arguments, seat)
    chance = fresh_chance() if arguments.seed is None else seeded_chance(arguments.seed)
    save = arguments.save or free_file(game.name)
    if exists(save):
        raise BadInput(f"{save}: there is a file already; go on with it by --resume, or give another --save")
    return Sitting(Match(game, chance, names), save, packs, arguments.against or "", seat)


def _rival_seat(arguments: Arguments) -> int:
    """Return the seat that is left for the bot."""
    if arguments.seat is not None and not arguments.against:
        raise BadInput("play: --seat says where you sit against a bot; give --against LEVEL as well")
    if arguments.seat == "random":
        return secrets.randbelow(2) if arguments.seed is None else Rng(arguments.seed).below(2)
    return 1 - int(arguments.seat or 0)


def _names(arguments: Arguments, rival_seat: int) -> list[str]:
    """Return the names of the players: as told, the colours of the seats, or that of the bot."""
    if arguments.names:
        if arguments.names[0] == arguments.names[1]:
            raise BadInput(f"play: both players are called {arguments.names[0]!r}; give them different --names")
        return list(arguments.names)
    names = list(SIDES)
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


def _resume(arguments: Arguments) -> Sitting:
    if arguments.names or arguments.seed is not None:
        raise BadInput("play: --names and --seed belong to a new match, not to --resume")
    record, game = load_record(arguments.resume, arguments.option)
    if arguments.game not in (None, game.name):
        raise BadInput(f"{arguments.resume}: this is a match of {game.name}, not of {arguments.game}")
    if record.chance() is None:
        raise BadInput(f"{arguments.resume}: the record lacks the secret of its chance and cannot go on")
    match = checked(arguments.resume, record, game)
    result = match.result()
    if result is not None:
        raise BadInput(f"{arguments.resume}: the match is over: {game.say_result(result, match.players)}")
    sitting = Sitting(match, arguments.save or arguments.resume, packs_of(record, arguments.option))
    _seat_again(sitting, record, arguments)
    return sitting


def _seat_again(sitting: Sitting, record: Record, arguments: Arguments) -> None:
    """Seat the bot of a saved match again, or the one that is to take over a seat."""
    saved = next((seat for seat, spec in enumerate(record.bots) if spec), None)
    if saved is not None and arguments.seat is not None:
        raise BadInput(f"{arguments.resume}: you sit in seat {1 - saved} there; --seat belongs to a new match")
    sitting.rival_seat = _rival_seat(arguments) if saved is None else saved
    spec = record.bots[saved] if saved is not None else ""
    sitting.spec = arguments.against or spec
    if not arguments.against:
        return _check_saved_bot(spec, sitting.match.game, arguments.resume)
    check_bot(sitting.spec, sitting.match.game)
    if sitting.spec != spec:
        name = bot_name(sitting.spec, sitting.match.players[1 - sitting.rival_seat])
        sitting.match.give_seat(sitting.rival_seat, name)
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
