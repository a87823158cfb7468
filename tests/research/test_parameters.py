"""Options become parameters that OpenSpiel reads back as they were written."""

from __future__ import annotations

import pytest

from warband.kernel.errors import BadInput
from warband.kernel.options import Option
from warband.research.parameters import to_options, to_parameters

OPTIONS = [
    Option("lives", 3, "a number", low=1, high=9),
    Option("series", "1", "a choice of numbers", ("1", "3", "5")),
    Option("cap", "edition", "a choice of words and numbers", ("edition", "none", "5")),
    Option("flag", "edition", "a choice of words and truth values", ("edition", "true", "false")),
    Option("pack", "set-one", "any text"),
]


def test_numbers_stay_numbers_and_words_stay_words() -> None:
    given: dict[str, object] = {"lives": "4", "series": 3, "cap": "none", "pack": "tiny"}
    assert to_parameters(OPTIONS, given) == {"lives": 4, "series": 3, "cap": "none", "pack": "tiny"}


def test_what_would_be_misread_is_quoted_and_read_back() -> None:
    parameters = to_parameters(OPTIONS, {"cap": 5, "flag": True})
    assert parameters == {"cap": '"5"', "flag": '"true"'}
    assert to_options(OPTIONS, dict(parameters)) == {"cap": "5", "flag": "true"}


def test_what_is_as_usual_is_left_out() -> None:
    assert to_options(OPTIONS, {"lives": 3, "series": 1, "cap": "edition"}) == {}


def test_a_wrong_value_is_refused() -> None:
    with pytest.raises(BadInput, match="option series: '2' is not one of 1, 3, 5"):
        to_options(OPTIONS, {"series": 2})
    with pytest.raises(BadInput, match="option lives: 12 is not between 1 and 9"):
        to_parameters(OPTIONS, {"lives": 12})
