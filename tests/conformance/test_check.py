"""Check the conformance kit on a toy game: it passes when sound, and every broken law is found."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.conformance.toy import Toy, ToyState

from warband.conformance import check_game
from warband.conformance.report import Broken
from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Cover, Game, State
from warband.kernel.reasons import Reason
from warband.kernel.scene import Scene
from warband.kernel.seats import CHANCE
from warband.kernel.views import View

pytestmark = pytest.mark.engine


def test_the_toy_keeps_the_laws() -> None:
    report = check_game(Toy(), matches=60)
    assert report.decisions == 120
    assert report.leak_windows > 100
    assert report.lawful_reveals > 20


def test_the_toy_imagines_every_world_equally_often() -> None:
    view = ToyState([2, 4], [-1, -1]).view(0)
    rng = Rng(5)
    worlds = Counter(tuple(_cards(Toy().imagine(view, rng))) for _ in range(3000))
    assert set(worlds) == {(2, 1), (2, 3), (2, 4)}
    assert sum((count - 1000) ** 2 / 1000 for count in worlds.values()) < 13.8


def _cards(state: State) -> list[int]:
    assert isinstance(state, ToyState)
    return state.cards


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


class LeakyCover(ToyState):
    def cover(self, seat: int, action: int) -> Cover | None:
        cover = super().cover(seat, action)
        return Cover((0, 1), "") if cover is not None and seat == CHANCE else cover


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
        check_game(_toy_of(broken), matches=30)


def _toy_of(kind: type[ToyState]) -> Game:
    class Other(Toy):
        def start(self) -> State:
            return kind([], [-1, -1])

        def restore(self, position: dict[str, object], where: str = "position") -> State:
            twin = super().restore(position, where)
            assert isinstance(twin, ToyState)
            return kind(twin.cards, twin.choices)

        def imagine(self, view: View, rng: Rng) -> State:
            twin = super().imagine(view, rng)
            assert isinstance(twin, ToyState)
            return kind(twin.cards, twin.choices)

    return Other()


def test_a_card_that_everybody_may_see_opens_no_window() -> None:
    assert check_game(_toy_of(LeakyCover), matches=10).leak_windows < 60


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
