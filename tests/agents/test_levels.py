"""The levels: eight of them, the top four minds, short waits, and what they say where something is missing."""

from __future__ import annotations

import sys

import pytest
from tests.agents.test_search import begun
from tests.kernel.matches import GAME

import warband
from warband.agents.levels import BEGINNER, MIND, SEARCH, find_level, has_mind, level_words, levels, missing
from warband.agents.roster import seat_bot
from warband.kernel import registry
from warband.kernel.errors import BadInput

NO_MIND = "a game of one's own"


def test_the_top_four_are_minds_in_every_game_that_ships() -> None:
    assert [level.number for level in levels()] == list(range(1, 9))
    for name in ("heros-crossing", "pixel-tactics", "pocket-tactics"):
        assert [level.recipe(name).bot for level in levels()] == [BEGINNER] * 4 + [MIND] * 4
        assert has_mind(name)


def test_each_mind_is_less_soft_or_looks_further_than_the_one_below() -> None:
    minds = [level.recipe() for level in levels()[4:]]
    assert [(-mind.softness, mind.iterations) for mind in minds] == sorted(
        {(-mind.softness, mind.iterations) for mind in minds}
    )


def test_no_level_thinks_longer_than_a_second_for_an_action() -> None:
    for level in levels():
        for game in (GAME, NO_MIND):
            recipe = level.recipe(game)
            assert recipe.seconds <= 1
            assert recipe.seconds > 0 or (recipe.bot == MIND and recipe.iterations == 0)
    assert all(level.recipe().seconds <= 0.2 for level in levels()[:4])


def test_a_game_without_a_mind_has_eight_levels_and_they_say_so() -> None:
    recipes = [level.recipe(NO_MIND) for level in levels()]
    assert [recipe.bot for recipe in recipes] == [BEGINNER] * 4 + [SEARCH] * 4
    assert [recipe.iterations for recipe in recipes[4:]] == [80, 300, 1500, 6000]
    for level in levels()[4:]:
        assert "no network was trained for this game" in level_words(level, NO_MIND)
        assert "network" in level_words(level, GAME)


def test_a_level_plays_a_game_without_a_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warband.agents.levels.has_mind", lambda game: False)
    match = begun(warband.game(GAME), 3, 8)
    player = seat_bot("5", match.game, 1, False)
    assert type(player.bot).__name__ == "SearchBot"
    assert player.choose(match.view(match.awaiting()[0])) in match.actions(match.awaiting()[0])


def test_without_numpy_a_mind_is_not_available_and_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith("warband.agents.minds")]:
        monkeypatch.delitem(sys.modules, name)
    game = registry.make_game(GAME)
    for level in levels():
        needs = level.recipe(GAME).bot == MIND
        assert bool(missing(level, GAME)) == needs
        assert not missing(level, NO_MIND)
        if needs:
            assert "the extra `table`" in level_words(level, GAME)
            with pytest.raises(BadInput, match=r"NumPy: this needs the extra `table`"):
                seat_bot(level.name, game, 0)
        else:
            seat_bot(level.name, game, 0)


@pytest.mark.parametrize("spec", ["0", "9", "1234567"])
def test_a_number_without_a_level_is_refused(spec: str) -> None:
    with pytest.raises(BadInput, match="there are the levels 1 to 8"):
        find_level(spec)


def test_a_level_is_found_by_number_and_name() -> None:
    assert find_level("3") is find_level("scout") is levels()[2]
    assert find_level("greedy") is None
