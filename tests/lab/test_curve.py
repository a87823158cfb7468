"""The curve of a match: judged by the mind of its game or by a search, and where it turned."""

from __future__ import annotations

import pytest
from tests.kernel.matches import GAME, SHORT, finished

from warband.agents.levels import MIND, SEARCH
from warband.kernel import registry
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.record import Record, record_match
from warband.kernel.registry import make_game
from warband.lab.curve import LEAST_LOSS, MOST_TURNS, curve_of
from warband.lab.review import moments

OPTIONS: dict[str, dict[str, object]] = {
    "heros-crossing": {"fronts": "dealt", "health": 1, "rounds": 3},
    "pixel-tactics": {"round_cap": 2},
    "pocket-tactics": {"map": "quick", "turns": 10},
}


def played(name: str, seed: int = 5) -> Record:
    """Return the record of a short match of random choices."""
    match, rng = Match(make_game(name, OPTIONS[name]), seeded_chance(seed)), Rng(seed)
    match.settle()
    while match.result is None:
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return record_match(match)


def end_of(record: Record) -> float:
    assert record.result is not None
    return {0: 1.0, 1: 0.0, -1: 0.5}[int(str(record.result["winner"]))]


@pytest.mark.parametrize("name", registry.names())
def test_a_mind_judges_every_choice_and_the_curve_ends_with_the_result(name: str) -> None:
    record = played(name)
    game = make_game(name, OPTIONS[name])
    curve = curve_of(record, game)
    assert curve.judge == MIND
    assert [point.ply for point in curve.points[:-1]] == sorted(
        {match.ply for match, entry, _ in moments(record, game) if entry is not None}
    )
    assert all(0.0 <= point.chance <= 1.0 for point in curve.points)
    assert curve.points[-1].chance == end_of(record)
    assert curve == curve_of(record, game)


def test_where_it_turned_names_what_was_played_and_what_was_better() -> None:
    record = record_match(finished(5, SHORT))
    curve = curve_of(record, make_game(GAME, SHORT))
    assert 1 <= len(curve.turns) <= MOST_TURNS
    texts = {(entry.ply, entry.seat): entry.text for entry in record.entries}
    for turn in curve.turns:
        assert texts[turn.ply, turn.seat] == turn.played != turn.better
        assert turn.better_chance - turn.chance >= LEAST_LOSS


def test_a_game_without_a_mind_is_searched_at_a_few_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.lab.curve.usual_judge", lambda game: SEARCH)
    record = played("heros-crossing")
    curve = curve_of(record, make_game("heros-crossing", OPTIONS["heros-crossing"]), most=6, iterations=4)
    assert curve.judge == SEARCH
    assert 2 <= len(curve.points) <= 7
    assert curve.points[-1].chance == end_of(record)
    assert curve.turns == ()
