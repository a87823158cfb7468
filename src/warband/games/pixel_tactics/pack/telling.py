"""Say in a sentence what the rows of a program do, so that the text of a card cannot lie."""

from __future__ import annotations

from warband.games.pixel_tactics.pack.phrases import COMPARISONS, CONDITIONS, MEASURES
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.choosing import is_choice
from warband.games.pixel_tactics.programs.statuses import COUNTS, WORDS

Row = list[int]
KINDS = {
    codes.Q_HEROES: ("hero", "heroes"),
    codes.Q_LEADER: ("leader", "leaders"),
    codes.Q_CORPSES: ("corpse", "corpses"),
    codes.Q_EMPTY: ("empty slot", "empty slots"),
}
BEFORE = {
    codes.Q_OTHER: "other",
    codes.Q_DAMAGED: "damaged",
    codes.Q_POISONED: "poisoned",
    codes.Q_SHIELDED: "shielded",
    codes.Q_STUNNED: "stunned",
    codes.Q_SILENCED: "silenced",
    codes.Q_MARKED: "marked",
}
AFTER = {
    codes.Q_MELEE: "in melee",
    codes.Q_CAN_MELEE: "able to attack in melee",
    codes.Q_CAN_SHOOT: "able to attack at range",
    codes.Q_POWER: "with a power",
    codes.Q_VANGUARD: "in the vanguard",
    codes.Q_FLANK: "in the flank",
    codes.Q_REAR: "in the rear",
    codes.Q_THIS_ROW: "of this row",
    codes.Q_THIS_COLUMN: "of this column",
    codes.Q_BESIDE: "beside this one",
    codes.Q_THIS_WAVE: "of the wave",
}
SUBJECTS = {
    codes.MARK_SELF: "this card",
    codes.MARK_ATTACKER: "the attacker",
    codes.MARK_FALLEN: "the fallen hero",
    codes.MARK_VICTIM: "whoever was attacked",
    codes.MARK_CULPRIT: "whoever sprang this",
}
MEASURED = {number: words for words, number in MEASURES.items()}
CONDITION_WORDS = {number: words for words, number in CONDITIONS.items()}
COMPARED_WORDS = {number: words for words, number in COMPARISONS.items()}
EFFECTS = {
    codes.DEFEAT: "falls at once",
    codes.RETURN: "goes back to its owner's hand",
    codes.CLEAR: "is cleared",
    codes.REVIVE: "comes back to life",
    codes.SWAP: "change places",
    codes.TRADE_PLACES: "changes places with this card",
    codes.GATHER: "gives its damage to this card",
    codes.TRANSFER: "passes the damage on",
    codes.REARRANGE: "gets a new place",
    codes.COPY: "lends its power",
    codes.CLEANSE: "loses every status",
    codes.EXILE: "leaves the fight",
    codes.CROWN: "becomes your leader",
    codes.RELOCATE: "moves to an empty slot of your choice",
    codes.CAPTURE: "stands up in your unit, if you like",
}
PLAIN = {
    codes.STRIKE: "the fallen hero strikes once",
    codes.CARRY_OUT: "carry out its order",
    codes.DISCARD: "discard it",
    codes.SHUFFLE: "shuffle your deck",
    codes.AVENGE: "heroes that attack your unit in melee this wave fall",
    codes.PREVENT: "it does not happen",
    codes.OTHERWISE: "otherwise",
    codes.OR: "or",
}
ZONES = {
    codes.OWN_HAND: "your hand",
    codes.RIVAL_HAND: "the enemy hand",
    codes.RANDOM_RIVAL_HAND: "the enemy hand at random",
    codes.ASIDE: "the cards drawn aside",
    codes.DECK: "your deck",
    codes.NAMED_DECK: "your deck, named before",
    codes.OWN_DISCARD: "your discard pile",
    codes.RIVAL_DISCARD: "the enemy discard pile",
    codes.RIVAL_CHOICE: "the enemy hand, the enemy's choice",
    codes.LEADER_CARD: "your leader",
}
PLACES = ["into your hand", "on top of your deck", "to the discard pile", "to carry out its order", "out of the fight"]


def tell_query(query: int, many: bool) -> str:
    """Return a query in words."""
    words = [{codes.Q_OWN: "your" if many else "", codes.Q_RIVAL: "enemy"}.get(query & 3, "")]
    words += [word for bit, word in BEFORE.items() if query & bit]
    words.append(" or ".join(pair[1 if many else 0] for bit, pair in KINDS.items() if query & bit))
    words += ["of yours"] if query & 3 == codes.Q_OWN and not many else []
    words += [word for bit, word in AFTER.items() if query & bit]
    return " ".join(word for word in words if word)


def tell_amount(number: int) -> str:
    """Return an amount in words."""
    if number < codes.VALUE:
        return {codes.BY_SPLIT: "that many", codes.ALL_OF_IT: "all"}.get(number, str(number))
    measure, query = number >> codes.V_MEASURE & 127, number & (1 << codes.Q_BITS) - 1
    if measure == codes.PLAIN_NUMBER:
        return str(query)
    times, most = number >> codes.V_TIMES & 127, number >> codes.V_MOST & 127
    thing = MEASURED[measure] if measure != codes.COUNTED else ""
    if measure == codes.COUNTED:
        text = f"{times} for each {tell_query(query, False)}"
    elif number & codes.V_HALF:
        text = f"half of {thing}"
    else:
        text = thing if times == 1 else f"{times} times {thing}"
    return f"{text}, at most {most}," if most else text


