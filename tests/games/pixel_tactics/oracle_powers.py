"""Work out every power of the cards a second time, each from its text alone."""

from __future__ import annotations

from tests.games.pixel_tactics.oracle_board import LEADER, Ask, Piece, Play, Slot
from tests.games.pixel_tactics.oracle_rules import POWERS, Chain, Table, power
from tests.games.pixel_tactics.oracles import ROW_WORDS, carry_out, heal_by, hit_each, lose_cards, pick_line


@power("alchemist R")
def sprinkle(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Put 1 damage on each of up to five different heroes, named in the order of the slots."""
    heroes, chosen = t.all_heroes(seat), list[Slot]()
    while len(chosen) < 5:
        left = heroes[heroes.index(chosen[-1]) + 1 :] if chosen else heroes
        slot = yield from t.pick(seat, left, may=True)
        if slot is None:
            break
        chosen.append(slot)
    yield from hit_each(t, seat, me, chosen, 1)


@power("assassin R")
def stab_leader(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from t.deal(seat, me, t.leader(1 - seat), 3)


@power("doppelganger V", "doppelganger F", "doppelganger R")
def copy_power(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Use the power of any other hero of this row, of either unit; each physical card once."""
    place = t.standing(me)
    row = place[1][0] if place else ""
    others = [slot for slot in t.all_heroes(seat) if slot[1][0] == row and t.role(*slot) in POWERS and slot != place]
    fresh = [slot for slot in others if (t.sides[slot[0]].unit[slot[1]].owner, t.role(*slot)[:-2]) not in chain]
    slot = yield from t.pick(seat, fresh)
    if slot is not None:
        used = (t.sides[slot[0]].unit[slot[1]].owner, t.role(*slot)[:-2])
        yield from t.use(seat, me, t.role(*slot), chain | {used})


@power("dragon_mage V")
def burn(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    slot = yield from t.pick(seat, [slot for slot in t.all_heroes(seat) if t.exposed(*slot)])
    if slot is not None:
        t.fall(slot)


@power("healer F", "priestess V")
def heal_one(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from heal_by(t, seat, t.damaged(t.all_heroes(seat)), 4, among=1)


@power("healer R")
def heal_three(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Heal up to 2 from each of up to three heroes."""
    most = {slot: min(2, damage) for slot, damage in t.damaged(t.all_heroes(seat)).items()}
    yield from heal_by(t, seat, most, 6, among=3)


@power("priestess F")
def heal_leader(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from heal_by(t, seat, t.damaged([(seat, LEADER)]), 2)


@power("homunculus F")
def gather_seven(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from gather(t, seat, me, 7)


@power("knight R")
def gather_six(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from gather(t, seat, me, 6)


def gather(t: Table, seat: int, me: Piece, most: int) -> Play:
    """Move damage from heroes of one's unit onto this hero, all at once."""
    others = [(seat, cell) for cell in t.heroes(seat) if t.sides[seat].unit[cell] is not me]
    given = yield from t.spread(seat, t.damaged(others), most)
    for slot, points in given.items():
        t.sides[seat].unit[slot[1]].damage -= points
    yield from t.deal(seat, me, me, sum(given.values()))


@power("illusionist V")
def call_back(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    slot = yield from t.pick(seat, [(seat, cell) for cell in t.heroes(seat)])
    if slot is not None:
        t.to_hand(slot)


@power("illusionist F")
def borrow_order(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """The rival shows a card of their hand, you carry out its order; it stays with them."""
    rival = 1 - seat
    cards = {card for card in t.sides[rival].hand if (rival, card) not in chain}
    if cards:
        card = yield from t.pick_card(rival, cards)
        yield from carry_out(t, seat, rival, card, chain)


@power("illusionist R")
def conjure(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Recruit a hero, attack with it at once (second printing: or cast its spell), then discard it."""
    free = [cell for cell in t.empty(seat) if cell[0] == t.wave]
    options = [f"recruit {card} {cell}" for card in sorted(t.sides[seat].hand) for cell in free]
    if options:
        _, card, cell = (yield Ask(seat, options)).split()
        hero = t.stand((seat, cell), card)
        yield from t.act(hero, may=False, or_power=t.second)
        slot = t.place_of(hero)
        if slot is not None and slot[0] == seat:
            t.to_discard(slot)


@power("mascot V")
def cheer_melee(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from cheer(t, seat, me, "melee", same_row=True)


@power("mascot F", "mascot R")
def cheer_ranged(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from cheer(t, seat, me, "ranged", same_row=True)


@power("scientist R")
def cheer_any(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from cheer(t, seat, me, "melee", same_row=False)


def cheer(t: Table, seat: int, me: Piece, mode: str, same_row: bool) -> Play:
    """Let another hero of one's unit attack."""
    place = t.place_of(me)
    row = place[1][0] if place else ""
    others = [cell for cell in t.heroes(seat) if t.sides[seat].unit[cell] is not me]
    able = [cell for cell in others if (cell[0] == row or not same_row) and (mode == "ranged" or t.exposed(seat, cell))]
    slot = yield from t.pick(seat, [(seat, cell) for cell in able])
    if slot is not None:
        yield from t.attack(slot, mode)


@power("mystic V")
def mend(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    if slot := t.standing(me):
        t.heal(slot, me.damage)
    yield from ()


@power("mystic R")
def draw_and_play(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Draw a card; you may play it at once as an order for free."""
    side = t.sides[seat]
    for card in (yield from t.draw(seat, 1)):
        side.aside.add(card)
        answer = yield Ask(seat, [f"order {card}", "done"] if t.order_allowed(seat, card) else ["done"])
        if answer != "done":
            yield from t.play_order(seat, card, chain)
        side.hand |= side.aside & {card}
        side.aside.discard(card)


@power("oracle V")
def discard_theirs(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    rival = t.sides[1 - seat]
    if rival.hand:
        card = yield from t.pick_card(seat, rival.hand)
        rival.hand.remove(card)
        rival.discard.add(card)


@power("oracle F")
def order_top_five(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Look at the top five cards of the deck and put them back in any order, one on top of the other."""
    side = t.sides[seat]
    side.aside = set((yield from t.draw(seat, 5)))
    while side.aside:
        card = yield from t.pick_card(seat, side.aside)
        side.aside.remove(card)
        side.top.insert(0, card)


@power("overlord F")
def send_leader(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    if t.exposed(seat, LEADER):
        yield from t.attack((seat, LEADER), "melee")


@power("overlord R")
def send_hero(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    slot = yield from t.pick(seat, [(seat, cell) for cell in t.fronts(seat) if cell != LEADER])
    if slot is not None:
        yield from t.attack(slot, "melee")


@power("paladin F")
def swap_own(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from swap_two(t, seat, seat)


@power("paladin R")
def swap_theirs(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from swap_two(t, seat, 1 - seat)


def swap_two(t: Table, seat: int, unit: int) -> Play:
    """Let two heroes or corpses change places, the earlier slot named first."""
    slots = [(unit, cell) for cell in [*t.empty(unit), *t.heroes(unit), *t.corpses(unit)] if cell in t.sides[unit].unit]
    slots.sort(key=lambda slot: "VFR".index(slot[1][0]) * 3 + int(slot[1][1]))
    one = yield from t.pick(seat, slots[:-1])
    other = (yield from t.pick(seat, slots[slots.index(one) + 1 :])) if one else None
    if one and other:
        cards = t.sides[unit].unit
        cards[one[1]], cards[other[1]] = cards[other[1]], cards[one[1]]


@power("priestess R")
def revive_at_a_price(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Bring a corpse back; this hero takes damage equal to its life."""
    corpse = yield from t.pick_piece(seat, [(seat, cell) for cell in t.corpses(seat)])
    if corpse is not None:
        corpse.bare()
        corpse.corpse, corpse.marks = False, {"fresh"}
        yield from t.deal(seat, me, me, t.printed_life(corpse))


@power("pyromancer V")
def burn_fronts(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from hit_each(t, seat, me, [(1 - seat, cell) for cell in t.fronts(1 - seat)], 3)


@power("scientist V")
def hinder(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    t.sides[1 - seat].hindered += 1
    yield from ()


@power("scientist F")
def draw_two(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    t.sides[seat].hand |= set((yield from t.draw(seat, 2)))


@power("summoner V")
def banish(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    slot = yield from t.pick(seat, [slot for slot in t.all_heroes(seat) if t.exposed(*slot)])
    if slot is not None:
        t.to_hand(slot)


@power("summoner F")
def summon(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    options = [f"recruit {card} {cell}" for card in sorted(t.sides[seat].hand) for cell in t.empty(seat)]
    if options:
        _, card, cell = (yield Ask(seat, options)).split()
        t.stand((seat, cell), card)


@power("summoner R")
def sort_three(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Draw three cards; keep one, put one on top of the deck, discard one."""
    side = t.sides[seat]
    side.aside = set((yield from t.draw(seat, 3)))
    for place in ("hand", "top", "discard"):
        if side.aside:
            card = yield from t.pick_card(seat, side.aside)
            side.aside.remove(card)
            side.top[:0] = [card] if place == "top" else []
            side.hand |= {card} if place == "hand" else set()
            side.discard |= {card} if place == "discard" else set()


@power("templar R")
def trade_and_strike(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Swap places with another hero of the unit (second printing: one in melee), then attack in melee."""
    unit = t.sides[seat].unit
    others = [cell for cell in t.heroes(seat) if unit[cell] is not me and (not t.second or t.exposed(seat, cell))]
    slot, place = (yield from t.pick(seat, [(seat, cell) for cell in others])), t.standing(me)
    if slot is not None and place is not None:
        unit[slot[1]], unit[place[1]] = unit[place[1]], unit[slot[1]]
        if t.exposed(*slot):
            yield from t.attack(slot, "melee")


@power("trapper R")
def lose_one(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    yield from lose_cards(t, seat, 1)


@power("vampire R")
def drain(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Move up to 2 damage from your leader to any hero."""
    hero = yield from t.pick_piece(seat, t.all_heroes(seat))
    if hero is not None:
        given = yield from t.spread(seat, t.damaged([(seat, LEADER)]), 2)
        t.leader(seat).damage -= sum(given.values())
        yield from t.deal(seat, me, hero, sum(given.values()))


@power("witch R")
def clear_row(t: Table, seat: int, me: Piece, chain: Chain) -> Play:
    """Clear all corpses of one row of one unit."""
    options, meant = pick_line(t, seat, list(ROW_WORDS), "row", t.touchable(seat))
    unit, row = meant[(yield Ask(seat, options))]
    for cell in t.corpses(unit):
        if cell[0] == ROW_WORDS[row]:
            t.to_discard((unit, cell))
