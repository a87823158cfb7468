"""Begin matches of Hero's Crossing, and play them out at random, for the tests of kernel, terminal and commands."""

from __future__ import annotations

from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game

GAME = "heros-crossing"
SHORT: dict[str, object] = {"fronts": "dealt", "health": 2, "rounds": 5}

# Round 2, seat 0 to act; both hold one card, and only seat 0's west has soldiers.
TURN: dict[str, object] = {
    "seats": [
        {"hand": ["hexer"], "west": {"heroes": ["knight"], "soldiers": {"weapon": 2}}},
        {"hand": ["rogue"], "west": {"heroes": ["monk"]}},
    ]
}


def begin(seed: int = 1, options: dict[str, object] | None = None) -> Match:
    """Return a match at its first decision; with a draft, both seats pick from hidden cards."""
    match = Match(make_game(GAME, options), seeded_chance(seed))
    match.settle()
    return match


def at(position: dict[str, object], seed: int = 1) -> Match:
    """Return a match that starts from a position."""
    return Match(make_game(GAME), seeded_chance(seed), None, position)


def play_out(match: Match, seed: int) -> Match:
    """Play a match at random until it is over."""
    rng = Rng(seed)
    while match.result is None:
        seats = match.awaiting()
        seat = seats[rng.below(len(seats))]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def finished(seed: int = 5, options: dict[str, object] | None = None) -> Match:
    """Return a random match that is over."""
    return play_out(begin(seed, options), seed)
