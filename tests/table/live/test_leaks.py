"""Two tables that differ only in what a seat may not know send that seat the same bytes, over sockets and pages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from tests.table.server import Running, Sitting, Visitor, running

from warband.kernel import registry
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.events import Event
from warband.kernel.game import State
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.seats import BY_CHANCE, PUBLIC

MOST_PLIES = 80
MATCHES = 5
WINDOWS = 4
LOOKS = 6


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("leaks")) as found:
        yield found


class Twin:
    """One of two tables and everybody at it."""

    def __init__(self, server: Running, game: str) -> None:
        self.server = server
        host, guest, watcher = server.visitor(), server.visitor(), server.visitor()
        self.table = host.begin(game, "far", side="first")
        host.invite(self.table, guest)
        watcher.get("/")
        self.visitors: dict[int, Visitor] = {0: host, 1: guest, PUBLIC: watcher}
        self.sittings: dict[int, Sitting] = {}

    @property
    def match(self) -> Match:
        return self.server.registry.tables[self.table].match

    def start_from(self, other: Match, state: State) -> None:
        """Put a position on this table, as the other match stands but for what is hidden."""

        def put() -> None:
            match = self.match
            match.state, match.chance = state, other.chance
            match.entries, match.event_log, match.ply = list(other.entries), list(other.event_log), other.ply
            match.moments, match.chosen, match.offer = [], {}, other.offer
            self.server.registry.tables[self.table].saved.decision = 100

        call(self.server, put)

    def connect(self, viewer: int) -> Sitting:
        sitting = self.visitors[viewer].sit(self.table)
        self.sittings[viewer] = sitting
        sitting.resume()
        return sitting

    def heard(self, viewer: int) -> list[str]:
        """Return everything a viewer has been sent, with the one thing that is lawfully its own: the table's id."""
        return [
            frame.replace(self.table, "TABLE") for frame in self.sittings[viewer].frames if '"presence"' not in frame
        ]

    def page(self, viewer: int, path: str) -> str:
        """Return a page as a viewer gets it."""
        text = self.visitors[viewer].get(path.replace("TABLE", self.table))[1]
        return re.sub(r"(\d+ (seconds?|minutes?) ago|just now)", "", text.replace(self.table, "TABLE"))


def call(server: Running, work: object) -> None:
    """Do something in the thread of the server."""
    done = asyncio.run_coroutine_threadsafe(_run(work), loop_of(server))
    done.result(10)


async def _run(work: object) -> None:
    assert callable(work)
    work()


def loop_of(server: Running) -> asyncio.AbstractEventLoop:
    task = server.registry.renderer.task
    assert task is not None
    return task.get_loop()


def positions(game: str, viewer: int, rng: Rng) -> Iterator[tuple[Match, State]]:
    """Yield matches on the way with a state that the viewer cannot tell from the real one, yet is another."""
    for _ in range(MATCHES):
        match = Match(make_game(game), seeded_chance(rng.below(1000)))
        match.settle()
        for _ in range(MOST_PLIES):
            if match.result is not None:
                break
            if match.awaiting() == (viewer,) and rng.below(3) == 0:
                other = match.game.redeal(match.state, viewer, rng)
                if other.position() != match.state.position():
                    yield match, other
            seat = match.awaiting()[0]
            legal = match.actions(seat)
            match.play(seat, legal[rng.below(len(legal))])


def quiet_action(match: Match, other: State, rng: Rng) -> int | None:
    """Return an action after which the seat still cannot tell the two apart, if there is one."""
    seat = match.awaiting()[0]
    legal = match.actions(seat)
    for _ in range(len(legal)):
        action = legal[rng.below(len(legal))]
        seen: list[object] = []
        for state in (match.state.copy(), other.copy()):
            sink: list[Event] = []
            state.apply(seat, action, sink)
            seen.append(([event.seen(seat) for event in sink], state.view(seat), state.awaiting()))
        if seen[0] == seen[1] and state.awaiting() != BY_CHANCE:
            return action
    return None


HIDING = [name for name in registry.names() if name != "pocket-tactics"]


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("viewer", [0, 1])
def test_a_seat_hears_the_same_from_both(server: Running, name: str, viewer: int) -> None:
    rng = Rng(11 + viewer)
    compared = 0
    for match, other in positions(name, viewer, rng):
        twins = [Twin(server, name), Twin(server, name)]
        for twin, state in zip(twins, (match.state.copy(), other), strict=True):
            twin.start_from(match, state)
            twin.connect(viewer)
            twin.connect(PUBLIC)
        for look in range(LOOKS):
            compare(twins, viewer, rng, look)
        action = quiet_action(match, other, rng)
        for twin in twins if action is not None else []:
            sitting = twin.sittings[viewer]
            assert sitting.ask("act", "q", decision=100, action=action)["status"] == "accepted"
            for seen, by in ((sitting, viewer), (twin.sittings[PUBLIC], PUBLIC)):
                seen.wait_for(kind="update", version=twin.server.registry.tables[twin.table].versions.of(by))
        assert twins[0].heard(viewer) == twins[1].heard(viewer)
        assert twins[0].heard(PUBLIC) == twins[1].heard(PUBLIC)
        for path in ("/table/TABLE", "/replay/TABLE"):
            assert twins[0].page(viewer, path) == twins[1].page(viewer, path)
        compared += 1
        if compared == WINDOWS:
            break
    assert compared >= 3


def compare(twins: list[Twin], viewer: int, rng: Rng, look: int) -> None:
    """Ask both tables the same: what would follow, why not, what is hinted."""
    actions = rng.below(twins[0].match.game.action_count()), rng.below(40)
    for twin in twins:
        sitting = twin.sittings[viewer]
        sitting.ask("preview", f"p{look}", action=actions[0])
        sitting.ask("attempt", f"a{look}", handles=[f"{viewer}/hand", f"{1 - viewer}/hand"][: 1 + look % 2])
        decision = sitting.state["decision"]
        legal = {choice[0] for choice in sitting.state["choices"]}
        if actions[0] not in legal:
            sitting.ask("act", f"w{look}", decision=decision, action=actions[0])
        sitting.ask("act", f"s{look}", decision=decision + 1, action=actions[1])


@pytest.mark.parametrize("name", registry.names())
def test_a_secret_choice_is_news_to_nobody_else(server: Running, name: str) -> None:
    """Whatever the first seat chooses in secret, the other seat and the spectators hear the same until both are in."""
    heard: set[tuple[str, ...]] = set()
    twin = Twin(server, name)
    match, state = twin.match, twin.match.state.copy()
    choices = match.actions(0)
    for choice in (choices[0], choices[-1]):
        again = Twin(server, name)
        again.start_from(match, state.copy())
        for viewer in (1, PUBLIC, 0):
            again.connect(viewer)
        mine = again.sittings[0]
        assert mine.ask("act", decision=mine.state["decision"], action=choice)["status"] == "accepted"
        mine.wait_for(kind="update")
        for viewer in (1, PUBLIC):
            sitting = again.sittings[viewer]
            sitting.send("resume", "again", have=-1)
            sitting.wait_for(kind="whole")
        heard.add(tuple(again.heard(1) + again.heard(PUBLIC)))
    assert len(heard) == 1
