"""Run the server: open the database, listen, open the browser, and stop without losing anything."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import resource
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import uvicorn
from sqlalchemy.engine import make_url
from starlette.applications import Starlette

from warband.kernel.errors import BadInput
from warband.table.app import create_app
from warband.table.collector import Collector
from warband.table.logs import spare_logs
from warband.table.network import LocalNetwork, listening_socket
from warband.table.protocols import Gate, GuardedConfig, GuardedHttp, GuardedWebSocket
from warband.table.settings import Settings
from warband.table.storage.database import open_database

logger = logging.getLogger("warband.table")

# A frame over our own limit is answered; one over this ends the connection.
MOST_FRAME_BYTES: Final = 65_536
GRACE_SECONDS: Final = 5
# Uvicorn ticks ten times a second.
TICKS: Final = 10
# asyncio accepts so many connections before it looks at the first of them; the kernel keeps more waiting.
MOST_AT_ONCE: Final = 50
MOST_WAITING: Final = 1024
MOST_HEADER_BYTES: Final = 16_384
MOST_FILES: Final = 65_536
# Files that are no connections: the database, the workers, and those that were accepted and not counted yet.
OWN_FILES: Final = 350
DEFAULT_PORT: Final = 8000
PORTS_TRIED: Final = 20
# How long the thread that writes to the disk may wait for the one that draws.
SWITCH_SECONDS: Final = 0.0005


class GuardedServer(uvicorn.Server):
    """Look after every connection once a second, and leave none behind at the end."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen; many may wait to be let in, though few are let in at once."""
        await super().startup(sockets)
        for opened in sockets or []:
            opened.listen(MOST_WAITING)

    async def on_tick(self, counter: int) -> bool:
        """End connections that are overdue or do not read; return whether to stop."""
        if counter % TICKS == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                if isinstance(connection, (GuardedHttp, GuardedWebSocket)):
                    connection.look(now)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; whoever has not taken its last message after a while is cut off."""
        asyncio.get_running_loop().call_later(GRACE_SECONDS - 1, self._cut_off)
        await super().shutdown(sockets)

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


class TableServer(GuardedServer):
    """Serves until told to stop, and tells every browser first."""

    def __init__(self, config: GuardedConfig, app: Starlette) -> None:
        super().__init__(config)
        self.application = app
        self.gate = config.gate
        self.others: list[uvicorn.Server] = []

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send every browser that the server stops, finish what is being written, and stop."""
        for other in self.others:
            other.should_exit = True
        await self.application.state.connections.close()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Look after connections; return whether to stop: when told to, or when another server has the database."""
        if self.application.state.store.database.is_taken and not self.should_exit:
            logger.error("another server has taken the database; this one stops")
            self.should_exit = True
        return await super().on_tick(counter)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal, and end as a program that was told to: with success."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def listen(self, opened: socket.socket) -> asyncio.Task[None]:
        """Serve at one more address."""
        other = Beside(configure(self.application, self.gate, lifespan="off"))
        self.others.append(other)
        return asyncio.get_running_loop().create_task(other.serve([opened]))


class Beside(GuardedServer):
    """Serves at one more address; signals are for the first server."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


def configure(app: Starlette, gate: Gate, lifespan: str = "on") -> GuardedConfig:
    """Return how uvicorn serves the application."""
    return GuardedConfig(
        app,
        gate,
        lifespan="on" if lifespan == "on" else "off",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=MOST_FRAME_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        backlog=MOST_AT_ONCE,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
    )


def raise_file_limit() -> int:
    """Open as many files as this user may, within reason, and return how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return max(soft, 0) or wanted


def open_gate(settings: Settings) -> Gate:
    """Return the gate of a server: so many connections that there is always a file left for the database."""
    return Gate(settings, max(1, min(settings.limits.all_connections, raise_file_limit() - OWN_FILES)))


def make_server(settings: Settings) -> TableServer:
    """Return a server for these settings; its database opens when it starts."""
    network = LocalNetwork(settings, lambda opened: server.listen(opened))
    app = create_app(settings, open_database(settings.database_url()), network)
    server = TableServer(configure(app, open_gate(settings)), app)
    return server


def serve(settings: Settings, any_port: bool, browser: bool) -> None:
    """Serve until a signal comes; raise BadInput if the port or the database cannot be used."""
    opened = listening_socket(settings.host, settings.port, PORTS_TRIED if any_port else 1)
    settings = replace(settings, port=opened.getsockname()[1])
    try:
        server = make_server(settings)
    except BaseException:
        opened.close()
        raise
    place = make_url(settings.database).render_as_string() if settings.database else str(settings.data)
    print(f"Warband is at {settings.address()} (data: {place}). Ctrl-C stops it.", flush=True)
    if browser:
        threading.Thread(target=show_way_in, args=(server, settings.address()), daemon=True).start()
    sys.setswitchinterval(SWITCH_SECONDS)
    spare_logs()
    Collector().start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run([opened])
    if not server.started:
        raise BadInput("the server could not start; the lines above say why")


def show_way_in(server: TableServer, address: str) -> None:
    """Open the browser as soon as the server answers."""
    while not server.started and not server.should_exit:
        threading.Event().wait(0.05)
    if server.started and has_screen():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)


def has_screen() -> bool:
    """Return whether a browser could open a window here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER"))
