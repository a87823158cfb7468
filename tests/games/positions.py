"""Positions that are refused."""

from __future__ import annotations

import pytest

from warband.kernel.errors import BadInput
from warband.kernel.registry import make_game


def complaint_of(name: str, position: dict[str, object], options: dict[str, object] | None = None) -> str:
    """Return the one sentence with which a game refuses a position."""
    with pytest.raises(BadInput) as caught:
        make_game(name, options).restore(position)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def of_seats(first: dict[str, object], second: dict[str, object] | None = None) -> dict[str, object]:
    """Return a position that says something of its seats alone."""
    return {"seats": [first, second or {}]}
