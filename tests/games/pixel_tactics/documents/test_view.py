"""Check what a seat may know: nothing that is hidden, and all that it was shown."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.games.pixel_tactics.table import (
    random_game,
    restore,
    scatter,
    shared_game,
    start,
    texts,
    world_of,
)

from warband.engine import engine
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.clauses import clause
from warband.kernel.match import Match
from warband.kernel.seats import CHANCE, PUBLIC
from warband.kernel.validation import Node

pytestmark = pytest.mark.engine
COMPILED = engine() == "compiled"
MATCHES = 40 if COMPILED else 8


def hidden_twins(game: PixelTactics, state: Tactics, rng: Rng) -> Iterator[tuple[int, Tactics]]:
    """Yield states that differ from one only in what a seat cannot see, with that seat."""
    for seat in range(2):
        for found in (game.redeal(state, seat, rng), game.imagine(state.view(seat), rng)):
            assert isinstance(found, Tactics)
            yield seat, found


def dump(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def check_twins(game: PixelTactics, state: Tactics, rng: Rng) -> int:
    """Check that nobody can tell a state from its twins who may not; return how many really differ."""
    different = 0
    for seat, twin in hidden_twins(game, state, rng):
        for viewer in (seat, PUBLIC):
            assert dump(twin.view(viewer)) == dump(state.view(viewer))
        if state.awaiting()[:1] == (seat,) and state.question != board.LEAD:
            assert twin.legal(seat) == state.legal(seat)
        different += world_of(twin) != world_of(state)
        assert [board.count_bits(side.hand) for side in twin.sides] == [
            board.count_bits(side.hand) for side in state.sides
        ]
    return different


def lively_step(game: PixelTactics, state: Tactics, rng: Rng) -> None:
    who = state.awaiting()[0]
    if who == CHANCE:
        state.apply(CHANCE, state.sample(rng))
        return
    legal = [action for action in state.legal(who) if action != game.rules.concede]
    telling = [action for action in legal if game.rules.use <= action < game.rules.clear]
    chosen = telling if telling and rng.below(2) else legal
    state.apply(who, chosen[rng.below(len(chosen))])


@clause("pixel-tactics:INF-1", "pixel-tactics:SET-13")
def test_views_do_not_tell_states_apart_that_differ_in_hidden_cards() -> None:
    different = 0
    for seed in range(MATCHES):
        game, rng = random_game(seed // 3), Rng(seed)
        state = start(game)
        for _ in range(250):
            if not state.awaiting():
                break
            if rng.below(4) == 0:
                different += check_twins(game, state, rng)
            lively_step(game, state, rng)
    assert different > 20 * MATCHES


KNOWING = ["oracle V", "oracle F", "oracle R", "oracle leader", "oracle order", "summoner R", "summoner order"]

KNOWING += ["mystic R", "illusionist F", "illusionist order", "trapper order", "witch order", "doppelganger order"]


@pytest.mark.parametrize("role", KNOWING)
def test_powers_that_look_and_show_leak_nothing_else(role: str) -> None:
    different = 0
    for seed in range(MATCHES // 2):
        game, rng = shared_game(("edition", ("classic", "deluxe", "manual")[seed % 3])), Rng(seed)
        state = restore(game, scatter(game, rng, [role], seed % 2))
        for _ in range(20):
            if not state.awaiting():
                break
            lively_step(game, state, rng)
            if state.awaiting():
                different += check_twins(game, state, rng)
    assert different


@clause("pixel-tactics:SET-5")
def test_nobody_sees_whether_the_rival_has_chosen_a_leader() -> None:
    game, rng = shared_game(), Rng(5)
    state = start(game)
    while state.awaiting()[0] == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    before = {viewer: dump(state.view(viewer)) for viewer in (1, PUBLIC)}
    for text in texts(game, state):
        twin = state.copy()
        assert isinstance(twin, Tactics)
        twin.apply(0, game.parse(text))
        assert {viewer: dump(twin.view(viewer)) for viewer in (1, PUBLIC)} == before


class Memory:
    """Follow the events that a seat is told, and remember which cards of the rival's hand it has seen (INF-1)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: set[str] = set()
        self.sees_all = False

    def hear(self, event: dict[str, object]) -> None:
        node = Node(event, "event")
        kind, data = node.field("kind").text(), node.field("data").fields()
        whose = data["seat"] if "seat" in data else data.get("side")
        if kind == "next_fight":
            self.known, self.sees_all = set(), False
        elif kind == "look" and whose is not None and whose.value == self.seat:
            self.known = set(data["cards"].texts())
        elif kind == "open_hand" and whose is not None and whose.value == 1 - self.seat:
            self.known, self.sees_all = set(data["cards"].texts()), True
        elif "card" in data and whose is not None and whose.value == 1 - self.seat:
            self.hear_of_card(kind, data["card"].text())

    def hear_of_card(self, kind: str, card: str) -> None:
        if kind in ("show", "returns", "draw", "find", "keep"):
            self.known.add(card)
        elif kind in ("recruit", "order", "discard", "taken", "leader"):
            self.known.discard(card)


@clause("pixel-tactics:INF-1")
def test_a_seat_remembers_every_card_of_the_rival_that_it_was_shown() -> None:
    remembered = 0
    for seed in range(3 * MATCHES):
        game, rng = shared_game(("edition", ("classic", "manual")[seed % 2])), Rng(seed)
        match, memories, heard = Match(game, seeded_chance(seed)), [Memory(0), Memory(1)], 0
        while match.awaiting():
            match.settle()
            for _, event in match.event_log[heard:]:
                for memory in memories:
                    memory.hear(event.seen(memory.seat))
            heard = len(match.event_log)
            if not match.over and not captures(match.view(PUBLIC)):
                remembered += sum(check_memory(match, memory) for memory in memories)
                who = match.awaiting()[0]
                legal = match.actions(who)
                match.act(who, legal[rng.below(len(legal))])
            else:
                break
    assert remembered > 20 * MATCHES


def captures(view: dict[str, object]) -> bool:
    """Return whether heroes may be captured here; then events do not tell whose hand a hero returns to."""
    return "overlord" in [seat.field("leads").value for seat in Node(view, "view").field("seats").items()]


def check_memory(match: Match, memory: Memory) -> int:
    """Check that a view knows what its seat has seen, and nothing else; return how much that is."""
    rival = Node(match.view(memory.seat), "view").field("seats").items()[1 - memory.seat]
    known = set(rival.field("known").texts()) - set(rival.field("known_aside").texts())
    assert known == memory.known
    return len(known)
