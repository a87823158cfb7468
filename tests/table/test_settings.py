"""The settings of a server: limits by name, addresses, where its data lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from warband.kernel.errors import BadInput
from warband.table.settings import Budget, Limits, Settings, read_limit


def test_a_limit_is_a_number_or_a_rate_with_its_burst() -> None:
    assert read_limit("sockets=7", Limits()).sockets == 7
    assert read_limit("seat=2.5/9", Limits()).seat == Budget(2.5, 9)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("socks=7", "'socks' is not one of"),
        ("sockets=0", "expected a positive number"),
        ("sockets=many", "expected a positive number"),
        ("seat=5", "expected RATE/BURST"),
        ("seat=inf/5", "expected RATE/BURST"),
    ],
)
def test_a_wrong_limit_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_limit(text, Limits())


@pytest.mark.parametrize(
    ("settings", "address", "loopback"),
    [
        (Settings(), "http://127.0.0.1:8000", True),
        (Settings(host="0.0.0.0", port=81), "http://127.0.0.1:81", False),
        (Settings(host="::1"), "http://[::1]:8000", True),
        (Settings(url="https://play.example/"), "https://play.example", False),
    ],
)
def test_the_address_is_what_people_type(settings: Settings, address: str, loopback: bool) -> None:
    assert (settings.address(), settings.is_loopback()) == (address, loopback)
    assert settings.is_secure() == address.startswith("https")


def test_the_database_is_a_file_among_the_data_unless_one_is_given() -> None:
    assert Settings(data=Path("/d")).database_url().startswith("sqlite:////d/")
    assert Settings(database="postgresql://x/y").database_url() == "postgresql://x/y"
