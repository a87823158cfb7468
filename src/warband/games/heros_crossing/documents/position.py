"""Read a position document, refuse an impossible one, and fill a view's unknown places with imagined cards."""

from __future__ import annotations

from warband.games.heros_crossing.documents.consistency import check_consistency, check_turn_order, under_way
from warband.games.heros_crossing.documents.fields import (
    ACTION,
    ACTION_NAMES,
    SEAT_NAMES,
    TABLE,
    TABLE_NAMES,
    VIEW_NAMES,
)
from warband.games.heros_crossing.documents.redeal import draw_unseen, take_of_level
from warband.games.heros_crossing.documents.view import is_revealed, levels_of
from warband.games.heros_crossing.rules.board import FIRST, PLACE, TURN
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, MOST_HEROES, SOLDIER_NAMES, Rules
from warband.games.heros_crossing.rules.state import Crossing, begin
from warband.games.heros_crossing.rules.turn import MANY
from warband.kernel.chance import Rng
from warband.kernel.documents import imagining_seat, read_fields, seat_nodes
from warband.kernel.notation import NONE
from warband.kernel.seats import Seat
from warband.kernel.validation import Node


def restore(rules: Rules, node: Node) -> Crossing:
    """Return the state of a position document; what it leaves out is as at the start of round 2."""
    if "game" in node.only(TABLE_NAMES):
        node.field("game").one_of(["heros-crossing"])
    b = read_open(rules, node)
    seats = seat_nodes(node, SEAT_NAMES)
    for seat in range(2):
        read_hand(b, seats[seat], seat)
        read_draft(b, seats[seat], seat)
    _fill_fronts(b, node)
    _check_supply(b, node)
    _check_stacks(b, node)
    check_turn_order(b, node)
    check_consistency(b, node)
    return b


# ---- what lies open ----


def read_open(rules: Rules, node: Node) -> Crossing:
    """Return a state with everything that lies open; cards not yet placed are all in the stacks."""
    b = begin(rules)
    fields = node.fields()
    b.phase = TURN
    b.round = min(2, rules.rounds)
    read_fields(TABLE, b, fields)
    if b.first == NONE and b.phase != FIRST:
        b.first = 0
    b.activated = b.rules.ready[:] if b.round > 0 else b.activated
    for seat, table in enumerate(seat_nodes(node, SEAT_NAMES)):
        _read_seat(b, table, seat)
    if b.seat == NONE:
        b.seat = _default_mover(b)
    if "discards" in fields:
        read_discards(b, fields["discards"])
    if "action" in fields:
        read_action(b, fields["action"])
    return b


def _default_mover(b: Crossing) -> int:
    if b.first == NONE:
        return NONE
    first = sum(b.activated[3 * b.first : 3 * b.first + 3])
    even = first == sum(b.activated) - first
    return b.first if even != under_way(b) else 1 - b.first


def _read_seat(b: Crossing, node: Node, seat: Seat) -> None:
    fields = node.fields()
    if "health" in fields:
        b.health[seat] = fields["health"].integer(0, b.rules.health)
    for front, name in enumerate(FRONT_NAMES):
        if name in fields:
            _read_front(b, fields[name], seat, front)


def _read_front(b: Crossing, node: Node, seat: Seat, front: int) -> None:
    fields = node.only(["heroes", "soldiers", "activated"])
    heroes = fields["heroes"].items() if "heroes" in fields else []
    if len(heroes) > MOST_HEROES:
        raise fields["heroes"].wrong(f"{len(heroes)} heroes; a Front has 1 to {MOST_HEROES} (HIR-2)")
    for place, hero in enumerate(heroes):
        b.heroes[9 * seat + 3 * front + place] = take(b, hero)
    for name in fields["soldiers"].only(SOLDIER_NAMES) if "soldiers" in fields else {}:
        soldier = SOLDIER_NAMES.index(name)
        count = fields["soldiers"].field(name).integer()
        b.soldiers[12 * seat + 4 * front + soldier] = count
        b.supply[soldier] -= count
        if b.supply[soldier] < 0:
            raise fields["soldiers"].wrong(f"more {name} soldiers than the {b.rules.cubes[soldier]} cubes there are")
    if "activated" in fields:
        b.activated[3 * seat + front] = _read_mark(b, fields["activated"], front)


