"""Check that matches, records, states and views show themselves in a notebook, and hide what they must."""

from __future__ import annotations

import pytest

from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.kernel.registry import entry, make_game, names
from warband.research import notebook


def html_of(thing: object) -> str:
    shown = getattr(thing, "_repr_html_")()  # noqa: B009
    assert isinstance(shown, str)
    return shown


def played(name: str, decisions: int) -> Match:
    match = Match(make_game(name), seeded_chance(5), ["Ada", "<b>Bo"])
    match.settle()
    rng = Rng(5)
    while match.awaiting() and decisions:
        seat = match.awaiting()[0]
        legal = match.actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
        decisions -= 1
    return match


@pytest.mark.parametrize("name", names())
def test_matches_records_and_states_show_themselves(name: str) -> None:
    match = played(name, 30)
    for thing in (match, record_match(match), match.state, match.game.scene(match.view(0))):
        assert f'data-game="{name}"' in html_of(thing)
    assert "&lt;b&gt;Bo" in html_of(match)
    assert "<b>Bo" not in html_of(record_match(match))


@pytest.mark.parametrize("name", names())
def test_what_is_shown_is_what_the_seat_sees(name: str) -> None:
    match = played(name, 30)
    twin = match.game.redeal(match.state, 0, Rng(8))
    assert notebook.show(twin, 0).html == notebook.show(match.state, 0).html
    assert notebook.show(twin.view(0)).html == notebook.show(match.state, 0).html


def test_a_record_that_cannot_be_replayed_shows_its_entries() -> None:
    record = record_match(played("heros-crossing", 3))
    assert "<summary>" in html_of(record.redact(0))
    record.version = 99
    assert "rules version 99" in html_of(record)


def test_a_record_of_a_match_that_goes_on_hides_the_secret_entries() -> None:
    record = record_match(played("heros-crossing", 2))
    secret = [item.text for item in record.entries if item.open == "pick a card"]
    assert len(secret) == 2
    assert "<td>pick a card</td>" in html_of(record)
    assert all(f"<td>{text}</td>" not in html_of(record) for text in secret)
    assert f"<td>{secret[0]}</td>" in notebook.show(record, 0).html


def test_a_state_of_other_options_is_shown_with_its_game() -> None:
    tiny = make_game("heros-crossing", entry("heros-crossing").option_sets["tiny"])
    usual = played("heros-crossing", 0).view(0)
    assert 'data-game="heros-crossing"' in notebook.show(tiny.start(), game=tiny).html
    with pytest.raises(BadInput, match=r"health: 6 .* say so with notebook.use\(game\)"):
        notebook.show(usual, game=tiny)
    notebook.use(tiny)
    with pytest.raises(BadInput, match="health"):
        notebook.show(usual)
    notebook.use(make_game("heros-crossing"))
    assert "Fighter" in notebook.show(usual).html


@pytest.mark.parametrize("name", names())
def test_a_picture_says_when_the_options_are_only_assumed(name: str) -> None:
    match = played(name, 5)
    notebook._in_use.clear()
    assert notebook.ASSUMED in html_of(match.state)
    assert notebook.ASSUMED in notebook.show(match.view(0)).html
    assert notebook.ASSUMED not in html_of(match)
    assert notebook.ASSUMED not in notebook.show(match.state, game=match.game).html
    notebook.use(match.game)
    assert notebook.ASSUMED not in html_of(match.state)
    notebook._in_use.clear()


def test_a_scene_is_drawn_in_the_style_of_its_game() -> None:
    match = played("pixel-tactics", 5)
    scene = match.game.scene(match.view(0))
    style = notebook.style_of("pixel-tactics")
    assert style
    assert style in html_of(scene)
    assert style in notebook.show(scene).html


class Formatter:
    """Stand for the HTML formatter of a notebook."""

    def __init__(self) -> None:
        self.formatters: dict[str, notebook.Formatter] = {"text/html": self}
        self.display_formatter: notebook.DisplayFormatter = self
        self.drawn: dict[type, object] = {}

    def for_type(self, kind: type, draw: object) -> None:
        self.drawn[kind] = draw


def test_views_show_themselves_and_other_dictionaries_do_not() -> None:
    shell = Formatter()
    notebook.load_ipython_extension(shell)
    draw = shell.drawn[dict]
    assert callable(draw)
    match = played("pocket-tactics", 0)
    assert 'data-game="pocket-tactics"' in draw(match.view(0))
    assert draw({"viewer": 0}) is None


def test_other_things_cannot_be_shown() -> None:
    with pytest.raises(BadInput, match="a str is no match"):
        notebook.show("match")
