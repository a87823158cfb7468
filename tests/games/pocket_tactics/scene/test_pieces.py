"""Pieces of Pocket-Tactics: units with their dice, the map, reserves and captives, the bag."""

from __future__ import annotations

from tests.games.pocket_tactics.table import game_of, restore

from warband.kernel.scene import HEXMAP, Container, Piece, Scene
from warband.scene.reading import every_piece

POSITION: dict[str, object] = {
    "seats": [{"units": {"0,-1": "archer"}, "captured": {"conscript": 1}}, {"units": {"0,-2": "stalker"}}]
}


def scene() -> Scene:
    game = game_of()
    return game.scene(restore(game, POSITION).view(0))


def chart() -> Container:
    return next(box for box in scene().containers if box.kind == HEXMAP)


def named(name: str) -> list[Piece]:
    return [piece for piece in every_piece(scene().containers) if piece.name == name]


def test_units_stand_on_their_hexes_with_their_side() -> None:
    on_map = {piece.name: (piece.at, piece.side) for piece in chart().pieces}
    assert on_map["Archer"] == ((0, -1), 0)
    assert on_map["Beastfolk Stalker"] == ((0, -2), 1)


def test_a_unit_shows_its_dice_by_type() -> None:
    archer = named("Archer")[0]
    assert archer.badges
    assert archer.sprite


def test_every_tile_has_its_letter_and_its_place() -> None:
    slots = [slot for slot in chart().slots if slot.letter]
    assert slots
    assert {slot.letter for slot in slots} == set("~FHT#")
    assert len({slot.at for slot in slots}) == len(slots)


def test_what_is_captured_is_no_longer_in_the_reserves() -> None:
    counts = {piece.id: piece.count for piece in named("Conscript")}
    assert counts == {"0/reserve/conscript": 2, "0/captured/conscript": 1}
