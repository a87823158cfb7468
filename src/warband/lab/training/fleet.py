"""Self-play in other processes: lanes of matches that write into memory shared with the learner.

Every worker has two halves of lanes, so that one half is played while the learner answers the other.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
import numpy.typing as npt

from warband.agents.lane_memory import WIDTH, Memory
from warband.agents.lanes import NOTHING, Lanes
from warband.kernel.chance import rng_at
from warband.kernel.registry import Packs, make_game
from warband.lab.training.config import Config
from warband.processes import Worker

HALVES = 2
# Seeds of lanes lie this far apart from one start of the fleet to the next, so that no deal comes twice.
APART = 1 << 20

# The lanes of a half as they stand, in a text that any machine reads.
Standing = bytes


@dataclass(frozen=True)
class Shape:
    """How the shared memory of a half is laid out: what is wider than a byte comes first."""

    lanes: int
    cells: int
    width: int
    # The cells of the seat that does not decide: none, unless a critic looks at them.
    other_cells: int = 0

    def fields(self) -> dict[str, tuple[type[np.generic], tuple[int, ...]]]:
        """Return the type and the shape of every field, in order."""
        return {
            "legal": (np.uint16, (self.lanes, self.width)),
            "counts": (np.uint16, (self.lanes,)),
            "stands": (np.int16, (self.lanes,)),
            "chosen": (np.uint16, (self.lanes,)),
            "rows": (np.int8, (self.lanes, self.cells)),
            "others": (np.int8, (self.lanes, self.other_cells)),
            "seats": (np.int8, (self.lanes,)),
            "dones": (np.int8, (self.lanes,)),
            "pays": (np.int8, (self.lanes, 2)),
        }

    def places(self) -> dict[str, tuple[int, int]]:
        """Return where every field begins, and its bytes."""
        places: dict[str, tuple[int, int]] = {}
        first = 0
        for name, (kind, shape) in self.fields().items():
            size = int(np.prod(shape)) * np.dtype(kind).itemsize
            places[name] = (first, size)
            first += size
        return places

    @property
    def size(self) -> int:
        """Return the bytes of a half."""
        return sum(size for _, size in self.places().values())


@dataclass(frozen=True)
class Post:
    """What a worker process needs to know: what it plays, and which lanes of the shared memory are its own."""

    game: str
    options: dict[str, object]
    packs: Packs
    shape: Shape
    memory: tuple[str, str]
    first: int
    lanes: int
    seed: int
    # How the lanes of each half stood, where they are to go on.
    standing: tuple[Standing, ...] = ()


_posts: list[tuple[Lanes, SharedMemory]] = []


def take_post(post: Post) -> None:
    """Begin matches in all lanes of this worker, or go on with them."""
    game = make_game(post.game, dict(post.options), post.packs)
    for half, name in enumerate(post.memory):
        shared = SharedMemory(name=name)
        lanes = Lanes(game, skip_forced=True, evaluate=True)
        lanes.write_to(own_memory(shared, post))
        if post.standing:
            go_on(lanes, post.standing[half])
        else:
            start = post.seed + (half * post.shape.lanes) + post.first
            lanes.reset([start + lane for lane in range(post.lanes)])
        _posts.append((lanes, shared))


def go_on(lanes: Lanes, standing: Standing) -> None:
    """Go on with matches as they stood."""
    stood = json.loads(zlib.decompress(standing))
    states = [lanes.game.restore(position) for position, _ in stood]
    lanes.put(states, [rng_at(*words) for _, words in stood], [NOTHING] * len(stood), [0] * len(stood))


def tell_standing() -> tuple[Standing, ...]:
    """Return how the lanes of every half stand: positions, and where their generators are."""
    return tuple(_standing_of(lanes) for lanes, _ in _posts)


def _standing_of(lanes: Lanes) -> Standing:
    stood = [(state.position(), rng.words()) for state, rng in zip(lanes.states, lanes.rngs, strict=True)]
    return zlib.compress(json.dumps(stood, separators=(",", ":")).encode(), 1)


def own_memory(shared: SharedMemory, post: Post) -> Memory:
    """Return the part of a half that belongs to the lanes of a worker."""
    parts: dict[str, memoryview] = {}
    assert shared.buf is not None
    for name, (first, size) in post.shape.places().items():
        each = size // post.shape.lanes
        begin = first + each * post.first
        parts[name] = shared.buf[begin : begin + each * post.lanes]
    return Memory(**parts)


def play_on(half: int) -> None:
    """Take the chosen action in every lane of a half."""
    _posts[half][0].step()


def variant_of(config: Config, worker: int) -> dict[str, object]:
    """Return the options that a worker plays: the variants are dealt out in turn."""
    return config.variants[worker % len(config.variants)]


class Fleet:
    """All workers, and the memory they write to."""

    def __init__(
        self,
        config: Config,
        cells: int,
        round_number: int,
        packs: Packs | None = None,
        standing: Sequence[tuple[Standing, ...]] = (),
    ) -> None:
        self.config = config
        self.packs = packs or {}
        self.shape = Shape(config.workers * config.lanes, cells, WIDTH, cells if config.critic else 0)
        self.halves = [SharedMemory(create=True, size=self.shape.size) for _ in range(HALVES)]
        self.workers = [Worker() for _ in range(config.workers)]
        try:
            self._post(round_number, standing)
        except BaseException:
            self.close()
            raise

    def _post(self, round_number: int, standing: Sequence[tuple[Standing, ...]]) -> None:
        names = (self.halves[0].name, self.halves[1].name)
        lanes = self.config.lanes
        seed = (self.config.seed * 1000 + round_number) * APART
        for number, worker in enumerate(self.workers):
            post = Post(
                self.config.game,
                variant_of(self.config, number),
                self.packs,
                self.shape,
                names,
                number * lanes,
                lanes,
                seed,
                standing[number] if standing else (),
            )
            worker.start()
            worker.send(take_post, (post,))
        for worker in self.workers:
            worker.receive()
            self._answer(worker)

    def _answer(self, worker: Worker) -> Any:  # noqa: ANN401
        answer, error, failure = worker.receive()
        if failure:
            raise error if error is not None else RuntimeError(failure)
        return answer

    def standing(self) -> list[tuple[Standing, ...]]:
        """Return how the lanes of all workers stand, none of which may be playing."""
        for worker in self.workers:
            worker.send(tell_standing, ())
        return [self._answer(worker) for worker in self.workers]

    def begin(self, half: int) -> None:
        """Let all workers take the actions chosen for a half."""
        for worker in self.workers:
            worker.send(play_on, (half,))

    def wait(self) -> None:
        """Wait until all workers have played the half that was begun first."""
        for worker in self.workers:
            self._answer(worker)

    def array(self, half: int, name: str) -> npt.NDArray[np.generic]:
        """Return a field of a half."""
        kind, shape = self.shape.fields()[name]
        first, _ = self.shape.places()[name]
        return np.ndarray(shape, kind, self.halves[half].buf, first)

    def close(self) -> None:
        """End all workers and free the memory."""
        for worker in self.workers:
            worker.close()
        for shared in self.halves:
            shared.unlink()
