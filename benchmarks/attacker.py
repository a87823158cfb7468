"""Somebody who means a server harm: an address, a cookie, and requests and frames that are theirs to bend."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import re
import struct
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

# Another address than that of the innocent; all of 127.0.0.0/8 is this machine.
SOURCE = "127.0.0.66"
GAME = "heros-crossing"
MEGABYTE = 1 << 20
TEXT, CONTINUATION, PING = 1, 0, 9

Headers = dict[str, str]


@dataclass
class Page:
    """What a server answered to a request."""

    status: int
    headers: Headers
    text: str


@dataclass
class Attacker:
    """Somebody with an address and a cookie, who counts what the server does."""

    port: int
    seconds: float
    cookie: str = ""
    seen: Counter[str] = field(default_factory=Counter)
    until: float = 0.0

    def __post_init__(self) -> None:
        self.until = time.monotonic() + self.seconds

    @property
    def goes_on(self) -> bool:
        """Return whether there is time left."""
        return time.monotonic() < self.until

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection from the attacker's address."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(SOURCE, 0), limit=64 * MEGABYTE)

    def head(self, method: str, path: str, headers: Headers) -> bytes:
        """Return the head of a request."""
        shared = {"Host": f"127.0.0.1:{self.port}", "Cookie": self.cookie, **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in shared.items() if value)]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    async def request(self, method: str, path: str, form: dict[str, str] | None = None) -> Page:
        """Send a request and return the answer; status 0 if there was none."""
        body = urlencode(form).encode() if form is not None else b""
        headers = {"Connection": "close"}
        if form is not None:
            headers |= {"Content-Length": str(len(body)), "Content-Type": "application/x-www-form-urlencoded"}
        try:
            reader, writer = await self.open()
            writer.write(self.head(method, path, headers) + body)
            raw = await asyncio.wait_for(reader.read(), 60.0)
            writer.close()
        except (OSError, TimeoutError):
            self.seen["no answer"] += 1
            return Page(0, {}, "")
        page = read_page(raw)
        self.seen[f"status {page.status}"] += 1
        if "set-cookie" in page.headers:
            self.cookie = page.headers["set-cookie"].split(";")[0]
        return page

    async def begin(self, mode: str, **form: str) -> str:
        """Begin a match and return its table, or nothing if it was refused."""
        if not self.cookie:
            await self.request("GET", "/rules")
        page = await self.request("POST", "/new", {"game": GAME, "mode": mode, **form})
        parts = page.headers.get("location", "").split("/")
        return parts[2] if len(parts) > 2 else ""

    async def websocket(self, path: str, **headers: str) -> Socket | None:
        """Open a WebSocket, or return None if it was refused."""
        key = base64.b64encode(os.urandom(16)).decode()
        asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key}
        try:
            reader, writer = await self.open()
            writer.write(self.head("GET", path, asked | {"Sec-WebSocket-Version": "13"} | headers))
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30.0)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.seen["no socket"] += 1
            return None
        if b" 101 " not in answer.split(b"\r\n")[0]:
            self.seen["socket refused"] += 1
            return None
        self.seen["sockets"] += 1
        return Socket(reader, writer, answer.decode("latin-1").lower())


def read_page(raw: bytes) -> Page:
    """Return what a raw answer says."""
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    found = re.match(r"HTTP/1.1 (\d+)", lines[0])
    headers = dict([*line.lower().split(": ", 1)[:1], line.split(": ", 1)[1]] for line in lines[1:] if ": " in line)
    return Page(int(found[1]) if found else 0, headers, body.decode("utf-8", "replace"))


@dataclass
class Socket:
    """A WebSocket of which every frame is ours to bend."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    answer: str
    count: int = 0

    def frame(self, kind: int, data: bytes, last: bool = True) -> bytes:
        """Return a masked frame."""
        length = len(data)
        size = bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + struct.pack("!H", length)
        return bytes([(0x80 if last else 0) | kind]) + size + b"\0\0\0\0" + data

    def say(self, table: str, kind: str, **fields: object) -> None:
        """Send a message."""
        self.count += 1
        message = {"id": f"m{self.count}", "table": table, "kind": kind, **fields}
        self.writer.write(self.frame(TEXT, json.dumps(message).encode()))

    async def drop(self, seen: Counter[str]) -> None:
        """Read and forget what comes, counting frames by what they are."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                first, size = await self.reader.readexactly(2)
                length = size & 0x7F
                if length >= 126:
                    wide = 2 if length == 126 else 8
                    length = int.from_bytes(await self.reader.readexactly(wide), "big")
                data = await self.reader.readexactly(length)
                kind = re.match(rb'\{"kind":"(\w+)"', data)
                seen[kind[1].decode() if kind else f"frame {first & 0xF}"] += 1
                seen["bytes"] += length
        seen["dropped"] += 1


Attack = Callable[[Attacker], Awaitable[None]]


async def together(works: list[Awaitable[object]]) -> None:
    """Do several things at once, whatever becomes of them."""
    await asyncio.gather(*works, return_exceptions=True)
