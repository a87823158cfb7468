"""Judge positions and actions by a trained network: how likely a seat is to win, as far as it can see."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warband.agents.lanes import settle
from warband.agents.minds.bot import TRUST, MindBot
from warband.agents.minds.scaled import Cells, Doubles
from warband.kernel.chance import Rng
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.views import View

# Positions that the network looks at together.
BATCH = 512


@dataclass(frozen=True)
class Judged:
    """An action, how much of the choice it would be given, its chance to win, and the spread of that over worlds."""

    action: int
    share: float
    chance: float
    spread: float


class Judge:
    """Say what a network thinks of positions and actions, many of them together."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.bot = MindBot(game, seed)

    @property
    def rng(self) -> Rng:
        """Return the generator of imagined worlds."""
        return self.bot.rng

    def row(self, state: State, seat: Seat) -> bytes:
        """Return what a seat that has a choice sees of a state, for `chances`."""
        return self.bot.encoder.encode(state, seat)

    def chances(self, rows: list[bytes]) -> list[float]:
        """Return how likely the seats are to win that see these rows."""
        found: list[float] = []
        for start in range(0, len(rows), BATCH):
            some = rows[start : start + BATCH]
            seen: Cells = np.frombuffer(b"".join(some), dtype=np.int8).reshape(len(some), -1)
            values = self.bot.network.values(self.bot.network.hidden(seen))
            found += [(1.0 + float(value)) / 2 for value in values]
        return found

    def worlds(self, view: View, count: int) -> list[State]:
        """Return worlds that the owner of a view cannot tell from the real one."""
        first = self.game.imagine(view, self.rng)
        return [first, *(self.game.redeal(first, viewer_of(view), self.rng) for _ in range(count - 1))]

    def chances_after(self, runs: list[State], seat: Seat) -> list[float]:
        """Return how likely a seat is to win in worlds that are played on to the next choice; they are spent."""
        found, rows, places = [0.5] * len(runs), [], []
        for place, run in enumerate(runs):
            decider = play_to_choice(run, self.rng)
            if decider == NOBODY:
                result = run.result()
                if result is not None and result.winner != NOBODY:
                    found[place] = float(result.winner == seat)
            else:
                rows.append(self.row(run, decider))
                places.append((place, decider))
        for (place, decider), chance in zip(places, self.chances(rows), strict=True):
            found[place] = chance if decider == seat else 1.0 - chance
        return found

    def rank(self, view: View, legal: list[int], worlds: list[State]) -> list[Judged]:
        """Return the legal actions of a view, the best first, each tried once in all of these worlds."""
        seat = viewer_of(view)
        runs = [world.copy() for _ in legal for world in worlds]
        for place, run in enumerate(runs):
            run.apply(seat, legal[place // len(worlds)])
        table = np.array(self.chances_after(runs, seat)).reshape(len(legal), len(worlds))
        shares = _shares(self.bot.scores(view, legal) + TRUST * (2 * table.mean(1) - 1))
        rows = zip(legal, shares, table.mean(1), table.std(1), strict=True)
        judged = [Judged(action, float(share), float(chance), float(spread)) for action, share, chance, spread in rows]
        return sorted(judged, key=lambda one: (-one.share, -one.chance))

    def favourite(self, state: State, seat: Seat) -> int:
        """Return the action that a seat likes best at first sight."""
        seen = np.frombuffer(self.row(state, seat), dtype=np.int8)[None]
        legal = state.legal(seat)
        return legal[int(self.bot.network.scores(self.bot.network.hidden(seen)[0], legal).argmax())]


def _shares(scores: Doubles) -> Doubles:
    """Return what scores are together: parts of one."""
    weights = np.exp(scores - scores.max())
    shares: Doubles = weights / weights.sum()
    return shares


def play_to_choice(state: State, rng: Rng) -> int:
    """Play on while there is nothing to choose; return the seat that has a choice, or NOBODY if the match is over."""
    while (decider := settle(state, rng)) != NOBODY:
        legal = state.legal(decider)
        if len(legal) > 1:
            break
        state.apply(decider, legal[0])
    return decider
