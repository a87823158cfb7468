"""The bot that docs/bots.md shows is the one that ships as an example, and it plays well enough to learn from."""

from __future__ import annotations

from pathlib import Path

import pytest

import warband
from warband.agents.lanes import settle
from warband.agents.roster import seat_bot
from warband.kernel.chance import Rng
from warband.kernel.seats import NOBODY

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE = DOCS / "examples/playout.py"
OPTIONS = {"heros-crossing": {}, "pixel-tactics": {"edition": "classic"}, "pocket-tactics": {"map": "quick"}}


def test_the_docs_show_the_bot_that_is_there() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") in (DOCS / "bots.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", OPTIONS)
def test_it_beats_random(name: str) -> None:
    assert sum(play(name, number) for number in range(4)) >= 3


def play(name: str, number: int) -> bool:
    """Play a match against the random bot; return whether the example won."""
    game = warband.game(name, **OPTIONS[name])
    own, rng = number % 2, Rng(number)
    players = {own: seat_bot(f"{EXAMPLE}:PlayOut", game, number), 1 - own: seat_bot("random", game, number)}
    state = game.start()
    while (seat := settle(state, rng)) != NOBODY:
        legal = state.legal(seat)
        state.apply(seat, players[seat].choose(state.view(seat), legal) if len(legal) > 1 else legal[0])
    result = state.result()
    return result is not None and result.winner == own
