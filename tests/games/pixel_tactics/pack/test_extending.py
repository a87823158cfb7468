"""Build packs on the shipped cards: what is added, changed and left out, and nothing else."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.broken import Table, broken, complaint

from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.pack.reading import load_pack

ORDER = {"text": "Draw two cards.", "effect": [["draw", 2]]}
NEW = {"id": "cook", "name": "Cook", "attack": 1, "life": 2, "order": ORDER, "leader": {"attack": 1, "life": 9}}


def test_a_pack_adds_changes_and_leaves_out_cards() -> None:
    mine: Table = {"name": "mine", "extends": "set-one", "without": ["oracle", "witch"]}
    mine["cards"] = [NEW, {"id": "knight", "life": 9, "order": ORDER}]
    found = {card.id: card for card in load_pack(mine, "mine", "second").cards}
    shipped = {card.id: card for card in load_pack(broken()[0], "shipped", "second").cards}
    assert set(found) == set(shipped) - {"oracle", "witch"} | {"cook"}
    assert (found["knight"].life, found["knight"].attack) == (9, shipped["knight"].attack)
    assert found["knight"].roles["order"].text == "Draw two cards."
    assert found["knight"].roles["rear"] == shipped["knight"].roles["rear"]
    assert all(found[name] == shipped[name] for name in found if name not in ("cook", "knight"))


def test_a_pack_that_only_leaves_out_can_be_played() -> None:
    mine: Table = {"name": "mine", "extends": "set-one", "without": ["oracle"]}
    game = PixelTactics({"pack": "mine"}, {"mine": (mine, "mine")})
    assert "oracle" not in game.rules.ids
    assert len(game.rules.ids) == 24


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"extends": "set-two"}, "mine.extends: 'set-two' is not one of set-one"),
        ({"extends": "set-one", "without": ["kniht"]}, "there is no card 'kniht' to leave out; did you mean 'knight'?"),
        ({"without": ["knight"], "cards": []}, "mine.without: only a pack that extends another leaves cards of it out"),
    ],
)
def test_what_cannot_be_extended_is_refused(fields: Table, told: str) -> None:
    assert told in complaint({"name": "mine", **fields})
