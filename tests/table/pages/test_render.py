"""Serve what ships: files by name and mark, and the small words of templates."""

from __future__ import annotations

import pytest

from warband.kernel import registry
from warband.table.pages import render


def test_files_that_ship_are_named_and_nothing_else() -> None:
    names = set(render.shipped())
    assert {"theme.css", "pages.css", "sprites.css", "crest.svg"} <= names
    assert {f"games/{game}.css" for game in registry.names()} <= names
    with pytest.raises(KeyError):
        render.asset_text("../app.py")


def test_scripts_share_a_mark_and_stylesheets_have_their_own() -> None:
    scripts = [name for name in render.shipped() if name.endswith(".js") and "/" not in name]
    assert len({render.asset_mark(name) for name in scripts}) == 1
    assert render.asset_mark("theme.css") != render.asset_mark("pages.css")
    assert render.asset("theme.css") == f"/static/@{render.asset_mark('theme.css')}/theme.css"


def test_the_crest_is_a_picture_of_its_own() -> None:
    assert render.crest().startswith('<svg xmlns="http://www.w3.org/2000/svg" ')


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "just now"), (59, "just now"), (60, "1 minute ago"), (7300, "2 hours ago"), (200_000, "2 days ago")],
)
def test_time_is_told_in_words(seconds: float, said: str) -> None:
    assert render.ago(seconds) == said


def test_things_are_counted() -> None:
    assert (render.count(1, "step"), render.count(2, "step")) == ("1 step", "2 steps")
    assert render.lesson("heros-crossing").endswith(" steps")
