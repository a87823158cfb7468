"""Learn from self-play: damped PPO on one network that plays both seats."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from warband.agents.minds.network import Weights
from warband.agents.minds.wiring import Vocabulary, Wiring
from warband.kernel.errors import WorkFailed
from warband.kernel.registry import make_game
from warband.lab.training.config import Config
from warband.lab.training.export import export
from warband.lab.training.fleet import HALVES, Fleet, variant_of
from warband.lab.training.network import Assembled, Network, Tables, log_policy

SMALLEST = 1e-20


@dataclass
class Progress:
    """How far a run has come, and a row of figures for every now and then."""

    minutes: float = 0.0
    decisions: int = 0
    matches: int = 0
    lessons: int = 0
    starts: int = 0
    rows: list[dict[str, float]] = field(default_factory=list)


class Experience:
    """What was seen, done and got in all lanes since the last lesson, where the network is."""

    def __init__(self, config: Config, fleet: Fleet, device: torch.device) -> None:
        self.lanes = fleet.shape.lanes
        lanes, steps = HALVES * self.lanes, config.horizon

        def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, dtype=kind, device=device)

        self.seen = room(steps + 1, lanes, fleet.shape.cells, kind=torch.int8)
        self.legal = room(steps + 1, lanes, fleet.shape.width, kind=torch.int16)
        self.counts = room(steps + 1, lanes, kind=torch.int16)
        self.seats = room(steps + 1, lanes, kind=torch.int8)
        self.stands = room(steps + 1, lanes)
        self.values = room(steps + 1, lanes)
        self.draws = room(steps + 1, lanes)
        # Which of the legal actions was chosen.
        self.chosen = room(steps, lanes, kind=torch.int64)
        self.chances = room(steps, lanes)
        self.got = room(steps, lanes)
        self.same = room(steps, lanes)
        self.ended = room(steps, lanes)

    def half(self, number: int) -> slice:
        """Return the lanes of a half."""
        return slice(number * self.lanes, (number + 1) * self.lanes)

    def turn_over(self) -> None:
        """Begin anew with what was seen last."""
        for kept in (self.seen, self.legal, self.counts, self.seats, self.stands):
            kept[0] = kept[-1].clone()


class Goals(NamedTuple):
    """What is to be learnt: how much better than expected each action was, and what to expect of values and draws."""

    advantages: Tensor
    values: Tensor
    draws: Tensor


class Learner:
    """One training run."""

    def __init__(self, config: Config, device: torch.device) -> None:
        self.config = config
        self.device = device
        torch.manual_seed(config.seed)
        if device.type == "cpu":
            # Threads that wait for a core which a worker has cost many times what they bring.
            torch.set_num_threads(max(1, (os.cpu_count() or 1) - config.workers))
        # A variant that stands there several times is played by more workers, and assembled once.
        self.variants = [options for at, options in enumerate(config.variants) if options not in config.variants[:at]]
        games = [make_game(config.game, dict(options)) for options in self.variants]
        described = [game.features() for game in games]
        self.stake = float(games[0].stake)
        self.words = Vocabulary.of(described)
        self.wirings = [Wiring.of(item, game.layout(), self.words) for item, game in zip(described, games, strict=True)]
        places = self.wirings[0].places
        self.network = Network(config, self.words, 0 if places is None else len(places.relations)).to(device)
        self.average = copy.deepcopy(self.network)
        self.tables = [Tables(wiring, self.words).to(device) for wiring in self.wirings]
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=config.rate, eps=1e-5)
        self.progress = Progress()
        self.experience: Experience | None = None
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32

    # ---- the run ----

    def run(self, tell: Callable[[Progress], None], keep: Callable[[], None]) -> None:
        """Play and learn until the minutes are over; tell of every lesson, keep a checkpoint now and then."""
        self.progress.starts += 1
        fleet = Fleet(self.config, self.wirings[0].cells, self.progress.starts)
        try:
            self._run(fleet, tell, keep)
        finally:
            fleet.close()

    def _run(self, fleet: Fleet, tell: Callable[[Progress], None], keep: Callable[[], None]) -> None:
        experience = self.experience = Experience(self.config, fleet, self.device)
        feed = Feed(fleet, experience, self.device)
        begun, before = time.monotonic(), self.progress.minutes
        kept = before
        for half in range(HALVES):
            feed.take(half, 0)
        while self.progress.minutes < self.config.minutes:
            started = time.monotonic()
            matches = self._play(fleet, feed, experience)
            played = time.monotonic()
            figures = self._learn(experience)
            experience.turn_over()
            self.progress.minutes = before + (time.monotonic() - begun) / 60
            self.progress.lessons += 1
            self.progress.decisions += experience.chosen.numel()
            self.progress.matches += matches
            figures |= {"minutes": self.progress.minutes, "decisions": self.progress.decisions}
            figures |= {"matches": self.progress.matches, "playing": played - started}
            figures |= {"learning": time.monotonic() - played}
            self.progress.rows.append(figures)
            tell(self.progress)
            if self.progress.minutes - kept > self.config.keep_every:
                kept = self.progress.minutes
                keep()
        keep()

    def share_done(self) -> float:
        """Return how much of the run is over, 0 to 1."""
        return min(self.progress.minutes / self.config.minutes, 1.0)

    def assembled(self, network: Network) -> list[Assembled]:
        """Return the network for all variants, in the type that is computed with."""
        return [network.assemble(tables).to(self.kind) for tables in self.tables]

    # ---- playing ----

    @torch.no_grad()
    def _play(self, fleet: Fleet, feed: Feed, experience: Experience) -> int:
        """Play all lanes to the horizon; return how many matches ended."""
        # Workers are dealt to variants in turn; the lanes of a variant are moved together and back.
        parts = self.assembled(self.network)
        order, sizes = self._lanes_by_variant()
        for step in range(self.config.horizon + 1):
            for half in range(HALVES):
                if step > 0:
                    fleet.wait()
                    feed.take(half, step)
                self._decide(feed, experience, step, half, parts, order, sizes)
                if step < self.config.horizon:
                    fleet.begin(half)
        return int(experience.ended.sum().item())

    def _lanes_by_variant(self) -> tuple[Tensor, list[int]]:
        lanes = torch.arange(self.config.workers * self.config.lanes).reshape(self.config.workers, -1)
        played = [variant_of(self.config, worker) for worker in range(self.config.workers)]
        of_each = [[worker for worker, options in enumerate(played) if options == variant] for variant in self.variants]
        groups = [lanes[workers].reshape(-1) for workers in of_each]
        return torch.cat(groups).to(self.device), [len(group) for group in groups]

    def _decide(
        self,
        feed: Feed,
        experience: Experience,
        step: int,
        half: int,
        parts: list[Assembled],
        order: Tensor,
        sizes: list[int],
    ) -> None:
        lanes = experience.half(half)
        seen = experience.seen[step, lanes][order]
        legal = experience.legal[step, lanes].long()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.kind == torch.bfloat16):
            outlook = self.network(list(seen.split(sizes)), parts, legal[order])
        back = torch.empty_like(order)
        back[order] = torch.arange(len(order), device=order.device)
        experience.values[step, lanes] = outlook.values[back]
        experience.draws[step, lanes] = outlook.draws[back]
        if step == self.config.horizon:
            return
        policy = log_policy(outlook.scores[back], experience.counts[step, lanes])
        noise = torch.rand_like(policy).clamp_(SMALLEST, 1.0)
        chosen = (policy - torch.log(-torch.log(noise))).argmax(-1, keepdim=True)
        experience.chosen[step, lanes] = chosen.squeeze(1)
        experience.chances[step, lanes] = policy.gather(1, chosen).squeeze(1)
        feed.give(half, legal.gather(1, chosen).squeeze(1))

    # ---- learning ----

    def _learn(self, experience: Experience) -> dict[str, float]:
        """Go over what was played a few times, in minibatches; return figures of the last pass."""
        config, done = self.config, self.share_done()
        for group in self.optimizer.param_groups:
            group["lr"] = config.rate * (config.last_rate / config.rate) ** done
        entropy = config.entropy * (config.last_entropy / config.entropy) ** done
        goals = self._goals(experience)
        sums: dict[str, Tensor] = {}
        count = 0
        for _ in range(config.epochs):
            for chosen, sizes in self._minibatches():
                figures = self._improve(experience, chosen, sizes, goals, entropy)
                count += 1
                for name, value in figures.items():
                    sums[name] = sums.get(name, torch.zeros((), device=self.device)) + value
        return {name: float(value.item()) / count for name, value in sums.items()}

    def _goals(self, experience: Experience) -> Goals:
        """Return how much better each action was than expected, and what should have been expected."""
        config = self.config
        shaping = max(0.0, 1 - self.share_done() / config.shaping) if config.shaping else 0.0
        stands = torch.tanh(experience.stands / (2 * self.stake)) * shaping
        going = config.discount * (1 - experience.ended)
        # What is good for one seat is bad for the other.
        onward = going * experience.same
        got = experience.got + onward * stands[1:] - stands[:-1]
        gains = self._gains(got, onward, experience.values)
        # A draw is a draw for both.
        drawn = experience.ended * (experience.got == 0)
        draw_gains = self._gains(drawn, going, experience.draws)
        advantages = gains - config.draw * draw_gains
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        return Goals(advantages, gains + experience.values[:-1], draw_gains + experience.draws[:-1])

    def _gains(self, got: Tensor, onward: Tensor, expected: Tensor) -> Tensor:
        """Return how much more came of each step than was expected, later steps counting less and less."""
        gains = torch.zeros_like(got)
        carried = torch.zeros_like(got[0])
        for step in reversed(range(len(got))):
            surprise = got[step] + onward[step] * expected[step + 1] - expected[step]
            carried = surprise + self.config.trace * onward[step] * carried
            gains[step] = carried
        return gains

    def _minibatches(self) -> list[tuple[Tensor, list[int]]]:
        """Return the steps and lanes of each minibatch as flat numbers, variant by variant, and how many of each."""
        order, sizes = self._lanes_by_variant()
        lanes = self.config.workers * self.config.lanes
        steps = torch.arange(self.config.horizon, device=self.device)[:, None] * (HALVES * lanes)
        pieces = []
        total = self.config.horizon * HALVES * lanes
        count = max(1, round(total / self.config.minibatch))
        for group in order.split(sizes):
            both = torch.cat([group, group + lanes])
            numbers = (steps + both).reshape(-1)
            pieces.append(numbers[torch.randperm(len(numbers), device=self.device)].tensor_split(count))
        return [(torch.cat(part), [len(piece) for piece in part]) for part in zip(*pieces, strict=True)]

    def _improve(
        self,
        experience: Experience,
        chosen: Tensor,
        sizes: list[int],
        goals: Goals,
        entropy_weight: float,
    ) -> dict[str, Tensor]:
        config = self.config

        def pick(kept: Tensor) -> Tensor:
            return kept.reshape(-1, *kept.shape[2:])[chosen]

        counts = pick(experience.counts)
        legal = pick(experience.legal)[:, : int(counts.max().item())].long()
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.kind == torch.bfloat16):
            seen = list(pick(experience.seen).split(sizes))
            outlook = self.network(seen, self.assembled(self.network), legal)
        policy = log_policy(outlook.scores, counts)
        taken = policy.gather(1, pick(experience.chosen)[:, None]).squeeze(1)
        before, advantage = pick(experience.chances), pick(goals.advantages)
        ratio = (taken - before).exp()
        gain = torch.min(ratio * advantage, ratio.clamp(1 - config.clip, 1 + config.clip) * advantage).mean()
        entropy = -(policy.exp() * policy.clamp(min=-30)).sum(-1).mean()
        error = (outlook.values - pick(goals.values)).square().mean()
        draw_error = (outlook.draws - pick(goals.draws)).square().mean()
        loss = config.value_weight * (error + draw_error) - gain - entropy_weight * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()
        self._average()
        moved = (before - taken).mean()
        figures = {"entropy": entropy, "value_error": error, "moved": moved, "drawn": pick(goals.draws).mean()}
        return {name: value.detach() for name, value in figures.items()}

    @torch.no_grad()
    def _average(self) -> None:
        kept, new = list(self.average.parameters()), list(self.network.parameters())
        torch._foreach_lerp_(kept, new, 1 - self.config.average)

    # ---- what is kept ----

    @torch.no_grad()
    def export(self) -> Weights:
        """Return the averaged weights as the whole numbers that ship."""
        if self.experience is None:
            raise WorkFailed("there is nothing to look at before the first lesson")
        order, sizes = self._lanes_by_variant()
        parts = [self.average.assemble(tables) for tables in self.tables]
        looks = [self.average.think(list(self.experience.seen[step, order].split(sizes)), parts) for step in (0, -1)]
        return export(self.config.game, self.average, self.words, looks)

    def to_data(self) -> dict[str, Any]:
        """Return the run as it stands."""
        return {
            "config": self.config.to_data(),
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "progress": vars(self.progress),
            "chance": torch.get_rng_state(),
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Go on where a checkpoint was made."""
        self.network.load_state_dict(data["network"])
        self.average.load_state_dict(data["average"])
        self.optimizer.load_state_dict(data["optimizer"])
        self.progress = Progress(**data["progress"])
        torch.set_rng_state(data["chance"].cpu())


