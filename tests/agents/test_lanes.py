"""Lanes write what matches played one by one would show, into any memory, and lose no end of a match."""

from __future__ import annotations

import struct
from multiprocessing import get_context
from multiprocessing.shared_memory import SharedMemory

import pytest
from tests.conformance.toy import Toy, ToyState
from tests.research.matches import IDS, SETS, game_of

from warband.agents.lane_memory import WIDTH, Memory, memory_in, memory_size, new_memory
from warband.agents.lanes import Lanes, settle
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State
from warband.kernel.seats import NOBODY

pytestmark = pytest.mark.engine

Shown = tuple[bytes, list[int], int, bool, tuple[int, int], int]


class Single:
    """Play one match after another by hand, as a lane should."""

    def __init__(self, game: Game, seed: int, skip_forced: bool) -> None:
        self.game, self.rng, self.skip_forced = game, Rng(seed), skip_forced
        self.begin()
        self.go_on()
        self.done, self.pays = False, (0, 0)

    def begin(self) -> None:
        self.state = self.game.start()
        self.seat = settle(self.state, self.rng)

    def step(self, action: int) -> None:
        self.done, self.pays = False, (0, 0)
        self.take(action)
        self.go_on()

    def go_on(self) -> None:
        while self.skip_forced and len(self.state.legal(self.seat)) == 1:
            self.take(self.state.legal(self.seat)[0])

    def take(self, action: int) -> None:
        self.state.apply(self.seat, action)
        self.seat = settle(self.state, self.rng)
        if self.seat == NOBODY:
            result = self.state.result()
            assert result is not None
            if not self.done:
                self.pays = {0: (1, -1), 1: (-1, 1)}.get(result.winner, (0, 0))
            self.done = True
            self.begin()

    def show(self) -> Shown:
        row = self.game.encode(self.state, self.seat)
        stand = max(-32000, min(self.game.evaluate(self.state, self.seat), 32000))
        return row, sorted(self.state.legal(self.seat)), self.seat, self.done, self.pays, stand


def show(memory: Memory, lane: int) -> Shown:
    """Return what the memory of a lane says."""
    lanes = len(memory.seats)
    size, width = len(memory.rows) // lanes, len(memory.legal) // lanes // 2
    count = memory.counts.cast("H")[lane]
    legal = memory.legal.cast("H")[lane * width : (lane + 1) * width].tolist()
    assert not any(legal[count:])
    pays = struct.unpack_from("2b", memory.pays, 2 * lane)
    stand = memory.stands.cast("h")[lane]
    row = bytes(memory.rows[lane * size : (lane + 1) * size])
    return row, legal[:count], memory.seats[lane], memory.dones[lane] == 1, (pays[0], pays[1]), stand


def choose(memory: Memory, luck: Rng) -> list[int]:
    """Choose a random legal action in every lane, from its memory, and return the choices."""
    legal = [show(memory, lane)[1] for lane in range(len(memory.seats))]
    chosen = [actions[luck.below(len(actions))] for actions in legal]
    memory.chosen[:] = struct.pack(f"{len(chosen)}H", *chosen)
    return chosen


@pytest.mark.parametrize("skip_forced", [False, True], ids=["every", "choices"])
@pytest.mark.parametrize(("name", "option_set"), SETS, ids=IDS)
def test_lanes_show_what_matches_played_one_by_one_show(name: str, option_set: str, skip_forced: bool) -> None:
    game, seeds, luck = game_of(name, option_set), [3, 14, 15], Rng(1)
    lanes, memory = Lanes(game, skip_forced, evaluate=True), new_memory(game, len(seeds))
    lanes.write_to(memory)
    lanes.reset(seeds)
    singles = [Single(game, seed, skip_forced) for seed in seeds]
    for _ in range(80):
        assert [show(memory, lane) for lane in range(len(seeds))] == [single.show() for single in singles]
        for single, action in zip(singles, choose(memory, luck), strict=True):
            single.step(action)
        lanes.step()


@pytest.mark.parametrize("name", registry.names())
def test_what_happens_in_a_lane_does_not_depend_on_the_others(name: str) -> None:
    game = registry.make_game(name)

    def trace(seeds: list[int], lane: int) -> list[Shown]:
        lanes, memory, shown = Lanes(game, skip_forced=True), new_memory(game, len(seeds)), []
        lanes.write_to(memory)
        lanes.reset(seeds)
        for step in range(60):
            shown.append(show(memory, lane))
            legal = [show(memory, other)[1] for other in range(len(seeds))]
            memory.chosen[:] = struct.pack(f"{len(seeds)}H", *[actions[step % len(actions)] for actions in legal])
            lanes.step()
        return shown

    alone = trace([7], 0)
    assert trace(list(range(35)), 7) == alone
    assert trace([9, 7, 8], 1) == alone


def test_a_match_that_ends_while_forced_decisions_are_skipped_is_paid() -> None:
    game = game_of("heros-crossing", "tiny")
    lanes, memory, luck = Lanes(game, skip_forced=True), new_memory(game, 40), Rng(2)
    lanes.write_to(memory)
    lanes.reset(list(range(40)))
    pays = set()
    for _ in range(60):
        choose(memory, luck)
        lanes.step()
        assert all(show(memory, lane)[3] or show(memory, lane)[4] == (0, 0) for lane in range(40))
        assert all(len(show(memory, lane)[1]) > 1 for lane in range(40))
        pays |= {show(memory, lane)[4] for lane in range(40) if show(memory, lane)[3]}
    assert pays == {(1, -1), (-1, 1), (0, 0)}


