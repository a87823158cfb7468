"""Find what breaks a law: states and games that are wrong in one place each."""

from __future__ import annotations

import pytest
from tests.conformance.toy import Toy, ToyState, toy_of

from warband.conformance import check_game
from warband.conformance.report import Broken
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import State
from warband.kernel.reasons import Reason
from warband.kernel.scene import Scene
from warband.kernel.seats import CHANCE
from warband.kernel.views import View

pytestmark = pytest.mark.engine


class LeakyView(ToyState):
    def view(self, viewer: int) -> View:
        return View({**super().view(viewer), "sum": sum(self.cards)})


class EarlyView(ToyState):
    def view(self, viewer: int) -> View:
        return View({**super().view(viewer), "choices": list(self.choices)})


class LeakyEvent(ToyState):
    def apply(self, seat: int, action: int, sink: list[Event] | None = None) -> None:
        super().apply(seat, action, sink)
        if sink is not None and seat == CHANCE:
            sink.append(Event("clink", {"odd": action % 2}))


class OpenParity(ToyState):
    def apply(self, seat: int, action: int, sink: list[Event] | None = None) -> None:
        told: list[Event] = []
        super().apply(seat, action, told)
        for event in told if sink is not None else []:
            odd: dict[str, object] = {"odd": action % 2} if event.kind == "deal" else {}
            event.open = {**event.open, **odd}
        if sink is not None:
            sink.extend(told)


class LeakyReason(ToyState):
    def why_not(self, seat: int, action: int) -> Reason | None:
        reason = super().why_not(seat, action)
        return Reason("not_now", "toy:1", {"sum": sum(self.cards)}) if reason else None


class SharedCopy(ToyState):
    def copy(self) -> State:
        return type(self)(self.cards, self.choices)


class WrongWhyNot(ToyState):
    def why_not(self, seat: int, action: int) -> Reason | None:
        return Reason("no", "toy:1", {}) if action == 0 else super().why_not(seat, action)


class CatchAll(ToyState):
    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[:1]


class LossyPosition(ToyState):
    def position(self) -> dict[str, object]:
        return {**super().position(), "choices": [-1, -1]}


STATES = [
    (LeakyView, "imagine"),
    (EarlyView, "imagine|until both"),
    (LeakyEvent, "reveals"),
    (OpenParity, "reveals"),
    (LeakyReason, "no leak in the reasons"),
    (SharedCopy, "leaves the original alone"),
    (WrongWhyNot, "no reason against it"),
    (CatchAll, "exactly for legal|catch-all"),
    (LossyPosition, "restored|replay|round-trips"),
]


@pytest.mark.parametrize(("broken", "law"), STATES, ids=[state.__name__ for state, _ in STATES])
def test_a_broken_state_is_found(broken: type[ToyState], law: str) -> None:
    with pytest.raises(Broken, match=law):
        check_game(toy_of(broken), matches=30)


class Unreadable(Toy):
    def parse(self, text: str, state: State | None = None) -> int:
        return 0


class TooShort(Toy):
    def bound(self) -> int:
        return 1


class Cheat(Toy):
    def imagine(self, view: View, rng: Rng) -> State:
        return ToyState([1, 2], [-1, -1])


class NoChoices(Toy):
    def scene(self, view: View) -> Scene:
        scene = super().scene(view)
        scene.choices = []
        return scene


class LeakyEncoder(Toy):
    def encode(self, state: State, seat: int) -> bytes:
        assert isinstance(state, ToyState)
        return bytes(state.cards)


GAMES = [
    (Unreadable, "parses back"),
    (LeakyEncoder, "an observation holds nothing but what the view holds"),
    (TooShort, "bound"),
    (Cheat, "imagine"),
    (NoChoices, "exactly the legal actions"),
]


@pytest.mark.parametrize(("broken", "law"), GAMES, ids=[game.__name__ for game, _ in GAMES])
def test_a_broken_game_is_found(broken: type[Toy], law: str) -> None:
    with pytest.raises(Broken, match=law):
        check_game(broken(), matches=30)
