"""Run the server: open the database, listen, show the way in, and stop without losing anything."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import uvicorn
from starlette.applications import Starlette

from warband.kernel.errors import BadInput
from warband.table.app import create_app
from warband.table.database import open_database
from warband.table.network import LocalNetwork, listening_socket
from warband.table.settings import Settings

# A frame over our own limit is answered; one over this ends the connection.
MOST_FRAME_BYTES: Final = 65_536
GRACE_SECONDS: Final = 5
DEFAULT_PORT: Final = 8000
PORTS_TRIED: Final = 20
# Often, so that no round is long; everything is looked through once an hour.
COLLECT_SECONDS: Final = 0.1
ROUNDS_TO_ALL: Final = 36_000
# How long the thread that writes to the disk may wait for the one that draws.
SWITCH_SECONDS: Final = 0.0005


class TableServer(uvicorn.Server):
    """Serve until told to stop; then tell everybody first."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.application = app
        self.others: list[uvicorn.Server] = []

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody, let what is written be finished, and stop."""
        for other in self.others:
            other.should_exit = True
        await self.application.state.book.close()
        await super().shutdown(sockets)

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
        other = Beside(configure(self.application, lifespan="off"))
        self.others.append(other)
        return asyncio.get_running_loop().create_task(other.serve([opened]))


class Beside(uvicorn.Server):
    """Serve at one more address; signals are for the first server."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


def configure(app: Starlette, lifespan: str = "on") -> uvicorn.Config:
    """Return how uvicorn serves the application."""
    return uvicorn.Config(
        app,
        lifespan="on" if lifespan == "on" else "off",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=MOST_FRAME_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def make_server(settings: Settings) -> TableServer:
    """Return a server for these settings; its database opens when it starts."""
    network = LocalNetwork(settings, lambda opened: server.listen(opened))
    app = create_app(settings, open_database(settings.database_url()), network)
    server = TableServer(configure(app), app)
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
    print(f"Warband is at {settings.address()} (data: {settings.place()}). Ctrl-C stops it.", flush=True)
    if browser:
        threading.Thread(target=show_way_in, args=(server, settings.address()), daemon=True).start()
    sys.setswitchinterval(SWITCH_SECONDS)
    calm_collector()
    with contextlib.suppress(KeyboardInterrupt):
        server.run([opened])
    if not server.started:
        raise BadInput("the server could not start; the lines above say why")


def calm_collector() -> None:
    """Look for garbage at set times in place of whenever many objects were made.

    With many tables open that would take a third of the time: what is drawn lives until the next picture, and is then
    let go without it.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    threading.Thread(target=collect, name="collector", daemon=True).start()


def collect() -> None:
    """Look through what is new, again and again, and once in a long while through everything."""
    for number in itertools.count(1):
        time.sleep(COLLECT_SECONDS)
        if number % ROUNDS_TO_ALL == 0:
            gc.unfreeze()
            gc.collect()
        else:
            gc.collect(0)
        gc.freeze()


def show_way_in(server: TableServer, address: str) -> None:
    """Open the browser as soon as the server answers."""
    while not server.started and not server.should_exit:
        threading.Event().wait(0.05)
    if server.started and has_screen():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(address)


def has_screen() -> bool:
    """Tell whether a browser could open a window here."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("BROWSER"))
