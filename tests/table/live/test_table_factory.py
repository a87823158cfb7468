"""Open tables: check what was ordered, seat people and bots, and take a stored match up again."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.table.live.alone import MemoryStore, NoWorkers

from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game
from warband.table.live.match_order import ClockRule, Order, Person
from warband.table.live.registry import Registry
from warband.table.live.table_factory import check_order, open_stored, read_log, seat_people
from warband.table.settings import Settings

ANN, BOB = Person("a", "Ann"), Person("b", "Bob")
ORDER = Order("heros-crossing", {}, "far", side=1)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"mode": "post"}, "mode 'post' is not one of"),
        ({"mode": "bot"}, "mode bot: 1 bots are needed, not 0"),
        ({"mode": "bot", "bots": ("my.py:Bot",)}, "offered by the host"),
        ({"clock": ClockRule(601)}, "clock: 0 to 600 minutes"),
        ({"clock": ClockRule(1, 0, "explode")}, "then forfeit or bot"),
        ({"delay": 101}, "delay: spectators are kept 0 to 100"),
        ({"side": 2}, "sides are 0 and 1"),
        ({"names": ("x" * 41, "")}, "names have at most 40 letters"),
    ],
)
def test_an_order_that_cannot_be_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check_order(replace(ORDER, **changes), make_game("heros-crossing"), Settings())  # type: ignore[arg-type]


def test_the_host_sits_where_it_wants_and_the_other_seat_waits() -> None:
    seats, names = seat_people(ORDER, ANN)
    assert ([seat.kind for seat in seats], names) == (["empty", "person"], ["Blue", "Ann"])
    seats, names = seat_people(ORDER, ANN, BOB)
    assert ([seat.person for seat in seats], names) == (["b", "a"], ["Bob", "Ann"])


def test_names_that_are_the_same_are_told_apart() -> None:
    assert seat_people(ORDER, ANN, Person("c", " ann "))[1] == [" ann  (Blue)", "Ann"]
    assert seat_people(replace(ORDER, mode="watch", bots=("3", "3")), ANN)[1] == ["Scout", "Scout (bot)"]


def test_a_stored_table_is_where_it_was() -> None:
    async def open_twice() -> None:
        store = MemoryStore()
        registry = Registry(store, NoWorkers(), Settings())
        first = await registry.open(replace(ORDER, clock=ClockRule(5)), ANN)
        again = await open_stored(first.id, store, registry)
        assert again is not None
        assert again.match == first.match
        assert again.saved.version == 1
        assert again.versions.events_at(0, 1) == len(first.match.event_log)
        assert await open_stored("nowhere", store, registry) is None
        entries, told = read_log(store.log[first.id])
        assert (entries, told) == (first.match.entries, first.match.event_log)

    asyncio.run(open_twice())
