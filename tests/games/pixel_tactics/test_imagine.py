"""Check what a seat may know and imagine: unseen cards lie anywhere with equal weight, seen ones where they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

import pytest
from tests.games.pixel_tactics.table import Position, random_game, restore, scatter, shared_game, start, texts

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
SAMPLES = 6_000 if COMPILED else 3_000
MATCHES = 40 if COMPILED else 8

World = tuple[tuple[str, ...], ...]
Deal = Callable[[PixelTactics, Tactics, Rng], Tactics]


def imagined(game: PixelTactics, state: Tactics, rng: Rng) -> Tactics:
    """Return a world that seat 1 imagines from its view."""
    found = game.imagine(state.view(1), rng)
    assert isinstance(found, Tactics)
    return found


def redealt(game: PixelTactics, state: Tactics, rng: Rng) -> Tactics:
    """Return a world that is dealt anew for seat 1 without its view."""
    found = game.redeal(state, 1, rng)
    assert isinstance(found, Tactics)
    return found


def names(state: Tactics, kinds: list[int]) -> tuple[str, ...]:
    return tuple(state.rules.ids[kind] for kind in kinds)


def world_of(state: Tactics) -> World:
    """Read off where the hidden cards of seat 0 lie: hand, aside, top in order, rest of the deck, bottom in order."""
    side = state.sides[0]
    top, bottom = ([entry >> 2 for entry in pile] for pile in (side.top, side.bottom))
    masks = [names(state, board.bits_of(mask)) for mask in (side.hand, side.aside, side.bag)]
    return masks[0], masks[1], names(state, top), masks[2], names(state, bottom)


def assert_equally_likely(drawn: Counter[World], worlds: set[World]) -> None:
    """Check by chi-square (at about one in a million) that all worlds came, equally often, and no others."""
    assert set(drawn) == worlds
    expected = sum(drawn.values()) / len(worlds)
    chi = sum((count - expected) ** 2 / expected for count in drawn.values())
    freedom = max(1, len(worlds) - 1)
    assert chi < freedom + 7 * (2 * freedom) ** 0.5 + 20


# ---- weights ----

# Seat 0 has these cards that seat 1 has not seen, and those that it has.
UNSEEN = ("knight", "gunner", "oracle", "witch", "mystic")
SEEN = ("healer", "vampire", "templar")


def small(hand: int, aside: int = 0, top: int = 0, bottom: int = 0) -> Position:
    """Return a position in which the unseen cards lie in hand, aside, on top, at the bottom and in the deck."""
    cards = list(UNSEEN)
    piles = [[cards.pop() for _ in range(count)] for count in (hand, aside, top, bottom)]
    own: Position = {
        "leader": "fighter",
        "unit": {"F1": "summoner", "R1": "scientist"},
        "hand": ["healer", *piles[0]],
        "shown": ["healer"],
        "top": [{"card": "vampire", "known_by": "all"}, *piles[2]],
        "deck": cards,
        "bottom": [*piles[3], {"card": "templar", "known_by": "all"}],
    }
    return {"wave": "flank", "seats": [own, {"leader": "paladin", "hand": ["knight", "witch"]}]}


def small_worlds(hand: int, top: int = 0, bottom: int = 0) -> set[World]:
    """Return every way in which the unseen cards may lie; sets of cards are in the order of the pack."""
    ids = shared_game().rules.ids
    found: set[World] = set()
    for order in permutations(UNSEEN):
        held, fixed, rest = order[:hand], order[hand : hand + top + bottom], order[hand + top + bottom :]
        held, rest = (tuple(sorted(cards, key=ids.index)) for cards in ((*held, "healer"), rest))
        found.add((held, (), ("vampire", *fixed[:top]), rest, (*fixed[top:], "templar")))
    return found


@pytest.mark.parametrize("deal", [imagined, redealt])
@pytest.mark.parametrize(("hand", "top", "bottom"), [(2, 0, 0), (1, 1, 0), (2, 1, 1), (0, 2, 1), (5, 0, 0)])
@clause("pixel-tactics:INF-1")
def test_unseen_cards_lie_anywhere_with_equal_weight(hand: int, top: int, bottom: int, deal: Deal) -> None:
    game, rng = shared_game(), Rng(hand)
    state = restore(game, small(hand, 0, top, bottom))
    drawn = Counter(world_of(deal(game, state, rng)) for _ in range(SAMPLES))
    assert_equally_likely(drawn, small_worlds(hand, top, bottom))


@pytest.mark.parametrize("deal", [imagined, redealt])
def test_cards_laid_aside_are_dealt_like_the_others(deal: Deal) -> None:
    """In the middle of a Summoner's power three cards lie aside: one seen by all before, two unseen."""
    game, rng = shared_game(("edition", "manual")), Rng(1)
    position = small(1, 0, 1, 0)
    position["wave"] = "rear"
    seats = position["seats"]
    assert isinstance(seats, list)
    seats[0]["unit"] = {"R1": "summoner"}
    state = restore(game, position)
    state.apply(0, game.parse("power R1"))
    while state.awaiting()[0] == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    assert board.count_bits(state.sides[0].aside) == 3
    before = state.view(1)
    aside: Counter[str] = Counter()
    for _ in range(SAMPLES // 4):
        twin = deal(game, state, rng)
        assert twin.view(1) == before
        aside.update(world_of(twin)[1])
    unseen = [
        card for card in aside if card not in Node(before, "view").field("seats").items()[0].field("known").texts()
    ]
    shares = [aside[card] / (SAMPLES // 4) for card in unseen]
    assert max(shares) - min(shares) < 0.1
    assert len(unseen) >= len(UNSEEN)


def test_a_hand_that_was_seen_is_imagined_as_it_is() -> None:
    game, rng = shared_game(), Rng(2)
    position = small(3)
    seats = position["seats"]
    assert isinstance(seats, list)
    seats[1]["unit"] = {"V1": "oracle"}
    state = restore(game, {**position, "wave": "vanguard", "first": 1, "actions": 5})
    state.apply(1, game.parse("power V1"))
    state.apply(1, game.parse("take healer"))
    held = world_of(state)[0]
    assert len(held) == 3
    for _ in range(50):
        assert world_of(imagined(game, state, rng))[0] == held
        assert world_of(redealt(game, state, rng))[0] == held


def test_an_open_hand_is_imagined_as_it_is() -> None:
    game, rng = shared_game(), Rng(3)
    position = small(3, 0, 1)
    seats = position["seats"]
    assert isinstance(seats, list)
    seats[1]["leader"] = "oracle"
    state = restore(game, position)
    for _ in range(50):
        twin = imagined(game, state, rng)
        assert world_of(twin)[0] == world_of(state)[0]
        assert twin.view(PUBLIC) == state.view(PUBLIC)


def test_a_shuffle_makes_the_whole_deck_unknown() -> None:
    game, rng = shared_game(("edition", "classic")), Rng(4)
    position = small(1, 0, 1, 1)
    seats = position["seats"]
    assert isinstance(seats, list)
    seats[0]["hand"] = ["summoner", "healer", *seats[0]["hand"][1:]]
    seats[0]["unit"] = {}
    state = restore(game, {**position, "actions": 5})
    state.apply(0, game.parse("order summoner"))
    state.apply(0, game.parse("take templar"))
    side = state.sides[0]
    assert (side.top, side.bottom) == ([], [])
    drawn: Counter[str] = Counter()
    for _ in range(SAMPLES // 4):
        drawn.update(world_of(imagined(game, state, rng))[0])
    likely = [drawn[card] / (SAMPLES // 4) for card in (*UNSEEN, "vampire", "templar")]
    assert drawn["healer"] == SAMPLES // 4
    assert max(likely) - min(likely) < 0.1


# ---- leaks ----


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


# ---- memory ----


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
            for _, event in match.told[heard:]:
                for memory in memories:
                    memory.hear(event.seen(memory.seat))
            heard = len(match.told)
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
