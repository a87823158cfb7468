"""Clocks run by the server's time alone."""

from __future__ import annotations

from warband.table.live.clock import Clock
from warband.table.live.match_order import FORFEIT, ClockRule


class Time:
    """A time that a test moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def begin(minutes: int = 1, added: int = 0) -> tuple[Clock, Time]:
    time = Time()
    return Clock(ClockRule(minutes, added, FORFEIT), time), time


def test_only_who_decides_loses_time() -> None:
    clock, time = begin()
    clock.run((0,))
    time.now += 10
    clock.run((1,))
    time.now += 5
    assert [clock.remaining(0), clock.remaining(1)] == [50_000, 55_000]
    assert clock.next_zero() == (1, 55.0)


def test_both_lose_time_in_a_joint_decision() -> None:
    clock, time = begin()
    clock.run((0, 1))
    time.now += 10
    clock.run((1,))
    time.now += 10
    assert [clock.remaining(0), clock.remaining(1)] == [50_000, 40_000]


def test_a_decision_earns_what_was_agreed() -> None:
    clock, time = begin(added=3)
    clock.run((0,))
    time.now += 10
    clock.decided(0)
    clock.run((0,))
    assert clock.remaining(0) == 53_000
    time.now += 1
    assert clock.remaining(0) == 52_000


def test_time_does_not_go_below_zero() -> None:
    clock, time = begin()
    clock.run((0,))
    time.now += 100
    assert clock.remaining(0) == 0
    assert clock.next_zero() == (0, 0.0)


def test_what_was_left_comes_back_after_a_restart() -> None:
    clock, time = begin()
    clock.run((0,))
    time.now += 10
    again, _ = begin()
    again.resume(clock.save())
    assert [again.remaining(0), again.remaining(1)] == [50_000, 60_000]


def test_a_clock_that_had_started_goes_on_after_a_restart() -> None:
    for saved in (False, True):
        clock, _ = begin()
        clock.begun = saved
        again, _ = begin()
        again.resume(clock.save())
        assert again.begun == saved
    # One that was kept before clocks waited for anybody.
    again, _ = begin()
    again.resume({"left": [1000, 2000]})
    assert again.begun


def test_without_a_clock_nothing_runs() -> None:
    clock, _ = begin(minutes=0)
    clock.run((0,))
    assert clock.next_zero() is None
    assert clock.to_data() is None
    assert clock.save() == {}


def test_what_happens_at_zero_is_said() -> None:
    clock, _ = begin()
    data = clock.to_data()
    assert data is not None
    assert "loses the match" in str(data["zero"])


def test_a_secret_choice_stops_a_clock_for_nobody_else() -> None:
    clock, time = begin(added=5)
    clock.begun = True
    clock.run((0, 1))
    time.now += 10
    before = clock.save()
    clock.conceal()
    clock.decided(0)
    clock.run((1,), (0,))
    time.now += 10
    seen = [clock.to_data(own) for own in ((0,), (1,), ())]
    assert [data and (data["left"], data["running"]) for data in seen] == [
        ([55.0, 40.0], [1]),
        ([40.0, 40.0], [0, 1]),
        ([40.0, 40.0], [0, 1]),
    ]
    # A restart tells the others nothing: their own clocks come back as they were before the choice.
    again, _ = begin(added=5)
    again.resume(clock.save_secret(0, before))
    again.run((1,), (0,))
    assert again.to_data((1,)) == {**(seen[1] or {}), "left": [50.0, 50.0]}
    assert again.remaining(0) == 55_000
    clock.reveal()
    assert clock.to_data(()) == seen[0]


def test_time_used_before_a_loss_stays_used_as_others_see_it() -> None:
    clock, time = begin()
    clock.begun = True
    clock.run((0, 1))
    clock.conceal()
    clock.decided(0)
    clock.run((1,), (0,))
    saved = clock.save_secret(0, clock.save())
    time.now += 10
    again, _ = begin()
    again.resume(saved)
    again.carry_over(clock.save())
    again.run((1,), (0,))
    assert again.to_data((0,)) == clock.to_data((0,))
    assert again.to_data((1,)) == clock.to_data((1,))
