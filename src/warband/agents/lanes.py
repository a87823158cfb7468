"""Step many matches together: a compiled loop that writes observations and legal actions into memory it is given.

A lane is a place where one match after another is played, with a generator of its own, so that what happens in a lane
depends on its seed and its actions alone, however many lanes there are. Nothing here knows NumPy: the memory may be
that of arrays, or shared by several processes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from struct import Struct
from typing import Final

from mypy_extensions import i64

from warband.agents.lane_memory import Memory, new_memory
from warband.kernel.chance import Rng
from warband.kernel.encoding import is_rising
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State
from warband.kernel.seats import CHANCE, NOBODY, Seat

Pack = Callable[..., bytes]

# What a lane can say about a standing, as int16.
MOST_STAND: Final = 32000
# Rows are moved to the memory in blocks that stay in the fast cache.
BLOCK: Final = 8
# A lane that plays forced decisions by itself gives up after so many matches without any choice.
MOST_MATCHES: Final = 1000
ALL_LEGAL: Final = -1
# What both seats get, as int8: nothing while a match goes on or is drawn, else 1 and -1.
NOTHING: Final = b"\x00\x00"
PAY: Final = [b"\x01\xff", b"\xff\x01"]

# GAPS[n]: n actions that are not legal and one that is; BLANKS[n]: n that are not. Both grow as games need them.
GAPS: Final[list[bytes]] = []
BLANKS: Final[list[bytes]] = [b""]
# NUMBERS[n]: a number as uint16, in the order of bytes of this machine; grows too.
NUMBERS: Final[list[bytes]] = []


# ---- masks and legal actions as bytes ----


def make_gaps(actions: int) -> None:
    """See to it that masks over so many actions can be joined."""
    while len(GAPS) < actions:
        GAPS.append(bytes(len(GAPS)) + b"\x01")
        BLANKS.append(bytes(len(BLANKS)))


def make_numbers(count: int) -> None:
    """See to it that all numbers below a count lie ready as uint16."""
    for number in range(len(NUMBERS), count):
        NUMBERS.append(number.to_bytes(2, sys.byteorder))


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


def packers(width: int) -> list[Pack]:
    """Return what writes a list of so many numbers as uint16, by their count, with zeros up to a width."""
    return [Struct(f"={count}H{2 * (width - count)}x").pack for count in range(width + 1)]


# ---- the lanes ----


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
    """Matches that are played together; what the seats that decide get to know goes straight into a memory.

    With `skip_forced` a lane plays on by itself while there is only one legal action, so that only choices are shown;
    with `evaluate` it writes how well the seat that decides stands, as the game evaluates it.
    """

    def __init__(self, game: Game, skip_forced: bool = False, evaluate: bool = False) -> None:
        self.game = game
        self.skip_forced = skip_forced
        self.evaluate = evaluate
        self.start = game.start()
        self.encoder = game.encoder()
        self.actions = game.action_count()
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.legal: list[list[int]] = []
        self.seats: list[int] = []
        self.dones: list[int] = []
        self.pays: list[bytes] = []
        self.counts: list[bytes] = []
        self.memory = new_memory(game, 0)
        self.chosen = self.memory.chosen
        self.stands = self.memory.stands
        self.lanes = 0
        self.width = 0
        self.packers: list[Pack] = []
        self.with_rows = False
        self.with_masks = False
        self.with_others = False
        self.fresh = 0
        self.fresh_rows: list[bytes] = []
        self.fresh_legal: list[bytes] = []
        self.fresh_masks: list[bytes] = []
        self.fresh_others: list[bytes] = []
        make_gaps(self.actions)
        make_numbers(self.actions)

    # -- memory --

    def write_to(self, memory: Memory) -> None:
        """Take the memory that lanes write to and read from; its size says how many lanes there are."""
        lanes = len(memory.seats)
        self._check(memory, lanes)
        self.memory = memory
        self.chosen = memory.chosen.cast("H")
        self.stands = memory.stands.cast("h") if len(memory.stands) else memory.stands
        self.lanes = lanes
        self.width = len(memory.legal) // (2 * lanes)
        self.with_rows = len(memory.rows) > 0
        self.with_masks = len(memory.masks) > 0
        self.with_others = len(memory.others) > 0
        self.packers = packers(self.width)
        make_numbers(self.width + 1)

    def _check(self, memory: Memory, lanes: int) -> None:
        """Raise BadInput unless all parts of a memory are of one number of lanes."""
        if lanes == 0:
            raise BadInput("a memory without lanes")
        for name, part, size in (
            ("rows", memory.rows, self.encoder.size),
            ("others", memory.others, self.encoder.size),
            ("masks", memory.masks, self.actions),
            ("counts", memory.counts, 2),
            ("stands", memory.stands, 2),
        ):
            if len(part) not in (0, size * lanes):
                raise BadInput(f"{name} of {len(part)} bytes; {lanes} lanes need {size * lanes}, or none")
        for name, part, size in (("dones", memory.dones, 1), ("pays", memory.pays, 2), ("chosen", memory.chosen, 2)):
            if len(part) != size * lanes:
                raise BadInput(f"{name} of {len(part)} bytes; {lanes} lanes need {size * lanes}")
        if len(memory.legal) % (2 * lanes):
            raise BadInput(f"legal of {len(memory.legal)} bytes; that is no whole number of actions for {lanes} lanes")
        if self.evaluate and not len(memory.stands):
            raise BadInput("no memory for stands, which evaluate asks for")

    # -- matches --

    def reset(self, seeds: list[int]) -> None:
        """Begin a match in every lane, from its seed."""
        self._prepare([self.start.copy() for _ in seeds], [Rng(seed) for seed in seeds])
        for lane in range(self.lanes):
            self._go_on(lane, self.states[lane], self.rngs[lane])
        self.pays = [NOTHING] * self.lanes
        self.dones = [0] * self.lanes
        self._tell()

    def put(self, states: list[State], rngs: list[Rng], pays: list[bytes], dones: list[int]) -> None:
        """Go on with the matches of other lanes, from copies of their states and generators."""
        self._prepare([state.copy() for state in states], [rng.copy() for rng in rngs])
        self.pays = pays[:]
        self.dones = dones[:]
        for lane in range(self.lanes):
            state = self.states[lane]
            seat = state.awaiting()[0]
            self._write(lane, state, seat, state.legal(seat))
        self._tell()

    def _prepare(self, states: list[State], rngs: list[Rng]) -> None:
        count = len(states)
        if count != self.lanes:
            raise BadInput(f"{count} matches for {self.lanes} lanes; give one for each")
        self.states = states
        self.rngs = rngs
        self.legal = [[] for _ in range(count)]
        self.seats = [0] * count
        self.dones = [0] * count
        self.pays = [NOTHING] * count
        self.counts = [NOTHING] * count

    def first_illegal(self, actions: list[int]) -> int:
        """Return the first lane whose action is not legal, or ALL_LEGAL."""
        for lane in range(len(self.states)):
            if actions[lane] not in self.legal[lane]:
                return lane
        return ALL_LEGAL

    def step(self) -> None:
        """Take the chosen action in every lane; where a match ends, the next begins at once. Trusts its caller."""
        chosen: list[int] = self.chosen.tolist()
        for lane in range(self.lanes):
            state = self.states[lane]
            self.pays[lane] = NOTHING
            self.dones[lane] = 0
            state.apply(self.seats[lane], chosen[lane])
            self._go_on(lane, state, self.rngs[lane])
        self._tell()

    def _go_on(self, lane: int, state: State, rng: Rng) -> None:
        """Let a lane go on to its next decision, and write what is to be known of it."""
        seat = settle(state, rng)
        if seat == NOBODY:
            self._finish(lane, state)
            state = self.start.copy()
            self.states[lane] = state
            seat = settle(state, rng)
        legal = state.legal(seat)
        if self.skip_forced and len(legal) == 1:
            self._skip(lane, state, rng, seat, legal)
        else:
            self._write(lane, state, seat, legal)

    def _skip(self, lane: int, state: State, rng: Rng, seat: Seat, legal: list[int]) -> None:
        """Play on while there is only one legal action; a match that ends meanwhile pays if it has shown a choice."""
        ended = 0
        while len(legal) == 1:
            state.apply(seat, legal[0])
            seat = settle(state, rng)
            if seat == NOBODY:
                ended += 1
                if ended > MOST_MATCHES:
                    raise BadInput(f"{ended} matches of {self.game.title} in a row without any choice")
                if self.dones[lane] == 0:
                    self._finish(lane, state)
                state = self.start.copy()
                self.states[lane] = state
                seat = settle(state, rng)
            legal = state.legal(seat)
        self._write(lane, state, seat, legal)

    def _finish(self, lane: int, state: State) -> None:
        result = state.result()
        self.pays[lane] = NOTHING if result is None or result.winner == NOBODY else PAY[result.winner]
        self.dones[lane] = 1

    # -- writing --

    def _write(self, lane: int, state: State, seat: Seat, legal: list[int]) -> None:
        """Write what the seat that decides gets to know; of two that choose in secret the first comes first."""
        self.seats[lane] = seat
        self.legal[lane] = legal
        if self.fresh == BLOCK:
            self._flush(lane)
        self.fresh += 1
        if self.with_rows:
            self.encoder.add_row(state, seat, self.fresh_rows)
        if self.width:
            self._write_legal(lane, legal)
        if self.with_masks:
            self.fresh_masks.append(mask_row(legal, self.actions))
        if self.with_others:
            self.encoder.add_row(state, 1 - seat, self.fresh_others)
        if self.evaluate:
            stand = self.game.evaluate(state, seat)
            self.stands[lane] = max(-MOST_STAND, min(stand, MOST_STAND))

    def _write_legal(self, lane: int, legal: list[int]) -> None:
        count = len(legal)
        if count > self.width:
            raise BadInput(f"lane {lane} has {count} legal actions; there is room for {self.width}")
        self.fresh_legal.append(self.packers[count](*(legal if is_rising(legal) else sorted(legal))))
        self.counts[lane] = NUMBERS[count]

    def _flush(self, lane: int) -> None:
        """Move what was written for the lanes before this one to where it belongs."""
        memory = self.memory
        first = lane - self.fresh
        if self.with_rows:
            memory.rows[self.encoder.size * first : self.encoder.size * lane] = b"".join(self.fresh_rows)
            self.fresh_rows.clear()
        if self.width:
            memory.legal[2 * self.width * first : 2 * self.width * lane] = b"".join(self.fresh_legal)
            self.fresh_legal.clear()
        if self.with_masks:
            memory.masks[self.actions * first : self.actions * lane] = b"".join(self.fresh_masks)
            self.fresh_masks.clear()
        if self.with_others:
            memory.others[self.encoder.size * first : self.encoder.size * lane] = b"".join(self.fresh_others)
            self.fresh_others.clear()
        self.fresh = 0

    def _tell(self) -> None:
        """Write what is left to write: the last rows, and the figures of every lane."""
        self._flush(self.lanes)
        memory = self.memory
        memory.seats[:] = bytes(self.seats)
        memory.dones[:] = bytes(self.dones)
        memory.pays[:] = b"".join(self.pays)
        if len(memory.counts):
            memory.counts[:] = b"".join(self.counts)

    def choose(self, rng: Rng) -> None:
        """Choose a random legal action in every lane, for the next step."""
        self.memory.chosen[:] = b"".join([NUMBERS[action] for action in self.sample(rng)])

    def sample(self, rng: Rng) -> list[int]:
        """Return a random legal action for every lane."""
        return [legal[rng.below(len(legal))] for legal in self.legal]
