"""Cells and actions that mean the same of different things share a name."""

from __future__ import annotations

from warband.kernel.encoding import Field
from warband.kernel.features import action_terms, cell_terms, plain_features
from warband.kernel.notation import NONE, Kind, Notation, Part


def test_cells_of_things_share_the_name_of_their_field() -> None:
    layout = [Field("front", 5, 0, 1, "two blocks of two things, and a mark", 2, 2), Field("round", 1, 0, 127, "")]
    cells = cell_terms(layout)
    assert cells[0] == [("front/0 holds", NONE), ("front/0", 0)]
    assert cells[3] == [("front/1 holds", NONE), ("front/1", 1)]
    assert cells[4] == [("front/0", NONE)]
    assert cells[5] == [("round/0", NONE)]


def test_actions_are_known_by_kind_parts_and_thing() -> None:
    slot = Part("slot", ["V1", "V2"])
    kinds = [Kind("recruit", "recruit {card} {slot}", [Part("card", ["knight", "witch"]), slot]), Kind("pass", "pass")]
    kinds.append(Kind("move", "move {slot} {to}", [slot, Part("to", ["F1"])]))
    terms = action_terms(Notation("Any", kinds, []), "card")
    assert terms[3] == [("recruit", NONE), ("recruit slot V2", NONE), ("recruit card", 1)]
    assert terms[4] == [("pass", NONE)]
    assert terms[5] == [("move", NONE), ("move slot V1", NONE), ("move to F1", NONE), ("move V1 F1", NONE)]


def test_a_game_that_says_nothing_has_a_name_for_each_cell_and_action() -> None:
    features = plain_features([Field("hand", 2, 0, 1, "")], ["play 1", "play 2"])
    assert features.cells == [[("hand/0", NONE)], [("hand/1", NONE)]]
    assert features.actions == [[("play 1", NONE)], [("play 2", NONE)]]
