"""Look for garbage at set times, in pieces so small that nobody waits for it."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from typing import Final

# Often, so that no round is long.
YOUNG_SECONDS: Final = 0.1
ROUNDS_TO_RECENT: Final = 10
ROUNDS_TO_ALL: Final = 300
# All objects are looked through where that takes no longer than this, or where nobody is there who would wait.
MOST_SECONDS: Final = 0.02
USUAL_SECONDS_EACH: Final = 1e-7


class Collector:
    """Looks through what is new ten times a second, what is recent once a second, and all objects now and then.

    With many tables open Python's own rounds would take a third of the time: what is drawn lives until the next
    picture, and is then let go without them. Tables, connections and pictures are in no cycles, so they leave memory
    by themselves; what is left to find is little, such as the transports of asyncio.
    """

    def __init__(self, is_idle: Callable[[], bool]) -> None:
        self.is_idle = is_idle
        self.rounds = 0
        # What looking at one object took lately; the program's own objects take ten times as long as those of tables.
        self.seconds_each = USUAL_SECONDS_EACH

    def start(self) -> None:
        """Leave out what the program itself consists of, and begin."""
        gc.collect()
        gc.freeze()
        gc.disable()
        threading.Thread(target=self._run, name="collector", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(YOUNG_SECONDS)
            self.tick()

    def tick(self) -> None:
        """Do the next round."""
        self.rounds += 1
        if self.rounds % ROUNDS_TO_ALL == 0 and self.may_collect_all():
            self.collect_all()
        else:
            gc.collect(1 if self.rounds % ROUNDS_TO_RECENT == 0 else 0)

    def may_collect_all(self) -> bool:
        """Return whether all objects can be looked through without anybody waiting for long."""
        return self.is_idle() or self.seconds_each * _count_objects() < MOST_SECONDS

    def collect_all(self) -> None:
        """Look through all objects, and note what one of them took."""
        count, used = _count_objects(), time.thread_time()
        gc.collect()
        self.seconds_each = (time.thread_time() - used) / max(1, count)


def _count_objects() -> int:
    return sum(len(gc.get_objects(generation)) for generation in range(3))
