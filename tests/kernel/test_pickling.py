"""Games, states, matches, records, generators and what they hold pickle, copy, compare and cross processes alike."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import pytest
from tests.conformance.toy import Toy, ToyState
from tests.kernel.matches import TURN, at

import warband
from warband.agents.bot import Budget
from warband.kernel.chance import Chance, Rng, seeded_chance
from warband.kernel.events import Event
from warband.kernel.game import Cover, Game, Result, State
from warband.kernel.match import Match
from warband.kernel.reasons import Reason
from warband.kernel.record import record_match
from warband.kernel.registry import Entry, entry, make_game, names, register, unregister
from warband.kernel.seats import CHANCE
from warband.kernel.verify import BrokenRecord

pytestmark = pytest.mark.engine

SETS = [(name, option_set) for name in names() for option_set in entry(name).option_sets]


def by_pickle(protocol: int, thing: object) -> object:
    return pickle.loads(pickle.dumps(thing, protocol))


WAYS: dict[str, Callable[[object], object]] = {
    **{f"pickle {protocol}": partial(by_pickle, protocol) for protocol in range(6)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def game_of(name: str, option_set: str) -> Game:
    return make_game(name, entry(name).option_sets[option_set])


@pytest.fixture(scope="module")
def other_process() -> Iterator[Executor]:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        yield executor


def step(state: State, rng: Rng) -> None:
    """Let whoever is awaited do something random."""
    seat = state.awaiting()[0]
    legal = [CHANCE] if seat == CHANCE else state.legal(seat)
    state.apply(seat, state.sample(rng) if seat == CHANCE else legal[rng.below(len(legal))])


def moments(game: Game, seed: int = 3) -> Iterator[State]:
    """Yield copies of the states of a random match, fewer and fewer of them, and its last."""
    state, rng, number = game.start(), Rng(seed), 0
    while state.awaiting():
        if number < 40 or number % 29 == 0:
            yield state.copy()
        step(state, rng)
        number += 1
    yield state


def halfway(game: Game, plies: int = 25) -> Match:
    """Return a match in which some decisions were made."""
    match, rng = game.match(seed=5), Rng(5)
    while not match.over and match.ply < plies:
        legal = match.legal()
        match.push(legal[rng.below(len(legal))])
    return match


def same_future(one: State, other: State) -> bool:
    """Return whether two states take the same random steps to the same position."""
    states, rngs = (one.copy(), other.copy()), (Rng(8), Rng(8))
    for _ in range(12):
        for state, rng in zip(states, rngs, strict=True):
            if state.awaiting():
                step(state, rng)
    return states[0] == states[1]


# ---- every game ----


@pytest.mark.parametrize(("name", "option_set"), SETS)
def test_states_are_equal_after_every_way_and_go_on_by_themselves(name: str, option_set: str) -> None:
    game = game_of(name, option_set)
    for number, state in enumerate(moments(game)):
        way = list(WAYS.values())[number % len(WAYS)]
        twin = way(state)
        assert isinstance(twin, State)
        assert type(twin) is type(state)
        assert twin == state
        assert twin.game() == game
        assert same_future(twin, state)
        if state.awaiting():
            step(twin, Rng(number))
            assert twin != state


@pytest.mark.parametrize("way", ["pickle 5", "copy", "deepcopy"])
@pytest.mark.parametrize(("name", "option_set"), SETS)
def test_games_matches_and_records_are_equal_after_every_way(name: str, option_set: str, way: str) -> None:
    game = game_of(name, option_set)
    match = halfway(game)
    record = record_match(match, private=True)
    for thing in (game, match, record):
        twin = WAYS[way](thing)
        assert type(twin) is type(thing)
        assert twin == thing
        assert repr(twin) == repr(thing)
    twin = WAYS[way](match)
    assert isinstance(twin, Match)
    if match.over:
        return
    action = match.legal()[-1]
    twin.push(action)
    assert twin != match
    match.push(action)
    assert twin == match


def test_everything_crosses_into_another_process_and_back(other_process: Executor) -> None:
    games = [game_of(name, option_set) for name, option_set in SETS]
    matches = [halfway(game) for game in games]
    states = [list(moments(game))[-9:] for game in games]
    things = [games, matches, [record_match(match) for match in matches], states]
    assert other_process.submit(copy.deepcopy, things).result() == things


# ---- equality ----


def test_what_differs_is_not_equal() -> None:
    game = warband.game("pixel-tactics", edition="deluxe")
    assert game == warband.game("pixel-tactics", edition="deluxe")
    assert game != warband.game("pixel-tactics", edition="classic")
    assert game.start() == warband.game("pixel-tactics", edition="deluxe").start()
    assert game.start() != warband.game("pixel-tactics", edition="classic").start()
    assert game.match(seed=1) == game.match(seed=1)
    assert game.match(seed=1) != game.match(seed=2)
    assert Rng(1) == Rng(1)
    assert Rng(1) != Rng(2)
    assert seeded_chance(1) != seeded_chance(2)
    assert hash(game) == hash(pickle.loads(pickle.dumps(game)))


def test_what_changes_cannot_be_hashed() -> None:
    for thing in (halfway(Toy()), Toy().start(), warband.game("pocket-tactics").start(), Rng(1)):
        with pytest.raises(TypeError, match="unhashable type"):
            hash(thing)


def test_a_copy_of_a_match_may_undo_what_the_match_may() -> None:
    match = at(TURN)
    match.push("flank west")
    assert match.may_undo(0)
    for way in WAYS.values():
        twin = way(match)
        assert isinstance(twin, Match)
        twin.undo()
        assert twin == at(TURN)
    assert match.may_undo(0)


def test_the_first_of_two_secret_choices_stays_in_a_copy() -> None:
    match = warband.game("pixel-tactics").match(seed=2)
    match.push(match.legal()[0])
    for way in WAYS.values():
        twin = way(match)
        assert isinstance(twin, Match)
        assert (twin, twin.awaiting()) == (match, (1,))


def test_a_game_with_a_pack_of_ones_own_is_made_again_from_it(other_process: Executor) -> None:
    packs = {"mine.toml": (_tiny_pack(), "mine.toml")}
    game = make_game("heros-crossing", {"pack": "mine.toml", "fronts": "dealt"}, packs)
    state = halfway(game).state
    assert other_process.submit(copy.deepcopy, (game, state)).result() == (game, state)
    assert game != make_game("heros-crossing", {"pack": "tiny", "fronts": "dealt"})


def _tiny_pack() -> dict[str, object]:
    from warband.kernel.packaged_game import shipped_pack

    data = copy.deepcopy(shipped_pack("warband.games.heros_crossing", "tiny")[0])
    return data | {"name": "mine"}


# ---- guests and small things ----


class SlottedState(ToyState):
    __slots__ = ("extra",)
    extra: int


@pytest.mark.parametrize("way", WAYS)
def test_a_guest_in_plain_python_inherits_it(way: str) -> None:
    game = Toy()
    match = halfway(game)
    assert (WAYS[way](game), WAYS[way](match), WAYS[way](match.state)) == (game, match, match.state)
    state = SlottedState([1, 2], [-1, 0])
    state.extra = 7
    twin = WAYS[way](state)
    assert isinstance(twin, SlottedState)
    assert twin == state
    assert way == "copy" or way == "deepcopy" or twin.extra == 7


def make_toy(options: dict[str, object], packs: object) -> Game:
    return Toy()


TOY = Entry("toy", "Toy", [], make_toy)


def test_a_game_registered_by_hand_is_made_again() -> None:
    register("toy", f"{__name__}:TOY")
    try:
        game = make_game("toy")
        written = pickle.dumps((game, game.match(seed=1)))
        unregister("toy")
        assert pickle.loads(written) == (Toy(), Toy().match(seed=1))
    finally:
        unregister("toy")


SMALL = [
    Rng(4),
    Chance(b"secret", b"salt", ("a", "b")),
    Event("draw", {"seat": 0}, {"card": "knight"}, (0,), True),
    Reason("no", "toy:1", {"seat": 1}, "No."),
    Result(0, "rout"),
    Cover((0,), "a card"),
    Budget(10, 0.5),
]


@pytest.mark.parametrize("way", WAYS)
def test_small_things_are_equal(way: str) -> None:
    for thing in SMALL:
        twin = WAYS[way](thing)
        assert type(twin) is type(thing)
        assert twin == thing
    reason = WAYS[way](SMALL[3])
    assert str(reason) == "No. (toy:1)"


def test_a_generator_goes_on_where_it_was() -> None:
    rng = Rng(6)
    rng.word()
    for way in WAYS.values():
        twin = way(rng)
        assert isinstance(twin, Rng)
        expected = rng.copy()
        assert [twin.word() for _ in range(5)] == [expected.word() for _ in range(5)]


def test_refusals_cross_processes() -> None:
    match = warband.game("pixel-tactics").match(seed=2)
    with pytest.raises(warband.IllegalAction) as refused:
        match.push("pass")
    twin = pickle.loads(pickle.dumps(refused.value))
    assert (str(twin), twin.reason) == (str(refused.value), refused.value.reason)
    assert str(pickle.loads(pickle.dumps(BrokenRecord(3, "the entry was changed")))) == "ply 3: the entry was changed"
