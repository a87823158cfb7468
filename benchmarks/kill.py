"""Kill the server with SIGKILL at random moments during bot matches, and look for what it acknowledged.

    python -m benchmarks.kill [--times 30] [--database URL] [--seed 0]

After every restart each acknowledged action is there, is not applied again when it is sent again, the log replays to
the position that the table shows, and the match goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from warband.kernel import registry
from warband.kernel.record import record_match
from warband.kernel.verify import verify
from warband.table.live.store import Store
from warband.table.live.table_factory import open_stored
from warband.table.settings import Settings
from warband.table.storage.database import open_database
from warband.table.storage.store import DatabaseStore

PATIENCE = 60.0
BOT = "greedy:20"
Data = dict[str, Any]


class Server:
    """Run a server in a process of its own."""

    def __init__(self, database: str) -> None:
        command = [sys.executable, "-m", "warband", "serve", "--port", "0", "--no-browser", "--database", database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline() if self.process.stdout is not None else ""
        self.port = int(line.split(" (")[0].rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._close()

    def stop(self) -> None:
        """End it as one should."""
        self.process.terminate()
        self._close()

    def _close(self) -> None:
        self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


def request(port: int, method: str, path: str, form: Data | None = None, cookie: str = "") -> tuple[str, str]:
    """Send a request; return where it leads and the cookie."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, urlencode(form) if form is not None else None, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    given = answer.getheader("set-cookie") or ""
    return answer.getheader("location") or "", given.split(";")[0] or cookie


@dataclass
class Player:
    """Play one table against a bot, remembering what was acknowledged."""

    game: str
    cookie: str
    table: str
    seed: int
    acknowledged: list[Data] = field(default_factory=list)
    sent: int = 0
    is_over: bool = False

    def play(self, port: int, most: int = 10**9) -> int:
        """Play random actions until the server is gone, the match is over or there were enough; return how many."""
        rng, done = random.Random(self.seed + self.sent), 0
        address = f"ws://127.0.0.1:{port}/table/{self.table}/socket"
        try:
            with connect(address, additional_headers={"Cookie": self.cookie}, max_size=None, proxy=None) as socket:
                socket.send(json.dumps({"id": "r", "table": self.table, "kind": "resume", "have": -1}))
                state: Data = {}
                while done < most and not state.get("over"):
                    done += self._step(socket, state, rng)
                self.is_over = bool(state.get("over"))
        except (WebSocketException, OSError, EOFError, TimeoutError):
            pass
        return done

    def _step(self, socket: Any, state: Data, rng: random.Random) -> int:  # noqa: ANN401  (a socket of a library)
        """Take one message, and act if something is asked; return how many actions were acknowledged."""
        if state.get("decision") is not None and state.get("choices"):
            self.sent += 1
            action, decision = rng.choice(state["choices"])[0], state["decision"]
            name = f"{self.seed}-{self.sent}"
            message = {"id": name, "table": self.table, "kind": "act", "decision": decision, "action": action}
            state["decision"] = None
            socket.send(json.dumps(message))
        data: Data = json.loads(socket.recv(timeout=PATIENCE))
        if data["kind"] in ("whole", "update"):
            state.update(data)
        if data["kind"] == "answer" and data["status"] == "accepted":
            self.acknowledged.append({"id": data["id"]})
            return 1
        return 0


def begin(port: int, seed: int) -> list[Player]:
    """Begin a match of each game against a bot, and one between two bots."""
    players: list[Player] = []
    for at, game in enumerate(registry.names()):
        _, cookie = request(port, "GET", "/rules")
        place, _ = request(port, "POST", "/new", {"game": game, "mode": "bot", "level": BOT, "side": "first"}, cookie)
        players.append(Player(game, cookie, place.split("/")[2], 1000 * seed + at))
    form = {"game": registry.names()[0], "mode": "watch", "level": BOT, "level2": BOT}
    request(port, "POST", "/new", form, players[0].cookie)
    return players


def one_round(database: str, seed: int, players: list[Player]) -> int:
    """Play, kill at a random moment, and check what is left; return how many actions were acknowledged."""
    server = Server(database)
    before = sum(len(player.acknowledged) for player in players)
    if all(player.is_over for player in players):
        players[:], before = begin(server.port, seed), 0
    threads = [threading.Thread(target=player.play, args=(server.port,)) for player in players if not player.is_over]
    for thread in threads:
        thread.start()
    wait_for(players, before + random.Random(seed).randint(4, 60), threads)
    server.kill()
    for thread in threads:
        thread.join(PATIENCE)
    asyncio.run(check(database, players))
    return sum(len(player.acknowledged) for player in players) - before


def wait_for(players: list[Player], count: int, threads: list[threading.Thread]) -> None:
    """Wait until so many actions have been acknowledged in all, or nobody plays any more."""
    while any(thread.is_alive() for thread in threads):
        if sum(len(player.acknowledged) for player in players) >= count:
            return
        threads[0].join(0.001)


async def check(database: str, players: list[Player]) -> None:
    """Check in the database itself that nothing acknowledged is lost and that every log is true."""
    store = DatabaseStore(open_database(database))
    services = Watching(store)
    try:
        for player in players:
            kept = {answered.message for answered in await store.answers(player.table)}
            lost = [message["id"] for message in player.acknowledged if message["id"] not in kept]
            if lost and len(kept) < 400:
                raise SystemExit(f"{player.game}: acknowledged and lost: {lost}")
            table = await open_stored(player.table, store, services)
            if table is None:
                raise SystemExit(f"{player.game}: the table {player.table} is gone")
            verify(record_match(table.match, private=True), table.match.game)
    finally:
        store.close()


class Watching:
    """Stand in for a server that only reads."""

    def __init__(self, store: DatabaseStore) -> None:
        self.store: Store = store
        self.settings = Settings()

    def draw(self, table: object, feed: object) -> None:
        """Draw nothing."""

    def changed(self, table: object) -> None:
        """Do nothing."""

    def clock_started(self, table: object) -> None:
        """Store nothing."""


def run(times: int, database: str, seed: int) -> int:
    """Kill so many times; return how many actions were acknowledged in all."""
    players: list[Player] = []
    total = 0
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        address = database or f"sqlite:///{Path(folder) / 'table.db'}"
        first = Server(address)
        players[:] = begin(first.port, seed)
        first.stop()
        for at in range(times):
            total += one_round(address, seed + at, players)
        going_on(address, players)
    return total


def going_on(address: str, players: list[Player]) -> None:
    """Check that every match that is not over goes on after the last kill."""
    server = Server(address)
    try:
        for player in players:
            if not player.is_over and player.play(server.port, most=3) == 0 and not player.is_over:
                raise SystemExit(f"{player.game}: the match does not go on")
    finally:
        server.stop()


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--database", default="")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    started = time.perf_counter()
    total = run(given.times, given.database, given.seed)
    took = time.perf_counter() - started
    print(f"killed {given.times} times in {took:.0f} s: {total} actions acknowledged, none lost, every log verified")


if __name__ == "__main__":
    main()
