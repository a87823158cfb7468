"""Do ranges on a Dask cluster: one that runs somewhere, or one that is started here for as long as it is needed.

Dask decides which worker does what, and does again what died with a worker. Added here is what Dask has not: workers
prove what they run before they play, one that does not answer is given nothing more, and a scheduler that was restarted
is found again and given what it had forgotten.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from warband.extras import extra
from warband.kernel.errors import BadInput, WorkFailed
from warband.lab.executors import node
from warband.lab.executors.executor import Answer, Executor, Task, Ticket
from warband.processes import deaf_to_ctrl_c

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

LOOPBACK: Final = "127.0.0.1"
# Seconds: to reach a scheduler at first, to wait for workers, for one of them to take a task, and for a scheduler that
# has gone; how often to look for new workers, and how often to try again.
CONNECTING: Final = 10.0
WORKERS: Final = 30.0
TAKING: Final = 60.0
RETURNING: Final = 300.0
LOOKING: Final = 2.0
AGAIN: Final = 0.5
# A range that may not go everywhere names at most so many workers, so that its message stays short.
NAMED: Final = 50
GREETED, PLAYED, NODES = "greeted", "played", "nodes"
NEW, TAKES, READY, SILENT, REFUSED = "new", "takes", "ready", "silent", "refused"


@dataclass(frozen=True)
class Event:
    """What was heard from the cluster: of which kind and generation, about what, and what was said."""

    kind: str
    generation: int
    about: Any
    said: Any


@dataclass
class Sent:
    """A range in flight: its items, what it is waited for with, and the workers that it is restricted to."""

    items: tuple[Any, ...]
    future: Future[Any]
    allowed: list[str] | None


class Cluster(Executor):
    """The workers of a Dask scheduler; without an address one is started here, with so many workers."""

    def __init__(self, address: str, jobs: int, say: Callable[[str], None], returning: float = RETURNING) -> None:
        with extra("cluster"):
            import distributed  # noqa: F401
        # What matters is said in our own words.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self.say = say
        self.returning = returning
        self.home = None if address else start_cluster(jobs)
        self.address = address or str(self.home.scheduler_address if self.home else "")
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.nodes: dict[str, str] = {}
        self.greetings: dict[str, Future[Any]] = {}
        self.sent: dict[Ticket, Sent] = {}
        self.generation = self.count = 0
        self.parcel: node.Parcel | None = None
        self.looked = 0.0
        self.client = self._connect(CONNECTING)

    @property
    def slots(self) -> int:
        """Return how many workers are ready."""
        return max(1, sum(state == READY for state in self.nodes.values()))

    # ---- the scheduler ----

    def _connect(self, seconds: float) -> Client:
        from distributed import Client

        if self.address.startswith("tls://") and not has_certificates():
            raise BadInput(f"--on {self.address}: its certificates are not set; see docs/cluster.md")
        end = time.monotonic() + seconds
        while True:
            try:
                return Client(self.address, timeout=min(CONNECTING, seconds), set_as_default=False)
            except (OSError, TimeoutError, ValueError) as error:
                if time.monotonic() >= end or isinstance(error, ValueError):
                    raise BadInput(f"--on {self.address}: {unreachable(error)}; see docs/cluster.md") from None
                time.sleep(AGAIN)

    def _reconnect(self) -> None:
        """Find a scheduler again that has gone, and send it all that is in flight."""
        self.say(f"the scheduler {self.address} has gone; waiting for it")
        self._leave()
        self.client = self._connect(self.returning)
        self._meet(self.returning)
        for ticket, sent in list(self.sent.items()):
            self.send(ticket, sent.items)
        self.pauses += 1

    def _leave(self) -> None:
        self.generation += 1
        self.nodes.clear()
        self.greetings.clear()
        self.client.close(timeout=1)

    # ---- the workers ----

    def prepare(self, task: Task[Any, Any, Any], most: int) -> None:
        """Give a task to all workers that are there; raise BadInput if there are none, or one runs something else."""
        self.generation += 1
        self.parcel = node.pack(task)
        self.sent.clear()
        self.nodes.clear()
        self._meet(WORKERS, must_agree=True)

    def _meet(self, seconds: float, must_agree: bool = False) -> None:
        """Greet workers until one is ready and all have answered, or are known to be silent."""
        begun = time.monotonic()
        while TAKES in self.nodes.values() or READY not in self.nodes.values():
            waited = time.monotonic() - begun
            if waited > TAKING:
                self.nodes.update({address: SILENT for address, state in self.nodes.items() if state == TAKES})
            if waited > seconds and not self.nodes:
                raise BadInput(
                    f"{self.address}: no worker is there; start one: dask worker {self.address} --nthreads 1"
                )
            if waited > max(seconds, TAKING) and READY not in self.nodes.values():
                raise BadInput(f"{self.address}: no worker can play; none of {len(self.nodes)} is ready")
            self._look()
            self._handle_all(AGAIN, must_agree)

    def _look(self) -> None:
        """Ask now and then which workers there are."""
        if time.monotonic() - self.looked > (LOOKING if READY in self.nodes.values() else AGAIN):
            self.looked = time.monotonic()
            self.client.loop.add_callback(self._listen, NODES, self.generation, None, self.client.nthreads)

    def _greet(self, address: str, threads: int, must_agree: bool) -> None:
        if threads > 1:
            why = f"it has {threads} threads, which cannot play at once; start it with --nthreads 1"
            self._refuse(address, why, must_agree)
            return
        self.nodes[address] = TAKES
        key = self._key("take")
        future = self.client.submit(
            node.take, self.parcel, key=key, workers=[address], allow_other_workers=False, pure=False
        )
        self.greetings[address] = future
        self.client.loop.add_callback(self._listen, GREETED, self.generation, address, lambda: future)

    def _refuse(self, address: str, why: str, must_agree: bool) -> None:
        """Leave a worker out; before anything is played, end it all."""
        self.nodes[address] = REFUSED
        if must_agree:
            raise BadInput(f"the worker {address} is refused: {why}; nothing was played")
        self.say(f"the worker {address} is not used: {why}")

    async def _listen(self, kind: str, generation: int, about: Any, ask: Callable[[], Any]) -> None:  # noqa: ANN401
        """Wait for what Dask says, in its own thread, and hand it over."""
        said: Any
        try:
            said = await ask()
        except (Exception, asyncio.CancelledError) as error:
            said = error
        self.events.put(Event(kind, generation, about, said))

    # ---- ranges ----

    def send(self, ticket: Ticket, items: tuple[Any, ...]) -> None:
        """Have a range done by a worker that is ready."""
        assert self.parcel is not None
        allowed = self._allowed()
        future = self.client.submit(
            node.play,
            self.parcel.digest,
            items,
            key=self._key("play"),
            workers=allowed,
            allow_other_workers=False,
            pure=False,
        )
        self.sent[ticket] = Sent(items, future, allowed)
        self.client.loop.add_callback(self._listen, PLAYED, self.generation, ticket, lambda: future)

    def _allowed(self) -> list[str] | None:
        """Return the workers that may be asked, if some may not; which of them are named goes round."""
        ready = [address for address, state in self.nodes.items() if state == READY]
        if not ready or len(ready) == len(self.nodes):
            return None
        first = self.count % len(ready)
        return (ready[first:] + ready[:first])[:NAMED]

    def _key(self, what: str) -> str:
        self.count += 1
        return f"warband-{what}-{id(self):x}-{self.generation}-{self.count}"

    def send_again(self, late: Ticket, ticket: Ticket, items: tuple[Any, ...]) -> None:
        """Have a range done by another worker than the one that does not answer."""
        if self.client.status != "running" or self.sent[late].future.cancelled():
            # Nobody was late; the scheduler has gone, and what is in flight is sent once it is back.
            self._reconnect()
            return
        for address in self._holders(late):
            if self.nodes.get(address) == READY:
                self.nodes[address] = SILENT
                self.say(f"the worker {address} does not answer; its work is done elsewhere")
        self.send(ticket, items)

    def _holders(self, ticket: Ticket) -> list[str]:
        """Return the workers that do a range, or that hold its results."""
        future = self.sent[ticket].future
        try:
            processing: dict[str, list[str]] = self.client.processing()
            doing = [address for address, keys in processing.items() if future.key in keys]
            return doing or [address for holders in self.client.who_has([future]).values() for address in holders]
        except Exception as error:
            if isinstance(error, OSError) or is_cancelled(error):
                return []
            raise

    def drop(self, ticket: Ticket) -> None:
        """Forget a range; Dask forgets what nobody waits for."""
        self.sent.pop(ticket, None)

    def receive(self, seconds: float) -> list[Answer]:
        """Return what has come back."""
        self._look()
        if self.client.status != "running":
            self._reconnect()
        return self._handle_all(seconds)

    def _handle_all(self, seconds: float, must_agree: bool = False) -> list[Answer]:
        """Handle what was heard, after waiting for it at most so long."""
        answers: list[Answer] = []
        try:
            event = self.events.get(timeout=seconds)
            while True:
                answers += self._handle(event, must_agree)
                event = self.events.get_nowait()
        except Empty:
            return answers

    def _handle(self, event: Event, must_agree: bool) -> list[Answer]:
        if event.generation != self.generation:
            return []
        if event.kind == NODES:
            self._see(event.said, must_agree)
        elif event.kind == GREETED:
            self._hear_greeting(event.about, event.said, must_agree)
        elif event.about in self.sent:
            return self._hear_played(event.about, event.said)
        return []

    def _see(self, threads: dict[str, int] | Exception, must_agree: bool) -> None:
        """Greet workers that are new, and forget those that have gone, with what was meant for them alone."""
        if isinstance(threads, Exception | asyncio.CancelledError):
            return
        for address in [address for address in self.nodes if address not in threads]:
            del self.nodes[address]
            self.greetings.pop(address, None)
        for address, count in threads.items():
            if self.nodes.get(address, NEW) == NEW:
                self._greet(address, count, must_agree)
        stranded = [one for one, sent in self.sent.items() if sent.allowed and not set(sent.allowed) & set(threads)]
        for ticket in stranded:
            self.send(ticket, self.sent[ticket].items)

    def _hear_greeting(self, address: str, said: object, must_agree: bool) -> None:
        if said == "":
            self.nodes[address] = READY
        elif is_cancelled(said):
            self.nodes.pop(address, None)
        else:
            self._refuse(address, cannot_run(said) if isinstance(said, Exception) else str(said), must_agree)

    def _hear_played(self, ticket: Ticket, said: object) -> list[Answer]:
        from distributed import KilledWorker

        if isinstance(said, node.Played):
            self.nodes[said.worker] = READY
            return [Answer(ticket, said.results, said.seconds, said.error)]
        if isinstance(said, node.NotTaken):
            # Dask gave it to a worker that came just now, which is asked for nothing until it was greeted.
            self.nodes[str(said)] = NEW
            self.send(ticket, self.sent[ticket].items)
            return []
        if is_cancelled(said):
            self._reconnect()
            return []
        if isinstance(said, KilledWorker):
            return [
                Answer(ticket, error=BadInput("worker after worker died over one range; what was finished is kept"))
            ]
        return [Answer(ticket, error=WorkFailed(f"the cluster failed: {type(said).__name__}: {said}"))]

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self.sent.clear()
        self.greetings.clear()
        self.client.close(timeout=2)
        if self.home is not None:
            self.home.close(timeout=5)


def start_cluster(jobs: int) -> LocalCluster:
    """Start a scheduler and so many workers of one thread each that nobody else can reach."""
    import dask
    from distributed import LocalCluster

    nowhere_else = f"{LOOPBACK}:0"
    with dask.config.set({"distributed.worker.profile.enabled": False}), deaf_to_ctrl_c():
        return LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            host=LOOPBACK,
            dashboard_address=nowhere_else,
            worker_dashboard_address=nowhere_else,
            memory_limit=0,
            silence_logs=logging.CRITICAL,
        )


def has_certificates() -> bool:
    """Return whether the settings of Dask name the certificates of this machine."""
    from distributed import Security

    return Security().get_connection_args("client").get("ssl_context") is not None


def is_cancelled(said: object) -> bool:
    """Return whether Dask forgot what was waited for, as it does when the scheduler goes."""
    from distributed import CancelledError

    return isinstance(said, CancelledError | asyncio.CancelledError)


def unreachable(error: Exception) -> str:
    """Return why no scheduler was reached, in a few words."""
    return "this is no address" if isinstance(error, ValueError) else "no Dask scheduler answers there"


def cannot_run(error: Exception) -> str:
    """Return why a worker could not even be asked, in a few words."""
    if isinstance(error, ModuleNotFoundError):
        return f"it has no module {error.name!r}; install the same Warband there, with its extras"
    return f"{type(error).__name__}: {error}"
