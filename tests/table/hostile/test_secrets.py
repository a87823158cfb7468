"""While one seat has chosen in secret and the other has not, nobody else is sent a byte that tells so."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator
from functools import partial

import pytest
from tests.table.server import Running, Sitting, Visitor, running

from warband.kernel import registry
from warband.kernel.chance import seeded_chance
from warband.kernel.seats import BOTH, PUBLIC
from warband.table.live import table_factory
from warband.table.live.clock import Clock
from warband.table.live.table import Table

SEED = 4
MOST_VERSIONS = 12
PAGES = (
    "/",
    "/table/TABLE",
    "/table/TABLE/invite",
    "/table/TABLE/end",
    "/replay/TABLE",
    "/replay/TABLE/frame?step=0",
    "/replay/TABLE/frame?step=9999",
    "/replay/TABLE/curve",
    "/replay/TABLE/record.json",
    "/replay/TABLE/verify",
    "/rules/GAME",
)


class Time:
    """Be a time that a test moves on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Let every match be dealt alike, and clocks run as the test says."""
    found = Time()
    monkeypatch.setattr(table_factory, "fresh_chance", lambda: seeded_chance(SEED))
    monkeypatch.setattr(table_factory, "Clock", partial(Clock, now=found))
    return found


class World:
    """A table in a joint decision, in which a seat has chosen, or has not; and what everybody else gets to see."""

    def __init__(self, server: Running, time: Time, game: str, chooser: int, delay: int) -> None:
        self.server, self.time, self.game, self.chooser = server, time, game, chooser
        host, guest, watcher = server.visitor(), server.visitor(), server.visitor()
        rule = {"minutes": 5, "added": 10, "delay": delay}
        self.table = host.begin(game, "far", side="first", **rule)
        host.invite(self.table, guest)
        watcher.get("/")
        self.visitors: dict[int, Visitor] = {0: host, 1: guest, PUBLIC: watcher}
        # A table that was changed later: a list that goes by the last change has it first.
        self.later = {viewer: visitor.begin(game, "screen") for viewer, visitor in self.visitors.items()}
        self.sittings: dict[int, Sitting] = {}
        self.heard: dict[int, list[str]] = {viewer: [] for viewer in self.visitors}
        self.begin()

    def begin(self) -> None:
        """Let everybody come once the clocks have started; what was sent before is of no interest."""
        self.connect(BOTH)
        call(self.server, self._until_shown())
        self.connect((PUBLIC,))
        for sitting in self.sittings.values():
            sitting.ask("attempt", handles=[])
            sitting.frames.clear()

    async def _until_shown(self) -> None:
        is_begun = False
        while not is_begun or self.server.registry.renderer.count:
            async with self.found.lock:
                is_begun = self.found.saved.clock.get("begun") is True
            await asyncio.sleep(0.01)

    @property
    def found(self) -> Table:
        return self.server.registry.tables[self.table]

    @property
    def others(self) -> tuple[int, int]:
        return 1 - self.chooser, PUBLIC

    def connect(self, viewers: tuple[int, ...], have: int = -1) -> None:
        """Let these viewers come, each with a new socket."""
        for viewer in viewers:
            self.hang_up(viewer)
            self.sittings[viewer] = self.visitors[viewer].sit(self.table)
            self.sittings[viewer].resume(have)

    def hang_up(self, viewer: int) -> None:
        """Keep what a viewer has heard, and end its socket."""
        sitting = self.sittings.pop(viewer, None)
        if sitting is not None:
            self.heard[viewer] += [frame for frame in sitting.frames if '"presence"' not in frame]
            sitting.close()

    def choose(self) -> None:
        """Choose in secret."""
        mine = self.sittings[self.chooser]
        assert mine.state["decision"] is not None
        assert mine.act()["status"] == "accepted"
        mine.wait_for(kind="update")
        assert self.found.match.secret_choices()

    def talk(self) -> None:
        """Offer draws and decline them, so that everybody is sent something."""
        for seat in (self.chooser, 1 - self.chooser):
            self.time.now += 3
            assert self.sittings[seat].ask("offer_draw")["status"] == "accepted"
            self.until("draw", seat)
            self.time.now += 3
            assert self.sittings[1 - seat].ask("answer_draw", accept=False)["status"] == "accepted"
            self.until("draw", None)

    def until(self, name: str, value: object) -> None:
        for sitting in self.sittings.values():
            sitting.until(name, value)

    def ask_everything(self) -> None:
        """Send every message that others may send without deciding."""
        rival = self.sittings[1 - self.chooser]
        decision, legal = rival.state["decision"], [choice[0] for choice in rival.state["choices"]]
        action, illegal = legal[0], next(action for action in range(len(legal) + 1) if action not in legal)
        rival.ask("preview", "p", action=action)
        rival.ask("attempt", "a", handles=["0/hand"])
        rival.ask("undo", "u", decision=decision)
        rival.ask("act", "w", decision=decision, action=illegal)
        rival.ask("act", "s", decision=decision + 1, action=action)
        rival.wait_for(kind="whole")
        rival.ask("bot", "b", seat=self.chooser)
        rival.ask("answer_draw", "d", accept=True)

    def resume(self) -> None:
        """Come back with every version, on the same socket and on new ones."""
        for viewer in self.others:
            for have in range(-1, MOST_VERSIONS):
                self.time.now += 0.1
                self.sittings[viewer].resume(have)
        for have in (-1, *range(1, MOST_VERSIONS, 3), MOST_VERSIONS):
            self.connect(self.others, have)

    def restart(self) -> None:
        """Read the table anew from the store, as a server does that has just started."""
        for viewer in list(self.sittings):
            self.hang_up(viewer)
        call(self.server, self._put_away())
        self.connect((*BOTH, PUBLIC))

    async def _put_away(self) -> None:
        self.server.registry.put_away(self.found)

    def pages(self, viewer: int) -> list[str]:
        """Return every page as a viewer gets it, and what the health check says to other machines."""
        visitor, found = self.visitors[viewer], []
        for path in PAGES:
            status, headers, text = visitor.request(
                "GET", path.replace("TABLE", self.table).replace("GAME", self.game), headers=ELSEWHERE
            )
            headers.pop("date", None)
            found.append(f"{path} {status} {headers} {text}")
        return [self.plain(viewer, text) for text in [*found, visitor.request("GET", "/health", headers=ELSEWHERE)[2]]]

    def plain(self, viewer: int, text: str) -> str:
        """Return a text without what is lawfully its own: the id of its table, and the marks of its forms."""
        own = re.sub(r'name="once" value="[^"]*"', "", text)
        return own.replace(self.table, "TABLE").replace(self.later[viewer], "LATER")

    def everything(self, viewer: int) -> list[str]:
        """Return everything a viewer has been sent over its sockets."""
        self.hang_up(viewer)
        return [self.plain(viewer, re.sub(r'"id":"m\d+"', '"id":""', frame)) for frame in self.heard[viewer]]


ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}


def call(server: Running, work: Coroutine[object, object, None]) -> None:
    """Do something in the thread of the server."""
    task = server.registry.renderer.task
    assert task is not None
    asyncio.run_coroutine_threadsafe(work, task.get_loop()).result(10)


def look(world: World, is_chosen: bool, restarts: bool) -> dict[int, list[str]]:
    """Go through a joint decision in which a seat has chosen, or has not; return what the others were sent."""
    world.time.now += 7
    if is_chosen:
        world.choose()
    world.time.now += 20
    pages = {viewer: world.pages(viewer) for viewer in world.others}
    if restarts:
        world.restart()
    world.talk()
    world.ask_everything()
    world.resume()
    return {viewer: pages[viewer] + world.pages(viewer) + world.everything(viewer) for viewer in world.others}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("secrets")) as found:
        yield found


@pytest.mark.parametrize(("chooser", "delay", "restarts"), [(0, 0, False), (1, 0, True), (0, 2, True)])
@pytest.mark.parametrize("name", registry.names())
def test_nobody_is_sent_that_somebody_has_chosen(
    server: Running, time: Time, name: str, chooser: int, delay: int, restarts: bool
) -> None:
    found = []
    for is_chosen in (False, True):
        time.now = 100.0
        found.append(look(World(server, time, name, chooser, delay), is_chosen, restarts))
    without, chosen = found
    for viewer in (1 - chooser, PUBLIC):
        assert without[viewer] == chosen[viewer]
