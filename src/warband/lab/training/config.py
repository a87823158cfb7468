"""What a training run is made of: the game and its variants, the network, and the numbers of the recipe."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from warband.kernel.errors import BadInput


@dataclass(frozen=True)
class Config:
    """One recipe; every number that a result depends on stands here, and in the card beside the weights."""

    game: str
    # Option sets; every worker process plays one of them, in turn.
    variants: tuple[dict[str, object], ...] = field(default=({},))
    minutes: float = 10.0
    # Where this is more than 0 the run is over after so many lessons, however long they take, and can be repeated.
    lessons: int = 0
    seed: int = 0
    # Digests of the weights that it begins with, and of those that it learns to beat: see `warband train`.
    start: str = ""
    attack: str = ""
    # The network: its width, the residual layers between the first and the last, the size of what is known of a thing.
    width: int = 512
    layers: int = 3
    thing_size: int = 64
    # Where a game has places: the size of what is known of one, and how often places tell their neighbours of it.
    place_size: int = 64
    rounds: int = 3
    # Self-play: worker processes, lanes of each half of a worker, decisions of a lane between two lessons.
    workers: int = 15
    lanes: int = 192
    horizon: int = 64
    # Learning.
    epochs: int = 2
    minibatch: int = 16384
    rate: float = 3e-4
    last_rate: float = 2e-5
    entropy: float = 0.02
    last_entropy: float = 0.001
    discount: float = 1.0
    trace: float = 0.95
    clip: float = 0.2
    value_weight: float = 0.5
    # The share of the run in which the game's own evaluation helps to tell good from bad, less and less.
    shaping: float = 0.3
    # What a draw costs both seats, in wins, so that they look for more; values are told without it.
    draw: float = 0.0
    # A critic that sees what both seats know tells good from bad in training; so many layers, 0 is none.
    critic: int = 0
    # Earlier selves: the share of lanes in which one plays a seat, how many are kept, lessons from one to the next.
    pool: float = 0.0
    pool_size: int = 8
    pool_every: int = 20
    # How slowly the averaged weights, which are the ones kept, follow.
    average: float = 0.999
    # Minutes between two checkpoints.
    keep_every: float = 2.0

    def to_data(self) -> dict[str, Any]:
        """Return the recipe as plain data."""
        return asdict(self)


# Without a GPU: a network that learns the smallest games in a minute.
SMALL: dict[str, Any] = {
    "width": 128,
    "layers": 2,
    "thing_size": 16,
    "place_size": 16,
    "rounds": 2,
    "lanes": 32,
    "horizon": 32,
    "minibatch": 1024,
    "rate": 1e-3,
    "last_rate": 1e-4,
    "average": 0.98,
}


def read_config(text: str, where: str) -> dict[str, Any]:
    """Return the numbers that a TOML text sets, or raise BadInput that names the first that there is not."""
    try:
        numbers = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: {error}") from error
    known = [entry.name for entry in fields(Config) if entry.name not in ("start", "attack")]
    for name, value in numbers.items():
        if name not in known:
            raise BadInput(f"{where}: there is no number {name!r}; there are {', '.join(known)}")
        _check(name, value, where)
    if "variants" in numbers:
        numbers["variants"] = tuple(numbers["variants"])
    return numbers


def _check(name: str, value: object, where: str) -> None:
    usual = getattr(Config("any"), name)
    if name == "game":
        wrong = not isinstance(value, str)
    elif name == "variants":
        wrong = not isinstance(value, list) or not value or not all(isinstance(item, dict) for item in value)
    else:
        whole = isinstance(usual, int)
        most = 1.0 if name == "pool" else float("inf")
        wrong = isinstance(value, bool) or not isinstance(value, int if whole else int | float)
        wrong = wrong or not (isinstance(value, int | float) and 0 <= value <= most)
    if wrong:
        raise BadInput(f"{where}: {name}: {value!r} will not do; usual is {usual!r}")
