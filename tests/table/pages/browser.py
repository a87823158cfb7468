"""What the tests of pages share: a browser that asks an application without a network between them."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import unquote, urlencode

from starlette.applications import Starlette
from starlette.types import Message

from warband.table.pages.replay_cache import close_replay_cache


@dataclass
class Answer:
    """What came back."""

    status_code: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""


@dataclass
class Browser:
    """Ask for pages, one after the other, with cookies."""

    app: Starlette
    cookies: dict[str, str] = field(default_factory=dict)
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)

    def close(self) -> None:
        self.loop.run_until_complete(close_replay_cache(self.app))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()

    def get(self, path: str) -> Answer:
        return self.loop.run_until_complete(self.ask("GET", path, b""))

    def post(self, path: str, data: dict[str, str] | None = None, content: bytes = b"") -> Answer:
        return self.loop.run_until_complete(self.ask("POST", path, urlencode(data or {}).encode() or content))

    async def ask(self, method: str, address: str, body: bytes) -> Answer:
        path, _, query = address.partition("?")
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = [(b"host", b"test"), (b"cookie", cookies.encode())]
        scope = {"type": "http", "method": method, "path": unquote(path), "query_string": query.encode()}
        scope |= {"headers": headers, "scheme": "http", "server": ("test", 80), "root_path": "", "http_version": "1.1"}
        answer = Answer()

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status_code = message["status"]
                answer.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                answer.text += message.get("body", b"").decode(errors="replace")

        await self.app(scope, receive, send)
        return answer


def seen(html: str) -> str:
    """Return what a person reads: the text without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
