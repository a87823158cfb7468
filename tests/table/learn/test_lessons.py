"""Answer the messages of learners."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.table.learn.guided import LEARNER, GuidedMatch
from warband.table.learn.lesson import load_lesson
from warband.table.learn.lessons import KEPT, Learner, Lessons, enrol
from warband.table.live.messages import Message, read_message

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
    learner = Learner(course, sent)
    asyncio.run(learner.receive(message))
    learner.leave()
    return [json.loads(text) for text in sent]


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
    assert course.version == 0


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
    assert course.version == 1


def test_what_has_no_place_in_a_lesson_is_refused() -> None:
    course = GuidedMatch(load_lesson("heros-crossing"))
    for kind, fields in (("resign", {}), ("undo", {"decision": 0}), ("offer_draw", {}), ("uncurtain", {})):
        assert ask(course, kind, **fields)[0]["status"] == "rejected"


def test_a_course_is_found_again_and_the_oldest_is_forgotten() -> None:
    room = Lessons(KEPT)
    token = enrol("heros-crossing")
    course = room.match("heros-crossing", token)
    course.act(course.accepted()[0])
    assert room.match("heros-crossing", token).version == 1
    with pytest.raises(BadInput, match="chess"):
        enrol("chess")


def test_two_pages_of_one_lesson_see_the_same_steps() -> None:
    course, here, there = GuidedMatch(load_lesson("heros-crossing")), Sent(), Sent()
    learners = [Learner(course, here), Learner(course, there)]
    for learner in learners:
        asyncio.run(learner.receive(Message("m1", "learn", "resume")))
    asyncio.run(learners[0].receive(Message("m2", "learn", "act", decision=0, action=course.accepted()[0])))
    assert json.loads(here[1])["kind"] == "answer"
    assert here[2:] == there[1:]
    assert json.loads(there[1])["kind"] == "update"
    learners[1].leave()
    asyncio.run(learners[0].receive(Message("m3", "learn", "act", decision=1, action=course.accepted()[0])))
    assert len(there) == 2


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
