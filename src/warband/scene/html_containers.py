"""Draw containers as HTML, each kind as its things lie on the table."""

from __future__ import annotations

from html import escape

from warband.kernel.scene import (
    BACK,
    COLUMN,
    CUBE,
    DIE,
    GRID,
    HAND,
    HEXMAP,
    NO_SIDE,
    PILE,
    ROW,
    TRACK,
    Container,
    Piece,
    Scene,
)
from warband.scene import sprites
from warband.scene.html_hex import hexmap_html
from warband.scene.html_odds import odds_html
from warband.scene.html_pieces import (
    cube_html,
    flag_html,
    listed_html,
    number_html,
    piece_html,
    pips_html,
    side_icon,
    slot_html,
)
from warband.scene.markup import classes, div, element, mark_classes, span, styled, words
from warband.scene.reading import Cell, batches, cells, is_face_down, pile_count
from warband.scene.words import (
    container_words,
    holds_cubes,
    holds_dice,
    is_odds,
    owner,
    pile_words,
    slot_words,
    standing,
)


def container_html(scene: Scene, container: Container, around: int = NO_SIDE) -> str:
    """Draw a container with its heading, what lies in it, and the containers inside it."""
    if container.kind == TRACK:
        body = track_html(scene, container)
    else:
        body = head_html(scene, container, around) + lying_html(scene, container)
    body += inside_html(scene, container)
    css = classes("box", container.kind, standing(scene, container.side), mark_classes(container.marks))
    given = {"data-handle": container.id, "data-kind": container.kind, "role": "group"}
    return div(css, body, given | {"aria-label": container_words(scene, container)})


def inside_html(scene: Scene, container: Container) -> str:
    """Draw the containers inside this one, side by side or one below the other as its kind says."""
    if not container.inside:
        return ""
    held = "".join(container_html(scene, child, container.side) for child in container.inside)
    return div(classes("inside", "down" if container.kind == COLUMN else "across"), held)


def head_html(scene: Scene, container: Container, around: int) -> str:
    """Draw a container's name, whose it is, its figures, badges and marks."""
    shape = side_icon(scene, container.side) if container.side != around else ""
    figures = "".join(number_html(number) for number in container.numbers) if container.kind != PILE else ""
    chips = "".join(words("chip", badge) for badge in container.badges)
    body = shape + words("nm", container.name) + figures + chips + flag_html(container.marks)
    return div("head", body) if body else ""


def lying_html(scene: Scene, container: Container) -> str:
    """Draw the pieces and slots of a container as they lie."""
    if not (container.pieces or container.slots or container.kind == PILE):
        return "" if container.inside or container.numbers else div("lie none-here", words("", "empty"))
    draw = {ROW: row_html, GRID: grid_html, HEXMAP: hexmap_html, PILE: pile_html, HAND: hand_html}
    return draw.get(container.kind, column_html)(scene, container)


def column_html(scene: Scene, container: Container) -> str:
    """Draw a column: slots first, then pieces from top to bottom, cubes that follow one another side by side."""
    placed = [cell_html(scene, cell) for cell in cells(container) if cell.slot is not None]
    loose = [piece for cell in cells(container) if cell.slot is None for piece in cell.pieces]
    drawn = placed + [batch_html(scene, batch) for batch in batches(loose)]
    return div("lie", "".join(drawn))


def batch_html(scene: Scene, batch: list[Piece]) -> str:
    """Draw one piece, or a run of cubes or dice on one line."""
    drawn = "".join(piece_html(scene, piece) for piece in batch)
    lines = {CUBE: "cubes", DIE: "dice"}
    return div(lines[batch[0].kind], drawn) if batch[0].kind in lines else drawn


def cell_html(scene: Scene, cell: Cell) -> str:
    """Draw a slot with what stands on it, or the pieces alone."""
    if cell.slot is not None:
        return slot_html(scene, cell.slot, cell.pieces)
    return "".join(piece_html(scene, piece) for piece in cell.pieces)


