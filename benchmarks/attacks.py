"""Attack a server on this machine, within bounds of number and time; run by benchmarks.hostile in a process of its own.

python -m benchmarks.attacks NAME PORT SECONDS
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.attacker import CONTINUATION, GAME, MEGABYTE, PING, TEXT, Attack, Attacker, read_page, together
from benchmarks.page_attacks import checks, lists, pages, replays, tokens

STRONGEST = "8"


# ---- reading what is not ours, and large requests ----


async def files(attacker: Attacker) -> None:
    """Ask for a file of the machine under 300 names."""
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder) / "secret.js"
        secret.write_text("stolen" * (MEGABYTE // 6))
        for number in range(300):
            page = await attacker.request("GET", f"/static/{'/' * (1 + number)}{secret}")
            attacker.seen["read"] += "stolen" in page.text


async def body(attacker: Attacker) -> None:
    """Send a form of one gigabyte."""
    reader, writer = await attacker.open()
    kind = {"Content-Length": str(1024 * MEGABYTE), "Content-Type": "application/x-www-form-urlencoded"}
    writer.write(attacker.head("POST", "/name", kind))
    with contextlib.suppress(OSError):
        for _ in range(1024):
            if reader.at_eof() or not attacker.goes_on:
                break
            writer.write(b"a" * MEGABYTE)
            await writer.drain()
            attacker.seen["megabytes taken"] += 1
    with contextlib.suppress(OSError, TimeoutError):
        page = read_page(await asyncio.wait_for(reader.read(MEGABYTE), 20.0))
        attacker.seen[f"status {page.status}"] += 1


async def half_open(attacker: Attacker) -> None:
    """Begin 1,100 requests and end none."""
    writers: list[asyncio.StreamWriter] = []
    for _ in range(1100):
        with contextlib.suppress(OSError, TimeoutError):
            _, writer = await asyncio.wait_for(attacker.open(), 1.0)
            writer.write(b"GET / HTTP/1.1\r\nHost: ")
            writers.append(writer)
    attacker.seen["opened"] = len(writers)
    while attacker.goes_on:
        await asyncio.sleep(0.5)


async def slow_bodies(attacker: Attacker) -> None:
    """Send 300 forms, a letter a second each."""
    await together([_slow_body(attacker) for _ in range(300)])


async def _slow_body(attacker: Attacker) -> None:
    reader, writer = await attacker.open()
    kind = {"Content-Length": "10000", "Content-Type": "application/x-www-form-urlencoded"}
    writer.write(attacker.head("POST", "/name", kind))
    begun = time.monotonic()
    while attacker.goes_on and not reader.at_eof():
        with contextlib.suppress(OSError):
            writer.write(b"a")
            await writer.drain()
        await asyncio.sleep(1.0)
    if reader.at_eof():
        attacker.seen["ended"] += 1
        attacker.seen["ended after seconds, in all"] += round(time.monotonic() - begun)


async def headers(attacker: Attacker) -> None:
    """Send headers without end, on 50 connections after another."""
    for _ in range(50):
        with contextlib.suppress(OSError):
            reader, writer = await attacker.open()
            writer.write(b"GET / HTTP/1.1\r\n")
            while attacker.goes_on and not reader.at_eof():
                writer.write(b"X-Filler: " + b"a" * 900 + b"\r\n")
                await writer.drain()
                attacker.seen["kilobytes taken"] += 1
                await asyncio.sleep(0)
            writer.close()


# ---- sockets ----


async def _flood(attacker: Attacker, path: str, table: str, kind: str, rate: float, **fields: object) -> None:
    """Open a socket and send the same message so many times a second."""
    while attacker.goes_on:
        socket = await attacker.websocket(path)
        if socket is None:
            await asyncio.sleep(0.5)
            continue
        reading = asyncio.ensure_future(socket.drop(attacker.seen))
        socket.say(table, "resume", have=-1)
        with contextlib.suppress(OSError):
            while not reading.done() and attacker.goes_on:
                socket.say(table, kind, **fields)
                await socket.writer.drain()
                attacker.seen["sent"] += 1
                await asyncio.sleep(1 / rate)
        reading.cancel()
        socket.writer.close()


async def lessons(attacker: Attacker) -> None:
    """Ask for the picture of a lesson over six sockets, as fast as it goes."""
    path = f"/learn/{GAME}/socket?course="
    await together([_flood(attacker, f"{path}c{at}", "learn", "resume", 500, have=-1) for at in range(6)])


async def resumes(attacker: Attacker) -> None:
    """Watch a table over 60 sockets, each asking for the picture nineteen times a second."""
    table = await attacker.begin("far")
    path = f"/table/{table}/socket"
    await together([_flood(attacker, path, table, "resume", 19, have=-1) for _ in range(60)])


async def arrivals(attacker: Attacker) -> None:
    """Let 600 sockets come to one table."""
    table = await attacker.begin("far")

    async def arrive() -> None:
        socket = await attacker.websocket(f"/table/{table}/socket")
        if socket is not None:
            socket.say(table, "resume", have=-1)
            await socket.drop(attacker.seen)

    tasks = [asyncio.ensure_future(arrive()) for _ in range(600)]
    while attacker.goes_on:
        await asyncio.sleep(0.2)
    for task in tasks:
        task.cancel()


async def deaf(attacker: Attacker) -> None:
    """Ask for the picture over 40 sockets and never read one."""
    table = await attacker.begin("far")
    sockets = []
    for _ in range(40):
        socket = await attacker.websocket(f"/table/{table}/socket")
        if socket is not None:
            transport = socket.writer.transport
            assert isinstance(transport, asyncio.Transport)
            transport.pause_reading()
            sockets.append(socket)
    while attacker.goes_on:
        for socket in sockets:
            with contextlib.suppress(OSError):
                socket.say(table, "resume", have=-1)
        await asyncio.sleep(0.05)
    # They stay until the server has been told to stop.
    await asyncio.sleep(60.0)


async def pings(attacker: Attacker) -> None:
    """Send large pings over six sockets and read no answer."""
    table = await attacker.begin("far")

    async def ping() -> None:
        socket = await attacker.websocket(f"/table/{table}/socket")
        if socket is None:
            return
        transport = socket.writer.transport
        assert isinstance(transport, asyncio.Transport)
        transport.pause_reading()
        while not transport.is_closing() and attacker.goes_on:
            socket.writer.write(socket.frame(PING, b"a" * 125) * 100)
            await asyncio.wait_for(socket.writer.drain(), attacker.seconds)
            attacker.seen["pings"] += 100

    await together([ping() for _ in range(6)])


async def fragments(attacker: Attacker) -> None:
    """Send messages of endless empty fragments over six sockets."""
    table = await attacker.begin("far")

    async def fragment() -> None:
        socket = await attacker.websocket(f"/table/{table}/socket")
        if socket is None:
            return
        reading = asyncio.ensure_future(socket.drop(attacker.seen))
        socket.writer.write(socket.frame(TEXT, b"", last=False))
        while attacker.goes_on and not reading.done():
            socket.writer.write(socket.frame(CONTINUATION, b"", last=False) * 1000)
            await socket.writer.drain()
            attacker.seen["fragments"] += 1000

    await together([fragment() for _ in range(6)])


async def compression(attacker: Attacker) -> None:
    """Offer compression; a bomb needs a server that takes it."""
    table = await attacker.begin("far")
    offer = {"Sec-WebSocket-Extensions": "permessage-deflate"}
    socket = await attacker.websocket(f"/table/{table}/socket", **offer)
    attacker.seen["compression taken"] = int(socket is not None and "permessage-deflate" in socket.answer)


# ---- bots ----


async def watching(attacker: Attacker) -> None:
    """Begin 60 matches between the strongest bots."""
    for _ in range(60):
        table = await attacker.begin("watch", level=STRONGEST, level2=STRONGEST)
        attacker.seen["tables"] += bool(table)
    while attacker.goes_on:
        await asyncio.sleep(0.2)


async def hints(attacker: Attacker) -> None:
    """Ask for hints at one table, nineteen times a second."""
    table = await attacker.begin("bot", level="1", side="first")
    await _flood(attacker, f"/table/{table}/socket", table, "hint", 19)


async def hint_tables(attacker: Attacker) -> None:
    """Ask for hints at 30 tables of one's own."""
    found = [await attacker.begin("screen") for _ in range(30)]
    works = [_flood(attacker, f"/table/{table}/socket", table, "hint", 5) for table in found if table]
    await together([*works])


