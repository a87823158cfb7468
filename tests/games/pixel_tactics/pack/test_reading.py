"""Load card sets: the shipped one adds up, a modder's folder plays, a broken one is refused with file and field."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.games.pixel_tactics.broken import KNIGHT, broken, complaint, complaint_about
from tools.powers import Power, ops_of, powers_of, triggers_of

from warband.cli import main
from warband.cli.files import read_pack
from warband.games.pixel_tactics.pack.reading import Pack, load_pack
from warband.games.pixel_tactics.pack.vocabulary import OPS, TRIGGER_NAMES
from warband.kernel.packaged_game import shipped_pack

ROOT = Path(__file__).parents[4]
TAVERN = ROOT / "docs" / "examples" / "tavern"
FORTY = TAVERN.with_name("forty")


def load(printing: str = "first") -> Pack:
    return load_pack(*shipped_pack("warband.games.pixel_tactics", "set-one"), printing)


# ---- the shipped cards ----


def test_the_shipped_figures_add_up() -> None:
    cards = load().cards
    assert len(cards) == 25
    assert sum(card.attack + card.life for card in cards) == 201
    assert [card.id for card in cards] == sorted(card.id for card in cards)


def test_the_second_printing_changes_the_figures_of_four_leaders() -> None:
    def figures(printing: str) -> dict[str, tuple[int, int]]:
        roles = {card.id: card.roles["leader"] for card in load(printing).cards}
        return {name: (role.attack, role.life) for name, role in roles.items()}

    first, second = figures("first"), figures("second")
    changed = {name: second[name] for name in first if first[name] != second[name]}
    assert changed == {"healer": (5, 18), "homunculus": (1, 36), "mascot": (2, 17), "paladin": (4, 17)}


def test_every_power_of_the_shipped_cards_has_a_text() -> None:
    for printing in ("first", "second"):
        assert all(role.text for card in load(printing).cards for role in card.roles.values())


def test_the_digest_changes_with_any_figure() -> None:
    data, cards = broken()
    assert load_pack(data, "elsewhere", "second").digest == load().digest
    cards[KNIGHT]["life"] = 11
    assert load_pack(data, "mine", "first").digest != load().digest


# ---- fields of a card ----


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("attack", -1, "attack: -1 is not between 0 and 99"),
        ("attack", 2.5, "attack: expected a whole number, not 2.5"),
        ("attack", True, "attack: expected a whole number, not True"),
        ("life", 0, "life: 0 is not between 1 and 99"),
        ("life", "ten", "life: expected a whole number, not 'ten'"),
        ("name", 7, "name: expected a text, not 7"),
        ("sprite", ["knight"], "sprite: expected a text, not ['knight']"),
        ("vanguard", "Intercept.", "vanguard: expected fields, not 'Intercept.'"),
        ("vanguard", {"text": 3}, "vanguard.text: expected a text, not 3"),
        ("vanguard", {"effect": []}, "vanguard: unknown field 'effect'; known are text, traits, when_attacked,"),
        ("vanguard", {"life": 3}, "vanguard: unknown field 'life'; known are text,"),
        ("order", {"power": []}, "order: unknown field 'power'; known are text,"),
        ("order", {"ongoing": "yes"}, "order.ongoing: expected true or false, not 'yes'"),
        ("leader", {"text": "Leads."}, "leader: the field 'attack' is missing"),
        ("leader", {"attack": 4}, "leader: the field 'life' is missing"),
        ("leader", {"attack": 4, "life": 0}, "leader.life: 0 is not between 1 and 99"),
        ("second", {"attack": 3}, "second: unknown field 'attack'; known are vanguard, flank, rear, leader, order"),
        ("second", {"rear": {"powr": []}}, "second.rear: unknown field 'powr'; known are text,"),
        ("second", {"rear": {"power": [["fly"]]}}, "second.rear.power[0][0]: 'fly' is not an op; the ops are each,"),
    ],
)
def test_a_broken_field_is_named_with_file_and_role(field: str, value: object, sentence: str) -> None:
    data, cards = broken()
    cards[KNIGHT][field] = value
    assert complaint(data).startswith(f"mine/knight.toml.{sentence}")


@pytest.mark.parametrize("field", ["id", "name", "attack", "life", "order", "leader"])
def test_a_missing_field_is_named_with_its_file(field: str) -> None:
    data, cards = broken()
    del cards[KNIGHT][field]
    assert complaint(data) == f"mine/knight.toml: the field {field!r} is missing"


def test_an_unknown_field_of_a_card_is_named() -> None:
    data, cards = broken()
    cards[KNIGHT]["speed"] = 2
    assert complaint(data).startswith("mine/knight.toml: unknown field 'speed'; known are id, name, sprite,")


@pytest.mark.parametrize("name", ["Knight", "black knight", "knight!", "", "érable", "7", "_knight"])
def test_an_id_is_a_word_of_the_notation(name: str) -> None:
    data, cards = broken()
    cards[KNIGHT]["id"] = name
    sentence = f"{name!r} is no id: lower-case letters, digits and _, a letter first"
    assert complaint(data) == f"mine/knight.toml.id: {sentence}"


# ---- the set as a whole ----


def test_a_doubled_id_is_named() -> None:
    data, cards = broken()
    cards[KNIGHT]["id"] = "witch"
    assert complaint(data) == "mine/witch.toml.id: the id 'witch' stands twice, here and in mine/knight.toml"


@pytest.mark.parametrize("count", [0, 11, 31])
def test_a_deck_has_twelve_to_thirty_cards(count: int) -> None:
    data, cards = broken()
    data["cards"] = [{**cards[place % 25], "id": f"c{place}"} for place in range(count)]
    assert complaint(data) == f"mine: cards: {count} cards; a deck has 12 to 30 (SET-1)"


@pytest.mark.parametrize("count", [12, 30])
def test_the_smallest_and_the_largest_deck_load(count: int) -> None:
    data, cards = broken()
    data["cards"] = [{**cards[place % 25], "id": f"c{place}"} for place in range(count)]
    assert len(load_pack(data, "mine", "first").cards) == count


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("author", "me", "mine: unknown field 'author'; known are name, title, game, cards"),
        ("cards", {}, "mine.cards: expected a list, not {}"),
        ("cards", ["knight"], "mine.cards[0]: expected fields, not 'knight'"),
        ("name", None, "mine.name: expected a text, not None"),
        ("title", 5, "mine.title: expected a text, not 5"),
    ],
)
def test_a_broken_field_of_the_set_is_named(field: str, value: object, sentence: str) -> None:
    data, _ = broken()
    data[field] = value
    assert complaint(data) == sentence


# ---- words that are no words ----


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("draw", ": expected a list, not 'draw'"),
        ([["fly", 2]], "[0][0]: 'fly' is not an op; the ops are each, choose, several, split,"),
        (["draw"], "[0]: expected a list, not 'draw'"),
        ([[]], '[0]: an op has a name, such as ["deal", 2]'),
        ([[3]], "[0][0]: expected a text, not 3"),
        ([["draw"]], "[0]: 'draw' needs a number"),
        ([["each"]], "[0]: 'each' needs a query"),
        ([["attack"]], "[0]: 'attack' needs one of melee, ranged"),
        ([["draw", "two"]], "[0][1]: expected a whole number, not 'two'"),
        ([["draw", 2, "open"]], "[0][2]: 'open' does not belong to 'draw'"),
        ([["draw", 100]], "[0][1]: 100 is not between -9 and 99"),
        ([["each", "own dragons"], ["deal", 1]], "[0][1]: 'dragons' is not a word of a query; the words are"),
        ([["each", "own other"], ["deal", 1]], "[0][1]: a query names heroes, leader, corpses or empty slots"),
        ([["each", 5], ["deal", 1]], "[0][1]: expected a text, not 5"),
        ([["choose", "hero", "perhaps"], ["deal", 1]], "[0][2]: 'perhaps' does not belong to 'choose'"),
        ([["choose", "hero"], ["deal", "much"]], "[1][1]: 'much' is not one of split, all"),
        ([["split", 3, "heroes", "among many"], ["deal", "split"]], "[0][3]: expected among N, such as 'among 2',"),
        ([["attack", "magic"]], "[0][1]: 'magic' is not one of melee, ranged"),
        ([["take", "moon", "hand"]], "[0][1]: 'moon' is not one of own hand, rival hand, random rival hand,"),
        ([["if", "it rains"]], "[0][1]: 'it rains' is not one of no ceasefire, first order, rear wave"),
        ([["actions", "both", 1]], "[0][1]: 'both' is not one of own, rival"),
    ],
)
def test_a_word_that_is_none_is_named_with_its_place(program: object, sentence: str) -> None:
    assert complaint_about("rear", power=program).startswith(f"mine/knight.toml.rear.power{sentence}")


def test_every_program_of_a_role_is_read() -> None:
    for trigger in TRIGGER_NAMES:
        found = complaint_about("leader", **{trigger: [["fly"]]})
        assert found.startswith(f"mine/knight.toml.leader.{trigger}[0][0]: 'fly' is not an op;")


# ---- a modder's folder ----


def tavern() -> list[Power]:
    return powers_of(read_pack(TAVERN), "tavern")


def test_the_example_packs_use_every_op_and_every_trigger() -> None:
    both = [*tavern(), *powers_of(read_pack(FORTY), "forty")]
    assert set().union(*[ops_of(power) for power in both]) == set(OPS)
    assert set().union(*[triggers_of(power) for power in both]) == set(TRIGGER_NAMES)
    assert sum("ongoing" in power.fields for power in tavern()) == 2


def test_the_example_pack_has_cards_of_its_own() -> None:
    assert not {power.card for power in tavern()} & {card.name for card in load().cards}


def written_cook(folder: Path) -> Path:
    """Write the example pack into a folder, its cook as the guide to packs has it; return the cook's file."""
    guide = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
    start = guide.index("# my-set/cook.toml")
    shutil.copytree(TAVERN, folder / "my-set")
    path = folder / "my-set" / "cook.toml"
    path.write_text(guide[start : guide.index("```", start)], encoding="utf-8")
    return path


