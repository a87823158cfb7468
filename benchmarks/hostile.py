"""Measure what one hostile client does to the others: every attack of benchmarks/attacks.py against a fresh server.

Two people at a table, somebody against a bot, and somebody at /health are measured while nobody attacks, then while
one address does. Client, attacker and server are processes of their own on this machine.

    python -m benchmarks.hostile [--seconds 10] [--out FILE.json] [--server COMMAND] [ATTACK ...]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.attacks import ATTACKS
from benchmarks.innocent import Harm, Innocents, ServerProcess, usual_command

USUAL_FILES = 1024
ACKNOWLEDGED_MS = 100.0
# Scout's own 0.2 seconds, and a second.
BOT_MS = 1200.0
MORE_MEGABYTES = 150.0
MORE_LOG_KB = 64.0
STOP_SECONDS = 12.0

Row = dict[str, Any]


async def measure(name: str, seconds: float, command: list[str]) -> tuple[Row, list[float]]:
    """Return the figures of one attack, before and during it, and how long acknowledgements took before."""
    server = ServerProcess(command, USUAL_FILES)
    server.start()
    people = Innocents(server)
    attack: subprocess.Popen[str] | None = None
    try:
        await people.begin()
        quiet = await people.phase(seconds)
        attack = begin_attack(name, server.port, seconds)
        harm = await people.phase(seconds)
        row: Row = {"attack": name, "quiet": quiet.line(), "harm": harm.line(), "seen": await what_it_saw(attack)}
        row["after_mb"] = round(server.status("VmRSS"), 1)
        await people.end()
    finally:
        stopped = await asyncio.to_thread(server.stop)
        if attack is not None:
            attack.kill()
            attack.wait()
    row["stop_s"] = round(stopped, 1)
    row["broken"] = broken(row, quiet, harm)
    return row, quiet.acknowledged


def begin_attack(name: str, port: int, seconds: float) -> subprocess.Popen[str]:
    """Start an attack in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.attacks", name, str(port), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


async def what_it_saw(attack: subprocess.Popen[str]) -> dict[str, int]:
    """Return what an attack has counted."""
    assert attack.stdout is not None
    line = await asyncio.to_thread(attack.stdout.readline)
    found: dict[str, int] = json.loads(line or "{}")
    return found


def broken(row: Row, quiet: Harm, harm: Harm) -> list[str]:
    """Return which promises the attack broke."""
    before, during = row["quiet"], row["harm"]
    found = [] if harm.acknowledged else ["acknowledge"]
    found += ["bot"] if during["bot_slowest"] > max(BOT_MS, before["bot_slowest"] + 1000) else []
    found += ["memory"] if during["peak_mb"] > before["peak_mb"] + MORE_MEGABYTES else []
    found += ["log"] if during["log_kb"] > MORE_LOG_KB else []
    found += ["read"] if row["seen"].get("read") else []
    found += ["stop"] if row["stop_s"] > STOP_SECONDS else []
    return found + (["failed"] if harm.failed > quiet.failed else [])


def judge(rows: list[Row], quiet: list[float]) -> float:
    """Note in every row whether acknowledgements were slow; return what is quiet: of all attacks together, in ms.

    Nobody attacks yet in the quiet phases, so they are alike, and one alone has too few answers for its slowest ones.
    """
    usual = 1000 * Harm().share(quiet, 0.99)
    for row in rows:
        if row["harm"]["ack_p99"] > min(2 * usual, ACKNOWLEDGED_MS):
            row["broken"].insert(0, "acknowledge")
    return usual


def shown(row: Row) -> str:
    """Return one line of the table."""
    before, during = row["quiet"], row["harm"]
    cells = [
        row["attack"],
        f"{before['ack_p99']:.0f} / {during['ack_p99']:.0f}",
        f"{before['bot_p50']:.0f} / {during['bot_p50']:.0f} / {during['bot_slowest']:.0f}",
        f"{before['health_slowest']:.0f} / {during['health_slowest']:.0f}",
        f"{before['peak_mb']:.0f} / {during['peak_mb']:.0f}",
        f"{during['log_kb']:.0f}",
        f"{during['cpu']:.2f}",
        f"{during['stall']:.0f}",
        f"{row['stop_s']:.1f}",
        ", ".join(row["broken"]) or "none",
    ]
    return "| " + " | ".join(cells) + " |"


HEAD = (
    "| attack | acknowledge p99, ms: quiet / attacked | bot, ms: quiet / attacked / slowest"
    " | /health slowest, ms: quiet / attacked | memory, MB: quiet / peak | log, KB | CPU"
    " | loop at a stretch, ms | stop, s | broken |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    """Run the attacks and print a table; fail if one of them harms the innocent."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(ATTACKS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=11.0)
    parser.add_argument("--out", type=Path, help="write all figures there as JSON")
    parser.add_argument("--server", default="", metavar="COMMAND", help="what starts the server (default: ours)")
    given = parser.parse_args()
    command = shlex.split(given.server) or usual_command()
    rows: list[Row] = []
    quiet: list[float] = []
    for name in given.attacks or ATTACKS:
        row, before = asyncio.run(measure(name, given.seconds, command))
        rows.append(row)
        quiet += before
        print(f"{name}: {row['harm']['ack_p99']:.0f} ms", file=sys.stderr, flush=True)
    usual = judge(rows, quiet)
    print(f"{HEAD}\n" + "\n".join(shown(row) for row in rows))
    print(f"acknowledge p99 while nobody attacks: {usual:.0f} ms of {len(quiet)} answers")
    if given.out is not None:
        given.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return int(any(row["broken"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
