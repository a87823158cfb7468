"""A mind plays from its view alone, the same way every time, better than greedy, and cards it never saw."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import warband
from warband.agents.bot import Budget
from warband.agents.minds.bot import MindBot, assemble, shipped_weights
from warband.agents.roster import bot_name, is_program, seat_bot
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.lab.pairs import LEFT, NEITHER, Contest

TAVERN = Path(__file__).parents[3] / "docs" / "examples" / "tavern"
OPTIONS: dict[str, dict[str, object]] = {
    "heros-crossing": {},
    "pixel-tactics": {"edition": "classic"},
    "pocket-tactics": {"map": "quick"},
}


def points(contest: Contest, pairs: int) -> float:
    """Return the share of the points that the left bot makes."""
    game = contest.make()
    winners = [match.winner for number in range(pairs) for match in contest.play(game, number)]
    return (winners.count(LEFT) + winners.count(NEITHER) / 2) / len(winners)


def first_choice(game: Game, seed: int = 3) -> Match:
    """Return a match at a decision with several actions, some plies into it."""
    match = game.match(seed=seed)
    for _ in range(30):
        match.push(match.legal()[0])
    while len(match.legal()) == 1:
        match.push(match.legal()[0])
    return match


@pytest.mark.parametrize("name", OPTIONS)
def test_the_bare_mind_beats_greedy(name: str) -> None:
    assert points(Contest(name, "mind", "greedy", 7, OPTIONS[name]), 15) > 0.5


@pytest.mark.parametrize("name", OPTIONS)
def test_a_look_ahead_is_repeated_by_its_seed(name: str) -> None:
    match = first_choice(warband.game(name, **OPTIONS[name]))
    view, legal = match.view(), match.state.legal(match.state.awaiting()[0])
    chosen = [MindBot(match.game, 5).choose(view, legal, Budget(48)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in legal


def test_a_budget_of_seconds_ends_the_look_ahead() -> None:
    match = first_choice(warband.game("heros-crossing"))
    legal = match.state.legal(match.state.awaiting()[0])
    assert MindBot(match.game, 5).choose(match.view(), legal, Budget(0, 0.05)) in legal


def test_a_soft_mind_strays_to_what_it_likes_a_little_less_and_no_further() -> None:
    match = first_choice(warband.game("heros-crossing"))
    legal = match.state.legal(match.state.awaiting()[0])
    bot = MindBot(match.game, 5)
    scores = dict(zip(legal, bot.scores(match.view(), legal), strict=True))
    best = max(scores, key=lambda action: scores[action])
    assert bot.choose(match.view(), legal, Budget()) == best
    bot.softness = 8
    chosen = {bot.choose(match.view(), legal, Budget()) for _ in range(200)}
    assert len(chosen) > 1
    assert min(scores[action] for action in chosen) >= scores[best] - 1.8 * bot.softness


def test_cards_it_never_saw_are_played() -> None:
    game = Contest("pixel-tactics", "mind", "random", 0, {"pack": str(TAVERN)}).make
    with pytest.raises(BadInput):
        game()
    from warband.cli.files import read_options

    options, packs = read_options([f"pack={TAVERN}"])
    contest = Contest("pixel-tactics", "mind", "random", 0, options, packs)
    assert points(contest, 3) > 0.5


def test_a_mind_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="trained for pixel-tactics, not for heros-crossing"):
        assemble(shipped_weights("pixel-tactics"), warband.game("heros-crossing"))


def test_without_numpy_one_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith("warband.agents.minds")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(BadInput, match=r"a mind plays with NumPy: this needs the extra `table`"):
        seat_bot("mind", warband.game("heros-crossing"), 0)


def test_a_file_of_ones_own_is_no_bot_for_strangers() -> None:
    assert is_program("some/my.mind")
    assert is_program("some/my.mind:200")
    assert not is_program("mind:200")
    assert bot_name("some/my.mind:200", "Ada") == "my"
