"""Proofread the traits of a card: refuse a phrase that would do nothing in its role, or half of what it says."""

from __future__ import annotations

from warband.games.pixel_tactics.pack.phrases import speaks_of_this
from warband.games.pixel_tactics.pack.vocabulary import FIGURE, ROW_MARKS, TRIGGER_NAMES, Traits, read_traits
from warband.games.pixel_tactics.programs import codes
from warband.kernel.validation import Node

ROWS = ("vanguard", "flank", "rear")
NEIGHBOURS = codes.FORERUNNER | codes.SUPPORTER
OF_ONE_HERO = codes.TAKES_FOR_REAR | codes.TAKES_FOR_FORERUNNER | codes.HEALS_BY_DAMAGE
OF_THE_TURN = (codes.FREE_ORDERS, codes.TURN_ACTIONS, codes.CORPSE_STRENGTH)
TAKEN = (codes.LESS, codes.IMMUNE, codes.MORE, codes.CAP)
AGAINST = (codes.AGAINST_LEADERS, codes.AGAINST_HEROES, codes.AGAINST_INTERCEPT)
COUNTED = (codes.PER_DAMAGE, codes.PER_CORPSE, codes.PER_COUNTER)
# What a number may be: figures of a body, free orders, actions of a turn (two are the rule), strength of corpses.
AMOUNTS = {
    codes.STRENGTH: (1, 99),
    codes.MORE: (1, 99),
    codes.CAP: (1, 99),
    codes.KEYWORD: (0, 99),
    codes.LESS: (1, 99),
    codes.FREE_ORDERS: (1, 9),
    codes.TURN_ACTIONS: (3, 9),
    codes.CORPSE_STRENGTH: (1, 99),
}
MOST_FLOOR = 99
LONG_AND_FREE = ((codes.LONG_SPELL, codes.FREE_SPELL), (codes.LONG_ACTION, codes.FREE_ACTION))


def proofread_traits(node: Node, role: str) -> None:
    """Refuse the traits of a role that would not do what they say."""
    for item in node.items():
        traits = read_traits(Node([item.value], item.where))
        _check_phrase(item)
        _check_figures(traits, item)
        if role in ROWS:
            _check_row(traits, role, item)
        else:
            _check_wide(traits, role, item)


def proofread_order(fields: dict[str, Node], ongoing: bool) -> None:
    """Refuse an order with lasting abilities that does not last, and one that lasts without any."""
    lasting = [name for name in ("traits", *TRIGGER_NAMES) if name in fields]
    if "trap" in fields:
        _check_trap(fields, lasting, ongoing)
        return
    if lasting and not ongoing:
        raise fields[lasting[0]].wrong("only an ongoing order has this; add ongoing = true")
    if ongoing and not lasting:
        raise fields["ongoing"].wrong("an ongoing order has traits or a trigger")


def _check_trap(fields: dict[str, Node], lasting: list[str], ongoing: bool) -> None:
    """Refuse a trap that is something else too, or that does nothing when it springs."""
    if lasting or ongoing:
        raise fields["trap"].wrong("a trap lies face down: it has an effect, and neither traits nor triggers")
    if "effect" not in fields:
        raise fields["trap"].wrong("the field 'effect' is missing: say what happens when the trap springs")


def proofread_prefixes(fields: dict[str, Node], traits: Traits) -> None:
    """Refuse a long, free or limited spell where there is no power, and such an action where there is none."""
    if traits.marks & codes.OF_SPELLS and "power" not in fields:
        raise fields["traits"].wrong("there is no power here that could be long, free or limited")
    acts = "action" in fields or traits.marks & codes.CORPSES_ANY_WAVE
    if traits.marks & codes.OF_ACTIONS and not acts:
        raise fields["traits"].wrong("there is no action here that could be long, free or limited")
    for one, other in LONG_AND_FREE:
        if traits.marks & one and traits.marks & other:
            raise fields["traits"].wrong("nothing is long and free at once")
    if traits.keywords >> codes.LONG_ATTACK_SHIFT & traits.keywords >> codes.FREE_ATTACK_SHIFT & 63:
        raise fields["traits"].wrong("nothing is long and free at once")


