"""Put a scene in reading order: areas as the layout has them, and pieces in the slots they stand on."""

from __future__ import annotations

from dataclasses import dataclass, field

from warband.kernel.scene import BACK, CUBE, DIE, HAND, PILE, Container, Piece, Scene, Slot
from warband.kernel.seats import NOBODY


@dataclass
class Area:
    """The containers that share one named area of the layout."""

    name: str
    containers: list[Container]


@dataclass
class Cell:
    """A slot, if there is one, and the pieces that stand there."""

    slot: Slot | None
    pieces: list[Piece] = field(default_factory=list)

    @property
    def at(self) -> tuple[int, int]:
        """Return where the cell lies."""
        if self.slot is not None and self.slot.at is not None:
            return self.slot.at
        return next((piece.at for piece in self.pieces if piece.at is not None), (0, 0))


def area_rows(scene: Scene) -> list[list[Area]]:
    """Return rows of areas, top to bottom; an area the layout forgets gets a row of its own at the end."""
    held: dict[str, list[Container]] = {}
    for container in scene.containers:
        held.setdefault(container.area, []).append(container)
    rows = [[Area(name, held.pop(name)) for name in dict.fromkeys(row) if name in held] for row in scene.layout]
    rows += [[Area(name, containers)] for name, containers in held.items()]
    return [row for row in rows if row]


def hands_below(scene: Scene, rows: list[list[Area]]) -> int:
    """Count the last rows that hold the viewer's own hand and at most piles beside it: they lie off the mat."""
    count = 0
    for row in reversed(rows):
        held = [container for area in row for container in area.containers]
        if not any(_is_own_hand(scene, container) for container in held):
            break
        if not all(container.kind == PILE or _is_own_hand(scene, container) for container in held):
            break
        count += 1
    return count


def _is_own_hand(scene: Scene, container: Container) -> bool:
    return container.kind == HAND and container.side in (scene.seat, NOBODY) and not container.inside


def cells(container: Container) -> list[Cell]:
    """Return the slots in order with the pieces on them, then every piece that stands on no slot."""
    cells = [Cell(slot) for slot in container.slots]
    by_place = {cell.slot.at: cell for cell in cells if cell.slot is not None and cell.slot.at is not None}
    for piece in container.pieces:
        if piece.at is not None and piece.at in by_place:
            by_place[piece.at].pieces.append(piece)
            continue
        cells.append(Cell(None, [piece]))
        if piece.at is not None:
            by_place[piece.at] = cells[-1]
    return cells


def batches(pieces: list[Piece]) -> list[list[Piece]]:
    """Split pieces into runs: cubes or dice that follow one another lie together, everything else stands alone."""
    batches: list[list[Piece]] = []
    for piece in pieces:
        if batches and piece.kind in (CUBE, DIE) and batches[-1][0].kind == piece.kind:
            batches[-1].append(piece)
        else:
            batches.append([piece])
    return batches


def pile_count(container: Container) -> int:
    """Return how many things lie in a pile: its first figure, or else its pieces counted."""
    if container.numbers:
        return container.numbers[0].value
    return sum(piece.count for piece in container.pieces)


def is_face_down(container: Container) -> bool:
    """Say whether the top of a pile shows a back."""
    return not container.pieces or container.pieces[-1].kind == BACK


def every_piece(containers: list[Container]) -> list[Piece]:
    """Return all pieces in reading order, nested ones too."""
    pieces: list[Piece] = []
    for container in containers:
        pieces += container.pieces + every_piece(container.inside)
    return pieces
