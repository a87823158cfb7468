"""Play as people who mean no harm, and measure what somebody else's attack does to them."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load import PATIENCE, Client, Pair, Person, Tally
from websockets.asyncio.client import connect

GAME = "heros-crossing"
# Scout thinks for at most 0.2 seconds.
LEVEL = "3"
PACE = 0.1
HALF_MEGABYTE = 512 * 1024


@dataclass
class ServerProcess:
    """A server in a process of its own, with its memory, its log and how long it takes to stop."""

    command: list[str]
    files: int = 0
    folder: tempfile.TemporaryDirectory[str] = field(default_factory=tempfile.TemporaryDirectory)
    process: subprocess.Popen[str] | None = None
    port: int = 0

    def start(self, database: str = "") -> None:
        """Start it and wait until it listens."""
        address = database or f"sqlite:///{self.folder.name}/table.db"
        command = [*self.command, "--port", "0", "--no-browser", "--database", address]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=self._limit_files
            )
        line = self.process.stdout.readline() if self.process.stdout is not None else ""
        self.port = int(line.split(" (")[0].rpartition(":")[2])

    def _limit_files(self) -> None:
        if self.files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    @property
    def log(self) -> Path:
        """Return where the server writes what went wrong."""
        return Path(self.folder.name) / "log"

    def log_bytes(self) -> int:
        """Return the size of the log."""
        return self.log.stat().st_size

    def status(self, name: str) -> float:
        """Return a line of the process's status, in megabytes."""
        assert self.process is not None
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def forget_peak(self) -> None:
        """Measure the peak of the memory from now on."""
        assert self.process is not None
        with contextlib.suppress(OSError):
            Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def cpu_seconds(self) -> float:
        """Return the processor time of the server, its bots not counted."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, patience: float = 30.0) -> float:
        """Send SIGTERM and return how long the end took; infinity if it had to be killed."""
        assert self.process is not None
        begun = time.monotonic()
        self.process.terminate()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return float("inf")
        return time.monotonic() - begun


def usual_command() -> list[str]:
    """Return the command that starts a server of this checkout."""
    return [sys.executable, "-m", "warband", "serve"]


@dataclass
class Harm:
    """What the innocent saw in one phase: times in seconds, memory in megabytes."""

    acknowledged: list[float] = field(default_factory=list)
    bot: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    failed: int = 0
    peak: float = 0.0
    log: int = 0
    cpu: float = 0.0
    load: float = 0.0
    # What the event loop computed at a stretch; a server that does not tell it has none.
    stall: float = 0.0

    def share(self, times: list[float], share: float) -> float:
        """Return the time within which this share of the answers came; infinity without any."""
        ordered = sorted(times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")

    def line(self) -> dict[str, float]:
        """Return the figures of the phase, times in milliseconds."""
        milli = 1000
        return {
            "actions": len(self.acknowledged),
            "ack_p50": round(milli * self.share(self.acknowledged, 0.5), 1),
            "ack_p99": round(milli * self.share(self.acknowledged, 0.99), 1),
            "bot_p50": round(milli * self.share(self.bot, 0.5), 1),
            "bot_slowest": round(milli * self.share(self.bot, 1.0), 1),
            "health_slowest": round(milli * self.share(self.health, 1.0), 1),
            "failed": self.failed,
            "peak_mb": round(self.peak, 1),
            "log_kb": round(self.log / 1024, 1),
            "cpu": round(self.cpu, 2),
            "stall": self.stall,
            "load": round(self.load, 1),
        }


class Innocents:
    """Two people at a table, one person against a bot, and one who looks at /health, until told to stop."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.pair = Pair(server.port, GAME, 1)
        self.person = Person(server.port)
        self.rng = random.Random(2)
        self.client: Client | None = None
        self.reader: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Open both tables."""
        await self.pair.begin()
        await self._meet_bot()

    async def _meet_bot(self) -> None:
        if self.client is not None and self.reader is not None:
            self.reader.cancel()
            await self.client.socket.close()
        table = await asyncio.to_thread(self._open)
        address = f"ws://127.0.0.1:{self.server.port}/table/{table}/socket"
        headers = {"Cookie": self.person.cookie}
        socket = await connect(address, additional_headers=headers, max_size=None, compression=None, proxy=None)
        self.client = Client(socket, table)
        await self.client.send("resume", have=-1)
        self.reader = asyncio.get_running_loop().create_task(self.client.read())

    def _open(self) -> str:
        if not self.person.cookie:
            self.person.request("GET", "/rules")
        form = {"game": GAME, "mode": "bot", "side": "first", "level": LEVEL}
        return self.person.request("POST", "/new", form)[0].split("/")[2]

    async def phase(self, seconds: float) -> Harm:
        """Play for a while and return what was seen."""
        harm = Harm()
        self.server.forget_peak()
        log, cpu, begun = self.server.log_bytes(), self.server.cpu_seconds(), time.perf_counter()
        until = begun + seconds
        tally = Tally()
        works = [self.pair.play(until, PACE, tally), self._play_bot(until, harm), self._look(until, harm)]
        patience = seconds + PATIENCE
        results = await asyncio.gather(*(asyncio.wait_for(work, patience) for work in works), return_exceptions=True)
        harm.failed += sum(1 for result in results if isinstance(result, BaseException))
        harm.acknowledged = tally.times
        harm.peak, harm.log = self.server.status("VmHWM"), self.server.log_bytes() - log
        harm.cpu = (self.server.cpu_seconds() - cpu) / (time.perf_counter() - begun)
        harm.load = os.getloadavg()[0]
        return harm

    async def _play_bot(self, until: float, harm: Harm) -> None:
        """Play against the bot; what it takes from the answer to the next question is its time."""
        while time.perf_counter() < until:
            client = self.client
            if client is None or client.state.get("over"):
                await self._meet_bot()
                continue
            if not client.state.get("decision") or not client.state.get("choices"):
                client.news.clear()
                await asyncio.wait_for(client.news.wait(), PATIENCE)
                continue
            await client.act(self.rng)
            await self._wait_for_bot(client, harm)
            await asyncio.sleep(PACE)

    async def _wait_for_bot(self, client: Client, harm: Harm) -> None:
        """Wait until the bot has decided, if it is asked at all."""
        begun, waited = time.perf_counter(), False
        while not client.state.get("over") and not client.state.get("decision"):
            client.news.clear()
            await asyncio.wait_for(client.news.wait(), PATIENCE)
            waited = waited or 1 in client.state.get("awaiting", [])
        if waited:
            harm.bot.append(time.perf_counter() - begun)

    async def _look(self, until: float, harm: Harm) -> None:
        """Ask how the server is, ten times a second, each time with a connection of its own."""
        while time.perf_counter() < until:
            begun = time.perf_counter()
            try:
                told = json.loads(await asyncio.to_thread(look, self.server.port))
                # The ten seconds that the server remembers may begin before the phase.
                if time.perf_counter() > until - 1.0:
                    harm.stall = told.get("loop", {}).get("busiest_ms", 0.0)
            except (OSError, ValueError):
                harm.failed += 1
            harm.health.append(time.perf_counter() - begun)
            await asyncio.sleep(PACE)

    async def end(self) -> None:
        """Hang up."""
        await self.pair.end()
        if self.client is not None:
            await self.client.socket.close()


def look(port: int) -> str:
    """Return what /health says."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().read().decode()
    finally:
        connection.close()
