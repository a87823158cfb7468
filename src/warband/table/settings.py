"""Hold how a server is set up: where it keeps its data, who reaches it, and what it bears."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

DATABASE_FILE: Final = "warband.db"
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def default_data() -> Path:
    """Return where a person's own server keeps its data."""
    home = os.environ.get("XDG_DATA_HOME", "")
    return (Path(home) if home else Path.home() / ".local" / "share") / "warband"


@dataclass(frozen=True)
class Budget:
    """Hold how often something may be done: so many a second, and so many at once."""

    rate: float
    burst: int


@dataclass(frozen=True)
class Limits:
    """Hold what one seat and one address may cost the server."""

    message_bytes: int = 4096
    message_id: int = 64
    seat: Budget = Budget(20, 60)
    address: Budget = Budget(2000, 4000)
    # Forms that an address may send: new tables, invitations taken, names.
    forms: Budget = Budget(10, 600)
    sockets: int = 1000
    # So many messages may wait for a slow reader; then it gets the whole picture instead.
    unsent: int = 64
    most_iterations: int = 20_000


@dataclass(frozen=True)
class Settings:
    """Hold the settings of one server."""

    data: Path = field(default_factory=default_data)
    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    workers: int = 2
    # Bots of the host's own, as FILE.py:Name, that may be seated here besides the levels.
    guests: tuple[str, ...] = ()
    # A seat whose person has been away for so long may be given to a bot.
    leaver_seconds: float = 60.0
    # A table without visitors is put away after so long, and comes back when somebody asks for it.
    idle_seconds: float = 600.0
    limits: Limits = field(default_factory=Limits)

    def database_url(self) -> str:
        """Return the database: the one given, or a file in the data folder."""
        return self.database or f"sqlite:///{self.data / DATABASE_FILE}"

    def place(self) -> str:
        """Return where the data lie, without a password."""
        from sqlalchemy.engine import make_url

        return make_url(self.database).render_as_string() if self.database else str(self.data)

    def address(self) -> str:
        """Return the address that people type into a browser."""
        if self.url:
            return self.url.rstrip("/")
        host = "127.0.0.1" if self.host in ("0.0.0.0", "::") else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def is_loopback(self) -> bool:
        """Tell whether only this machine can reach the server."""
        return not self.url and self.host in LOOPBACK

    def is_secure(self) -> bool:
        """Tell whether people reach the server by https."""
        return urlsplit(self.url).scheme == "https"
