"""Play every scenario of every game; on failure say at which step what differed."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
import yaml

from warband.cli.files import read_options
from warband.kernel.game import Game
from warband.kernel.reasons import Refusals
from warband.kernel.registry import Packs, make_game
from warband.kernel.scenario import Scenario, read_scenarios, run_scenario

pytestmark = pytest.mark.engine

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MANUAL = ROOT / "docs" / "scenarios.md"
GAMES = sorted(folder.parent.name for folder in HERE.glob("*/scenarios"))


def load(path: Path) -> list[tuple[str, Scenario]]:
    read = read_scenarios(yaml.safe_load(path.read_text(encoding="utf-8")), path.name)
    return [(f"{path.stem}: {scenario.name}", scenario) for scenario in read]


def make(name: str, options: dict[str, object]) -> Game:
    """Return the game; a pack of the tests is named by its path from the root of the repository."""
    packs: Packs = {}
    if "pack" in options and (ROOT / str(options["pack"])).exists():
        found = read_options([f"pack={ROOT / str(options['pack'])}"])[1]
        packs = {str(options["pack"]): next(iter(found.values()))}
    return make_game(name, options, packs)


SCENARIOS = {
    game: [named for path in sorted((HERE / game / "scenarios").glob("*.yaml")) for named in load(path)]
    for game in GAMES
}
ALL = [(game, name, scenario) for game in GAMES for name, scenario in SCENARIOS[game]]


@pytest.mark.parametrize("scenario", [pytest.param(found, id=f"{game}/{name}") for game, name, found in ALL])
def test_scenario(scenario: Scenario) -> None:
    verdict = run_scenario(scenario, make)
    assert not verdict.complaints, verdict.line()


def test_the_games_have_scenarios() -> None:
    assert len(GAMES) == 3
    assert all(SCENARIOS.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_carries_a_clause(game: str) -> None:
    assert [name for name, scenario in SCENARIOS[game] if not scenario.clauses] == []


@pytest.mark.parametrize("game", GAMES)
def test_names_are_unique(game: str) -> None:
    names = [name for name, _ in SCENARIOS[game]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_provoked(game: str) -> None:
    refusals: Refusals = import_module(f"warband.games.{game}.rules.reasons").REFUSALS
    steps = [step.fields() for _, scenario in SCENARIOS[game] for step in scenario.steps]
    refused = [step["refuse"] for step in steps if "refuse" in step]
    assert {node.field("code").text() for node in refused} == set(refusals.codes[1:])
    assert all(node.field("clause").text() for node in refused)


def test_every_worked_combat_of_pocket_tactics_has_its_scenario() -> None:
    names = {scenario.name.split(" ")[0] for _, scenario in SCENARIOS["pocket_tactics"]}
    assert {f"EX{number}" for number in range(1, 13)} <= names


def test_the_example_of_the_manual_holds() -> None:
    text = MANUAL.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    for scenario in read_scenarios(yaml.safe_load(text), MANUAL.name):
        assert run_scenario(scenario, make_game).complaints == []
