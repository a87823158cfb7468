"""A table as a list, an invitation or a page shows it to one person."""

from __future__ import annotations

from dataclasses import dataclass

from warband.kernel.game import Result
from warband.table.live.games import game_with
from warband.table.live.ids import same
from warband.table.live.order import Order, Person
from warband.table.live.saved import SavedTable


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
    game = game_with(saved.game, saved.order.options)
    head = saved.head
    names, awaiting, ply = head.get("players"), head.get("awaiting"), head.get("ply")
    players = [str(name) for name in names] if isinstance(names, list) else list(saved.players)
    winner = result = None
    if saved.result is not None:
        result = Result(int(str(saved.result["winner"])), str(saved.result["why"]))
        winner = result.winner
    return Summary(
        saved.id,
        saved.game,
        game.title,
        game.options,
        saved.order.mode,
        (players[0], players[1]),
        seats,
        awaited=isinstance(awaiting, list) and any(seat in awaiting for seat in seats),
        over=result is not None,
        winner=winner,
        result=game.say_result(result, players) if result is not None else "",
        plies=ply if isinstance(ply, int) else 0,
        changed=saved.changed,
        seconds=saved.changed - saved.created,
        delay=saved.order.delay,
        standing=standing_of(saved, players, seats),
    )


def standing_of(saved: SavedTable, players: list[str], mine: tuple[int, ...]) -> str:
    """Return for whom a table waits, as a list tells it to somebody who holds these seats."""
    awaiting = saved.head.get("awaiting")
    asked = [seat for seat in awaiting if seat in (0, 1)] if isinstance(awaiting, list) else []
    if any(seat in mine for seat in asked):
        return "It is your turn."
    if free_seat(saved) is not None:
        return "Nobody has taken the other seat yet."
    thinking = [players[seat] for seat in asked if saved.seats[seat].bot]
    if thinking:
        return f"{' and '.join(thinking)} {'are' if len(thinking) > 1 else 'is'} thinking."
    return f"Waiting for {' and '.join(players[seat] for seat in asked)}." if asked else ""
