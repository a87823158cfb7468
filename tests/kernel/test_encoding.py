"""Pieces of observations: what each says, and that they fit together."""

from __future__ import annotations

import pytest

from warband.kernel.encoding import CELLS, EIGHTS, Field, Spread, cell, is_rising, layout_size, one_hots, pair, quad

pytestmark = pytest.mark.engine


def test_a_cell_holds_numbers_from_0_to_127() -> None:
    assert [cell(number) for number in (-5, 0, 64, 127, 128, 1000)] == [0, 0, 64, 127, 127, 127]


def test_a_one_hot_marks_one_thing_or_none() -> None:
    assert one_hots(3) == [b"\0\0\0", b"\1\0\0", b"\0\1\0", b"\0\0\1"]


def test_two_numbers_make_a_pair() -> None:
    assert pair(3, 63) == b"\x03\x3f"
    assert pair(-1, 200) == b"\x00\x7f"
    assert pair(64, 2) == b"\x40\x02"


def test_four_numbers_make_a_quad() -> None:
    assert quad(1, 7, 0, 5) == b"\x01\x07\x00\x05"
    assert quad(8, 0, 63, 200) == b"\x08\x00\x3f\x7f"
    assert quad(1, -1, 2, 3) == b"\x01\x00\x02\x03"


def test_numbers_rise_or_do_not() -> None:
    assert [is_rising(numbers) for numbers in ([], [0], [0, 3, 4])] == [True] * 3
    assert [is_rising(numbers) for numbers in ([-1], [0, 0], [1, 0])] == [False] * 3


def test_flags_and_single_cells_lie_ready() -> None:
    assert EIGHTS[0b10000010] == b"\0\1\0\0\0\0\0\1"
    assert CELLS[9] == b"\x09"


@pytest.mark.parametrize("size", [1, 9, 10, 11, 20, 25, 30])
def test_a_set_is_spread_over_its_cells(size: int) -> None:
    spread = Spread(size)
    for mask in (0, 1, 1 << size - 1, (1 << size) - 1, 0b1011 & (1 << size) - 1):
        pieces: list[bytes] = []
        spread.add(pieces, mask)
        assert b"".join(pieces) == bytes([mask >> place & 1 for place in range(size)])


def test_a_field_says_what_it_is() -> None:
    field = Field("own hand", 25, 0, 1, "cards in hand")
    assert repr(field) == "Field('own hand', 25, 0, 1, 'cards in hand')"
    assert field == Field("own hand", 25, 0, 1, "cards in hand")
    assert field != Field("own hand", 24, 0, 1, "cards in hand")
    assert hash(field) == hash(Field("own hand", 25, 0, 1, "cards in hand"))
    assert layout_size([field, field]) == 50
