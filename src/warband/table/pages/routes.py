"""Which page answers at which address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import BaseRoute, Route, WebSocketRoute

from warband.kernel.errors import BadInput
from warband.table.pages import assets, errors, gallery, home, lessons, replay, sockets, tables

Handlers = dict[Any, Callable[..., Any]]


def routes() -> list[BaseRoute]:
    """Return every page but the table itself."""
    return [
        Route("/", home.home),
        Route("/name", home.rename, methods=["POST"]),
        Route("/new", home.new),
        Route("/new", home.begin, methods=["POST"]),
        Route("/rules", home.rules_index),
        Route("/rules/{game}", home.rules),
        Route("/learn", lessons.index),
        Route("/learn/{game}", lessons.lesson),
        Route("/learn/{game}/done", lessons.done),
        WebSocketRoute("/learn/{game}/socket", sockets.lesson_socket),
        Route("/cards", gallery.index),
        Route("/cards/{game}", gallery.cards),
        Route("/how-to/{game}", gallery.how_to_play),
        Route("/table/{table}/invite", tables.invite),
        Route("/table/{table}/share", tables.share, methods=["POST"]),
        Route("/table/{table}/end", tables.end),
        Route("/table/{table}/rematch", tables.rematch, methods=["POST"]),
        Route("/join/{token}", tables.invited),
        Route("/join/{token}", tables.join, methods=["POST"]),
        Route("/replay/{table}", replay.page),
        Route("/replay/{table}/frame", replay.frame),
        Route("/replay/{table}/curve", replay.curve),
        Route("/replay/{table}/record.json", replay.download),
        Route("/replay/{table}/verify", replay.check),
        Route("/favicon.ico", assets.favicon),
        Route("/static/@{mark}/{name:path}", assets.static),
        Route("/static/{name:path}", assets.static),
    ]


def handlers() -> Handlers:
    """Return the pages for everything that goes wrong."""
    return {
        errors.NotThere: errors.not_there,
        errors.TooMany: errors.too_many,
        BadInput: errors.bad_input,
        ClientDisconnect: errors.gone,
        HTTPException: errors.refused,
        Exception: errors.broken,
    }
