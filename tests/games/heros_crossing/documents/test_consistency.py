"""Refuse positions whose moment could not be: who decides, what was begun, which draft is under way."""

from __future__ import annotations

from functools import partial

import pytest
from tests.games.positions import complaint_of, of_seats

pytestmark = pytest.mark.engine
NAME = "heros-crossing"
DONE = {"activated": True}
complaint = partial(complaint_of, NAME)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"seat": 1}, "position: seat 1 cannot be at turn with 0 own and 0 rival Fronts activated (ACT-5)"),
        (
            of_seats({"west": DONE, "centre": DONE}),
            "position: seat 1 cannot be at turn with 0 own and 2 rival Fronts activated (ACT-5)",
        ),
        (
            of_seats({"west": DONE, "centre": DONE, "east": DONE}, {"west": DONE, "centre": DONE, "east": DONE}),
            "position: seat 0 is at turn but has no Front left to activate (ACT-3)",
        ),
        ({"round": 0}, "position: round: 0 does not go with phase turn"),
        ({"phase": "pick"}, "position: round: 2 does not go with phase pick"),
        ({"winner": 0}, "position: winner: 0 does not go with phase turn"),
        ({"phase": "over", "winner": 0}, "position: winner: 0 does not go with health 6 and 6 (END-1)"),
        ({"action": {"power": 5}}, "position: action: nothing is under way yet in phase turn"),
        (
            {"phase": "draw", "round": 0, "action": {"power": 5}},
            "position: action.limit: at set-up a seat draws at most 5 cards (SET-12)",
        ),
    ],
)
def test_an_impossible_moment_is_refused(position: dict[str, object], sentence: str) -> None:
    assert complaint(position) == sentence


@pytest.mark.parametrize(
    ("phase", "action", "sentence"),
    [
        ("flank", {}, "action.front: phase flank needs an activated Front of seat 0"),
        ("flank", {"front": "east"}, "action.front: phase flank needs an activated Front of seat 0"),
        ("reserve", {"front": "west"}, "action.target: an attack needs a Front to attack, after round 1 (ACT-7)"),
        ("discard", {"front": "west"}, "phase: discard asks only with more than 5 cards in hand (REC-4)"),
        ("drawn", {"front": "west"}, "action.level: a card of a level with cards in its stack must be on its way"),
        (
            "kill",
            {"front": "west", "target": "west", "weapons": 1},
            "phase: kill asks only while a hit is left and it finds both weapon and magic cubes (ATK-12)",
        ),
    ],
)
def test_an_impossible_question_is_refused(phase: str, action: dict[str, object], sentence: str) -> None:
    position = {**of_seats({"west": DONE}), "phase": phase, "action": action}
    assert complaint(position) == f"position: {sentence}"


@pytest.mark.parametrize(
    ("phase", "draft", "sentence"),
    [
        ("pick", {"pack": ["knight"]}, "draft: packs and picks of each seat are 3 and 0, or 2 and 1"),
        ("place", {"picks": ["knight"]}, "draft: each seat has 3 picks and has placed as many as the other"),
        ("pick", {"pack": ["knight", "monk", "cleric"]}, "seats[0].draft: cleric is not a level 1 hero (SET-6)"),
        (
            "pick",
            {"pack": ["knight", "monk", "bard"], "choice": "hexer"},
            "seats[0].draft.choice: hexer cannot be chosen (SET-7)",
        ),
        (
            "place",
            {"picks": ["knight", "monk", "bard"], "placed": ["hexer"]},
            "seats[0].draft.placed: hexer is not among the picks (SET-9)",
        ),
    ],
)
def test_an_impossible_draft_is_refused(phase: str, draft: dict[str, object], sentence: str) -> None:
    position = {**of_seats({"draft": draft}), "phase": phase, "round": 0}
    assert complaint(position) == f"position: {sentence}"


def test_a_draft_that_is_over_is_refused() -> None:
    sentence = "position: draft: the draft is over in phase turn"
    assert complaint(of_seats({"draft": {"picks": ["knight"]}})) == sentence


def test_dealt_fronts_have_no_draft() -> None:
    sentence = "position: phase: with dealt fronts there is no draft"
    assert complaint({"phase": "pick", "round": 0}, {"fronts": "dealt"}) == sentence
