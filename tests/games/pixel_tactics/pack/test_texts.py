"""Make texts from programs, and refuse one written by hand for another program."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.broken import KNIGHT, broken, complaint_about

from warband.games.pixel_tactics.pack.reading import load_pack

HIT = [["each", "rival heroes in rear"], ["deal", "1 for each own corpse, at most 4"]]


def text_of(role: str, **fields: object) -> str:
    """Return the text of the role that was put into a card."""
    data, cards = broken()
    cards[KNIGHT][role] = fields
    return load_pack(data, "mine", "first").cards[KNIGHT].roles[role].text


@pytest.mark.parametrize(
    ("role", "fields", "text"),
    [
        (
            "rear",
            {"power": HIT},
            "Power: Each enemy hero in the rear takes 1 for each corpse of yours, at most 4, damage.",
        ),
        ("vanguard", {"traits": ["intercept"]}, "Intercept."),
        ("rear", {"when_this_enters": [["draw", 2]]}, "When it enters: Draw 2 cards."),
        ("order", {"effect": [["choose", "own hero"], ["give", "poison", 2]]}, "One hero of yours gets [poison 2]."),
    ],
)
def test_a_role_without_a_text_says_what_it_does(role: str, fields: dict[str, object], text: str) -> None:
    assert text_of(role, **fields).startswith(text)


def test_a_text_of_another_program_is_refused_with_the_hash_that_would_do() -> None:
    told = complaint_about("rear", text="Power: hits.", text_of="00000000", power=HIT)
    assert told.startswith("mine/knight.toml.rear.text_of: the program has changed since its text was written;")
    found = told.split("text_of = ")[1].split(".")[0].strip("'")
    assert text_of("rear", text="Power: hits.", text_of=found, power=HIT) == "Power: hits."
