"""Make cards at random out of the vocabulary: whatever the proofreader lets through."""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.pack.phrases import COMPARISONS, CONDITIONS, MEASURES
from warband.games.pixel_tactics.pack.proofread_traits import proofread_traits
from warband.games.pixel_tactics.pack.proofreading import proofread
from warband.games.pixel_tactics.pack.query_words import QUERY_PHRASES
from warband.games.pixel_tactics.pack.vocabulary import (
    AMOUNT_WORDS,
    CORPSES,
    EVENTS,
    MARKS,
    OPS,
    TRIGGER_NAMES,
    WHEN,
    WHO,
    Words,
    read_program,
)
from warband.games.pixel_tactics.rules.figures import ROLE_NAMES
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.validation import Node

Table: TypeAlias = dict[str, object]
Row: TypeAlias = list[object]

# Ops that fit anywhere come seldom, those that need much before them often, so that all of them come.
SELDOM = ("shuffle", "look", "avenge", "show", "count", "refresh", "if", "play", "actions", "draw", "return", "self")
SIMPLE = ("each", "several", "row", "column", "deal", "heal", "strengthen", "defeat", "clear", "attacker")
BAG = [name for name in OPS for _ in range(1 if name in SELDOM else 3 if name in SIMPLE else 8)]
KINDS = ["heroes", "leader", "corpses", "empty slots", "heroes corpses", "heroes leader"]
WHOSE = ["", "own", "own", "rival"]
BEFORE = ["other", "damaged"]
AFTER = [word for word in QUERY_PHRASES if " " in word and "slot" not in word]
FIGURES = ["intercept", "ranged", "strength +{}", "takes {} less", "immune", "doubles printed", "doubles all"]
FIGURES += ["strength -{}", "takes {} more", "takes at most {}", "pierces"]
AMOUNTS = ["free orders {}", "turn of {} actions", *[f"corpses attack {{}} {when}" for when in CORPSES]]
ROWS_OF = ("vanguard", "flank", "rear")
NUMBERS = [1, 1, 2, 2, 3, 4, 5, -1, -2]
ROWS, TRIES = 5, 40
PREFIXES = ["long", "free", "limited", "limited long", "limited free"]


def random_pack(seed: int, count: int = 12) -> Table:
    """Return a pack of random cards."""
    rng = Random(seed)
    return {"name": "random", "cards": [_card(rng, f"c{number}") for number in range(count)]}


def _card(rng: Random, name: str) -> Table:
    figures = {"attack": rng.randint(0, 6), "life": rng.randint(1, 8)}
    return {"id": name, "name": name.upper(), **figures, **{role: _role(rng, role) for role in ROLE_NAMES}}


def _role(rng: Random, role: str) -> Table:
    fields: Table = {"text": "Something happens."}
    what = "effect" if role == "order" else "power"
    if role != "leader" and rng.random() < 0.7:
        fields[what] = random_program(rng, role, what)
    if role == "order" and rng.random() < 0.3 and (event := rng.choice(EVENTS)):
        return {
            "text": "A trap.",
            "trap": event,
            "effect": random_program(rng, role, f"trap: {event}") or [["draw", 1]],
        }
    if role != "order" or rng.random() < 0.35:
        fields.update(_lasting(rng, role))
    if role == "leader":
        fields.update(attack=rng.randint(0, 6), life=rng.randint(8, 25))
        if rng.random() < 0.5 and (action := random_program(rng, role, "action")):
            fields["action"] = action
    _prefix(rng, role, fields)
    return fields


def _prefix(rng: Random, role: str, fields: Table) -> None:
    """Make an attack, and the power or action that there is, long, free or limited now and then."""
    kinds = [what for field, what in (("power", "spell"), ("action", "action")) if field in fields]
    lasting = role != "order" or "ongoing" in fields
    phrases = [f"heroes {rng.choice(PREFIXES)} attack"] if lasting and rng.random() < 0.2 else []
    phrases += [f"{rng.choice(PREFIXES)} {what}" for what in kinds if rng.random() < 0.5]
    if phrases:
        traits = fields.get("traits")
        fields["traits"] = [*(traits if isinstance(traits, list) else []), *phrases]


def _lasting(rng: Random, role: str) -> Table:
    fields: Table = {"traits": random_traits(rng, role)}
    for trigger in rng.sample(TRIGGER_NAMES, rng.randint(0, 2)):
        if role in ROWS_OF or not trigger.startswith("when_this_"):
            if role == "order" and trigger == "when_attacked":
                continue
            fields[trigger] = random_program(rng, role, trigger)
    return {**fields, "ongoing": True} if role == "order" else fields


# ---- programs ----


def random_program(rng: Random, role: str, place: str) -> list[Row]:
    """Return a program the proofreader accepts, made row by row; it may be empty."""
    if rng.random() < 0.15:
        return _parted(rng, role, place)
    rows: list[Row] = []
    whole: list[Row] = []
    for _ in range(rng.randint(1, ROWS)):
        rows = _longer(rng, rows, role, place)
        if _fault(rows, role, place) == "":
            whole = rows
    return whole


