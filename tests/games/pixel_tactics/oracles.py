"""Work out every order of the cards a second time, each from its text alone; the powers are in oracle_powers.py."""

from __future__ import annotations

from tests.games.pixel_tactics.oracle_board import KINDS, LEADER, Ask, Piece, Play, Slot
from tests.games.pixel_tactics.oracle_rules import ORDERS, Chain, Table, order

ROW_WORDS = {"vanguard": "V", "flank": "F", "rear": "R"}


def carry_out(t: Table, seat: int, holder: int, card: str, chain: Chain) -> Play:
    """Carry out the order of a shown card, each physical card once in a chain; what it sets off follows at once."""
    if (holder, card) in chain:
        return
    yield from ORDERS[card](t, seat, chain | {(holder, card)})
    yield from t.settle(t.seat)


def hit_each(t: Table, seat: int, me: Piece | None, slots: list[Slot], amount: int) -> Play:
    for piece in [t.at(slot) for slot in slots]:
        yield from t.deal(seat, me, piece, amount)


def melee_of(t: Table, slots: list[Slot]) -> Play:
    """Let cards attack in melee one after the other, in an order of choice, but no leaders."""
    waiting = [t.at(slot) for slot in slots if t.round > 1]
    while True:
        places = [slot for piece in waiting if (slot := t.standing(piece))]
        ready = [slot for slot in places if t.exposed(*slot) and any(aim != LEADER for aim in t.fronts(1 - slot[0]))]
        slot = yield from t.pick(slots[0][0] if slots else 0, ready)
        if slot is None:
            return
        waiting.remove(t.at(slot))
        yield from t.attack(slot, "melee", heroes_only=True)


def heal_by(t: Table, seat: int, most: dict[Slot, int], total: int, among: int = 99) -> Play:
    for slot, points in (yield from t.spread(seat, most, total, among)).items():
        t.heal(slot, points)


def place_anew(t: Table, who: int, unit: int, cells: list[str]) -> Play:
    """Give each hero and corpse in some cells one of these cells, in their order."""
    side, free, placed = t.sides[unit].unit, [cell for cell in cells if cell != LEADER], dict[str, Piece]()
    pieces = [side[cell] for cell in free if cell in side]
    for piece in pieces:
        slot = yield from t.pick(who, [(unit, cell) for cell in free if cell not in placed])
        assert slot is not None
        placed[slot[1]] = piece
    for cell in free:
        side.pop(cell, None)
    side.update(placed)


def pick_line(t: Table, seat: int, words: list[str], kind: str, units: list[int]) -> tuple[list[str], dict[str, Slot]]:
    """Return the answers that name a row or column of some units, and what each means."""
    texts = {f"{kind} {'' if unit == seat else '> '}{word}": (unit, word) for unit in units for word in words}
    return list(texts), texts


# ---- orders ----


@order("alchemist")
def spread_damage(t: Table, seat: int, chain: Chain) -> Play:
    """Spread 7 damage over heroes in any split you like."""
    given = yield from t.spread(seat, dict.fromkeys(t.all_heroes(seat), 7), 7, may=False)
    for piece, points in [(t.at(slot), points) for slot, points in given.items()]:
        yield from t.deal(seat, None, piece, points)


@order("assassin")
def assassinate(t: Table, seat: int, chain: Chain) -> Play:
    slot = yield from t.pick(seat, t.all_heroes(seat))
    if slot is not None:
        t.fall(slot)


@order("berserker")
def charge(t: Table, seat: int, chain: Chain) -> Play:
    """The front hero of each of your columns makes a melee attack, not at a leader."""
    yield from melee_of(t, [(seat, cell) for cell in t.fronts(seat) if cell != LEADER])


@order("doppelganger")
def copy_order(t: Table, seat: int, chain: Chain) -> Play:
    cards = {card for card in t.sides[seat].hand if (seat, card) not in chain}
    if cards:
        card = yield from t.pick_card(seat, cards)
        yield from carry_out(t, seat, seat, card, chain)


@order("dragon_mage")
def strengthen(t: Table, seat: int, chain: Chain) -> Play:
    hero = yield from t.pick_piece(seat, t.all_heroes(seat))
    if hero is not None:
        hero.bonus += 5


@order("fighter")
def hit_column(t: Table, seat: int, chain: Chain) -> Play:
    """Each hero of a column, in both units, takes 5."""
    column = yield Ask(seat, [f"column {number}" for number in "123"])
    yield from hit_each(t, seat, None, [slot for slot in t.all_heroes(seat) if slot[1][1] == column[-1]], 5)


@order("gunner")
def hit_rear(t: Table, seat: int, chain: Chain) -> Play:
    yield from hit_each(t, seat, None, [slot for slot in t.all_heroes(seat) if slot[1][0] == "R"], 5)


@order("planestalker")
def hit_flank(t: Table, seat: int, chain: Chain) -> Play:
    yield from hit_each(t, seat, None, [slot for slot in t.all_heroes(seat) if slot[1][0] == "F"], 5)


@order("pyromancer")
def hit_vanguard(t: Table, seat: int, chain: Chain) -> Play:
    yield from hit_each(t, seat, None, [slot for slot in t.all_heroes(seat) if slot[1][0] == "V"], 7)


@order("healer")
def heal_ten(t: Table, seat: int, chain: Chain) -> Play:
    yield from heal_by(t, seat, t.damaged(t.all_heroes(seat)), 10)


@order("homunculus")
def rearrange(t: Table, seat: int, chain: Chain) -> Play:
    yield from place_anew(t, seat, seat, [row + column for row in "VFR" for column in "123"])


