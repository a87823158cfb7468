"""Pieces of Hero's Crossing: heroes, soldiers, Monarchs and hands, each as far as the viewer may see it."""

from __future__ import annotations

from warband.games.heros_crossing.game import HerosCrossing
from warband.kernel.scene import BACK, CARD, CUBE, Piece, Scene
from warband.kernel.seats import PUBLIC
from warband.scene.reading import every_piece

POSITION: dict[str, object] = {
    "seats": [
        {
            "west": {"heroes": ["barbarian", "monk"], "soldiers": {"weapon": 3, "magic": 1}},
            "hand": ["knight", "knight"],
        },
        {"health": 2, "hand": ["fighter"]},
    ]
}


def scene(viewer: int) -> Scene:
    game = HerosCrossing({}, {})
    return game.scene(game.restore(POSITION).view(viewer))


def pieces(viewer: int) -> list[Piece]:
    return every_piece(scene(viewer).containers)


def test_a_front_has_its_heroes_and_a_cube_for_each_kind_of_soldier() -> None:
    front = next(box for box in scene(0).containers for box in [box, *box.inside] if box.id == "0/west")
    drawn = every_piece([front])
    assert [piece.name for piece in drawn if piece.kind == CARD] == ["Barbarian", "Monk"]
    assert sorted(piece.count for piece in drawn if piece.kind == CUBE) == [1, 3]


def test_ones_own_hand_is_open_and_the_rivals_shows_backs() -> None:
    def held(viewer: int, seat: int) -> list[tuple[str, int]]:
        mine = [piece for piece in pieces(viewer) if piece.id.startswith(f"{seat}/hand")]
        return [(piece.kind, piece.count) for piece in mine]

    assert held(0, 0) == [(CARD, 2)]
    assert held(0, 1) == [(BACK, 1)]
    assert all(kind == BACK for seat in (0, 1) for kind, _ in held(PUBLIC, seat))


def test_a_monarch_shows_the_health_that_is_left() -> None:
    health = {box.id: [number.value for number in box.numbers] for box in scene(0).containers if "monarch" in box.id}
    assert health == {"0/monarch": [6], "1/monarch": [2]}


def test_no_two_pieces_have_the_same_handle() -> None:
    ids = [piece.id for piece in pieces(0)]
    assert len(ids) == len(set(ids))
