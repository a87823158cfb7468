"""The end of a match as a page tells it: who has won, and the blow that decided it."""

from __future__ import annotations

from typing import Final

from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.seats import PUBLIC

# How many of the last events may lie between the blow and the end.
LAST_EVENTS: Final = 16
STRIKE: Final = "strike"
FALL: Final = "fall"


def deciding_blow(game: Game, events: list[Event], players: list[str]) -> str:
    """Return the sentence of the blow by which somebody fell at the very end, or nothing where none decided it."""
    fallen = False
    for event in reversed(events[-LAST_EVENTS:]):
        seen = event.seen(PUBLIC)
        motion = game.motion(seen)
        fallen = fallen or motion[:1] == [FALL]
        if fallen and motion[:1] == [STRIKE] and len(motion) > 1:
            return game.say_event(seen, players).plain()
    return ""


def verdict(winner: int | None, seats: tuple[int, ...], players: tuple[str, str]) -> str:
    """Return who has won, as somebody who holds these seats is told it."""
    if winner is None or winner not in (0, 1):
        return "A draw"
    return "You win" if seats == (winner,) else f"{players[winner]} wins"
