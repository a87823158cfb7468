"""What the scenes of all games share: choices in order, whom the prompt speaks to, reasons for touches."""

from __future__ import annotations

import pytest

from warband.kernel import registry
from warband.kernel.registry import make_game
from warband.kernel.seats import PUBLIC

pytestmark = pytest.mark.engine
by_game = pytest.mark.parametrize("name", registry.names())


@by_game
def test_choices_are_the_legal_actions_with_label_and_notation(name: str) -> None:
    match = make_game(name).match(seed=5)
    scene = match.game.scene(match.view(match.seat))
    assert sorted(choice.action for choice in scene.choices) == sorted(match.actions(match.seat))
    assert all(choice.label and choice.text == match.text(choice.action) for choice in scene.choices)


@by_game
def test_whoever_is_not_asked_has_no_choices(name: str) -> None:
    match = make_game(name).match(seed=5)
    assert match.game.scene(match.view(PUBLIC)).choices == []


@by_game
def test_handles_that_mean_an_action_are_no_mistake_and_others_have_a_reason(name: str) -> None:
    match = make_game(name).match(seed=5)
    while not any(choice.handles for choice in match.game.scene(match.view(match.seat)).choices):
        match.push(match.legal()[0])
    view = match.view(match.seat)
    choice = next(choice for choice in match.game.scene(view).choices if choice.handles)
    assert match.game.attempt(view, choice.handles) is None
    reason = match.game.attempt(view, ["no such handle"])
    assert reason is not None
    assert match.game.say_reason(reason)


@by_game
def test_the_end_is_told_to_whoever_looks(name: str) -> None:
    match = make_game(name).match(seed=5)
    match.resign(0)
    result = match.result
    assert result is not None
    assert match.game.say_result(result, match.players) in match.game.scene(match.view(1)).prompt.plain()
