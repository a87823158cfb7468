"""Draw a map of pointy-top hexes with letters and lines."""

from __future__ import annotations

from typing import Final

from warband.kernel.scene import Container, Number, Piece, Scene
from warband.scene.reading import Cell, cells
from warband.scene.text_blocks import END, clean, size, style, whole, wrap
from warband.scene.text_pieces import piece_text, shaped, slot_text
from warband.scene.words import counted_name, in_order_of_claim, mark_word

# The distance from hex to hex, widest first; half of it must be whole.
PITCHES: Final = (18, 16, 14, 12, 10, 8)
CONTENT_ROWS: Final = 3
SIGNS: Final = {
    "aimed": "!",
    "falls": "%",
    "selected": ">",
    "target": "+",
    "shielded": "#",
    "may_act": "*",
    "active": "@",
    "first": "1",
    "done": "-",
}

Canvas = dict[tuple[int, int], str]


def least_width(container: Container) -> int:
    """Return the width of the narrowest map that can be drawn."""
    return map_width(cells(container), PITCHES[-1])


def best_width(scene: Scene, container: Container) -> int:
    """Return the width at which every name has room."""
    found = cells(container)
    return map_width(found, pitch_for(scene, found, 10_000))


def map_width(found: list[Cell], pitch: int) -> int:
    """Return how wide a map is at a pitch."""
    return (_spread(found) * pitch) // 2 + pitch + 1


def _spread(found: list[Cell]) -> int:
    ends = [2 * cell.at[0] + cell.at[1] for cell in found]
    return max(ends) - min(ends)


def pitch_for(scene: Scene, found: list[Cell], width: int) -> int:
    """Return the smallest pitch at which all names fit, or the largest that the width allows."""
    longest = max(size(line) for cell in found for line in hex_content(scene, cell))
    fitting = [pitch for pitch in PITCHES if map_width(found, pitch) <= width]
    roomy = [pitch for pitch in fitting if pitch - 1 >= longest]
    return roomy[-1] if roomy else fitting[0] if fitting else 0


