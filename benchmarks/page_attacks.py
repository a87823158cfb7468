"""Attacks on the pages round the table: many, dear ones, and those of which nobody reads the answer."""

from __future__ import annotations

import asyncio
import contextlib
import os

from benchmarks.attacker import GAME, Attacker, together

# Finished matches of the attacker's own; each of them is dear to replay.
MATCHES = 20
OPTIONS = 30


async def pages(attacker: Attacker) -> None:
    """Ask for the home page and the rulebook as fast as it goes, over 20 connections."""

    async def ask() -> None:
        while attacker.goes_on:
            await attacker.request("GET", "/rules/pixel-tactics")
            await attacker.request("GET", "/")

    await together([ask() for _ in range(20)])


async def replays(attacker: Attacker) -> None:
    """Have a match verified and shown again as fast as it goes."""
    table = await attacker.begin("watch", level="1", level2="1")

    async def ask() -> None:
        while attacker.goes_on:
            await attacker.request("GET", f"/replay/{table}/verify")
            await attacker.request("GET", f"/replay/{table}")

    await asyncio.sleep(2.0)
    await together([ask() for _ in range(20)])


async def checks(attacker: Attacker) -> None:
    """Have many matches checked and hang up before they are, ten times a second."""
    tables = [table for table in [await _finish(attacker) for _ in range(MATCHES)] if table]
    attacker.seen["finished"] = len(tables)
    while attacker.goes_on and tables:
        for path in ("verify", "curve"):
            await _hang_up(attacker, f"/replay/{tables[attacker.seen['asked'] % len(tables)]}/{path}")
        attacker.seen["asked"] += 1
        await asyncio.sleep(0.1)


async def _finish(attacker: Attacker) -> str:
    """Begin a match and resign it; return its table, or nothing if it was refused."""
    table = await attacker.begin("screen", **{"option-fronts": "dealt"})
    socket = await attacker.websocket(f"/table/{table}/socket") if table else None
    if socket is None:
        return ""
    reading = asyncio.ensure_future(socket.drop(attacker.seen))
    for kind in ("uncurtain", "resign"):
        socket.say(table, kind)
    with contextlib.suppress(OSError):
        await socket.writer.drain()
    await asyncio.sleep(0.1)
    reading.cancel()
    socket.writer.close()
    return table


async def _hang_up(attacker: Attacker, path: str) -> None:
    with contextlib.suppress(OSError):
        _, writer = await attacker.open()
        writer.write(attacker.head("GET", path, {}))
        await writer.drain()
        await asyncio.sleep(0.02)
        writer.close()


async def lists(attacker: Attacker) -> None:
    """Begin many matches, each with options of its own, and look at the list of them as fast as it goes."""
    for number in range(OPTIONS):
        form = {"game": "pixel-tactics", "option-round_cap": str(10 + number)}
        attacker.seen["tables"] += bool(await attacker.begin("screen", **form))

    async def ask() -> None:
        while attacker.goes_on:
            await attacker.request("GET", "/")

    await together([ask() for _ in range(8)])


async def tokens(attacker: Attacker) -> None:
    """Begin lesson after lesson, each with a token that nobody was given."""
    while attacker.goes_on and attacker.seen["asked"] < 1000:
        attacker.seen["asked"] += 1
        socket = await attacker.websocket(f"/learn/{GAME}/socket?course={os.urandom(9).hex()}")
        if socket is None:
            await asyncio.sleep(0.1)
            continue
        socket.say(f"learn-{GAME}", "resume", have=-1)
        await asyncio.sleep(0.02)
        socket.writer.close()
