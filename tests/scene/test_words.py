"""Say marks, sides, figures and pieces in words."""

from __future__ import annotations

import pytest

from warband.kernel.scene import BACK, CARD, CORPSE, CUBE, DIE, PILE, Container, Number, Piece, Scene, Slot
from warband.kernel.seats import NOBODY
from warband.scene import words

SCENE = Scene("toy", "Toy", 1, players=["Ada", "Bo"])


def test_the_most_urgent_mark_comes_first_and_what_is_aimed_at_is_no_target_too() -> None:
    assert words.mark_words(["done", "target", "aimed", "odd_one", "done"]) == ["Aimed at", "Done", "Odd one"]
    assert words.mark_words(["target", "may_act"], place=True) == ["Here", "Open"]


@pytest.mark.parametrize(
    ("side", "standing", "owner"), [(0, "rival", "Ada's"), (1, "you", "yours"), (NOBODY, "none", "")]
)
def test_sides_are_told_from_where_one_sits(side: int, standing: str, owner: str) -> None:
    assert (words.standing(SCENE, side), words.owner(SCENE, side)) == (standing, owner)


def test_a_spectator_sees_the_first_seat_where_a_player_sees_itself() -> None:
    scene = Scene("toy", "Toy", -1, players=["Ada", "Bo"])
    assert (words.standing(scene, 0), words.owner(scene, 0)) == ("you", "Ada's")


def test_figures_say_of_how_many_or_that_they_are_a_chance() -> None:
    assert words.number_words(Number("life", 4, 7)) == "life 4 of 7"
    assert words.number_words(Number("win", 58, 100, "odds")) == "win 58 %"


@pytest.mark.parametrize(
    ("piece", "phrase"),
    [
        (
            Piece("k", CARD, "Knight", 0, numbers=[Number("life", 3)], badges=["spent"], marks=["falls"]),
            "Knight, Ada's",
        ),
        (Piece("c", CUBE, "weapons", 1, count=3), "3 weapons, yours"),
        (Piece("b", BACK, "card", NOBODY, count=2), "2 card, face down"),
        (Piece("d", CORPSE, "Mage", NOBODY), "Mage, corpse"),
        (Piece("e", DIE, "", NOBODY, numbers=[Number("", 4)], marks=["done"]), "die: 4 cancelled"),
        (Piece("f", DIE, "save", NOBODY), "save: not rolled"),
    ],
)
def test_a_piece_is_one_phrase(piece: Piece, phrase: str) -> None:
    assert words.piece_words(SCENE, piece).startswith(phrase)


def test_a_phrase_has_figures_badges_and_marks_in_that_order() -> None:
    piece = Piece("k", CARD, "Knight", 1, numbers=[Number("life", 3)], badges=["spent"], marks=["falls"])
    assert words.piece_words(SCENE, piece, around=1) == "Knight, life 3, spent, will fall"
    assert words.piece_words(SCENE, piece, around=1, marked=False) == "Knight, life 3, spent"


def test_places_have_their_coordinates_once() -> None:
    assert words.place_name(Slot("s", "Forest", (2, -3))) == "Forest 2,-3"
    assert words.place_name(Slot("s", "Forest 2,-3", (2, -3))) == "Forest 2,-3"
    assert words.hex_words(Slot("s", "", (0, 1), marks=["target"])) == "0,1, here"


def test_a_container_says_whose_it_is_unless_its_name_does() -> None:
    assert words.container_name(SCENE, Container("h", PILE, "Deck", side=0)) == "Deck, Ada's"
    assert words.container_name(SCENE, Container("h", PILE, "Ada's deck", side=0)) == "Ada's deck"
    assert words.container_name(SCENE, Container("h", PILE, "Your deck", side=1)) == "Your deck"
    pile = Container("h", PILE, "Deck", side=1, pieces=[Piece("b", BACK, "card", 1)])
    assert words.container_words(SCENE, pile) == "Deck, yours, 1 card"
