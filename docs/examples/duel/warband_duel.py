"""Duel: both play a card in secret, the higher one takes the round, and every round is worth twice the last."""

from __future__ import annotations

from warband.kernel.chance import Rng
from warband.kernel.encoding import Encoder, Field
from warband.kernel.events import Event
from warband.kernel.game import Cover, Game, Result, State
from warband.kernel.options import Option, bind_options
from warband.kernel.reasons import Reason
from warband.kernel.registry import Entry, Packs
from warband.kernel.scene import Part, Sentence
from warband.kernel.seats import ALL, BOTH, BY_CHANCE, CHANCE, NO_SEATS, NOBODY, ONE
from warband.kernel.validation import Node
from warband.kernel.views import View

CARDS = 12
UNKNOWN = 0


class DuelState(State):
    """One position: the cards in hand and played, by seat, and the choices of this round that are still secret."""

    def __init__(self, size: int, hands: list[list[int]], played: list[list[int]], chosen: list[int]) -> None:
        self.size = size
        self.hands = hands
        self.played = played
        self.chosen = chosen

    # ---- who decides, and what is legal ----

    def dealt_to(self) -> int:
        """Return the seat that is dealt the next card, or CHANCE once both have all of theirs."""
        first, second = (len(self.hands[seat]) + len(self.played[seat]) for seat in (0, 1))
        if second == self.size:
            return CHANCE
        return 0 if first == second else 1

    def awaiting(self) -> tuple[int, ...]:
        """Return chance while cards are dealt, then whoever has not chosen a card for this round."""
        if self.dealt_to() != CHANCE:
            return BY_CHANCE
        if not any(self.hands):
            return NO_SEATS
        return tuple(seat for seat in BOTH if self.chosen[seat] == UNKNOWN)

    def why_not(self, seat: int, action: int) -> Reason | None:
        """Return why a card cannot be played now, or None."""
        if seat not in self.awaiting():
            return Reason("not_now", "duel:turn", {})
        return None if action + 1 in self.hands[seat] else Reason("not_in_hand", "duel:hand", {"card": action + 1})

    def legal(self, seat: int) -> list[int]:
        """Return the cards of a seat's hand as actions."""
        return [card - 1 for card in sorted(self.hands[seat])] if seat in self.awaiting() else []

    def kinds(self, seat: int) -> list[str]:
        """Return the kinds of action that a seat is asked for."""
        return ["play"] if seat in self.awaiting() else []

    def outcomes(self) -> list[tuple[int, int]]:
        """Return the cards that may be dealt next, all equally likely."""
        gone = {card for pile in self.hands + self.played for card in pile}
        return [(CARDS + card - 1, 1) for card in range(1, CARDS + 1) if card not in gone]

    # ---- what follows ----

    def cover(self, seat: int, action: int) -> Cover | None:
        """Return what the log shows to those who may not see which card it was."""
        if seat == CHANCE:
            return Cover(ONE[self.dealt_to()], "deal a card")
        return Cover(ONE[seat], "play a card")

    def apply(self, seat: int, action: int, sink: list[Event] | None = None) -> None:
        """Deal a card, or keep a choice; once both have chosen, show the cards."""
        events = [] if sink is None else sink
        if seat == CHANCE:
            owner, card = self.dealt_to(), action - CARDS + 1
            self.hands[owner].append(card)
            events.append(Event("deal", {"seat": owner}, {"card": card}, ONE[owner], reveals=True))
            return
        self.chosen[seat] = action + 1
        if UNKNOWN not in self.chosen:
            self._show(events)

    def _show(self, events: list[Event]) -> None:
        for seat, card in enumerate(self.chosen):
            self.hands[seat].remove(card)
            self.played[seat].append(card)
        data: dict[str, object] = {"cards": self.chosen, "prize": 2 ** (len(self.played[0]) - 1)}
        events.append(Event("show", data, reveals=True))
        self.chosen = [UNKNOWN, UNKNOWN]

    def scores(self) -> list[int]:
        """Return the points of both seats: the higher card takes 1 in the first round, then twice as much."""
        rounds = list(enumerate(zip(*self.played, strict=True)))
        return [sum(2**number for number, cards in rounds if cards[seat] == max(cards)) for seat in BOTH]

    def result(self) -> Result | None:
        """Return who has more points once all cards are played."""
        if self.awaiting():
            return None
        first, second = self.scores()
        return Result(NOBODY if first == second else int(second > first), "points")

    # ---- documents ----

    def copy(self) -> DuelState:
        """Return an equal state that shares nothing."""
        hands, played = ([list(pile) for pile in piles] for piles in (self.hands, self.played))
        return DuelState(self.size, hands, played, list(self.chosen))

    def view(self, viewer: int) -> View:
        """Return what a viewer may know: the own hand, the number of the rival's cards, all that was played."""
        hands = [self._shown(seat, viewer) for seat in BOTH]
        played = [list(pile) for pile in self.played]
        return View({"viewer": viewer, "hands": hands, "played": played, "scores": self.scores()})

    def _shown(self, seat: int, viewer: int) -> list[int]:
        return sorted(self.hands[seat]) if viewer in (seat, ALL) else [UNKNOWN] * len(self.hands[seat])

    def position(self) -> dict[str, object]:
        """Return the whole state as a document."""
        return {"hands": [list(hand) for hand in self.hands], "played": self.played, "chosen": self.chosen}


