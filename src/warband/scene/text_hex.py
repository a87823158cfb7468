"""Draw a map of flat-top hexes with letters and lines."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from warband.kernel.scene import Container, Piece, Scene
from warband.scene.hexes import Hex, columns, cornered, hexes
from warband.scene.reading import Cell
from warband.scene.text_blocks import END, clean, size, style, whole, wrap
from warband.scene.text_pieces import marks_text, piece_text, shaped
from warband.scene.text_signs import SIGNS, sign_words, signs_text
from warband.scene.words import coordinates, counted_name, mark_word, place_name, place_word

# The distance from column to column, which is also the room in a hex where it is widest.
LEAST_PITCH: Final = 6
MOST_PITCH: Final = 18
# A hex is four lines high, and its sides slant over two of them.
STEP: Final = 2

Canvas = dict[tuple[int, int], str]


def best_width(scene: Scene, container: Container) -> int:
    """Return the width at which every name has room."""
    fields = hexes(container)
    return map_width(fields, pitch_for(scene, fields, 10_000))


def map_width(fields: list[Hex], pitch: int) -> int:
    """Return how wide a map is at a pitch."""
    return columns(fields) * pitch + STEP


def pitch_for(scene: Scene, fields: list[Hex], width: int) -> int:
    """Return the smallest pitch at which all names fit, or the largest that the width allows, or 0 for none."""
    wanted = max(_wanted(hex_content(scene, one.cell)) for one in fields)
    least = max(LEAST_PITCH, *(len(coordinates(one.cell.at)) for one in fields))
    widest = min((width - STEP) // columns(fields), MOST_PITCH)
    return min(widest, max(wanted, least)) if widest >= least else 0


def _wanted(lines: list[str]) -> int:
    """Return the pitch a hex wants; its first line stands where the hex is narrower."""
    return max(size(lines[0]) + STEP, *(size(line) for line in lines[1:]))


def hexmap_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw the map, or list it row by row where it does not fit; below it who stands where and what signs mean."""
    fields = hexes(container)
    if not fields:
        return []
    fields = cornered(fields)
    pitch = pitch_for(scene, fields, width)
    drawn = map_lines(scene, fields, pitch) if pitch else row_lines(scene, fields, width)
    return drawn + legend(scene, fields, width) + ground_lines(fields, width) + sign_lines(fields, width)


def map_lines(scene: Scene, fields: list[Hex], pitch: int) -> list[str]:
    """Draw every hex with what it shows."""
    canvas: Canvas = {}
    for one in fields:
        x, y = one.column * pitch, one.step * STEP
        draw_edges(canvas, x, y, pitch)
        draw_content(canvas, x, y, pitch, hex_content(scene, one.cell))
    return painted(canvas)


def draw_edges(canvas: Canvas, x: int, y: int, pitch: int) -> None:
    """Draw the six sides of a hex; (x, y) is the upper left corner of the box round it."""
    far = x + pitch + 1
    for column in range(x + STEP, x + pitch):
        canvas[column, y] = canvas[column, y + 4] = "_"
    for line, inset in ((1, 1), (2, 0)):
        canvas[x + inset, y + line] = canvas[far - inset, y + 5 - line] = "/"
        canvas[far - inset, y + line] = canvas[x + inset, y + 5 - line] = "\\"


def draw_content(canvas: Canvas, x: int, y: int, pitch: int, lines: list[str]) -> None:
    """Write the three lines of a hex centred between its sides; what is too long is told below the map."""
    for row, line in enumerate(lines):
        inset = 1 if row == 0 else 0
        room = pitch - 2 * inset
        shown = shortened(line, room)
        start = x + 1 + inset + (room - size(shown)) // 2
        for at, character in enumerate(_styled_characters(shown)):
            canvas[start + at, y + 1 + row] = character


def shortened(line: str, room: int) -> str:
    """Return the line cut with a dot where it is too long; brackets and styles survive."""
    if size(line) <= room:
        return line
    last = line.rstrip(END)[-1]
    tail = (last if last in ")>" else "") + (END if line.endswith(END) else "")
    kept = line
    while size(kept) > room - 1 - size(tail):
        kept = kept[:-1]
    return f"{kept}.{tail}"


