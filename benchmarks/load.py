"""Measure the server under load: many tables, two sockets each, random legal actions.

First at a fixed pace, then as fast as it goes. Clients and server share the machine. Once the server has stopped, what
was acknowledged is looked for in the log of its database.

    python -m benchmarks.load [--tables 200] [--seconds 120] [--rush 20] [--database URL] [--at PORT]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import func, select
from websockets.asyncio.client import ClientConnection, connect

from warband.kernel import registry
from warband.table.live.messages import ACT
from warband.table.storage.database import make_engine, read_url
from warband.table.storage.schema import changes

PATIENCE = 60.0
# All clients have one address here.
LIMITS = [
    f"--limit={name}=100000/100000"
    for name in ("address", "requests", "connects", "pages", "forms", "tables", "changes")
]
LIMITS += ["--limit=connections=5000", "--limit=sockets=5000", "--limit=address_tables=100000"]
Data = dict[str, Any]


@contextlib.contextmanager
def server(database: str) -> Iterator[int]:
    """Run a server in a process of its own; yield its port."""
    command = [sys.executable, "-m", "warband", "serve", "--port", "0", "--no-browser", "--database", database, *LIMITS]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline() if process.stdout is not None else ""
        yield int(line.split(" (")[0].rpartition(":")[2])
    finally:
        process.terminate()
        process.wait(PATIENCE)


@dataclass
class Person:
    """A person with a cookie."""

    port: int
    cookie: str = ""

    def request(self, method: str, path: str, form: Data | None = None) -> tuple[str, str]:
        """Send a request and return where it leads and what it says."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urlencode(form) if form is not None else None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        given = answer.getheader("set-cookie", "")
        self.cookie = given.split(";")[0] or self.cookie
        connection.close()
        return answer.getheader("location", ""), text


@dataclass
class Client:
    """One socket and what it knows of its table."""

    socket: ClientConnection
    table: str
    state: Data = field(default_factory=dict)
    answers: dict[str, asyncio.Future[Data]] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Take what comes until the socket closes."""
        with contextlib.suppress(Exception):
            async for frame in self.socket:
                self.take(str(frame))

    def take(self, frame: str) -> None:
        """Take one message."""
        message: Data = json.loads(frame)
        if message["kind"] in ("whole", "update"):
            self.state.update(message)
            self.news.set()
        if message["kind"] == "update":
            self.sizes.append(len(frame.encode()))
        if message["kind"] == "answer":
            self.answers.pop(message["id"]).set_result(message)

    async def send(self, kind: str, **fields: object) -> str:
        """Send a message and return its id."""
        name = f"m{next(COUNT)}"
        await self.socket.send(json.dumps({"id": name, "table": self.table, "kind": kind, **fields}))
        return name

    async def act(self, rng: random.Random) -> tuple[float, str]:
        """Take a random choice; return how long the acknowledgement took and what it was."""
        action = rng.choice(self.state["choices"])[0]
        decision, self.state["decision"] = self.state["decision"], None
        name = f"m{next(COUNT)}"
        self.answers[name] = asyncio.get_running_loop().create_future()
        future = self.answers[name]
        text = {"id": name, "table": self.table, "kind": "act", "decision": decision, "action": action}
        started = time.perf_counter()
        await self.socket.send(json.dumps(text))
        answer = await asyncio.wait_for(future, PATIENCE)
        return time.perf_counter() - started, str(answer["status"])


COUNT = itertools.count()


@dataclass
class Tally:
    """Count what happened."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    matches: int = 0
    acknowledged: Counter[str] = field(default_factory=Counter)


class Pair:
    """Play one table after the other with two people, each at a socket of their own."""

    def __init__(self, port: int, game: str, seed: int) -> None:
        self.port = port
        self.game = game
        self.rng = random.Random(seed)
        self.people = [Person(port), Person(port)]
        self.clients: list[Client] = []
        self.readers: list[asyncio.Task[None]] = []
        self.sizes: list[int] = []
        self.news = asyncio.Event()

    async def begin(self) -> None:
        """Open a table, join it, and connect both."""
        table = await asyncio.to_thread(self._open)
        for person in self.people:
            address = f"ws://127.0.0.1:{self.port}/table/{table}/socket"
            headers = {"Cookie": person.cookie}
            socket = await connect(address, additional_headers=headers, max_size=None, compression=None, proxy=None)
            client = Client(socket, table, news=self.news)
            await client.send("resume", have=-1)
            self.clients.append(client)
            self.readers.append(asyncio.get_running_loop().create_task(client.read()))

    def _open(self) -> str:
        host, guest = self.people
        for person in self.people:
            if not person.cookie:
                person.request("GET", "/rules")
        place, _ = host.request("POST", "/new", {"game": self.game, "mode": "far", "side": "first"})
        table = place.split("/")[2]
        page = host.request("GET", f"/table/{table}/invite")[1]
        token = page.split("/join/")[1].split('"')[0].split("<")[0]
        guest.request("POST", f"/join/{token}", {})
        return table

    async def end(self) -> None:
        """Hang up."""
        for client in self.clients:
            self.sizes += client.sizes
            await client.socket.close()
        for reader in self.readers:
            reader.cancel()
        self.clients, self.readers = [], []

    async def decider(self) -> Client | None:
        """Wait until one of the two is asked to decide; return None when the match is over."""
        while True:
            if any(client.state.get("over") for client in self.clients):
                return None
            asked = [client for client in self.clients if client.state.get("decision") and client.state.get("choices")]
            if asked:
                return self.rng.choice(asked)
            self.news.clear()
            await self.news.wait()

    async def play(self, until: float, pace: float, tally: Tally) -> None:
        """Play at a pace (0: as fast as it goes) until the time is up."""
        following = time.perf_counter() + self.rng.random() * pace
        while time.perf_counter() < until:
            await asyncio.sleep(max(0.0, following - time.perf_counter()))
            following += pace
            client = await self.decider()
            if client is None:
                tally.matches += 1
                await self.end()
                await self.begin()
                continue
            seconds, status = await client.act(self.rng)
            tally.times.append(seconds)
            tally.refused += status != "accepted"
            tally.acknowledged[client.table] += status == "accepted"


