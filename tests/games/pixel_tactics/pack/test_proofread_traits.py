"""Refuse traits that would do nothing."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.broken import complaint_about


@pytest.mark.parametrize(
    ("role", "phrase", "sentence"),
    [
        ("vanguard", "flies", "'flies' is not a trait; traits are intercept, ranged, strength +N, takes N less,"),
        ("vanguard", "strength +x", "'strength +x' is not a trait; traits are"),
        ("vanguard", "strength -0", "the number must be from 1 to 99"),
        ("rear", "rival vanguard strength -1 per own corpse", "what rivals get does not depend on the table;"),
        ("rear", "strength +1 per the roll", "a trait lasts: it knows no roll, no choice and no strength"),
        ("rear", "counts as rear", "a hero in the rear counts as rear anyway"),
        ("vanguard", "strength +2 on Sundays", "'strength +2 on Sundays' is not a trait; traits are"),
        ("vanguard", "strength +0", "the number must be from 1 to 99"),
        ("vanguard", "strength +100", "the number must be from 1 to 99"),
        ("leader", "turn of 2 actions", "the number must be from 3 to 9"),
        ("vanguard", "free recruit", "this trait is for a leader or an ongoing order: it speaks of the whole unit"),
        ("flank", "free orders 2", "this trait is for a leader or an ongoing order: it speaks of the whole unit"),
        ("rear", "corpses attack 3 in any wave", "this trait is for a leader or an ongoing order: it speaks of"),
        ("vanguard", "forerunner ranged", "nobody stands ahead of the vanguard"),
        ("rear", "supporter strength +2", "nobody stands behind the rear"),
        ("leader", "forerunner strength +2", "a leader or an order has no forerunner and no supporter (TRM-7)"),
        ("leader", "may take damage for rear heroes", "this trait is for a hero in a row"),
        ("leader", "heals by damage dealt", "this trait is for a hero in a row"),
        ("vanguard", "ranged while first", "ranged has no condition: it is there or not"),
        ("vanguard", "strength +2, at least 1", "'at least' goes with 'takes N less'"),
        ("vanguard", "takes 2 less against leaders", "what is taken does not depend on whom it is against;"),
        ("vanguard", "takes 1 less per corpse", "only strength counts 'per' something"),
    ],
)
def test_a_trait_that_would_do_nothing_is_refused(role: str, phrase: str, sentence: str) -> None:
    found = complaint_about(role, traits=["intercept", phrase])
    assert found.startswith(f"mine/knight.toml.{role}.traits[1]: {sentence}")


def test_traits_are_a_list_of_texts() -> None:
    assert complaint_about("vanguard", traits="ranged").endswith("traits: expected a list, not 'ranged'")
    assert complaint_about("vanguard", traits=[3]).endswith("traits[0]: expected a text, not 3")