def row_html(scene: Scene, container: Container) -> str:
    """Draw a row: its cells beside one another, or cubes or dice that flow where there is nothing else."""
    found = cells(container)
    if holds_dice(container):
        return div("lie dice", "".join(piece_html(scene, piece) for piece in container.pieces))
    if all(cell.slot is None and cell.pieces[0].kind in (CUBE, BACK) for cell in found):
        return div("lie cubes", "".join(cell_html(scene, cell) for cell in found))
    drawn = "".join(div("cell", cell_html(scene, cell)) for cell in found)
    return div("lie cells", drawn, styled(cols=len(found)))


def grid_html(scene: Scene, container: Container) -> str:
    """Draw a grid: every cell at its row and column."""
    found = cells(container)
    top, left = min(cell.at[0] for cell in found), min(cell.at[1] for cell in found)
    columns = max(cell.at[1] for cell in found) - left + 1
    drawn = [
        div(
            "cell",
            cell_html(scene, cell),
            {"style": f"grid-row:{cell.at[0] - top + 1};grid-column:{cell.at[1] - left + 1}"},
        )
        for cell in found
    ]
    return div("lie cells", "".join(drawn), styled(cols=columns))


def hand_html(scene: Scene, container: Container) -> str:
    """Draw a hand: cards upright beside one another, backs fanned."""
    return div("lie", "".join(cell_html(scene, cell) for cell in cells(container)))


def pile_html(scene: Scene, container: Container) -> str:
    """Draw a pile: its top card, or cubes, with how many lie there; what lies under the top is listed."""
    slots = "".join(slot_html(scene, slot, []) for slot in container.slots)
    if holds_cubes(container):
        cubes = "".join(cube_html(scene, piece, most=1) for piece in container.pieces)
        return div("lie cubes", cubes + slots)
    count, label = pile_count(container), escape(pile_words(container).partition(" ")[2])
    deck = span(classes("deck", "" if count else "nil"), _deck_top(container) if count else "")
    under = "".join(listed_html(scene, piece) for piece in reversed(container.pieces))
    return div("lie", deck + span("count", f"<b>{count}</b> {label}") + (div("under", under) if under else "") + slots)


def _deck_top(container: Container) -> str:
    if is_face_down(container):
        return span("back", sprites.sprite_svg(container.sprite or "crest"))
    return span("face", sprites.sprite_svg(container.pieces[-1].sprite))


def track_html(scene: Scene, container: Container) -> str:
    """Draw a track as a plate: portrait, name, whose, figures with ticks, odds, steps, and what lies beside it."""
    portrait = span("por", sprites.sprite_svg(container.sprite)) if container.sprite else ""
    whose = owner(scene, container.side)
    said = side_icon(scene, container.side) + escape(whose) if whose else ""
    chips = "".join(words("chip", badge) for badge in container.badges)
    name = span("said", words("nm", container.name) + span("whose", said + chips) + flag_html(container.marks))
    counted = [number for number in container.numbers if not is_odds(number)]
    figures = "".join(span("hp", number_html(number) + pips_html([number])) for number in counted)
    odds = odds_html([number for number in container.numbers if is_odds(number)])
    return div("plate", portrait + name + figures) + odds + steps_html(scene, container)


def steps_html(scene: Scene, container: Container) -> str:
    """Draw the slots of a track as steps that point onward, and its pieces below them."""
    found = cells(container)
    steps = "".join(step_html(scene, cell) for cell in found if cell.slot is not None)
    loose = [piece for cell in found if cell.slot is None for piece in cell.pieces]
    rest = "".join(batch_html(scene, batch) for batch in batches(loose))
    return (element("div", "steps", steps) if steps else "") + (div("lie", rest) if rest else "")


def step_html(scene: Scene, cell: Cell) -> str:
    """Draw one step of a track."""
    slot = cell.slot
    if slot is None:
        return ""
    pieces = "".join(piece_html(scene, piece) for piece in cell.pieces)
    body = flag_html(slot.marks, place=True) + words("nm", slot.name) + pieces
    given = {"data-handle": slot.id, "role": "group", "aria-label": slot_words(slot)}
    return div(classes("step", mark_classes(slot.marks)), body, given)
