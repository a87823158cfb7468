"""Say which page answers at which address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route, WebSocketRoute

from warband.kernel.errors import BadInput
from warband.table.learn import classroom
from warband.table.pages import assets, errors, lessons, replays, site, tables

Handlers = dict[Any, Callable[..., Any]]


def routes() -> list[BaseRoute]:
    """Return every page but the table itself."""
    return [
        Route("/", site.home),
        Route("/name", site.rename, methods=["POST"]),
        Route("/new", site.new),
        Route("/new", site.begin, methods=["POST"]),
        Route("/rules", site.rules_index),
        Route("/rules/{game}", site.rules),
        Route("/learn", lessons.index),
        Route("/learn/{game}", lessons.lesson),
        Route("/learn/{game}/done", lessons.done),
        WebSocketRoute("/learn/{game}/socket", classroom.socket),
        Route("/sprites", site.sprite_sheet),
        Route("/table/{table}/invite", tables.invite),
        Route("/table/{table}/share", tables.share, methods=["POST"]),
        Route("/table/{table}/end", tables.end),
        Route("/table/{table}/rematch", tables.rematch, methods=["POST"]),
        Route("/join/{token}", tables.invited),
        Route("/join/{token}", tables.join, methods=["POST"]),
        Route("/replay/{table}", replays.page),
        Route("/replay/{table}/frame", replays.frame),
        Route("/replay/{table}/curve", replays.curve),
        Route("/replay/{table}/record.json", replays.download),
        Route("/replay/{table}/verify", replays.check),
        Route("/favicon.ico", assets.favicon),
        Route("/static/{name:path}", assets.static),
    ]


def handlers() -> Handlers:
    """Return the pages for everything that goes wrong."""
    return {
        errors.NotThere: errors.not_there,
        BadInput: errors.bad_input,
        HTTPException: errors.refused,
        Exception: errors.broken,
    }
