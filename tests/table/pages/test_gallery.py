"""The card gallery and the page that tells how a game is played."""

from __future__ import annotations

import pytest

import warband
from warband.scene import sprites
from warband.table.pages.gallery import is_found, with_cards
from warband.table.pages.how_to import how_to

GAMES = ("heros-crossing", "pixel-tactics", "pocket-tactics")


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_in_the_gallery_with_its_own_picture(name: str) -> None:
    pieces = warband.game(name).gallery()
    assert len({piece.id for piece in pieces}) == len(pieces) > 10
    assert all(sprites.is_known(piece.sprite) and piece.name for piece in pieces)
    assert all(piece.numbers or piece.badges for piece in pieces)


def test_a_search_finds_names_keywords_and_powers() -> None:
    pieces = warband.game("pixel-tactics").gallery()
    assert [piece.name for piece in pieces if is_found(piece, "knight")][:1] == ["Knight"]
    intercepting = [piece for piece in pieces if is_found(piece, "INTERCEPT vanguard")]
    assert 0 < len(intercepting) < len(pieces)
    assert not [piece for piece in pieces if is_found(piece, "no such words")]
    assert {game.game for game in with_cards()} >= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_how_to_play_is_short_and_has_pictures(name: str) -> None:
    chapters = how_to(name)
    assert 4 <= len(chapters) <= 6
    assert all(sprites.is_known(sprite) for chapter in chapters for sprite in chapter.sprites)
    assert sum(len(chapter.text.split()) for chapter in chapters) < 300


@pytest.mark.parametrize("name", GAMES)
def test_every_badge_and_figure_is_explained(name: str) -> None:
    game = warband.game(name)
    glossary = game.glossary()
    for piece in game.gallery():
        for number in piece.numbers:
            assert number.icon in glossary, number.icon
        for badge in piece.badges:
            assert badge.lower().split()[0] in glossary, badge
