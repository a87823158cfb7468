"""A shard is every so-manieth match; together they are all of them."""

from __future__ import annotations

import pytest

from warband.kernel.errors import BadInput
from warband.lab.shards import WHOLE, Shard, read_shard


def test_shards_are_all_matches_and_none_twice() -> None:
    found = [number for shard in range(1, 9) for number in Shard(shard, 8).of(30)]
    assert sorted(found) == list(range(30))
    assert list(WHOLE.of(3)) == [0, 1, 2]
    assert list(Shard(3, 8).of(20)) == [2, 10, 18]


def test_a_shard_says_what_it_is() -> None:
    assert Shard(3, 8).terms(100) == {"shard": [3, 8], "of": 100}
    assert WHOLE.terms(100) == {}
    assert str(read_shard("3/8")) == "3/8"
    assert read_shard(None) is WHOLE


@pytest.mark.parametrize("text", ["", "3", "0/8", "9/8", "a/b", "1/0", "-1/8", "1/9999999"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"such as 3/8; the first is 1/8"):
        read_shard(text)
