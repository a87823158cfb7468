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
