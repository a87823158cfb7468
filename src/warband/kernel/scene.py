"""Describe what a person sees as data: containers, pieces, a prompt and the handles of every legal action."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Final

from warband.kernel.seats import NOBODY, SIDE_NAMES, Seat

GRID: Final = "grid"
ROW: Final = "row"
COLUMN: Final = "column"
HEXMAP: Final = "hexmap"
HAND: Final = "hand"
PILE: Final = "pile"
TRACK: Final = "track"

CARD: Final = "card"
UNIT: Final = "unit"
CUBE: Final = "cube"
CORPSE: Final = "corpse"
BACK: Final = "back"
DIE: Final = "die"

# Where an area may lie beside the mat: at its side, among what is read, in front of it.
RAIL: Final = "rail"
PANEL: Final = "panel"
DOCK: Final = "dock"

# What a mark says is drawn as shape, word and colour; the words are the renderers' own.
MARKS: Final = ("may_act", "selected", "target", "aimed", "shielded", "falls", "done", "active", "first")

# How the flag of a choice is drawn, as icon and colour besides its verb; one that is none of these is plain.
ATTACKS: Final = "attack"
SHOOTS: Final = "shoot"
MOVES: Final = "move"
SWAPS: Final = "swap"
PLACES: Final = "place"
LOOKS: Final = (ATTACKS, SHOOTS, MOVES, SWAPS, PLACES)


@dataclass
class Part:
    """A run of words in a sentence, and the handle of the piece it speaks of, if any."""

    text: str
    handle: str = ""


@dataclass(repr=False)
class Sentence:
    """One sentence as parts, so that a page can light up the pieces it names."""

    parts: list[Part] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Sentence: {self.plain()}>"

    def __str__(self) -> str:
        return self.plain()

    def plain(self) -> str:
        """Return the sentence as bare text."""
        return "".join(part.text for part in self.parts)


@dataclass
class Number:
    """A figure on a piece: its label, its value, the most it can be, the icon that stands for it."""

    label: str
    value: int
    most: int | None = None
    icon: str = ""


@dataclass
class Piece:
    """One thing on the table that a person can see and touch.

    `said` are the words of its strongest mark where it has words of its own, `now` is the label of the detail that
    counts where it lies.
    """

    id: str
    kind: str
    name: str
    side: int = NOBODY
    sprite: str = ""
    note: str = ""
    numbers: list[Number] = field(default_factory=list)
    badges: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    at: tuple[int, int] | None = None
    count: int = 1
    details: list[tuple[str, str]] = field(default_factory=list)
    said: str = ""
    now: str = ""


@dataclass
class Slot:
    """A place where a piece may stand: a cell of a grid (row, column) or a hex (q, r)."""

    id: str
    name: str
    at: tuple[int, int] | None = None
    sprite: str = ""
    letter: str = ""
    marks: list[str] = field(default_factory=list)


@dataclass
class Container:
    """Pieces, slots and further containers; its kind says how they lie.

    A hex map that is `turned` is drawn rotated by 180 degrees; its coordinates stay true.
    """

    id: str
    kind: str
    name: str
    area: str = ""
    side: int = NOBODY
    sprite: str = ""
    pieces: list[Piece] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    inside: list[Container] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    badges: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    turned: bool = False


@dataclass
class Choice:
    """A legal action, its text in notation, its label, and the handles one touches to mean it.

    `verb` is what the flag on the last of them says, `look` (of LOOKS) how that flag is drawn.
    """

    action: int
    text: str
    label: str
    handles: list[str] = field(default_factory=list)
    verb: str = ""
    look: str = ""


@dataclass
class Effect:
    """What an action is certain to do to a figure of a piece, a slot or a container."""

    handle: str
    label: str
    before: int
    after: int


def say_odds(odds: list[Number]) -> str:
    """Return chances as a sentence: `48 % defender falls, 52 % nobody falls.`"""
    return ", ".join(f"{number.value} % {number.label}" for number in odds) + "." if odds else ""


def percents(chances: list[float]) -> list[int]:
    """Return chances that make up a whole as percents that make up a hundred, each at most one off."""
    exact = [100 * chance for chance in chances]
    floors = [int(share + 1e-9) for share in exact]
    owed = sorted(range(len(exact)), key=lambda at: floors[at] - exact[at])[: 100 - sum(floors)]
    return [floor + (at in owed) for at, floor in enumerate(floors)]


@dataclass
class Scene:
    """Everything one viewer sees: containers laid out in named areas, the prompt, the choices, the log.

    `layout` lists rows of area names, top to bottom, as a wide screen shows them; `seat` is the viewer. `places` says
    of areas that need not lie on the mat where else they may go: RAIL, PANEL or DOCK.
    """

    game: str
    title: str
    seat: Seat
    heading: str = ""
    players: list[str] = field(default_factory=lambda: list(SIDE_NAMES))
    layout: list[list[str]] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)
    prompt: Sentence = field(default_factory=Sentence)
    choices: list[Choice] = field(default_factory=list)
    log: list[Sentence] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)

    def to_data(self) -> dict[str, object]:
        """Return the scene as plain data."""
        return asdict(self)

    def handles(self) -> set[str]:
        """Return the ids of every piece, slot and container that can be touched."""
        ids: set[str] = set()
        waiting = list(self.containers)
        while waiting:
            container = waiting.pop()
            waiting.extend(container.inside)
            ids.add(container.id)
            ids.update(piece.id for piece in container.pieces)
            ids.update(slot.id for slot in container.slots)
        return ids
