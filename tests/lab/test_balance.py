"""Balance: what a seat had is read off the events, and counts where one seat alone had it."""

from __future__ import annotations

import pytest
from tests.kernel.matches import GAME, SHORT

from warband.kernel.errors import BadInput
from warband.kernel.events import Event
from warband.kernel.registry import make_game, names
from warband.kernel.seats import NOBODY
from warband.lab.balance import SEAT, TURN, Balance, Fact, Had, SelfPlay, Tally, first_of, had_by
from warband.lab.compare import changed, changes
from warband.lab.executors import Local, run_all


def fact(winner: int, first: Had, second: Had, number: int = 0) -> Fact:
    return Fact(number, winner, "rout", 10, 0, (first, second))


def counted(*facts: Fact) -> Balance:
    found = Balance()
    for item in facts:
        found.add(item)
    return found


# ---- what a seat had ----


def test_events_tell_what_a_seat_had() -> None:
    events = [
        Event("first_player", {"seat": 1}),
        Event("leader", {"seat": 0, "card": "knight"}),
        Event("draw", {"seat": 1}, {"card": "witch"}, (1,)),
        Event("draw", {"seat": 1}, {"card": "archer"}, (1,)),
        Event("draw", {"seat": 1}, {"card": "witch"}, (1,)),
        Event("faction", {"seat": 1, "faction": "tribes"}),
        Event("summon", {"seat": 1, "unit": "druid", "hex": "0,1"}),
        # On the board, and nobody's: a blow, and a unit that is a number.
        Event("damage", {"side": 0, "card": "knight", "amount": 3}),
        Event("rest", {"seat": 0, "unit": 1}),
    ]
    assert had_by(events) == (
        {"leader": ["knight"]},
        {"draw": ["archer", "witch"], "faction": ["tribes"], "summon": ["druid"]},
    )
    assert first_of(events) == 1
    assert first_of(events[1:]) is None


@pytest.mark.parametrize("name", names())
def test_a_match_of_every_game_tells_something_of_both_seats(name: str) -> None:
    study = SelfPlay(name, "random", 3)
    found = study.play(study.make(), 0)
    assert all(found.had)
    assert found.first in (0, 1)
    assert found.decisions > 0
    assert found == study.play(make_game(name), 0)


def test_a_match_depends_on_its_seed_alone() -> None:
    early, late = SelfPlay(GAME, "greedy", 0, SHORT), SelfPlay(GAME, "greedy", 2, SHORT)
    first, second = early.play(early.make(), 2), late.play(late.make(), 0)
    assert (first.winner, first.had, first.decisions) == (second.winner, second.had, second.decisions)


def test_two_workers_note_what_one_process_notes() -> None:
    study = SelfPlay(GAME, "random", 0, SHORT)
    with Local(1) as here, Local(2) as there:
        together = sorted(run_all(there, study, [0, 1, 2]), key=lambda found: found.number)
        assert together == list(run_all(here, study, [0, 1, 2]))


def test_a_tally_says_how_it_stands() -> None:
    tally = Tally()
    for winner in (0, 1, NOBODY, 0):
        tally.add(fact(winner, {}, {}))
    assert tally.running() == "the first seat makes 62.5 %"


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown bot 'gredy'"):
        SelfPlay(GAME, "gredy").terms()


# ---- rates ----


def test_what_one_seat_alone_had_counts_and_a_draw_is_half() -> None:
    knight: Had = {"leader": ["knight"]}
    witch: Had = {"leader": ["witch"]}
    found = counted(
        fact(0, knight, witch), fact(1, knight, witch), fact(NOBODY, witch, knight), fact(0, knight, knight)
    )
    rate = found.rates["leader", "knight"]
    assert (rate.matches, rate.points, rate.both) == (3, 1.5, 1)
    assert rate.win_rate == 0.5
    assert found.rates["leader", "witch"].points == 1.5
    assert (found.matches, found.draws, found.decisions, found.endings) == (4, 1, 40, {"rout": 4})


def test_seats_and_turn_order_are_told() -> None:
    found = counted(*(fact(0, {}, {}) for _ in range(3)), fact(1, {}, {}))
    assert found.kinds() == [SEAT, TURN]
    assert [(rate.name, rate.points) for rate in found.of_kind(SEAT)] == [("0", 3), ("1", 1)]
    assert [rate.name for rate in found.of_kind(TURN)] == ["first", "second"]


def test_what_nearly_every_seat_has_once_is_its_own_and_comes_first() -> None:
    had: Had = {"draw": ["archer", "witch"], "leader": ["knight"]}
    found = counted(fact(0, had, {"leader": ["witch"]}))
    assert found.kinds() == [SEAT, TURN, "leader", "draw"]
    assert found.is_own("leader")
    assert not found.is_own("draw")
    assert {rate.kind for rate in found.others()} == {"draw"}


def test_kinds_that_always_come_together_are_told_once() -> None:
    had: Had = {"place": ["archer", "witch"], "stand_up": ["archer", "witch"], "draw": ["archer", "bard"]}
    found = counted(fact(0, had, {}), fact(1, {}, had))
    assert found.kinds() == [SEAT, TURN, "draw", "place"]
    assert found.together("place") == "place, stand up"


# ---- before and after ----


def test_a_change_has_a_difference_with_its_interval() -> None:
    knight: Had = {"leader": ["knight"]}
    before = counted(*(fact(0, knight, {}) for _ in range(40)), *(fact(1, knight, {}) for _ in range(40)))
    after = counted(*(fact(0, knight, {}) for _ in range(72)), *(fact(1, knight, {}) for _ in range(8)))
    found = changes(before, after)
    change = found["leader", "knight"]
    assert change.difference == pytest.approx(0.4)
    low, high = change.interval()
    # Newcombe (1998), method 10, by hand: Wilson gives 0.3930 to 0.6070 before and 0.8149 to 0.9480 after.
    assert low == pytest.approx(0.4 - (0.0851**2 + 0.1070**2) ** 0.5, abs=0.002)
    assert high == pytest.approx(0.4 + (0.0480**2 + 0.1070**2) ** 0.5, abs=0.002)
    assert changed(found.values())[0].distance() == max(change.distance() for change in found.values())
    assert changed(changes(before, before).values()) == []


def test_what_one_side_does_not_have_has_no_difference() -> None:
    before, after = counted(fact(0, {"leader": ["knight"]}, {})), counted(fact(0, {}, {}))
    change = changes(before, after)["leader", "knight"]
    assert change.difference is None
    assert change.distance() == 0
