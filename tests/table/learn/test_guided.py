"""Play lessons: each step accepts what it teaches, marks it and nothing else, and leads on."""

from __future__ import annotations

from typing import Any

import pytest

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.validation import Node
from warband.table.learn.guided import LEARNER, GuidedMatch
from warband.table.learn.lesson import Lesson, load_lesson, read_lesson

GAMES = registry.names()


def played_through(lesson: Lesson) -> Match:
    """Return the match of a lesson after every step was done in the first way it accepts."""
    course = GuidedMatch(lesson)
    while course.step is not None:
        accepted = course.accepted()
        if not accepted:
            legal = [course.match.text(action) for action in course.match.actions(LEARNER)]
            raise BadInput(f"{lesson.game}: step {course.version + 1} accepts nothing that is legal; legal is {legal}")
        course.act(accepted[0])
    return course.match


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_played_to_its_end(game: str) -> None:
    lesson = load_lesson(game)
    assert 8 <= len(lesson.steps) <= 16
    played_through(lesson)


@pytest.mark.parametrize("game", GAMES)
def test_every_action_that_a_step_accepts_leads_on(game: str) -> None:
    course = GuidedMatch(load_lesson(game))
    while course.step is not None:
        for action in course.accepted()[1:]:
            finish(course_at(game, course.version), action)
        course.act(course.accepted()[0])


def course_at(game: str, place: int) -> GuidedMatch:
    course = GuidedMatch(load_lesson(game))
    while course.version < place:
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
        scene = course.feed.current().scene
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


def test_a_step_that_accepts_nothing_is_told() -> None:
    broken = {"seed": 1, "ending": "", "step": [{"say": "a", "do": ["castle"]}]}
    with pytest.raises(BadInput, match="step 1 accepts nothing"):
        played_through(read_lesson("heros-crossing", Node(broken, "lesson.toml")))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_ends_in_a_win(game: str) -> None:
    result = played_through(load_lesson(game)).result
    assert result is not None
    assert result.winner == LEARNER
