"""What the exit codes of all commands mean."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    DONE = 0
    CHECK_FAILED = 1
    BAD_INPUT = 2
    STOPPED = 130
