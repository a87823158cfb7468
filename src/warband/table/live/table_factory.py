"""Open tables: new ones as ordered, and stored ones."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final

from warband.agents.roster import bot_name
from warband.kernel.chance import Chance, fresh_chance
from warband.kernel.entries import Entry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import check_version, read_entry
from warband.kernel.saved import LoggedEvent, read_event, resume
from warband.kernel.seats import CHANCE, SIDE_NAMES
from warband.kernel.validation import Node
from warband.table.live.bots import check_offered
from warband.table.live.clock import Clock
from warband.table.live.games import game_with
from warband.table.live.ids import fresh_id
from warband.table.live.match_order import ANY_SIDE, AT_ZERO, BOT, FAR, MODES, SCREEN, WATCH, Order, Person
from warband.table.live.saved import Change, Occupant, SavedTable
from warband.table.live.store import Store
from warband.table.live.table import DEAL, REMATCH, Services, Table
from warband.table.live.versions import Versions, read_versions
from warband.table.settings import Settings

BOTS_WANTED: Final = {BOT: 1, SCREEN: 0, FAR: 0, WATCH: 2}
MOST_MINUTES: Final = 600
MOST_ADDED: Final = 600
MOST_DELAY: Final = 100
LONGEST_NAME: Final = 40


def check_order(order: Order, game: Game, settings: Settings) -> None:
    """Raise BadInput if a match cannot be begun as ordered."""
    if order.mode not in MODES:
        raise BadInput(f"mode {order.mode[:20]!r} is not one of {', '.join(MODES)}")
    if len(order.bots) != BOTS_WANTED[order.mode]:
        raise BadInput(f"mode {order.mode}: {BOTS_WANTED[order.mode]} bots are needed, not {len(order.bots)}")
    for spec in order.bots:
        check_offered(spec, game, settings.limits, settings.guests)
    clock = order.clock
    if not 0 <= clock.minutes <= MOST_MINUTES or not 0 <= clock.added <= MOST_ADDED or clock.at_zero not in AT_ZERO:
        raise BadInput(f"clock: 0 to {MOST_MINUTES} minutes, 0 to {MOST_ADDED} seconds, then {' or '.join(AT_ZERO)}")
    if not 0 <= order.delay <= MOST_DELAY:
        raise BadInput(f"delay: spectators are kept 0 to {MOST_DELAY} decisions behind")
    if order.side not in (ANY_SIDE, 0, 1) or any(len(name) > LONGEST_NAME for name in order.names):
        raise BadInput(f"sides are 0 and 1, and names have at most {LONGEST_NAME} letters")


def seat_people(order: Order, person: Person, guest: Person | None = None) -> tuple[list[Occupant], list[str]]:
    """Return who sits where and what they are called."""
    side = secrets.randbelow(2) if order.side == ANY_SIDE else order.side
    if order.mode == WATCH:
        first = bot_name(order.bots[0], "")
        return [Occupant(bot=spec) for spec in order.bots], [first, bot_name(order.bots[1], first)]
    if order.mode == SCREEN:
        names = [name or SIDE_NAMES[at] for at, name in enumerate(order.names)]
        return [Occupant(person.id), Occupant(person.id)], distinct(names, 0)
    names = list(SIDE_NAMES)
    names[side] = person.name or SIDE_NAMES[side]
    seats = [Occupant(), Occupant()]
    seats[side] = Occupant(person.id)
    if order.mode == BOT:
        seats[1 - side], names[1 - side] = Occupant(bot=order.bots[0]), bot_name(order.bots[0], names[side])
    elif guest is not None:
        seats[1 - side], names[1 - side] = Occupant(guest.id), guest.name or SIDE_NAMES[1 - side]
    return seats, distinct(names, side)


def distinct(names: list[str], first: int) -> list[str]:
    """Return two names that differ, so that the log can be read."""
    if names[0].strip().lower() == names[1].strip().lower():
        names[1 - first] = f"{names[1 - first]} ({SIDE_NAMES[1 - first]})"
    return names


async def open_new(order: Order, person: Person, services: Services, guest: Person | None = None) -> Table:
    """Begin a match as ordered, deal, and store it."""
    game = game_with(order.game, order.options)
    check_order(order, game, services.settings)
    chance = fresh_chance()
    seats, players = seat_people(order, person, guest)
    words = (chance.commitment(), chance.secret.hex(), chance.salt.hex())
    saved = SavedTable(fresh_id(), game.name, game.version, order, players, person.id, *words, created=time.time())
    table = Table(saved, Match(game, chance, players), services, Clock(order.clock))
    async with table.lock:
        await table.change(DEAL, CHANCE, lambda recording: recording.settle(), seats=seats)
    return table


async def open_stored(table: str, store: Store, services: Services) -> Table | None:
    """Return a stored table at the position of its last change, or None if there is none of that id."""
    saved = await store.load(table)
    if saved is None:
        return None
    # A long log takes a while to read: meanwhile the others go on.
    match, versions = await asyncio.to_thread(_read_changes, saved, await store.changes(table))
    opened = Table(saved, match, services, Clock(saved.order.clock))
    opened.clock.resume(saved.clock)
    for answered in await store.answers(table):
        opened.remember((answered.person, answered.message), answered.answer)
    opened.versions = versions
    opened.rematch = await store.note(table, REMATCH) or ""
    return opened


def _read_changes(saved: SavedTable, changes: list[Change]) -> tuple[Match, Versions]:
    return _match(saved, changes), read_versions(changes)


def _match(saved: SavedTable, changes: list[Change]) -> Match:
    chance = Chance(bytes.fromhex(saved.secret), bytes.fromhex(saved.salt))
    game = game_with(saved.game, saved.order.options)
    check_version("this match", saved.rules, game)
    match = Match(game, chance, saved.players)
    entries, events = read_log(changes)
    resume(match, entries, events, Node({k: v for k, v in saved.head.items() if k != "awaiting"}, f"table {saved.id}"))
    return match


def read_log(changes: list[Change]) -> tuple[list[Entry], list[LoggedEvent]]:
    """Return the entries and events of a log; an undo removes those that came after."""
    entries: list[Entry] = []
    events: list[LoggedEvent] = []
    for change in changes:
        node = Node(change.body, f"table {change.table} version {change.version}")
        if "kept" in change.body:
            left = node.field("kept").integers()
            del entries[left[0] :], events[left[1] :]
        entries += [read_entry(item) for item in node.field("entries").items()]
        events += [read_event(item) for item in node.field("told").items()]
    return entries, events
