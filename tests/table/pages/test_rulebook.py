from __future__ import annotations

import pytest

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.packaged_game import PackagedGame
from warband.kernel.registry import make_game
from warband.table.pages.rulebook import Rulebook, editions, rulebook


def anchors(book: Rulebook) -> set[str]:
    return {line.anchor for section in book.sections for line in section.lines}


@pytest.mark.parametrize("game", registry.names())
def test_every_clause_of_the_rules_is_in_the_book(game: str) -> None:
    made = make_game(game)
    assert isinstance(made, PackagedGame)
    short = {full.partition(":")[2] for full in made.clauses}
    found = set[str]()
    for edition in editions(game) or ("",):
        found |= anchors(rulebook(game, edition))
    assert found == short


def test_sections_bear_the_headings_of_the_file() -> None:
    titles = [section.title for section in rulebook("heros-crossing").sections]
    assert titles[:3] == ["Components and layout", "Set-up", "Rounds and activation"]
    assert rulebook("pixel-tactics").sections[-1].title == "Cards"


def test_an_edition_shows_the_printing_it_plays() -> None:
    classic, deluxe = anchors(rulebook("pixel-tactics", "classic")), anchors(rulebook("pixel-tactics", "deluxe"))
    assert "card/gunner/leader/first" in classic
    assert "card/gunner/leader/second" not in classic
    assert "card/gunner/leader/second" in deluxe
    assert "card/gunner/leader/first" not in deluxe
    assert "card/knight/leader/first" in deluxe


def test_an_edition_says_what_it_plays() -> None:
    plays = dict(rulebook("pixel-tactics", "deluxe").plays)
    assert plays["Cards in hand that close the draw action"] == "5"
    assert rulebook("heros-crossing").plays == ()


def test_references_and_the_chosen_edition_are_marked() -> None:
    lines = {line.anchor: line for section in rulebook("pixel-tactics", "classic").sections for line in section.lines}
    kinds = {(span.kind, span.text) for span in lines["CF-3"].spans}
    assert ("clause", "CF-1") in kinds
    assert ("edition", "classic") in kinds
    assert lines["CF-3"].by_edition


def test_a_search_finds_words_in_titles_texts_and_ids() -> None:
    book = rulebook("heros-crossing")
    assert {line.anchor for section in book.search("ATK-3") for line in section.lines} >= {"ATK-3"}
    assert book.search("Monarch HEALTH")
    assert book.search("zeppelin") == ()
    assert len(book.search("")) == len(book.sections)


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(BadInput, match="its editions are classic, deluxe, manual"):
        rulebook("pixel-tactics", "gold")
    with pytest.raises(BadInput, match="its editions are one"):
        rulebook("heros-crossing", "gold")
