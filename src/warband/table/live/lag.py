"""Measure how long the event loop keeps everybody waiting."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import Final

TICK_SECONDS: Final = 0.02
STALL_SECONDS: Final = 0.05
KEPT_SECONDS: Final = 10.0


@dataclass(frozen=True)
class Lag:
    """One tick that came late: when, by how much, and how much of that this process spent computing."""

    at: float
    late: float
    computing: float


class LoopMonitor:
    """The ticks of the last seconds that came late; a stall is one that came late because of our own work."""

    def __init__(self) -> None:
        self.recent: deque[Lag] = deque()
        self.stalls = 0

    async def run(self) -> None:
        """Tick for ever."""
        while True:
            begun, used = time.perf_counter(), time.process_time()
            await asyncio.sleep(TICK_SECONDS)
            now = time.perf_counter()
            late = now - begun - TICK_SECONDS
            self.note(Lag(now, late, min(late, time.process_time() - used)))

    def note(self, lag: Lag) -> None:
        """Take down one tick."""
        self.stalls += lag.computing > STALL_SECONDS
        while self.recent and self.recent[0].at < lag.at - KEPT_SECONDS:
            self.recent.popleft()
        self.recent.append(lag)

    def to_data(self) -> dict[str, float]:
        """Return the worst of the last seconds, in milliseconds, and how often the loop stalled since the start."""
        slowest = max((lag.late for lag in self.recent), default=0.0)
        busiest = max((lag.computing for lag in self.recent), default=0.0)
        return {"slowest_ms": round(1000 * slowest, 1), "busiest_ms": round(1000 * busiest, 1), "stalls": self.stalls}
