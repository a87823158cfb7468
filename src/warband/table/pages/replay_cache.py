"""The matches that were replayed lately, what was found when they were checked, and their curves."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request

from warband.kernel.errors import BadInput
from warband.kernel.record import Record
from warband.kernel.registry import make_game
from warband.kernel.verify import verify
from warband.table.live.fair_queue import Asker, FairQueue, QueueFull
from warband.table.pages.curve import Curves
from warband.table.pages.errors import TooMany
from warband.table.pages.identity import asker_of
from warband.table.pages.playback import Playback
from warband.table.settings import Limits

PLAYBACKS_KEPT: Final = 12
VERDICTS_KEPT: Final = 1000
TOO_MANY: Final = "Your address waits for several matches to be replayed already; wait for them first."

Key = tuple[str, str, bool]
Value = TypeVar("Value")


@dataclass
class Job(Generic[Value]):
    """Work that somebody waits for; it is dropped once nobody does."""

    task: asyncio.Task[Value]
    waiters: int = 0


class Cache(Generic[Value]):
    """The latest results of work that is done once, however many ask for it at the same time."""

    def __init__(self, kept: int) -> None:
        self.kept = kept
        self.results: OrderedDict[Key, Value] = OrderedDict()
        self.jobs: dict[Key, Job[Value]] = {}

    async def get(self, key: Key, work: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
        """Return what is known under a key, or what comes of the work; a known result waits for nobody."""
        if key in self.results:
            self.results.move_to_end(key)
            return self.results[key]
        job = self.jobs.get(key)
        if job is None:
            job = self.jobs[key] = Job(asyncio.get_running_loop().create_task(self._keep(key, work())))
        job.waiters += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            job.waiters -= 1
            if not job.waiters:
                self.jobs.pop(key, None)
                job.task.cancel()

    async def _keep(self, key: Key, work: Coroutine[Any, Any, Value]) -> Value:
        result = self.results[key] = await work
        while len(self.results) > self.kept:
            self.results.popitem(last=False)
        return result


class ReplayCache:
    """The playbacks of a few matches, the verdicts and curves of more."""

    def __init__(self, limits: Limits) -> None:
        self.playbacks: Cache[Playback] = Cache(PLAYBACKS_KEPT)
        self.verdicts: Cache[str] = Cache(VERDICTS_KEPT)
        # One match at a time is replayed: a second thread would only take time from those who play.
        self.queue = FairQueue(1, most_waiting=limits.replays)
        self.curves = Curves(limits.curves)

    async def playback(self, table: str, record: Record, asker: Asker) -> Playback:
        """Return a match ready to be shown; it is replayed off the event loop, and only when it has changed."""
        return await self.playbacks.get(key_of(table, record), lambda: self._work(asker, _wind, record))

    async def verdict(self, table: str, record: Record, asker: Asker) -> str:
        """Return what the check of a match finds wrong, or nothing."""
        return await self.verdicts.get(key_of(table, record), lambda: self._work(asker, _check, record))

    async def _work(self, asker: Asker, do: Callable[[Record], Value], record: Record) -> Value:
        """Do something with a record in a thread when it is the asker's turn."""
        try:
            await self.queue.enter(asker)
        except QueueFull:
            raise TooMany(TOO_MANY) from None
        begun = time.monotonic()
        try:
            return await run_in_threadpool(do, record)
        finally:
            self.queue.leave(asker, time.monotonic() - begun)


def key_of(table: str, record: Record) -> Key:
    """Return what a result depends on."""
    return table, digest(record), record.result is not None


def digest(record: Record) -> str:
    """Return a mark of everything that was played: after an undo as many entries may be others."""
    played = [(entry.ply, entry.seat, entry.text, entry.deed) for entry in record.entries]
    return hashlib.blake2b(repr(played).encode(), digest_size=16).hexdigest()


def _wind(record: Record) -> Playback:
    return Playback(record, make_game(record.game, record.options))


def _check(record: Record) -> str:
    try:
        verify(record, make_game(record.game, record.options))
    except BadInput as error:
        return str(error)
    return ""


# ---- for the pages ----


async def playback_for(request: Request, table: str, record: Record) -> Playback:
    """Return a match ready to be shown to whoever sent a request, for as long as they wait for it."""
    return await unless_gone(request, replay_cache_of(request).playback(table, record, asker_of(request)))


async def verdict_for(request: Request, table: str, record: Record) -> str:
    """Return what the check of a match finds wrong, or nothing, for as long as whoever asked waits for it."""
    return await unless_gone(request, replay_cache_of(request).verdict(table, record, asker_of(request)))


async def unless_gone(request: Request, work: Coroutine[Any, Any, Value]) -> Value:
    """Return what comes of the work; it is dropped when whoever sent the request hangs up."""
    task = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_is_gone(request))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for one in (task, gone):
            one.cancel()
        await asyncio.gather(task, gone, return_exceptions=True)


async def _is_gone(request: Request) -> None:
    """Return once whoever sent a request has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        # A test's browser never hangs up and never waits.
        await asyncio.sleep(0.01)


def replay_cache_of(request: Request) -> ReplayCache:
    """Return the cache of the server that answers this request."""
    state = request.app.state
    if not hasattr(state, "replay_cache"):
        state.replay_cache = ReplayCache(getattr(state, "limits", Limits()))
    cache: ReplayCache = state.replay_cache
    return cache


async def close_replay_cache(app: Starlette) -> None:
    """Stop the worker that computes curves."""
    if hasattr(app.state, "replay_cache"):
        await app.state.replay_cache.curves.close()
