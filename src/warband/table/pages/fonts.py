"""The typeface of every page: Caladea, which comes as a package of its own and is served with its licence."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import Final

FAMILY: Final = "Caladea"
PACKAGE: Final = "font_caladea"
LICENCE: Final = "fonts/APACHE-2.0.txt"
# The file of each face, by style and weight; 600 is drawn with the bold one.
FACES: Final = {
    ("normal", "400"): "fonts/Caladea-Regular.ttf",
    ("normal", "600 700"): "fonts/Caladea-Bold.ttf",
    ("italic", "400"): "fonts/Caladea-Italic.ttf",
    ("italic", "600 700"): "fonts/Caladea-BoldItalic.ttf",
}


@cache
def font_files() -> dict[str, bytes]:
    """Return the faces and their licence by name; nothing where the package is not installed."""
    if find_spec(PACKAGE) is None:
        return {}
    folder = resources.files(PACKAGE) / "files"
    return {name: (folder / name.rpartition("/")[2]).read_bytes() for name in (*FACES.values(), LICENCE)}


def mark_of(body: bytes) -> str:
    """Return the mark by which the address of a file changes with it."""
    return hashlib.blake2b(body, digest_size=4).hexdigest()


def font_style() -> str:
    """Return the stylesheet that names the faces, or nothing where there are none."""
    files = font_files()
    rules = [_rule(style, weight, name, files[name]) for (style, weight), name in FACES.items() if name in files]
    licence = f"/* {FAMILY}, under the Apache License 2.0: /static/{LICENCE} */"
    return "\n".join([licence, *rules]) if rules else ""


def _rule(style: str, weight: str, name: str, body: bytes) -> str:
    source = f'url("/static/@{mark_of(body)}/{name}") format("truetype")'
    return (
        f'@font-face {{ font-family: "{FAMILY}"; font-style: {style}; font-weight: {weight}; '
        f"font-display: swap; src: {source} }}"
    )