@pytest.mark.parametrize("name", registry.names())
def test_lanes_may_show_what_the_seat_that_does_not_decide_sees(name: str) -> None:
    game, count, luck = registry.make_game(name), 19, Rng(4)
    lanes, memory = Lanes(game, skip_forced=True), new_memory(game, count)
    size = game.encoder().size
    memory.others = memoryview(bytearray(size * count))
    lanes.write_to(memory)
    lanes.reset(list(range(count)))
    for _ in range(20):
        for lane, (state, seat) in enumerate(zip(lanes.states, lanes.seats, strict=True)):
            assert memory.others[lane * size : (lane + 1) * size] == game.encode(state, 1 - seat)
        lanes.choose(luck)
        lanes.step()


def test_lanes_may_choose_at_random() -> None:
    game = game_of("pixel-tactics", "default")
    lanes, memory, luck = Lanes(game), new_memory(game, 20), Rng(2)
    lanes.write_to(memory)
    lanes.reset(list(range(20)))
    chosen: set[int] = set()
    for _ in range(30):
        lanes.choose(luck)
        actions = memory.chosen.cast("H").tolist()
        assert all(action in show(memory, lane)[1] for lane, action in enumerate(actions))
        chosen |= set(actions)
        lanes.step()
    assert len(chosen) > 100


def step_there(name: str, seed: int, steps: int) -> None:
    """Step two lanes in another process, taking the first legal action; the memory is known by its name."""
    shared = SharedMemory(name)
    assert shared.buf is not None
    game = registry.make_game("pixel-tactics")
    memory = memory_in(shared.buf, game, 2)
    lanes = Lanes(game)
    lanes.write_to(memory)
    lanes.reset([seed, seed + 1])
    for _ in range(steps):
        memory.chosen[:] = struct.pack("2H", *[show(memory, lane)[1][0] for lane in range(2)])
        lanes.step()


def test_the_memory_may_be_shared_by_processes() -> None:
    game = registry.make_game("pixel-tactics")
    singles = [Single(game, seed, False) for seed in (5, 6)]
    shared = SharedMemory(create=True, size=memory_size(game, 2))
    try:
        assert shared.buf is not None
        worker = get_context("spawn").Process(target=step_there, args=(shared.name, 5, 20))
        worker.start()
        worker.join(60)
        for single in singles:
            for _ in range(20):
                single.step(min(single.state.legal(single.seat)))
        memory = memory_in(shared.buf, game, 2)
        shown = [show(memory, lane)[:5] for lane in range(2)]
        del memory
        assert shown == [single.show()[:5] for single in singles]
    finally:
        shared.unlink()


def test_memory_that_does_not_fit_is_refused() -> None:
    game = registry.make_game("heros-crossing")
    memory = new_memory(game, 2)
    lanes = Lanes(game)
    memory.rows = memory.rows[1:]
    with pytest.raises(BadInput, match="rows of 1911 bytes; 2 lanes need 1912, or none"):
        lanes.write_to(memory)
    memory = new_memory(game, 2)
    memory.chosen = memory.chosen[:2]
    with pytest.raises(BadInput, match="chosen of 2 bytes; 2 lanes need 4"):
        lanes.write_to(memory)
    memory = new_memory(game, 2)
    memory.legal = memory.legal[1:]
    with pytest.raises(BadInput, match="legal of 511 bytes; that is no whole number of actions for 2 lanes"):
        lanes.write_to(memory)
    memory = new_memory(game, 2)
    memory.stands = memory.stands[:0]
    with pytest.raises(BadInput, match="no memory for stands, which evaluate asks for"):
        Lanes(game, evaluate=True).write_to(memory)
    with pytest.raises(BadInput, match="a memory without lanes"):
        lanes.write_to(new_memory(game, 0))
    lanes.write_to(new_memory(game, 2))
    with pytest.raises(BadInput, match="3 matches for 2 lanes; give one for each"):
        lanes.reset([1, 2, 3])
    with pytest.raises(BadInput, match="a block of 10 bytes; 2 lanes need "):
        memory_in(memoryview(bytearray(10)), game, 2)


def test_more_legal_actions_than_there_is_room_for_are_refused() -> None:
    game = registry.make_game("pixel-tactics")
    memory = new_memory(game, 2)
    memory.legal = memory.legal[: 2 * 2]
    lanes = Lanes(game)
    lanes.write_to(memory)
    with pytest.raises(BadInput, match=r"lane 0 has \d+ legal actions; there is room for 1"):
        lanes.reset([1, 2])
    assert WIDTH == 128


class Forced(ToyState):
    """A state of the toy game in which only folding is left."""

    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[:1]


class Dull(Toy):
    def start(self) -> State:
        return Forced([], [-1, -1])


def test_a_game_without_any_choice_is_refused() -> None:
    game = Dull()
    lanes = Lanes(game, skip_forced=True)
    lanes.write_to(new_memory(game, 1))
    with pytest.raises(BadInput, match="1001 matches of Toy in a row without any choice"):
        lanes.reset([1])
