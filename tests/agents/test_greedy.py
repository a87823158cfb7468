"""Check the greedy bot: it plays legally from views alone, repeats itself by seed, and beats chance."""

from __future__ import annotations

import json

import pytest

from warband.agents.bot import Bot, Budget, RandomBot
from warband.agents.greedy import GreedyBot
from warband.engine import engine
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game

GAMES: list[tuple[str, dict[str, object]]] = [
    ("heros-crossing", {}),
    ("pocket-tactics", {"map": "quick", "turns": 240}),
]
PAIRS = 10 if engine() == "compiled" else 3


def play(name: str, options: dict[str, object], seed: int, greedy: int) -> Match:
    """Play the greedy bot in a seat against a random one, on views that went through JSON."""
    game = make_game(name, options)
    bots: list[Bot] = [RandomBot(game, seed), RandomBot(game, seed + 1)]
    bots[greedy] = GreedyBot(game, seed)
    match = Match(game, seeded_chance(seed))
    match.settle()
    while match.result is None:
        seat = match.awaiting()[0]
        view = json.loads(json.dumps(match.view(seat)))
        match.play(seat, bots[seat].choose(view, match.actions(seat), Budget(40)))
    return match


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_greedy_beats_random(name: str, options: dict[str, object]) -> None:
    wins = 0
    for seed in range(PAIRS):
        for seat in (0, 1):
            result = play(name, options, seed, seat).result
            wins += result is not None and result.winner == seat
    assert wins >= 2 * PAIRS * 0.85


def test_the_same_seed_plays_the_same_match() -> None:
    name, options = GAMES[1]
    assert play(name, options, 3, 0).entries == play(name, options, 3, 0).entries
