"""Say marks, sides, figures and pieces in words, the same words in every rendering."""

from __future__ import annotations

from typing import Final

from warband.kernel.scene import BACK, CARD, CORPSE, CUBE, DIE, PILE, Container, Number, Piece, Scene, Slot
from warband.kernel.seats import NOBODY

YOU: Final = "you"
RIVAL: Final = "rival"
SIDES: Final = ("first", "second")
NO_COLOUR: Final = "none"

# In order of claim: a piece shows the first of its marks as its flag, the others as smaller words.
MARK_WORDS: Final = {
    "aimed": "Aimed at",
    "falls": "Will fall",
    "selected": "Selected",
    "target": "Target",
    "shielded": "Shielded",
    "may_act": "May act",
    "active": "Acts now",
    "first": "First",
    "done": "Done",
}
PLACE_WORDS: Final = {"selected": "Chosen", "target": "Here", "may_act": "Open"}
DIE_WORDS: Final = {"done": "Cancelled", "target": "To pick", "may_act": "To pick"}
ODDS: Final = "odds"


def mark_words(marks: list[str], place: bool = False) -> list[str]:
    """Return the words of marks in order of claim; a place says `Here` where a piece says `Target`."""
    return [mark_word(mark, place) for mark in in_order_of_claim(marks)]


def mark_word(mark: str, place: bool = False) -> str:
    """Return the word of one mark; a mark we do not know says its own name."""
    word = MARK_WORDS.get(mark) or mark.replace("_", " ").strip().capitalize()
    return PLACE_WORDS.get(mark, word) if place else word


def place_word(mark: str) -> str:
    """Return the word of a mark on a place."""
    return mark_word(mark, place=True)


def in_order_of_claim(marks: list[str]) -> list[str]:
    """Sort marks so that the most urgent comes first, unknown ones last, each once; what is aimed at is a target."""
    order = list(MARK_WORDS)
    shown = [mark for mark in dict.fromkeys(marks) if mark != "target" or "aimed" not in marks]
    return sorted(shown, key=lambda mark: order.index(mark) if mark in order else len(order))


def standing(scene: Scene, side: int) -> str:
    """Return whose side that is for the viewer: you, rival or none; a spectator sees seat 0 as `you` is drawn."""
    if side == NOBODY:
        return NO_COLOUR
    viewer = scene.seat if 0 <= scene.seat < len(scene.players) else 0
    return YOU if side == viewer else RIVAL


def colours(side: int) -> str:
    """Return whose colour and shape a thing has: the first seat's, the second's or nobody's, whoever looks on."""
    return SIDES[side] if 0 <= side < len(SIDES) else NO_COLOUR


def owner(scene: Scene, side: int) -> str:
    """Return `yours`, `Red's`, or nothing for a thing that is nobody's."""
    if side == NOBODY:
        return ""
    return "yours" if side == scene.seat else f"{player(scene, side)}'s"


def player(scene: Scene, side: int) -> str:
    """Return the name of the player in that seat."""
    return scene.players[side] if 0 <= side < len(scene.players) else f"player {side + 1}"


def number_words(number: Number) -> str:
    """Return a figure in words: `life 4 of 7`, or `win 58 %`."""
    if is_odds(number):
        return f"{number.label} {number.value} %".strip()
    of = "" if number.most is None else f" of {number.most}"
    return f"{number.label} {number.value}{of}".strip()


def is_odds(number: Number) -> bool:
    """Say whether a figure is a chance in percent."""
    return number.icon == ODDS and number.most == 100


def counted_name(piece: Piece) -> str:
    """Return the name of a piece with how many it stands for: `3 weapons`."""
    if piece.kind == CUBE or (piece.kind == BACK and piece.count != 1):
        return f"{piece.count} {piece.name}"
    return piece.name if piece.count == 1 else f"{piece.name} ({piece.count})"


def kind_word(piece: Piece) -> str:
    """Return what a piece is, where its name alone would not say it."""
    return {CORPSE: "corpse", BACK: "face down"}.get(piece.kind, "")


