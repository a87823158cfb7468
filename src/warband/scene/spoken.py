"""Say a scene in plain sentences, in reading order, for a screen reader."""

from __future__ import annotations

from warband.kernel.scene import HAND, HEXMAP, PILE, TRACK, Choice, Container, Piece, Scene, Sentence
from warband.kernel.seats import NOBODY
from warband.scene.hexes import hexes
from warband.scene.reading import Cell, area_rows, cells
from warband.scene.words import (
    container_name,
    container_words,
    counted_name,
    die_words,
    hex_words,
    holds_dice,
    number_words,
    owner,
    piece_words,
    player,
    slot_words,
)


def render(scene: Scene) -> list[str]:
    """Say the heading, every container with its pieces, what happened last, the prompt, and the choices."""
    said = heading(scene)
    for row in area_rows(scene):
        for area in row:
            said += [line for container in area.containers for line in container_lines(scene, container)]
    said += [sentence(f"Last: {scene.log[-1].plain()}")] if scene.log else []
    said += [sentence(scene.prompt.plain())] if scene.prompt.parts else []
    said += [choice_line(at, choice, len(scene.choices)) for at, choice in enumerate(scene.choices, 1)]
    return [line for line in said if line]


def sentence(text: str) -> str:
    """Return a text on one line that begins and ends like a sentence."""
    words = " ".join(text.split())
    words = words[:1].upper() + words[1:]
    return words if not words or words[-1] in ".!?:" else f"{words}."


def heading(scene: Scene) -> list[str]:
    """Say the title, where the match stands, and whose seat this is."""
    where = sentence(", ".join(word for word in (scene.title, scene.heading) if word))
    seated = 0 <= scene.seat < len(scene.players)
    others = [player(scene, seat) for seat in range(len(scene.players)) if seat != scene.seat]
    if not seated:
        return [where, sentence(f"You watch {' against '.join(others)}")]
    name = player(scene, scene.seat)
    you = "You play" if name.lower() == "you" else f"You are {name},"
    return [where, sentence(f"{you} against {' and '.join(others)}")]


def container_lines(scene: Scene, container: Container, around: int = NOBODY) -> list[str]:
    """Say a container, then its places and pieces one by one, then the containers inside it."""
    said = container_words(scene, container, around)
    contents = dice(container) or emptiness(container)
    lines = [sentence(f"{said}: {contents}" if contents else said)]
    for cell in [] if holds_dice(container) else ordered_cells(container):
        lines += cell_lines(scene, cell, container)
    for child in container.inside:
        lines += container_lines(scene, child, container.side)
    return lines


def ordered_cells(container: Container) -> list[Cell]:
    """Return the cells of a container in reading order; a hex map is read from its top to its bottom."""
    return [one.cell for one in hexes(container)] if container.kind == HEXMAP else cells(container)


def dice(container: Container) -> str:
    """Say all dice of a container in one breath: `6, 4 cancelled`."""
    return ", ".join(die_words(die) for die in container.pieces) if holds_dice(container) else ""


def emptiness(container: Container) -> str:
    """Say that a container is empty where nothing else tells it."""
    contents = container.pieces or container.slots or container.inside or container.numbers or container.kind == PILE
    return "" if contents else "empty"


def cell_lines(scene: Scene, cell: Cell, container: Container) -> list[str]:
    """Say a place and who stands there, or the pieces alone."""
    pieces = [piece_sentence(scene, piece, container) for piece in cell.pieces]
    if cell.slot is None:
        return pieces
    place = hex_words(cell.slot) if container.kind == HEXMAP else slot_words(cell.slot)
    bare = place if container.kind == TRACK else f"{place}: empty"
    return [sentence(f"{place}: {piece}") for piece in pieces] or [sentence(bare)]


def piece_sentence(scene: Scene, piece: Piece, container: Container) -> str:
    """Say a piece with its note; in a hand also what it says, and nothing twice."""
    said = [sentence(piece_words(scene, piece, container.side)), sentence(piece.note) if piece.note else ""]
    if container.kind == HAND:
        details = [sentence(": ".join(word for word in detail if word)) for detail in piece.details]
        said = [line for line in said if line not in details] + details
    return " ".join(word for word in said if word)


def choice_line(number: int, choice: Choice, count: int) -> str:
    """Say a choice with its number: `1 of 12: End the turn.`"""
    return sentence(f"{number} of {count}: {choice.label or choice.text}")


# ---- what is announced while a match is played ----


def announce(before: Scene, after: Scene, sentences: list[Sentence]) -> str:
    """Say what happened, what it did to the pieces where the sentences do not tell, and what is asked now."""
    spoken = [sentence(said.plain()) for said in sentences if said.plain()]
    spoken += [] if spoken else [sentence(change) for change in figure_changes(before, after)]
    if after.prompt.parts and after.prompt != before.prompt and after.choices:
        spoken.append(sentence(after.prompt.plain()))
    return " ".join(spoken)


def figure_changes(before: Scene, after: Scene) -> list[str]:
    """Say which figures of pieces and containers differ: `Knight, yours, life 4 of 7`."""
    known = _figures(before)
    changes: list[str] = []
    for handle, (name, numbers) in _figures(after).items():
        if handle in known:
            changed = [words for words in numbers if words not in known[handle][1]]
            changes += [f"{name}, {', '.join(changed)}"] if changed else []
    return changes


def _figures(scene: Scene) -> dict[str, tuple[str, list[str]]]:
    """Return what is called how, with its figures in words, by handle."""
    figures: dict[str, tuple[str, list[str]]] = {}
    waiting = list(scene.containers)
    while waiting:
        box = waiting.pop(0)
        waiting = box.inside + waiting
        figures[box.id] = (container_name(scene, box), [number_words(number) for number in box.numbers])
        for piece in box.pieces:
            called = ", ".join(word for word in (counted_name(piece), owner(scene, piece.side)) if word)
            figures[piece.id] = (called, [number_words(number) for number in piece.numbers])
    return figures
