"""Put a scene in reading order: areas by the layout, pieces on their slots, runs of cubes and dice together."""

from __future__ import annotations

from warband.kernel.scene import BACK, CARD, CUBE, DIE, GRID, HAND, PILE, Container, Number, Piece, Scene, Slot
from warband.scene.reading import area_rows, batches, cells, every_piece, hands_below, is_face_down, pile_count


def box(name: str, kind: str = GRID, area: str = "", side: int = 0) -> Container:
    return Container(name, kind, name, side=side, area=area)


def test_areas_come_as_the_layout_has_them_and_forgotten_ones_last() -> None:
    scene = Scene("toy", "Toy", 0, containers=[box("a", area="low"), box("b", area="lost"), box("c", area="top")])
    scene.layout = [["top", "top"], ["none"], ["low"]]
    assert [[area.name for area in row] for row in area_rows(scene)] == [["top"], ["low"], ["lost"]]


def test_only_the_own_hand_and_piles_beside_it_lie_off_the_mat() -> None:
    scene = Scene("toy", "Toy", 0, players=["A", "B"])
    own, pile, rival = box("hand", HAND, "x"), box("pile", PILE, "x"), box("theirs", HAND, "y", side=1)
    scene.containers, scene.layout = [rival, own, pile], [["y"], ["x"]]
    assert hands_below(scene, area_rows(scene)) == 1
    scene.containers.append(box("map", area="x"))
    assert hands_below(scene, area_rows(scene)) == 0


def test_pieces_stand_on_their_slots_and_the_others_follow() -> None:
    there, loose = Piece("p", CARD, "P", at=(0, 1)), Piece("q", CARD, "Q")
    both = cells(
        Container("g", GRID, "", slots=[Slot("s", "S", (0, 0)), Slot("t", "T", (0, 1))], pieces=[there, loose])
    )
    assert [(cell.slot.id if cell.slot else "", [piece.id for piece in cell.pieces]) for cell in both] == [
        ("s", []),
        ("t", ["p"]),
        ("", ["q"]),
    ]
    assert [cell.at for cell in both] == [(0, 0), (0, 1), (0, 0)]


def test_cubes_and_dice_that_follow_one_another_lie_together() -> None:
    kinds = [CUBE, CUBE, CARD, CARD, DIE, DIE, CUBE]
    pieces = [Piece(str(at), kind, "") for at, kind in enumerate(kinds)]
    assert [len(batch) for batch in batches(pieces)] == [2, 1, 1, 2, 1]


def test_a_pile_is_counted_by_its_figure_or_its_pieces() -> None:
    pile = Container("p", PILE, "", pieces=[Piece("a", CARD, "A", count=2), Piece("b", BACK, "B", count=3)])
    assert (pile_count(pile), is_face_down(pile)) == (5, True)
    pile.numbers = [Number("Cards", 14)]
    pile.pieces.reverse()
    assert (pile_count(pile), is_face_down(pile)) == (14, False)


def test_nested_pieces_are_found_too() -> None:
    inner = Container("inner", GRID, "", pieces=[Piece("b", CARD, "B")])
    outer = Container("outer", GRID, "", pieces=[Piece("a", CARD, "A")], inside=[inner])
    assert [piece.id for piece in every_piece([outer, box("last")])] == ["a", "b"]
