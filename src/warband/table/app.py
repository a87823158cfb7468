"""Put the web application together: pages, the table, its socket, and how the server is."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

import warband.games  # noqa: F401  (registers the games)
from warband.table.behind import watch_line
from warband.table.database import Database, open_database
from warband.table.door import Door
from warband.table.hall import Network, TableHall
from warband.table.house import House
from warband.table.network import FixedNetwork
from warband.table.pages.errors import NotThere
from warband.table.pages.hall import FAR, Person, Summary
from warband.table.pages.render import render
from warband.table.pages.routes import handlers, routes
from warband.table.pages.shelf import close_shelf
from warband.table.settings import Settings
from warband.table.sockets import Guestbook, table_socket
from warband.table.store import Store


def create_app(settings: Settings, database: Database | None = None, network: Network | None = None) -> Starlette:
    """Return the application of one server; it opens its database when it starts, unless it is given one."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(Store(database or open_database(settings.database_url())), settings)
        app.state.house, app.state.book = house, Guestbook(house)
        app.state.hall = TableHall(house, network or FixedNetwork(settings))
        house.start()
        yield
        close_shelf(app)
        await house.stop()

    return Starlette(
        routes=[*own_routes(), *routes()],
        middleware=[Middleware(Door, settings=settings)],
        exception_handlers=handlers(),
        lifespan=lifespan,
    )


def own_routes() -> list[BaseRoute]:
    """Return the table, its socket, and how the server is."""
    return [
        Route("/health", health),
        Route("/table/{table}", table_page),
        WebSocketRoute("/table/{table}/socket", table_socket),
    ]


async def table_page(request: Request) -> Response:
    """Show a table; what this person may see comes over the socket."""
    hall: TableHall = request.app.state.hall
    person = await hall.person(request)
    found = await hall.summary(str(request.path_params["table"]), person)
    if found is None:
        raise NotThere("There is no such table here. Check the link, or begin a match at the home page.")
    return render(
        request,
        "table.html",
        table_id=found.id,
        game=found.game,
        title=found.title,
        mode=found.mode,
        plays=bool(found.seats) and not found.over,
        watch="" if found.seats else watch_line(0 if found.over else found.delay),
        invite_url=await _invite_url(hall, found, person),
        rules_url=_rules(found.game, found.options),
        socket_url=f"/table/{found.id}/socket",
    )


async def _invite_url(hall: TableHall, found: Summary, person: Person) -> str:
    """Return where a host finds the invitation, while the other seat is free."""
    invite = await hall.invite(found.id, person) if found.mode == FAR else None
    return f"/table/{found.id}/invite" if invite is not None and not invite.taken else ""


def _rules(game: str, options: dict[str, object]) -> str:
    edition = options.get("edition")
    return f"/rules/{game}" + (f"?edition={quote(edition)}" if isinstance(edition, str) else "")


async def health(request: Request) -> Response:
    """Say that the server is well, and what it has done."""
    house: House = request.app.state.house
    tally = house.store.journal.tally
    told = {
        "status": "closing" if house.is_closing else "ok",
        "tables": len(house.tables),
        "sockets": len(request.app.state.book.lines),
        "commits": tally.commits,
        "writes": tally.writes,
        "commit_ms": round(1000 * tally.seconds / max(1, tally.commits), 3),
        "slowest_commit_ms": round(1000 * tally.slowest, 3),
        "cpu_seconds": round(time.process_time(), 3),
    }
    return JSONResponse(told, headers={"Cache-Control": "no-store"})