def _check_phrase(node: Node) -> None:
    """Refuse conditions that a phrase cannot have."""
    match = FIGURE.fullmatch(" ".join(node.text().split()))
    if match is None:
        return
    if match[2] and (match[9] or match[10]):
        raise node.wrong(f"{match[2]} has no condition: it is there or not")
    if match[10] and not match[5]:
        raise node.wrong("'at least' goes with 'takes N less'")


def _check_figures(traits: Traits, node: Node) -> None:
    for what, who, amount, when, floor in [row[:5] for row in traits.rows]:
        low, high = AMOUNTS.get(what, (0, 0))
        size = abs(amount) if what == codes.STRENGTH else amount
        if not low <= size <= high or floor > MOST_FLOOR:
            raise node.wrong(f"the number must be from {low} to {high}")
        if what in TAKEN and when in AGAINST:
            raise node.wrong("what is taken does not depend on whom it is against; say 'in melee' or 'to ranged'")
        if what != codes.STRENGTH and when in COUNTED:
            raise node.wrong("only strength counts 'per' something")
        if when == codes.PER_VALUE and what not in (codes.STRENGTH, codes.LESS, codes.MORE):
            raise node.wrong("only strength and what is taken count 'per' something")
        if when >= codes.PER_VALUE and who & codes.OF_RIVALS:
            raise node.wrong("what rivals get does not depend on the table; give it to this card's own unit, or always")
        if any(word in node.text() for word in ("the roll", "that much", "the chosen", "strength of")):
            raise node.wrong("a trait lasts: it knows no roll, no choice and no strength")


def _whom(traits: Traits) -> int:
    """Return whom the traits speak of."""
    whom = 0
    for shift in codes.KEYWORD_SHIFTS:
        whom |= traits.keywords >> shift & 63
    for row in traits.rows:
        whom |= row[1]
    return whom


def _check_row(traits: Traits, role: str, node: Node) -> None:
    if traits.marks & ~ROW_MARKS or any(row[0] in OF_THE_TURN for row in traits.rows):
        raise node.wrong("this trait is for a leader or an ongoing order: it speaks of the whole unit")
    whom = _whom(traits)
    if traits.marks & codes.COUNTS_IN_ANY and traits.marks & codes.COUNTS_IN << ROWS.index(role):
        raise node.wrong(f"a hero in the {role} counts as {role} anyway")
    if (role == "vanguard" and whom & codes.FORERUNNER) or (role == "rear" and whom & codes.SUPPORTER):
        raise node.wrong(f"nobody stands {'ahead of the vanguard' if role == 'vanguard' else 'behind the rear'}")


def _check_wide(traits: Traits, role: str, node: Node) -> None:
    if _whom(traits) & NEIGHBOURS:
        raise node.wrong("a leader or an order has no forerunner and no supporter (TRM-7)")
    if traits.marks & (OF_ONE_HERO | codes.COUNTS_IN_ANY):
        raise node.wrong("this trait is for a hero in a row")
    if role != "order":
        return
    if _whom(traits) & (codes.OWN_ROW | codes.OWN_COLUMN | codes.NEIGHBOURS | codes.RIVAL_COLUMN):
        raise node.wrong(
            "an order stands nowhere; say whose: leader, heroes, unit, vanguard, flank, rear, rival heroes"
        )
    if speaks_of_this(node.text()):
        raise node.wrong("an order stands nowhere: 'this', 'other' and 'beside' speak of a hero or leader")
    if traits.marks & (codes.OF_SPELLS | codes.OF_ACTIONS):
        raise node.wrong("an order has no spell and no action of its own")
    if traits.marks & codes.COPIES_LEADER:
        raise node.wrong("only a leader copies the rival leader")
    own = [row for row in traits.rows if row[1] & codes.SELF and row[0] not in OF_THE_TURN]
    if own or (traits.keywords and _whom(traits) & codes.SELF):
        raise node.wrong("an order has no body of its own; say whose: leader, heroes or unit")
