"""Keep the log small: what is said again and again is said a few times, and then counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

LOGGERS: Final = ("asyncio", "uvicorn.error", "warband.table")
AT_ONCE: Final = 10
SECONDS: Final = 60.0
MOST_KEPT: Final = 200


class Sparing(logging.Filter):
    """Pass the same message ten times a minute; the next one that passes says how many did not."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written down."""
        key, now = (record.pathname, record.lineno), self._now()
        since, count = self._seen.get(key, (now, 0))
        if now - since > SECONDS:
            if count > AT_ONCE:
                record.msg = f"{record.msg} (and {count - AT_ONCE} more like it before)"
            since, count = now, 0
        if len(self._seen) > MOST_KEPT:
            self._seen.clear()
        self._seen[key] = (since, count + 1)
        return count < AT_ONCE


def spare_logs() -> None:
    """Keep every log of the server small."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, Sparing) for one in logger.filters):
            logger.addFilter(Sparing())
