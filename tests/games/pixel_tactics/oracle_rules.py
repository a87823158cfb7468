"""Carry out attacks, damage, defeats and reactions a second time; the orders themselves are in oracles.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.games.pixel_tactics.oracle_board import FIGURES, LEADER, Ask, Asking, Board, Piece, Play, Slot

from warband.kernel.seats import CHANCE

# The physical cards that a chain of copies has used: owner and name.
Chain = frozenset[tuple[int, str]]
Power = Callable[["Table", int, Piece, Chain], Play]
Order = Callable[["Table", int, Chain], Play]

POWERS: dict[str, Power] = {}
ORDERS: dict[str, Order] = {}
# Reactions of one player that come to the same in whatever order.
HITS = ("heal", "hit back")


def power(*roles: str) -> Callable[[Power], Power]:
    """Enter the power of some roles, such as `knight R`."""

    def enter(found: Power) -> Power:
        for role in roles:
            POWERS[role] = found
        return found

    return enter


def order(card: str) -> Callable[[Order], Order]:
    """Enter the order of a card."""

    def enter(found: Order) -> Order:
        ORDERS[card] = found
        return found

    return enter


@dataclass
class Reaction:
    """Hold a reaction that waits: whose it is, the card that reacts, what it reacts to."""

    kind: str
    seat: int
    source: Piece | None
    other: Piece | None = None
    amount: int = 0


def named(who: int, slot: Slot) -> str:
    return f"choose {slot[1]}" if slot[0] == who else f"choose > {slot[1]}"


class Table(Board):
    """Hold a board on which things happen; whatever needs a decision yields an Ask."""

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
        slot = self.standing(dealer)
        if slot and (self.role(*slot) == "vampire V" or (mode and self.leads(slot[0], "vampire"))):
            self.pending.append(Reaction("heal", slot[0], dealer, amount=amount))

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

    # ---- attacks ----

    def attack(self, slot: Slot, mode: str, target: Slot | None = None, heroes_only: bool = False) -> Play:
        """Make an attack; where no target is named, whoever aims is asked for one."""
        seat = slot[0]
        attacker = self.sides[seat].unit[slot[1]]
        if target is None:
            aims = [aim for aim in self.targets(seat, mode) if aim[1] != LEADER or not heroes_only]
            chooser = 1 - seat if self.rival_aims(slot, mode) else seat
            target = yield from self.pick(chooser, aims)
        if target is None or (victim := self.at(target)) is None:
            return
        if mode == "melee" and slot[1] != LEADER and not attacker.corpse:
            attacker.marks.add("struck")
        yield from self.deal(seat, attacker, victim, self.strength(slot, mode, target), mode)
        self.attacked(1 - seat, attacker, victim, mode)
        yield from self.settle(self.seat)

    def attacked(self, seat: int, attacker: Piece, victim: Piece, mode: str) -> None:
        """Let those wait who answer an attack on a unit: Knight, Berserkers in the flank, the Templar order."""
        slot = self.standing(victim)
        if slot is not None and self.role(*slot) == "knight V":
            self.wait("hit back", seat, victim, attacker)
        if mode == "melee":
            for cell in self.heroes(seat):
                if self.role(seat, cell) == "berserker F":
                    self.wait("hit back", seat, self.sides[seat].unit[cell], attacker)
            place = self.standing(attacker)
            if self.sides[seat].avenging and place is not None and place[1] != LEADER:
                self.wait("avenge", seat, None, attacker)

    def act(self, piece: Piece, may: bool, or_power: bool) -> Play:
        """Let a hero attack at once, or use its power where that counts."""
        slot = self.standing(piece)
        if slot is None or self.round == 1:
            return
        options = self.attacks(slot)
        if (or_power or self.options["power_is"] == "attack") and self.role(*slot) in POWERS:
            options.append(f"power {slot[1]}")
        if options:
            answer = yield Ask(slot[0], [*options, "done"] if may else options)
            if answer != "done":
                yield from self.carry_out_act(slot, answer)

    def attacks(self, slot: Slot) -> list[str]:
        """Return the attacks that whatever lies in a slot could make, whatever it did before."""
        seat, cell = slot
        found: list[str] = []
        if self.exposed(seat, cell):
            aims = [f" > {aim}" for _, aim in self.targets(seat, "melee")]
            found += [f"attack {cell}{aim}" for aim in ([""] if self.rival_aims(slot, "melee") else aims)]
        if cell in self.living(seat) and self.shoots(seat, cell):
            found += [f"shoot {cell} > {aim}" for _, aim in self.targets(seat, "ranged")]
        return found

    def carry_out_act(self, slot: Slot, text: str) -> Play:
        """Carry out an attack or a power in notation."""
        words = text.split()
        if words[0] == "power":
            piece = self.sides[slot[0]].unit[slot[1]]
            yield from self.use(slot[0], piece, self.role(*slot), frozenset({(piece.owner, piece.card)}))
        else:
            target = (1 - slot[0], words[3]) if len(words) > 2 else None
            yield from self.attack(slot, "melee" if words[0] == "attack" else "ranged", target)

    def use(self, seat: int, piece: Piece, role: str, chain: Chain) -> Play:
        yield from POWERS[role](self, seat, piece, chain)
        yield from self.settle(self.seat)

    def play_order(self, seat: int, card: str, chain: Chain) -> Play:
        """Play an order: carried out, discarded, then those react who wait for orders (ACT-10)."""
        side = self.sides[seat]
        side.hand.discard(card)
        side.aside.discard(card)
        self.orders += 1
        number = self.orders
        yield from ORDERS[card](self, seat, chain | {(seat, card)})
        side.discard.add(card)
        self.order_played(seat, number)
        yield from self.settle(self.seat)

    def order_played(self, seat: int, number: int) -> None:
        """Let those wait who answer an order: Gunner leader, and for the first order Berserkers in the rear."""
        if self.leads(seat, "gunner"):
            self.wait("gunner", seat, self.leader(seat))
        for cell in self.heroes(seat):
            if self.role(seat, cell) == "berserker R" and number == 1 and (self.second or self.wave == "R"):
                self.wait("salvo", seat, self.sides[seat].unit[cell])

    # ---- reactions ----

    def wait(self, kind: str, seat: int, source: Piece | None, other: Piece | None = None) -> None:
        self.pending.append(Reaction(kind, seat, source, other))

    def settle(self, first: int) -> Play:
        """Work off the reactions that wait, those of one seat first; new ones line up behind (REA-2)."""
        if self.settling:
            return
        self.settling = True
        while self.pending:
            batch, self.pending = self.pending, []
            while batch := [reaction for reaction in batch if self.is_possible(reaction)]:
                seat = first if any(reaction.seat == first for reaction in batch) else 1 - first
                found = yield from self.next_reaction(seat, [reaction for reaction in batch if reaction.seat == seat])
                batch.remove(found)
                yield from self.react(found)
        self.settling = False

    def is_possible(self, r: Reaction) -> bool:
        """Tell whether a reaction still happens: who reacts stands, and what it reacts to is there."""
        if r.kind in ("strike", "capture"):
            slot = self.place_of(r.other)
            return (
                r.other is not None
                and r.other.corpse
                and slot is not None
                and (slot[0] == r.seat) == (r.kind == "strike")
            )
        there = self.standing(r.other) is not None or r.kind not in ("hit back", "avenge")
        return there and (r.source is None or self.standing(r.source) is not None)

    def next_reaction(self, seat: int, mine: list[Reaction]) -> Asking[Reaction]:
        """Let a seat say which of its reactions comes next, where that matters."""
        if all(reaction.kind in HITS for reaction in mine):
            return mine[0]
        names: dict[str, Reaction] = {}
        for reaction in mine:
            names.setdefault(named(seat, self.spot(reaction)), reaction)
        answer = yield Ask(seat, list(names))
        return names[answer]

    def spot(self, reaction: Reaction) -> Slot:
        """Return the slot by which a reaction is named: of the fallen hero, or of the card that reacts."""
        fallen = reaction.kind in ("strike", "capture")
        return self.place_of(reaction.other if fallen else reaction.source) or (reaction.seat, LEADER)

    def react(self, r: Reaction) -> Play:
        if r.kind == "heal" and (slot := self.standing(r.source)):
            self.heal(slot, r.amount)
        elif r.kind == "hit back" and (slot := self.standing(r.other)) and slot[1] != LEADER:
            yield from self.deal(r.seat, r.source, r.other, 2)
        elif r.kind == "avenge" and (slot := self.standing(r.other)):
            self.fall(slot)
        elif r.kind == "strike":
            yield from self.strike(r.other)
        elif r.kind == "capture":
            yield from self.capture(r.seat, r.other)
        elif r.kind == "recruited" and r.other is not None:
            yield from self.act(r.other, may=True, or_power=self.second)
        else:
            yield from self.react_to_time(r)

    def strike(self, piece: Piece | None) -> Play:
        """Let a fallen hero strike once in melee from where it lies (Berserker leader)."""
        slot = self.place_of(piece)
        if slot is None or piece is None or "falling" not in piece.marks:
            return
        if self.round > 1 and self.exposed(*slot):
            yield from self.attack(slot, "melee")
        if "falling" in piece.marks:
            piece.bare()

    def capture(self, seat: int, piece: Piece | None) -> Play:
        """Let a seat stand a fallen enemy hero up in an empty slot of its own (Overlord leader)."""
        slot = self.place_of(piece)
        if piece is None or not piece.corpse or slot is None or slot[0] not in self.touchable(seat)[1:]:
            return
        to = yield from self.pick(seat, [(seat, cell) for cell in self.empty(seat)], may=True)
        if to is not None:
            self.sides[slot[0]].unit.pop(slot[1])
            self.sides[seat].unit[to[1]] = piece
            piece.bare()
            piece.corpse = False
            piece.marks = {"fresh", "captured"} | (set() if self.second else {"unhealable"})

    def react_to_time(self, r: Reaction) -> Play:
        """React to an order that was played or to the end of something."""
        if r.kind == "gunner":
            target = yield from self.pick_piece(r.seat, self.all_heroes(r.seat))
            yield from self.deal(r.seat, r.source, target, 3)
        elif r.kind == "salvo" and self.round > 1 and (slot := self.standing(r.source)):
            yield from self.attack(slot, "ranged")
        elif r.kind == "alchemist":
            leader = [LEADER] if self.second else []
            hit = [cell for cell in self.living(1 - r.seat) if cell != LEADER or leader]
            for piece in [self.at((1 - r.seat, cell)) for cell in hit if len(self.touchable(r.seat)) == 2]:
                yield from self.deal(r.seat, r.source, piece, 1)
        elif r.kind == "healer":
            for cell in self.living(r.seat):
                if cell[0] == self.wave:
                    self.heal((r.seat, cell), 2)

    def printed_life(self, piece: Piece) -> int:
        return FIGURES[piece.card][1]
