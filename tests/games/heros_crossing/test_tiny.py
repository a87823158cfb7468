"""The small option set is small enough for methods that visit every node, and still hides something."""

from __future__ import annotations

from warband.kernel.game import State
from warband.kernel.registry import entry, make_game
from warband.kernel.seats import CHANCE, NOBODY

NAME = "heros-crossing"
TINY = entry(NAME).option_sets["tiny"]


def count(state: State, tally: dict[str, int]) -> None:
    """Walk the whole tree of a match and count its nodes, its ends and its wins."""
    tally["nodes"] += 1
    awaiting = state.awaiting()
    if not awaiting:
        result = state.result()
        tally["ends"] += 1
        tally["wins"] += result is not None and result.winner != NOBODY
        return
    seat = awaiting[0]
    for action in [found for found, _ in state.outcomes()] if seat == CHANCE else state.legal(seat):
        twin = state.copy()
        twin.apply(seat, action)
        count(twin, tally)


def test_the_tree_of_the_tiny_set_can_be_walked() -> None:
    tally = {"nodes": 0, "ends": 0, "wins": 0}
    count(make_game(NAME, TINY).start(), tally)
    assert tally == {"nodes": 25479, "ends": 14802, "wins": 1432}


def test_the_first_card_is_hidden() -> None:
    game = make_game(NAME, TINY)
    views = []
    for card in ("card swordmaster", "card sorcerer"):
        state = game.start()
        state.apply(CHANCE, game.parse("first 0"))
        for _ in range(6):
            state.apply(CHANCE, game.parse("card fighter"))
        state.apply(0, game.parse("draw 2"))
        state.apply(CHANCE, game.parse(card))
        views.append((state.view(0), state.view(1)))
    assert views[0][0] != views[1][0]
    assert views[0][1] == views[1][1]
