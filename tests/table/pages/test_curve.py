from __future__ import annotations

import asyncio

import pytest
from tests.table.pages.memory_lobby import MemoryLobby

from warband.kernel import registry
from warband.kernel.record import Record, record_match
from warband.table.pages.curve import HEIGHT, WIDTH, Curves, Point, compute, draw

SHORT: dict[str, dict[str, object]] = {
    "heros-crossing": {"fronts": "dealt", "health": 1, "rounds": 3},
    "pixel-tactics": {"round_cap": 2},
    "pocket-tactics": {"map": "quick", "turns": 10},
}


def record_of(game: str) -> Record:
    lobby = MemoryLobby()
    return record_match(lobby.matches[lobby.add_finished(game, 5, SHORT[game])])


@pytest.mark.parametrize("game", registry.names())
def test_a_curve_ends_with_the_result_and_has_few_points(game: str) -> None:
    record = record_of(game)
    curve = compute(record.to_data(), most=6, iterations=4)
    assert 2 <= len(curve) <= 7
    assert all(0.0 <= point.chance <= 1.0 for point in curve)
    assert [point.ply for point in curve] == sorted({point.ply for point in curve})
    assert record.result is not None
    assert curve[-1].chance == {0: 1.0, 1: 0.0, -1: 0.5}[int(str(record.result["winner"]))]


def test_the_same_record_gives_the_same_curve() -> None:
    data = record_of("heros-crossing").to_data()
    assert compute(data, 4, 8) == compute(data, 4, 8)


def test_curves_are_computed_once_in_a_worker() -> None:
    record = record_of("heros-crossing")

    async def ask() -> None:
        curves = Curves(4)
        try:
            assert curves.get("t1", record) is None
            found = await curves.within("t1", record, 120.0)
            assert found is not None
            assert curves.get("t1", record) is found
        finally:
            await curves.close()

    asyncio.run(ask())


def test_a_drawing_stays_in_its_frame() -> None:
    drawing = draw([Point(0, 0.5), Point(10, 1.0), Point(21, 0.0)], 20)
    assert drawing.line == f"M0.0 {HEIGHT / 2} L{WIDTH / 2} 0.0 L{float(WIDTH)} {float(HEIGHT)}"
    assert drawing.spots[-1][2:] == (20, 0)
    assert draw([Point(5, 1.0), Point(10, 0.0)], 10).line.startswith("M0.0 0.0 L360.0 0.0")
    assert draw([], 0).area == ""
