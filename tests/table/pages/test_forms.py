"""Read the form of a new match: what it offers, what a filled-in one means, and what is wrong with it."""

from __future__ import annotations

import sys

import pytest

from warband.agents.levels import levels
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.table.live.match_order import ANY_SIDE, BOT, SCREEN, WATCH, ClockRule, Order
from warband.table.pages import forms

GAME = "heros-crossing"


@pytest.mark.parametrize("game", registry.names())
def test_a_form_offers_every_option_that_leaves_a_choice(game: str) -> None:
    first, rest = forms.fields(game, {})
    offered = {field.name for field in first + rest}
    assert offered <= {option.name for option in registry.entry(game).options}
    assert all(len(field.choices) != 1 for field in first + rest)
    assert all(field.value in dict(field.choices) for field in first + rest if field.choices)


def test_what_was_filled_in_comes_back() -> None:
    first, rest = forms.fields(GAME, {"option-health": "3"})
    assert next(field.value for field in first + rest if field.name == "health") == "3"


def test_an_empty_form_is_a_match_against_the_usual_level() -> None:
    order = forms.read_order({"game": GAME})
    assert (order.mode, order.bots, order.side) == (BOT, (forms.usual("level"),), ANY_SIDE)
    assert order.clock == ClockRule()


def test_a_form_begins_with_what_its_game_names() -> None:
    fields = [field for some in forms.fields("pocket-tactics", {}) for field in some]
    assert next(field.value for field in fields if field.name == "map") == "quick"
    assert forms.read_order({"game": "pocket-tactics"}).options == {"map": "quick"}
    assert forms.read_order({"game": "pocket-tactics", "option-map": "built"}).options == {"map": "built"}


def test_an_order_that_does_not_name_what_a_form_begins_with_means_the_library_s_own_default() -> None:
    assert forms.filled_in(Order("pocket-tactics", {}, BOT))["option-map"] == "built"
    assert forms.filled_in(Order("pocket-tactics", {"map": "quick"}, BOT))["option-map"] == "quick"


def test_a_filled_in_form_is_read_whole() -> None:
    given = {"game": GAME, "mode": WATCH, "level": "2", "level2": "search:50", "option-health": "3"}
    order = forms.read_order({**given, "minutes": "5", "added": "10", "at_zero": "bot", "delay": "4", "side": "second"})
    assert (order.bots, order.options, order.delay, order.side) == (("Squire", "search:50"), {"health": "3"}, 4, 1)
    assert order.clock == ClockRule(5, 10, "bot")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"mode": "post"}, "opponent: 'post' is not one of"),
        ({"side": "third"}, "side: 'third' is not one of"),
        ({"delay": "-1"}, "delay: '-1' is not a whole number from 0 to 20"),
        ({"minutes": "x"}, "minutes: 'x' is not a whole number"),
        ({"option-pack": "/etc/passwd"}, "option pack: '/etc/passwd' is not one of"),
        ({"level": "search:9999999"}, "There is no bot 'search:9999999' here"),
        ({"mode": SCREEN, "name1": " Al  ", "name2": "Al"}, "Both players are called 'Al'"),
    ],
)
def test_what_is_wrong_is_one_sentence(given: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        forms.read_order({"game": GAME, **given})


def test_a_bot_that_a_link_names_is_offered_beside_the_levels() -> None:
    assert len(forms.rivals(GAME, "")) == len(levels())
    assert forms.rivals(GAME, "greedy")[-1] == forms.Rival("greedy:60", "greedy")
    assert forms.rivals(GAME, "", ("my.py:Mine",))[-1] == forms.Rival("Mine", "Mine")


def test_levels_that_need_numpy_are_shown_as_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(rival.available for rival in forms.rivals(GAME, ""))
    monkeypatch.setitem(sys.modules, "numpy", None)
    shown = forms.rivals(GAME, "")
    assert [rival.available for rival in shown] == [True] * 4 + [False] * 4
    assert "the extra `table`" in shown[-1].text
    assert forms.usual("level2", GAME) == levels()[3].name


def test_names_are_printable_short_and_single_spaced() -> None:
    assert forms.clean_name("  A\x07 b\u202e   c ") == "A b c"
    assert len(forms.clean_name("x" * 99)) == forms.LONGEST_NAME


def test_options_are_told_where_they_differ_from_the_usual() -> None:
    assert forms.other_options(GAME, {}) == []
    assert len(forms.other_options(GAME, {"health": "3"})) == 1


def test_a_clock_is_told_in_words() -> None:
    assert forms.clock_line(ClockRule()) == "There is no clock."
    assert forms.clock_line(ClockRule(1, 5)).startswith("Each player has 1 minute, and 5 seconds more after each")


def test_a_bot_of_the_host_is_named_without_its_path() -> None:
    guests = ("/home/host/my.py:Mine", "installed")
    assert [rival.spec for rival in forms.rivals(GAME, "", guests)][-2:] == ["Mine", "installed"]
    assert forms.read_bot("Mine", guests) == guests[0]
    assert forms.read_bot("installed", guests) == "installed"
    with pytest.raises(BadInput):
        forms.read_bot(guests[0], guests)
