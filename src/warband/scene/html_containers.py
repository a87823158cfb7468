"""Draw containers as HTML, each kind as its things lie on the table."""

from __future__ import annotations

from warband.kernel.scene import BACK, COLUMN, CUBE, DIE, GRID, HAND, HEXMAP, PILE, ROW, TRACK, Container, Piece, Scene
from warband.kernel.seats import NOBODY
from warband.scene import sprites
from warband.scene.drawn import remembered_box
from warband.scene.html_hex import hexmap_node
from warband.scene.html_odds import odds_nodes
from warband.scene.html_pieces import (
    chips_node,
    cube_node,
    flag_node,
    listed_node,
    number_node,
    piece_node,
    pips_node,
    side_icon,
    slot_node,
)
from warband.scene.hyphens import softened
from warband.scene.markup import Element, classes, div, element, mark_classes, span, styled, words
from warband.scene.reading import Cell, batches, cells, is_face_down, pile_count
from warband.scene.words import (
    colours,
    container_name,
    holds_cubes,
    holds_dice,
    is_odds,
    owner,
    pile_words,
)


@remembered_box
def container_node(scene: Scene, container: Container, around: int = NOBODY) -> Element:
    """Draw a container with its heading, what lies in it, and the containers inside it."""
    if container.kind == TRACK:
        body = track_nodes(scene, container)
    else:
        body = [head_node(scene, container, around), lying_node(scene, container)]
    css = classes("box", container.kind, colours(container.side), mark_classes(container.marks))
    attributes = {"role": "group", "aria-label": container_name(scene, container)}
    return div(css, [*body, inside_node(scene, container)], attributes, handle=container.id)


def inside_node(scene: Scene, container: Container) -> Element:
    """Draw the containers inside this one, side by side or one below the other as its kind says."""
    held = [container_node(scene, child, container.side) for child in container.inside]
    return div(classes("inside", "down" if container.kind == COLUMN else "across"), held)


def head_node(scene: Scene, container: Container, around: int) -> Element:
    """Draw a container's name, whose it is, its figures, badges and marks."""
    shape = side_icon(container.side) if container.side != around else None
    figures = [number_node(number) for number in container.numbers] if container.kind != PILE else []
    chips = [span("chip", badge) for badge in container.badges]
    return div("head", [shape, words("nm", container.name), *figures, *chips, flag_node(container.marks)])


def lying_node(scene: Scene, container: Container) -> Element:
    """Draw the pieces and slots of a container as they lie."""
    if not (container.pieces or container.slots or container.kind == PILE):
        note = "" if container.inside or container.numbers else "empty"
        return div("lie none-here", span("", note) if note else None)
    draw = {ROW: row_node, GRID: grid_node, HEXMAP: hexmap_node, PILE: pile_node, HAND: hand_node}
    return draw.get(container.kind, column_node)(scene, container)


def column_node(scene: Scene, container: Container) -> Element:
    """Draw a column: slots first, then pieces from top to bottom, cubes that follow one another side by side."""
    placed = [cell_node(scene, cell) for cell in cells(container) if cell.slot is not None]
    loose = [piece for cell in cells(container) if cell.slot is None for piece in cell.pieces]
    return div("lie", placed + batch_nodes(scene, container, loose))


def batch_nodes(scene: Scene, container: Container, loose: list[Piece]) -> list[Element]:
    """Draw pieces, runs of cubes or dice on one line each."""
    lines = {CUBE: "cubes", DIE: "dice"}
    nodes: list[Element] = []
    for at, batch in enumerate(batches(loose)):
        drawn = [piece_node(scene, piece) for piece in batch]
        name = lines.get(batch[0].kind)
        nodes.append(div(name or "cell", drawn, key=f"~{container.id}/{name}{at}" if name else f"~{batch[0].id}"))
    return nodes


def cell_node(scene: Scene, cell: Cell, place: str = "") -> Element:
    """Draw a slot with what stands on it, or the pieces alone."""
    if cell.slot is not None:
        return slot_node(scene, cell.slot, cell.pieces, place)
    attributes = {"style": place} if place else None
    return div("cell", [piece_node(scene, piece) for piece in cell.pieces], attributes, key=f"~{cell.pieces[0].id}")


