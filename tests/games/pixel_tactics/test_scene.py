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
    Position,
    at,
    facing,
    game_of,
    labels,
    marks,
    piece,
    prompt,
    things,
    touch,
)

from warband.cli.files import write_safely
from warband.games.pixel_tactics.game import ENTRY
from warband.games.pixel_tactics.programs.codes import (
    CAPTURE,
    LEADER_CARD,
    PLAY,
    RANDOM_RIVAL_HAND,
    REARRANGE,
    RECRUIT,
    SHOW,
    TAKE,
)
from warband.games.pixel_tactics.programs.frames import PROGRAM
from warband.games.pixel_tactics.rules.board import Frame
from warband.games.pixel_tactics.scene.prompts import CHOOSING, program_keys
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.match import Match
from warband.kernel.registry import make_game
from warband.kernel.scene import CORPSE, Container
from warband.kernel.seats import ALL, PUBLIC
from warband.scene import text
from warband.terminal.table import TerminalTable

ASKING = (*CHOOSING, TAKE, SHOW, PLAY, RECRUIT, CAPTURE, REARRANGE)


# ---- what lies where ----


def test_the_vanguards_face_each_other_column_by_column() -> None:
    for seat, far in ((0, 1), (1, 0)):
        units = [box for box in GAME.scene(at(WAVE).view(seat)).containers if box.id.endswith("/unit")]
        rows = [row.id for box in units for row in box.inside]
        up, down = ["rear", "flank", "vanguard"], ["vanguard", "flank", "rear"]
        assert rows == [f"{far}/{row}" for row in up] + [f"{seat}/{row}" for row in down]
        columns = [[slot.name[1] for slot in row.slots] for box in units for row in box.inside]
        assert columns == [["1", "2", "3"]] * 6


def test_a_hero_shows_strength_life_keywords_and_what_its_row_says() -> None:
    knight = piece(GAME.scene(at(WAVE).view(0)), "1/V1/knight")
    assert [(number.label, number.value, number.most) for number in knight.numbers] == [
        ("strength", 3, None),
        ("life", 6, 10),
    ]
    assert knight.badges == ["Intercept"]
    assert knight.note.startswith("Intercept. A hero that attacks this hero")
    assert [label for label, _ in knight.details] == ["Vanguard", "Flank", "Rear", "Order", "Leader"]


def test_strength_counts_bonuses_and_says_whether_it_is_ranged() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "gunner", "R3": "pyromancer"}}, RED)
    scene = GAME.scene(match.view(0))
    gunner, pyromancer = piece(scene, "0/V1/gunner"), piece(scene, "0/R3/pyromancer")
    assert [(number.label, number.value) for number in gunner.numbers[:2]] == [("strength", 8), ("ranged strength", 5)]
    assert [number.label for number in pyromancer.numbers] == ["strength", "ranged strength", "life"]


def test_a_leader_stands_in_the_middle_and_a_corpse_lies_where_it_fell() -> None:
    scene = GAME.scene(at(WAVE).view(0))
    leader, corpse = piece(scene, "1/F2/dragon_mage"), piece(scene, "1/V2/berserker")
    assert "Leader" in leader.badges
    assert leader.note.startswith("The rival may not use the clear-corpse action.")
    assert (corpse.kind, corpse.name, corpse.numbers) == (CORPSE, "Berserker", [])
    assert [number.value for number in piece(scene, "0/F3/overlord").numbers] == [3], "the Witch lets corpses attack"


def test_a_leader_that_copies_says_whom() -> None:
    match = facing({"leader": "doppelganger"}, {"leader": "trapper"})
    leader = piece(GAME.scene(match.view(1)), "0/F2/doppelganger")
    assert "Copies the Trapper" in leader.badges
    assert "every hero of your unit has Intercept" in leader.note


def test_what_is_remembered_of_a_hero_is_a_badge() -> None:
    unit: Position = {
        "V1": {"card": "knight", "fresh": True, "bonus": 5},
        "V2": {"card": "healer", "owner": 1, "captured": True},
    }
    match = facing({"leader": "priestess", "counters": 2, "unit": unit}, {"leader": "trapper"})
    scene = GAME.scene(match.view(0))
    assert piece(scene, "0/V1/knight").badges == ["Intercept", "Just recruited", "+5 this wave"]
    assert "Captured from Red" in piece(scene, "0/V2/healer").badges
    assert "Level 2" in piece(scene, "0/F2/priestess").badges


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


# ---- marks ----


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


# ---- hidden things ----


def test_a_rival_sees_backs_and_the_cards_it_knows() -> None:
    hand = things(GAME.scene(at(WAVE).view(0)).containers)["1/hand"]
    assert isinstance(hand, Container)
    assert [(card.name, card.count) for card in hand.pieces] == [("cards", 2), ("Trapper", 1)]
    own = GAME.scene(at(WAVE).view(1))
    assert piece(own, "1/hand/trapper").badges == ["Rival knows it"]
    assert piece(own, "1/hand/gunner").badges == []


def test_a_spectator_sees_no_hand_and_everything_once_it_is_over() -> None:
    match = at(WAVE)
    scene = GAME.scene(match.view(PUBLIC))
    assert not scene.choices
    assert {card.name for box in scene.containers if "hand" in box.id for card in box.pieces} == {"cards"}
    assert scene.prompt.plain() == "Waiting for Blue."
    match.resign(0)
    scene = GAME.scene(match.view(ALL))
    assert {"0/hand/knight", "1/hand/mystic"} <= scene.handles()
    assert scene.prompt.plain() == "Red wins: Blue resigned."


def test_the_owner_of_a_deck_sees_the_top_card_it_knows() -> None:
    assert piece(GAME.scene(at(WAVE).view(0)), "0/deck/top1").name == "Fighter (on top)"
    assert "0/deck/top1" not in GAME.scene(at(WAVE).view(1)).handles()