def test_the_card_in_the_guide_loads_and_its_faults_read_as_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cook, guide = written_cook(tmp_path), (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")
    assert load_pack(read_pack(cook.parent), "my-set", "second").cards[4].roles["flank"].reprinted
    monkeypatch.chdir(tmp_path)
    text = cook.read_text(encoding="utf-8")
    for old, new in (('["each", "heroes in rear"], ', ""), ('"strength +1 per damage"', '"free recruit"')):
        cook.write_text(text.replace(old, new), encoding="utf-8")
        assert main(["pack", "check", "my-set"]) == 1
        assert f"\n{capsys.readouterr().out}" in guide


def test_the_scenarios_of_the_example_pack_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["scenario", "docs/examples/tavern.yaml"]) == 0
    assert [line[:4] for line in capsys.readouterr().out.splitlines()] == ["ok  "] * 3


def test_pack_check_plays_the_example_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "check", str(TAVERN), "--matches", "14"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{TAVERN}: a pack for pixel-tactics, 16 cards"
    assert lines[-1] == "nothing broke"


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("cook.toml", "life = 6", "life = 0", "cook.toml:5: life: 0 is not between 1 and 99"),
        ("cook.toml", '["heal", 2]', '["heel", 2]', "cook.toml:21: order.effect[1][0]: 'heel' is not an op; the ops"),
        ("cook.toml", '["each", "heroes"], ', "", "cook.toml:21: order.effect[0]: 'heal' follows a choice of what it"),
        (
            "ghost.toml",
            '"immune to ranged"',
            '"immune to frost"',
            "ghost.toml:9: vanguard.traits[0]: 'immune to frost'",
        ),
        ("ghost.toml", '"ghost"', '"cook"', "ghost.toml:1: id: the id 'cook' stands twice, here and in "),
        ("innkeeper.toml", "ongoing = true", "ongoing = false", "innkeeper.toml:23: order.traits: only an ongoing"),
        ("pack.toml", '"pixel-tactics"', '"pocket-tactics"', "pack.toml:1: unknown field 'cards'; known are name,"),
    ],
)
def test_pack_check_names_file_and_line(
    file: str, old: str, new: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "tavern"
    shutil.copytree(TAVERN, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert main(["pack", "check", str(folder)]) == 1
    found = capsys.readouterr().out
    assert found.startswith(f"{folder}/{sentence}")
    assert found.count("\n") == 1
