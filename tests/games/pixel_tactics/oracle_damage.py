"""Move cards and put damage down a second time: who takes it instead, who falls at once, what waits for it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.games.pixel_tactics.oracle_board import LEADER, Ask, Asking, Board, Piece, Play, Slot

from warband.kernel.seats import CHANCE


@dataclass
class Reaction:
    """A reaction that waits: whose it is, the card that reacts, what it reacts to."""

    kind: str
    seat: int
    source: Piece | None
    other: Piece | None = None
    amount: int = 0


def named(who: int, slot: Slot) -> str:
    return f"choose {slot[1]}" if slot[0] == who else f"choose > {slot[1]}"


class Wounded(Board):
    """A board on which cards move and damage is done; whatever needs a decision yields an Ask."""

    def __init__(self, position: dict[str, object], options: dict[str, object]) -> None:
        super().__init__(position, options)
        self.pending: list[Reaction] = []
        self.settling = False

    # ---- choices ----

    def pick(self, who: int, slots: list[Slot], may: bool = False) -> Asking[Slot | None]:
        """Let a seat choose one of some slots; nothing happens where there are none."""
        if not slots:
            return None
        names = {named(who, slot): slot for slot in slots}
        answer = yield Ask(who, [*names, "done"] if may else [*names])
        return names.get(answer)

    def pick_piece(self, who: int, slots: list[Slot]) -> Asking[Piece | None]:
        slot = yield from self.pick(who, slots)
        return self.at(slot) if slot is not None else None

    def pick_card(self, who: int, cards: set[str]) -> Asking[str]:
        answer = yield Ask(who, [f"take {card}" for card in sorted(cards)])
        return answer.removeprefix("take ")

    def spread(
        self, who: int, most: dict[Slot, int], total: int, among: int = 99, may: bool = True
    ) -> Asking[dict[Slot, int]]:
        """Let a seat give out points one by one, never going back to an earlier slot (CHO-1)."""
        slots, given = list(most), dict[Slot, int]()
        last = 0
        for _ in range(total):
            full = len(given) >= among
            open_to = [slot for slot in slots[last:] if given.get(slot, 0) < most[slot] and (slot in given or not full)]
            slot = yield from self.pick(who, open_to, may)
            if slot is None:
                break
            given[slot] = given.get(slot, 0) + 1
            last = slots.index(slot)
        return given

    # ---- cards ----

    def draw(self, seat: int, count: int) -> Asking[list[str]]:
        side, drawn = self.sides[seat], list[str]()
        while len(drawn) < count and side.deck():
            options = side.top[:1] or sorted(side.bag) or side.bottom[:1]
            answer = yield Ask(CHANCE, [f"card {card}" for card in options])
            card = answer.removeprefix("card ")
            pile = side.top if side.top else side.bottom
            if side.bag and not side.top:
                side.bag.remove(card)
            else:
                pile.pop(0)
            drawn.append(card)
        return drawn

    def lose(self, seat: int) -> Asking[str]:
        """Let a seat lose a random card of its hand."""
        answer = yield Ask(CHANCE, [f"card {card}" for card in sorted(self.sides[seat].hand)])
        card = answer.removeprefix("card ")
        self.sides[seat].hand.remove(card)
        return card

    def to_discard(self, slot: Slot) -> None:
        piece = self.sides[slot[0]].unit.pop(slot[1])
        self.sides[piece.owner].discard.add(piece.card)

    def to_hand(self, slot: Slot) -> None:
        piece = self.sides[slot[0]].unit.pop(slot[1])
        self.sides[piece.owner].hand.add(piece.card)

    def stand(self, slot: Slot, card: str) -> Piece:
        """Recruit a card of the hand; a Mascot leader waits for that."""
        seat, cell = slot
        self.sides[seat].hand.remove(card)
        piece = self.sides[seat].unit[cell] = Piece(card, seat, marks={"fresh"})
        if self.leads(seat, "mascot"):
            self.wait("recruited", seat, self.leader(seat), piece)
        return piece

    # ---- damage ----

    def deal(self, by: int, dealer: Piece | None, target: Piece | None, amount: int, mode: str = "") -> Play:
        """Put a packet of damage on a card: armour (attacks only), who takes it instead, the damage itself."""
        slot = self.standing(target)
        if slot is None:
            return
        amount = self.after_armour(slot, amount, mode) if mode else amount
        if amount <= 0:
            return
        other = yield from self.pick(slot[0], self.stand_ins(slot), may=True)
        self.put(other or slot, amount, by, dealer)
        self.heal_dealer(dealer, amount, mode)

    def stand_ins(self, slot: Slot) -> list[Slot]:
        """Return who may take the damage of a hero: Homunculus in the rear, Vampire right behind."""
        seat, cell = slot
        if cell == LEADER:
            return []
        vampire = [f"F{cell[1]}"] if cell[0] == "V" and self.helper(seat, cell) == "vampire F" else []
        rear = [other for other in self.heroes(seat) if self.role(seat, other) == "homunculus R" and other != cell]
        return [(seat, other) for other in (rear if cell[0] == "R" else vampire)]

    def put(self, slot: Slot, amount: int, by: int, dealer: Piece | None) -> None:
        """Put damage down; a Homunculus leader takes what would be lethal, an Assassin leader does not wait."""
        seat, cell = slot
        piece = self.sides[seat].unit[cell]
        stays = amount
        if cell != LEADER and self.leads(seat, "homunculus"):
            stays = max(0, min(amount, self.life(slot) - 1 - piece.damage))
        self.mark(slot, stays)
        self.mark((seat, LEADER), amount - stays)
        struck = not self.second or (by == 1 - seat and dealer is not None)
        if cell != LEADER and self.lethal(slot) and self.leads(1 - seat, "assassin") and struck:
            self.fall(slot)

    def mark(self, slot: Slot, amount: int) -> None:
        if amount:
            piece = self.sides[slot[0]].unit[slot[1]]
            piece.damage += amount
            piece.marks.add("hurt")
            self.stirred = True
            self.sides[1 - slot[0]].dealt += amount if slot[1] == LEADER else 0

    def heal_dealer(self, dealer: Piece | None, amount: int, mode: str) -> None:
        """Let a Vampire in the vanguard heal by what it dealt, and under a Vampire leader whoever attacked."""
        slot = self.standing(dealer)
        heals = [slot and self.role(*slot) == "vampire V", slot and mode and self.leads(slot[0], "vampire")]
        for _ in range(sum(map(bool, heals))):
            self.pending.append(Reaction("heal", slot[0] if slot else 0, dealer, amount=amount))

    def heal(self, slot: Slot, amount: int) -> None:
        piece = self.at(slot)
        if piece is not None and not piece.corpse and "unhealable" not in piece.marks:
            piece.damage -= min(amount, piece.damage)

    def damaged(self, slots: list[Slot]) -> dict[Slot, int]:
        """Return how much damage may be taken off some cards."""
        pieces = {slot: self.sides[slot[0]].unit[slot[1]] for slot in slots}
        return {
            slot: piece.damage for slot, piece in pieces.items() if piece.damage and "unhealable" not in piece.marks
        }

    def fall(self, slot: Slot) -> None:
        """Let a hero fall: a corpse, or gone if it was captured; leaders that wait for it may react."""
        seat, cell = slot
        piece = self.sides[seat].unit[cell]
        if "captured" in piece.marks:
            self.to_discard(slot)
            return
        piece.corpse = True
        if self.leads(seat, "berserker"):
            piece.marks.add("falling")
            self.wait("strike", seat, self.leader(seat), piece)
        else:
            piece.bare()
        if self.leads(1 - seat, "overlord"):
            self.wait("capture", 1 - seat, self.leader(1 - seat), piece)

    def leader(self, seat: int) -> Piece:
        return self.sides[seat].unit[LEADER]

    def wait(self, kind: str, seat: int, source: Piece | None, other: Piece | None = None) -> None:
        self.pending.append(Reaction(kind, seat, source, other))
