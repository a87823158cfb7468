"""Read amounts that depend and conditions, and say which words would do where one is none."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.broken import complaint_about

from warband.games.pixel_tactics.pack.phrases import read_condition, read_value
from warband.games.pixel_tactics.pack.telling import tell_amount, tell_condition
from warband.games.pixel_tactics.programs import codes
from warband.kernel.validation import Node


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2 for each own corpse", "2 for each corpse of yours"),
        ("half of life of the chosen, at most 4", "half of life of the chosen, at most 4,"),
        ("as much as cards in own hand", "cards in own hand"),
        ("the roll", "the roll"),
        ("3 for each damage on this", "3 times damage on this"),
    ],
)
def test_an_amount_means_what_it_says(text: str, told: str) -> None:
    number = read_value(Node(text, "x"), text)
    assert codes.VALUE <= number < 1 << 62
    assert tell_amount(number) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("own heroes fewer than rival heroes", "your heroes fewer than enemy heroes"),
        ("not the roll at least 4", "not the roll at least 4"),
        ("not flank wave", "not flank wave"),
    ],
)
def test_a_condition_means_what_it_says(text: str, told: str) -> None:
    assert tell_condition([codes.IF, *read_condition(Node(text, "x"))]) == told


HINTS: list[tuple[list[object], str]] = [
    ([["each", "enemy heroes"], ["deal", 1]], "enemy: did you mean 'rival'?"),
    ([["each", "own heros"], ["deal", 1]], "did you mean 'heroes'?"),
    ([["kill"]], "kill: did you mean 'defeat'?"),
    ([["cleans"]], "did you mean 'cleanse'?"),
    ([["choose", "own hero"], ["give", "poisn"]], "did you mean 'poison'?"),
    ([["if", "once a figth"], ["draw", 1]], "did you mean 'once a fight'?"),
    ([["take", "graveyard", "hand"]], "graveyard: did you mean 'own discard'?"),
    ([["draw", "2 for each gold"]], "'gold' cannot be counted; count a query, or cards in own hand,"),
    ([["draw", "0 for each own corpse"]], "0 is not between 1 and 99"),
]


@pytest.mark.parametrize(("program", "told"), HINTS)
def test_a_word_that_is_none_brings_the_one_that_would_do(program: list[object], told: str) -> None:
    assert told in complaint_about("rear", power=program)


REFUSED: list[tuple[str, dict[str, object], str]] = [
    ("rear", {"power": [["end"]]}, "'end' ends nothing"),
    ("rear", {"power": [["either"], ["draw", 1], ["or"], ["draw", 2]]}, "this has no 'end'"),
    ("rear", {"power": [["either"], ["draw", 1], ["end"]]}, "'either' has 2 to 4 parts, not 1"),
    ("rear", {"power": [["either"], ["or"], ["draw", 1], ["end"]]}, "this part is empty"),
    ("rear", {"power": [["otherwise"]]}, "'otherwise' follows an 'if'"),
    ("rear", {"power": [["draw", "the roll"]]}, "nothing was rolled before"),
    ("rear", {"power": [["if", "it fell"], ["draw", 1]]}, "'it' is what was chosen before, and nothing was"),
    ("rear", {"power": [["draw", 1], ["if", "once a turn"], ["draw", 1]]}, "'once' stands first in its program"),
    ("rear", {"power": [["prevent"]]}, "'prevent' belongs in trap: rival would attack"),
    ("rear", {"power": [["fallen"], ["return"]]}, "'fallen' belongs in when_this_falls"),
    ("rear", {"power": [["choose", "leader"], ["give", "silence"]]}, "a leader cannot be silenced"),
    ("rear", {"power": [["choose", "hero"], ["give", "stun", 2]]}, "'stun' is there or not; it has no number"),
    ("rear", {"power": [["choose", "rival hero"], ["crown"]]}, "'crown' is for one's own unit"),
    ("leader", {"when_this_falls": [["draw", 1]]}, "a leader does not enter, and when it falls the fight is over"),
    ("order", {"effect": [["draw", "damage on this"]]}, "an order stands nowhere"),
    ("order", {"trap": "rain", "effect": [["draw", 1]]}, "'rain' is not one of rival would attack,"),
    ("order", {"trap": "rival attacked"}, "the field 'effect' is missing: say what happens when the trap springs"),
    ("order", {"trap": "rival attacked", "ongoing": True}, "a trap lies face down: it has an effect, and neither"),
]


@pytest.mark.parametrize(("role", "fields", "told"), REFUSED)
def test_what_could_not_be_carried_out_is_refused(role: str, fields: dict[str, object], told: str) -> None:
    assert told in complaint_about(role, **fields)
