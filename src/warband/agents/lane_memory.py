"""The memory that lanes write to and read from, in one block or in parts, of one process or shared by several."""

from __future__ import annotations

from typing import Final

from warband.kernel.errors import BadInput
from warband.kernel.game import Game

# Room for the legal actions of one decision: more than twice as many as random matches of any game have met (59).
WIDTH: Final = 128
# The parts of one block of memory begin at multiples of this.
ALIGNED: Final = 64
NO_BYTES: Final = memoryview(bytearray())


class Memory:
    """The memory that lanes write to and read from: memoryviews of bytes, one run after another for each lane.

    `rows` is the observation of the seat that decides (int8); `legal` holds its legal actions (uint16), ascending, with
    zeros after the last; `counts` says how many they are (uint16), `seats` who decides (int8), `dones` whether the last
    step ended a match (int8, 0 or 1; the next has begun), `pays` what both seats got by it (int8), `stands` how well
    the seat that decides stands (int16); `chosen` are the actions to take (uint16); `masks` has 1 for each legal
    action (int8); `others` is the observation of the seat that does not decide (int8), for critics in training. Numbers
    of two bytes are in this machine's order. `rows`, `legal`, `counts`, `stands`, `masks` and `others` may be empty:
    then they are not written.
    """

    def __init__(
        self,
        rows: memoryview,
        legal: memoryview,
        counts: memoryview,
        seats: memoryview,
        dones: memoryview,
        pays: memoryview,
        stands: memoryview,
        chosen: memoryview,
        masks: memoryview = NO_BYTES,
        others: memoryview = NO_BYTES,
    ) -> None:
        self.rows = rows
        self.legal = legal
        self.counts = counts
        self.seats = seats
        self.dones = dones
        self.pays = pays
        self.stands = stands
        self.chosen = chosen
        self.masks = masks
        self.others = others


def part_sizes(game: Game, lanes: int) -> list[int]:
    """Return how many bytes each part of the memory of some lanes takes, without masks, in the order of Memory."""
    return [lanes * size for size in (game.encoder().size, 2 * WIDTH, 2, 1, 1, 2, 2, 2)]


def memory_size(game: Game, lanes: int) -> int:
    """Return how many bytes the memory of some lanes takes, in one block."""
    return sum([-(-size // ALIGNED) * ALIGNED for size in part_sizes(game, lanes)])


def memory_in(block: memoryview, game: Game, lanes: int) -> Memory:
    """Return the memory of some lanes in one block of bytes, such as the buffer of a `SharedMemory`; without masks."""
    if len(block) < memory_size(game, lanes):
        raise BadInput(f"a block of {len(block)} bytes; {lanes} lanes need {memory_size(game, lanes)}")
    parts: list[memoryview] = []
    start = 0
    for size in part_sizes(game, lanes):
        parts.append(block[start : start + size])
        start += -(-size // ALIGNED) * ALIGNED
    return Memory(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7])


def new_memory(game: Game, lanes: int) -> Memory:
    """Return fresh memory for some lanes, of this process alone; without masks."""
    return memory_in(memoryview(bytearray(memory_size(game, lanes))), game, lanes)