@order("illusionist")
def steal_order(t: Table, seat: int, chain: Chain) -> Play:
    """Take a random card of the rival's, carry its order out, then discard it."""
    rival = 1 - seat
    if rival in t.touchable(seat) and t.sides[rival].hand:
        card = yield from t.lose(rival)
        yield from carry_out(t, seat, rival, card, chain)
        t.sides[rival].discard.add(card)


@order("knight")
def hit_fronts(t: Table, seat: int, chain: Chain) -> Play:
    yield from hit_each(t, seat, None, [(unit, cell) for unit in t.touchable(seat)[1:] for cell in t.fronts(unit)], 4)


@order("mascot")
def leader_order(t: Table, seat: int, chain: Chain) -> Play:
    card = t.leader(seat).card
    if (seat, card) not in chain:
        yield from carry_out(t, seat, seat, card, chain)


@order("mystic")
def more_orders(t: Table, seat: int, chain: Chain) -> Play:
    """First printing: any number of orders from the hand. Second: three actions for orders."""
    if t.second:
        t.order_actions += 3 if seat == t.seat else 0
    while not t.second and t.sides[seat].hand:
        allowed = [card for card in sorted(t.sides[seat].hand) if t.order_allowed(seat, card)]
        answer = yield Ask(seat, [*[f"order {card}" for card in allowed], "done"])
        if answer == "done":
            return
        yield from t.play_order(seat, answer.removeprefix("order "), chain)


@order("oracle")
def refresh(t: Table, seat: int, chain: Chain) -> Play:
    side = t.sides[seat]
    count = len(side.hand) + 1
    side.discard |= side.hand
    side.hand.clear()
    side.hand |= set((yield from t.draw(seat, count)))


@order("overlord")
def call_row(t: Table, seat: int, chain: Chain) -> Play:
    """Recruit as many heroes as you like into one row."""
    row = ROW_WORDS[(yield Ask(seat, [f"row {word}" for word in ROW_WORDS])).removeprefix("row ")]
    while True:
        free = [cell for cell in t.empty(seat) if cell[0] == row]
        options = [f"recruit {card} {cell}" for card in sorted(t.sides[seat].hand) for cell in free]
        answer = (yield Ask(seat, [*options, "done"])) if options else "done"
        if answer == "done":
            return
        t.stand((seat, answer.split()[2]), answer.split()[1])


@order("paladin")
def rearrange_column(t: Table, seat: int, chain: Chain) -> Play:
    """First printing: a column of the enemy unit. Second: of any unit."""
    units = [unit for unit in t.touchable(seat) if t.second or unit != seat]
    if units:
        options, meant = pick_line(t, seat, ["1", "2", "3"], "column", units)
        unit, column = meant[(yield Ask(seat, options))]
        yield from place_anew(t, seat, unit, [row + column for row in "VFR"])


@order("priestess")
def revive(t: Table, seat: int, chain: Chain) -> Play:
    corpse = yield from t.pick_piece(seat, [(seat, cell) for cell in t.corpses(seat)])
    if corpse is not None:
        corpse.bare()
        corpse.corpse, corpse.marks = False, {"fresh"}


@order("scientist")
def more_actions(t: Table, seat: int, chain: Chain) -> Play:
    t.actions += 3 if seat == t.seat else 0
    yield from ()


@order("summoner")
def search_deck(t: Table, seat: int, chain: Chain) -> Play:
    """First printing: take a card of the deck. Second: name one, and take it if it is there. Then shuffle."""
    side = t.sides[seat]
    if choice := set(KINDS) if t.second else side.deck():
        card = yield from t.pick_card(seat, choice)
        side.hand |= {card} & side.deck()
        side.bag = side.deck() - {card}
        side.top, side.bottom = [], []


@order("templar")
def avenge(t: Table, seat: int, chain: Chain) -> Play:
    """Every hero that has attacked your unit in melee this wave falls, and every one that still does."""
    t.sides[seat].avenging = True
    for unit in t.touchable(seat)[1:]:
        for cell in t.heroes(unit):
            if "struck" in t.sides[unit].unit[cell].marks:
                t.fall((unit, cell))
    yield from ()


@order("trapper")
def lose_three(t: Table, seat: int, chain: Chain) -> Play:
    yield from lose_cards(t, seat, 3)


def lose_cards(t: Table, seat: int, count: int) -> Play:
    rival = t.sides[1 - seat]
    for _ in range(min(count, len(rival.hand)) if 1 - seat in t.touchable(seat) else 0):
        rival.discard.add((yield from t.lose(1 - seat)))


@order("vampire")
def move_all_damage(t: Table, seat: int, chain: Chain) -> Play:
    source = yield from t.pick_piece(seat, list(t.damaged(t.all_heroes(seat))))
    others = [slot for slot in t.all_heroes(seat) if t.at(slot) is not source]
    target = (yield from t.pick_piece(seat, others)) if source is not None else None
    if source is not None and target is not None:
        amount, source.damage = source.damage, 0
        yield from t.deal(seat, None, target, amount)


@order("witch")
def fetch_corpses(t: Table, seat: int, chain: Chain) -> Play:
    """First printing: the corpses of a row in both units go back to hands. Second: of a row of one unit."""
    options, meant = pick_line(t, seat, list(ROW_WORDS), "row", t.touchable(seat) if t.second else [seat])
    chosen, row = meant[(yield Ask(seat, options))]
    for unit in [chosen] if t.second else t.touchable(seat):
        for cell in t.corpses(unit):
            if cell[0] == ROW_WORDS[row]:
                t.to_hand((unit, cell))
