"""Beginners: they seldom miss a certain win, pass only when nothing helps, and overlook what their level says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.agents.test_search import begun, by_game

from warband.agents.beginner import BeginnerBot
from warband.agents.bot import Budget
from warband.agents.levels import BEGINNER, levels
from warband.agents.playing import WON
from warband.agents.roster import seat_bot
from warband.kernel.registry import make_game

WINS = Path(__file__).parent / "wins"
TIMES = 40
HUMAN = ["1", "2", "3"]


@pytest.mark.parametrize("level", HUMAN)
@pytest.mark.parametrize("name", ["heros-crossing", "pixel-tactics", "pocket-tactics"])
def test_a_certain_win_is_thrown_away_at_most_one_time_in_five(name: str, level: str) -> None:
    data = json.loads((WINS / f"{name}.json").read_text(encoding="utf-8"))
    game = make_game(name, data["options"])
    taken = 0
    for item in data["positions"]:
        state = game.restore(item["position"])
        wins = [game.parse(text, state) for text in item["wins"]]
        view, legal = state.view(item["seat"]), state.legal(item["seat"])
        assert len(legal) >= 2 * len(wins)
        taken += sum(seat_bot(level, game, seed, False).choose(view, legal) in wins for seed in range(TIMES))
    assert taken >= 0.8 * TIMES * len(data["positions"])


@by_game
def test_nobody_passes_with_something_useful_to_do(name: str, options: dict[str, object]) -> None:
    """However much it overlooks, it passes only where all else looks no better to it."""
    game = make_game(name, options)
    bot = BeginnerBot(game, 3)
    bot.overlooks = 95
    passes = 0
    for seed in range(4):
        match = begun(game, seed, 10)
        for _ in range(30):
            seat = match.awaiting()[0]
            legal = match.actions(seat)
            chosen = bot.choose(match.view(seat), legal, Budget(2))
            if len(legal) > 1 and game.kind(chosen) in game.passes:
                passes += 1
                assert bot.worths[chosen] == max(bot.worths.values())
            match.play(seat, chosen)
            if match.result is not None:
                break
    assert passes


def test_who_notices_only_what_loses_looks_again() -> None:
    bot = BeginnerBot(make_game("heros-crossing"), 1)
    assert bot.rather(4, [4, 7], {4: -WON, 7: -10}) == 7
    assert bot.rather(4, [4, 7], {4: -20, 7: -10}) == 4


def test_the_first_levels_differ_by_how_far_they_look_and_what_they_overlook() -> None:
    recipes = [level.recipe() for level in levels()[:4]]
    assert {recipe.bot for recipe in recipes} == {BEGINNER}
    assert [recipe.looks for recipe in recipes] == sorted(recipe.looks for recipe in recipes)
    overlooked = [recipe.overlooks for recipe in recipes]
    assert overlooked == sorted(set(overlooked), reverse=True)
    assert all(recipe.overlooks_wins <= 20 for recipe in recipes)


@by_game
def test_what_is_overlooked_is_not_chosen_but_what_is_seen_is_the_best(name: str, options: dict[str, object]) -> None:
    """A beginner that overlooks nothing and looks one action ahead plays what looks best at the end of it."""
    game = make_game(name, options)
    match = begun(game, 4, 12)
    seat = match.awaiting()[0]
    bot = BeginnerBot(game, 5)
    chosen = bot.choose(match.view(seat), match.actions(seat), Budget(40))
    assert bot.worths[chosen] == max(bot.worths.values())
    blind = BeginnerBot(game, 5)
    blind.overlooks = 95
    seen = {blind.choose(match.view(seat), match.actions(seat), Budget(2)) for _ in range(12)}
    assert len(seen) > 1


@by_game
def test_the_same_seed_chooses_the_same(name: str, options: dict[str, object]) -> None:
    game = make_game(name, options)
    match = begun(game, 4, 12)
    view, legal = match.view(match.awaiting()[0]), match.actions(match.awaiting()[0])
    chosen = [[seat_bot(level, game, 3, False).choose(view, legal) for level in ("1", "3", "4")] for _ in range(2)]
    assert chosen[0] == chosen[1]