async def previews(attacker: Attacker) -> None:
    """Ask what would follow, at ten tables of one's own, nineteen times a second each."""
    found = [await attacker.begin("bot", level="1", side="first") for _ in range(10)]
    works = [_flood(attacker, f"/table/{table}/socket", table, "preview", 19, action=0) for table in found if table]
    await together([*works])


# ---- filling up ----


async def names(attacker: Attacker) -> None:
    """Give names to thousands of new people."""

    async def name() -> None:
        while attacker.goes_on and attacker.seen["asked"] < 5000:
            attacker.seen["asked"] += 1
            await Attacker(attacker.port, attacker.seconds, seen=attacker.seen).request("POST", "/name", {"name": "x"})

    await together([name() for _ in range(8)])


async def tables(attacker: Attacker) -> None:
    """Begin thousands of matches as one visitor."""
    await _begin_many(attacker, "bot", level="8")


async def invitations(attacker: Attacker) -> None:
    """Write thousands of invitations as one visitor."""
    await _begin_many(attacker, "far")


async def _begin_many(attacker: Attacker, mode: str, **form: str) -> None:
    await attacker.request("GET", "/rules")

    async def begin() -> None:
        while attacker.goes_on and attacker.seen["asked"] < 5000:
            attacker.seen["asked"] += 1
            table = await attacker.begin(mode, **form)
            attacker.seen["tables"] += bool(table)
            if table and mode == "far":
                await attacker.request("GET", f"/table/{table}/invite")

    await together([begin() for _ in range(8)])


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        files, body, half_open, slow_bodies, headers, pages, replays, checks, lists, tokens, lessons, resumes, arrivals,
        deaf, pings, fragments, compression, watching, hints, hint_tables, previews, names, tables, invitations,
    )
}  # fmt: skip


def main() -> None:
    """Run one attack and print what it saw as a line of JSON."""
    attacker = Attacker(int(sys.argv[2]), float(sys.argv[3]))
    with contextlib.suppress(OSError, TimeoutError):
        asyncio.run(_bounded(ATTACKS[sys.argv[1]], attacker))


async def _bounded(attack: Attack, attacker: Attacker) -> None:
    task = asyncio.ensure_future(attack(attacker))
    await asyncio.wait([task], timeout=attacker.seconds + 1)
    print(json.dumps(attacker.seen), flush=True)
    await asyncio.wait([task], timeout=60.0)


if __name__ == "__main__":
    main()
