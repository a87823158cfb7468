"""Keep the tables that are in use: read them when asked for, let bots play and clocks run, put them away when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Final

from warband.kernel.errors import BadInput
from warband.kernel.match import OUT_OF_TIME
from warband.kernel.reasons import IllegalAction
from warband.kernel.seats import PUBLIC
from warband.table.audience import Audience
from warband.table.behind import hold_back
from warband.table.bots import Bots, substitute
from warband.table.desk import Desk, give_to_bot
from warband.table.identity import Identity, same
from warband.table.opening import open_stored
from warband.table.pages.hall import FORFEIT
from warband.table.painter import Painter
from warband.table.settings import Settings
from warband.table.store import Store
from warband.table.tables import ACT, Lost, Recording, Table
from warband.table.workers import Workers

logger = logging.getLogger("warband.table")

SWEEP_SECONDS: Final = 30.0
MOST_WOKEN: Final = 200
PAUSE_AFTER_LOSS: Final = 1.0


class House:
    """Hold everything of a running server that is not a page: store, tables, painter, bots."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.identity = Identity(store.signing_key())
        self.workers = Workers(settings.workers)
        self.bots = Bots(self.workers)
        self.painter = Painter()
        self.tables: dict[str, Table] = {}
        self.is_closing = False
        self._reading: dict[str, asyncio.Task[Table | None]] = {}
        self._thinking: set[tuple[str, int]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._keepers: list[asyncio.Task[None]] = []

    # ---- beginning and ending ----

    def start(self) -> None:
        """Begin to draw, to tidy up, and to let the bots go on that were interrupted."""
        self.painter.start()
        self._keepers = [self.run(self._sweep()), self.run(self._wake())]

    async def stop(self) -> None:
        """Finish what is being written, tell everybody, and close the store."""
        self.is_closing = True
        for handle in self._timers.values():
            handle.cancel()
        for task in self._keepers:
            task.cancel()
        # Bots that think are stopped; what has been decided is still written down.
        await asyncio.to_thread(self.workers.close)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.painter.stop()
        self.store.close()

    def run(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Let something happen beside everything else; a fault in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.error("a task failed", exc_info=task.exception())

    # ---- tables ----

    async def find(self, table: str) -> Table | None:
        """Return a table, read from the store if it is not in use, or None if there is none."""
        found = self.tables.get(table)
        if found is not None:
            found.used = time.monotonic()
            return found
        reading = self._reading.get(table)
        if reading is None:
            reading = asyncio.get_running_loop().create_task(self._read(table))
            self._reading[table] = reading
            reading.add_done_callback(lambda _: self._reading.pop(table, None))
        return await asyncio.shield(reading)

    async def _read(self, table: str) -> Table | None:
        found = await open_stored(table, self.store, self)
        if found is not None:
            self.keep(found)
        return found

    def keep(self, table: Table) -> None:
        """Take a table into use."""
        self.tables[table.id] = table
        if table.is_shared_screen:
            table.screen.turn(table.match)
        if table.sheet.order.delay:
            self._seat_spectators(table)
        table.run_clock()
        self.changed(table)

    def desk(self, table: Table) -> Desk:
        """Return the desk that answers the messages of a table."""
        return Desk(table, self.bots)

    def viewer_of(self, table: Table, person: str) -> int:
        """Return whose view a person gets at a table: a seat's, or everybody's."""
        for seat, holder in enumerate(table.sheet.seats):
            if same(holder.person, person):
                return seat
        return PUBLIC

    def lose(self, table: Table) -> None:
        """Put away a table whose memory cannot be trusted; everybody comes back to what is on the disk."""
        logger.error("table %s could not be written down; it is read again from the store", table.id)
        self.put_away(table)
        for audience in table.audiences.values():
            for listener in list(audience.listeners):
                listener.close()

    def put_away(self, table: Table) -> None:
        """Take a table out of use; the store has it."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        handle = self._timers.pop(table.id, None)
        if handle is not None:
            handle.cancel()

    async def _sweep(self) -> None:
        """Put idle tables away, now and then."""
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            since = time.monotonic() - self.settings.idle_seconds
            for table in list(self.tables.values()):
                looked_at = any(audience.listeners for audience in table.audiences.values())
                busy = looked_at or table.lock.locked() or table.clock.running or self._is_thinking(table)
                if not busy and table.used < since:
                    self.put_away(table)

    async def _wake(self) -> None:
        """Take up the tables at which a bot was to decide, or a clock ran, when the server stopped."""
        for table in (await self.store.going_on())[:MOST_WOKEN]:
            try:
                await self.find(table)
            except BadInput as error:
                logger.warning("table %s cannot go on: %s", table, error)

    # ---- what follows a change ----

    def paint(self, table: Table, audience: Audience) -> None:
        """Draw for an audience soon."""
        self.painter.ask(table, audience)

    def changed(self, table: Table) -> None:
        """Look after a table that has changed: let its bots think, and its clock end the waiting."""
        self._set_timer(table)
        for seat in table.asked():
            if table.sheet.seats[seat].bot and (table.id, seat) not in self._thinking:
                self._thinking.add((table.id, seat))
                self.run(self._play_bot(table, seat))

    def _is_thinking(self, table: Table) -> bool:
        return any((table.id, seat) in self._thinking for seat in (0, 1))

    async def _play_bot(self, table: Table, seat: int) -> None:
        """Let a bot decide as long as it is asked."""
        try:
            while not self.is_closing and seat in table.asked() and self.tables.get(table.id, table) is table:
                await self._decide(table, seat)
        except Lost:
            self.lose(table)
        finally:
            self._thinking.discard((table.id, seat))
        if table.is_lost:
            await asyncio.sleep(PAUSE_AFTER_LOSS)
            await self.find(table.id)

    async def _decide(self, table: Table, seat: int) -> None:
        match, decision = table.match, table.sheet.decision
        spec, view, legal = table.sheet.seats[seat].bot, match.view(seat), match.legal(seat)
        action = await self.bots.choose(spec, match.game, view, legal, f"{table.id}/{seat}")
        async with table.lock:
            if table.sheet.decision == decision and seat in table.asked() and not self.is_closing:
                await table.change(ACT, seat, lambda recording: recording.play(seat, action))

    # ---- clocks ----

    def _set_timer(self, table: Table) -> None:
        handle = self._timers.pop(table.id, None)
        if handle is not None:
            handle.cancel()
        zero = table.clock.next_zero()
        if zero is not None and not self.is_closing:
            loop = asyncio.get_running_loop()
            self._timers[table.id] = loop.call_later(zero[1], lambda: self._ring(table, zero[0]))

    def _ring(self, table: Table, seat: int) -> None:
        self.run(self._time_up(table, seat))

    async def _time_up(self, table: Table, seat: int) -> None:
        """Do what was agreed for a seat whose time is up."""
        async with table.lock:
            if seat not in table.clock.running or table.clock.remaining(seat) > 0 or table.is_lost:
                return self._set_timer(table)
            try:
                await self._end_time(table, seat)
            except (BadInput, IllegalAction):
                return self._set_timer(table)
            except Lost:
                self.lose(table)
        return None

    async def _end_time(self, table: Table, seat: int) -> None:
        def forfeit(recording: Recording) -> None:
            table.match.forfeit(seat, OUT_OF_TIME)
            recording.note(seat)

        if table.sheet.order.clock.at_zero == FORFEIT:
            return await table.change(FORFEIT, seat, forfeit)
        do, deed, seats = give_to_bot(table, seat, substitute())
        await table.change(deed, seat, do, seats=seats)
        return table.unseat(seat)

    # ---- spectators who are kept behind ----

    def _seat_spectators(self, table: Table) -> None:
        """Give a table spectators from the beginning, so that they can be kept behind."""
        audience = Audience(table.match.game, PUBLIC, table.sheet.order.delay)
        hold_back(table, audience)
        table.audiences[PUBLIC] = audience
