"""Check the expectations of a scenario, and tell the difference where one fails."""

from __future__ import annotations

import pytest
from tests.kernel.test_scenario import run

pytestmark = pytest.mark.engine
Step = dict[object, object]


FLANK: Step = {0: "flank west"}
PASSING: list[list[Step]] = [
    [{"expect": {"round": 2, "awaiting": [0], "seats.0.west.soldiers.weapon": 2, "discards.knight": 0}}],
    [FLANK, {"expect": {"may undo": [0]}}],
    [{"refuse": {"seat": 1, "action": "flank west", "clause": "ACT-1", "code": "not_yours"}}],
    [{"refuse": {"seat": 1, "action": "flank west", "clause": "heros-crossing:ACT-1"}}],
    [{"refuse": {"seat": 0, "action": "hire monk west", "says": "You have no Monk in hand."}}],
    [{"view": {"seat": 0, "shows": {"seats.0.hand": ["hexer"]}, "hides": ["seats.1.hand"], "never": ["rogue"]}}],
    [{"view": {"seat": "public", "never": ["rogue", "hexer"], "hides": ["seats.0.hand", "seats.1.hand"]}}],
    [
        FLANK,
        {"legal": {"seat": 0, "only": ["move weapon centre", "move weapon east", "done"], "lacks": ["flank west"]}},
    ],
    [{"legal": {"seat": 0, "has": ["flank west", "recruit east"]}}, {"legal": {"seat": 1, "only": []}}],
    [FLANK, {"log": {"seat": 1, "has": ["Blue flanks from the west."], "lacks": ["Red flanks from the west."]}}],
    [{"result": "none"}, {"resign": 0}, {"result": {"winner": 1, "why": "resigned"}}],
    [{"offer draw": 0}, {"accept draw": 1}, {"result": {"winner": -1, "why": "agreed"}}],
    [{"offer draw": 0}, {"decline draw": 1}, {"offer draw": 0}],
    [{"forfeit": 1}, {"result": {"winner": 0, "why": "forfeit"}}],
    [FLANK, {"undo": 0}, {"expect": {"phase": "turn"}}],
]


@pytest.mark.parametrize("steps", PASSING)
def test_a_check_passes(steps: list[Step]) -> None:
    assert run(*steps).complaints == []


FAILING: list[tuple[Step, str]] = [
    ({"expect": {"seats.0.health": 5}}, "seats.0.health: expected 5, got 6"),
    ({"expect": {"seats.0.helth": 5}}, "seats.0.helth: expected 5, but there is no such value"),
    ({"expect": {"awaiting": [1]}}, "awaiting: expected [1], got [0]"),
    ({"refuse": {"seat": 0, "action": "flank west"}}, "refuse: 'flank west' is legal for seat 0"),
    (
        {"refuse": {"seat": 1, "action": "flank west", "clause": "ACT-2"}},
        'clause: expected "heros-crossing:ACT-2", got "heros-crossing:ACT-1"',
    ),
    (
        {"refuse": {"seat": 1, "action": "flank west", "says": "No."}},
        'says: expected "No.", got "It is your rival\'s turn to decide; wait for it."',
    ),
    ({"view": {"seat": 1, "shows": {"round": 3}}}, "view: round: expected 3, got 2"),
    ({"view": {"seat": 0, "hides": ["seats.0.hand"]}}, 'view: seats.0.hand: seat 0 should not see ["hexer"]'),
    ({"view": {"seat": 0, "never": ["hexer"]}}, "view: 'hexer' stands in the view of 0"),
    ({"legal": {"seat": 1, "only": ["done"]}}, "legal: expected only ['done'], got []"),
    ({"legal": {"seat": 1, "has": ["done"]}}, "legal: 'done' is missing from []"),
    ({"legal": {"seat": 0, "lacks": ["flank west"]}}, "legal: 'flank west' should not be legal"),
    ({"log": {"seat": "public", "has": ["It rains."]}}, "log: 'It rains.' is missing; the log ends []"),
    ({"result": {"winner": 0}}, "result: the match goes on"),
    ({"undo": 0}, "undo: seat 0 may not undo now"),
    ({"accept draw": 0}, "accept draw: Red has offered no draw"),
    ({"decline draw": 0}, "decline draw: Red has offered no draw"),
    (
        {1: "flank west"},
        "seat 1: 'flank west' is refused: It is your rival's turn to decide; wait for it. (heros-crossing:ACT-1)",
    ),
]


@pytest.mark.parametrize(("step", "complaint"), FAILING)
def test_a_check_fails_with_the_difference(step: Step, complaint: str) -> None:
    assert run(step).complaints == [f"step 1: {complaint}"]


def test_a_log_that_should_lack_a_sentence_fails() -> None:
    verdict = run(FLANK, {"log": {"seat": 0, "lacks": ["Blue flanks from the west."]}})
    assert verdict.complaints == ["step 2: log: 'Blue flanks from the west.' should not be there"]


def test_a_wrong_result_fails() -> None:
    assert run({"resign": 0}, {"result": {"winner": 0}}).complaints == ["step 2: winner: expected 0, got 1"]
    assert run({"resign": 0}, {"result": "none"}).complaints == [
        "step 2: result: expected none, got seat 1 wins (resigned)"
    ]
