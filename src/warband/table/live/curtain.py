"""Choose the view that two people at one screen see, and when a curtain has to fall between them."""

from __future__ import annotations

from typing import Final

from warband.kernel.chance import Rng
from warband.kernel.match import Match
from warband.kernel.seats import BOTH, PUBLIC, Seat

WORLDS: Final = 12


class SharedScreen:
    """A screen that both seats share: whose view it shows, and which seat waits behind the curtain."""

    def __init__(self) -> None:
        self.viewer = PUBLIC
        self.waiting = PUBLIC

    @property
    def is_closed(self) -> bool:
        """Return whether the curtain is down."""
        return self.waiting != PUBLIC

    def turn(self, match: Match) -> None:
        """Follow the match: keep the view, show the public one, or lower the curtain."""
        awaiting = match.awaiting()
        decider = awaiting[0] if awaiting else PUBLIC
        if match.result is not None or decider < 0:
            self.viewer = self.waiting = PUBLIC
        elif self.viewer != decider:
            self.viewer, self.waiting = PUBLIC, PUBLIC
            if needs_hidden(match, decider):
                self.waiting = decider
            elif hides_nothing(match, decider):
                # The seat's own picture shows the places that only its choices name.
                self.viewer = decider

    def open(self) -> bool:
        """Open the curtain; return False if it was not down."""
        if not self.is_closed:
            return False
        self.viewer, self.waiting = self.waiting, PUBLIC
        return True


def needs_hidden(match: Match, seat: Seat) -> bool:
    """Return whether a seat needs something to decide that the other may not see."""
    if match.awaiting() == BOTH or match.secret_choices():
        return True
    if hides_nothing(match, seat):
        return False
    return touches_hidden(match, seat) or depends_on_hidden(match, seat)


def hides_nothing(match: Match, seat: Seat) -> bool:
    """Return whether a seat sees what everybody sees."""
    return {**match.view(seat), "viewer": PUBLIC} == match.view(PUBLIC)


def touches_hidden(match: Match, seat: Seat) -> bool:
    """Return whether a choice of the seat names a piece that the public picture does not show."""
    shown = match.game.scene(match.view(PUBLIC)).handles()
    choices = match.game.scene(match.view(seat)).choices
    return any(handle not in shown for choice in choices for handle in choice.handles)


def depends_on_hidden(match: Match, seat: Seat) -> bool:
    """Return whether the choices of the seat might be others, for all that the other seat knows.

    The worlds are those the other seat can imagine, so the curtain itself gives nothing away.
    """
    rng = Rng(match.ply)
    worlds = [match.game.redeal(match.state, 1 - seat, rng) for _ in range(WORLDS)]
    legal = [world.legal(seat) for world in worlds if world.awaiting() == (seat,)]
    return any(one != legal[0] for one in legal)
