from __future__ import annotations

import asyncio

from tests.table.pages.memory_lobby import MemoryLobby

from warband.agents.levels import MIND
from warband.kernel.record import Record, record_match
from warband.lab.curve import Curve, Point
from warband.table.pages.curve import HEIGHT, WIDTH, Curves, compute, draw

SHORT: dict[str, dict[str, object]] = {
    "heros-crossing": {"fronts": "dealt", "health": 1, "rounds": 3},
    "pixel-tactics": {"round_cap": 2},
    "pocket-tactics": {"map": "quick", "turns": 10},
}


def record_of(game: str) -> Record:
    lobby = MemoryLobby()
    return record_match(lobby.matches[lobby.add_finished(game, 5, SHORT[game])])


def test_a_record_becomes_the_curve_of_its_match() -> None:
    data = record_of("heros-crossing").to_data()
    curve = compute(data)
    assert curve.judge == MIND
    assert curve == compute(data)


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
    drawing = draw(Curve((Point(0, 0.5), Point(10, 1.0), Point(21, 0.0)), MIND), 20)
    assert drawing.line == f"M0.0 {HEIGHT / 2} L{WIDTH / 2} 0.0 L{float(WIDTH)} {float(HEIGHT)}"
    assert drawing.spots[-1][2:] == (20, 0)
    assert draw(Curve((Point(5, 1.0), Point(10, 0.0)), MIND), 10).line.startswith("M0.0 0.0 L360.0 0.0")
    assert draw(Curve((), MIND), 0).area == ""
