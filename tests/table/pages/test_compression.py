"""Files and public pages come compressed; what holds a secret does not."""

from __future__ import annotations

import gzip

import pytest
from starlette.datastructures import Headers

from warband.table.pages.compression import accepts_gzip, compressed, is_public


@pytest.mark.parametrize(
    ("accepted", "yes"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("identity", False),
        ("gzip;q=0", False),
        ("", False),
    ],
)
def test_only_who_reads_gzip_gets_it(accepted: str, yes: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": accepted})) is yes


def test_a_file_is_compressed_once_and_alike() -> None:
    body = b"warband " * 200
    assert gzip.decompress(compressed(body)) == body
    assert compressed(body) is compressed(body)


@pytest.mark.parametrize("path", ["/rules", "/rules/pixel-tactics", "/cards/pocket-tactics", "/how-to/heros-crossing"])
def test_pages_that_are_the_same_for_everybody_are_public(path: str) -> None:
    assert is_public(path)


@pytest.mark.parametrize(
    "path", ["/", "/new", "/table/abc", "/table/abc/invite", "/join/abc", "/replay/abc", "/rulesx"]
)
def test_pages_with_something_of_the_visitor_are_not(path: str) -> None:
    assert not is_public(path)
