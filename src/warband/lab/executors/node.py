"""What a worker of a cluster does: it proves what it runs, takes a task once, and plays ranges of it.

A task comes as bytes, and is read only once the worker has proven that it runs the same Warband.
"""

from __future__ import annotations

import hashlib
import pickle
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from warband.lab.executors.executor import Task
from warband.lab.executors.proof import Proof, difference, own_proof
from warband.processes import as_error, portable

# The task that this worker was given last, by its digest, and its tool.
_taken: dict[str, tuple[Task[Any, Any, Any], Any]] = {}


@dataclass(frozen=True)
class Parcel:
    """A task with all that it needs: what the worker must run, and the files that a person brought."""

    task: bytes
    installation: Proof
    proof: str
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Return the name under which a worker remembers the task."""
        digest = hashlib.blake2b(self.task, digest_size=16)
        for name, content in sorted(self.files.items()):
            digest.update(f"{name} {len(content)}\n".encode() + content)
        return digest.hexdigest()


def pack(task: Task[Any, Any, Any]) -> Parcel:
    """Return the parcel of a task."""
    files = {str(path): path.read_bytes() for path in task.files()}
    return Parcel(pickle.dumps(task), own_proof(), task.proof(), files)


class NotTaken(Exception):
    """Raised when a worker is asked for ranges of a task that it was not given."""


@dataclass(frozen=True)
class Played:
    """What a worker made of a range: the results or what was raised, the seconds, and who it was."""

    results: list[Any]
    seconds: float
    worker: str
    error: Exception | None = None


def take(parcel: Parcel) -> str:
    """Take a task, or return in a few words why this worker must not."""
    found = difference(parcel.installation, own_proof())
    if found:
        return found
    task: Task[Any, Any, Any] = pickle.loads(parcel.task)
    task = task.placed(unpack(parcel))
    if task.proof() != parcel.proof:
        return "its game or bots, which come from other packages, differ from those here"
    _taken.clear()
    _taken[parcel.digest] = (task, task.make())
    return ""


def unpack(parcel: Parcel) -> dict[str, str]:
    """Write the files of a parcel where this worker keeps its own, and return where each of them lies."""
    from distributed import get_worker

    folder = Path(get_worker().local_directory) / f"warband-{parcel.digest}"
    places: dict[str, str] = {}
    for number, name in enumerate(sorted({str(Path(name).parent) for name in parcel.files})):
        (folder / str(number)).mkdir(parents=True, exist_ok=True)
        places[name] = str(folder / str(number))
    moved = {name: str(Path(places[str(Path(name).parent)]) / Path(name).name) for name in parcel.files}
    for name, content in parcel.files.items():
        Path(moved[name]).write_bytes(content)
    return moved


def play(digest: str, items: tuple[Any, ...]) -> Played:
    """Play a range of the task with that digest; what it raises comes back as it is."""
    from distributed import get_worker

    address = str(get_worker().address)
    if digest not in _taken:
        raise NotTaken(address)
    task, tool = _taken[digest]
    begun = time.perf_counter()
    try:
        results = task.play_all(tool, items)
    except Exception as error:
        failure = f"{type(error).__name__}: {error}"
        return Played([], 0.0, address, as_error(portable(error), failure))
    return Played(results, time.perf_counter() - begun, address)
