"""Load hero sets: the shipped one adds up, and a broken one is refused with file, card and field."""

from __future__ import annotations

import copy
from typing import TypeAlias

import pytest

from warband.games.heros_crossing.pack import SYMBOLS, HeroSet, load_pack
from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import shipped_pack

pytestmark = pytest.mark.engine

Card: TypeAlias = dict[str, object]

# Level: cards, and their magic, weapon, potion, armor and draw symbols, without King and Queen.
TOTALS = {1: (24, [9, 9, 9, 5, 23]), 2: (16, [10, 10, 6, 6, 26]), 3: (10, [10, 12, 6, 9, 17])}
KINDS = {1: 11, 2: 8, 3: 10}


def shipped() -> tuple[dict[str, object], list[Card]]:
    """Return the data of the shipped pack, free to be broken, and the list of cards in it."""
    data = copy.deepcopy(shipped_pack("warband.games.heros_crossing", "set-one")[0])
    cards = data["cards"]
    assert isinstance(cards, list)
    return data, cards


def complaint(data: dict[str, object]) -> str:
    with pytest.raises(BadInput) as caught:
        load_pack(data, "mine.toml")
    return str(caught.value)


def symbols_of(card: Card) -> dict[str, object]:
    symbols = card["symbols"]
    assert isinstance(symbols, dict)
    return symbols


def load() -> HeroSet:
    return load_pack(*shipped_pack("warband.games.heros_crossing", "set-one"))


# ---- the shipped pack ----


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_shipped_pack_adds_up(level: int) -> None:
    heroes = [hero for hero in load().heroes if hero.level == level]
    totals = [sum(hero.copies * hero.symbols[index] for hero in heroes) for index in range(len(SYMBOLS))]
    assert len(heroes) == KINDS[level]
    assert (sum(hero.copies for hero in heroes), totals) == TOTALS[level]


def test_the_shipped_pack_has_two_monarchs_and_sixteen_cubes_of_each_colour() -> None:
    pack = load()
    assert [monarch.id for monarch in pack.monarchs] == ["king", "queen"]
    assert pack.cubes == [16, 16, 16, 16]


def test_the_digest_changes_with_any_figure() -> None:
    data, cards = shipped()
    same = load_pack(data, "elsewhere.toml").digest
    symbols_of(cards[0])["draw"] = 2
    assert same == load().digest
    assert load_pack(data, "mine.toml").digest != same


# ---- broken fields of a card ----


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("level", 4, "mine.toml.cards[1] (monk).level: 4 is not between 1 and 3"),
        ("level", "one", "mine.toml.cards[1] (monk).level: expected a whole number, not 'one'"),
        ("copies", 0, "mine.toml.cards[1] (monk).copies: 0 is not between 1 and 99"),
        ("copies", True, "mine.toml.cards[1] (monk).copies: expected a whole number, not True"),
        ("name", 7, "mine.toml.cards[1] (monk).name: expected a text, not 7"),
        ("monarch", "yes", "mine.toml.cards[1] (monk).monarch: expected true or false, not 'yes'"),
        ("symbols", [], "mine.toml.cards[1] (monk).symbols: expected fields, not []"),
        ("id", "Monk!", "mine.toml.cards[1] (Monk!).id: 'Monk!' is not lower-case letters, digits and _"),
    ],
)
def test_a_broken_field_is_named_with_file_and_card(field: str, value: object, sentence: str) -> None:
    data, cards = shipped()
    cards[1][field] = value
    assert complaint(data) == sentence


@pytest.mark.parametrize(
    ("symbol", "value", "sentence"),
    [
        ("potion", -1, "mine.toml.cards[1] (monk).symbols.potion: -1 is not between 0 and 9"),
        ("potion", 10, "mine.toml.cards[1] (monk).symbols.potion: 10 is not between 0 and 9"),
        ("potion", 0.5, "mine.toml.cards[1] (monk).symbols.potion: expected a whole number, not 0.5"),
    ],
)
def test_a_broken_symbol_is_named_with_file_and_card(symbol: str, value: object, sentence: str) -> None:
    data, cards = shipped()
    symbols_of(cards[1])[symbol] = value
    assert complaint(data) == sentence


def test_an_unknown_field_of_a_card_is_named() -> None:
    data, cards = shipped()
    cards[1]["cost"] = 2
    assert complaint(data).startswith("mine.toml.cards[1] (monk): unknown field 'cost'; known are id, name, level")


def test_an_unknown_symbol_is_named() -> None:
    data, cards = shipped()
    symbols_of(cards[1])["gold"] = 1
    assert complaint(data).startswith("mine.toml.cards[1] (monk).symbols: unknown field 'gold'")


@pytest.mark.parametrize("field", ["id", "name", "level", "copies", "symbols"])
def test_a_missing_field_of_a_card_is_named(field: str) -> None:
    data, cards = shipped()
    del cards[1][field]
    card = "mine.toml.cards[1]" if field == "id" else "mine.toml.cards[1] (monk)"
    assert complaint(data) == f"{card}: the field {field!r} is missing"


def test_a_missing_symbol_is_named() -> None:
    data, cards = shipped()
    del symbols_of(cards[1])["draw"]
    assert complaint(data) == "mine.toml.cards[1] (monk).symbols: the field 'draw' is missing"


# ---- a pack that does not make a whole ----


def test_a_doubled_id_is_named() -> None:
    data, cards = shipped()
    cards[1]["id"] = "knight"
    card = "mine.toml.cards[1] (knight)"
    assert complaint(data) == f"{card}.id: the id 'knight' stands twice, here and in mine.toml.cards[0] (knight)"


def test_a_missing_monarch_is_missed() -> None:
    data, cards = shipped()
    del cards[-1]
    assert complaint(data) == "mine.toml: cards: 1 monarchs; there must be 2 (monarch = true)"


@pytest.mark.parametrize("level", [2, 3])
def test_a_level_without_cards_is_named(level: int) -> None:
    data, cards = shipped()
    data["cards"] = [card for card in cards if card["level"] != level or "monarch" in card]
    assert complaint(data) == f"mine.toml: cards: level {level} has no cards"


def test_level_1_must_suffice_for_set_up() -> None:
    data, cards = shipped()
    data["cards"] = [card for card in cards if card["level"] != 1 or card["id"] in ("knight", "bard")]
    assert complaint(data) == "mine.toml: cards: level 1 has 5 cards; set-up deals 6"


@pytest.mark.parametrize(
    ("cubes", "sentence"),
    [
        ({"magic": -1}, "mine.toml.cubes.magic: -1 is not between 0 and 99"),
        ({"gold": 1}, "mine.toml.cubes: unknown field 'gold'; known are magic, weapon, potion, armor"),
        ({"magic": "many"}, "mine.toml.cubes.magic: expected a whole number, not 'many'"),
    ],
)
def test_broken_cubes_are_named(cubes: dict[str, object], sentence: str) -> None:
    data, _ = shipped()
    data["cubes"] = {"magic": 16, "weapon": 16, "potion": 16, "armor": 16, **cubes}
    assert complaint(data) == sentence


@pytest.mark.parametrize("cubes", [{}, {"magic": 16, "weapon": 16, "potion": 16}])
def test_cubes_of_every_colour_are_wanted(cubes: dict[str, object]) -> None:
    data, _ = shipped()
    data["cubes"] = cubes
    assert "is missing" in complaint(data)


def test_an_unknown_field_of_the_pack_is_named() -> None:
    data, _ = shipped()
    data["author"] = "me"
    assert complaint(data) == "mine.toml: unknown field 'author'; known are name, title, game, cubes, cards"
