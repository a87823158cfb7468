"""Put statuses on cards and take them off (STA-1); what they do is where strength, damage and acts are."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.rules.board import Board, piece_data, tell
from warband.kernel.events import Event
from warband.kernel.seats import Seat

# The words of the statuses with a number, then of those that are there or not, with the bits they have.
COUNTS: Final = {
    "poison": codes.POISON,
    "shield": codes.SHIELD,
    "might": codes.MIGHT,
    "weakness": codes.WEAKNESS,
    "vigor": codes.VIGOR,
    "frailty": codes.FRAILTY,
    "mark": codes.TALLY,
}
FLAGS: Final = {
    "stun": codes.STUNNED,
    "silence": codes.SILENCED,
    "root": codes.ROOTED,
    "double": codes.DOUBLED,
    "pierce": codes.PIERCING,
}
WORDS: Final = list(COUNTS) + list(FLAGS)
SHIFTS: Final = [0, 6, 12, 18, 24, 30, 36]
BITS: Final = [42, 43, 44, 45, 46]


def status_count(status: int, number: int) -> int:
    """Return how much of a status a card has, by the number of its word: 0 or 1 for one that is there or not."""
    if number < len(SHIFTS):
        return status >> SHIFTS[number] & codes.MOST_STATUS
    return status >> BITS[number - len(SHIFTS)] & 1


def with_status(status: int, number: int, amount: int) -> int:
    """Return statuses with so much more of one; numbers add up, the others are there or not (STA-2)."""
    if number >= len(SHIFTS):
        return status | 1 << BITS[number - len(SHIFTS)]
    shift = SHIFTS[number]
    count = min(codes.MOST_STATUS, (status >> shift & codes.MOST_STATUS) + amount)
    return status & ~(codes.MOST_STATUS << shift) | count << shift


def give(b: Board, slot: int, number: int, amount: int, sink: list[Event] | None) -> None:
    """Put a status on a card that stands."""
    if not b.sides[slot // 9].alive >> slot % 9 & 1 or amount <= 0:
        return
    b.status[slot] = with_status(b.status[slot], number, amount)
    if sink is not None:
        tell(sink, "status", {**piece_data(b, slot), "status": WORDS[number], "amount": amount})


def cleanse(b: Board, slot: int, sink: list[Event] | None) -> None:
    """Take all statuses off a card."""
    if b.status[slot]:
        b.status[slot] = 0
        if sink is not None:
            tell(sink, "cleanse", piece_data(b, slot))


def swallow(b: Board, slot: int, amount: int, sink: list[Event] | None) -> int:
    """Let a shield take what it can of some damage; return what is left (STA-3)."""
    shield = b.status[slot] >> codes.SHIELD & codes.MOST_STATUS
    taken = min(shield, amount)
    if taken <= 0:
        return amount
    b.status[slot] -= taken << codes.SHIELD
    if sink is not None:
        tell(sink, "swallow", {**piece_data(b, slot), "amount": taken})
    return amount - taken


def end_stuns(b: Board, seat: Seat) -> None:
    """End the stuns of a unit with the turn of its owner (STA-5)."""
    for slot in range(9 * seat, 9 * seat + 9):
        b.status[slot] &= ~codes.STUNNED


def end_doubles(b: Board) -> None:
    """End what hits twice as hard until the wave ends (STA-10)."""
    for slot in range(18):
        b.status[slot] &= ~codes.DOUBLED


def poisoned(b: Board) -> list[int]:
    """Return the slots of those that are poisoned."""
    return [slot for slot in range(18) if b.status[slot] >> codes.POISON & codes.MOST_STATUS]
