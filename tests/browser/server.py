"""Run a server for a browser, and know where the browser is."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from warband.kernel.match import Match
from warband.table.live.registry import Registry
from warband.table.network import listening_socket
from warband.table.serve import TableServer, make_server
from warband.table.settings import Settings

PATIENCE = 20.0
NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str | None:
    """Return where Chromium is, or None."""
    given = os.environ.get("CHROMIUM")
    return given or next((path for path in map(shutil.which, NAMES) if path), None)


@dataclass
class Served:
    """A server that runs, and its address."""

    server: TableServer
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def match(self, table: str) -> Match:
        """Return the match at a table that somebody looks at."""
        registry: Registry = self.server.application.state.registry
        return registry.tables[table].match


@contextlib.contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[Served]:
    """Run a server with its data in a folder, at a free port or at a given one."""
    opened = listening_socket("127.0.0.1", port)
    settings = Settings(data=folder, port=opened.getsockname()[1], workers=1)
    server = make_server(settings)
    thread = threading.Thread(target=server.run, args=([opened],), daemon=True)
    thread.start()
    while thread.is_alive() and not server.started:
        thread.join(0.01)
    try:
        yield Served(server, settings.port)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()
