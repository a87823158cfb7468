"""Self-play in other processes: lanes of matches that write into memory shared with the learner.

Every worker has two halves of lanes, so that one half is played while the learner answers the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory

import numpy as np
import numpy.typing as npt

from warband.agents.lanes import WIDTH, Lanes, Memory
from warband.kernel.registry import make_game
from warband.lab.training.config import Config
from warband.processes import Worker

HALVES = 2
# Seeds of lanes lie this far apart from one start of the fleet to the next, so that no deal comes twice.
APART = 1 << 20


@dataclass(frozen=True)
class Shape:
    """How the shared memory of a half is laid out: what is wider than a byte comes first."""

    lanes: int
    cells: int
    width: int

    def fields(self) -> dict[str, tuple[type[np.generic], tuple[int, ...]]]:
        """Return the type and the shape of every field, in order."""
        return {
            "legal": (np.uint16, (self.lanes, self.width)),
            "counts": (np.uint16, (self.lanes,)),
            "stands": (np.int16, (self.lanes,)),
            "chosen": (np.uint16, (self.lanes,)),
            "rows": (np.int8, (self.lanes, self.cells)),
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
    shape: Shape
    memory: tuple[str, str]
    first: int
    lanes: int
    seed: int


_posts: list[tuple[Lanes, SharedMemory]] = []


def take_post(post: Post) -> None:
    """Begin matches in all lanes of this worker."""
    game = make_game(post.game, dict(post.options))
    for half, name in enumerate(post.memory):
        shared = SharedMemory(name=name)
        lanes = Lanes(game, skip_forced=True, evaluate=True)
        lanes.write_to(own_memory(shared, post))
        start = post.seed + (half * post.shape.lanes) + post.first
        lanes.reset([start + lane for lane in range(post.lanes)])
        _posts.append((lanes, shared))


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

    def __init__(self, config: Config, cells: int, round_number: int) -> None:
        self.config = config
        self.shape = Shape(config.workers * config.lanes, cells, WIDTH)
        self.halves = [SharedMemory(create=True, size=self.shape.size) for _ in range(HALVES)]
        self.workers = [Worker() for _ in range(config.workers)]
        try:
            self._post(round_number)
        except BaseException:
            self.close()
            raise

    def _post(self, round_number: int) -> None:
        names = (self.halves[0].name, self.halves[1].name)
        lanes = self.config.lanes
        seed = (self.config.seed * 1000 + round_number) * APART
        for number, worker in enumerate(self.workers):
            post = Post(
                self.config.game, variant_of(self.config, number), self.shape, names, number * lanes, lanes, seed
            )
            worker.start()
            worker.send(take_post, (post,))
        for worker in self.workers:
            worker.receive()
            self._answer(worker)

    def _answer(self, worker: Worker) -> None:
        _, error, failure = worker.receive()
        if failure:
            raise error if error is not None else RuntimeError(failure)

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
