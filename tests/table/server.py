"""Run a real server on a free port, in a thread, and talk to it as browsers do."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import ClientConnection, connect

from warband.table.live.registry import Registry
from warband.table.live.saved import SavedTable
from warband.table.network import listening_socket
from warband.table.serve import TableServer, make_server
from warband.table.settings import Budget, Limits, Settings
from warband.table.storage.store import DatabaseStore

PATIENCE = 20.0
# The ids of messages; a person never uses one twice.
COUNT = itertools.count()
PLENTY = Budget(10_000, 10_000)
ROOMY = Limits(
    requests=PLENTY,
    connects=PLENTY,
    arrivals=PLENTY,
    pages=PLENTY,
    forms=PLENTY,
    tables=PLENTY,
    changes=PLENTY,
    address=PLENTY,
)
Data = dict[str, Any]


@dataclass
class Running:
    """A server that runs."""

    server: TableServer
    settings: Settings
    stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def visitor(self) -> Visitor:
        """Return a new person with a browser of their own."""
        return Visitor(self.settings.port, "", self.stack)

    @property
    def registry(self) -> Registry:
        """Return what the server keeps in memory."""
        registry: Registry = self.server.application.state.registry
        return registry

    def version(self, sitting: Sitting) -> int:
        """Return the newest version of a table for whoever holds a seat at it."""
        return self.registry.tables[sitting.table].versions.of(sitting.state["seat"])

    @property
    def store(self) -> DatabaseStore:
        """Return what the server writes to."""
        store: DatabaseStore = self.server.application.state.store
        return store

    def stored(self, table: str) -> SavedTable:
        """Return a table as the database has it."""
        saved = asyncio.run(self.store.load(table))
        assert saved is not None
        return saved


@contextlib.contextmanager
def running(folder: Path, **changes: object) -> Iterator[Running]:
    """Run a server with its data in a folder; all tests come from one address, so its budgets are large."""
    opened = listening_socket("127.0.0.1", 0)
    plain = Settings(data=folder, port=opened.getsockname()[1], workers=1, limits=ROOMY)
    settings = replace(plain, **changes)  # type: ignore[arg-type]
    server = make_server(settings)
    thread = threading.Thread(target=server.run, args=([opened],), daemon=True)
    thread.start()
    visitor = Visitor(settings.port)
    while thread.is_alive() and not server.started:
        thread.join(0.01)
    assert visitor.get("/health")[0] == 200
    found = Running(server, settings)
    try:
        yield found
    finally:
        found.stack.close()
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()


def guarded(folder: Path, **changes: object) -> contextlib.AbstractContextManager[Running]:
    """Run a server with the limits that a server has, unless told otherwise."""
    return running(folder, **{"limits": Limits(), **changes})


@dataclass
class Visitor:
    """A browser: keep cookies, get and post pages, open sockets."""

    port: int
    cookie: str = ""
    stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def request(
        self, method: str, path: str, form: Data | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], str]:
        """Send a request; return status, headers and text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
        connection.request(method, path, urlencode(form or {}) if form is not None else None, sent)
        answer = connection.getresponse()
        text = answer.read().decode()
        found = {name.lower(): value for name, value in answer.getheaders()}
        if "set-cookie" in found:
            self.cookie = found["set-cookie"].split(";")[0]
        connection.close()
        return answer.status, found, text

    def get(self, path: str) -> tuple[int, str]:
        """Get a page."""
        status, _, text = self.request("GET", path)
        return status, text

    def post(self, path: str, **form: object) -> str:
        """Send a form and return where it leads."""
        if not self.cookie:
            self.get("/")
        status, headers, text = self.request("POST", path, form)
        assert status == 303, (status, said(text))
        return headers["location"]

    def begin(self, game: str, mode: str = "bot", **form: object) -> str:
        """Begin a match and return the id of its table."""
        return self.post("/new", game=game, mode=mode, **form).split("/")[2]

    def invitation(self, table: str) -> str:
        """Return the token in the link that the host of a table passes on."""
        return self.get(f"/table/{table}/invite")[1].split("/join/")[1].split('"')[0].split("<")[0]

    def invite(self, table: str, guest: Visitor) -> None:
        """Let somebody take the other seat through the link that the host passes on."""
        assert guest.post(f"/join/{self.invitation(table)}") == f"/table/{table}"

    def sit(self, table: str, **headers: str) -> Sitting:
        """Open a socket to a table."""
        given = {"Cookie": self.cookie, **headers}
        address = f"ws://127.0.0.1:{self.port}/table/{table}/socket"
        stack = contextlib.ExitStack()
        self.stack.push(stack)
        opened = connect(address, additional_headers=given, max_size=None, proxy=None)
        return Sitting(stack.enter_context(opened), table, stack)


