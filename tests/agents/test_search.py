"""The search: it takes what wins, never peeks, keeps its tree inside a turn, and ends in time."""

from __future__ import annotations

import time

import pytest

from warband.agents.bot import Bot, Budget
from warband.agents.greedy import GreedyBot
from warband.agents.roster import Player, levels
from warband.agents.search import SearchBot
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.views import View

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


class Spender(Bot):
    """Note how much time it is given, as if it spent all of it."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.allowances: list[float] = []

    def choose(self, view: dict[str, object], legal: list[int], budget: Budget) -> int:
        if len(legal) > 1:
            self.allowances.append(budget.seconds)
        return legal[-1]


@by_game
def test_the_choices_of_one_action_share_the_seconds_of_a_level(
    name: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = make_game(name, options)
    bot = Spender(game, 1)
    player = Player("spender", bot, Budget(100, 1.0), 0, 1)
    monkeypatch.setattr("warband.agents.roster.time.perf_counter", lambda: sum(bot.allowances))
    match = begun(game, 9, 8)
    for _ in range(40):
        seat = match.awaiting()[0]
        if match.state.settled():
            bot.allowances.clear()
        match.play(seat, player.choose(match.view(seat), match.actions(seat)))
        assert sum(bot.allowances) <= 1.0 + 0.002 * len(bot.allowances)
        if match.result is not None:
            return


def test_levels_grow_and_the_top_one_takes_six_seconds_a_turn_at_most() -> None:
    """A turn has at most five actions of Pixel Tactics, or one of the other games."""
    assert [level.number for level in levels()] == list(range(1, 9))
    assert 5 * levels()[-1].seconds <= 6
    assert all(5 * level.seconds <= 1 for level in levels()[:4])
    searching = [level.iterations for level in levels() if level.bot == "search"]
    assert searching == sorted(searching)
    mistakes = [level.mistakes for level in levels()]
    assert mistakes == sorted(mistakes, reverse=True)


def test_forced_decisions_are_played_at_once() -> None:
    game = make_game("heros-crossing")
    bot = SearchBot(game, 1)
    assert bot.choose(View({}), [7], Budget(100)) == 7
    assert bot.iterations == 0
