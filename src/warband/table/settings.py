"""The settings of a server: its data, its address, and its limits."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from warband.kernel.errors import BadInput

DATABASE_FILE: Final = "warband.db"
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def default_data() -> Path:
    """Return your data folder."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if home else Path.home() / ".local" / "share") / "warband"


@dataclass(frozen=True)
class Budget:
    """A rate limit: so many a second, and so many at once."""

    rate: float
    burst: int


@dataclass(frozen=True)
class Limits:
    """What one seat, one person and one address may cost the server; `warband serve --limit NAME=VALUE` sets one.

    A budget is given as RATE/BURST: so many a second, so many at once.
    """

    message_bytes: int = 4096
    message_id: int = 64
    seat: Budget = Budget(20, 60)
    # Messages over all sockets of an address.
    address: Budget = Budget(100, 300)
    # Frames of one socket, pings and parts of messages counted.
    frames: Budget = Budget(100, 400)
    # Requests of an address, connections it may open, and pages among them, files that ship not counted.
    requests: Budget = Budget(100, 1000)
    connects: Budget = Budget(100, 1000)
    # Connections of an address that are looked at as they come; the others wait a moment.
    arrivals: Budget = Budget(40, 40)
    pages: Budget = Budget(10, 200)
    # Pages of an address that are worked on at the same time; the others wait in line.
    at_once: int = 4
    # Matches of an address that wait to be replayed or checked, and curves that wait to be computed.
    replays: int = 8
    curves: int = 8
    # Lessons of an address that are kept for when it comes back.
    lessons: int = 60
    # Forms that an address may send: invitations taken, names, rematches.
    forms: Budget = Budget(10, 600)
    # Matches that an address may begin.
    tables: Budget = Budget(1, 30)
    # Unfinished matches that a person may have begun, and matches between bots that run for them at a time.
    open_tables: int = 100
    watch_tables: int = 3
    # Unfinished matches that an address may have begun.
    address_tables: int = 500
    # Changes of matches from an address, and how many a match may have before nothing is taken back any more.
    changes: Budget = Budget(20, 600)
    match_changes: int = 4000
    # Connections of an address, sockets among them, and of everybody; a file limit that is lower counts.
    connections: int = 400
    sockets: int = 300
    all_connections: int = 10_000
    # A form is at most so long; headers and bodies have so many seconds to arrive.
    form_bytes: int = 20_000
    header_seconds: float = 10.0
    body_seconds: float = 10.0
    # A reader that takes nothing for so long is dropped.
    unread_seconds: float = 20.0
    # So many messages, or bytes, may wait for a slow reader; then it gets the whole picture instead.
    unsent: int = 64
    unsent_bytes: int = 262_144
    most_iterations: int = 20_000


def read_limit(text: str, limits: Limits) -> Limits:
    """Return the limits with one of them set as NAME=VALUE says, or raise BadInput."""
    name, _, value = text.partition("=")
    known = vars(limits)
    if name not in known:
        raise BadInput(f"--limit {text!r}: {name!r} is not one of {', '.join(known)}")
    try:
        return replace(limits, **{name: _read_value(known[name], value)})  # type: ignore[arg-type]
    except ValueError:
        form = "RATE/BURST, such as 20/60" if isinstance(known[name], Budget) else "a positive number"
        raise BadInput(f"--limit {text!r}: expected {form}") from None


def _read_value(usual: object, value: str) -> object:
    if isinstance(usual, Budget):
        rate, _, burst = value.partition("/")
        return Budget(_positive(float(rate)), int(_positive(int(burst))))
    return _positive(int(value) if isinstance(usual, int) else float(value))


def _positive(number: float) -> float:
    if not 0 < number < float("inf"):
        raise ValueError
    return number


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    data: Path = field(default_factory=default_data)
    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    workers: int = 2
    # Names of this server besides those of the machine and of the URL.
    names: tuple[str, ...] = ()
    # The host's own bots, as FILE.py:Name, offered besides the levels.
    guests: tuple[str, ...] = ()
    # After this long without its person a seat may be given to a bot.
    leaver_seconds: float = 60.0
    # A table without visitors leaves memory after this long; the store has it.
    idle_seconds: float = 120.0
    limits: Limits = field(default_factory=Limits)

    def database_url(self) -> str:
        """Return the database: the one given, or a file in the data folder."""
        return self.database or f"sqlite:///{self.data / DATABASE_FILE}"

    def address(self) -> str:
        """Return the address that people type into a browser."""
        if self.url:
            return self.url.rstrip("/")
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def is_loopback(self) -> bool:
        """Return whether only this machine can reach the server."""
        return not self.url and self.host in LOOPBACK

    def is_secure(self) -> bool:
        """Return whether people reach the server by https."""
        return urlsplit(self.url).scheme == "https"
