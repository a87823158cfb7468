"""Learn from self-play: damped PPO on one network that plays both seats."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn

from warband.agents.minds.network import Weights
from warband.agents.minds.wiring import Vocabulary, Wiring
from warband.kernel.errors import WorkFailed
from warband.kernel.registry import Packs, make_game
from warband.lab.training.config import Config
from warband.lab.training.critic import Critic
from warband.lab.training.experience import Experience, Feed
from warband.lab.training.export import export
from warband.lab.training.fleet import HALVES, Fleet, Standing, variant_of
from warband.lab.training.goals import Goals, goals_of
from warband.lab.training.loading import both, load, network_of
from warband.lab.training.network import Assembled, Network, Outlook, Tables, log_policy
from warband.lab.training.rivals import Pool, Rival, drawn


@dataclass
class Progress:
    """How far a run has come, and a row of figures for every now and then."""

    minutes: float = 0.0
    decisions: int = 0
    matches: int = 0
    lessons: int = 0
    starts: int = 0
    rows: list[dict[str, float]] = field(default_factory=list)


class Learner:
    """One training run."""

    def __init__(
        self,
        config: Config,
        device: torch.device,
        packs: Packs | None = None,
        start: Weights | None = None,
        victim: Weights | None = None,
    ) -> None:
        """Take the recipe and its packs, and weights to begin with or to learn to beat."""
        self.config = config
        self.device = device
        self.packs = packs or {}
        torch.manual_seed(config.seed)
        if device.type == "cpu":
            # Threads that wait for a core which a worker has cost many times what they bring.
            torch.set_num_threads(max(1, (os.cpu_count() or 1) - config.workers))
        # A variant that stands there several times is played by more workers, and assembled once.
        self.variants = [options for at, options in enumerate(config.variants) if options not in config.variants[:at]]
        self.games = [make_game(config.game, dict(options), self.packs) for options in self.variants]
        self.described = [game.features() for game in self.games]
        self.stake = float(self.games[0].stake)
        words = Vocabulary.of(self.described)
        self.words = words if start is None else both(words, start.words)
        self.wirings = self._wirings(self.words)
        self.network = Network(config, self.words, self._relations()).to(device)
        if start is not None:
            load(self.network, self.words, start)
        self.average = copy.deepcopy(self.network)
        self.tables = self._tables(self.wirings, self.words)
        self.critic = Critic(config, self.words).to(device) if config.critic else None
        self.optimizer = torch.optim.Adam(self._learning(), lr=config.rate, eps=1e-5)
        self.order, self.sizes = self._lanes_by_variant()
        self.pool = Pool(config, self.network, self.tables, list(self.order.split(self.sizes))) if config.pool else None
        self.victim = None if victim is None else self._victim(victim)
        self.progress = Progress()
        self.experience: Experience | None = None
        self.fleet: Fleet | None = None
        self.standing: Sequence[tuple[Standing, ...]] = ()
        self.is_stopping = False
        self.kind = torch.bfloat16 if device.type == "cuda" else torch.float32

    def _wirings(self, words: Vocabulary) -> list[Wiring]:
        return [Wiring.of(item, game.layout(), words) for item, game in zip(self.described, self.games, strict=True)]

    def _tables(self, wirings: list[Wiring], words: Vocabulary) -> list[Tables]:
        return [Tables(wiring, words).to(self.device) for wiring in wirings]

    def _relations(self) -> int:
        places = self.wirings[0].places
        return 0 if places is None else len(places.relations)

    def _learning(self) -> list[nn.Parameter]:
        """Return all that is learnt."""
        return [*self.network.parameters(), *([] if self.critic is None else self.critic.parameters())]

    def _victim(self, weights: Weights) -> Rival:
        """Return the rival that plays one seat of every lane with weights that stay as they are."""
        network = network_of(weights, self.config, weights.words, self._relations()).to(self.device)
        tables = self._tables(self._wirings(weights.words), weights.words)
        return Rival(network, tables, list(self.order.split(self.sizes)), is_certain=True)

    # ---- the run ----

    def run(self, tell: Callable[[Progress], None], keep: Callable[[], None]) -> None:
        """Play and learn to the end of the run; tell of every lesson, keep a checkpoint now and then."""
        if not self.standing:
            self.progress.starts += 1
        cells = self.wirings[0].cells
        self.fleet = Fleet(self.config, cells, self.progress.starts, self.packs, self.standing)
        try:
            self._run(self.fleet, tell, keep)
        finally:
            self.fleet.close()
            self.fleet = None

    def _run(self, fleet: Fleet, tell: Callable[[Progress], None], keep: Callable[[], None]) -> None:
        experience = self.experience = Experience(self.config, fleet, self.device)
        feed = Feed(fleet, experience, self.device)
        begun, before = time.monotonic(), self.progress.minutes
        kept = before
        for half in range(HALVES):
            feed.take(half, 0)
        while self.share_done() < 1 and not self.is_stopping:
            # What was kept before is not what stands there any more, until all lanes stand still again.
            self.standing = ()
            figures = self._lesson(fleet, feed, experience)
            self.progress.minutes = before + (time.monotonic() - begun) / 60
            figures |= {"minutes": self.progress.minutes, "decisions": self.progress.decisions}
            self.progress.rows.append(figures | {"matches": self.progress.matches})
            tell(self.progress)
            if self.progress.minutes - kept > self.config.keep_every:
                kept = self.progress.minutes
                self._keep(fleet, keep)
        self._keep(fleet, keep)

    def _keep(self, fleet: Fleet, keep: Callable[[], None]) -> None:
        self.standing = fleet.standing()
        keep()

    def _lesson(self, fleet: Fleet, feed: Feed, experience: Experience) -> dict[str, float]:
        """Play and learn once; return figures of it."""
        started = time.monotonic()
        matches = self._play(fleet, feed, experience)
        played = time.monotonic()
        figures = self._learn(experience)
        experience.turn_over()
        if self.pool is not None and self.progress.lessons % self.config.pool_every == 0:
            self.pool.add(self.network)
        self.progress.lessons += 1
        self.progress.decisions += experience.chosen.numel()
        self.progress.matches += matches
        return figures | {"playing": played - started, "learning": time.monotonic() - played}

    def share_done(self) -> float:
        """Return how much of the run is over, 0 to 1."""
        if self.config.lessons:
            return min(self.progress.lessons / self.config.lessons, 1.0)
        return min(self.progress.minutes / self.config.minutes, 1.0)

    def assembled(self, network: Network) -> list[Assembled]:
        """Return the network for all variants, in the type that is computed with."""
        return [network.assemble(tables).to(self.kind) for tables in self.tables]

    # ---- playing ----

    @torch.no_grad()
    def _play(self, fleet: Fleet, feed: Feed, experience: Experience) -> int:
        """Play all lanes to the horizon; return how many matches ended."""
        parts = self.assembled(self.network)
        critics = None if self.critic is None else [self.critic.assemble(one).to(self.kind) for one in self.tables]
        rival = self.victim or (None if self.pool is None else self.pool.draw())
        if rival is not None:
            rival.prepare(self.kind)
        for step in range(self.config.horizon + 1):
            for half in range(HALVES):
                if step > 0:
                    fleet.wait()
                    feed.take(half, step)
                lanes = experience.half(half)
                outlook = self._expect(experience, step, lanes, parts, critics)
                if rival is not None:
                    experience.mine[step, lanes] = ~rival.decides(experience.seats[step, lanes])
                if step < self.config.horizon:
                    feed.give(half, self._decide(experience, step, lanes, outlook, rival))
                    fleet.begin(half)
        return int(experience.ended.sum().item())

    def _lanes_by_variant(self) -> tuple[Tensor, list[int]]:
        """Return the lanes of a half variant by variant, which workers are dealt to in turn, and how many each has."""
        lanes = torch.arange(self.config.workers * self.config.lanes).reshape(self.config.workers, -1)
        played = [variant_of(self.config, worker) for worker in range(self.config.workers)]
        of_each = [[worker for worker, options in enumerate(played) if options == variant] for variant in self.variants]
        groups = [lanes[workers].reshape(-1) for workers in of_each]
        return torch.cat(groups).to(self.device), [len(group) for group in groups]

    def _expect(
        self,
        experience: Experience,
        step: int,
        lanes: slice,
        parts: list[Assembled],
        critics: list[Assembled] | None,
    ) -> Outlook:
        """Return what the network says of the lanes of a half, and note what is to be expected there."""
        order = self.order
        seen, legal = experience.seen[step, lanes][order], experience.legal[step, lanes][order].long()
        with self._computing():
            outlook: Outlook = self.network(list(seen.split(self.sizes)), parts, legal)
            expected = outlook.values, outlook.draws
            if self.critic is not None and critics is not None:
                others = experience.others[step, lanes][order].split(self.sizes)
                expected = self.critic(outlook.trunk, list(others), critics)
        back = torch.empty_like(order)
        back[order] = torch.arange(len(order), device=order.device)
        experience.values[step, lanes], experience.draws[step, lanes] = (given[back] for given in expected)
        return outlook._replace(scores=outlook.scores[back])

    def _computing(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=self.kind == torch.bfloat16)

    def _decide(self, experience: Experience, step: int, lanes: slice, outlook: Outlook, rival: Rival | None) -> Tensor:
        """Return the actions that are taken in the lanes of a half, and note them."""
        counts, legal = experience.counts[step, lanes], experience.legal[step, lanes].long()
        policy = log_policy(outlook.scores, counts)
        chosen = drawn(policy)
        if rival is not None:
            with self._computing():
                theirs = rival.choose(experience.seen[step, lanes], legal, counts)
            mine = experience.mine[step, lanes][rival.lanes]
            chosen[rival.lanes] = torch.where(mine, chosen[rival.lanes], theirs)
        experience.chosen[step, lanes] = chosen
        experience.chances[step, lanes] = policy.gather(1, chosen[:, None]).squeeze(1)
        return legal.gather(1, chosen[:, None]).squeeze(1)

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
            for chosen, sizes in self._minibatches(goals.taught.reshape(-1)):
                figures = self._improve(experience, chosen, sizes, goals, entropy)
                count += 1
                for name, value in figures.items():
                    sums[name] = sums.get(name, torch.zeros((), device=self.device)) + value
        return {name: float(value.item()) / count for name, value in sums.items()}

    def _goals(self, experience: Experience) -> Goals:
        shaping = max(0.0, 1 - self.share_done() / self.config.shaping) if self.config.shaping else 0.0
        return goals_of(experience, self.config, self.stake, shaping)

    def _minibatches(self, taught: Tensor) -> list[tuple[Tensor, list[int]]]:
        """Return the steps and lanes of each minibatch as flat numbers, variant by variant, and how many of each."""
        lanes = len(self.order)
        steps = torch.arange(self.config.horizon, device=self.device)[:, None] * (HALVES * lanes)
        groups = [(steps + torch.cat([group, group + lanes])).reshape(-1) for group in self.order.split(self.sizes)]
        if self.pool is not None or self.victim is not None:
            groups = [numbers[taught[numbers]] for numbers in groups]
        count = max(1, round(sum(map(len, groups)) / self.config.minibatch))
        pieces = [numbers[torch.randperm(len(numbers), device=self.device)].tensor_split(count) for numbers in groups]
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
            return kept.flatten(0, 1)[chosen]

        counts = pick(experience.counts)
        legal = pick(experience.legal)[:, : int(counts.max().item())].long()
        with self._computing():
            seen = list(pick(experience.seen).split(sizes))
            outlook = self.network(seen, self.assembled(self.network), legal)
            others = list(pick(experience.others).split(sizes))
            critic_error = self._critic_error(outlook.trunk, others, pick(goals.values), pick(goals.draws))
        policy = log_policy(outlook.scores, counts)
        taken = policy.gather(1, pick(experience.chosen)[:, None]).squeeze(1)
        before, advantage = pick(experience.chances), pick(goals.advantages)
        ratio = (taken - before).exp()
        gain = torch.min(ratio * advantage, ratio.clamp(1 - config.clip, 1 + config.clip) * advantage).mean()
        entropy = -(policy.exp() * policy.clamp(min=-30)).sum(-1).mean()
        error = (outlook.values - pick(goals.values)).square().mean()
        draw_error = (outlook.draws - pick(goals.draws)).square().mean()
        loss = config.value_weight * (error + draw_error + critic_error) - gain - entropy_weight * entropy
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        if self.critic is not None:
            nn.utils.clip_grad_norm_(self.critic.parameters(), 0.5)
        self.optimizer.step()
        self._average()
        moved = (before - taken).mean()
        figures = {"entropy": entropy, "value_error": error, "moved": moved, "drawn": pick(goals.draws).mean()}
        if self.critic is not None:
            figures["critic_error"] = critic_error
        return {name: value.detach() for name, value in figures.items()}

    def _critic_error(self, trunk: Tensor, others: list[Tensor], values: Tensor, draws: Tensor) -> Tensor:
        """Return how wrong the critic is, 0 where there is none."""
        if self.critic is None:
            return torch.zeros((), device=self.device)
        verdict = self.critic(trunk, others, [self.critic.assemble(tables).to(self.kind) for tables in self.tables])
        errors = (verdict.values - values).square() + (verdict.draws - draws).square()
        return errors.mean()

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
        parts = [self.average.assemble(tables) for tables in self.tables]
        seen = [list(self.experience.seen[step, self.order].split(self.sizes)) for step in (0, -1)]
        looks = [self.average.think(rows, parts) for rows in seen]
        return export(self.config.game, self.average, self.words, looks)

    def to_data(self) -> dict[str, Any]:
        """Return the run as it stands."""
        chances = {"cpu": torch.get_rng_state()}
        if self.device.type == "cuda":
            chances["cuda"] = torch.cuda.get_rng_state(self.device)
        return {
            "config": self.config.to_data(),
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "critic": None if self.critic is None else self.critic.state_dict(),
            "pool": [] if self.pool is None else self.pool.to_data(),
            "optimizer": self.optimizer.state_dict(),
            "progress": vars(self.progress),
            "chances": chances,
            "standing": [list(halves) for halves in self.standing],
        }

    def restore(self, data: dict[str, Any]) -> None:
        """Go on where a checkpoint was made: exactly there with as many workers, else with new matches."""
        self.network.load_state_dict(data["network"])
        self.average.load_state_dict(data["average"])
        if self.critic is not None:
            self.critic.load_state_dict(data["critic"])
        if self.pool is not None:
            self.pool.restore(data["pool"], self.device)
        self.optimizer.load_state_dict(data["optimizer"])
        self.progress = Progress(**data["progress"])
        if data["config"]["workers"] == self.config.workers:
            self.standing = [tuple(halves) for halves in data["standing"]]
        chances = data["chances"]
        torch.set_rng_state(chances["cpu"].cpu())
        if self.device.type == "cuda" and "cuda" in chances:
            torch.cuda.set_rng_state(chances["cuda"].cpu(), self.device)
