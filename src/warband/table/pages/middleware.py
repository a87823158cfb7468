"""Before every page: identify the visitor, refuse other sites, other hosts and floods, and set the security headers."""

from __future__ import annotations

import asyncio
import time
from typing import Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from warband.table.live.fair_queue import Asker
from warband.table.pages.hosts import Hosts
from warband.table.pages.identity import COOKIE_SECONDS, OLD_COOKIE, Identity, Visitor, asker_of
from warband.table.pages.limits import SharedLimiter, Turnstile
from warband.table.settings import Limits, Settings

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
READING: Final = ("GET", "HEAD", "OPTIONS")
ELSEWHERE: Final = "This form came from another site; open the page here and send it again."
NOT_OURS: Final = "This server does not go by that name; use the address it told you."
ODD_ADDRESS: Final = "That address cannot be read; check the link."
TOO_MANY: Final = "Your address has sent many forms just now; wait a minute and send it again."
TOO_MANY_PAGES: Final = "Your address asks for very many pages; wait a moment and ask again."
TOO_MANY_TABLES: Final = "Your address has begun many matches just now; wait a minute and send it again."
TOO_LONG: Final = "The form is too long."
TOO_SLOW: Final = "The form took too long to arrive; send it again."
WITHOUT_COOKIE: Final = ("/static/", "/health", "/favicon.ico")


class TableApp(Starlette):
    """An application whose every answer, that of a fault too, keeps pages to themselves."""

    def build_middleware_stack(self) -> ASGIApp:
        """Return the application with the headers round everything else."""
        return headers_added(super().build_middleware_stack())


def headers_added(app: ASGIApp) -> ASGIApp:
    """Return an application that sends the headers with every page."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await app(scope, receive, sender if scope["type"] == "http" else send)

    return wrapped


class SiteMiddleware:
    """Wrap an application: every request gets a visitor, and what is too much or not from here gets a sentence."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        limits = self.limits = settings.limits
        self.hosts = Hosts(settings)
        self.forms, self.tables = SharedLimiter(limits.forms), SharedLimiter(limits.tables)
        self.turnstile = Turnstile(limits.at_once)
        self.pages, self.requests = SharedLimiter(limits.pages), SharedLimiter(limits.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        request = HTTPConnection(scope)
        identity: Identity = scope["app"].state.identity
        visitor = identity.visitor(request.cookies.get(identity.cookie, ""), request.cookies.get(OLD_COOKIE, ""))
        scope["visitor"] = visitor
        refusal = self.refusal(request)
        if refusal is not None:
            return await refuse(scope, receive, send, *refusal)
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        taken = receive if scope["method"] in READING else bounded(receive, self.limits)
        sender = self._sender(scope, send, visitor, identity.cookie)
        if scope["path"].startswith(WITHOUT_COOKIE):
            return await self.app(scope, taken, sender)
        async with self.turnstile.turn(asker_of(request)):
            return await self.app(scope, taken, sender)

    def refusal(self, request: HTTPConnection) -> tuple[int, str] | None:
        """Return the status and the sentence that turn a request away, or None if it may come in."""
        scope = request.scope
        if not self.hosts.is_ours(request.headers.get("host", "")):
            return 421, NOT_OURS
        if not scope["path"].isprintable():
            return 400, ODD_ADDRESS
        if scope["type"] == "websocket" or scope["method"] not in READING:
            if not self.is_from_here(request):
                return 403, ELSEWHERE
        return self._excess(scope, asker_of(request))

    def _excess(self, scope: Scope, asker: Asker) -> tuple[int, str] | None:
        """Count a request against the budgets of its address; return what to say if one of them is spent."""
        path = scope["path"]
        if not self.requests.allows(asker) or not (path.startswith(WITHOUT_COOKIE) or self.pages.allows(asker)):
            return 429, TOO_MANY_PAGES
        if scope["type"] == "websocket" or scope["method"] in READING:
            return None
        if not self.forms.allows(asker):
            return 429, TOO_MANY
        begins = path == "/new" or path.endswith("/rematch")
        if begins and not self.tables.allows(asker):
            return 429, TOO_MANY_TABLES
        length = HTTPConnection(scope).headers.get("content-length", "0")
        return None if length.isdecimal() and int(length[:12]) <= self.limits.form_bytes else (413, TOO_LONG)

    def is_from_here(self, request: HTTPConnection) -> bool:
        """Return whether a page of this server sent a request; a program names no site at all."""
        site = request.headers.get("sec-fetch-site", "")
        if site and request.scope["type"] == "http":
            return site in ("same-origin", "none")
        origin = request.headers.get("origin", "")
        hosts = {request.headers.get("host", ""), urlsplit(self.settings.url).netloc} - {""}
        return not origin or host_of(origin) in hosts

    def _sender(self, scope: Scope, send: Send, visitor: Visitor, cookie: str) -> Send:
        async def sender(message: Message) -> None:
            hands_out = visitor.new_cookie and not scope["path"].startswith(WITHOUT_COOKIE)
            if message["type"] == "http.response.start" and hands_out:
                MutableHeaders(scope=message).append("Set-Cookie", self._cookie(visitor, cookie))
            await send(message)

        return sender

    def _cookie(self, visitor: Visitor, name: str) -> str:
        secure = "; Secure" if self.settings.is_secure() else ""
        kept = f"Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax"
        return f"{name}={visitor.new_cookie}; {kept}{secure}"


async def refuse(scope: Scope, receive: Receive, send: Send, status: int, sentence: str) -> None:
    """Answer with a sentence and hang up, so that nothing more of the request is read."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.http.response.start", "status": status, "headers": []})
        return await send({"type": "websocket.http.response.body", "body": sentence.encode()})
    headers = {"Connection": "close"} | ({"Retry-After": "60"} if status == 429 else {})
    return await PlainTextResponse(sentence, status, headers)(scope, receive, send)


def bounded(receive: Receive, limits: Limits) -> Receive:
    """Return a reader of bodies that stops at the limits of length and time."""
    until, taken = time.monotonic() + limits.body_seconds, 0

    async def bounded_receive() -> Message:
        nonlocal taken
        try:
            message = await asyncio.wait_for(receive(), max(0.01, until - time.monotonic()))
        except TimeoutError:
            raise HTTPException(408, TOO_SLOW, {"Connection": "close"}) from None
        taken += len(message.get("body", b""))
        if taken > limits.form_bytes:
            raise HTTPException(413, TOO_LONG, {"Connection": "close"})
        return message

    return bounded_receive


def host_of(origin: str) -> str:
    """Return the host and port that an Origin header names, or nothing if it is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""
