"""Step many matches together: the loop of the batch, compiled, which writes bytes and knows no NumPy.

A lane is a place where one match after another is played, with a generator of its own, so that what happens in a lane
depends on its seed and its actions alone, however many lanes there are.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from warband.kernel.chance import Rng
from warband.kernel.game import Encoder, State
from warband.kernel.seats import CHANCE, NOBODY, Seat

# Rows are moved to the arrays in blocks that stay in the fast cache.
BLOCK: Final = 16
ALL_LEGAL: Final = -1
# What both seats get, as int8: nothing while a match goes on or is drawn, else 1 and -1.
NOTHING: Final = b"\x00\x00"
PAY: Final = [b"\x01\xff", b"\xff\x01"]

# GAPS[n]: n actions that are not legal and one that is; BLANKS[n]: n that are not. Both grow as games need them.
GAPS: Final[list[bytes]] = []
BLANKS: Final[list[bytes]] = [b""]


def make_gaps(actions: int) -> None:
    """See to it that masks over so many actions can be joined."""
    while len(GAPS) < actions:
        GAPS.append(bytes(len(GAPS)) + b"\x01")
        BLANKS.append(bytes(len(BLANKS)))


def mask_row(legal: list[int], actions: int) -> bytes:
    """Return a mask over all actions, 1 where one is legal; `make_gaps` goes before."""
    pieces = [b""] * (len(legal) + 1)
    following: i64 = 0
    at: i64 = 0
    for found in legal:
        action: i64 = found
        if action < following:
            return mask_row(_ascending(legal), actions)
        pieces[at] = GAPS[action - following]
        following = action + 1
        at += 1
    rest: i64 = actions
    pieces[at] = BLANKS[rest - following]
    return b"".join(pieces)


def _ascending(legal: list[int]) -> list[int]:
    """Return a list of actions in ascending order, each once."""
    found: list[int] = []
    for action in sorted(legal):
        if not found or action > found[-1]:
            found.append(action)
    return found


def settle(state: State, rng: Rng) -> int:
    """Let chance decide whatever is up to chance now; return the seat that decides next, or NOBODY."""
    while True:
        awaiting = state.awaiting()
        if not awaiting:
            return NOBODY
        seat = awaiting[0]
        if seat != CHANCE:
            return seat
        state.apply(CHANCE, state.sample(rng))


class Lanes:
    """The matches of a batch; what the seats that decide get to know goes straight into the arrays of the batch."""

    def __init__(self, start: State, encoder: Encoder, actions: int) -> None:
        self.start = start
        self.encoder = encoder
        self.actions = actions
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.legal: list[list[int]] = []
        self.seats: list[int] = []
        self.dones: list[int] = []
        self.pays: list[bytes] = []
        self.rows = memoryview(bytearray())
        self.masks = memoryview(bytearray())
        self.fresh_rows: list[bytes] = []
        self.fresh_masks: list[bytes] = []
        make_gaps(actions)

    def write_to(self, rows: memoryview, masks: memoryview) -> None:
        """Take the memory that observations and masks go to, lane by lane."""
        self.rows = rows
        self.masks = masks

    def reset(self, seeds: list[int]) -> None:
        """Begin a match in every lane, from its seed."""
        count = len(seeds)
        self.rngs = [Rng(seed) for seed in seeds]
        self.states = [self.start.copy() for _ in range(count)]
        self.legal = [[] for _ in range(count)]
        self.seats = [0] * count
        self.dones = [0] * count
        self.pays = [NOTHING] * count
        for lane in range(count):
            self._write(lane, self.states[lane], settle(self.states[lane], self.rngs[lane]))
        self._flush(count)

    def put(self, states: list[State], rngs: list[Rng], pays: list[bytes], dones: list[int]) -> None:
        """Go on with the matches of other lanes, from copies of their states and generators."""
        count = len(states)
        self.states = [state.copy() for state in states]
        self.rngs = [rng.copy() for rng in rngs]
        self.pays = pays[:]
        self.dones = dones[:]
        self.legal = [[] for _ in range(count)]
        self.seats = [0] * count
        for lane in range(count):
            self._write(lane, self.states[lane], self.states[lane].awaiting()[0])
        self._flush(count)

    def first_illegal(self, actions: list[int]) -> int:
        """Return the first lane whose action is not legal, or ALL_LEGAL."""
        for lane in range(len(self.states)):
            if actions[lane] not in self.legal[lane]:
                return lane
        return ALL_LEGAL

    def step(self, actions: list[int]) -> None:
        """Carry out one action in every lane; where a match ends, the next begins at once. Trusts its caller."""
        for lane in range(len(self.states)):
            state = self.states[lane]
            rng = self.rngs[lane]
            state.apply(self.seats[lane], actions[lane])
            seat = settle(state, rng)
            if seat == NOBODY:
                self._finish(lane, state)
                state = self.start.copy()
                self.states[lane] = state
                seat = settle(state, rng)
            else:
                self.pays[lane] = NOTHING
                self.dones[lane] = 0
            self._write(lane, state, seat)
        self._flush(len(self.states))

    def _finish(self, lane: int, state: State) -> None:
        result = state.result()
        self.pays[lane] = NOTHING if result is None or result.winner == NOBODY else PAY[result.winner]
        self.dones[lane] = 1

    def _write(self, lane: int, state: State, seat: Seat) -> None:
        """Write what the seat that decides gets to know; of two that choose in secret the first comes first."""
        legal = state.legal(seat)
        self.seats[lane] = seat
        self.legal[lane] = legal
        if len(self.fresh_rows) == BLOCK:
            self._flush(lane)
        self.fresh_rows.append(self.encoder.encode(state, seat))
        self.fresh_masks.append(mask_row(legal, self.actions))

    def _flush(self, lane: int) -> None:
        """Move what was written for the lanes before this one to where it belongs."""
        first = lane - len(self.fresh_rows)
        self.rows[self.encoder.size * first : self.encoder.size * lane] = b"".join(self.fresh_rows)
        self.masks[self.actions * first : self.actions * lane] = b"".join(self.fresh_masks)
        self.fresh_rows.clear()
        self.fresh_masks.clear()

    def sample(self, rng: Rng) -> list[int]:
        """Return a random legal action for every lane."""
        return [legal[rng.below(len(legal))] for legal in self.legal]
