"""OpenSpiel's algorithms take a mind as a policy, and tell what a perfect opponent wins against it."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

from open_spiel.python.algorithms.exploitability import exploitability

from warband.agents.roster import seat_bot
from warband.kernel.errors import BadInput
from warband.kernel.registry import entry
from warband.research.mind_policy import MindPolicy
from warband.research.openspiel import WarbandGame, WarbandState, load_game

# The exploitability of random play (docs/openspiel.md).
RANDOM_PLAY = 0.6818


def smallest() -> WarbandGame:
    return load_game("heros-crossing", **entry("heros-crossing").option_sets["tiny"] | {"rounds": 1})


def decisions(game: WarbandGame) -> list[WarbandState]:
    """Return the states of one match in which a seat decides."""
    state, found = game.new_initial_state(), []
    while not state.is_terminal():
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(state.legal_actions()[-1])
    return found


def test_a_policy_takes_what_the_bot_takes() -> None:
    game = smallest()
    policy, bot = MindPolicy(game), seat_bot("mind", game.rules, 0)
    for state in decisions(game):
        seat, likely = state.current_player(), policy.action_probabilities(state)
        chosen = bot.choose(state.memory.state.view(seat), state.legal_actions())
        assert sum(likely.values()) == likely[chosen] == 1.0


def test_a_softened_policy_leaves_nothing_out() -> None:
    game = smallest()
    policy = MindPolicy(game, softness=1.0)
    for state in decisions(game):
        likely = policy.action_probabilities(state)
        assert list(likely) == state.legal_actions()
        assert sum(likely.values()) == pytest.approx(1.0)
        assert min(likely.values()) > 0


def test_a_mind_that_is_soft_enough_is_as_exploitable_as_random_play() -> None:
    game = load_game("heros-crossing", **entry("heros-crossing").option_sets["tiny"])
    assert exploitability(game, MindPolicy(game, softness=1e9)) == pytest.approx(RANDOM_PLAY, abs=1e-3)


def test_a_mind_of_another_game_and_a_wrong_softness_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="softness -1"):
        MindPolicy(smallest(), softness=-1.0)
    with pytest.raises(BadInput, match=r"none\.mind"):
        MindPolicy(smallest(), str(tmp_path / "none.mind"))
