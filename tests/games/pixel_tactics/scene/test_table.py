"""Scenes: what lies where, what is marked, what is asked, what a preview promises, why a touch means nothing."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.games.pixel_tactics.stages import (
    BLUE,
    GAME,
    RED,
    WAVE,
    at,
    game_of,
    marks,
    piece,
    things,
    touch,
)

from warband.cli.files import write_safely
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.scene import CORPSE, Container
from warband.scene import text
from warband.terminal.table import TerminalTable


def test_the_vanguards_face_each_other_column_by_column() -> None:
    for seat, far in ((0, 1), (1, 0)):
        units = [box for box in GAME.scene(at(WAVE).view(seat)).containers if box.id.endswith("/unit")]
        rows = [row.id for box in units for row in box.inside]
        up, down = ["rear", "flank", "vanguard"], ["vanguard", "flank", "rear"]
        assert rows == [f"{far}/{row}" for row in up] + [f"{seat}/{row}" for row in down]
        columns = [[slot.name[1] for slot in row.slots] for box in units for row in box.inside]
        assert columns == [["1", "2", "3"]] * 6


def test_a_leader_stands_in_the_middle_and_a_corpse_lies_where_it_fell() -> None:
    scene = GAME.scene(at(WAVE).view(0))
    leader, corpse = piece(scene, "1/F2/dragon_mage"), piece(scene, "1/V2/berserker")
    assert "Leader" in leader.badges
    assert leader.note.startswith("The rival may not use the clear-corpse action.")
    assert (corpse.kind, corpse.name, corpse.numbers) == (CORPSE, "Berserker", [])
    assert [number.value for number in piece(scene, "0/F3/overlord").numbers] == [3], "the Witch lets corpses attack"


def test_the_plates_and_the_heading_tell_how_the_series_stands() -> None:
    game = game_of(series="3")
    seats = [{**BLUE, "trophies": 1, "gone": ["mascot"]}, RED]
    scene = game.scene(at({"fight": 2, "round": 3, "first": 1, "seat": 0, "seats": seats}, game).view(0))
    assert scene.heading == "Fight 2, round 3, vanguard wave"
    plate = things(scene.containers)["0/plate"]
    assert isinstance(plate, Container)
    assert [(number.label, number.value, number.most) for number in plate.numbers] == [
        ("life", 12, 20),
        ("trophies", 1, 2),
    ]
    assert marks(scene, "1/plate") == ["first"]
    assert piece(scene, "0/gone/mascot").name == "Mascot"


@pytest.mark.parametrize(
    ("handles", "says"),
    [
        (["0/V2"], ""),
        (["0/V2", "1/V1"], ""),
        (["0/V2", "1/F1"], "The Knight intercepts in column 1: shoot it, or somebody in another column."),
        (["0/V1", "1/F1"], "The Knight stands before the Scientist in column 1: in melee attack the foremost."),
        (["0/V1", "1/V2"], "There is nobody to attack in V2; choose somebody who stands."),
        (["0/V3"], "The Paladin has acted in this turn; choose another."),
        (["0/F2"], "This is the vanguard wave; F2 is in the flank row."),
        (["0/R2"], ""),
        (["0/hand/knight", "0/R1"], "This is the vanguard wave; R1 is in the rear row."),
        (["0/deck"], ""),
        (["1/deck"], "You can't use that right now. Glowing cards can act."),
    ],
)
def test_a_touch_is_legal_or_has_a_reason(handles: list[str], says: str) -> None:
    assert touch(at(WAVE), *handles) == says


def test_every_choice_is_what_its_handles_mean() -> None:
    match = Match(game_of(series="3"), seeded_chance(5))
    rng = Rng(5)
    match.settle()
    for _ in range(60):
        seat = match.awaiting()[0]
        scene = match.game.scene(match.view(seat))
        choice = scene.choices[rng.below(len(scene.choices))]
        assert set(choice.handles) <= scene.handles()
        assert match.game.attempt(match.view(seat), choice.handles) is None
        assert {part.handle for part in scene.prompt.parts} <= {"", *scene.handles()}
        match.play(seat, choice.action)


class RandomTyping(TerminalTable):
    """Type the number of a random choice whenever something is asked."""

    rng = Rng(11)

    def prompt(self) -> str:
        """Return the number of a choice."""
        return str(1 + self.rng.below(len(self.match.actions(self.seat))))

    def wait(self) -> None:
        """Press Enter."""


def test_two_people_play_the_best_of_three_from_the_leaders_to_the_last_trophy(tmp_path: Path) -> None:
    match = Match(game_of(series="3", round_cap=2), seeded_chance(11))
    writer = io.StringIO()
    RandomTyping(match, tmp_path / "match.json", {}, write_safely, io.StringIO(), writer).run()
    result = match.result
    assert result is not None
    told = writer.getvalue()
    assert "Choose your leader." in told
    assert "Fight 2 begins." in told
    assert "Hand over the keyboard" in told
    assert f"\n{match.game.say_result(result, ['Blue', 'Red'])}\n" in told


@pytest.mark.parametrize("width", [80, 100])
def test_the_table_keeps_its_columns_in_a_terminal(width: int) -> None:
    drawn = text.render(GAME.scene(at(WAVE).view(0)), width).splitlines()
    assert max(len(line) for line in drawn) <= width
    rows = [line.split("|")[1:4] for line in drawn if line.count("|") == 4]
    assert len({tuple(len(cell) for cell in row) for row in rows}) == 1
    assert any(row[0].strip().startswith("V1 Knight: strength 3,") for row in rows)


def test_two_heroes_that_are_swapped_may_be_touched_in_either_order() -> None:
    game = make_game("pixel-tactics", {})
    unit = {"V1": "mascot", "F1": "gunner"}
    state = game.restore({"seats": [{"leader": "fighter", "unit": unit}, {"leader": "paladin"}]})
    assert game.attempt(state.view(0), ["0/V1", "0/F1"]) is None
    assert game.attempt(state.view(0), ["0/F1", "0/V1"]) is None
