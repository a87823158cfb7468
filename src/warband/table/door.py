"""Stand at the door: know who comes, turn away requests that another site sends, and say what pages may do."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from warband.table.budgets import Meter
from warband.table.identity import COOKIE, COOKIE_SECONDS, Visitor
from warband.table.settings import Settings

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
TOO_MANY: Final = "Your address has sent many forms just now; wait a minute and send it again."
WITHOUT_COOKIE: Final = ("/static/", "/health", "/favicon.ico")


class Door:
    """Wrap an application: every request gets a visitor, every answer the headers that keep pages to themselves."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.forms = Meter(settings.limits.forms)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        request = HTTPConnection(scope)
        visitor: Visitor = scope["app"].state.house.identity.visitor(request.cookies.get(COOKIE, ""))
        scope["visitor"] = visitor
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        if scope["method"] not in READING and not self.is_from_here(request):
            return await self._refuse(scope, receive, send, ELSEWHERE, 403)
        if scope["method"] not in READING and not self.forms.allows(request.client.host if request.client else ""):
            return await self._refuse(scope, receive, send, TOO_MANY, 429)
        return await self.app(scope, receive, self._sender(scope, send, visitor))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, text: str, status: int) -> None:
        await PlainTextResponse(text, status)(scope, receive, send)

    def is_from_here(self, request: HTTPConnection) -> bool:
        """Tell whether a page of this server sent a request; a program names no site at all."""
        site = request.headers.get("sec-fetch-site", "")
        if site:
            return site in ("same-origin", "none")
        origin = request.headers.get("origin", "")
        hosts = (request.headers.get("host", ""), urlsplit(self.settings.url).netloc)
        return not origin or urlsplit(origin).netloc in hosts

    def _sender(self, scope: Scope, send: Send, visitor: Visitor) -> Send:
        async def sender(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if visitor.new_cookie and not scope["path"].startswith(WITHOUT_COOKIE):
                    headers.append("Set-Cookie", self._cookie(visitor))
            await send(message)

        return sender

    def _cookie(self, visitor: Visitor) -> str:
        secure = "; Secure" if self.settings.is_secure() else ""
        kept = f"Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax"
        return f"{COOKIE}={visitor.new_cookie}; {kept}{secure}"