def _styled_characters(line: str) -> list[str]:
    """Split a line into characters of one column, styles kept with the character they stand before."""
    characters: list[str] = []
    waiting = ""
    for character in line:
        if size(character):
            characters += [waiting + character] + [""] * (size(character) - 1)
            waiting = ""
        elif character == END and characters:
            characters[-1] += character
        else:
            waiting += character
    return characters


def painted(canvas: Canvas) -> list[str]:
    """Return the canvas as lines."""
    wide, high = max(x for x, _ in canvas) + 1, max(y for _, y in canvas) + 1
    return ["".join(canvas.get((x, y), " ") for x in range(wide)).rstrip() for y in range(high)]


def hex_content(scene: Scene, cell: Cell) -> list[str]:
    """Return what a hex shows: ground, life and signs; who stands there, or else its name; its coordinates."""
    marks = _place_marks(cell) + _piece_marks(cell)
    content = [_ground(cell), *(_life(piece) for piece in cell.pieces), style(signs_text(marks), "gold")]
    names = "+".join(shaped(scene, piece.side, clean(piece.name)) for piece in cell.pieces)
    bare = clean(cell.slot.name) if cell.slot is not None else ""
    return [" ".join(word for word in content if word), names or bare, coordinates(cell.at)]


def _ground(cell: Cell) -> str:
    return clean(cell.slot.letter or cell.slot.name[:1]) if cell.slot is not None else ""


def _life(piece: Piece) -> str:
    return next((f"{number.value}/{number.most}" for number in piece.numbers if number.most is not None), "")


def _place_marks(cell: Cell) -> list[str]:
    return list(cell.slot.marks) if cell.slot is not None else []


def _piece_marks(cell: Cell) -> list[str]:
    return [mark for piece in cell.pieces for mark in piece.marks]


def row_lines(scene: Scene, fields: list[Hex], width: int) -> list[str]:
    """List the map row by row, each row from the left to the right as it would be drawn."""
    lines: list[str] = []
    rows = groupby(fields, key=lambda one: one.step // 2)
    for at, (_, row) in enumerate(rows, 1):
        contents = "; ".join(hex_text(scene, one.cell) for one in sorted(row, key=lambda one: one.column))
        lines += wrap(f"Row {at}: {contents}", width, "  ")
    return lines


def hex_text(scene: Scene, cell: Cell) -> str:
    """Return a hex in a few words: `2,-3 Forest (Archer) [Here]`."""
    name = clean(cell.slot.name) if cell.slot is not None else ""
    held = [shaped(scene, piece.side, clean(piece.name)) for piece in cell.pieces]
    words = [coordinates(cell.at), name, *held]
    return " ".join(
        word for word in (whole(" ".join(filter(None, words))), marks_text(_place_marks(cell), True)) if word
    )


def legend(scene: Scene, fields: list[Hex], width: int) -> list[str]:
    """Say who stands where, with all figures and marks."""
    lines: list[str] = []
    for one in fields:
        place = clean(place_name(one.cell.slot)) if one.cell.slot is not None else coordinates(one.cell.at)
        for piece in one.cell.pieces:
            name = shaped(scene, piece.side, clean(counted_name(piece)))
            lines += wrap(f"{place}: {piece_text(scene, piece, name=name)}", width, "  ")
    return lines


def ground_lines(fields: list[Hex], width: int) -> list[str]:
    """Say in full what the letters of the ground mean."""
    slots = [one.cell.slot for one in fields if one.cell.slot is not None]
    letters = dict.fromkeys((clean(slot.letter or slot.name[:1]), clean(slot.name)) for slot in slots if slot.name)
    meaning = ", ".join(whole(f"{letter} {name}") for letter, name in sorted(letters))
    return wrap(f"Ground: {meaning}", width, "  ") if meaning else []


def sign_lines(fields: list[Hex], width: int) -> list[str]:
    """Say what the signs in use mean."""
    pieces = [mark for one in fields for mark in _piece_marks(one.cell)]
    places = [mark for one in fields for mark in _place_marks(one.cell)]
    said = sign_words(pieces, mark_word)
    for sign, word in sign_words(places, place_word).items():
        said[sign] = f"{said[sign]} / {word}" if said.get(sign, word) != word else word
    ordered = sorted(said, key=lambda sign: [*SIGNS.values(), sign].index(sign))
    meaning = ", ".join(whole(f"{sign} {clean(said[sign])}") for sign in ordered)
    return wrap(f"Signs: {meaning}", width, "  ") if meaning else []
