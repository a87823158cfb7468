"""The search: it takes what wins, never peeks, keeps its tree inside a turn, and ends in time."""

from __future__ import annotations

import time

import pytest

from warband.agents.bot import Budget
from warband.agents.greedy import GreedyBot
from warband.agents.search import SearchBot
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.registry import make_game

GAMES = [("heros-crossing", {}), ("pixel-tactics", {}), ("pocket-tactics", {"map": "quick"})]
by_game = pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])


def begun(game: Game, seed: int, decisions: int) -> Match:
    """Return a match after some random decisions, at one that leaves a single seat a choice."""
    match, rng = Match(game, seeded_chance(seed)), Rng(seed)
    match.settle()
    while decisions > 0 or len(match.awaiting()) != 1 or len(match.actions(match.awaiting()[0])) == 1:
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
        decisions -= 1
    return match


@by_game
def test_what_a_seat_cannot_see_does_not_change_its_choice(name: str, options: dict[str, object]) -> None:
    game = make_game(name, options)
    match = begun(game, 3, 12)
    seat = match.awaiting()[0]
    other = game.redeal(match.state, seat, Rng(99))
    choices = [
        SearchBot(game, 5).choose(view, match.actions(seat), Budget(60))
        for view in (match.state.view(seat), other.view(seat))
    ]
    assert choices[0] == choices[1]


@by_game
def test_every_legal_action_gets_a_guess_and_the_visits_add_up(name: str, options: dict[str, object]) -> None:
    game = make_game(name, options)
    match = begun(game, 4, 12)
    seat = match.awaiting()[0]
    bot = SearchBot(game, 5)
    bot.search(match.state.view(seat), Budget(80))
    children = bot.root.children
    assert set(match.actions(seat)) <= set(children)
    assert sum(node.visits for node in children.values()) == bot.root.visits == 80
    assert all(0 <= node.guess <= 1 for node in children.values())


@by_game
def test_a_search_leaves_the_view_as_it_was(name: str, options: dict[str, object]) -> None:
    game = make_game(name, options)
    match = begun(game, 6, 10)
    seat = match.awaiting()[0]
    view = match.state.view(seat)
    SearchBot(game, 5).choose(view, match.actions(seat), Budget(40))
    assert view == match.state.view(seat)


def test_the_tree_is_kept_while_the_same_seat_goes_on_with_nothing_learnt() -> None:
    game = make_game("pixel-tactics")
    kept = 0
    for seed in range(6):
        match = begun(game, seed, 14)
        bot = SearchBot(game, 1)
        seat = match.awaiting()[0]
        match.play(seat, bot.choose(match.state.view(seat), match.actions(seat), Budget(60)))
        if bot.expected is not None and match.state.view(seat) == bot.expected:
            before = bot.root.visits
            bot.search(match.state.view(seat), Budget(10))
            assert bot.root.visits == before + 10
            kept += before > 0
    assert kept


def test_a_secret_choice_has_a_table_for_each_seat() -> None:
    game = make_game("pixel-tactics")
    match = Match(game, seeded_chance(1))
    match.settle()
    assert len(match.awaiting()) == 2
    for seat in (0, 1):
        bot = SearchBot(game, 3)
        bot.search(match.state.view(seat), Budget(60))
        legal = match.actions(seat)
        assert set(bot.table_of(seat).children) >= set(legal)
        assert bot.most_visited(seat, legal) in legal


@by_game
def test_time_alone_ends_a_choice_of_any_bot(name: str, options: dict[str, object]) -> None:
    game = make_game(name, options)
    match = begun(game, 8, 10)
    seat = match.awaiting()[0]
    for bot in (GreedyBot(game, 1), SearchBot(game, 1)):
        begin = time.perf_counter()
        assert bot.choose(match.state.view(seat), match.actions(seat), Budget(0, 0.05)) in match.actions(seat)
        assert time.perf_counter() - begin < 5
