"""A recipe is read from TOML, and a number that there is not, or that will not do, is named."""

from __future__ import annotations

import pytest

from warband.kernel.errors import BadInput
from warband.lab.training.config import SMALL, Config, read_config


def test_numbers_of_a_file_become_a_recipe() -> None:
    numbers = read_config("lanes = 8\nrate = 0.001\nvariants = [{ columns = 1 }]\n", "my.toml")
    config = Config("heros-crossing", **numbers)
    assert (config.lanes, config.rate, config.variants) == (8, 0.001, ({"columns": 1},))
    assert Config(**config.to_data()) == config


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("lane = 8", "my.toml: there is no number 'lane'"),
        ("lanes = 1.5", "my.toml: lanes: 1.5 will not do"),
        ("lanes = true", "my.toml: lanes: True will not do"),
        ("rate = -1", "my.toml: rate: -1 will not do"),
        ("variants = []", "my.toml: variants: .* will not do"),
        ("lanes =", "my.toml: "),
    ],
)
def test_a_wrong_number_is_named(text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        read_config(text, "my.toml")


def test_the_small_recipe_has_numbers_that_there_are() -> None:
    assert Config("any", **SMALL).width == SMALL["width"]
