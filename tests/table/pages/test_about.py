from __future__ import annotations

import pytest

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node
from warband.scene import sprites
from warband.table.pages.about import LIDS, about, all_games, read_about

GAMES = registry.names()
PLAIN = {
    "place": 1,
    "sentence": "A war.",
    "minutes": 5,
    "note": "",
    "credit": "",
    "lid": {"kind": "map", "sprites": []},
}


def test_the_shelf_is_in_the_order_the_games_ask_for() -> None:
    assert [game.game for game in all_games()] == ["pixel-tactics", "heros-crossing", "pocket-tactics"]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_it_is(game: str) -> None:
    said = about(game)
    assert said.sentence.endswith(".")
    assert said.minutes > 0
    assert said.credit
    assert len(said.sprites) >= 6
    assert set(said.sprites) <= set(sprites.names())
    assert said.story


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_form_belong_to_options_there_are(game: str) -> None:
    said, options = about(game), {option.name: option for option in registry.entry(game).options}
    assert set(said.names) <= set(options)
    assert set(said.shown) <= set(options)
    assert all(value in options[name].choices for name, value in said.begins.items())
    every = {choice for option in options.values() for choice in option.choices}
    for key in said.words:
        name, dot, choice = key.partition(".")
        assert choice in options[name].choices if dot else name in every, key


def test_an_option_without_words_shows_its_own() -> None:
    said = about("pixel-tactics")
    assert said.option_name("some_thing") == "Some thing"
    assert said.choice_words("edition", "deluxe") == "Deluxe, the usual rules"
    assert said.choice_words("printing", "first") == "first"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"minutes": 0}, "minutes: 0 is not between"),
        ({"lid": {"kind": "sea", "sprites": []}}, f"'sea' is not one of {', '.join(LIDS)}"),
        ({"colour": "red"}, "unknown field 'colour'"),
        ({"story": [{"label": "x", "kinds": "y", "by": "seat"}]}, "expected a list"),
    ],
)
def test_a_broken_file_says_what_is_wrong(change: dict[str, object], said: str) -> None:
    read_about("chess", "Chess", Node(PLAIN, "about.toml"))
    with pytest.raises(BadInput, match=said):
        read_about("chess", "Chess", Node(PLAIN | change, "about.toml"))
