"""What the cells of an observation and the actions of a game are about, so that a learner shares what it learns.

A term is a name alone, or a name and a thing: a kind of card, hero or unit, known by what it does. Two cells or two
actions that share a term share what is learnt of it, and a thing that was never seen is known by its figures.
"""

from __future__ import annotations

from warband.kernel.encoding import Field
from warband.kernel.notation import NONE, Deed, Notation

Term = tuple[str, int]
Offset = tuple[int, int]


class Level:
    """A value of a cell that means something of its own, such as a die that shows a six, with terms like a cell."""

    def __init__(self, cell: int, value: int, terms: list[Term]) -> None:
        self.cell = cell
        self.value = value
        self.terms = terms


class Aim:
    """What an action does on a map: its name, the place it starts from, and the place it is aimed at.

    That place is named by its number, or by its offset from where the action starts; without a start the offset is
    where it lies. NONE is no place.
    """

    def __init__(self, name: str, origin: int, target: int, offset: Offset | None = None) -> None:
        self.name = name
        self.origin = origin
        self.target = target
        self.offset = offset


class Places:
    """The places of a map that differs from match to match.

    `cells[place]` are the cells that tell of a place, in the same order for all of them: first its two coordinates,
    both 0 while nothing lies there, then those that `terms` are of. `relations` are sets of offsets; places that lie
    at an offset of one set are the same kind of neighbour. `aims` has an entry for each action, None where it aims at
    no place.
    """

    def __init__(
        self,
        cells: list[list[int]],
        terms: list[list[Term]],
        relations: list[list[Offset]],
        aims: list[Aim | None],
    ) -> None:
        self.cells = cells
        self.terms = terms
        self.relations = relations
        self.aims = aims


class Features:
    """The things of a game by what they do, and the terms of every cell and every action."""

    def __init__(self, things: list[dict[str, int]], cells: list[list[Term]], actions: list[list[Term]]) -> None:
        self.things = things
        self.cells = cells
        self.actions = actions
        # What is true of the whole match, such as the flags of an edition.
        self.always: dict[str, int] = {}
        self.levels: list[Level] = []
        # Cells with large numbers, and how much counts as one: a power of two.
        self.parts: dict[int, int] = {}
        self.places: Places | None = None


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
