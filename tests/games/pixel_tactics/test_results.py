"""Walk through all answers of a choice with parts: every result that a card allows is reached, canonical ones once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from math import comb, perm

import pytest
from tests.games.pixel_tactics.table import HERO_CELLS, Position, restore, shared_game, texts

from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.clauses import clause
from warband.kernel.validation import Node

pytestmark = pytest.mark.engine

Unit = dict[str, object]
Path = tuple[str, ...]


def endings(game: PixelTactics, state: Tactics, path: Path) -> Iterator[tuple[Path, Tactics]]:
    """Yield every way to answer until the next action of a turn; whatever is offered leads on to an end."""
    if state.position()["question"] == "turn":
        yield path, state
        return
    offered = texts(game, state)
    assert offered
    assert len(offered) == len(set(offered))
    for text in offered:
        twin = state.copy()
        assert isinstance(twin, Tactics)
        twin.apply(twin.awaiting()[0], game.parse(text))
        yield from endings(game, twin, (*path, text))


def walk(action: str, seats: list[Position], wave: str = "rear", **options: object) -> list[tuple[Path, Tactics]]:
    """Take an action of seat 0 in a position and return every way it may go on."""
    game = shared_game(*options.items())
    state = restore(game, {"wave": wave, "actions": 5, "seats": list(seats)})
    assert action in texts(game, state)
    state.apply(0, game.parse(action))
    return list(endings(game, state, ()))


def seat(leader: str, unit: Unit | None = None, **fields: object) -> Position:
    return {"leader": leader, "unit": unit or {}, "hand": [], **fields}


def hurt(**damage: int) -> Unit:
    """Return sturdy heroes with so much damage, by slot."""
    cards = ["knight", "homunculus", "fighter", "mystic", "planestalker", "overlord"]
    return {cell: {"card": cards[number], "damage": points} for number, (cell, points) in enumerate(damage.items())}


def pieces(state: Tactics, unit: int) -> dict[str, Node]:
    found = Node(state.position(), "position").field("seats").items()[unit].field("unit").fields()
    return {cell: piece for cell, piece in found.items() if cell != "F2"}


def layout(unit: int) -> Callable[[Tactics], object]:
    """Read off where every card of a unit lies."""

    def read(state: Tactics) -> object:
        return tuple(sorted((piece.field("card").text(), cell) for cell, piece in pieces(state, unit).items()))

    return read


def wounds(state: Tactics) -> object:
    """Read off the damage on every hero of both units, by seat and slot."""
    found: dict[tuple[int, str], int] = {}
    for unit in range(2):
        for cell, piece in pieces(state, unit).items():
            found[unit, cell] = piece.fields()["damage"].integer() if "damage" in piece.fields() else 0
    return tuple(sorted(found.items()))


def once(ends: list[tuple[Path, Tactics]], read: Callable[[Tactics], object]) -> set[object]:
    """Return the results, each of which was reached by one run of answers only."""
    found = Counter(read(state) for _, state in ends)
    assert set(found.values()) == {1}
    return set(found)


# ---- places ----

THREE: Unit = {"V1": {"card": "knight", "damage": 3}, "F3": {"card": "oracle", "corpse": True}, "R2": "gunner"}


@clause("pixel-tactics:CHO-1", "pixel-tactics:card/homunculus/order/first")
def test_a_homunculus_order_reaches_every_arrangement_once() -> None:
    ends = walk("order homunculus", [seat("fighter", THREE, hand=["homunculus"]), seat("witch")])
    expected = {
        tuple(sorted(zip(("knight", "oracle", "gunner"), cells, strict=True))) for cells in permutations(HERO_CELLS, 3)
    }
    assert once(ends, layout(0)) == expected
    assert len(expected) == perm(8, 3)


def in_column(number: int) -> Unit:
    """Return a unit with two pieces in a column and one beside it."""
    beside = "V1" if number != 1 else "V3"
    return {f"V{number}": "knight", f"R{number}": {"card": "gunner", "corpse": True}, beside: "oracle"}


@pytest.mark.parametrize(("printing", "unit"), [("first", 1), ("second", 1), ("second", 0)])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_paladin_order_reaches_every_arrangement_of_a_column_once(number: int, printing: str, unit: int) -> None:
    seats = [seat("fighter", hand=["paladin"]), seat("witch")]
    seats[unit]["unit"] = in_column(number)
    column = f"column {'> ' if unit else ''}{number}"
    ends = walk("order paladin", seats, printing=printing)
    ends = [(path, state) for path, state in ends if path[0] == column]
    cells = [cell for cell in HERO_CELLS if cell[1] == str(number)]
    expected = {tuple(sorted((("knight", one), ("gunner", other)))) for one, other in permutations(cells, 2)}
    beside = ("oracle", "V1" if number != 1 else "V3")
    assert once(ends, layout(unit)) == {tuple(sorted((*pair, beside))) for pair in expected}
    assert len(expected) == (2 if number == 2 else 6)


@clause("pixel-tactics:card/paladin/order/first", "pixel-tactics:card/paladin/order/second")
def test_a_paladin_order_names_every_column_that_its_printing_allows() -> None:
    seats = [seat("fighter", THREE, hand=["paladin"]), seat("witch", THREE)]
    rival = {f"column > {number}" for number in (1, 2, 3)}
    assert {path[0] for path, _ in walk("order paladin", seats, printing="first")} == rival
    own = {f"column {number}" for number in (1, 2, 3)}
    assert {path[0] for path, _ in walk("order paladin", seats, printing="second")} == rival | own


@clause("pixel-tactics:card/paladin/flank/first")
def test_a_paladin_in_the_flank_swaps_every_pair_once() -> None:
    ends = walk("power F1", [seat("fighter", {**THREE, "F1": "paladin"}), seat("witch")], wave="flank")
    before = {"V1": "knight", "F1": "paladin", "R2": "gunner", "F3": "oracle"}
    expected = set()
    for one, other in combinations(before, 2):
        after = {**before, one: before[other], other: before[one]}
        expected.add(tuple(sorted((card, cell) for cell, card in after.items())))
    assert once(ends, layout(0)) == expected
    assert len(expected) == comb(4, 2)


@clause("pixel-tactics:card/paladin/rear/first")
def test_a_paladin_in_the_rear_swaps_every_pair_of_the_rival_once() -> None:
    ends = walk("power R1", [seat("fighter", {"R1": "paladin"}), seat("witch", THREE)])
    assert len(once(ends, layout(1))) == comb(3, 2)


# ---- points ----


@clause("pixel-tactics:CHO-1", "pixel-tactics:card/alchemist/order/first")
def test_an_alchemist_order_reaches_every_split_once() -> None:
    seats = [seat("fighter", hurt(V1=0, R3=0), hand=["alchemist"]), seat("witch", {"F1": "knight"})]
    slots = [(0, "R3"), (0, "V1"), (1, "F1")]
    splits = [split for split in product(range(8), repeat=3) if sum(split) == 7]
    expected = {tuple(zip(slots, split, strict=True)) for split in splits}
    assert once(walk("order alchemist", seats), wounds) == expected
    assert len(expected) == 36


def healed(damage: dict[tuple[int, str], int], total: int, among: int, each: int) -> set[object]:
    """Return all boards that healing may leave: so much in total, among so many heroes, so much each."""
    found: set[object] = set()
    for taken in product(*[range(min(points, each) + 1) for points in damage.values()]):
        if sum(taken) <= total and sum(points > 0 for points in taken) <= among:
            left = [points - off for points, off in zip(damage.values(), taken, strict=True)]
            found.add(tuple(sorted(zip(damage, left, strict=True))))
    return found


DAMAGE = {(0, "V1"): 6, (0, "V2"): 1, (1, "F1"): 5, (1, "R1"): 2}
SEATS: list[Unit] = [hurt(V1=6, V2=1), {"F1": {"card": "knight", "damage": 5}, "R1": {"card": "mystic", "damage": 2}}]


@clause("pixel-tactics:card/healer/order/first")
def test_a_healer_order_reaches_every_split_once() -> None:
    ends = walk("order healer", [seat("fighter", SEATS[0], hand=["healer"]), seat("witch", SEATS[1])])
    assert once(ends, wounds) == healed(DAMAGE, 10, 4, 99)


@clause("pixel-tactics:card/healer/rear/first", "pixel-tactics:card/healer/flank/first")
def test_a_healer_reaches_every_healing_once() -> None:
    ends = walk("power R3", [seat("fighter", {**SEATS[0], "R3": "healer"}), seat("witch", SEATS[1])])
    assert once(ends, wounds) == healed({**DAMAGE, (0, "R3"): 0}, 6, 3, 2)
    ends = walk("power F3", [seat("fighter", {**SEATS[0], "F3": "healer"}), seat("witch", SEATS[1])], wave="flank")
    assert once(ends, wounds) == healed({**DAMAGE, (0, "F3"): 0}, 4, 1, 99)


@clause("pixel-tactics:card/alchemist/rear/first")
def test_an_alchemist_in_the_rear_reaches_every_set_of_heroes_once() -> None:
    seats = [seat("fighter", {**hurt(V1=0, V3=0), "R2": "alchemist"}), seat("witch", hurt(V1=0, F1=0, R1=0))]
    slots = sorted([(0, "V1"), (0, "V3"), (0, "R2"), (1, "V1"), (1, "F1"), (1, "R1")])
    chosen = [some for count in range(6) for some in combinations(slots, count)]
    expected = {tuple((slot, int(slot in some)) for slot in slots) for some in chosen}
    assert once(walk("power R2", seats), wounds) == expected
    assert len(expected) == 63


@clause("pixel-tactics:card/knight/rear/first", "pixel-tactics:card/homunculus/flank/first")
def test_damage_is_gathered_in_every_way_once() -> None:
    for card, cell, wave, most in [("knight", "R3", "rear", 6), ("homunculus", "F3", "flank", 7)]:
        unit: Unit = {"V1": {"card": "fighter", "damage": 5}, "R1": {"card": "mystic", "damage": 4}, cell: card}
        ends = walk(f"power {cell}", [seat("oracle", unit), seat("witch")], wave=wave)
        taken = [(one, other) for one in range(6) for other in range(5) if one + other <= most]
        expected = {
            tuple(sorted((((0, "V1"), 5 - one), ((0, "R1"), 4 - other), ((0, cell), one + other))))
            for one, other in taken
        }
        assert once(ends, wounds) == expected


@clause("pixel-tactics:card/vampire/rear/first")
def test_a_vampire_in_the_rear_moves_up_to_two_to_any_hero() -> None:
    unit: Unit = {"R1": "vampire", "V1": "knight"}
    seats = [seat("fighter", unit), seat("witch", {"F1": "mystic"})]
    seats[0]["leader"] = {"card": "fighter", "damage": 5}
    slots = sorted([(0, "R1"), (0, "V1"), (1, "F1")])
    expected = {tuple((slot, points if slot == hit else 0) for slot in slots) for hit in slots for points in range(3)}
    assert {wounds(state) for _, state in walk("power R1", seats)} == expected


@clause("pixel-tactics:card/vampire/order/first")
def test_a_vampire_order_moves_all_damage_between_any_two_heroes() -> None:
    seats = [
        seat("fighter", hurt(V1=3, V2=0), hand=["vampire"]),
        seat("witch", {"F1": {"card": "knight", "damage": 2}}),
    ]
    damage = {(0, "V1"): 3, (0, "V2"): 0, (1, "F1"): 2}
    expected = set()
    for source, target in permutations(damage, 2):
        if damage[source]:
            after = {**damage, source: 0, target: damage[target] + damage[source]}
            expected.add(tuple(sorted(after.items())))
    assert once(walk("order vampire", seats), wounds) == expected


# ---- cards ----

FIVE = ["knight", "gunner", "mystic", "witch", "healer"]


def tops(state: Tactics) -> Path:
    """Read off the fixed cards on top of the own deck."""
    own = Node(state.position(), "position").field("seats").items()[0]
    return tuple(item.field("card").text() for item in own.field("top").items())


def held(state: Tactics) -> Path:
    return tuple(Node(state.position(), "position").field("seats").items()[0].field("hand").texts())


@clause("pixel-tactics:card/oracle/flank/first")
def test_an_oracle_in_the_flank_reaches_every_order_of_five_once() -> None:
    own = seat("fighter", {"F1": "oracle"}, top=FIVE, deck=["paladin"])
    assert once(walk("power F1", [own, seat("witch")], wave="flank"), tops) == set(permutations(FIVE))


@clause("pixel-tactics:card/summoner/rear/first")
def test_a_summoner_in_the_rear_reaches_every_distribution_once() -> None:
    own = seat("fighter", {"R1": "summoner"}, top=FIVE[:3], deck=["paladin"])
    found = once(walk("power R1", [own, seat("witch")]), lambda state: held(state) + tops(state))
    assert found == set(permutations(FIVE[:3], 2))


@clause("pixel-tactics:card/mystic/order/first")
def test_a_mystic_order_plays_every_sequence_of_orders_once() -> None:
    hand = ["mystic", "scientist", "gunner", "knight"]
    ends = walk("order mystic", [seat("fighter", hand=hand), seat("witch")], printing="first")
    found = Counter(tuple(text for text in path if text != "done") for path, _ in ends)
    orders = [f"order {card}" for card in hand[1:]]
    assert set(found) == {some for count in range(4) for some in permutations(orders, count)}
    assert set(found.values()) == {1}


# ---- attacks and rows ----


@clause("pixel-tactics:card/berserker/order/first")
def test_a_berserker_order_lets_the_heroes_attack_in_every_order() -> None:
    unit: Unit = {"V1": "planestalker", "V2": "mystic", "F3": "overlord", "R1": "gunner"}
    ends = walk("order berserker", [seat("fighter", unit, hand=["berserker"]), seat("witch", hurt(V1=0, V3=0))])
    attackers = {(path[0], path[2]) for path, _ in ends}
    assert attackers == set(permutations(["choose V1", "choose V2", "choose F3"], 2))
    targets = {(path[1], path[3], path[4]) for path, _ in ends}
    assert targets == set(product(["choose > V1", "choose > V3"], repeat=3))
    assert len(ends) == 6 * 8


def corpses(*cells: str) -> Unit:
    names = ["knight", "gunner", "oracle"]
    return {cell: {"card": names[number], "corpse": True} for number, cell in enumerate(cells)}


@clause(
    "pixel-tactics:card/witch/rear/first",
    "pixel-tactics:card/witch/order/second",
    "pixel-tactics:card/witch/order/first",
)
def test_witches_reach_every_row() -> None:
    own, rival = corpses("V1", "V3", "R1"), corpses("V2", "F1")
    rows = ["vanguard", "flank", "rear"]
    both = [f"row {row}" for row in rows] + [f"row > {row}" for row in rows]
    cases = [
        ("power R2", "first", both),
        ("order witch", "second", both),
        ("order witch", "first", both[:3]),
    ]
    for action, printing, expected in cases:
        hand = ["witch"] if action == "order witch" else []
        unit = own if hand else {**own, "R2": "witch"}
        ends = walk(action, [seat("fighter", unit, hand=hand), seat("mascot", rival)], printing=printing)
        assert [path for path, _ in ends] == [(text,) for text in expected]
        for (text,), state in ends:
            check_row(state, text, printing == "first" and bool(hand))


def check_row(state: Tactics, text: str, in_both: bool) -> None:
    """Check that the corpses of the named row are gone, and only they."""
    row = text.split()[-1][0].upper()
    for unit, lying in enumerate((("V1", "V3", "R1"), ("V2", "F1"))):
        named = in_both or (">" in text) == (unit == 1)
        left = {cell for cell in lying if not (named and cell[0] == row)}
        assert {cell for cell, piece in pieces(state, unit).items() if "corpse" in piece.fields()} == left