def piece_words(scene: Scene, piece: Piece, around: int = NOBODY, marked: bool = True) -> str:
    """Return a piece in one phrase: name, whose, figures, badges, marks; `around` is the side of its container."""
    if piece.kind == DIE:
        return f"{piece.name or 'die'}: {die_words(piece)}"
    side = "" if piece.side == around else owner(scene, piece.side)
    said = [counted_name(piece), kind_word(piece), side]
    said += [number_words(number) for number in piece.numbers]
    said += [*piece.badges, *(word.lower() for word in mark_words(piece.marks if marked else []))]
    return ", ".join(word for word in said if word)


def die_face(piece: Piece) -> str:
    """Return what a die shows, or a question mark before it is rolled."""
    return str(piece.numbers[0].value) if piece.numbers else "?"


def die_mark_word(mark: str) -> str:
    """Return the word of a mark on a die: one that is done is cancelled."""
    return DIE_WORDS.get(mark) or mark_word(mark)


def die_words(piece: Piece) -> str:
    """Return a die in one phrase: `6`, `4 cancelled`, or `not rolled`."""
    marks = [die_mark_word(mark).lower() for mark in in_order_of_claim(piece.marks)]
    face = die_face(piece) if piece.numbers else "not rolled"
    return " ".join(word for word in (face, *marks, piece.note) if word)


def pile_words(container: Container) -> str:
    """Return how many things lie in a pile, and what they are: `14 cards`."""
    if container.numbers:
        return f"{container.numbers[0].value} {container.numbers[0].label.lower()}".strip()
    count = sum(piece.count for piece in container.pieces)
    noun = "card" if all(piece.kind in (CARD, BACK) for piece in container.pieces) else "piece"
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def holds_cubes(container: Container) -> bool:
    """Say whether a container holds cubes and nothing else."""
    return bool(container.pieces) and all(piece.kind == CUBE for piece in container.pieces)


def holds_dice(container: Container) -> bool:
    """Say whether a container holds dice and nothing else."""
    return bool(container.pieces) and not container.slots and all(piece.kind == DIE for piece in container.pieces)


def slot_words(slot: Slot) -> str:
    """Return a place in one phrase: its name and its marks."""
    return _marked(slot.name or slot.id, slot)


def hex_words(slot: Slot) -> str:
    """Return a hex in one phrase: its name, its coordinates and its marks."""
    return _marked(place_name(slot), slot)


def _marked(name: str, slot: Slot) -> str:
    return ", ".join([name, *(word.lower() for word in mark_words(slot.marks, place=True))])


def coordinates(at: tuple[int, int]) -> str:
    """Return where a hex lies, as players write it: `2,-3`."""
    return f"{at[0]},{at[1]}"


def place_name(slot: Slot) -> str:
    """Return the name of a hex with its coordinates: `Forest 2,-3`; a name that has them already stays."""
    where = coordinates(slot.at) if slot.at is not None else ""
    is_named = where in slot.name.split()
    return " ".join(word for word in (slot.name, "" if is_named else where) if word) or slot.id


def whose(scene: Scene, container: Container, around: int = NOBODY) -> str:
    """Return whose a container is, unless its name or the container round it says so."""
    said = "" if container.side == around else owner(scene, container.side)
    names = container.name.lower()
    is_named = said.lower() in names or (said == "yours" and "your " in names)
    return "" if is_named else said


def container_name(scene: Scene, container: Container) -> str:
    """Return what a container is called and whose it is; what lies in it says the rest."""
    return ", ".join(word for word in (container.name, whose(scene, container)) if word) or container.id


def container_words(scene: Scene, container: Container, around: int = NOBODY) -> str:
    """Return a container in one phrase: name, whose, figures, badges, marks."""
    said = [container.name, whose(scene, container, around)]
    if container.kind == PILE and not holds_cubes(container):
        said.append(pile_words(container))
    else:
        said += [number_words(number) for number in container.numbers]
    said += [*container.badges, *(word.lower() for word in mark_words(container.marks))]
    return ", ".join(word for word in said if word)
