"""A match that is saved and taken up again at any decision goes on as if nothing had happened."""

from __future__ import annotations

import json

import pytest

from warband.kernel import registry
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.record import entry_data, read_entry
from warband.kernel.registry import make_game
from warband.kernel.saved import read_event, resume, save_event, save_head
from warband.kernel.seats import PUBLIC
from warband.kernel.validation import Node


def taken_up(match: Match) -> Match:
    """Return the match after a trip through JSON."""
    head = json.loads(json.dumps(save_head(match)))
    entries = [read_entry(Node(json.loads(json.dumps(entry_data(entry))), "entry")) for entry in match.entries]
    told = [read_event(Node(json.loads(json.dumps(save_event(logged))), "told")) for logged in match.event_log]
    other = Match(match.game, match.chance, match.first_players)
    resume(other, entries, told, Node(head, "head"))
    return other


def look(match: Match) -> list[object]:
    views = [match.view(viewer) for viewer in (0, 1, PUBLIC)]
    logs = [[sentence.plain() for sentence in match.log(viewer)] for viewer in (0, 1, PUBLIC)]
    return [views, logs, match.entries, match.ply, match.offer, match.result, match.actions(0), match.actions(1)]


@pytest.mark.parametrize("name", registry.names())
def test_a_match_is_the_same_after_it_was_taken_up(name: str) -> None:
    match, rng = Match(make_game(name), seeded_chance(3)), Rng(3)
    match.settle()
    for _ in range(60):
        if match.result is not None:
            break
        match = taken_up(match)
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
        other = taken_up(match)
        assert look(other) == look(match)
        assert [other.may_undo(seat) for seat in (0, 1)] == [match.may_undo(seat) for seat in (0, 1)]
        if match.may_undo(seat) and rng.below(4) == 0:
            match.undo(seat)
            other.undo(seat)
            assert look(other) == look(match)


def test_deeds_are_taken_up_too() -> None:
    match = Match(make_game(registry.names()[0]), seeded_chance(1))
    match.settle()
    match.offer_draw(0)
    match.give_seat(1, "Guard")
    assert taken_up(match).offer == 0
    assert taken_up(match).players == ["Blue", "Guard"]
    match.resign(1)
    assert taken_up(match).result == match.result
