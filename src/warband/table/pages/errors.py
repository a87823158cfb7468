"""Error pages: what is wrong, and what to do."""

from __future__ import annotations

from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from warband.kernel.errors import BadInput
from warband.table.pages.render import render

NOT_FOUND: Final = 404
BAD_REQUEST: Final = 400
TOO_MANY: Final = 429
LONGEST_SHOWN: Final = 200
WORDS: Final = {
    400: "That cannot be done",
    403: "That is not yours to do",
    404: "There is nothing here",
    405: "That cannot be done here",
    408: "That took too long",
    413: "That is too much",
    429: "Slowly, please",
    500: "Something broke",
    503: "The server is busy",
}
HINTS: Final = {
    404: "Check the address, or begin again at the home page.",
    405: "Go back and use the buttons of the page.",
    500: "It is not your fault. What was acknowledged is kept; reload the page, and tell us if it happens again.",
}


class NotThere(Exception):
    """Raised where an address names nothing; says what to do."""


class TooMany(BadInput):
    """Somebody has enough of something already; the sentence says of what, and what to do."""


async def not_there(request: Request, error: Exception) -> Response:
    """Answer an address that names nothing."""
    return error_page(request, NOT_FOUND, str(error))


async def bad_input(request: Request, error: Exception) -> Response:
    """Answer input that is wrong with its one sentence."""
    return error_page(request, BAD_REQUEST, str(error))


async def refused(request: Request, error: Exception) -> Response:
    """Answer what the router or the server refuses."""
    if not isinstance(error, HTTPException):
        return error_page(request, 500, "")
    said = error.detail if error.status_code != NOT_FOUND else f"No page is called {request.url.path[:LONGEST_SHOWN]}."
    answer = error_page(request, error.status_code, said)
    answer.headers.update(error.headers or {})
    return answer


async def gone(request: Request, error: Exception) -> Response:
    """Answer nobody: whoever sent the request has hung up in the middle of it."""
    return Response(status_code=BAD_REQUEST)


async def too_many(request: Request, error: Exception) -> Response:
    """Answer somebody who has enough of something already."""
    return error_page(request, TOO_MANY, str(error))


async def broken(request: Request, error: Exception) -> Response:
    """Answer a fault of ours; the log has the details."""
    return error_page(request, 500, "The server met a fault of its own.")


def error_page(request: Request, status: int, said: str) -> Response:
    """Return the page of an error."""
    title = WORDS.get(status, "Something is wrong")
    return render(request, "error.html", status, code=status, title=title, said=said, hint=HINTS.get(status, ""))
