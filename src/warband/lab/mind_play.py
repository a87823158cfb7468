"""Play many matches of a bare mind against itself together: its network looks at all of them in one batch.

A match goes exactly as it would alone, since the network gives the same scores in any batch.
"""

from __future__ import annotations

import numpy as np

from warband.agents.minds.bot import shipped_network
from warband.agents.minds.scaled import Cells
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.seats import Seat

Asked = tuple[Match, Seat, list[int]]


def play_together(game: Game, matches: list[Match]) -> list[int]:
    """Play matches to their ends, and return how many decisions each of them took."""
    network, encoder = shipped_network(game), game.encoder()
    decisions = [0] * len(matches)
    going = list(range(len(matches)))
    for match in matches:
        match.settle()
    while going:
        asked: list[Asked] = []
        still: list[int] = []
        for number in going:
            forced, choice = _to_choice(matches[number])
            decisions[number] += forced + (choice is not None)
            if choice is not None:
                asked.append(choice)
                still.append(number)
        if asked:
            rows = b"".join([encoder.encode(match.state, seat) for match, seat, _ in asked])
            seen: Cells = np.frombuffer(rows, dtype=np.int8).reshape(len(asked), -1)
            for (match, seat, legal), hidden in zip(asked, network.hidden(seen), strict=True):
                match.play(seat, legal[int(network.scores(hidden, legal).argmax())])
        going = still
    return decisions


def _to_choice(match: Match) -> tuple[int, Asked | None]:
    """Play on while there is nothing to choose; return how many decisions that were, and the choice that comes."""
    forced = 0
    while match.result is None:
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        if len(legal) > 1:
            return forced, (match, seat, legal)
        match.play(seat, legal[0])
        forced += 1
    return forced, None
