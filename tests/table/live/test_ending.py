"""The end of a match: who has won, and the blow that decided it."""

from __future__ import annotations

import warband
from warband.kernel.events import Event
from warband.table.live.ending import deciding_blow, verdict

PLAYERS = ["Ada", "Bo"]
ATTACK = Event("attack", {"seat": 0, "front": "west", "target": "east"})
WOUND = Event("wound", {"seat": 1, "by": "magic", "health": 0})
FALL = Event("monarch_falls", {"seat": 1})


def test_the_deciding_blow_is_the_last_before_the_fall() -> None:
    game = warband.game("heros-crossing")
    first = Event("attack", {"seat": 1, "front": "east", "target": "east"})
    assert deciding_blow(game, [first, ATTACK, WOUND, FALL], PLAYERS).startswith("Ada attacks")
    assert deciding_blow(game, [ATTACK, Event("resign", {"seat": 1})], PLAYERS) == ""
    assert deciding_blow(game, [], PLAYERS) == ""


def test_the_verdict_names_the_rival_and_says_you() -> None:
    assert verdict(0, (0,), ("Ada", "Bo")) == "You win"
    assert verdict(1, (0,), ("Ada", "Bo")) == "Bo wins"
    assert verdict(1, (0, 1), ("Ada", "Bo")) == "Bo wins"
    assert verdict(-1, (0,), ("Ada", "Bo")) == "A draw"
