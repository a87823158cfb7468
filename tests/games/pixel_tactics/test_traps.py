"""Ask about a face-down trap in a way that tells nothing: the rival sees the same whichever trap it is."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from tests.games.pixel_tactics.table import restore

from warband.cli.files import read_pack
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.clauses import clause
from warband.kernel.seats import CHANCE, PUBLIC

FORTY = Path(__file__).parents[3] / "docs" / "examples" / "forty"
TRAPS = ["snare", "pit", "riddle", "ambush"]
STEPS = 60


@cache
def forty() -> PixelTactics:
    return PixelTactics({"pack": "forty"}, {"forty": (read_pack(FORTY), "forty")})


def table_with(trap: str) -> Tactics:
    """Return a fight in which seat 1 has set a trap, and all its other cards lie in its deck or its unit."""
    own = {"leader": "bell", "hand": ["courier", "viper", "hush"], "unit": {"V1": "gravedigger", "F1": "acrobat"}}
    rival = {"leader": "shieldwall", "unit": {"V1": "warcry", "V2": "phoenix", "R1": "hush"}, "traps": [trap]}
    return restore(forty(), {"seats": [own, rival]})


def seen(state: Tactics) -> str:
    """Return all that the rival of the trap and a spectator may see, and who is asked."""
    row = forty().encoder().encode(state, 0)
    return json.dumps([state.view(0), state.view(PUBLIC), state.awaiting(), list(row)])


def step(state: Tactics, rng: Rng) -> None:
    """Play a random action of seat 0; seat 1 lets every trap lie and ends its turns."""
    who = state.awaiting()[0]
    if who == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    elif who == 0:
        legal = state.legal(0)
        state.apply(0, legal[rng.below(len(legal))])
    else:
        rules = state.rules
        last = rules.done if rules.done in state.legal(1) else rules.end_turn
        state.apply(1, last if last in state.legal(1) else state.legal(1)[0])


@pytest.mark.engine
@clause("pixel-tactics:TRP-2")
@pytest.mark.parametrize("seed", range(6))
def test_nobody_can_tell_which_trap_lies_there(seed: int) -> None:
    states = [table_with(trap) for trap in TRAPS]
    chances = [Rng(seed) for _ in TRAPS]
    asked = 0
    for _ in range(STEPS):
        assert len({seen(state) for state in states}) == 1
        if states[0].result() is not None:
            break
        asked += states[0].awaiting() == (1,) and bool(states[0].stack)
        for state, rng in zip(states, chances, strict=True):
            step(state, rng)
    assert asked
