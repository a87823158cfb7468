"""What a person asks for when a match is begun: game, opponent, side, clock, delay."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

BOT: Final = "bot"
SCREEN: Final = "screen"
FAR: Final = "far"
WATCH: Final = "watch"
MODES: Final = (BOT, SCREEN, FAR, WATCH)
ANY_SIDE: Final = -1
FORFEIT: Final = "forfeit"
TAKE_OVER: Final = "bot"
AT_ZERO: Final = (FORFEIT, TAKE_OVER)


@dataclass(frozen=True)
class Person:
    """A person: an id, and the name shown at tables."""

    id: str
    name: str


@dataclass(frozen=True)
class ClockRule:
    """How long each player may think: minutes (0: no clock), seconds added a decision, and what happens at zero."""

    minutes: int = 0
    added: int = 0
    at_zero: str = FORFEIT


@dataclass(frozen=True)
class Order:
    """What a person asked for when a match was begun.

    `bots` names one bot for a match against it, two in the order of the seats to watch, and none otherwise. `names`
    are the two people at one screen. `delay` is how many decisions spectators are behind. `hints` says that two people
    have agreed to hints.
    """

    game: str
    options: dict[str, object]
    mode: str
    bots: tuple[str, ...] = ()
    side: int = ANY_SIDE
    clock: ClockRule = field(default_factory=ClockRule)
    names: tuple[str, str] = ("", "")
    delay: int = 0
    hints: bool = False