# ---- what is asked ----


def test_leaders_are_chosen_by_their_figures_as_leaders() -> None:
    match = Match(GAME, seeded_chance(1))
    match.settle()
    assert prompt(match) == "Choose your leader. Both leaders are turned up together."
    scene = GAME.scene(match.view(0))
    assert [choice.handles for choice in scene.choices] == [[card.id] for card in scene.containers[-1].pieces]
    assert all(label.startswith("Lead with the ") for label in labels(match))


@pytest.mark.parametrize("options", list(ENTRY.option_sets.values()), ids=list(ENTRY.option_sets))
def test_every_card_that_asks_has_a_question_of_its_own(options: Position) -> None:
    game = game_of(**options)
    known = game.words.tables["prompts"]
    for rows in game.rules.programs:
        for place, row in enumerate(rows):
            if asks(row):
                keys = program_keys(rows[place:], Frame(PROGRAM, 0, 0))
                assert keys[0] in known or (keys[1] in known and keys[0].endswith("_last")), keys


def asks(row: list[int]) -> bool:
    """Return whether a row of a program may ask: one's leader is shown, a random card taken without asking."""
    return row[0] in ASKING and (row[0], row[1]) not in ((SHOW, LEADER_CARD), (TAKE, RANDOM_RIVAL_HAND))


def test_a_card_names_itself_and_counts_the_points_left() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "knight"}, "hand": ["alchemist"]}, RED)
    match.push("order alchemist", seat=0)
    match.push("choose V1", seat=0)
    match.push("choose V1", seat=0)
    assert prompt(match).startswith("Alchemist: 5 damage to deal")
    assert "1 damage to Red's Knight (V1)" in labels(match)
    scene = GAME.scene(match.view(0))
    assert piece(scene, "0/V1/knight").badges[-1] == "2 points"
    assert marks(scene, "0/V1/knight") == ["target", "selected"]
    assert piece(scene, "order/alchemist").note.startswith("Spread 7 damage")


def test_rearranging_asks_for_one_piece_after_another() -> None:
    unit: Position = {"V1": "knight", "V2": "healer"}
    match = facing({"leader": "fighter", "unit": unit, "hand": ["homunculus"]}, RED)
    match.push("order homunculus", seat=0)
    assert prompt(match) == "Homunculus: where does the Knight (V1) go?"
    match.push("choose R1", seat=0)
    assert prompt(match) == "Homunculus: where does the Healer (V2) go?"
    assert piece(GAME.scene(match.view(0)), "0/V1/knight").badges[-1] == "To R1"


def test_a_stand_in_is_asked_by_name_and_number() -> None:
    match = at(WAVE)
    match.push("attack V2 > V3", seat=0)
    assert prompt(match) == "May the Vampire (F3) take 6 damage for the Healer (V3)?"
    assert labels(match) == ["The Vampire takes it", "No, the Healer takes it"]
    scene = GAME.scene(match.view(1))
    assert marks(scene, "1/V3/healer") == ["aimed"]
    assert marks(scene, "1/F3/vampire") == ["target"]
    assert "active" in marks(scene, "0/V2/gunner")
    assert GAME.scene(match.view(0)).prompt.plain() == "Waiting for Red."


def test_the_rival_aims_where_its_leader_lets_it() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "knight"}}, {"leader": "illusionist", "unit": {"V1": "healer"}})
    assert "Knight V1 attacks; Red chooses whom" in labels(match)
    match.push("attack V1", seat=0)
    assert prompt(match) == "Blue's Knight (V1) attacks in melee. Choose which of yours it hits."


def test_lines_are_named_by_their_unit() -> None:
    match = facing({"leader": "fighter", "hand": ["paladin"]}, RED, actions=3)
    match.push("order paladin", seat=0)
    assert labels(match) == [f"{whose} column {number}" for whose in ("Your", "Red's") for number in (1, 2, 3)]


@pytest.mark.parametrize(("edition", "called"), [("classic", "attack power"), ("deluxe", "spell")])
def test_a_power_is_called_what_the_edition_calls_it(edition: str, called: str) -> None:
    match = at({**WAVE, "wave": "flank"}, game_of(edition=edition))
    assert f"Healer F1: {called}" in labels(match)


# ---- touching ----


@pytest.mark.parametrize(
    ("handles", "says"),
    [
        (["0/V2"], ""),
        (["0/V2", "1/V1"], ""),
        (["0/V2", "1/F1"], "The Knight intercepts in column 1."),
        (["0/V1", "1/F1"], "The Knight stands before the Scientist in column 1."),
        (["0/V1", "1/V2"], "There is nobody to attack in V2."),
        (["0/V3"], "The Paladin has acted in this turn."),
        (["0/F2"], "This is the vanguard wave; F2 is in the flank row."),
        (["0/R2"], "Nobody stands in R2."),
        (["0/hand/knight", "0/R1"], "This is the vanguard wave; R1 is in the rear row."),
        (["0/deck"], ""),
        (["1/deck"], "Nothing begins with that now; what may act is marked."),
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


# ---- at one keyboard ----


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


def test_touching_two_heroes_in_the_other_order_tells_how_a_switch_is_named() -> None:
    game = make_game("pixel-tactics", {})
    unit = {"V1": "mascot", "F1": "gunner"}
    state = game.restore({"seats": [{"leader": "fighter", "unit": unit}, {"leader": "paladin"}]})
    assert game.attempt(state.view(0), ["0/V1", "0/F1"]) is None
    reason = game.attempt(state.view(0), ["0/F1", "0/V1"])
    assert reason is not None
    assert game.say_reason(reason) == "Name the earlier slot of a switch first."
