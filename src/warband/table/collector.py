"""Look for garbage in pieces so small that nobody waits for it."""

from __future__ import annotations

import gc
import threading
import time
from typing import Final

# New objects are looked through whenever so many have come, recent ones after so many rounds of these.
NEW_OBJECTS: Final = 5_000
ROUNDS_TO_RECENT: Final = 8
# Python never looks through all objects by itself, since that takes the longer the more tables are open.
NEVER: Final = 1_000_000
SECONDS_TO_ALL: Final = 30.0
# All objects are looked through where that takes no longer than this.
MOST_SECONDS: Final = 0.01
USUAL_SECONDS_EACH: Final = 3e-7


class Collector:
    """Looks through what is new at once, and through all other objects now and then while they are few.

    Tables, connections and pictures are in no cycles, so they leave memory by themselves; what is left to find is
    little. Where there are too many objects to look through, they are left out from then on, and those that come later
    are few again.
    """

    def __init__(self) -> None:
        # What looking at one object took lately.
        self.seconds_each = USUAL_SECONDS_EACH

    def start(self) -> None:
        """Leave out what the program itself consists of, and begin."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, ROUNDS_TO_RECENT, NEVER)
        threading.Thread(target=self._run, name="collector", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(SECONDS_TO_ALL)
            self.look()

    def look(self) -> None:
        """Look through all objects if they are few enough, and leave them out from now on if they are not."""
        count = sum(len(gc.get_objects(generation)) for generation in range(3))
        if self.seconds_each * count > MOST_SECONDS:
            gc.freeze()
            return
        used = time.thread_time()
        gc.collect()
        self.seconds_each = (time.thread_time() - used) / max(1, count)
