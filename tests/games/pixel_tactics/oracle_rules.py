"""Carry out attacks, orders and reactions a second time; what each order does is in oracles.py."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.pixel_tactics.oracle_board import FIGURES, LEADER, Ask, Asking, Piece, Play, Slot
from tests.games.pixel_tactics.oracle_damage import Reaction, Wounded, named

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


class Table(Wounded):
    """A table on which everything happens but the turns themselves."""

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
        """Return whether a reaction still happens: who reacts stands, and what it reacts to is there."""
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
