"""What a list tells about a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from warband.kernel.game import Game
from warband.kernel.registry import make_game
from warband.table.live import games
from warband.table.live.match_order import BOT, Order, Person
from warband.table.live.saved import Occupant, SavedTable
from warband.table.pages.summaries import asked_seats, summary_of

WAITING = [{"ply": 1, "by": 0, "do": "lead knight"}]


def table(awaiting: list[int], waiting: list[dict[str, object]]) -> SavedTable:
    order = Order("pixel-tactics", {}, BOT)
    saved = SavedTable("t1", "pixel-tactics", 1, order, ["Ann", "Bob"], "carl", "", "", "", 0.0)
    saved.seats = [Occupant("ann"), Occupant("bob")]
    saved.head = {"players": ["Ann", "Bob"], "ply": 1, "awaiting": awaiting, "waiting": waiting}
    return saved


@pytest.mark.parametrize("person", ["bob", "carl"])
def test_a_list_tells_nobody_else_of_a_secret_choice(person: str) -> None:
    found = [summary_of(saved, Person(person, "")) for saved in (table([0, 1], []), table([1], WAITING))]
    assert found[0] == found[1]


def test_whoever_has_chosen_waits_for_the_other() -> None:
    found = summary_of(table([1], WAITING), Person("ann", ""))
    assert (found.awaited, found.standing) == (False, "Waiting for Bob.")
    assert asked_seats(table([1], WAITING), ()) == [0, 1]


def test_a_list_that_is_shown_again_makes_no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """One person may have a hundred tables, each with options of its own."""
    tables = [table([0], []) for _ in range(games.MOST_GAMES + 10)]
    for number, saved in enumerate(tables):
        saved.order = replace(saved.order, options={"round_cap": 2 + number % 49, "series": 1 + number // 49 * 2})
    made: list[str] = []

    def counted(name: str, options: dict[str, object]) -> Game:
        made.append(name)
        return make_game(name, options)

    monkeypatch.setattr(games, "make_game", counted)
    first = [summary_of(saved, Person("ann", "")) for saved in tables]
    assert len(made) == len(tables)
    assert [summary_of(saved, Person("ann", "")) for saved in tables] == first
    assert len(made) == len(tables)
