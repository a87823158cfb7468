"""The tables in use: read when asked for, played on by bots, timed by clocks, put away when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from functools import partial
from typing import Final

from warband.kernel.entries import OUT_OF_TIME
from warband.kernel.errors import BadInput
from warband.kernel.reasons import IllegalAction
from warband.kernel.seats import CHANCE, PUBLIC, Seat
from warband.table.live.bots import Bots, Workers, give_to_bot, substitute
from warband.table.live.clock import MILLI, Standing
from warband.table.live.delay import hold_back
from warband.table.live.feed import Feed
from warband.table.live.lag import LoopMonitor
from warband.table.live.match_order import FORFEIT, Order, Person
from warband.table.live.messages import ACT
from warband.table.live.presence import forget
from warband.table.live.renderer import Renderer
from warband.table.live.saved import GoingOn
from warband.table.live.store import Store
from warband.table.live.table import START, Table, TableLost
from warband.table.live.table_factory import open_new, open_stored
from warband.table.settings import Settings

logger = logging.getLogger("warband.table")

SWEEP_SECONDS: Final = 5.0
# A finished match at which nobody looks is put away so soon.
FINISHED_SECONDS: Final = 5.0
# What is being written when the server stops is waited for so long.
STOP_SECONDS: Final = 5.0
PAUSE_AFTER_LOSS: Final = 1.0
# After a restart so many bots think at the same time at tables that nobody has come back to.
WOKEN_AT_ONCE: Final = 20
WAKE_SECONDS: Final = 0.1


class Registry:
    """The running tables, and what they share: store, bots, renderer."""

    def __init__(self, store: Store, workers: Workers, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.workers = workers
        self.bots = Bots(workers)
        self.renderer = Renderer()
        self.monitor = LoopMonitor()
        self.tables: dict[str, Table] = {}
        self.is_closing = False
        self._reading: dict[str, asyncio.Task[Table | None]] = {}
        self._lost: dict[str, Table] = {}
        self._thinking: set[tuple[str, int]] = set()
        # By the id of the table, which may have left memory meanwhile.
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._away: dict[str, Standing] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._keepers: list[asyncio.Task[None]] = []

    # ---- beginning and ending ----

    def start(self) -> None:
        """Start drawing and sweeping, and wake the tables where a bot or a clock goes on."""
        self.renderer.start()
        self._keepers = [self.run(self._sweep()), self.run(self._wake()), self.run(self.monitor.run())]

    async def stop(self) -> None:
        """Stop the bots, and finish what is being written and drawn."""
        self.is_closing = True
        for handle in self._timers.values():
            handle.cancel()
        for task in self._keepers:
            task.cancel()
        # Bots that think are stopped; what has been decided is still stored.
        await self.workers.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
        await self.renderer.stop()

    def run(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Run a task in the background; an error in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a task failed", exc_info=task.exception())

    # ---- tables ----

    async def open(self, order: Order, person: Person, guest: Person | None = None) -> Table:
        """Begin a match as ordered, or raise BadInput that says what is wrong."""
        table = await open_new(order, person, self, guest)
        self.keep(table)
        return table

    async def find(self, table: str) -> Table | None:
        """Return a table, read from the store if it is not in use, or None if there is none."""
        running = self.tables.get(table)
        if running is not None:
            running.used = time.monotonic()
            return running
        reading = self._reading.get(table)
        if reading is None:
            reading = asyncio.get_running_loop().create_task(self._read(table))
            self._reading[table] = reading
            reading.add_done_callback(lambda _: self._reading.pop(table, None))
        return await asyncio.shield(reading)

    async def _read(self, table: str) -> Table | None:
        opened = await open_stored(table, self.store, self)
        if opened is not None:
            before = self._lost.pop(table, None)
            if before is not None:
                opened.clock.carry_over(before.left)
                opened.met |= before.met
            away = self._away.pop(table, None)
            if away is not None and opened.saved.result is None:
                opened.clock.go_on(away)
                opened.met |= away.met
            if opened.saved.order.delay:
                # The match is played through for it, which may take long.
                await asyncio.to_thread(_seat_spectators, opened)
            self.keep(opened)
        return opened

    def keep(self, table: Table) -> None:
        """Register a table, start its clock and its bots."""
        self.tables[table.id] = table
        if table.is_shared_screen:
            table.screen.turn(table.match)
        if table.saved.order.delay and PUBLIC not in table.feeds:
            _seat_spectators(table)
        table.run_clock()
        self.changed(table)

    def lose(self, table: Table) -> None:
        """Drop a table that is ahead of the store; everybody reconnects to what the store has."""
        if self.tables.get(table.id) is not table:
            return
        logger.error("table %s could not be written down (%s); it is read again from the store", table.id, table.fault)
        self.put_away(table)
        # Its clock ran on: nobody gets time back because a write failed.
        self._lost[table.id] = table
        self.run(self._find_again(table.id))
        for feed in table.feeds.values():
            for listener in list(feed.listeners):
                listener.close()

    async def _find_again(self, table: str) -> None:
        """Read a lost table again as soon as the store can, so that its clock goes on."""
        while table in self._lost and not self.is_closing:
            await asyncio.sleep(PAUSE_AFTER_LOSS)
            try:
                await self.find(table)
                self._lost.pop(table, None)
            except Exception as error:
                logger.warning("table %s cannot be read again yet: %s", table, error)

    def put_away(self, table: Table) -> None:
        """Drop a table from memory; the store has it, and of a clock that runs only its time is kept."""
        if self.tables.get(table.id) is not table:
            return
        del self.tables[table.id]
        forget(table)
        if table.clock.running and not table.is_lost:
            self._away[table.id] = table.clock.standing(table.met)
        else:
            self._stop_timer(table.id)

    async def _sweep(self) -> None:
        """Drop idle tables, now and then."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            self._put_idle_away()

    def _put_idle_away(self) -> None:
        """Put tables away at which nobody looks any more; let bots go on that waited for others of their host."""
        now, idle = time.monotonic(), self.settings.idle_seconds
        for table in list(self.tables.values()):
            busy = table.is_watched or table.lock.locked() or self._is_thinking(table)
            allowed = idle if table.saved.result is None else min(FINISHED_SECONDS, idle)
            if not busy and table.used < now - allowed:
                self.put_away(table)
            elif table.is_spectacle and table.is_watched:
                self.changed(table)

    async def _wake(self) -> None:
        """Go on where the server stopped: load the tables at which a bot is asked, and set the timers of the others."""
        for going in await self.store.going_on():
            if not going.has_bot:
                self._run_away(going)
                continue
            while len(self._thinking) >= WOKEN_AT_ONCE:
                await asyncio.sleep(WAKE_SECONDS)
            try:
                table = await self.find(going.table)
                if table is not None:
                    # It leaves memory again once its bot has decided, unless somebody comes.
                    table.used = time.monotonic() - self.settings.idle_seconds
            except BadInput as error:
                logger.warning("table %s cannot go on: %s", going.table, error)

    def _run_away(self, going: GoingOn) -> None:
        """Run the clock of a table that is not in memory."""
        if going.table in self.tables or going.table in self._away:
            return
        now = time.monotonic()
        self._away[going.table] = Standing(going.left, dict.fromkeys(going.thinking, now), frozenset((0, 1)))
        seat = min(going.thinking, key=lambda one: going.left[one])
        self._ring_later(going.table, seat, going.left[seat] / MILLI)

    # ---- what follows a change ----

    def draw(self, table: Table, feed: Feed) -> None:
        """Queue a feed to be drawn."""
        self.renderer.ask(table, feed)

    def changed(self, table: Table) -> None:
        """Set the timer of a table that has changed, and start its bots."""
        self._set_timer(table)
        for seat in table.asked():
            thinks = (table.id, seat) in self._thinking
            if table.saved.seats[seat].bot and not thinks and self._may_think(table):
                self._thinking.add((table.id, seat))
                self.run(self._play_bot(table, seat))

    def _is_thinking(self, table: Table) -> bool:
        return any((table.id, seat) in self._thinking for seat in (0, 1))

    def _may_think(self, table: Table) -> bool:
        """Return whether bots may go on here: a match between bots stands still while nobody looks."""
        if not table.is_spectacle:
            return True
        others = self.running_spectacles(table.saved.host) - {table.id}
        return table.is_watched and len(others) < self.settings.limits.watch_tables

    def running_spectacles(self, host: str) -> set[str]:
        """Return the matches between bots that somebody has begun and that go on now."""
        tables = [table for table in self.tables.values() if table.is_spectacle and table.saved.host == host]
        return {table.id for table in tables if self._is_thinking(table)}

    async def _play_bot(self, table: Table, seat: Seat) -> None:
        """Play for a bot as long as it is asked."""
        try:
            while self._goes_on(table) and seat in table.asked() and self._may_think(table):
                await self._decide(table, seat)
        except TableLost:
            self.lose(table)
        finally:
            self._thinking.discard((table.id, seat))

    def _goes_on(self, table: Table) -> bool:
        return not self.is_closing and self.tables.get(table.id, table) is table

    async def _decide(self, table: Table, seat: Seat) -> None:
        match, decision = table.match, table.saved.decision
        spec, view, legal = table.saved.seats[seat].bot, match.view(seat), match.actions(seat)
        action = await self.bots.choose(spec, match.game, view, legal, f"{table.id}/{seat}", table.asker())
        async with table.lock:
            if table.saved.decision == decision and seat in table.asked() and not self.is_closing:
                await table.change(ACT, seat, lambda recording: recording.play(seat, action))

    # ---- clocks ----

    def _set_timer(self, table: Table) -> None:
        if self.tables.get(table.id) is not table:
            return
        self._stop_timer(table.id)
        zero = table.clock.next_zero()
        if zero is not None:
            self._ring_later(table.id, *zero)

    def _stop_timer(self, table: str) -> None:
        handle = self._timers.pop(table, None)
        if handle is not None:
            handle.cancel()

    def clock_started(self, table: Table) -> None:
        """Store that the clocks of a table have started, and show it to everybody."""
        self.run(self._store_start(table))

    async def _store_start(self, table: Table) -> None:
        """Store the start by itself: kept with the next choice, a restart would tell whether there was one."""
        async with table.lock:
            try:
                await table.change(START, CHANCE, lambda recording: None)
            except TableLost:
                return self.lose(table)
        return table.show_moment()

    def _ring_later(self, table: str, seat: Seat, seconds: float) -> None:
        """Set the timer of a table, by its id: a timer keeps no table in memory."""
        if not self.is_closing:
            self._timers[table] = asyncio.get_running_loop().call_later(seconds, self._ring, table, seat)

    def _ring(self, table: str, seat: Seat) -> None:
        self._timers.pop(table, None)
        self.run(self._time_up(table, seat))

    async def _time_up(self, name: str, seat: Seat) -> None:
        """Do what was agreed for a seat whose time is up; its table is read if it is not in memory."""
        try:
            table = await self.find(name)
        except BadInput as error:
            return logger.warning("table %s cannot go on: %s", name, error)
        except Exception as error:
            logger.warning("table %s cannot be read yet: %s", name, error)
            return self._ring_later(name, seat, PAUSE_AFTER_LOSS)
        return None if table is None else await self._end_turn(table, seat)

    async def _end_turn(self, table: Table, seat: Seat) -> None:
        async with table.lock:
            if seat not in table.clock.running or table.clock.remaining(seat) > 0 or table.is_lost:
                return self._set_timer(table)
            try:
                await self._end_time(table, seat)
            except (BadInput, IllegalAction):
                return self._set_timer(table)
            except TableLost:
                self.lose(table)
        return None

    async def _end_time(self, table: Table, seat: Seat) -> None:
        if table.saved.order.clock.at_zero == FORFEIT:
            forfeit = partial(table.match.forfeit, why=OUT_OF_TIME)
            return await table.change(FORFEIT, seat, lambda recording: recording.declare(seat, forfeit))
        do, deed, seats = give_to_bot(table, seat, substitute())
        await table.change(deed, seat, do, seats=seats)
        return table.unseat(seat)


def _seat_spectators(table: Table) -> None:
    """Start the delayed feed of the spectators."""
    feed = Feed(table.match.game, PUBLIC, table.saved.order.delay)
    hold_back(table, feed)
    table.feeds[PUBLIC] = feed
