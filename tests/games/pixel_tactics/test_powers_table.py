"""Keep the pages on the words of the cards true: the list of powers, and the vocabulary for card authors."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest
from tools.powers import PAGE, load_powers, ops_of, page, query_words, signature, trait_words

from warband.games.pixel_tactics.editions import FLAGS, load_editions
from warband.games.pixel_tactics.pack.proofread_traits import proofread_traits
from warband.games.pixel_tactics.pack.proofreading import proofread
from warband.games.pixel_tactics.pack.vocabulary import (
    CORPSES,
    KEYWORDS,
    MARKS,
    OPS,
    QUERY_PHRASES,
    TRIGGER_NAMES,
    WHEN,
    WHO,
    read_program,
)
from warband.games.pixel_tactics.rules.figures import ROLE_NAMES
from warband.kernel.errors import BadInput
from warband.kernel.validation import Node

GUIDE = Path(PAGE).with_name("pixel-tactics.md")
TRAITS = [
    "strength +N",
    "takes N less",
    "immune",
    "doubles printed",
    "doubles all",
    "free orders N",
    "turn of N actions",
]


def guide() -> str:
    return GUIDE.read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """Return the cells of the tables under a heading of the guide, without their heads."""
    part = re.split(r"\n#+ ", guide().split(f" {heading}\n", 1)[1])[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads = [number for number, row in enumerate(rows) if set(row[0]) == {"-"}]
    return [row for number, row in enumerate(rows) if number not in heads and number + 1 not in heads]


def spelled(cells: list[list[str]], column: int = 0) -> set[str]:
    """Return what stands in backquotes in a column."""
    return {word for row in cells for word in re.findall(r"`([^`]+)`", row[column])}


# ---- the list of powers ----


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
    assert set().union(*[ops_of(power) for power in load_powers()]) == set(OPS)


# ---- the vocabulary for card authors ----


def test_every_op_is_explained_as_it_is_spelled() -> None:
    assert spelled(table("Ops")) == {signature(name) for name in OPS}


def test_every_trigger_is_explained() -> None:
    assert spelled(table("Triggers")) == set(TRIGGER_NAMES)


def test_every_word_of_a_query_is_explained() -> None:
    assert spelled(table("Queries")) == set(QUERY_PHRASES)


def test_every_trait_is_explained() -> None:
    corpses = [f"corpses attack N {when}" for when in CORPSES]
    known = {*WHO, *WHEN, *KEYWORDS, *MARKS, *TRAITS, *corpses} - {""}
    assert spelled(table("Traits")) == known


def test_the_examples_of_traits_are_traits() -> None:
    examples = spelled([row for row in table("Traits") if len(row) == 3 and row[2].startswith("`")], 2)
    assert len(examples) == 7
    for phrase in examples:
        assert any(_is_trait(phrase, role) for role in ROLE_NAMES), phrase


def _is_trait(phrase: str, role: str) -> bool:
    try:
        proofread_traits(Node([phrase], "x"), role)
    except BadInput:
        return False
    return True


@pytest.mark.parametrize("row", table("Ops"), ids=[row[0] for row in table("Ops")])
def test_the_example_of_an_op_uses_it_and_can_be_played(row: list[str]) -> None:
    program = json.loads(row[2].strip("`"))
    assert any(signature(op[0]) == row[0].strip("`") for op in program)
    assert any(_is_program(program, role, place) for role, place in product(ROLE_NAMES, ["power", *TRIGGER_NAMES]))


def _is_program(program: object, role: str, place: str) -> bool:
    node = Node(program, "x")
    try:
        proofread(read_program(node), role, place, node)
    except BadInput:
        return False
    return True


# ---- editions ----


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
