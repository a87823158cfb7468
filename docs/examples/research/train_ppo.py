"""Teach a small network a game by playing itself: masked PPO on the batch adapter.

    python docs/examples/research/train_ppo.py --game heros-crossing --minutes 5
    warband arena heros-crossing docs/examples/research/trained_bot.py:Trained random --matches 200

One network plays both seats: every lane of the batch gives it the observation of whoever decides. What is good for one
seat is bad for the other, so values change their sign where the decision passes on. The weights go into
`trained_bot.npz`, beside `trained_bot.py` which plays with them.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.research.batch import Batch
from warband.research.seating import make

# Without PyTorch this still tells what it does and what it needs.
with suppress(ImportError):
    import torch
    from torch import Tensor, nn
    from torch.distributions import Categorical

WEIGHTS = Path(__file__).with_name("trained_bot.npz")
FORBIDDEN = -1e9


@dataclass(frozen=True)
class Settings:
    """The knobs of the training."""

    lanes: int = 64
    horizon: int = 64
    hidden: int = 128
    epochs: int = 2
    minibatch: int = 512
    rate: float = 7e-4
    discount: float = 0.997
    trace: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01


class Learner:
    """The network: two layers that see the observation, an action head and a value head."""

    def __init__(self, game: Game, settings: Settings) -> None:
        highs = [field.high for field in game.layout() for _ in range(field.size)]
        self.scale = 1.0 / torch.tensor(highs, dtype=torch.float32).clamp(min=1.0)
        self.body = nn.Sequential(
            nn.Linear(len(highs), settings.hidden), nn.ReLU(), nn.Linear(settings.hidden, settings.hidden), nn.ReLU()
        )
        self.action = nn.Linear(settings.hidden, game.action_count())
        self.value = nn.Linear(settings.hidden, 1)
        self.parts = nn.ModuleList([self.body, self.action, self.value])
        nn.init.uniform_(self.action.weight, -0.01, 0.01)
        self.optimizer = torch.optim.Adam(self.parts.parameters(), lr=settings.rate, eps=1e-5)

    def __call__(self, cells: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return the odds of the legal actions and the value, from minus one to one."""
        seen = self.body(cells.float() * self.scale)
        logits = self.action(seen).masked_fill(mask == 0, FORBIDDEN)
        return Categorical(logits=logits, validate_args=False), torch.tanh(self.value(seen)).squeeze(-1)

    def save(self, path: Path, game: Game) -> None:
        """Write the weights as arrays, so that whoever plays with them needs no PyTorch."""
        layers = [self.body[0], self.body[2], self.action]
        arrays = {f"weight{number}": layer.weight.detach().numpy() for number, layer in enumerate(layers)}
        biases = {f"bias{number}": layer.bias.detach().numpy() for number, layer in enumerate(layers)}
        np.savez_compressed(path, game=np.array(game.name), **arrays, **biases)


@dataclass
class Rollout:
    """What a stretch of play gave, one row a step, one column a lane."""

    cells: Tensor
    masks: Tensor
    actions: Tensor
    odds: Tensor
    values: Tensor
    rewards: Tensor
    flips: Tensor
    dones: Tensor
    last: Tensor


def play(batch: Batch, learner: Learner, settings: Settings) -> Rollout:
    """Play a stretch in all lanes and note what happened, as whoever decided saw it."""
    rows: list[list[Tensor]] = []
    lanes = np.arange(settings.lanes)
    for _ in range(settings.horizon):
        cells, mask = torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy())
        seats = batch.seats.copy()
        with torch.no_grad():
            odds, value = learner(cells, mask)
            action = odds.sample()
        batch.step(action.numpy())
        reward = torch.from_numpy(batch.rewards[lanes, seats].astype(np.float32))
        flip = torch.from_numpy(np.where(batch.seats == seats, 1.0, -1.0).astype(np.float32))
        done = torch.from_numpy(batch.dones.astype(np.float32))
        rows.append([cells, mask, action, odds.log_prob(action), value, reward, flip, done])
    with torch.no_grad():
        last = learner(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))[1]
    columns = [torch.stack(column) for column in zip(*rows, strict=True)]
    return Rollout(*[*columns, last])