class DuelEncoder(Encoder):
    """Observations: a cell for each card of the own hand, those played by both, and the number of the round."""

    def encode(self, state: State, seat: int) -> bytes:
        """Return the observation of a seat."""
        assert isinstance(state, DuelState)
        piles = (state.hands[seat], state.played[seat], state.played[1 - seat])
        cells = [int(card in pile) for pile in piles for card in range(1, CARDS + 1)]
        return bytes([*cells, len(state.played[seat])])


class Duel(Game):
    """The game with its options bound."""

    def __init__(self, options: dict[str, object]) -> None:
        super().__init__("duel", "Duel", 1, options)
        self.size = int(str(options["cards"]))
        cards = range(1, CARDS + 1)
        self.notation = [f"play {card}" for card in cards] + [f"deal {card}" for card in cards]

    def start(self) -> DuelState:
        """Return the state before the cards are dealt."""
        return DuelState(self.size, [[], []], [[], []], [UNKNOWN, UNKNOWN])

    def bound(self) -> int:
        """Return the number of decisions: each seat plays every card once."""
        return 2 * self.size

    def restore(self, position: dict[str, object], where: str = "position") -> DuelState:
        """Return the state that a document describes, or raise BadInput."""
        node = Node(position, where)
        hands, played = ([pile.integers(1, CARDS) for pile in node.field(name).items()] for name in ("hands", "played"))
        state = DuelState(self.size, hands, played, node.field("chosen").integers(UNKNOWN, CARDS))
        cards = [card for pile in hands + played for card in pile]
        sizes = [len(hands[seat]) + len(played[seat]) for seat in BOTH] if len(hands) == len(played) == 2 else []
        if len(set(cards)) < len(cards) or len(state.chosen) != 2 or not sizes:
            raise node.wrong("two hands and two piles of different cards, and two choices, make a position")
        if max(sizes) > self.size or not 0 <= sizes[0] - sizes[1] <= 1 or len(played[0]) != len(played[1]):
            raise node.wrong(f"both are dealt {self.size} cards in turn and play as many as the other")
        if any(card not in (UNKNOWN, *hands[seat]) for seat, card in enumerate(state.chosen)):
            raise node.field("chosen").wrong("a card is chosen from the hand")
        return state

    def imagine(self, view: View, rng: Rng) -> DuelState:
        """Return a state that the viewer cannot tell from the real one: unknown cards are any of those unseen."""
        node = Node(view, "view")
        hands, played = (
            [pile.integers(UNKNOWN, CARDS) for pile in node.field(name).items()] for name in ("hands", "played")
        )
        known = {card for pile in hands + played for card in pile}
        unseen = [card for card in range(1, CARDS + 1) if card not in known]
        rng.shuffle(unseen)
        hands = [[card or unseen.pop() for card in hand] for hand in hands]
        return DuelState(self.size, hands, played, [UNKNOWN, UNKNOWN])

    def encoder(self) -> Encoder:
        """Return what writes observations."""
        piles = [Field(name, CARDS, 0, 1, f"cards {name}") for name in ("in hand", "played", "played by the rival")]
        return DuelEncoder([*piles, Field("round", 1, 0, self.size, "rounds played")])

    def say_event(self, event: dict[str, object], players: list[str]) -> Sentence:
        """Return the sentence of an event as a viewer saw it."""
        data = Node(event["data"], "data")
        if event["kind"] == "deal":
            card = f"the {data.field('card').integer()}" if "card" in data.fields() else "a card"
            return Sentence([Part(f"{players[data.field('seat').integer()]} draws {card}.")])
        if event["kind"] != "show":
            return super().say_event(event, players)
        first, second = data.field("cards").integers()
        winner = players[0] if first > second else players[1]
        return Sentence([Part(f"{first} against {second}: {winner} takes {data.field('prize').integer()}.")])

    def say_reason(self, reason: Reason) -> str:
        """Return the sentence of a reason."""
        if reason.code == "not_in_hand":
            return f"You do not hold the {reason.data['card']}."
        return "It is not your turn to play a card." if reason.code == "not_now" else super().say_reason(reason)


OPTIONS = [Option("cards", 6, "cards that each is dealt, and rounds", low=2, high=6)]


def make(options: dict[str, object], packs: Packs) -> Game:
    """Return Duel with these options."""
    return Duel(bind_options(OPTIONS, options))


ENTRY = Entry("duel", "Duel", OPTIONS, make)
