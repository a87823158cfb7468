"""Keep the pages on the words of the cards true: the list of powers, and the vocabulary for card authors."""

from __future__ import annotations

from tests.games.pixel_tactics.guide import GUIDE, table
from tools.powers import PAGE, load_powers, ops_of, page, query_words, trait_words

from warband.games.pixel_tactics.editions import FLAGS, load_editions
from warband.games.pixel_tactics.pack.vocabulary import OPS
from warband.games.pixel_tactics.programs import codes


def test_the_list_of_powers_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python tools/powers.py --write"


def test_the_list_has_every_power_in_every_printing() -> None:
    powers = load_powers()
    assert len({power.name for power in powers}) == 125
    both = [power.name for power in powers if power.printing == "both"]
    first, second = ([power.name for power in powers if power.printing == name] for name in ("first", "second"))
    assert first == second
    assert len(both) + len(first) == 125
    assert page().count("\n| ") >= len(powers)


def test_words_are_told_apart() -> None:
    assert query_words("own other heroes of this row able to melee") == {
        "own",
        "other",
        "heroes",
        "of this row",
        "able to melee",
    }
    assert trait_words("heroes take 1 less while second") == (["takes N less"], ["heroes", "while second"])
    assert trait_words("takes 2 less, at least 1") == (["takes N less", "at least N"], [])
    assert trait_words("free orders 2") == (["free orders N"], [])


def test_every_op_serves_a_power() -> None:
    """The words of our own rulings serve packs: the example `forty` uses each, and its scenarios prove it."""
    used = set().union(*[ops_of(power) for power in load_powers()])
    assert used == {name for name, (code, _) in OPS.items() if code <= codes.IF}


def test_the_table_of_editions_is_that_of_the_rules() -> None:
    editions = load_editions()
    flags = [flag.name for flag in FLAGS]
    expected = [[f"`{name}`", *[str(editions[edition][name]) for edition in editions]] for name in flags]
    assert [row[:4] for row in table("Editions")] == expected
    for row, flag in zip(table("Editions")[1:], FLAGS[1:], strict=True):
        assert row[4].split(", ") == [choice for choice in flag.choices if choice != "edition"]


def test_the_guide_names_every_module() -> None:
    folder = GUIDE.parents[1] / "src" / "warband" / "games" / "pixel_tactics"
    named = " ".join(row[0] for row in table("What is where"))
    modules = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
    missing = {name for name in modules if f"`{name}`" not in named and not name.startswith("proofread")}
    assert missing == set()
