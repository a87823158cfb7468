"""OpenSpiel's own algorithms run on our games unchanged."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import (
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
    random_agent,
)

from warband.kernel.chance import Rng
from warband.kernel.registry import entry, names
from warband.research import openspiel
from warband.research.openspiel import WarbandGame

ITERATIONS = 1000
# The exploitability of random play; measuring it here too would double the time (docs/openspiel.md).
UNIFORM = 0.6818
SHORT = {
    "heros-crossing": "warband_heros_crossing(fronts=dealt,health=2,rounds=2)",
    "pixel-tactics": "warband_pixel_tactics(edition=classic,round_cap=2,fight_cap=1)",
    "pocket-tactics": "warband_pocket_tactics(map=quick,turns=12)",
}


def tiny() -> WarbandGame:
    return openspiel.load_game("heros-crossing", **entry("heros-crossing").option_sets["tiny"])


def searcher(game: WarbandGame, simulations: int, seed: int) -> ismcts.ISMCTSBot:
    rng, random = Rng(seed), np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=simulations, random_state=random)
    bot.set_resampler(lambda state, seat: openspiel.resample(state, seat, rng))
    return bot


@pytest.mark.parametrize("name", names())
def test_their_tree_search_plays_with_worlds_that_we_imagine(name: str) -> None:
    game = openspiel.load_game(name)
    bot, random = searcher(game, 8, 1), np.random.RandomState(2)
    state = game.new_initial_state()
    asked = 0
    while not state.is_terminal() and asked < 12:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
            continue
        action = int(bot.step(state)) if asked % 3 == 0 else int(random.choice(state.legal_actions()))
        asked += 1
        state.apply_action(action)
    assert asked == 12


def test_their_tree_search_resamples_by_itself() -> None:
    game = tiny()
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), uct_c=2.0, max_simulations=20)
    assert bot.step(state) in state.legal_actions()


def test_regret_minimization_lowers_exploitability() -> None:
    game = tiny()
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(ITERATIONS):
        solver.iteration()
    assert exploitability.exploitability(game, solver.average_policy()) < 0.7 * UNIFORM


@pytest.mark.parametrize("name", names())
def test_their_environment_runs(name: str) -> None:
    environment = rl_environment.Environment(openspiel.load_game(name))
    environment.seed(3)
    agents = [random_agent.RandomAgent(seat, environment.action_spec()["num_actions"]) for seat in range(2)]
    assert environment.observation_spec()["info_state"] == tuple(environment.game.information_state_tensor_shape())
    moment = environment.reset()
    while not moment.last():
        chosen = agents[moment.observations["current_player"]].step(moment)
        moment = environment.step([chosen.action])
    assert sum(moment.rewards) == 0.0


@pytest.mark.parametrize("name", names())
def test_their_playthrough_is_written(name: str) -> None:
    text = generate_playthrough.playthrough(SHORT[name], action_sequence=[], seed=4)
    assert f'GameType.short_name = "{openspiel.short_name(name)}"' in text
    assert "InformationStateString(0)" in text
    assert "PrivateObservationString(1)" in text
    assert "IsTerminal() = True" in text
