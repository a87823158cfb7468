"""Mark who falls, who has acted, who may act, and where a recruit may stand."""

from __future__ import annotations

from tests.games.pixel_tactics.stages import (
    GAME,
    RED,
    WAVE,
    at,
    facing,
    marks,
)


def test_marks_tell_who_falls_who_is_done_and_who_may_act() -> None:
    scene = GAME.scene(at(WAVE).view(0))
    assert marks(scene, "0/V1/berserker") == ["falls", "may_act"]
    assert marks(scene, "0/V3/paladin") == ["done"]
    assert marks(scene, "0/F1/healer") == []
    assert marks(scene, "0/vanguard") == ["active"]
    assert marks(scene, "0/hand/knight") == ["may_act"]
    assert marks(scene, "1/F1/scientist") == ["shielded"], "the Gunner may shoot, and the Knight intercepts"
    assert marks(scene, "1/V1/knight") == []


def test_a_doomed_leader_is_marked() -> None:
    match = facing({"leader": {"card": "fighter", "damage": 23}}, {"leader": "trapper"})
    assert "falls" in marks(GAME.scene(match.view(1)), "0/F2/fighter")


def test_slots_open_to_a_recruit_are_marked() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "knight"}, "hand": ["healer"]}, RED)
    scene = GAME.scene(match.view(0))
    assert [marks(scene, f"0/{slot}") for slot in ("V2", "V3", "F1")] == [["may_act"], ["may_act"], []]