def row_node(scene: Scene, container: Container) -> Element:
    """Draw a row: its cells beside one another, or cubes or dice that flow where there is nothing else."""
    row = cells(container)
    if holds_dice(container):
        return div("lie dice", [piece_node(scene, piece) for piece in container.pieces])
    if all(cell.slot is None and cell.pieces[0].kind in (CUBE, BACK) for cell in row):
        return div("lie cubes", [cell_node(scene, cell) for cell in row])
    return div("lie cells", [cell_node(scene, cell) for cell in row], styled(cols=len(row)))


def grid_node(scene: Scene, container: Container) -> Element:
    """Draw a grid: every cell at its row and column."""
    grid = cells(container)
    top, left = min(cell.at[0] for cell in grid), min(cell.at[1] for cell in grid)
    rows, columns = max(cell.at[0] for cell in grid) - top + 1, max(cell.at[1] for cell in grid) - left + 1
    drawn = [cell_node(scene, cell, f"--row:{cell.at[0] - top + 1};--column:{cell.at[1] - left + 1}") for cell in grid]
    return div("lie cells placed", drawn, styled(cols=columns, rows=rows))


def hand_node(scene: Scene, container: Container) -> Element:
    """Draw a hand: cards upright beside one another, backs fanned."""
    drawn: list[Element] = []
    for cell in cells(container):
        if cell.slot is not None:
            drawn.append(slot_node(scene, cell.slot, cell.pieces))
        else:
            drawn += [piece_node(scene, piece) for piece in cell.pieces]
    return div("lie", drawn)


def pile_node(scene: Scene, container: Container) -> Element:
    """Draw a pile: its top card, or cubes, with how many lie there; what lies under the top is listed."""
    slots = [slot_node(scene, slot, []) for slot in container.slots]
    if holds_cubes(container):
        return div("lie cubes", [*(cube_node(scene, piece, most=1) for piece in container.pieces), *slots])
    count, label = pile_count(container), pile_words(container).partition(" ")[2]
    deck = span(classes("deck", "" if count else "nil"), _deck_top(container) if count else None)
    figure = span("count", [element("b", "", str(count)), f" {label}", *_rest_of(container)])
    under = div("under", [listed_node(scene, piece) for piece in reversed(container.pieces)])
    return div("lie", [deck, figure, under, div("slots", slots)])


def _rest_of(container: Container) -> list[Element]:
    """Return the figures of a pile after the first, which is its count."""
    return [number_node(number) for number in container.numbers[1:]]


def _deck_top(container: Container) -> Element:
    if is_face_down(container):
        return span("back", sprites.sprite_node(container.sprite or "crest"))
    return span("face", sprites.sprite_node(container.pieces[-1].sprite))


def track_nodes(scene: Scene, container: Container) -> list[Element]:
    """Draw a track as a plate: portrait, name, whose, figures with ticks, odds, steps, and what lies beside it."""
    portrait = span("por", sprites.sprite_node(container.sprite)) if container.sprite else None
    whose = owner(scene, container.side)
    said = [side_icon(container.side), whose] if whose else []
    named = [
        words("nm", softened(container.name)),
        span("whose", said),
        chips_node(container.badges),
        flag_node(container.marks),
    ]
    counted = [number for number in container.numbers if not is_odds(number)]
    figures = [span("hp", [number_node(number), pips_node([number])]) for number in counted]
    odds = odds_nodes([number for number in container.numbers if is_odds(number)])
    return [
        div("plate", [portrait, span("said", named), *figures]),
        div("chances", odds),
        *step_nodes(scene, container),
    ]


def step_nodes(scene: Scene, container: Container) -> list[Element]:
    """Draw the slots of a track as steps that point onward, and its pieces below them."""
    shown = cells(container)
    steps = [step_node(scene, cell) for cell in shown if cell.slot is not None]
    loose = [piece for cell in shown if cell.slot is None for piece in cell.pieces]
    return [div("steps", steps), div("lie", batch_nodes(scene, container, loose))]


def step_node(scene: Scene, cell: Cell) -> Element:
    """Draw one step of a track."""
    slot = cell.slot
    if slot is None:
        raise ValueError("a step is a slot")
    pieces = div("on", [piece_node(scene, piece) for piece in cell.pieces])
    body = [flag_node(slot.marks, place=True), span("nm", slot.name), pieces]
    attributes = {"role": "group", "aria-label": slot.name or slot.id}
    return div(classes("step", mark_classes(slot.marks)), body, attributes, handle=slot.id)
