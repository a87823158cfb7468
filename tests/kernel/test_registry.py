"""Registry: one line registers a game, and it is imported when first asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.kernel.matches import GAME

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.registry import entry, make_game, names, register


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Register a game that lies in a module of its own, and forget it afterwards."""
    source = f"from warband.kernel.registry import entry\nENTRY = entry({GAME!r})\nOTHER = 5\n"
    (tmp_path / "guest_game.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    register("guest", "guest_game:ENTRY")
    yield "guest"
    registry.unregister("guest")
    sys.modules.pop("guest_game", None)


def test_a_registered_game_is_imported_when_asked_for(guest: str) -> None:
    assert guest in names()
    assert "guest_game" not in sys.modules
    assert make_game(guest, {"health": 3}).options["health"] == 3
    assert "guest_game" in sys.modules


def test_a_place_that_holds_no_game_is_named(guest: str) -> None:
    register(guest, "guest_game:OTHER")
    with pytest.raises(BadInput, match="guest_game:OTHER is not a game entry"):
        entry(guest)


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with pytest.raises(BadInput, match=f"unknown game 'chess'; the games are .*{GAME}"):
        make_game("chess")


def test_a_registered_game_knows_itself() -> None:
    for name in names():
        found = entry(name)
        assert (found.name, found.title) == (name, make_game(name).title)
        assert "default" in found.option_sets
        for options in found.option_sets.values():
            assert make_game(name, options).name == name


def test_a_game_is_made_with_its_options_bound() -> None:
    assert make_game(GAME, {"health": "2"}).options["health"] == 2
    with pytest.raises(BadInput, match="unknown option"):
        make_game(GAME, {"colour": "red"})


def test_a_pack_brought_along_is_used_under_its_name() -> None:
    with pytest.raises(BadInput, match=r"^mine.toml: "):
        make_game(GAME, {"pack": "mine.toml"}, {"mine.toml": ({}, "mine.toml")})
