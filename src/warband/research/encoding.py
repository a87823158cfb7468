"""Give observations as NumPy arrays: a flat row of int8, the same row field by field, and masks of legal actions."""

from __future__ import annotations

from functools import lru_cache

from warband.agents.lanes import make_gaps, mask_row
from warband.extras import extra
from warband.kernel.encoding import MOST, Field
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State
from warband.kernel.seats import Seat
from warband.kernel.views import View

with extra("research"):
    import numpy as np
    from numpy.typing import NDArray

Cells = NDArray[np.int8]


def flat(game: Game, state: State, seat: Seat) -> Cells:
    """Return all that a seat may know in a state, as a flat array."""
    return np.frombuffer(game.encode(state, seat), np.int8).copy()


def flat_of_view(game: Game, view: View) -> Cells:
    """Return the flat array of a view, from the view alone."""
    return np.frombuffer(game.observe(view), np.int8).copy()


def structured(game: Game, cells: Cells) -> dict[str, Cells]:
    """Return a flat array, or a batch of them, field by field; the parts share its memory."""
    layout = game.layout()
    size = sum(field.size for field in layout)
    if cells.shape[-1] != size:
        raise BadInput(f"{cells.shape[-1]} cells; an observation of {game.title} has {size} with these options")
    ends = np.cumsum([field.size for field in layout]).tolist()
    return {field.name: cells[..., end - field.size : end] for field, end in zip(layout, ends, strict=True)}


def limits(layout: list[Field], beyond: int = 0) -> tuple[Cells, Cells]:
    """Return the lowest and the highest value of every cell, and of so many more that may hold anything."""
    if not layout:
        raise BadInput("this game writes no observations; give it an encoder of its own (Game.encoder)")
    low = np.concatenate([np.full(field.size, field.low, np.int8) for field in layout] + [np.zeros(beyond, np.int8)])
    high = np.concatenate(
        [np.full(field.size, field.high, np.int8) for field in layout] + [np.full(beyond, MOST, np.int8)]
    )
    return low, high


def action_mask(game: Game, legal: list[int]) -> Cells:
    """Return a mask over all actions of a game, 1 where one is legal."""
    return mask_array(legal, game.action_count())


def mask_array(legal: list[int], actions: int) -> Cells:
    """Return a mask over so many actions, 1 where one is legal."""
    return np.frombuffer(mask_bytes(legal, actions), np.int8).copy()


def mask_bytes(legal: list[int], actions: int) -> bytes:
    """Return a mask over so many actions as bytes, which cannot be changed."""
    _gaps_for(actions)
    return mask_row(legal, actions)


@lru_cache(maxsize=64)
def _gaps_for(actions: int) -> None:
    make_gaps(actions)


def layout_table(game: Game) -> str:
    """Return the layout of a game's observations as a table in Markdown."""
    lines = ["| field | offset | size | range | what it says |", "|---|---|---|---|---|"]
    offset = 0
    for field in game.layout():
        lines.append(f"| {field.name} | {offset} | {field.size} | {field.low}..{field.high} | {field.note} |")
        offset += field.size
    return "\n".join(lines) + "\n"