def _parted(rng: Random, role: str, place: str) -> list[Row]:
    """Return a program with two parts, of which one is picked or decided on, or an empty one."""
    one, other = (random_program(rng, role, place) for _ in range(2))
    picked = rng.random() < 0.5
    begin: Row = ["either"] if picked else ["if", _condition(rng)]
    rows: list[Row] = [begin, *one, ["or" if picked else "otherwise"], *other, ["end"]]
    return rows if one and other and _fault(rows, role, place) == "" else []


def _longer(rng: Random, rows: list[Row], role: str, place: str) -> list[Row]:
    """Return a program with one row more that is right, or may become right with further rows."""
    for _ in range(TRIES):
        more = [*rows, _row(rng)]
        if not _fault(more, role, place).startswith("x["):
            return more
    return rows


def _fault(rows: list[Row], role: str, place: str) -> str:
    """Return what is wrong with a program; "x[2]: ..." is a wrong row, "x: ..." lacks an end."""
    node = Node(rows, "x")
    try:
        proofread(read_program(node), role, place, node)
    except BadInput as error:
        return str(error)
    return ""


def _row(rng: Random) -> Row:
    name = rng.choice(BAG)
    row: Row = [name]
    needed = True
    for part in OPS[name][1]:
        if part is None:
            needed = False
        elif needed or rng.random() < 0.5:
            row.append(_argument(rng, part))
    return row


def _argument(rng: Random, part: str | Words) -> object:
    if isinstance(part, dict):
        return rng.choice(list(part))
    if part == "query":
        return _query(rng)
    if part in ("among", "each"):
        return f"{part} {rng.randint(1, 3)}"
    if part == "condition":
        return _condition(rng)
    if part in ("amount", "number") and rng.random() < 0.1:
        return _value(rng)
    if part == "amount" and rng.random() < 0.4:
        return rng.choice(list(AMOUNT_WORDS))
    return rng.choice(NUMBERS)


def _value(rng: Random) -> str:
    thing = rng.choice(list(MEASURES)) if rng.random() < 0.5 else _query(rng)
    text = f"{rng.choice([f'{rng.randint(1, 3)} for each ', 'half of ', 'as much as '])}{' '.join(thing.split())}"
    return f"{text}, at most {rng.randint(1, 9)}" if rng.random() < 0.5 else text


def _condition(rng: Random) -> str:
    negation = rng.choice(["", "", "not "])
    if rng.random() < 0.5:
        return f"{negation}{rng.choice(list(CONDITIONS))}"
    return f"{negation}{rng.choice(list(MEASURES))} {rng.choice(list(COMPARISONS))} {rng.randint(0, 9)}"


def _query(rng: Random) -> str:
    if rng.random() < 0.1:
        return "heroes with power"
    before = rng.sample(BEFORE, rng.choice([0, 0, 1]))
    after = rng.sample(AFTER, rng.choice([0, 0, 1]))
    return " ".join([rng.choice(WHOSE), *before, rng.choice(KINDS), *after])


# ---- traits ----


def random_traits(rng: Random, role: str) -> list[str]:
    """Return some traits the proofreader accepts."""
    phrases = [_phrase(rng) for _ in range(rng.randint(0, 8))]
    return [phrase for phrase in phrases if _is_trait(phrase, role)]


def _is_trait(phrase: str, role: str) -> bool:
    try:
        proofread_traits(Node([phrase], "x"), role)
    except BadInput:
        return False
    return True


def _phrase(rng: Random) -> str:
    if rng.random() < 0.4:
        return rng.choice([*MARKS, *AMOUNTS]).format(rng.randint(1, 5))
    figure = rng.choice(FIGURES).format(rng.randint(1, 5))
    words = [rng.choice(list(WHO)), figure, rng.choice(["", "", *WHEN])]
    floor = ", at least 1" if "less" in figure and rng.random() < 0.3 else ""
    return " ".join(word for word in words if word) + floor


def play(data: Table, options: Table, seed: int) -> Match:
    """Play a random match with a pack; now and then write the position down, read it back and imagine it."""
    game = PixelTactics({**options, "pack": "p"}, {"p": (data, "p")})
    match, rng = Match(game, seeded_chance(seed)), Rng(seed)
    match.settle()
    while match.result is None:
        seat = match.awaiting()[rng.below(len(match.awaiting()))]
        legal = match.actions(seat)
        assert legal
        assert len(set(legal)) == len(legal)
        if match.ply % 4 == 0:
            check_position(game, match, seat, legal)
        match.play(seat, legal[rng.below(len(legal))])
        assert match.ply < game.bound()
    return match


def check_position(game: PixelTactics, match: Match, seat: int, legal: list[int]) -> None:
    position = match.state.position()
    assert game.restore(position).position() == position
    assert game.imagine(match.view(seat), Rng(match.ply)).legal(seat) == legal
