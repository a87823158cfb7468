"""What the cells of an observation and the actions of a game are about, so that a learner shares what it learns.

A term is a name alone, or a name and a thing: a kind of card, hero or unit, known by what it does. Two cells or two
actions that share a term share what is learnt of it, and a thing that was never seen is known by its figures.
"""

from __future__ import annotations

from warband.kernel.encoding import Field
from warband.kernel.notation import NONE, Deed, Notation

Term = tuple[str, int]


class Features:
    """The things of a game by what they do, and the terms of every cell and every action."""

    def __init__(self, things: list[dict[str, int]], cells: list[list[Term]], actions: list[list[Term]]) -> None:
        self.things = things
        self.cells = cells
        self.actions = actions
        # What is true of the whole match, such as the flags of an edition.
        self.always: dict[str, int] = {}


def cell_terms(layout: list[Field]) -> list[list[Term]]:
    """Return the terms of every cell of a layout: its field with the thing, or with its number."""
    return [_terms_of_cell(field, number) for field in layout for number in range(field.size)]


def _terms_of_cell(field: Field, number: int) -> list[Term]:
    block, thing = divmod(number, field.things) if field.things else (0, 0)
    if field.things == 0 or block >= field.blocks:
        return [(f"{field.name}/{number - field.things * field.blocks}", NONE)]
    name = f"{field.name}/{block}" if field.blocks > 1 else field.name
    return [(f"{name} holds", NONE), (name, thing)]


def action_terms(notation: Notation, thing_part: str) -> list[list[Term]]:
    """Return the terms of every action: its kind, its parts, and the thing that one of its parts names."""
    return [_terms_of_deed(notation.decode(action), thing_part) for action in range(notation.count)]


def _terms_of_deed(deed: Deed, thing_part: str) -> list[Term]:
    words = deed.words()
    thing = deed[thing_part]
    terms: list[Term] = [(deed.name, NONE)]
    terms += [(f"{deed.name} {part} {word}", NONE) for part, word in words.items() if part != thing_part]
    if thing != NONE:
        terms.append((f"{deed.name} {thing_part}", thing))
    elif len(words) > 1:
        terms.append((" ".join([deed.name, *words.values()]), NONE))
    return terms


def plain_features(layout: list[Field], texts: list[str]) -> Features:
    """Return features in which every cell and every action stands for itself alone."""
    return Features([], cell_terms(layout), [[(text, NONE)] for text in texts])
