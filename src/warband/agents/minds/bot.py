"""Choose by a trained network: at once, or after a look ahead over imagined worlds."""

from __future__ import annotations

import time
from functools import lru_cache
from importlib import resources
from pathlib import Path

import numpy as np

from warband.agents.bot import Bot, Budget
from warband.agents.lanes import settle
from warband.agents.minds.files import from_bytes, read_weights
from warband.agents.minds.network import Network, Weights
from warband.agents.minds.scaled import Cells, Doubles
from warband.agents.minds.wiring import Wiring
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State, viewer_of
from warband.kernel.seats import NOBODY, Seat
from warband.kernel.views import View

# The look-ahead: how many actions it compares, how far it plays them on, how much their values count.
CANDIDATES = 8
WORTH_A_LOOK = 0.01
DEPTH = 8
TRUST = 10.0
# A softened mind leaves out what it likes less than this share of the best.
LEAST_LIKED = 1 / 6
# Continuations that are played side by side.
BATCH = 128
# Where a clock counts it is looked at after so many.
TIMED_BATCH = 32
# Chances of actions are counted in so many parts.
PARTS = 1 << 16


@lru_cache(maxsize=4)
def shipped_weights(name: str) -> Weights:
    """Return the weights that ship for a game, or raise BadInput."""
    file = resources.files("warband.agents.minds") / "weights" / f"{name}.mind"
    if not file.is_file():
        raise BadInput(f"there is no mind for {name}; train one: warband train {name}")
    return from_bytes(file.read_bytes())


def assemble(weights: Weights, game: Game) -> Network:
    """Return the network for a game with its options and pack, or raise BadInput if it was trained for another."""
    if weights.game != game.name:
        raise BadInput(f"this mind was trained for {weights.game}, not for {game.name}")
    return Network(weights, Wiring.of(game.features(), game.layout(), weights.words))


@lru_cache(maxsize=8)
def shipped_network(game: Game) -> Network:
    """Return the network that ships for a game, assembled once for its options and pack."""
    return assemble(shipped_weights(game.name), game)


def chances(scores: Doubles) -> list[int]:
    """Return how often each action would be taken, in whole parts; the best one has PARTS."""
    return [max(1, int(part)) for part in np.rint(np.exp(scores - scores.max()) * PARTS)]


