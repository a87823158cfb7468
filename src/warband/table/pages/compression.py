"""Compress what everybody may see: files that ship, once and for all, and pages that hold nothing of the visitor.

A page that holds a secret beside text that somebody else may choose is never compressed: its length would tell of it.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

# Shorter ones gain nothing.
LEAST_BYTES: Final = 512
# Faces of the type are compressed about half; pictures that are compressed already do not ship.
LEVEL: Final = 9
PAGE_LEVEL: Final = 5
# Where a page is the same for everybody, whatever their cookie says but the theme.
PUBLIC_PAGES: Final = ("/rules", "/cards", "/how-to", "/learn")
MOST_KEPT: Final = 256


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a browser says that it can read gzip."""
    coded = [part.strip().lower() for part in headers.get("accept-encoding", "").split(",")]
    return any(part == "gzip" or (part.startswith("gzip;") and not part.endswith("q=0")) for part in coded)


@lru_cache(maxsize=MOST_KEPT)
def compressed(body: bytes) -> bytes:
    """Return a file that ships, compressed; it is worth some time, since it is done once."""
    return gzip.compress(body, LEVEL, mtime=0)


def packed(request: Request, body: bytes) -> tuple[bytes, dict[str, str]]:
    """Return a file that ships as a browser wants it, and the headers that say so."""
    vary = {"Vary": "Accept-Encoding"}
    if len(body) < LEAST_BYTES or not accepts_gzip(request.headers):
        return body, vary
    return compressed(body), vary | {"Content-Encoding": "gzip"}


def is_public(path: str) -> bool:
    """Return whether a page is the same for everybody."""
    return any(path == page or path.startswith(f"{page}/") for page in PUBLIC_PAGES)


class PublicPagesCompressed:
    """Wrap an application: pages that are the same for everybody are sent compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.compressed = GZipMiddleware(app, LEAST_BYTES, PAGE_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; compress the answer where it is a public page."""
        is_page = scope["type"] == "http" and is_public(scope["path"])
        await (self.compressed if is_page else self.app)(scope, receive, send)
