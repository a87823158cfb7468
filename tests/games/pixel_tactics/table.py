"""Make games and random positions of Pixel Tactics, and step through them."""

from __future__ import annotations

from functools import cache, lru_cache

from warband.games.pixel_tactics.editions import EDITIONS, FLAGS
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.seats import CHANCE

CELLS = [row + column for row in "VFR" for column in "123"]
HERO_CELLS = [cell for cell in CELLS if cell != "F2"]
WAVES = {"V": "vanguard", "F": "flank", "R": "rear"}
CAPS = ("none", "1", "3", "5", "8", "30")

Position = dict[str, object]
World = tuple[tuple[str, ...], ...]


def game_of(**options: object) -> PixelTactics:
    return PixelTactics(options, {})


@cache
def shared_game(*options: tuple[str, object]) -> PixelTactics:
    """Return a game that tests share, since making one reads all cards."""
    return game_of(**dict(options))


def options_of(seed: int) -> dict[str, object]:
    """Return an option set drawn from all values of all options."""
    rng = Rng(seed)
    options: dict[str, object] = {"edition": EDITIONS[rng.below(3)], "series": ("1", "1", "3", "5")[rng.below(4)]}
    options["round_cap"] = 2 + rng.below(14)
    options["fight_cap"] = 1 + rng.below(8)
    for flag in FLAGS:
        choices = CAPS if flag.name == "draw_cap" else flag.choices
        options[flag.name] = choices[rng.below(len(choices))]
    return options


@lru_cache(maxsize=32)
def random_game(number: int) -> PixelTactics:
    """Return a game with random options."""
    return game_of(**options_of(number))


def start(game: PixelTactics) -> Tactics:
    state = game.start()
    assert isinstance(state, Tactics)
    return state


def restore(game: PixelTactics, position: Position) -> Tactics:
    state = game.restore(position)
    assert isinstance(state, Tactics)
    return state


def choose(items: list[str], rng: Rng) -> str:
    return items[rng.below(len(items))]


def texts(game: PixelTactics, state: Tactics) -> list[str]:
    """Return what may be answered now, in notation: legal actions, or the outcomes of chance."""
    who = state.awaiting()[0]
    if who == CHANCE:
        return [game.text(action, state) for action, _ in state.outcomes()]
    return [game.text(action, state) for action in state.legal(who)]


# ---- random positions ----


class Dealer:
    """Deal the cards of both seats, each once."""

    def __init__(self, game: PixelTactics, rng: Rng) -> None:
        self.rng = rng
        self.left = [list(game.rules.ids), list(game.rules.ids)]

    def take(self, seat: int, card: str = "") -> str:
        """Take a named card, or a random one; a named one that is gone is replaced by a random one."""
        found = card if card in self.left[seat] else choose(self.left[seat], self.rng)
        self.left[seat].remove(found)
        return found


class Wish:
    """What a seat shall have in a random position: roles such as `knight R`, `knight order`, `knight leader`."""

    def __init__(self, dealer: Dealer, seat: int, roles: list[str]) -> None:
        self.unit: dict[str, object] = {}
        self.hand: list[str] = []
        self.leader = ""
        for role in roles:
            card, _, place = role.partition(" ")
            self.grant(dealer.take(seat, card), place, dealer.rng)
        self.leader = self.leader or dealer.take(seat)

    def grant(self, card: str, place: str, rng: Rng) -> None:
        if place == "leader":
            self.leader = card
        elif place == "order":
            self.hand.append(card)
        else:
            cells = [cell for cell in HERO_CELLS if cell[0] == place and cell not in self.unit]
            self.unit[choose(cells, rng)] = {"card": card}


def scatter(
    game: PixelTactics, rng: Rng, roles: list[str], mover: int = 0, against: list[str] | None = None
) -> Position:
    """Return a random position in the middle of a fight, in which the seats have the roles that are asked for."""
    dealer = Dealer(game, rng)
    wishes = [Wish(dealer, seat, roles if seat == mover else against or []) for seat in range(2)]
    rows = [role[-1] for role in roles if role[-1] in WAVES]
    wave = rows[0] if rows and rng.below(4) else choose(list(WAVES), rng)
    seats: list[dict[str, object]] = []
    for seat, wish in enumerate(wishes):
        unit = {**random_unit(dealer, rng, seat, list(wish.unit)), **wish.unit}
        hand = [dealer.take(seat) for _ in range(1 + rng.below(5))] + wish.hand
        leader = {"card": wish.leader, "damage": rng.below(14)}
        seats.append({"leader": leader, "unit": unit, "hand": hand, **random_piles(dealer, rng, seat)})
    table: Position = {"round": 2 + rng.below(3), "wave": WAVES[wave], "first": rng.below(2), "seats": seats}
    return {**table, "seat": mover if rng.below(5) else 1 - mover, "actions": 1 + rng.below(3)}


def random_unit(dealer: Dealer, rng: Rng, seat: int, taken: list[str]) -> dict[str, object]:
    unit: dict[str, object] = {}
    for cell in [cell for cell in HERO_CELLS if cell not in taken]:
        kind = rng.below(10)
        if kind < 5:
            unit[cell] = {"card": dealer.take(seat), "damage": max(0, rng.below(9) - 2)}
        elif kind < 7:
            unit[cell] = {"card": dealer.take(seat), "corpse": True}
    return unit


def random_piles(dealer: Dealer, rng: Rng, seat: int) -> dict[str, object]:
    """Return a deck, some of it fixed on top or at the bottom, and a discard pile of the cards that are left."""
    left = dealer.left[seat][:]
    cut = rng.below(len(left) + 1)
    top = min(cut, rng.below(4))
    bottom = max(top, cut - rng.below(3))
    deck = {"top": left[:top], "deck": left[top:bottom], "bottom": left[bottom:cut]}
    return {**deck, "discard": left[cut:]}


def names(state: Tactics, kinds: list[int]) -> tuple[str, ...]:
    return tuple(state.rules.ids[kind] for kind in kinds)


def world_of(state: Tactics) -> World:
    """Read off where the hidden cards of seat 0 lie: hand, aside, top in order, rest of the deck, bottom in order."""
    side = state.sides[0]
    top, bottom = ([entry >> 2 for entry in pile] for pile in (side.top, side.bottom))
    masks = [names(state, board.bits_of(mask)) for mask in (side.hand, side.aside, side.bag)]
    return masks[0], masks[1], names(state, top), masks[2], names(state, bottom)
