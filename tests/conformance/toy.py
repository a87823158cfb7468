"""A toy game in plain Python: one hidden card each out of four, then both fold or fight in secret."""

from __future__ import annotations

from warband.kernel.chance import Rng
from warband.kernel.events import Event
from warband.kernel.game import Cover, Game, Result, State
from warband.kernel.reasons import Reason
from warband.kernel.seats import ALL, BY_CHANCE, CHANCE, NOBODY, ONE
from warband.kernel.validation import Node
from warband.kernel.views import View


class ToyState(State):
    def __init__(self, cards: list[int], choices: list[int]) -> None:
        self.cards, self.choices = cards, choices

    def awaiting(self) -> tuple[int, ...]:
        return BY_CHANCE if len(self.cards) < 2 else tuple(seat for seat in (0, 1) if self.choices[seat] < 0)

    def legal(self, seat: int) -> list[int]:
        return [0, 1] if seat in self.awaiting() else []

    def kinds(self, seat: int) -> list[str]:
        return ["fold", "fight"] if self.legal(seat) else []

    def why_not(self, seat: int, action: int) -> Reason | None:
        return None if action in self.legal(seat) else Reason("not_now", "toy:1", {})

    def cover(self, seat: int, action: int) -> Cover | None:
        return Cover(ONE[len(self.cards)], "a card") if seat == CHANCE else Cover(ONE[seat], "a choice")

    def outcomes(self) -> list[tuple[int, int]]:
        return [(1 + card, 1) for card in (1, 2, 3, 4) if card not in self.cards]

    def apply(self, seat: int, action: int, sink: list[Event] | None = None) -> None:
        told = [] if sink is None else sink
        if seat == CHANCE:
            told.append(Event("deal", {}, {"card": action - 1}, ONE[len(self.cards)], True))
            self.cards.append(action - 1)
        else:
            self.choices[seat] = action
        if -1 not in self.choices:
            open_cards: dict[str, object] = {"cards": list(self.cards)} if self.choices == [1, 1] else {}
            told.append(Event("show", {"choices": list(self.choices), **open_cards}, reveals=True))

    def result(self) -> Result | None:
        if -1 in self.choices:
            return None
        strength = [choice * (10 + card) for choice, card in zip(self.choices, self.cards, strict=True)]
        return Result(NOBODY if strength == [0, 0] else strength.index(max(strength)), "duel")

    def copy(self) -> State:
        return type(self)(self.cards[:], self.choices[:])

    def view(self, viewer: int) -> View:
        over, shown = -1 not in self.choices, self.choices == [1, 1] or viewer == ALL
        cards = [card if shown or seat == viewer else 0 for seat, card in enumerate(self.cards)]
        return View({"viewer": viewer, "cards": cards, "choices": list(self.choices) if over else [-1, -1]})

    def position(self) -> dict[str, object]:
        return {"cards": list(self.cards), "choices": list(self.choices)}


class Toy(Game):
    def __init__(self) -> None:
        super().__init__("toy", "Toy", 1, {})
        self.notation = ["fold", "fight", "card 1", "card 2", "card 3", "card 4"]

    def start(self) -> State:
        return ToyState([], [-1, -1])

    def bound(self) -> int:
        return 2

    def restore(self, position: dict[str, object], where: str = "position") -> State:
        node = Node(position, where)
        return ToyState(node.field("cards").integers(), node.field("choices").integers(-1))

    def imagine(self, view: View, rng: Rng) -> State:
        node = Node(view, "view")
        cards = node.field("cards").integers()
        left = [card for card in (1, 2, 3, 4) if card not in cards]
        rng.shuffle(left)
        return ToyState([card or left.pop() for card in cards], node.field("choices").integers(-1))


def toy_of(kind: type[ToyState]) -> Game:
    """Return the toy with states of another class."""

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
