"""Play every scenario of the folder; on failure say at which step what differed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import warband.games  # noqa: F401
from warband.files import read_options
from warband.games.pixel_tactics.reasons import REASONS
from warband.kernel.game import Game
from warband.kernel.registry import Packs, make_game
from warband.kernel.scenario import Scenario, read_scenarios, run_scenario

pytestmark = pytest.mark.engine

FOLDER = Path(__file__).parent / "scenarios"
ROOT = Path(__file__).parents[3]


def load(path: Path) -> list[Scenario]:
    return read_scenarios(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)


def make(name: str, options: dict[str, object]) -> Game:
    """Return the game; a pack is named by its path from the root of the repository."""
    packs: Packs = {}
    if "pack" in options:
        found = read_options([f"pack={ROOT / str(options['pack'])}"])[1]
        packs = {str(options["pack"]): next(iter(found.values()))}
    return make_game(name, options, packs)


SCENARIOS = [(path.stem, scenario) for path in sorted(FOLDER.glob("*.yaml")) for scenario in load(path)]


@pytest.mark.parametrize("scenario", [pytest.param(found, id=f"{stem}: {found.name}") for stem, found in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    verdict = run_scenario(scenario, make)
    assert not verdict.complaints, verdict.line()


def test_every_scenario_carries_a_clause() -> None:
    assert [found.name for _, found in SCENARIOS if not found.clauses] == []


def test_names_are_unique() -> None:
    names = [f"{stem}: {found.name}" for stem, found in SCENARIOS]
    assert len(names) == len(set(names))


def test_every_reason_is_provoked() -> None:
    steps = [step.fields() for _, scenario in SCENARIOS for step in scenario.steps]
    refused = [step["refuse"] for step in steps if "refuse" in step]
    assert {node.field("code").text() for node in refused} == {code for code, _ in REASONS[1:]}
    assert all(node.field("clause").text() for node in refused)
