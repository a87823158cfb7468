"""Fields declared once are written into documents and read back from them."""

from __future__ import annotations

import json

import pytest

from warband.kernel.documents import (
    CountsField,
    DocumentField,
    NumbersField,
    TextField,
    TruthField,
    WordField,
    field_names,
    imagining_seat,
    read_fields,
    seat_nodes,
    write_fields,
)
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node


class Toy:
    def __init__(self) -> None:
        self.turn, self.winner, self.phase, self.open, self.why = 3, -2, 1, 1, "time"
        self.dice, self.cubes = [6, 1], [0, 2]


FIELDS: list[DocumentField[Toy]] = [
    DocumentField("turn", 1, 9),
    DocumentField("winner", -1, 1, none=-2),
    WordField("now", ["draw", "play"], attribute="phase"),
    TruthField("open"),
    TextField("why"),
    NumbersField("dice", 1, 6),
    CountsField("cubes", ["red", "blue"], 9),
]
WRITTEN = {
    "turn": 3,
    "winner": None,
    "now": "play",
    "open": True,
    "why": "time",
    "dice": [6, 1],
    "cubes": {"red": 0, "blue": 2},
}


def nodes(data: dict[str, object]) -> dict[str, Node]:
    return Node(data, "position").fields()


def test_fields_are_written_in_the_order_of_the_table() -> None:
    assert json.dumps(write_fields(FIELDS, Toy())) == json.dumps(WRITTEN)
    assert field_names(FIELDS) == list(WRITTEN)


def test_what_was_written_is_read_back() -> None:
    toy = Toy()
    toy.turn, toy.winner, toy.phase, toy.open, toy.why, toy.dice, toy.cubes = 1, 0, 0, 0, "", [], [7, 7]
    read_fields(FIELDS, toy, nodes(dict(WRITTEN)))
    assert vars(toy) == vars(Toy())


def test_what_a_document_leaves_out_stays() -> None:
    toy = Toy()
    read_fields(FIELDS, toy, nodes({"turn": 5}))
    assert write_fields(FIELDS, toy) == {**WRITTEN, "turn": 5}


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"turn": 10}, "position.turn: 10 is not between 1 and 9"),
        ({"turn": None}, "position.turn: expected a whole number, not None"),
        ({"winner": 2}, "position.winner: 2 is not between -1 and 1"),
        ({"now": "sleep"}, "position.now: 'sleep' is not one of draw, play"),
        ({"cubes": {"green": 1}}, "position.cubes: unknown field 'green'; known are red, blue"),
        ({"dice": [7]}, r"position.dice\[0\]: 7 is not between 1 and 6"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(wrong: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_fields(FIELDS, Toy(), nodes(wrong))


def test_a_position_has_two_seats_or_names_none() -> None:
    assert [seat.value for seat in seat_nodes(Node({}, "position"), [])] == [{}, {}]
    with pytest.raises(BadInput, match=r"position\.seats: there are 2, not 1"):
        seat_nodes(Node({"seats": [{}]}, "position"), [])
    with pytest.raises(BadInput, match=r"position\.seats\[1\]: unknown field 'x'"):
        seat_nodes(Node({"seats": [{}, {"x": 1}]}, "position"), ["hand"])


def test_only_a_seat_can_imagine() -> None:
    assert imagining_seat(Node({"viewer": 1}, "view")) == 1
    with pytest.raises(BadInput, match="only a seat can imagine"):
        imagining_seat(Node({"viewer": -2}, "view"))
