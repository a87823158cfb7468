from __future__ import annotations

import pytest
from tests.table.pages.memory_lobby import MemoryLobby

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.kernel.registry import make_game
from warband.kernel.seats import ALL, PUBLIC
from warband.table.pages.playback import Playback, may_look, usual_eyes
from warband.table.pages.statistics import story


def finished(game: str) -> Match:
    lobby = MemoryLobby()
    return lobby.matches[lobby.add_finished(game, 5)]


def reel_of(match: Match) -> Playback:
    return Playback(record_match(match, private=True), make_game(match.game.name, match.game.options))


@pytest.mark.parametrize("game", registry.names())
def test_a_reel_has_every_ply_and_tells_every_event(game: str) -> None:
    match = finished(game)
    playback = reel_of(match)
    assert playback.steps() == match.ply
    for viewer in (0, 1, PUBLIC, ALL):
        assert [line.plain() for line in playback.log(playback.steps(), viewer)] == [
            line.plain() for line in match.log(viewer)
        ]
    assert playback.view(playback.steps(), 0) == match.view(0)


@pytest.mark.parametrize("game", registry.names())
def test_every_step_shows_what_the_seat_saw_then(game: str) -> None:
    match = finished(game)
    playback = reel_of(match)
    for step in range(0, playback.steps() + 1, 9):
        assert playback.frames[step].ply == step
        scene = playback.scene(step, 1)
        assert scene.seat == 1
        assert scene.choices == []


def test_a_resignation_is_a_step_of_its_own() -> None:
    match = Match(make_game("heros-crossing"), finished("heros-crossing").chance, ["A", "B"])
    match.settle()
    match.resign(1)
    playback = reel_of(match)
    assert "B resigns." in playback.said(playback.steps(), PUBLIC)[-1].plain()
    assert playback.view(playback.steps(), PUBLIC)["ending"] == {"winner": 0, "why": "resigned"}


def test_everything_is_shown_only_when_it_is_over() -> None:
    match = Match(make_game("heros-crossing"), finished("heros-crossing").chance)
    match.settle()
    with pytest.raises(BadInput, match="once the match is over"):
        reel_of(match).view(0, ALL)


def test_who_may_look_through_whose_eyes() -> None:
    assert may_look("all", True, ())
    assert not may_look("all", False, (0,))
    assert may_look("0", False, (0,))
    assert not may_look("1", False, (0,))
    assert may_look("public", False, ())
    assert (usual_eyes(True, ()), usual_eyes(False, ()), usual_eyes(False, (1,))) == ("all", "public", "1")


@pytest.mark.parametrize("game", registry.names())
def test_the_story_adds_up(game: str) -> None:
    match = finished(game)
    record = record_match(match)
    rows = {row.label: row.values for row in story(record, match.event_log)}
    assert sum(rows["Decisions"]) == sum(1 for entry in record.entries if entry.seat in (0, 1))
    kinds = [event.kind for _, event in match.event_log]
    if game == "heros-crossing":
        assert sum(rows["Soldiers killed"]) == kinds.count("kill")
    if game == "pixel-tactics":
        assert sum(rows["Heroes recruited"]) == kinds.count("recruit")
    assert all(0 <= row.share() <= 100 for row in story(record, match.event_log))
