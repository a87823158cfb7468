"""A table as a list, an invitation or a page shows it to one person."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from warband.kernel.game import Result
from warband.kernel.seats import BOTH
from warband.table.live.games import game_with
from warband.table.live.ids import same
from warband.table.live.match_order import Order, Person
from warband.table.live.saved import SavedTable

FACTS_KEPT: Final = 5000


@dataclass(frozen=True)
class Summary:
    """One table as a list shows it to one person; `seats` are that person's own seats, none for a visitor.

    `seconds` is how long the match took, `delay` how many decisions behind its spectators are kept, `standing` says
    for whom it waits.
    """

    id: str
    game: str
    title: str
    options: dict[str, object]
    mode: str
    players: tuple[str, str]
    seats: tuple[int, ...]
    awaited: bool
    over: bool
    winner: int | None
    result: str
    plies: int
    changed: float
    seconds: float = 0.0
    delay: int = 0
    standing: str = ""


@dataclass(frozen=True)
class Invited:
    """Where an invitation leads: the table, what was ordered and by whom, and whether the seat is still free.

    `is_open` is false for somebody who sits at the table, and once the seat is taken: then the link leads to the table.
    """

    summary: Summary
    order: Order
    host: str
    is_open: bool


@dataclass(frozen=True)
class Invite:
    """The invitation to a table: the path that seats the guest, empty once somebody sits there."""

    table: str
    path: str
    taken: bool


def free_seat(saved: SavedTable) -> int | None:
    """Return the seat in which nobody sits, if there is one."""
    return next((at for at, seat in enumerate(saved.seats) if seat.is_free()), None)


def summary_of(saved: SavedTable, person: Person) -> Summary:
    """Return a table as a list shows it to a person."""
    seats = tuple(at for at, seat in enumerate(saved.seats) if same(seat.person, person.id))
    key, head = json.dumps(saved.order.options, sort_keys=True), saved.head
    title, options = _game_facts(saved.game, key)
    names, ply = head.get("players"), head.get("ply")
    players = [str(name) for name in names] if isinstance(names, list) else list(saved.players)
    winner, said = None, ""
    if saved.result is not None:
        winner = int(str(saved.result["winner"]))
        said = _result_text(saved.game, key, winner, str(saved.result["why"]), (players[0], players[1]))
    return Summary(
        saved.id,
        saved.game,
        title,
        options,
        saved.order.mode,
        (players[0], players[1]),
        seats,
        awaited=any(seat in asked_seats(saved, seats) for seat in seats),
        over=saved.result is not None,
        winner=winner,
        result=said,
        plies=ply if isinstance(ply, int) else 0,
        changed=saved.changed,
        seconds=saved.changed - saved.created,
        delay=saved.order.delay,
        standing=standing_of(saved, players, seats),
    )


# A list of fifty tables with fifty sets of options must not make fifty games each time it is shown.
@lru_cache(maxsize=FACTS_KEPT)
def _game_facts(game: str, options: str) -> tuple[str, dict[str, object]]:
    """Return the title of a game and all its options, those that were not given too."""
    bound = game_with(game, json.loads(options))
    return bound.title, bound.options


@lru_cache(maxsize=FACTS_KEPT)
def _result_text(game: str, options: str, winner: int, why: str, players: tuple[str, str]) -> str:
    return game_with(game, json.loads(options)).say_result(Result(winner, why), list(players))


def asked_seats(saved: SavedTable, mine: tuple[int, ...]) -> list[int]:
    """Return the seats that a table waits for, as far as somebody who holds these seats knows.

    A seat that has chosen in secret is waited for until the other has chosen too, but for whoever sits there.
    """
    awaiting, waiting = saved.head.get("awaiting"), saved.head.get("waiting")
    asked = {seat for seat in awaiting if seat in BOTH} if isinstance(awaiting, list) else set()
    secret = {choice["by"] for choice in waiting} if isinstance(waiting, list) else set()
    return sorted(asked | {seat for seat in secret if seat not in mine})


def standing_of(saved: SavedTable, players: list[str], mine: tuple[int, ...]) -> str:
    """Return for whom a table waits, as a list tells it to somebody who holds these seats."""
    asked = asked_seats(saved, mine)
    if any(seat in mine for seat in asked):
        return "It is your turn."
    if free_seat(saved) is not None:
        return "Nobody has taken the other seat yet."
    thinking = [players[seat] for seat in asked if saved.seats[seat].bot]
    if thinking:
        return f"{' and '.join(thinking)} {'are' if len(thinking) > 1 else 'is'} thinking."
    return f"Waiting for {' and '.join(players[seat] for seat in asked)}." if asked else ""
