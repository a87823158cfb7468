"""Scenario: every kind of check passes, fails with the difference, or says that it is no check at all."""

from __future__ import annotations

import pytest
from tests.kernel.matches import GAME, TURN

from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game
from warband.kernel.scenario import Verdict, read_scenarios, run_scenario

pytestmark = pytest.mark.engine

Step = dict[object, object]
DEALT = ["first 0", "card knight", "card monk", "card bard", "card hexer", "card archer", "card fighter"]


def run(*steps: Step, **fields: object) -> Verdict:
    """Run steps from a position in which seat 0 acts, or from whatever the fields say."""
    scenario: dict[str, object] = {"name": "test", "position": TURN, **fields, "steps": list(steps)}
    (read,) = read_scenarios({"game": GAME, "scenarios": [scenario]}, "test.yaml")
    return run_scenario(read, make_game)


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
        'says: expected "No.", got "It is the other player\'s decision."',
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
    ({1: "flank west"}, "seat 1: 'flank west' is refused: It is the other player's decision. (heros-crossing:ACT-1)"),
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


def test_the_first_failing_step_ends_the_scenario() -> None:
    wrong: Step = {"expect": {"round": 9, "phase": "kill"}}
    assert len(run(FLANK, wrong, wrong).complaints) == 2


def test_a_verdict_reads_as_a_line_and_its_differences() -> None:
    assert run(FLANK).line() == "ok    test.yaml.scenarios[0]: test"
    lines = run({"expect": {"round": 9}}).line().split("\n")
    assert lines == ["FAIL  test.yaml.scenarios[0]: test", "        step 1: round: expected 9, got 2"]


NO_STEP: list[tuple[Step, str]] = [
    ({"2": "flank west"}, "'2' is not a seat"),
    ({"expct": {}}, "'expct' is not a seat"),
    ({0: "flank west", 1: "done"}, "a step is one action"),
    ({}, "a step is one action"),
    ({0: "flank wets"}, r"steps\[0\].0: 'flank wets' is not an action.*did you mean 'flank west'"),
    ({0: 5}, r"steps\[0\].0: expected a text"),
    ({"expect": 3}, r"steps\[0\].expect: expected fields"),
    ({"refuse": {"seat": 0, "action": "dance"}}, r"steps\[0\].refuse: 'dance' is not an action"),
    ({"refuse": {"seat": 0}}, "the field 'action' is missing"),
    ({"view": {"seat": 3}}, "view.seat: 3 is not between 0 and 1"),
    ({"view": {"seat": "nobody"}}, "view.seat: 'nobody' is not one of public, all"),
    ({"view": {"seat": [0]}}, r"view.seat: expected a whole number, not \[0\]"),
    ({"view": {"seat": 0, "hide": []}}, "unknown field 'hide'"),
    ({"undo": "me"}, "undo: expected a whole number"),
]


@pytest.mark.parametrize(("step", "complaint"), NO_STEP)
def test_what_is_no_step_is_named(step: Step, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        run(step)


# ---- chance ----


def test_scripted_chance_comes_in_order() -> None:
    expected: Step = {"expect": {"first": 0, "seats.0.draft.pack": ["knight", "monk", "bard"]}}
    assert run(expected, position={"phase": "first", "round": 0}, chance=DEALT).complaints == []


def test_chance_without_a_script_is_always_the_same() -> None:
    steps: list[Step] = [{0: "recruit west"}, {0: "draw 1"}, {"expect": {"seats.0.hand": []}}]
    assert run(*steps).complaints == run(*steps).complaints != []


def test_chance_that_cannot_come_is_named_with_what_can() -> None:
    with pytest.raises(BadInput, match="chance: 'card knight' cannot come here; possible are first 0, first 1"):
        run(position={"phase": "first", "round": 0}, chance=["card knight"])


def test_chance_in_no_notation_is_named_with_its_place() -> None:
    with pytest.raises(BadInput, match=r"test.yaml.scenarios\[0\]: chance: 'card night' is not an action"):
        run(position={"phase": "first", "round": 0}, chance=["card night"])


def test_chance_left_over_is_a_failure() -> None:
    assert run(FLANK, chance=["card knight"]).complaints == ["chance: ['card knight'] was never drawn"]


# ---- reading ----


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"clauses": ["a:1", "a:2", "a:3", "a:4"]}, r"scenarios\[0\].clauses: a scenario proves at most 3 clauses"),
        ({"clauses": "a:1"}, "clauses: expected a list"),
        ({"stpes": []}, "unknown field 'stpes'"),
        ({"chance": [7]}, r"chance\[0\]: expected a text"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"options": {"helth": 3}}, "unknown option 'helth'"),
        ({"position": {"round": 2, "phases": 1}}, r"scenarios\[0\].position: unknown field 'phases'"),
        ({"position": []}, "position: expected fields"),
    ],
)
def test_what_is_no_scenario_is_named(fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        run(FLANK, **fields)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (None, "f.yaml: expected fields"),
        ({}, "f.yaml: the field 'scenarios' is missing"),
        ({"scenarios": [{"name": "x", "steps": []}]}, "the field 'game' is missing, here and at the top"),
        ({"game": GAME, "scenarios": [{"steps": []}]}, "the field 'name' is missing"),
        ({"game": GAME, "scenarios": [{"name": "x"}]}, "the field 'steps' is missing"),
    ],
)
def test_what_is_no_file_of_scenarios_is_named(data: object, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_scenarios(data, "f.yaml")


def test_what_holds_for_all_can_be_overruled() -> None:
    data = {"game": GAME, "clauses": ["a:1"], "scenarios": [{"name": "x", "steps": []}]}
    data["scenarios"] += [{"name": "y", "clauses": ["a:2"], "options": {"health": 3}, "steps": []}]  # type: ignore[operator]
    first, second = read_scenarios(data, "f.yaml")
    assert (first.clauses, second.clauses) == (["a:1"], ["a:2"])
    assert (first.options, second.options) == ({}, {"health": 3})
