"""Observers write what a seat knows: views and tellings, as text and as tensors."""

from __future__ import annotations

import numpy as np
import pytest

from warband.kernel.registry import make_game, names
from warband.kernel.seats import BY_CHANCE, CHANCE
from warband.research.history import DIGEST_BYTES, RECENT, History, telling_of
from warband.research.observers import RecallObserver, ViewObserver, beyond


class Table:
    """A history with the interface of an OpenSpiel state."""

    def __init__(self, name: str) -> None:
        game = make_game(name)
        self.memory = History(game, game.start())

    def go_on(self) -> None:
        """Let whoever decides take the first action there is."""
        state, decider = self.memory.state, self.memory.awaiting[0]
        first = state.outcomes()[0][0] if decider == CHANCE else state.legal(decider)[0]
        self.memory = self.memory.after(decider, first)


@pytest.mark.parametrize("name", names())
def test_cells_are_those_of_the_encoding_and_zero_while_chance_decides(name: str) -> None:
    table = Table(name)
    game = table.memory.game
    observer = ViewObserver(game)
    for _ in range(60):
        observer.set_from(table, 1)
        assert observer.tensor is not None
        if table.memory.awaiting == BY_CHANCE:
            assert not observer.tensor.any()
        else:
            assert (
                observer.tensor.tobytes()
                == np.frombuffer(game.encode(table.memory.state, 1), np.int8).astype("f4").tobytes()
            )
        table.go_on()


def test_only_the_latest_plies_are_in_the_tensor_and_the_digest_knows_the_rest() -> None:
    table = Table("pocket-tactics")
    observer = RecallObserver(table.memory.game)
    seen = set()
    for _ in range(RECENT + 10):
        table.go_on()
        observer.set_from(table, 0)
        seen.add(observer.dict["digest"].tobytes())
    assert observer.dict["recent"].shape == (RECENT, 2)
    assert observer.dict["recent"].all(axis=1).any()
    assert len(seen) > RECENT


def test_the_digest_has_its_bits() -> None:
    assert len(telling_of("").digest) == DIGEST_BYTES
    assert telling_of("one").digest != telling_of("two").digest != telling_of("two\ntwo").digest


def test_who_acted_is_told_from_where_one_sits() -> None:
    table = Table("heros-crossing")
    observer = RecallObserver(table.memory.game)
    for _ in range(RECENT):
        table.go_on()
    for player in (0, 1):
        observer.set_from(table, player)
        sides = {player: 1, 1 - player: 2, CHANCE: 3}
        plies = reversed(table.memory.telling(player).recent)
        assert observer.dict["recent"].tolist() == [[sides[seat], action + 1] for seat, action in plies]


def test_what_is_beyond_the_public_view() -> None:
    public = {"round": 1, "seats": [{"size": 2}, {"size": 1}], "viewer": -2}
    view = {"round": 1, "seats": [{"size": 2, "hand": ["a", "b"]}, {"size": 1}], "viewer": 0}
    assert beyond(view, public) == {"seats": [{"hand": ["a", "b"]}, None], "viewer": 0}
    assert beyond(public, public) is None
