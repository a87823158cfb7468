"""Events: everybody sees the open part, only those named see the rest."""

from __future__ import annotations

import pytest

from warband.kernel.events import Event, may_see, redact
from warband.kernel.seats import ALL, BOTH, PUBLIC

pytestmark = pytest.mark.engine

DRAWN = Event("draw", {"seat": 0, "level": 2}, {"card": "rogue"}, (0,), True)


@pytest.mark.parametrize(
    ("seen_by", "viewers"),
    [((0,), {0, ALL}), ((1,), {1, ALL}), ((), {ALL}), (BOTH, {0, 1, PUBLIC, ALL})],
)
def test_who_sees_the_secret_part(seen_by: tuple[int, ...], viewers: set[int]) -> None:
    assert {viewer for viewer in (0, 1, PUBLIC, ALL) if may_see(seen_by, viewer)} == viewers


@pytest.mark.parametrize("viewer", [0, ALL])
def test_those_who_may_see_all_of_it(viewer: int) -> None:
    assert DRAWN.seen(viewer) == {"kind": "draw", "data": {"seat": 0, "level": 2, "card": "rogue"}}


@pytest.mark.parametrize("viewer", [1, PUBLIC])
def test_the_others_see_the_open_part_only(viewer: int) -> None:
    assert DRAWN.seen(viewer) == {"kind": "draw", "data": {"seat": 0, "level": 2}}


def test_what_a_viewer_was_shown_is_a_copy() -> None:
    event = Event("draw", {"level": 2}, {"card": "rogue"}, (0,))
    for viewer in (0, 1):
        shown = event.seen(viewer)["data"]
        assert isinstance(shown, dict)
        shown["level"] = 3
    assert event.open == {"level": 2}


def test_redaction_keeps_the_order_and_drops_no_event() -> None:
    events = [DRAWN, Event("round", {"round": 2}), DRAWN]
    assert [seen["kind"] for seen in redact(events, 1)] == ["draw", "round", "draw"]
    assert "rogue" not in str(redact(events, 1))
    assert str(redact(events, 0)).count("rogue") == 2


def test_an_event_reads_as_its_constructor() -> None:
    assert repr(DRAWN) == "Event('draw', {'seat': 0, 'level': 2}, {'card': 'rogue'}, (0,), True)"
