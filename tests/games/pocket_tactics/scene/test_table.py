"""Scenes of Pocket-Tactics: what is asked, how choices are called and touched, what an assault promises."""

from __future__ import annotations

import pytest
from tests.games.pocket_tactics.table import game_of, restore

from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.scene import HEXMAP, Scene
from warband.scene import html_odds

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


def fighting() -> Match:
    """Return a match in which the Archer attacks the Stalker."""
    match = Match(game_of(), seeded_chance(1), start=POSITION)
    assault = next(text for text in match.legal(seat=0) if text.startswith("assault archer 0,-1 > 0,-2 melee"))
    match.push(assault, seat=0)
    return match


def test_odds_are_a_bar_whose_parts_make_up_a_whole() -> None:
    game = game_of()
    view = restore(game, POSITION).view(0)
    assault = next(choice for choice in game.scene(view).choices if choice.text.startswith("assault archer"))
    odds = game.odds(view, assault.action)
    assert sum(number.value for number in odds) == 100
    assert all(number.value for number in odds), "what cannot happen is no part"
    assert {number.label for number in odds} <= {"defender falls", "both fall", "attacker falls", "nobody falls"}
    bar = str(html_odds.odds_nodes(odds)[0])
    assert bar.count("<i ") == len(odds)
    assert f"<b>{odds[0].value} %</b> " in bar, "a bar says its figures in words"


def test_in_a_combat_both_are_told_who_attacks_whom_and_who_falls() -> None:
    match = fighting()
    asked = match.awaiting()[0]
    prompts = match.game.scene(match.view(asked)).prompt.plain()
    whose = (
        "Your Archer attacks the Beastfolk Stalker: " if asked == 0 else "The Archer attacks your Beastfolk Stalker: "
    )
    assert prompts.startswith(whose)
    assert "as the dice lie" in prompts
