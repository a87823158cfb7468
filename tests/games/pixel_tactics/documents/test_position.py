"""Check what a seat may know and imagine: unseen cards lie anywhere with equal weight, seen ones where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest
from tests.games.pixel_tactics.table import Position, World, restore, shared_game, world_of

from warband.engine import engine
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.clauses import clause
from warband.kernel.seats import CHANCE, PUBLIC
from warband.kernel.validation import Node

pytestmark = pytest.mark.engine
COMPILED = engine() == "compiled"
SAMPLES = 6_000 if COMPILED else 3_000
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


def assert_equally_likely(drawn: Counter[World], worlds: set[World]) -> None:
    """Check by chi-square (at about one in a million) that all worlds came, equally often, and no others."""
    assert set(drawn) == worlds
    expected = sum(drawn.values()) / len(worlds)
    chi = sum((count - expected) ** 2 / expected for count in drawn.values())
    freedom = max(1, len(worlds) - 1)
    assert chi < freedom + 7 * (2 * freedom) ** 0.5 + 20


# Seat 0 has these cards that seat 1 has not seen, and those that it has.
UNSEEN = ("knight", "gunner", "oracle", "witch", "mystic")


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


KNOWING = ["oracle V", "oracle F", "oracle R", "oracle leader", "oracle order", "summoner R", "summoner order"]

KNOWING += ["mystic R", "illusionist F", "illusionist order", "trapper order", "witch order", "doppelganger order"]