class MindBot(Bot):
    """Play what a network trained by self-play likes best; a budget lets it look ahead.

    With `softness` it takes what it likes less too, the more readily the softer it is: scores are divided by it.
    """

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.network = self.make_network(game)
        self.encoder = game.encoder()
        self.softness = 0.0

    def make_network(self, game: Game) -> Network:
        """Return the network to play with: the one that ships."""
        return shipped_network(game)

    def choose(self, view: View, legal: list[int], budget: Budget) -> int:
        """Return the action that looks best, after as many imagined continuations as the budget allows."""
        legal = self.game.sensible(view, legal)
        if len(legal) == 1:
            return legal[0]
        scores = self.scores(view, legal)
        if self.softness > 0:
            return self._soften(legal, scores)
        if budget.iterations < 2 and budget.seconds <= 0:
            return legal[int(scores.argmax())]
        return self._look_ahead(view, legal, scores, budget)

    def scores(self, view: View, legal: list[int]) -> Doubles:
        """Return how good the legal actions look at first sight."""
        seen = np.frombuffer(self.game.observe(view), dtype=np.int8)[None]
        return self.network.scores(self.network.hidden(seen)[0], legal)

    def _soften(self, legal: list[int], scores: Doubles) -> int:
        """Return an action drawn from those that it does not like much less than the best."""
        likely = chances(scores / self.softness)
        liked = [place for place in range(len(legal)) if likely[place] >= LEAST_LIKED * PARTS]
        return draw([legal[place] for place in liked], [likely[place] for place in liked], self.rng)

    def _look_ahead(self, view: View, legal: list[int], scores: Doubles, budget: Budget) -> int:
        """Play the likely actions on in imagined worlds; weigh what they bring with how likely they were."""
        likely = chances(scores)
        best = sorted(range(len(legal)), key=lambda place: -likely[place])[:CANDIDATES]
        best = [place for place in best if likely[place] >= WORTH_A_LOOK * PARTS]
        if len(best) == 1:
            return legal[best[0]]
        seat = viewer_of(view)
        world = self.game.imagine(view, self.rng)
        until = time.perf_counter() + budget.seconds if budget.seconds > 0 else float("inf")
        sums, worlds, left = np.zeros(len(best)), 0, budget.iterations or 1 << 40
        while left >= len(best):
            count = min(left, BATCH if budget.seconds <= 0 else TIMED_BATCH) // len(best)
            sums += self._try(world, seat, [legal[place] for place in best], max(count, 1))
            worlds += max(count, 1)
            left -= max(count, 1) * len(best)
            if time.perf_counter() > until:
                break
        firsts = np.log(np.array([likely[place] for place in best]) / PARTS)
        return legal[best[int((firsts + TRUST * sums / max(worlds, 1)).argmax())]]

    def _try(self, world: State, seat: Seat, actions: list[int], worlds: int) -> Doubles:
        """Return what each action brings the seat, summed over newly imagined worlds that all of them share."""
        runs: list[State] = []
        for _ in range(worlds):
            dealt = self.game.redeal(world, seat, self.rng)
            for action in actions:
                run = dealt.copy()
                run.apply(seat, action)
                runs.append(run)
        ends = self._play_on(runs, seat)
        sums: Doubles = np.array(ends).reshape(worlds, len(actions)).sum(0)
        return sums

    def _play_on(self, runs: list[State], seat: Seat) -> list[float]:
        """Play all runs on by the network's own policy; return their value for a seat at the end."""
        ends = [0.0] * len(runs)
        going = list(range(len(runs)))
        for depth in range(DEPTH + 1):
            deciders = self._settle(runs, going, ends, seat)
            going = [number for number in going if deciders[number] != NOBODY]
            if not going:
                break
            rows = b"".join(self.encoder.encode(runs[number], deciders[number]) for number in going)
            seen: Cells = np.frombuffer(rows, dtype=np.int8).reshape(len(going), -1)
            hidden = self.network.hidden(seen)
            if depth == DEPTH:
                for number, value in zip(going, self.network.values(hidden), strict=True):
                    ends[number] = float(value) if deciders[number] == seat else -float(value)
                break
            for number, scores in zip(going, self.network.all_scores(hidden), strict=True):
                decider = deciders[number]
                runs[number].apply(decider, self._sample(runs[number].legal(decider), scores))
        return ends

    def _settle(self, runs: list[State], going: list[int], ends: list[float], seat: Seat) -> dict[int, int]:
        """Let chance decide where it must; note the results of runs that are over; return who decides in each."""
        deciders: dict[int, int] = {}
        for number in going:
            deciders[number] = settle(runs[number], self.rng)
            if deciders[number] == NOBODY:
                result = runs[number].result()
                winner = NOBODY if result is None else result.winner
                ends[number] = 0.0 if winner == NOBODY else 1.0 if winner == seat else -1.0
        return deciders

    def _sample(self, legal: list[int], scores: Doubles) -> int:
        """Return an action drawn by the policy."""
        if len(legal) == 1:
            return legal[0]
        return draw(legal, chances(scores[legal]), self.rng)


def draw(actions: list[int], parts: list[int], rng: Rng) -> int:
    """Return one of some actions, each as often as its parts say."""
    at = rng.below(sum(parts))
    for action, part in zip(actions, parts, strict=True):
        at -= part
        if at < 0:
            return action
    return actions[-1]


def bot_of_file(path: Path) -> type[MindBot]:
    """Return the kind of bot that plays with the weights in a file, or raise BadInput."""
    try:
        return _bot_of_file(path, path.stat().st_mtime_ns)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from error


@lru_cache(maxsize=8)
def _bot_of_file(path: Path, written: int) -> type[MindBot]:
    """Return the kind of bot of a file as it was written at a time; each game is assembled once."""
    weights = read_weights(path)
    networks = lru_cache(maxsize=8)(lambda game: assemble(weights, game))

    class OwnMind(MindBot):
        """A mind with weights of one's own."""

        def make_network(self, game: Game) -> Network:
            """Return the network to play with."""
            return networks(game)

    return OwnMind