def _read_mark(b: Crossing, node: Node, front: int) -> int:
    """Return whether a Front is marked as activated; in a closed column it always is, from round 1 on (ACT-9)."""
    is_marked = node.boolean()
    if b.round > 0 and front >= b.rules.columns and not is_marked:
        raise node.wrong(f"the {FRONT_NAMES[front]} column is closed, so its Fronts count as activated (ACT-9)")
    return 1 if is_marked else 0


def read_discards(b: Crossing, node: Node) -> None:
    """Read the discards, as counts by card or as a list of cards."""
    if isinstance(node.value, list):
        for item in node.items():
            b.discards[take(b, item)] += 1
        return
    for name, count in node.fields().items():
        kind = Node(name, node.where).one_of(b.rules.ids)
        for _ in range(count.integer(0, b.rules.copies[kind])):
            b.discards[take(b, Node(name, count.where))] += 1


def read_action(b: Crossing, node: Node) -> None:
    """Read the action in progress; a seat that draws may draw as many cards as it can pay for."""
    b.limit = MANY
    read_fields(ACTION, b, node.only(ACTION_NAMES))


def take(b: Crossing, node: Node) -> int:
    """Take a named card out of its stack and return its kind."""
    kind = node.one_of(b.rules.ids)
    if b.stack[kind] == 0:
        raise node.wrong(f"more {b.rules.ids[kind]} cards than the {b.rules.copies[kind]} the pack has")
    b.stack[kind] -= 1
    return kind


# ---- what is hidden, in a whole position or in one's own part of a view ----


def read_hand(b: Crossing, node: Node, seat: Seat) -> None:
    """Read a hand, the reserve played from it and what the rival remembers of it."""
    fields = node.fields()
    hand = fields["hand"].items() if "hand" in fields else []
    b.hands[seat] = sorted([take(b, card) for card in hand])
    if "hand_levels" in fields and fields["hand_levels"].value != levels_of(b, b.hands[seat]):
        raise fields["hand_levels"].wrong(f"the hand has {levels_of(b, b.hands[seat])} cards of level 1, 2 and 3")
    if "reserve" in fields and fields["reserve"].value is not None:
        b.reserves[seat] = take(b, fields["reserve"])
    remembered = fields["remembered"].items() if "remembered" in fields else []
    b.known[1 - seat] = sorted([card.one_of(b.rules.ids) for card in remembered])
    # A reserve that lies face up is no longer something to remember.
    held = b.hands[seat] if is_revealed(b) else [*b.hands[seat], b.reserves[seat]]
    for card in remembered:
        if b.known[1 - seat].count(card.one_of(b.rules.ids)) > held.count(card.one_of(b.rules.ids)):
            raise card.wrong("the rival cannot remember a card that is not held")


def read_draft(b: Crossing, node: Node, seat: Seat) -> None:
    """Read a seat's draft: the cards it holds, has picked and has placed, and its secret choice."""
    fields = node.fields()
    if "draft" not in fields:
        return
    draft = fields["draft"].only(["pack", "picks", "placed", "choice"])
    b.packs[seat] = sorted([take(b, card) for card in draft["pack"].items()]) if "pack" in draft else []
    b.picks[seat] = [take(b, card) for card in draft["picks"].items()] if "picks" in draft else []
    placed = draft["placed"].items() if "placed" in draft else []
    b.placed[seat] = [card.one_of(b.rules.ids) for card in placed]
    if "choice" in draft and draft["choice"].value is not None:
        b.choices[seat] = draft["choice"].one_of(b.rules.ids)


def _fill_fronts(b: Crossing, node: Node) -> None:
    """Put the first level 1 hero of which a card is left into every Front that was left out."""
    if b.phase <= PLACE:
        return
    for slot in range(0, 18, 3):
        if b.heroes[slot] == NONE:
            b.heroes[slot] = _first_left(b, node)