def advantages(rollout: Rollout, settings: Settings) -> Tensor:
    """Return how much better each action was than expected (GAE); what follows is the other's where seats change."""
    found = torch.zeros_like(rollout.values)
    following, carried = rollout.last, torch.zeros_like(rollout.last)
    for step in reversed(range(len(found))):
        on = settings.discount * rollout.flips[step] * (1.0 - rollout.dones[step])
        error = rollout.rewards[step] + on * following - rollout.values[step]
        carried = error + settings.trace * on * carried
        found[step], following = carried, rollout.values[step]
    return found


def learn(learner: Learner, rollout: Rollout, settings: Settings) -> None:
    """Improve the network on one stretch of play."""
    gains = advantages(rollout, settings)
    goals = (gains + rollout.values).flatten()
    gains = ((gains - gains.mean()) / (gains.std() + 1e-8)).flatten()
    for _ in range(settings.epochs):
        for rows in torch.randperm(len(goals)).split(settings.minibatch):
            improve(learner, rollout, settings, rows, gains[rows], goals[rows])


def improve(learner: Learner, rollout: Rollout, settings: Settings, rows: Tensor, gains: Tensor, goals: Tensor) -> None:
    """Take one step of PPO on some of the decisions."""
    odds, values = learner(rollout.cells.flatten(0, 1)[rows], rollout.masks.flatten(0, 1)[rows])
    ratio = (odds.log_prob(rollout.actions.flatten()[rows]) - rollout.odds.flatten()[rows]).exp()
    clipped = ratio.clamp(1.0 - settings.clip, 1.0 + settings.clip)
    loss = -torch.min(ratio * gains, clipped * gains).mean()
    loss = loss + 0.5 * (values - goals).square().mean() - settings.entropy * odds.entropy().mean()
    learner.optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(learner.parts.parameters(), 0.5)
    learner.optimizer.step()


def train(game: Game, settings: Settings, steps: int, minutes: float, seed: int) -> Learner:
    """Train until so many decisions were made or so many minutes have passed; 0 means no limit."""
    torch.manual_seed(seed)
    learner = Learner(game, settings)
    batch = Batch(game, seeds=[settings.lanes * seed + lane for lane in range(settings.lanes)])
    begin, made, matches = time.monotonic(), 0, 0
    while (not steps or made < steps) and (not minutes or time.monotonic() - begin < 60 * minutes):
        rollout = play(batch, learner, settings)
        learn(learner, rollout, settings)
        made += rollout.dones.numel()
        matches += int(rollout.dones.sum())
        print(f"\r{made} decisions, {matches} matches, {time.monotonic() - begin:.0f} s", end="", flush=True)
    print()
    return learner


def option(text: str) -> tuple[str, str]:
    """Return the name and the value of an option."""
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def wrong(given: argparse.Namespace) -> str:
    """Return what is wrong with the arguments before anything is trained, or nothing."""
    if importlib.util.find_spec("torch") is None:
        return "this needs PyTorch; install it with: pip install 'warband[train]'"
    for name in ("lanes", "horizon", "threads"):
        if vars(given)[name] < 1:
            return f"--{name} {vars(given)[name]}: give at least 1"
    return "" if given.out.absolute().parent.is_dir() else f"--out {given.out}: there is no such folder"


def main(words: list[str] | None = None) -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="heros-crossing")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--steps", type=int, default=0, help="stop after so many decisions (default: no limit)")
    parser.add_argument("--minutes", type=float, default=5.0, help="stop after so many minutes (default: 5)")
    parser.add_argument("--lanes", type=int, default=Settings.lanes, help="matches played side by side (default: 64)")
    parser.add_argument("--horizon", type=int, default=Settings.horizon, help="steps between updates (default: 64)")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch; more pay for large networks only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights go")
    given = parser.parse_args(words)
    complaint = wrong(given)
    if complaint:
        parser.error(complaint)
    try:
        game = make(given.game, dict(given.option))
    except BadInput as error:
        parser.error(str(error))
    torch.set_num_threads(given.threads)
    settings = Settings(lanes=given.lanes, horizon=given.horizon)
    train(game, settings, given.steps, given.minutes, given.seed).save(given.out, game)
    print(f"the weights are in {given.out}")


if __name__ == "__main__":
    main()
