"""Packs: a folder and a file give the same shape, and every card knows where it stands."""

from __future__ import annotations

import pytest

from warband.kernel.errors import BadInput
from warband.kernel.packs import assemble, card_nodes, check_game_of
from warband.kernel.validation import Node

TABLES: dict[str, dict[str, object]] = {
    "witch.toml": {"id": "witch"},
    "pack.toml": {"name": "mine"},
    "knight.toml": {"id": "knight", "symbols": {"draw": 1}},
}


def test_a_folder_gives_the_fields_of_its_pack_and_its_cards_by_file_name() -> None:
    assert assemble(TABLES, "my-set") == {
        "name": "mine",
        "cards": [
            {"file": "knight.toml", "id": "knight", "symbols": {"draw": 1}},
            {"file": "witch.toml", "id": "witch"},
        ],
    }


def test_a_folder_may_have_no_cards() -> None:
    assert assemble({"pack.toml": {"name": "mine"}}, "my-set") == {"name": "mine", "cards": []}


@pytest.mark.parametrize(
    ("name", "fields", "complaint"),
    [
        ("pack.toml", {"cards": []}, "my-set/pack.toml.cards: in a folder every card has a file of its own"),
        ("knight.toml", {"file": "x"}, "my-set/knight.toml.file: the name of the file stands for this field"),
    ],
)
def test_what_a_folder_says_itself_is_not_said_again(name: str, fields: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        assemble({**TABLES, name: fields}, "my-set")
    assert str(caught.value).startswith(complaint)


def test_a_card_of_a_folder_stands_in_its_file() -> None:
    cards = card_nodes(Node(assemble(TABLES, "my-set"), "my-set"))
    assert [card.where for card in cards] == ["my-set/knight.toml", "my-set/witch.toml"]
    assert cards[1].value == {"id": "witch"}
    assert cards[0].field("symbols").field("draw").where == "my-set/knight.toml.symbols.draw"


def test_a_card_of_a_file_stands_in_the_list_with_its_id() -> None:
    cards = card_nodes(Node({"cards": [{"id": "knight"}, {"name": "Witch"}]}, "mine.toml"))
    assert [card.where for card in cards] == ["mine.toml.cards[0] (knight)", "mine.toml.cards[1]"]


@pytest.mark.parametrize(
    ("cards", "complaint"),
    [
        (5, "mine.toml.cards: expected a list, not 5"),
        ([5], "mine.toml.cards[0]: expected fields, not 5"),
        ([{"file": 5}], "mine.toml.cards[0].file: expected a text, not 5"),
    ],
)
def test_what_is_no_card_is_named(cards: object, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        card_nodes(Node({"cards": cards}, "mine.toml"))
    assert str(caught.value) == complaint


def test_a_pack_may_say_its_game() -> None:
    check_game_of(Node({}, "mine.toml"), "checkers")
    check_game_of(Node({"game": "checkers"}, "mine.toml"), "checkers")
    with pytest.raises(BadInput, match=r"^mine.toml.game: this pack is for 'chess', not for checkers$"):
        check_game_of(Node({"game": "chess"}, "mine.toml"), "checkers")
    with pytest.raises(BadInput, match=r"^mine.toml.game: expected a text, not 5$"):
        check_game_of(Node({"game": 5}, "mine.toml"), "checkers")
