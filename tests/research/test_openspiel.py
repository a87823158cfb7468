"""OpenSpiel accepts our games: its own checks pass, options are parameters, and secrets stay secret."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

from warband.kernel.chance import Rng  # noqa: E402
from warband.kernel.errors import BadInput  # noqa: E402
from warband.kernel.registry import entry, names  # noqa: E402
from warband.research import openspiel  # noqa: E402
from warband.research.history import DIGEST_BYTES  # noqa: E402
from warband.research.openspiel import WarbandGame, WarbandState  # noqa: E402
from warband.research.seating import IllegalMove  # noqa: E402

SETS = [(name, chosen) for name in names() for chosen in entry(name).option_sets]
JOINT_SEED = 5


def load(name: str, chosen: str = "default") -> WarbandGame:
    return openspiel.load_game(name, **entry(name).option_sets[chosen])


def step(state: WarbandState, rng: Rng) -> None:
    outcomes = state.chance_outcomes() if state.is_chance_node() else []
    found = [outcome for outcome, _ in outcomes] or state.legal_actions()
    state.apply_action(found[rng.below(len(found))])


def played(game: WarbandGame, decisions: int, seed: int = 1) -> WarbandState:
    """Return a state with a decision to make, after some random decisions."""
    state, rng = game.new_initial_state(), Rng(seed)
    while state.is_chance_node() or (decisions and not state.is_terminal()):
        decisions -= not state.is_chance_node()
        step(state, rng)
    assert isinstance(state, WarbandState)
    return state


@pytest.mark.parametrize(("name", "chosen"), SETS)
def test_the_checks_of_openspiel_pass(name: str, chosen: str) -> None:
    game = load(name, chosen)
    assert game.get_type().provides_information_state_tensor
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "chosen"), SETS)
def test_a_match_ends_within_what_is_declared(name: str, chosen: str) -> None:
    game = load(name, chosen)
    state, rng, draws, most = game.new_initial_state(), Rng(2), 0, 0
    while not state.is_terminal():
        draws = draws + 1 if state.is_chance_node() else 0
        most = max(most, draws)
        assert all(outcome < game.max_chance_outcomes() for outcome, _ in state.chance_outcomes()) if draws else True
        step(state, rng)
    assert most <= openspiel.DRAWS_BETWEEN_DECISIONS
    assert sum(state.returns()) == 0.0
    assert game.max_history_length() == game.max_game_length() + game.max_chance_nodes_in_history()


# ---- options ----


@pytest.mark.parametrize(("name", "chosen"), SETS)
def test_options_survive_as_parameters(name: str, chosen: str) -> None:
    game = load(name, chosen)
    again = pyspiel.load_game(str(game))
    assert again.rules.options == game.rules.options
    assert pickle.loads(pickle.dumps(game)).rules.options == game.rules.options


def test_choices_that_openspiel_would_misread_are_quoted() -> None:
    game = openspiel.load_game("pixel-tactics", series=3, draw_cap=5, switch_action=True)
    assert str(game) == 'warband_pixel_tactics(draw_cap="5",series=3,switch_action="true")'
    assert pyspiel.load_game(str(game)).rules.options == game.rules.options
    assert (
        pyspiel.load_game("warband_pixel_tactics(edition=classic,printing=second)").rules.options["edition"]
        == "classic"
    )


def test_wrong_names_and_options_are_refused_with_the_right_ones() -> None:
    with pytest.raises(BadInput, match="unknown game 'chess'; the games are heros-crossing"):
        openspiel.load_game("chess")
    with pytest.raises(BadInput, match="unknown option 'lives'; the options are pack, cubes"):
        openspiel.load_game("heros-crossing", lives=3)
    with pytest.raises(BadInput, match="option health: 9 is not between 1 and 6"):
        pyspiel.load_game("warband_heros_crossing(health=9)")
    with pytest.raises(pyspiel.SpielError, match="Available parameters are: columns, cubes"):
        pyspiel.load_game("warband_heros_crossing(lives=3)")


# ---- playing ----


@pytest.mark.parametrize("name", names())
def test_an_illegal_action_raises_with_the_reason_and_changes_nothing(name: str) -> None:
    state = played(load(name), 3)
    before, history = str(state), state.history()
    illegal = next(action for action in range(state.num_distinct_actions()) if action not in state.legal_actions())
    with pytest.raises(IllegalMove) as error:
        state.apply_action(illegal)
    reason = state.memory.state.why_not(state.current_player(), illegal)
    assert reason is not None
    assert state.memory.game.say_reason(reason) in str(error.value)
    assert (str(state), state.history()) == (before, history)
    state.apply_action(state.legal_actions()[0])


def test_chance_takes_its_outcomes_only_and_nothing_follows_the_end() -> None:
    game = load("heros-crossing", "tiny")
    state = game.new_initial_state()
    with pytest.raises(IllegalMove, match="not an outcome"):
        state.apply_action(game.num_distinct_actions() - 1)
    state = played(game, 1000)
    assert state.is_terminal()
    with pytest.raises(IllegalMove, match="the match is over"):
        state.apply_action(0)


@pytest.mark.parametrize("name", names())
def test_clones_go_their_own_ways(name: str) -> None:
    state = played(load(name), 4)
    before = str(state)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[-1])
    assert str(state) == before != str(twin)
    assert len(twin.history()) == len(state.history()) + 1


@pytest.mark.parametrize("name", names())
def test_states_are_pickled_and_copied_exactly(name: str) -> None:
    state = played(load(name), 9)
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert isinstance(twin, WarbandState)
        assert (str(twin), twin.history()) == (str(state), state.history())
        assert twin.information_state_string(0) == state.information_state_string(0)
        assert str(twin.get_game()) == str(state.get_game())


def test_states_show_themselves_with_their_own_options() -> None:
    shown = played(load("heros-crossing", "short"), 3)._repr_html_()
    assert 'data-game="heros-crossing"' in shown
    assert "of 2<" in shown


# ---- what a seat knows ----


def joint(name: str) -> WarbandState:
    """Return a state in which both seats choose in secret."""
    state, rng = load(name).new_initial_state(), Rng(JOINT_SEED)
    while state.memory.awaiting != (0, 1):
        step(state, rng)
    assert isinstance(state, WarbandState)
    return state


@pytest.mark.parametrize("name", names())
def test_a_joint_choice_is_two_decisions_that_hide_from_each_other(name: str) -> None:
    state = joint(name)
    assert state.current_player() == 0
    chosen = [state.child(action) for action in state.legal_actions()[:2]]
    for twin in chosen:
        assert twin.current_player() == 1
        assert twin.information_state_string(1) == state.information_state_string(1)
        assert twin.observation_tensor(1) == state.observation_tensor(1)
        assert twin.legal_actions() == chosen[0].legal_actions()


@pytest.mark.parametrize("name", names())
def test_observation_forgets_and_information_state_remembers(name: str) -> None:
    """One's own secret choice is not in one's view until both are in; the information state has it at once."""
    state = joint(name)
    one, two = (state.child(action) for action in state.legal_actions()[:2])
    assert one.observation_string(0) == two.observation_string(0)
    assert one.observation_tensor(0) == two.observation_tensor(0)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_tensor(0) != two.information_state_tensor(0)


@pytest.mark.parametrize("name", names())
def test_nothing_hidden_is_in_what_a_seat_gets(name: str) -> None:
    rng = Rng(3)
    for decisions in range(0, 40, 4):
        state = played(load(name), decisions)
        if state.is_terminal():
            break
        seat = state.current_player()
        twin = openspiel.resample(state, seat, rng)
        for tell in (
            "information_state_string",
            "information_state_tensor",
            "observation_string",
            "observation_tensor",
        ):
            assert getattr(twin, tell)(seat) == getattr(state, tell)(seat)
        assert twin.legal_actions() == state.legal_actions()


def test_the_tensor_of_an_information_state_has_the_view_the_latest_plies_and_a_digest() -> None:
    state = played(load("heros-crossing"), 5)
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 0)
    assert observer.dict["observation"].tolist() == state.observation_tensor(0)
    assert observer.dict["digest"].shape == (8 * DIGEST_BYTES,)
    by_whom, action = observer.dict["recent"][0].astype(int)
    told = state.memory.telling(0).recent[-1]
    assert (action - 1, by_whom) == (told[1], {0: 1, 1: 2, -1: 3}[told[0]])
    assert np.concatenate([part.ravel() for part in observer.dict.values()]).tolist() == state.information_state_tensor(
        0
    )


def test_public_and_private_parts_are_told_apart() -> None:
    state = played(load("pixel-tactics"), 12)
    kind, only = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    game = state.get_game()
    public = game.make_py_observer(kind(perfect_recall=False, public_info=True, private_info=only.NONE))
    private = game.make_py_observer(kind(perfect_recall=False, public_info=False, private_info=only.SINGLE_PLAYER))
    recall = game.make_py_observer(kind(perfect_recall=True, public_info=True, private_info=only.NONE))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert '"hand":[' in private.string_from(state, 0)
    assert '"hand":[' not in public.string_from(state, 0)
    assert private.string_from(state, 0) != private.string_from(state, 1)
    assert recall.string_from(state, 0).count("\n") == len(state.history())
    with pytest.raises(BadInput, match="not offered"):
        game.make_py_observer(kind(perfect_recall=False, public_info=True, private_info=only.ALL_PLAYERS))
    with pytest.raises(BadInput, match="takes no parameters, but got depth"):
        game.make_py_observer(None, {"depth": 3})