async def measure(port: int, tables: int, seconds: float, rush: float) -> Counter[str]:
    """Play at one action a second and table, then as fast as it goes; print it, and return what was acknowledged."""
    games = registry.names()
    pairs = [Pair(port, games[at % len(games)], at) for at in range(tables)]
    started = time.perf_counter()
    for pair in pairs:
        await pair.begin()
    print(f"{tables} tables, {2 * tables} sockets, opened in {time.perf_counter() - started:.1f} s", flush=True)
    acknowledged = await phase("one action a second and table", pairs, port, seconds, 1.0)
    acknowledged += await phase("as fast as it goes", pairs, port, rush, 0.0)
    sizes = sorted(itertools.chain(*(pair.sizes for pair in pairs), *(c.sizes for pair in pairs for c in pair.clients)))
    if sizes:
        print(f"updates: median {sizes[len(sizes) // 2]} bytes, 99 % under {sizes[len(sizes) * 99 // 100]} bytes")
    for pair in pairs:
        await pair.end()
    return acknowledged


async def phase(name: str, pairs: list[Pair], port: int, seconds: float, pace: float) -> Counter[str]:
    """Let all pairs play for a while and print how it went; return how much was acknowledged at each table."""
    tally, before, clients = Tally(), health(port), time.process_time()
    started = time.perf_counter()
    await asyncio.gather(*(pair.play(started + seconds, pace, tally) for pair in pairs))
    took, after = time.perf_counter() - started, health(port)
    times = sorted(tally.times)
    commits = after["commits"] - before["commits"]
    spent = after["commits"] * after["commit_ms"] - before["commits"] * before["commit_ms"]
    print(f"{name}, {took:.0f} s: {len(times)} actions acknowledged, {len(times) / took:.0f} a second,")
    print(f"  {tally.refused} refused, {tally.matches} matches ended")
    told = [f"{1000 * times[int(len(times) * share)]:.1f}" for share in (0.5, 0.9, 0.99, 0.999)]
    print(f"  send to acknowledge in ms: median {told[0]}, p90 {told[1]}, p99 {told[2]}, p99.9 {told[3]},", end=" ")
    print(f"slowest {1000 * times[-1]:.1f}, mean {1000 * statistics.mean(times):.1f}")
    cpu, mine = after["cpu_seconds"] - before["cpu_seconds"], time.process_time() - clients
    each = 1000 * cpu / max(1, len(times))
    print(f"  CPU: server {cpu / took:.2f} of a core, {each:.1f} ms an action; clients {mine / took:.2f} of a core")
    print(
        f"  {commits} commits, {len(times) / max(1, commits):.2f} actions each, {spent / max(1, commits):.2f} ms each"
    )
    return tally.acknowledged


def health(port: int) -> Data:
    """Return how the server is."""
    found: Data = json.loads(Person(port).request("GET", "/health")[1])
    return found


def compare(database: str, acknowledged: Counter[str]) -> int:
    """Print and return how many acknowledged actions are not in the log."""
    engine = make_engine(read_url(database))
    rows = select(changes.c.table, func.count()).where(changes.c.deed == ACT).group_by(changes.c.table)
    with engine.connect() as connection:
        logged = Counter({str(table): int(count) for table, count in connection.execute(rows)})
    engine.dispose()
    lost = (acknowledged - logged).total()
    print(f"{acknowledged.total()} actions acknowledged, {logged.total()} in the log, {lost} lost")
    return lost


def main() -> int:
    """Run the bench; fail if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--rush", type=float, default=20.0)
    parser.add_argument("--database", default="", help="the URL of an empty database (default: a new SQLite file)")
    parser.add_argument("--at", type=int, metavar="PORT", help="measure a server that runs already")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"sqlite:///{folder}/tables.db"
        with contextlib.nullcontext(given.at) if given.at else server(database) as port:
            acknowledged = asyncio.run(measure(port, given.tables, given.seconds, given.rush))
        return 0 if given.at else int(compare(database, acknowledged) > 0)


if __name__ == "__main__":
    sys.exit(main())
