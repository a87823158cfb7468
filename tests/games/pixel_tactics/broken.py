"""Break the shipped cards in one place and hear what is said of it."""

from __future__ import annotations

import copy
from typing import TypeAlias

import pytest

from warband.games.pixel_tactics.pack.reading import load_pack
from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import shipped_pack

Table: TypeAlias = dict[str, object]
Program: TypeAlias = list[object]

KNIGHT = 10


def broken() -> tuple[Table, list[Table]]:
    """Return the data of the shipped cards, free to be broken, and the list of cards in it."""
    data = copy.deepcopy(shipped_pack("warband.games.pixel_tactics", "set-one")[0])
    cards = data["cards"]
    assert isinstance(cards, list)
    return data, cards


def complaint(data: Table) -> str:
    with pytest.raises(BadInput) as caught:
        load_pack(data, "mine", "first")
    text = str(caught.value)
    assert "\n" not in text
    return text


def with_role(role: str, fields: Table) -> Table:
    """Return the data of the shipped cards with one role of the Knight replaced."""
    data, cards = broken()
    figures: Table = {"attack": 4, "life": 20} if role == "leader" else {}
    cards[KNIGHT][role] = {"text": "Something happens.", **figures, **fields}
    return data


def complaint_about(role: str, **fields: object) -> str:
    """Return what is said of the shipped cards after one role of the Knight was replaced."""
    return complaint(with_role(role, fields))
