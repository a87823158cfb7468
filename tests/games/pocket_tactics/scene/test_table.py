"""Scenes of Pocket-Tactics: what is asked, how choices are called and touched, what an assault promises."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import game_of, restore

from warband.kernel.scene import HEXMAP, Scene

POSITION: dict[str, object] = {"seats": [{"units": {"0,-1": "archer"}}, {"units": {"0,-2": "stalker"}}]}


def scene_of(viewer: int, position: dict[str, object] | None = None) -> Scene:
    game = game_of()
    return game.scene(restore(game, position or POSITION).view(viewer))


def test_whoever_decides_is_asked_and_the_other_waits() -> None:
    mine, theirs = scene_of(0), scene_of(1)
    assert mine.choices
    assert theirs.choices == []
    assert mine.prompt.plain() != theirs.prompt.plain()


def test_every_choice_is_touched_by_handles_that_are_there() -> None:
    scene = scene_of(0)
    assert all(set(choice.handles) <= scene.handles() for choice in scene.choices)
    assert len({choice.text for choice in scene.choices}) == len(scene.choices)
    assert all(choice.label for choice in scene.choices)


def test_a_move_is_touched_by_where_it_begins_and_where_it_ends() -> None:
    assault = next(
        choice for choice in scene_of(0).choices if choice.text.startswith("assault archer 0,-1 > 0,-2 melee")
    )
    assert len(assault.handles) == 2


def test_the_own_base_lies_below_for_each_player() -> None:
    turned = [next(box for box in scene_of(seat).containers if box.kind == HEXMAP).turned for seat in (0, 1)]
    assert turned[0] != turned[1]


def test_an_assault_promises_its_odds() -> None:
    game = game_of()
    view = restore(game, POSITION).view(0)
    assault = next(
        choice for choice in game.scene(view).choices if choice.text.startswith("assault archer 0,-1 > 0,-2 melee")
    )
    assert any("%" in sentence.plain() for sentence in game.preview(view, assault.action))


def test_a_touch_that_means_nothing_has_its_reason() -> None:
    game = game_of()
    view = restore(game, POSITION).view(0)
    stalker = next(
        piece.id for box in game.scene(view).containers for piece in box.pieces if piece.name == "Beastfolk Stalker"
    )
    reason = game.attempt(view, [stalker])
    assert reason is not None
    assert game.say_reason(reason)


@pytest.mark.parametrize("phase", ["turn", "deploy"])
def test_the_heading_says_where_the_match_stands(phase: str) -> None:
    position = POSITION if phase == "turn" else {"phase": "deploy", "turn": 0}
    assert scene_of(0, position).heading