class Feed:
    """Bring what the workers wrote to the network in one copy, and the chosen actions back."""

    def __init__(self, fleet: Fleet, experience: Experience, device: torch.device) -> None:
        self.fleet = fleet
        self.experience = experience
        self.device = device
        self.shared = [torch.frombuffer(half.buf, dtype=torch.uint8) for half in fleet.halves]
        if device.type == "cuda":
            for block in self.shared:
                # Pages that stay where they are are copied at several times the speed.
                torch.cuda.cudart().cudaHostRegister(block.data_ptr(), block.numel(), 0)
        self.blocks = [torch.empty_like(block, device=device) for block in self.shared]
        self.chosen = [fleet.array(half, "chosen") for half in range(HALVES)]

    def _field(self, half: int, name: str, kind: torch.dtype) -> Tensor:
        first, size = self.fleet.shape.places()[name]
        shape = self.fleet.shape.fields()[name][1]
        return self.blocks[half][first : first + size].view(kind).reshape(shape)

    def take(self, half: int, step: int) -> None:
        """Take in what the lanes of a half show, and what the step before brought."""
        block, kept = self.blocks[half], self.experience
        block.copy_(self.shared[half], non_blocking=True)
        lanes = kept.half(half)
        seats = self._field(half, "seats", torch.int8)
        if step > 0:
            before = kept.seats[step - 1, lanes]
            kept.got[step - 1, lanes] = (
                self._field(half, "pays", torch.int8).gather(1, before.long()[:, None]).squeeze(1).float()
            )
            kept.same[step - 1, lanes] = torch.where(seats == before, 1.0, -1.0)
            kept.ended[step - 1, lanes] = self._field(half, "dones", torch.int8).float()
        kept.seen[step, lanes] = self._field(half, "rows", torch.int8)
        kept.legal[step, lanes] = self._field(half, "legal", torch.int16)
        kept.counts[step, lanes] = self._field(half, "counts", torch.int16)
        kept.stands[step, lanes] = self._field(half, "stands", torch.int16).float()
        kept.seats[step, lanes] = seats

    def give(self, half: int, actions: Tensor) -> None:
        """Write the chosen actions where the workers read them."""
        self.chosen[half][:] = actions.to(torch.int16).cpu().numpy().view(np.uint16)