def hexmap_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw the map with what its signs mean below it, or a list of its hexes where it does not fit."""
    found = sorted(cells(container), key=lambda cell: (cell.at[1], cell.at[0]))
    if not found:
        return []
    pitch = pitch_for(scene, found, width)
    if not pitch:
        return legend(scene, found, width, everything=True)
    canvas: Canvas = {}
    left, top = min(2 * cell.at[0] + cell.at[1] for cell in found), min(cell.at[1] for cell in found)
    for cell in found:
        x = (2 * cell.at[0] + cell.at[1] - left) * pitch // 2
        y = (cell.at[1] - top) * (CONTENT_ROWS + 1)
        draw_edges(canvas, x, y, pitch)
        draw_content(canvas, x, y, pitch, hex_content(scene, cell))
    return painted(canvas) + legend(scene, found, width) + long_names(found, pitch - 1, width)


def draw_edges(canvas: Canvas, x: int, y: int, pitch: int) -> None:
    """Draw the six sides of a hex whose upper left corner is at (x, y)."""
    half, foot = pitch // 2, y + CONTENT_ROWS + 1
    for step in range(1, half):
        rising = "." if step == 1 else "'" if step == half - 1 else "-"
        falling = "'" if step == 1 else "." if step == half - 1 else "-"
        canvas[x + step, y] = canvas[x + half + step, foot] = rising
        canvas[x + half + step, y] = canvas[x + step, foot] = falling
    for row in range(y + 1, foot):
        canvas[x, row] = canvas[x + pitch, row] = "|"


def draw_content(canvas: Canvas, x: int, y: int, pitch: int, lines: list[str]) -> None:
    """Write the lines of a hex centred between its sides; what is too long ends in the legend instead."""
    for row, line in enumerate(lines):
        canvas.update({(x + column, y + 1 + row): " " for column in range(1, pitch)})
        shown = shortened(line, pitch - 1)
        start = x + 1 + (pitch - 1 - size(shown)) // 2
        for at, character in enumerate(_styled_characters(shown)):
            canvas[start + at, y + 1 + row] = character


def shortened(line: str, width: int) -> str:
    """Return the last word of a line, or the line cut with a dot; brackets and styles survive."""
    if size(line) <= width:
        return line
    last = line.rstrip(END)[-1]
    tail = (last if last in ")>" else "") + (END if line.endswith(END) else "")
    if not tail and size(line.split(" ")[-1]) <= width:
        return line.split(" ")[-1]
    kept = line
    while size(kept) > width - 1 - size(tail):
        kept = kept[:-1]
    return f"{kept}.{tail}"


def _styled_characters(line: str) -> list[str]:
    """Split a line into characters of one column, styles kept with the character they stand before."""
    found: list[str] = []
    waiting = ""
    for character in line:
        if size(character):
            found += [waiting + character] + [""] * (size(character) - 1)
            waiting = ""
        elif character == END and found:
            found[-1] += character
        else:
            waiting += character
    return found


def painted(canvas: Canvas) -> list[str]:
    """Return the canvas as lines."""
    wide, high = max(x for x, _ in canvas) + 1, max(y for _, y in canvas) + 1
    return ["".join(canvas.get((x, y), " ") for x in range(wide)).rstrip() for y in range(high)]


def hex_content(scene: Scene, cell: Cell) -> list[str]:
    """Return what a hex shows: ground and signs, who stands there, the figures."""
    slot = cell.slot
    marks = (slot.marks if slot else []) + [mark for piece in cell.pieces for mark in piece.marks]
    ground = clean(slot.letter or slot.name[:1]) if slot else ""
    signs = "".join(SIGNS.get(mark, "?") for mark in in_order_of_claim(marks))
    first = " ".join(word for word in (ground, style(signs, "gold")) if word)
    if not cell.pieces:
        return [first, clean(slot.name) if slot else ""]
    names = "+".join(shaped(scene, piece.side, clean(piece.name)) for piece in cell.pieces)
    figures = " ".join(short_figures(piece) for piece in cell.pieces)
    return [first, names, figures]


def short_figures(piece: Piece) -> str:
    """Return the figures of a piece as they fit in a hex: `2 3/3`."""
    return " ".join(_short(number) for number in piece.numbers)


def _short(number: Number) -> str:
    return f"{number.value}/{number.most}" if number.most is not None else str(number.value)


def legend(scene: Scene, found: list[Cell], width: int, everything: bool = False) -> list[str]:
    """Say who stands where, and what the signs mean; with `everything`, also every empty hex."""
    lines: list[str] = []
    for cell in found:
        place = f"{clean(cell.slot.name)}: " if cell.slot is not None else ""
        for piece in cell.pieces:
            name = shaped(scene, piece.side, clean(counted_name(piece)))
            lines += wrap(place + piece_text(scene, piece, name=name), width, "  ")
        if everything and not cell.pieces and cell.slot is not None:
            lines += wrap(slot_text(cell.slot), width, "  ")
    return lines if everything else lines + sign_lines(found, width)


def long_names(found: list[Cell], room: int, width: int) -> list[str]:
    """Say in full the names that the map had to shorten."""
    bare = [cell.slot for cell in found if cell.slot is not None and not cell.pieces]
    names = [whole(clean(slot.name)) for slot in bare if size(clean(slot.name)) > room]
    return wrap(f"In full: {', '.join(names)}", width, "  ") if names else []


def sign_lines(found: list[Cell], width: int) -> list[str]:
    """Say what the signs in use mean."""
    marks = [mark for cell in found for piece in cell.pieces for mark in piece.marks]
    places = [mark for cell in found if cell.slot is not None for mark in cell.slot.marks]
    said = {SIGNS.get(mark, "?"): mark_word(mark) for mark in in_order_of_claim(marks)}
    for mark in in_order_of_claim(places):
        sign, word = SIGNS.get(mark, "?"), mark_word(mark, place=True)
        said[sign] = f"{said[sign]} / {word}" if said.get(sign, word) != word else word
    meaning = ", ".join(whole(f"{sign} {clean(word)}") for sign, word in said.items())
    return wrap(f"Signs: {meaning}", width, "  ") if meaning else []
