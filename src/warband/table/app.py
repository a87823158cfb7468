"""The web application: pages, tables, sockets, and its health."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from warband.table.learn.lessons import Lessons
from warband.table.live.delay import watch_line
from warband.table.live.games import game_with
from warband.table.live.match_order import FAR, Person
from warband.table.live.registry import Registry
from warband.table.network import Network
from warband.table.pages.compression import PublicPagesCompressed
from warband.table.pages.errors import NotThere
from warband.table.pages.identity import Identity
from warband.table.pages.lobby import Lobby
from warband.table.pages.middleware import SiteMiddleware, TableApp
from warband.table.pages.render import render, shipped
from warband.table.pages.replay_cache import close_replay_cache
from warband.table.pages.routes import handlers, routes
from warband.table.pages.sockets import Connections, table_socket
from warband.table.pages.summaries import Summary
from warband.table.pages.warm import warm_up
from warband.table.settings import LOOPBACK, Settings
from warband.table.storage.database import Database, open_database
from warband.table.storage.store import DatabaseStore
from warband.table.workers import FairWorkers

logger = logging.getLogger("warband.table")

CLAIM_SECONDS: Final = 5.0


def create_app(settings: Settings, database: Database | None = None, network: Network | None = None) -> Starlette:
    """Return the application of one server; it opens its database when it starts, unless it is given one."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.limits = settings.limits
        store = DatabaseStore(database or open_database(settings.database_url()))
        registry = Registry(store, FairWorkers(settings.workers), settings)
        app.state.store, app.state.registry, app.state.identity = store, registry, Identity(store.signing_key())
        app.state.connections, app.state.lessons = Connections(settings), Lessons(settings.limits.lessons)
        # The first work in a thread loads what runs threads, which takes long: nobody shall wait for that.
        await run_in_threadpool(shipped)
        app.state.lobby = Lobby(registry, store, app.state.identity, network or Network(settings))
        registry.start()
        claim = asyncio.get_running_loop().create_task(keep_claim(store))
        registry.run(asyncio.to_thread(warm_up))
        yield
        claim.cancel()
        await close_replay_cache(app)
        await registry.stop()
        store.close()

    return TableApp(
        routes=[*own_routes(), *routes()],
        middleware=[Middleware(SiteMiddleware, settings=settings), Middleware(PublicPagesCompressed)],
        exception_handlers=handlers(),
        lifespan=lifespan,
    )


async def keep_claim(store: DatabaseStore) -> None:
    """See now and then that the database is still ours."""
    while True:
        await asyncio.sleep(CLAIM_SECONDS)
        try:
            await asyncio.to_thread(store.database.keep_claim)
        except Exception as error:
            logger.error("the claim on the database could not be renewed: %s", error)


def own_routes() -> list[BaseRoute]:
    """Return the routes of the table, its socket and the health check."""
    return [
        Route("/health", health),
        Route("/table/{table}", table_page),
        WebSocketRoute("/table/{table}/socket", table_socket),
    ]


async def table_page(request: Request) -> Response:
    """Show a table; what this person may see comes over the socket."""
    lobby: Lobby = request.app.state.lobby
    person = await lobby.person(request)
    summary = await lobby.summary(str(request.path_params["table"]), person)
    if summary is None:
        raise NotThere("There is no such table here. Check the link, or begin a match at the home page.")
    return render(
        request,
        "table.html",
        table_id=summary.id,
        game=summary.game,
        title=summary.title,
        mode=summary.mode,
        plays=bool(summary.seats) and not summary.over,
        watch="" if summary.seats else watch_line(0 if summary.over else summary.delay),
        invite_url=await _invite_url(lobby, summary, person),
        rules_url=_rules(summary.game, summary.options),
        glossary=game_with(summary.game, summary.options).glossary(),
        socket_url=f"/table/{summary.id}/socket",
    )


async def _invite_url(lobby: Lobby, summary: Summary, person: Person) -> str:
    """Return where a host finds the invitation, while the other seat is free."""
    invite = await lobby.invite(summary.id, person) if summary.mode == FAR else None
    return f"/table/{summary.id}/invite" if invite is not None and not invite.taken else ""


def _rules(game: str, options: dict[str, object]) -> str:
    edition = options.get("edition")
    return f"/rules/{game}" + (f"?edition={quote(edition)}" if isinstance(edition, str) else "")


async def health(request: Request) -> Response:
    """Report the health of the server: whether it can write, and, to this machine alone, what it has done.

    From the counters others could tell that somebody has made a secret choice.
    """
    registry: Registry = request.app.state.registry
    is_well = await request.app.state.store.is_writable()
    figures: dict[str, object] = {
        "status": "closing" if registry.is_closing else "ok" if is_well else "cannot write",
    }
    if request.client is None or request.client.host in LOOPBACK:
        figures |= _counters(request, registry)
    return JSONResponse(figures, 200 if is_well else 503, headers={"Cache-Control": "no-store"})


def _counters(request: Request, registry: Registry) -> dict[str, object]:
    tally = request.app.state.store.journal.tally
    return {
        "tables": len(registry.tables),
        "sockets": len(request.app.state.connections.open),
        "commits": tally.commits,
        "writes": tally.writes,
        "commit_ms": round(1000 * tally.seconds / max(1, tally.commits), 3),
        "slowest_commit_ms": round(1000 * tally.slowest, 3),
        "loop": registry.monitor.to_data(),
        "cpu_seconds": round(time.process_time(), 3),
    }