def tell_condition(row: Row) -> str:
    """Return a condition in words."""
    plain = row[1] % codes.NOT
    text = CONDITION_WORDS.get(plain, "")
    if plain == codes.COMPARED:
        text = f"{_side(row[3])} {COMPARED_WORDS[row[2]]} {_side(row[4])}"
    return f"not {text}" if row[1] >= codes.NOT else text


def _side(number: int) -> str:
    counted = number >= codes.VALUE and not number >> codes.V_MEASURE & 127
    return tell_query(number & (1 << codes.Q_BITS) - 1, True) if counted else tell_amount(number)


def tell_program(rows: list[Row]) -> str:
    """Return what a program does, one sentence for each thing."""
    subjects: list[str] = []
    chose = False
    sentences: list[str] = []
    for row in rows:
        if is_choice(row[0]):
            subjects = [*subjects, _subject(row)] if chose else [_subject(row)]
            chose = True
            continue
        chose = False
        if row[0] != codes.END:
            sentences.append(_sentence(row, " and ".join(subjects)))
    return " ".join(f"{text[0].upper()}{text[1:]}{'' if text.endswith(':') else '.'}" for text in sentences)


def tell_part(rows: list[Row], at: int, number: int) -> str:
    """Return what one of the parts does among which a row lets somebody pick."""
    starts = rows[at][2:]
    last = starts[number + 1] if number + 1 < len(starts) else rows[starts[-1]][1]
    return tell_program(rows[starts[number] + 1 : last])


def _subject(row: Row) -> str:
    if row[0] in SUBJECTS:
        return SUBJECTS[row[0]]
    if row[0] == codes.SEVERAL:
        return f"{'' if row[3] else 'up to '}{tell_amount(row[1])} {tell_query(row[2], True)}"
    if row[0] in (codes.SPLIT, codes.SPLIT_UP_TO):
        upto = "up to " if row[0] == codes.SPLIT_UP_TO else ""
        return f"each of {tell_query(row[2], True)} ({upto}{tell_amount(row[1])} in all, split as you like)"
    whole = tell_query(row[1], False)
    if row[0] in (codes.ROW, codes.COLUMN):
        line = "row" if row[0] == codes.ROW else "column"
        return f"each {whole} in a {line} of your choice{' of one unit' if row[2] else ''}"
    if row[0] == codes.EACH:
        return f"each {whole}"
    return f"one {whole}{', if you like,' if row[2] else ''}"


def _sentence(row: Row, subject: str) -> str:
    op = row[0]
    if op in EFFECTS:
        return f"{subject or 'the fallen hero'} {EFFECTS[op]}"
    if op in PLAIN:
        return f"{PLAIN[op]}{':' if op in (codes.OTHERWISE, codes.OR) else ''}"
    if op in (codes.DEAL, codes.HEAL):
        return f"{subject} {'takes' if op == codes.DEAL else 'heals'} {tell_amount(row[1])} damage"
    if op == codes.STRENGTHEN:
        return f"{subject} has +{tell_amount(row[1])} strength until the wave ends"
    if op == codes.GIVE:
        word = WORDS[row[1]]
        return (
            f"{subject} gets [{word} {tell_amount(max(1, row[2]))}]" if word in COUNTS else f"{subject} gets [{word}]"
        )
    if op == codes.ATTACK:
        return f"{subject} attacks {'in melee' if row[1] == 0 else 'at range'}"
    return _leading(row) or _cards(row, subject)


def _leading(row: Row) -> str:
    if row[0] == codes.IF:
        return f"if {tell_condition(row)}:"
    if row[0] == codes.EITHER:
        return "pick one:"
    return f"roll a die with {row[1]} sides" if row[0] == codes.ROLL else ""


def _cards(row: Row, subject: str) -> str:
    op, number = row[0], tell_amount(row[1])
    if op == codes.DRAW:
        return f"draw {number} card{'' if number == '1' else 's'}{('', ' aside', ' to look at')[row[2]]}"
    if op == codes.TAKE:
        return f"take {max(1, row[3])} from {ZONES[row[1]]} {PLACES[row[2]]}"
    if op == codes.MILL:
        return f"the top {tell_amount(row[2])} of {'the enemy' if row[1] else 'your'} deck are discarded"
    if op == codes.ACTIONS:
        return f"{'the enemy has' if row[1] else 'you have'} {row[2]:+d} actions"
    if op == codes.RECRUIT:
        return f"recruit into {subject}{' from your discard pile' if row[2] else ''}"
    texts = {
        codes.LOOK: "look at the enemy hand",
        codes.SHOW: f"show a card of {ZONES.get(row[1], 'a hand')}",
        codes.PLAY: f"play orders from {ZONES.get(row[1], 'your hand')}",
        codes.REFRESH: f"discard your hand and draw as many and {number} more",
        codes.ACT: "the recruit acts at once",
        codes.LEVEL_UP: f"your leader gains {number} counters",
        codes.CANCEL: f"an enemy {'trap' if row[1] else 'ongoing order'} is discarded",
    }
    return texts[op]
