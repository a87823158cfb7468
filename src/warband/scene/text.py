"""Draw a scene as text for a terminal, good enough to play from."""

from __future__ import annotations

from typing import Final

from warband.kernel.scene import COLUMN, GRID, HEXMAP, PILE, ROW, TRACK, Choice, Container, Piece, Scene
from warband.kernel.seats import NOBODY, Seat
from warband.scene import text_hex
from warband.scene.reading import Area, Cell, area_rows, cells
from warband.scene.text_blocks import Pane, beside, clean, columns, finish, flow, pad, shares, size, style, whole, wrap
from warband.scene.text_dice import dice_lines
from warband.scene.text_pieces import MOST_BAR, bar, cell_lines, list_lines, marks_text, slot_text
from warband.scene.words import holds_cubes, holds_dice, is_odds, number_words, pile_words, player, standing, whose

LEAST_WIDTH: Final = 40
LEAST_PANE: Final = 14
LEAST_CELL: Final = 12
BEST_CELL: Final = 26
# Dice and odds keep to their lines where the table is this wide.
LINE_PANE: Final = 30
LOG_LINES: Final = 9


def render(scene: Scene, width: int = 100, colour: bool = False) -> str:
    """Draw a scene in that many columns (at least 40); with `colour`, add ANSI colours."""
    width = max(width, LEAST_WIDTH)
    parts = [heading_lines(scene, width), table_lines(scene, width), log_lines(scene, width), ask_lines(scene, width)]
    return finish("\n\n".join("\n".join(lines) for lines in parts if lines), colour) + "\n"


def heading_lines(scene: Scene, width: int) -> list[str]:
    """Say the title, where the match stands, and who plays."""
    where = f", {clean(scene.heading)}" if scene.heading else ""
    names = [style(_shape(scene, seat), standing(scene, seat)) for seat in range(len(scene.players))]
    return wrap(style(clean(scene.title), "bold") + where, width) + wrap(" against ".join(names), width)


def _shape(scene: Scene, seat: Seat) -> str:
    name = clean(player(scene, seat))
    named = f"{name}, you" if seat == scene.seat and name.lower() != "you" else name
    return f"({named})" if standing(scene, seat) == "you" else f"<{named}>"


def table_lines(scene: Scene, width: int) -> list[str]:
    """Draw the rows of areas from top to bottom."""
    return [line for row in area_rows(scene) for line in row_lines(scene, row, width)]


def row_lines(scene: Scene, row: list[Area], width: int) -> list[str]:
    """Draw areas side by side where they fit, else one below the other."""
    held = [[pane(scene, container) for container in area.containers] for area in row]
    least = [max(one.least for one in panes) + 4 for panes in held]
    if len(row) == 1 or sum(least) + len(row) - 1 > width:
        return [line for panes in held for line in flow(panes, width)]
    best = [sum(one.best + 5 for one in panes) - 1 for panes in held]
    widths = shares(least, best, width)
    return beside([flow(panes, share) for panes, share in zip(held, widths, strict=True)], widths)


def pane(scene: Scene, container: Container, around: int = NOBODY) -> Pane:
    """Return a container as something that can be drawn at any width from its least on."""
    stretches = container.kind in (COLUMN, ROW) and not holds_dice(container)
    best = best_width(scene, container)
    keeps_lines = holds_dice(container) or any(is_odds(number) for number in container.numbers)
    least = max(least_width(container), min(best, LINE_PANE) if keeps_lines else 0)
    name = title(scene, container, around)
    return Pane(name, least, best, lambda width: inner(scene, container, width), stretches)


def title(scene: Scene, container: Container, around: int = NOBODY) -> str:
    """Return a container's name, whose it is, and its marks, for the edge of its frame."""
    said = ", ".join(clean(word) for word in (container.name, whose(scene, container, around)) if word)
    return " ".join(
        word for word in (style(said, standing(scene, container.side)), marks_text(container.marks)) if word
    )


def least_width(container: Container) -> int:
    """Return the least inner width at which a container can be drawn."""
    return max([LEAST_PANE, *(least_width(child) + 4 for child in container.inside)])


def best_width(scene: Scene, container: Container) -> int:
    """Return the inner width at which nothing in a container need wrap."""
    if container.kind == HEXMAP and (container.slots or container.pieces):
        return text_hex.best_width(scene, container)
    if container.kind in (GRID, ROW) and not holds_dice(container):
        return max(LEAST_PANE, _columns_of(container) * (BEST_CELL + 3) - 3)
    head = size(title(scene, container)) + 2
    drawn = max((size(line) for line in inner(scene, container, 1000) if not container.inside), default=0)
    inside = sum(best_width(scene, child) + 5 for child in container.inside)
    return max(LEAST_PANE, head, drawn, inside)


