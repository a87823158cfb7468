"""Make Hero's Crossing with options: the pack, the cubes, and what is out of bounds."""

from __future__ import annotations

import copy

import pytest

from warband.kernel.clauses import clause
from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.registry import make_game

pytestmark = pytest.mark.engine
NAME = "heros-crossing"


def small_pack() -> dict[str, object]:
    data, _ = shipped_pack("warband.games.heros_crossing", "set-one")
    data = copy.deepcopy(data)
    data["name"] = "mine"
    data["cubes"] = {"magic": 1, "weapon": 2, "potion": 3, "armor": 4}
    return data


@clause("heros-crossing:SET-14")
def test_the_option_pack_chooses_the_hero_set_and_its_cubes() -> None:
    game = make_game(NAME, {"pack": "mine"}, {"mine": (small_pack(), "mine.toml")})
    assert list(game.packs) == ["mine"]
    assert game.start().position()["supply"] == {"magic": 1, "weapon": 2, "potion": 3, "armor": 4}


@clause("heros-crossing:SET-14")
def test_the_option_cubes_goes_before_those_of_the_pack() -> None:
    game = make_game(NAME, {"pack": "mine", "cubes": 7}, {"mine": (small_pack(), "mine.toml")})
    assert game.start().position()["supply"] == {"magic": 7, "weapon": 7, "potion": 7, "armor": 7}


@clause("heros-crossing:SET-14")
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"health": 0}, "option health: 0 is not between 1 and 6"),
        ({"health": 7}, "option health: 7 is not between 1 and 6"),
        ({"rounds": 0}, "option rounds: 0 is not between 1 and 200"),
        ({"columns": 4}, "option columns: 4 is not between 1 and 3"),
        ({"fronts": "chosen"}, "option fronts: 'chosen' is not one of draft, dealt"),
        ({"pack": "set-two"}, "option pack: 'set-two' is neither a file, nor a folder, nor one of set-one, tiny"),
    ],
)
def test_an_option_out_of_bounds_is_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_game(NAME, options)
    assert str(caught.value) == sentence
