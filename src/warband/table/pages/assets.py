"""Serve the files that ship: stylesheets, scripts, the crest and the type; a game's own stylesheet among them."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from warband.table.pages.compression import packed
from warband.table.pages.errors import NotThere
from warband.table.pages.render import asset_bytes, asset_mark, crest

KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
    "txt": "text/plain",
}
LONGEST_SHOWN: Final = 80
MONTH: Final = 30 * 24 * 3600


async def static(request: Request) -> Response:
    """Send a file that ships; with its mark in the address it may be kept for a month, with an old mark not at all."""
    name = str(request.path_params["name"])
    try:
        body = asset_bytes(name)
    except KeyError:
        raise NotThere(f"There is no file {name[:LONGEST_SHOWN]} here.") from None
    kind = KINDS[name.rpartition(".")[2]]
    keep = f"public, max-age={MONTH}, immutable" if request.path_params.get("mark") == asset_mark(name) else "no-cache"
    sent, headers = packed(request, body)
    return Response(sent, media_type=kind, headers={"Cache-Control": keep} | headers)


async def favicon(request: Request) -> Response:
    """Send the crest, for browsers that ask for the old name."""
    return Response(crest(), media_type=KINDS["svg"])
