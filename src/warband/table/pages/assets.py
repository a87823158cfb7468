"""Serve the files that ship: stylesheets, scripts and the crest; a game's own stylesheet among them."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from warband.table.pages.errors import NotThere
from warband.table.pages.render import asset_text, crest

KINDS: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
MONTH: Final = 30 * 24 * 3600


async def static(request: Request) -> Response:
    """Send a file that ships; with its mark in the address it may be kept for a month."""
    name = str(request.path_params["name"])
    kind = KINDS.get(name.rpartition(".")[2])
    if kind is None or ".." in name or "\\" in name:
        raise NotThere(f"There is no file {name} here.")
    try:
        text = asset_text(name)
    except (OSError, ValueError):
        raise NotThere(f"There is no file {name} here.") from None
    keep = f"public, max-age={MONTH}, immutable" if "v" in request.query_params else "no-cache"
    return Response(text, media_type=kind, headers={"Cache-Control": keep})


async def favicon(request: Request) -> Response:
    """Send the crest, for browsers that ask for the old name."""
    return Response(crest(), media_type=KINDS["svg"])
