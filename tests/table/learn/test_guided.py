from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node
from warband.table.learn.guided import LEARNER, GuidedMatch, played_through
from warband.table.learn.lesson import lesson_games, load_lesson, read_lesson
from warband.table.learn.lessons import KEPT, Learner, Lessons, enrol
from warband.table.live.messages import read_message

GAMES = registry.names()


class Sent(list[str]):
    """What a learner was sent."""

    def send(self, message: str) -> None:
        self.append(message)

    def close(self) -> None:
        raise AssertionError("a lesson sends nobody away")


def ask(course: GuidedMatch, kind: str, **fields: object) -> list[dict[str, Any]]:
    sent = Sent()
    message = read_message(json.dumps({"id": "m1", "table": "learn", "kind": kind, **fields}))
    asyncio.run(Learner(course, sent).receive(message))
    return [json.loads(text) for text in sent]


def test_every_game_has_a_lesson() -> None:
    assert lesson_games() == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_played_to_its_end(game: str) -> None:
    lesson = load_lesson(game)
    assert 8 <= len(lesson.steps) <= 14
    played_through(lesson)


@pytest.mark.parametrize("game", GAMES)
def test_every_action_that_a_step_accepts_leads_on(game: str) -> None:
    course = GuidedMatch(load_lesson(game))
    while course.step is not None:
        for action in course.accepted()[1:]:
            finish(course_at(game, course.place), action)
        course.act(course.accepted()[0])


def course_at(game: str, place: int) -> GuidedMatch:
    course = GuidedMatch(load_lesson(game))
    while course.place < place:
        course.act(course.accepted()[0])
    return course


def finish(course: GuidedMatch, action: int) -> None:
    course.act(action)
    while course.step is not None:
        course.act(course.accepted()[0])


@pytest.mark.parametrize("game", GAMES)
def test_each_step_marks_what_it_asks_for_and_nothing_else(game: str) -> None:
    course = GuidedMatch(load_lesson(game))
    while course.step is not None:
        scene = course.scene()
        assert {choice.action for choice in scene.choices} == set(course.accepted())
        wanted = {handle for choice in scene.choices for handle in choice.handles}
        assert _inviting(scene.containers) <= wanted
        assert course.step.say in scene.prompt.plain()
        course.act(course.accepted()[0])


def _inviting(containers: list[Any]) -> set[str]:
    found: set[str] = set()
    for container in containers:
        for thing in (container, *container.pieces, *container.slots):
            if {"may_act", "target"} & set(thing.marks):
                found.add(thing.id)
        found |= _inviting(container.inside)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_heard_over_its_socket(game: str) -> None:
    course = GuidedMatch(load_lesson(game))
    whole = ask(course, "resume", have=-1)[0]
    assert (whole["kind"], whole["heading"]) == ("whole", f"Step 1 of {len(course.lesson.steps)}")
    while course.step is not None:
        action = course.accepted()[0]
        assert ask(course, "hint")[0]["hints"]
        assert ask(course, "preview", action=action)[0]["status"] == "accepted"
        answer, update = ask(course, "act", decision=course.version, action=action)
        assert (answer["status"], update["kind"]) == ("accepted", "update")
    over = ask(course, "resume", have=-1)[0]["over"]
    assert isinstance(over, dict)
    assert over["url"] == f"/learn/{game}/done"


def test_other_actions_are_refused_with_what_is_asked() -> None:
    course = GuidedMatch(load_lesson("pixel-tactics"))
    other = next(action for action in course.match.actions(LEARNER) if action not in course.accepted())
    answer = ask(course, "act", decision=0, action=other)[0]
    assert answer["status"] == "rejected"
    assert "Choose your leader first" in str(answer["reason"])
    assert course.place == 0


def test_touches_are_answered_by_the_rules_or_by_the_step() -> None:
    course = GuidedMatch(load_lesson("pixel-tactics"))
    scene = course.match.game.scene(course.match.view(LEARNER))
    accepted = course.accepted()[0]
    right = next(choice for choice in scene.choices if choice.action == accepted)
    other = next(choice for choice in scene.choices if choice.action != accepted)
    assert ask(course, "attempt", handles=right.handles[:1])[0]["status"] == "accepted"
    assert "this step asks for something else" in str(ask(course, "attempt", handles=other.handles)[0])
    course.act(accepted)
    refused = ask(course, "attempt", handles=["no such thing"])[0]
    assert refused["status"] == "rejected"


def test_a_stale_action_is_answered_with_everything() -> None:
    course = GuidedMatch(load_lesson("heros-crossing"))
    action = course.accepted()[0]
    ask(course, "act", decision=0, action=action)
    answer, whole = ask(course, "act", decision=0, action=action)
    assert (answer["status"], whole["kind"]) == ("resync", "whole")
    assert course.place == 1


def test_what_has_no_place_in_a_lesson_is_refused() -> None:
    course = GuidedMatch(load_lesson("heros-crossing"))
    for kind, fields in (("resign", {}), ("undo", {"decision": 0}), ("offer_draw", {}), ("uncurtain", {})):
        assert ask(course, kind, **fields)[0]["status"] == "rejected"


def test_a_course_is_found_again_and_the_oldest_is_forgotten() -> None:
    room = Lessons(KEPT)
    token = enrol("heros-crossing")
    course = room.match("heros-crossing", token)
    course.act(course.accepted()[0])
    assert room.match("heros-crossing", token).place == 1
    with pytest.raises(BadInput, match="chess"):
        enrol("chess")


def test_invented_tokens_forget_no_lesson_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.table.learn.lessons.GuidedMatch", Fake)
    room = Lessons(20)
    mine = [room.match("heros-crossing", f"mine{number}", "198.51.100.1") for number in range(20)]
    for number in range(2 * KEPT):
        room.match("heros-crossing", f"invented{number}", "203.0.113.9")
        assert len(room.matches) <= 40
    assert [room.match("heros-crossing", f"mine{number}", "198.51.100.1") for number in range(20)] == mine
    # One more of my own costs the oldest of my own.
    room.match("heros-crossing", "mine20", "198.51.100.1")
    assert room.match("heros-crossing", "mine1", "198.51.100.1") is mine[1]
    assert room.match("heros-crossing", "mine0", "198.51.100.1") is not mine[0]


def test_of_all_lessons_the_address_with_the_most_loses_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.table.learn.lessons.GuidedMatch", Fake)
    room = Lessons(KEPT)
    mine = room.match("heros-crossing", "mine", "198.51.100.1")
    for number in range(2 * KEPT):
        room.match("heros-crossing", f"invented{number}", "203.0.113.9")
    assert len(room.matches) == KEPT
    assert room.match("heros-crossing", "mine", "198.51.100.1") is mine


class Fake:
    """Stand for a lesson that nobody looks at."""

    def __init__(self, lesson: object) -> None:
        self.lesson = lesson


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"seed": 1, "ending": "", "step": [{"say": "a"}]}, "do"),
        ({"seed": 1, "ending": "", "step": [{"say": "a", "do": [], "than": []}]}, "than"),
        ({"seed": 1, "ending": "", "step": [{"say": "a", "do": [], "then": [[1]]}]}, "a seat and an action"),
    ],
)
def test_a_broken_lesson_says_where(data: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_lesson("chess", Node(data, "lesson.toml"))


def test_a_step_that_accepts_nothing_is_told() -> None:
    broken = {"seed": 1, "ending": "", "step": [{"say": "a", "do": ["castle"]}]}
    with pytest.raises(BadInput, match="step 1 accepts nothing"):
        played_through(read_lesson("heros-crossing", Node(broken, "lesson.toml")))