def inner(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw what a frame holds: figures and badges, pieces and places as they lie, then containers inside."""
    lines = figure_lines(container, width)
    draw = {GRID: grid_lines, ROW: row_of_cells, HEXMAP: text_hex.hexmap_lines, TRACK: track_lines, PILE: pile_lines}
    lines += draw.get(container.kind, column_lines)(scene, container, width)
    lines += inside_lines(scene, container, width)
    return lines or ["(empty)"]


def figure_lines(container: Container, width: int) -> list[str]:
    """Say a container's figures and badges; a track draws its figures as bars."""
    draws_bars = container.kind == TRACK
    widest = max((size(clean(number.label)) for number in container.numbers if is_odds(number)), default=0)
    longest = max(1, min(MOST_BAR, width - 4))
    bars = [bar(number, widest if is_odds(number) else 0, longest) for number in container.numbers if draws_bars]
    lines = [line for figures in bars for line in wrap(figures, width, "  ")]
    said = [] if draws_bars or container.kind == PILE else [clean(number_words(number)) for number in container.numbers]
    figures = ", ".join([*said, *(clean(badge) for badge in container.badges)])
    return lines + (wrap(figures, width, "  ") if figures else [])


def inside_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw the containers inside a container: below one another in a column, else side by side."""
    if is_ranked(container):
        return [line for child in container.inside for line in rank_lines(scene, child, width)]
    panes = [pane(scene, child, container.side) for child in container.inside]
    if container.kind == COLUMN:
        return [line for one in panes for line in flow([one], width)]
    return flow(panes, width) if panes else []


def is_ranked(container: Container) -> bool:
    """Say whether a column holds rows of places and nothing else: the ranks of an army."""
    return container.kind == COLUMN and all(child.kind == ROW and child.slots for child in container.inside)


def rank_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw a row of an army below a rule that names it."""
    rule = f"-- {title(scene, container, container.side)} "
    return [rule + "-" * (width - size(rule)), *inner(scene, container, width)]


def column_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw a column or a hand: places with what stands on them, then the pieces from top to bottom."""
    placed = [cell for cell in cells(container) if cell.slot is not None]
    lines = [line for cell in placed for line in cell_lines(scene, cell, container.side, width)]
    standing_there = {piece.id for cell in placed for piece in cell.pieces}
    loose = [piece for piece in container.pieces if piece.id not in standing_there]
    rest = Container(container.id, container.kind, container.name, side=container.side, pieces=loose)
    return lines + list_lines(scene, rest, width)


def track_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw the steps of a track in a line, then its pieces."""
    steps = " > ".join(slot_text(slot) for slot in container.slots)
    return (wrap(steps, width, "  ") if steps else []) + list_lines(scene, container, width)


def pile_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Say how many lie in a pile, and which, the top one first."""
    if holds_cubes(container):
        return column_lines(scene, container, width)
    upside = Container(container.id, PILE, "", side=container.side, pieces=container.pieces[::-1])
    places = [line for slot in container.slots for line in wrap(slot_text(slot), width, "  ")]
    lying = heap_lines(upside.pieces, width) if len(upside.pieces) > 1 else list_lines(scene, upside, width)
    return [*wrap(clean(pile_words(container)), width), *lying, *places]


def heap_lines(pieces: list[Piece], width: int) -> list[str]:
    """Name what lies in a pile of several in as few lines as it takes."""
    names = [f"{piece.name} ({piece.count})" if piece.count > 1 else piece.name for piece in pieces]
    return wrap(", ".join(whole(clean(name)) for name in names), width)


def _columns_of(container: Container) -> int:
    shown = cells(container)
    if not shown:
        return 1
    if container.kind == ROW:
        return len(shown)
    across = [cell.at[1] for cell in shown]
    return max(across) - min(across) + 1


def row_of_cells(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw a row: dice on one line, anything else in its cells."""
    if holds_dice(container):
        return dice_lines(container.pieces, width)
    return grid_lines(scene, container, width)


def grid_lines(scene: Scene, container: Container, width: int) -> list[str]:
    """Draw cells in their rows and columns, or as a list where they do not fit."""
    shown = cells(container)
    count = _columns_of(container)
    cell_width = (width - 3 * (count - 1)) // count
    if not shown or cell_width < LEAST_CELL:
        return [line for cell in shown for line in cell_lines(scene, cell, container.side, width)]
    rule = "-+-".join("-" * cell_width for _ in range(count))
    lines: list[str] = []
    for row in _rows_of(container, shown, count):
        drawn = [cell_lines(scene, cell, container.side, cell_width) if cell else [] for cell in row]
        lines += ([rule] if lines else []) + barred(drawn, cell_width)
    return lines


def _rows_of(container: Container, shown: list[Cell], count: int) -> list[list[Cell | None]]:
    if container.kind == ROW:
        return [list(shown)]
    top, left = min(cell.at[0] for cell in shown), min(cell.at[1] for cell in shown)
    high = max(cell.at[0] for cell in shown) - top + 1
    rows: list[list[Cell | None]] = [[None] * count for _ in range(high)]
    for cell in shown:
        rows[cell.at[0] - top][cell.at[1] - left] = cell
    return rows


def barred(blocks: list[list[str]], width: int) -> list[str]:
    """Put blocks of equal width side by side with a bar between them."""
    height = max(1, *(len(block) for block in blocks), 1)
    filled = [block + [""] * (height - len(block)) for block in blocks]
    return [" | ".join(pad(line, width) for line in row).rstrip() for row in zip(*filled, strict=True)]


def log_lines(scene: Scene, width: int) -> list[str]:
    """Say what happened last, oldest first, and how much more there is to read."""
    left = len(scene.log) - LOG_LINES
    more = [f"- ({left} more before; the log has them)"] if left > 0 else []
    lines = [line for said in scene.log[-LOG_LINES:] for line in wrap(f"- {clean(said.plain())}", width, "  ")]
    return more + lines


def ask_lines(scene: Scene, width: int) -> list[str]:
    """Say the prompt, then the choices by number."""
    prompt = wrap(style(clean(scene.prompt.plain()), "bold"), width) if scene.prompt.parts else []
    entries = [choice_text(at, choice, len(scene.choices)) for at, choice in enumerate(scene.choices, 1)]
    return prompt + (columns(entries, width) if entries else [])


def choice_text(number: int, choice: Choice, count: int) -> str:
    """Return a choice with its number, and its notation in brackets where that differs from its label."""
    label, notation = clean(choice.label), clean(choice.text)
    written = f" [{notation}]" if notation and notation.lower() != label.lower() else ""
    return f"{number:>{len(str(count))}}. {label}{written}"