@dataclass
class Sitting:
    """One socket: send messages, wait for what comes, remember everything."""

    socket: ClientConnection
    table: str
    stack: contextlib.ExitStack
    frames: list[str] = field(default_factory=list)
    state: Data = field(default_factory=dict)

    def send_text(self, text: str) -> None:
        """Send any frame."""
        self.socket.send(text)

    def send(self, kind: str, message: str = "", **fields: object) -> str:
        """Send a message and return its id."""
        name = message or f"m{next(COUNT)}"
        self.send_text(json.dumps({"id": name, "table": self.table, "kind": kind, **fields}))
        return name

    def receive(self) -> Data:
        """Return the next message."""
        frame = self.socket.recv(timeout=PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        data: Data = json.loads(frame)
        if data["kind"] in ("whole", "update"):
            self.state.update(data)
        return data

    def wait_for(self, **wanted: object) -> Data:
        """Return the next message that has these fields."""
        while True:
            data = self.receive()
            if all(data.get(name) == value for name, value in wanted.items()):
                return data

    def until(self, name: str, value: object) -> None:
        """Wait until the table has a field with that value."""
        while self.state.get(name) != value:
            self.receive()

    def resume(self, have: int = -1) -> Data:
        """Ask for the table and wait for it."""
        self.send("resume", have=have)
        while True:
            data = self.receive()
            if data["kind"] in ("whole", "update"):
                return data

    def ask(self, kind: str, message: str = "", **fields: object) -> Data:
        """Send a message and return its answer."""
        name = self.send(kind, message, **fields)
        return self.wait_for(kind="answer", id=name)

    def act(self, choice: int = 0) -> Data:
        """Take one of the choices and return the answer."""
        return self.ask("act", decision=self.state["decision"], action=self.state["choices"][choice][0])

    def decide(self) -> bool:
        """Wait until something is asked; return False once the match is over."""
        while self.state.get("decision") is None and not self.state.get("over"):
            self.receive()
        return not self.state.get("over")

    def close(self) -> None:
        """Hang up."""
        self.stack.close()


def said(page: str) -> str:
    """Return what a page says is wrong, or how it begins."""
    found = re.search(r'role="alert">([^<]*)<', page)
    return found[1] if found else page[:300]


def pair(server: Running, game: str, **form: object) -> tuple[str, list[Visitor], list[Sitting]]:
    """Return a table of two people far apart, both connected."""
    host, guest = server.visitor(), server.visitor()
    table = host.begin(game, "far", side="first", **form)
    host.invite(table, guest)
    sittings = [visitor.sit(table) for visitor in (host, guest)]
    for sitting in sittings:
        sitting.resume()
    return table, [host, guest], sittings


def step(sitting: Sitting, choice: int = 0) -> None:
    """Make one decision, opening the curtain if it is down."""
    while sitting.state.get("decision") is None and not sitting.state.get("over"):
        if sitting.state.get("curtain"):
            sitting.state["curtain"] = None
            sitting.send("uncurtain")
        sitting.receive()
    if not sitting.state["over"]:
        assert sitting.act(choice % len(sitting.state["choices"]))["status"] == "accepted"
        sitting.state["decision"] = None
