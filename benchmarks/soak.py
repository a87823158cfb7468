"""Let bots play matches for an hour and see that the server neither grows nor stalls.

Watched matches between bots and people against bots, all as fast as they go. Memory is read once a second; a stall is
how much longer than asked the server's event loop slept, as /health tells, and how long /health itself took. On a
machine that does other things the loop waits for the processor too, so what the loop computed meanwhile is told beside
it: a stall of ours is one that the loop spent computing. A virtual machine counts as computing what its host takes away
for others; the kernel tells how much that was, and it is taken off.

    python -m benchmarks.soak [--minutes 60] [--tables 6] [--out FILE.json] [--server COMMAND]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import shlex
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.innocent import ServerProcess, look, usual_command
from benchmarks.load import Client, Person
from websockets.asyncio.client import connect

from warband.kernel import registry

# Memory is compared with what it was after this share of the time.
SETTLED = 1 / 6
MOST_GROWTH = 0.10
MOST_STALL_MS = 50.0
LEVELS = ("1", "2", "3", "4")
# All players have one address here.
LIMITS = [f"--limit={name}=1000/1000" for name in ("tables", "pages", "changes")]


@dataclass
class Sample:
    """How the server was at one moment: memory in megabytes, times in milliseconds."""

    at: float
    memory: float
    health: float
    lag: float
    busy: float
    tables: int
    load: float
    stalls: float = 0.0
    # What the host of a virtual machine has taken away since the sample before.
    stolen: float = 0.0


@dataclass
class Soak:
    """Matches that go on until the time is up, and what was measured meanwhile."""

    server: ServerProcess
    until: float
    samples: list[Sample] = field(default_factory=list)
    matches: int = 0
    faults: int = 0

    async def watch(self, number: int) -> None:
        """Begin matches between bots and watch them to the end."""
        rng, person = random.Random(number), Person(self.server.port)
        while time.monotonic() < self.until:
            form = {"mode": "watch", "level": rng.choice(LEVELS), "level2": rng.choice(LEVELS)}
            await self._play(person, {"game": rng.choice(registry.names()), **form}, rng)

    async def play(self, number: int) -> None:
        """Play against bots with random actions."""
        rng, person = random.Random(number), Person(self.server.port)
        while time.monotonic() < self.until:
            form = {"mode": "bot", "level": rng.choice(LEVELS)}
            await self._play(person, {"game": rng.choice(registry.names()), **form}, rng)

    async def _play(self, person: Person, form: dict[str, str], rng: random.Random) -> None:
        try:
            table = await asyncio.to_thread(begin, person, form)
            address, headers = f"ws://127.0.0.1:{self.server.port}/table/{table}/socket", {"Cookie": person.cookie}
            async with connect(
                address, additional_headers=headers, max_size=None, compression=None, proxy=None
            ) as socket:
                client = Client(socket, table)
                await client.send("resume", have=-1)
                await self._to_the_end(client, rng)
            self.matches += 1
        except Exception as error:
            self.faults += 1
            print(f"a match failed: {type(error).__name__}: {error}", flush=True)
            await asyncio.sleep(1.0)

    async def _to_the_end(self, client: Client, rng: random.Random) -> None:
        reader = asyncio.ensure_future(client.read())
        try:
            while not client.state.get("over") and time.monotonic() < self.until:
                if client.state.get("decision") and client.state.get("choices"):
                    await client.act(rng)
                    continue
                client.news.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(client.news.wait(), 5.0)
        finally:
            reader.cancel()

    async def measure(self, begun: float) -> None:
        """Take a sample a second."""
        stolen = stolen_ms()
        while time.monotonic() < self.until:
            asked = time.perf_counter()
            told: dict[str, Any] = json.loads(await asyncio.to_thread(look, self.server.port))
            health = 1000 * (time.perf_counter() - asked)
            loop: dict[str, float] = told.get("loop", {})
            memory, load = self.server.status("VmRSS"), os.getloadavg()[0]
            lag, busy = loop.get("slowest_ms", 0.0), loop.get("busiest_ms", 0.0)
            sample = Sample(time.monotonic() - begun, memory, health, lag, busy, told["tables"], load)
            sample.stalls = loop.get("stalls", 0.0)
            before, stolen = stolen, stolen_ms()
            sample.stolen = stolen - before
            self.samples.append(sample)
            self._tell_minute()
            await asyncio.sleep(1.0)

    def _tell_minute(self) -> None:
        """Print a line for each minute that has passed."""
        before, last = self.samples[-2:] if len(self.samples) > 1 else (self.samples[0], self.samples[0])
        if int(last.at / 60) > int(before.at / 60):
            busiest = max(sample.busy for sample in self.samples if sample.at > last.at - 60)
            figures = (
                f"{last.memory:.1f} MB, {self.matches} matches, busiest {busiest:.0f} ms, {last.stalls:.0f} stalls"
            )
            print(f"{last.at / 60:.0f} min: {figures}, load {last.load:.1f}", file=sys.stderr, flush=True)


def stolen_ms() -> float:
    """Return what the host has taken away since the start, of the processor it took most of."""
    lines = Path("/proc/stat").read_text(encoding="ascii").splitlines()
    ours = {f"cpu{number}" for number in os.sched_getaffinity(0)}
    ticks = [int(words[8]) for words in map(str.split, lines) if words[0] in ours]
    return 1000 * max(ticks) / os.sysconf("SC_CLK_TCK")


def own_stalls(samples: list[Sample]) -> list[float]:
    """Return how long each stall took that is still one without what the host took away meanwhile."""
    found = []
    for at, (before, sample) in enumerate(itertools.pairwise(samples), 1):
        own = sample.busy - sum(one.stolen for one in samples[max(0, at - 1) : at + 1])
        if sample.stalls > before.stalls and own > MOST_STALL_MS:
            found.append(round(own, 1))
    return found


def begin(person: Person, form: dict[str, str]) -> str:
    """Begin a match and return its table."""
    if not person.cookie:
        person.request("GET", "/rules")
    place, page = person.request("POST", "/new", form)
    if not place:
        raise RuntimeError(page[:80])
    return place.split("/")[2]


async def run(server: ServerProcess, minutes: float, tables: int) -> Soak:
    """Let so many tables play for so long."""
    begun = time.monotonic()
    soak = Soak(server, begun + 60 * minutes)
    players = [soak.watch(number) if number % 2 else soak.play(number) for number in range(tables)]
    await asyncio.gather(soak.measure(begun), *players)
    return soak


def report(soak: Soak, minutes: float) -> dict[str, Any]:
    """Return the figures, and which promises were broken."""
    settled = [sample for sample in soak.samples if sample.at > 60 * minutes * SETTLED]
    tenth = max(1, len(settled) // 10)
    first, last = (sum(one.memory for one in part) / tenth for part in (settled[:tenth], settled[-tenth:]))
    busiest = sorted(sample.busy for sample in settled)
    slowest = sorted(sample.lag for sample in settled)
    found = {
        "minutes": minutes,
        "matches": soak.matches,
        "faults": soak.faults,
        "memory_mb": [round(first, 1), round(last, 1), round(max(sample.memory for sample in settled), 1)],
        "growth": round(last / first - 1, 4),
        "stall_ms": {"computing": busiest[-1], "waiting included": slowest[-1]},
        "stalls over 50 ms": {
            "computing": settled[-1].stalls - settled[0].stalls,
            "without what the host took": len(own_stalls(settled)),
            "seconds with waiting included": sum(1 for one in slowest if one > MOST_STALL_MS),
        },
        "stolen_ms": round(sum(sample.stolen for sample in settled)),
        "health_ms": round(max(sample.health for sample in settled), 1),
        "log_kb": round(soak.server.log_bytes() / 1024, 1),
        "load": round(sum(sample.load for sample in settled) / len(settled), 1),
    }
    broken = ["memory"] if abs(last / first - 1) > MOST_GROWTH else []
    return found | {"broken": broken + (["stall"] if own_stalls(settled) else [])}


def main() -> int:
    """Run the soak and print its figures; fail if the server grew or stalled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--out", type=Path, help="write the figures and all samples there as JSON")
    parser.add_argument("--server", default="", metavar="COMMAND", help="what starts the server (default: ours)")
    given = parser.parse_args()
    server = ServerProcess(shlex.split(given.server) or [*usual_command(), *LIMITS])
    server.start()
    try:
        soak = asyncio.run(run(server, given.minutes, given.tables))
        found = report(soak, given.minutes)
    finally:
        server.stop()
    print(json.dumps(found, indent=1))
    if given.out is not None:
        given.out.write_text(json.dumps(found | {"samples": [vars(one) for one in soak.samples]}), encoding="utf-8")
    return int(bool(found["broken"]))


if __name__ == "__main__":
    sys.exit(main())
