"""What a scene is made of says itself as text and as data."""

from __future__ import annotations

import pytest

from warband.kernel.scene import Number, Part, Sentence, percents, say_odds

pytestmark = pytest.mark.engine


def test_a_sentence_is_read_without_its_marks() -> None:
    sentence = Sentence([Part("The "), Part("Knight", "piece-1"), Part(" falls.")])
    assert sentence.plain() == str(sentence) == "The Knight falls."


@pytest.mark.parametrize("chances", [[1 / 3, 1 / 3, 1 / 3], [0.5, 0.5], [0.995, 0.005], [1.0, 0.0], [0.29, 0.71]])
def test_percents_make_up_a_hundred(chances: list[float]) -> None:
    shares = percents(chances)
    assert sum(shares) == 100
    assert all(abs(share - 100 * chance) < 1 for share, chance in zip(shares, chances, strict=True))


def test_odds_are_a_sentence() -> None:
    assert say_odds([Number("drowns", 50), Number("gets through", 50)]) == "50 % drowns, 50 % gets through."
    assert say_odds([]) == ""
