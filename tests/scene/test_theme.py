"""The theme: text stands out from what it stands on, in daylight and by candle-light."""

from __future__ import annotations

import re

import pytest

from warband.kernel import registry
from warband.scene import html
from warband.table.pages.render import game_style, page_style

TEXT = 4.5
LINE = 3.0
# What stands on what, and how much it must stand out.
PAIRS = [
    *((text, ground, TEXT) for text in ("ink", "ink-2") for ground in ("page", "card", "card-2")),
    *(("on-felt", ground, TEXT) for ground in ("felt", "felt-lo", "felt-hi")),
    *(("on-felt-2", ground, TEXT) for ground in ("felt", "felt-lo", "felt-hi")),
    *((side, ground, TEXT) for side in ("you", "rival") for ground in ("page", "card")),
    ("gilt", "card", TEXT),
    ("on-gilt", "gilt-hi", TEXT),
    ("on-seal", "seal", TEXT),
    ("on-btn", "btn", TEXT),
    ("edge", "card", LINE),
    ("stitch", "felt", LINE),
    ("focus", "page", LINE),
    ("focus", "card", LINE),
]


def tokens(dark: bool) -> dict[str, str]:
    """Return the colours of a theme by name."""
    found: dict[str, str] = {}
    for name, light, night in re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)", html.theme()):
        found[name] = night if dark else light
    for name, colour in re.findall(r"--([a-z0-9-]+): (#[0-9a-f]+)", html.theme()):
        found.setdefault(name, colour)
    return found


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour as WCAG defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return how much two colours differ, from 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("over", "under", "least"), PAIRS)
def test_what_is_read_stands_out(over: str, under: str, least: float, dark: bool) -> None:
    colours = tokens(dark)
    assert contrast(colours[over], colours[under]) >= least


def test_motion_stops_where_a_person_wants_none() -> None:
    assert "prefers-reduced-motion: reduce" in html.theme()


def sizes_of_type() -> dict[str, float]:
    """Return the sizes of type by name, in pixels of a reader who left them as they are."""
    return {name: 16 * float(size) for name, size in re.findall(r"--(t-[a-z]+): ([0-9.]+)rem", html.theme())}


def test_there_are_six_sizes_of_type_and_none_is_smaller_than_twelve_pixels() -> None:
    sizes = sizes_of_type()
    assert len(set(sizes.values())) == len(sizes) == 6
    assert min(sizes.values()) == 12


@pytest.mark.parametrize("sheet", ["theme", "pages", *registry.names()])
def test_a_stylesheet_sets_type_in_the_six_sizes_only(sheet: str) -> None:
    made = {"theme": html.theme, "pages": page_style}
    css = made[sheet]() if sheet in made else game_style(sheet)
    names = "|".join(sizes_of_type())
    given = re.findall(r"(?<![-\w])font(?:-size)?: ?([^;{}]+)", css)
    odd = [size for size in given if not re.search(rf"var\(--(?:{names}|t-prompt)[,)]|^(?:0|inherit|size)$", size)]
    assert not odd
    named = dict(re.findall(r"--(t-[a-z]+): ([^;{}]+)", css))
    assert all(
        name in sizes_of_type() or value in {f"var(--{one})" for one in sizes_of_type()}
        for name, value in named.items()
    )


def test_text_grows_with_the_reader_s_own_size() -> None:
    for sheet in (html.theme(), page_style()):
        assert not re.findall(r"(?<![-\w])font(?:-size)?:[^;{}]*?[0-9.]+px", sheet)
