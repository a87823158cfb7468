"""Options: defaults, texts from a command line, bounds, and names that do not exist."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warband.kernel.errors import BadInput
from warband.kernel.options import Option, bind_options

DECLARED = [
    Option("health", 6, "health at the start", low=1, high=6),
    Option("fronts", "draft", "how heroes come", choices=("draft", "dealt")),
    Option("pack", "set-one", "the hero set"),
]


def test_every_option_has_a_value() -> None:
    assert bind_options(DECLARED, {}) == {"health": 6, "fronts": "draft", "pack": "set-one"}
    assert bind_options(DECLARED, {"fronts": "dealt"}) == {"health": 6, "fronts": "dealt", "pack": "set-one"}


def test_a_number_may_come_as_text() -> None:
    assert bind_options(DECLARED, {"health": "3"})["health"] == 3


@pytest.mark.parametrize(
    ("given_options", "complaint"),
    [
        ({"helth": 3}, "unknown option 'helth'; the options are health, fronts, pack"),
        ({"health": 0}, "option health: 0 is not between 1 and 6"),
        ({"health": "7"}, "option health: 7 is not between 1 and 6"),
        ({"health": "-1"}, "option health: -1 is not between 1 and 6"),
        ({"health": "--1"}, "option health: '--1' is not a whole number"),
        ({"health": "²"}, "option health: '²' is not a whole number"),
        ({"health": ""}, "option health: '' is not a whole number"),
        ({"health": True}, "option health: True is not a whole number"),
        ({"health": 2.5}, "option health: 2.5 is not a whole number"),
        ({"fronts": "random"}, "option fronts: 'random' is not one of draft, dealt"),
        ({"fronts": ["draft"]}, r"option fronts: \['draft'\] is not one of"),
    ],
)
def test_a_wrong_option_is_named(given_options: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        bind_options(DECLARED, given_options)


@given(st.text() | st.integers().map(str))
@settings(deadline=None)
def test_any_text_is_a_number_in_bounds_or_refused(text: str) -> None:
    try:
        value = DECLARED[0].check(text)
    except BadInput:
        return
    assert value in range(1, 7)


def test_a_very_long_number_is_refused() -> None:
    with pytest.raises(BadInput, match="is not a whole number"):
        DECLARED[0].check("9" * 5000)