def _first_left(b: Crossing, node: Node) -> int:
    for kind in range(b.rules.starts[2]):
        if b.stack[kind] > 0:
            b.stack[kind] -= 1
            return kind
    raise node.wrong("no level 1 hero is left for a Front that was left out")


def _check_supply(b: Crossing, node: Node) -> None:
    fields = node.fields()
    for name in fields["supply"].only(SOLDIER_NAMES) if "supply" in fields else {}:
        soldier = SOLDIER_NAMES.index(name)
        count = fields["supply"].field(name).integer()
        if count != b.supply[soldier]:
            raise fields["supply"].wrong(
                f"{count} {name} cubes; of {b.rules.cubes[soldier]}, the Fronts leave {b.supply[soldier]}"
            )


def _check_stacks(b: Crossing, node: Node) -> None:
    fields = node.fields()
    if "stacks" not in fields:
        return
    counts = {name: count.integer() for name, count in fields["stacks"].fields().items()}
    for kind, name in enumerate(b.rules.ids):
        if counts.get(name, 0) != b.stack[kind]:
            raise fields["stacks"].wrong(f"{counts.get(name, 0)} {name}; the cards in sight leave {b.stack[kind]}")


# ---- imagining ----


def imagine(rules: Rules, node: Node, rng: Rng) -> Crossing:
    """Return a state that the view's seat cannot tell from the real one; unseen cards are equally likely anywhere."""
    viewer = imagining_seat(node)
    node.only(VIEW_NAMES)
    b = read_open(rules, node)
    seats = seat_nodes(node, SEAT_NAMES)
    read_hand(b, seats[viewer], viewer)
    read_draft(b, seats[viewer], viewer)
    rival = 1 - viewer
    if b.phase <= PLACE:
        imagine_draft(b, seats[rival].field("draft"), rival, rng)
    else:
        imagine_hand(b, seats[rival], rival, rng)
    return b


def imagine_hand(b: Crossing, node: Node, seat: Seat, rng: Rng) -> None:
    """Give a seat the cards its rival remembers, and as many more of each level as it is seen to hold."""
    remembered = sorted([take(b, card) for card in node.field("remembered").items()])
    levels = node.field("hand_levels").integers()
    face_down = _read_reserve(b, node, seat)
    held = remembered[:]
    for level in (1, 2, 3):
        holds = levels[level - 1] + (1 if level == face_down else 0)
        for _ in range(holds - sum(1 for kind in remembered if b.rules.levels[kind] == level)):
            held.append(draw_unseen(b, level, rng))
    if face_down:
        b.reserves[seat] = take_of_level(b, held, face_down, rng)
    b.hands[seat] = sorted(held)
    b.known[1 - seat] = remembered


def _read_reserve(b: Crossing, node: Node, seat: Seat) -> int:
    """Read a reserve that lies face up; return the level of one that lies face down, or 0."""
    fields = node.fields()
    if "reserve" in fields:
        b.reserves[seat] = take(b, fields["reserve"]) if fields["reserve"].value is not None else NONE
        return 0
    level = node.field("reserve_level")
    return level.integer(1, 3) if level.value is not None else 0


def imagine_draft(b: Crossing, node: Node, seat: Seat, rng: Rng) -> None:
    """Fill what is not known of the rival's draft: the cards of the first round, the first pick, the placing."""
    pack = node.field("pack").items()
    picks = node.field("picks").items()
    b.picks[seat] = [take(b, card) if card.value is not None else NONE for card in picks]
    b.packs[seat] = [take(b, card) if card.value is not None else NONE for card in pack]
    b.packs[seat] = sorted([kind if kind != NONE else draw_unseen(b, 1, rng) for kind in b.packs[seat]])
    b.picks[seat] = [kind if kind != NONE else draw_unseen(b, 1, rng) for kind in b.picks[seat]]
    order = b.picks[seat][:]
    rng.shuffle(order)
    b.placed[seat] = order[: node.field("placed").integer(0, 3)]
