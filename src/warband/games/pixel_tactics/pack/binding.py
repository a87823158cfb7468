"""Find out what the cards of a pack need beyond the plain rules: more actions, statuses, wider traits, traps."""

from __future__ import annotations

from warband.games.pixel_tactics.documents.notation import Needs
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.amounts import is_once
from warband.games.pixel_tactics.rules.figures import Rules
from warband.kernel.notation import NONE

Row = list[int]


def needs_of(leaders_act: bool, traps: list[int], rows: list[Row]) -> Needs:
    """Return which actions the programs of a pack need."""
    parts = max([row[1] for row in rows if row[0] == codes.EITHER], default=0)
    sides = max([row[1] for row in rows if row[0] == codes.ROLL], default=0)
    return Needs(leaders_act, parts, any(trap != NONE for trap in traps), sides)


def note_rich(rules: Rules, rows: list[Row], traps: list[int]) -> None:
    """Note what is to be looked for at all; packs without it are played without a look."""
    given = [row for entry in rules.traits for row in entry]
    whom = 0
    for trait in given:
        whom |= trait[1]
    rules.wide = bool(whom & codes.WIDE) or any(row[0] == codes.KEYWORD for row in given)
    rules.rival_auras = bool(whom & codes.OF_RIVALS)
    rules.two_rows = any(marks & codes.COUNTS_IN_ANY for marks in rules.marks)
    rules.trap = traps
    rules.sprung_by = [event in traps for event in range(codes.EVENTS)]
    rules.rich = any(
        (
            rules.wide,
            any(row[0] >= codes.MORE or row[2] < 0 or row[3] >= codes.PER_VALUE for row in given),
            any(trap != NONE for trap in traps),
            any(_is_rich(row) for row in rows),
            any(program != NONE for table in rules.triggers[codes.THIS_FALLS :] for program in table),
        )
    )


def _is_rich(row: Row) -> bool:
    """Return whether a row does, or depends on, what the plain rules do not keep."""
    if row[0] == codes.IF:
        return is_once(row[1]) or row[1] >= codes.VANGUARD_WAVE
    return row[0] > codes.IF or any(number >= codes.VALUE for number in row)
