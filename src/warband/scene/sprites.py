"""Turn text grids into pictures: 24 x 24 sprites in their own colours, 9 x 9 icons in the colour of the text."""

from __future__ import annotations

import base64
import colorsys
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from importlib import resources
from typing import Final
from urllib.parse import quote

from warband.kernel import registry
from warband.scene.markup import Element, element

SIZE: Final = 24
ICON_SIZE: Final = 9
FALLBACK: Final = "crest"
CLEAR: Final = "."
MOST_NODES: Final = 1024
# The middle of a sprite, where small things (soldiers, tokens) are drawn; shown at 24 px its pixels are 2 px wide.
GLYPH: Final = (6, 6, 12)
PLAIN_HUE: Final = "#ded6bd"

_NAME: Final = re.compile(r"[a-z0-9_-]+")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True)
class Sprite:
    """A square of pixels, one character each, and the colour of every character."""

    rows: tuple[str, ...]
    palette: dict[str, str]

    def silhouette(self) -> tuple[str, ...]:
        """Return the rows with every painted pixel as `#`."""
        return tuple("".join(CLEAR if pixel == CLEAR else "#" for pixel in row) for row in self.rows)

    def fits(self, window: tuple[int, int, int]) -> bool:
        """Say whether every painted pixel lies in a window given as left, top and size."""
        left, top, size = window
        return all(left <= x < left + size and top <= y < top + size for x, y, _, _ in runs(self, 1))


def runs(sprite: Sprite, longest: int = SIZE) -> Iterator[tuple[int, int, int, str]]:
    """Yield x, y, length and character of every painted run of equal pixels."""
    for y, row in enumerate(sprite.rows):
        x = 0
        while x < len(row):
            end = x + 1
            while end < len(row) and row[end] == row[x] and end - x < longest:
                end += 1
            if row[x] != CLEAR:
                yield x, y, end - x, row[x]
            x = end


def parse(text: str, palette: dict[str, str], size: int = SIZE) -> dict[str, Sprite]:
    """Read `@K #1d1820 ink` palette lines and `[name]` grids; a palette line counts for the whole text."""
    colours, grids, name = dict(palette), dict[str, list[str]](), ""
    for line in text.splitlines():
        if line.startswith("@"):
            key, colour = line[1:].split()[:2]
            colours[key] = colour.lower()
        elif line.startswith("["):
            name = line.strip().strip("[]")
            grids[name] = []
        elif name and line.strip() and not line.startswith("# "):
            grids[name].append(line.rstrip())
    return {key: _checked(key, Sprite(tuple(rows), colours), size) for key, rows in grids.items()}


def _checked(name: str, sprite: Sprite, size: int) -> Sprite:
    """Return the sprite, or raise ValueError with what is wrong in its grid, name or palette."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"sprite name {name!r} is not made of a-z, 0-9, _ and -")
    if len(sprite.rows) != size or any(len(row) != size for row in sprite.rows):
        raise ValueError(f"sprite {name!r} is not {size} x {size}")
    unknown = set("".join(sprite.rows)) - set(sprite.palette) - {CLEAR}
    if unknown:
        raise ValueError(f"sprite {name!r} uses unknown colours {sorted(unknown)}")
    if bad := [colour for colour in sprite.palette.values() if not _COLOUR.fullmatch(colour)]:
        raise ValueError(f"sprite {name!r} has the palette colour {bad[0]!r}, which is not like #1d1820")
    return sprite


def _shipped(file: str) -> str:
    return resources.files(__package__).joinpath(file).read_text(encoding="utf-8")


@cache
def _sprites() -> dict[str, Sprite]:
    return parse(_shipped("sprites.txt"), {})


@cache
def _icons() -> dict[str, Sprite]:
    return {
        name: Sprite(sprite.rows, {"#": "currentColor"})
        for name, sprite in parse(_shipped("icons.txt"), {"#": "#000000"}, ICON_SIZE).items()
    }


@cache
def _load_game(name: str) -> None:
    """Add the sprites that lie in the folder of a game."""
    package = registry.entry(name).package
    file = resources.files(package) / "sprites.txt" if package else None
    if file is not None and file.is_file():
        register(file.read_text(encoding="utf-8"))


def _load_games() -> None:
    for name in registry.names():
        _load_game(name)


def is_known(name: str) -> bool:
    """Return whether there is a sprite of that name, ours or one of a registered game."""
    if name not in _sprites():
        _load_games()
    return name in _sprites()


def names() -> list[str]:
    """Return the names of all sprites, ours and those of the registered games, sorted."""
    _load_games()
    return sorted(_sprites())


def is_icon(name: str) -> bool:
    """Return whether there is an icon of that name."""
    return name in _icons()


def icon_names() -> list[str]:
    """Return the names of the 9 x 9 icons, sorted."""
    return sorted(_icons())


def register(text: str) -> list[str]:
    """Add a pack's sprites, written as ours are, and return their names; a known name is replaced."""
    shared = dict(_sprites()[FALLBACK].palette)
    added = parse(text, shared)
    _sprites().update(added)
    for drawn in (sprite_node, glyph_node, icon_node):
        drawn.cache_clear()
    return list(added)


def sprite(name: str) -> Sprite:
    """Return the sprite of that name, or the crest when there is none."""
    return _sprites()[name if is_known(name) else FALLBACK]


def hue(name: str) -> str:
    """Return the colour that speaks loudest in a sprite: the tint of its ground or cube."""
    if not is_known(name):
        return PLAIN_HUE
    return _hue(name)


@cache
def _hue(name: str) -> str:
    drawn = sprite(name)
    pixels = Counter(drawn.palette[pixel] for row in drawn.rows for pixel in row if pixel != CLEAR)
    return max(pixels, key=lambda colour: pixels[colour] * _loudness(colour), default=PLAIN_HUE)


def _loudness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    _, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    return saturation * value**3


def sprite_svg(name: str, title: str = "") -> str:
    """Return a sprite as inline SVG; with no title it is decoration and hidden from a screen reader."""
    return _svg(sprite(name), (0, 0, SIZE), "sp", title)


def glyph_svg(name: str, title: str = "") -> str:
    """Return a sprite's middle, for cubes and figures, or all of it when it is drawn larger."""
    drawn = sprite(name)
    return _svg(drawn, _glyph_window(drawn.rows), "sp gl", title)


@cache
def _glyph_window(rows: tuple[str, ...]) -> tuple[int, int, int]:
    return GLYPH if Sprite(rows, {}).fits(GLYPH) else (0, 0, SIZE)


def icon_svg(name: str, title: str = "") -> str:
    """Return an icon in the colour of the text round it, or the glyph of a sprite of that name."""
    if name in _icons():
        return _svg(_icons()[name], (0, 0, ICON_SIZE), "ic", title)
    return glyph_svg(name, title)


@cache
def _painted(rows: tuple[str, ...], palette: tuple[tuple[str, str], ...]) -> str:
    """Return the paths of a sprite, drawn once however often it is shown."""
    drawn = Sprite(rows, dict(palette))
    paths: dict[str, list[str]] = {}
    for x, y, length, pixel in runs(drawn):
        paths.setdefault(drawn.palette[pixel], []).append(f"M{x} {y}h{length}v1h-{length}z")
    return "".join(f'<path fill="{colour}" d="{"".join(steps)}"/>' for colour, steps in paths.items())


def _svg(drawn: Sprite, window: tuple[int, int, int], css: str, title: str) -> str:
    left, top, size = window
    said = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    body = _painted(drawn.rows, tuple(drawn.palette.items()))
    box = f"{left} {top} {size} {size}"
    return f'<svg class="{css}" viewBox="{box}" shape-rendering="crispEdges" {said}>{body}</svg>'


# ---- pictures by class, drawn by a stylesheet ----


def picture_class(name: str) -> str:
    """Return the class that gives an element, and what is inside it, the picture of a sprite."""
    return f"sp-{name if is_known(name) else FALLBACK}"


@lru_cache(maxsize=MOST_NODES)
def sprite_node(name: str) -> Element:
    """Return an element that the stylesheet fills with a sprite, or with the crest when there is none."""
    return element("i", f"sp sp-{name if is_known(name) else FALLBACK}")


@lru_cache(maxsize=MOST_NODES)
def glyph_node(name: str) -> Element:
    """Return an element for a sprite's middle, or all of it when it is drawn larger."""
    known = name if is_known(name) else FALLBACK
    small = "sp gl" if _glyph_window(sprite(known).rows) == GLYPH else "sp gl all"
    return element("i", f"{small} sp-{known}")


@lru_cache(maxsize=MOST_NODES)
def icon_node(name: str) -> Element:
    """Return an element for an icon in the colour of the text round it, or the glyph of a sprite of that name."""
    return element("i", f"ic i-{name}") if name in _icons() else glyph_node(name)


def sheet(sprite_names: Iterable[str] | None = None, icons: Iterable[str] | None = None) -> str:
    """Return a stylesheet with these sprites and icons as pictures, or with all there are."""
    chosen = names() if sprite_names is None else sprite_names
    signs = icon_names() if icons is None else icons
    rules = [f".warband .sp-{name}{{--picture:url(data:image/png;base64,{_encoded(name)})}}" for name in chosen]
    rules += [f'.warband .i-{name}{{--icon:url("data:image/svg+xml,{_icon_picture(name)}")}}' for name in signs]
    return "\n".join(rules) + "\n"


def sheet_for(source: str) -> str:
    """Return a stylesheet with the pictures that a piece of HTML shows."""
    classes = set(re.findall(r"(?<=[\" ])(?:sp|i)-[a-z0-9_-]+", source))
    shown = sorted(name[3:] for name in classes if name.startswith("sp-") and is_known(name[3:]))
    return sheet(shown, sorted(name[2:] for name in classes if name[:2] == "i-" and name[2:] in _icons()))


def _encoded(name: str) -> str:
    drawn = sprite(name)
    return base64.b64encode(png(drawn)).decode("ascii")


def png(drawn: Sprite) -> bytes:
    """Return a sprite as a picture file of one pixel for each character, with a palette."""
    keys = [CLEAR, *sorted({pixel for row in drawn.rows for pixel in row} - {CLEAR})]
    colours = b"\0\0\0" + b"".join(bytes.fromhex(drawn.palette[key][1:]) for key in keys[1:])
    pixels = b"".join(b"\0" + bytes(keys.index(pixel) for pixel in row) for row in drawn.rows)
    size = struct.pack(">IIBBBBB", len(drawn.rows[0]), len(drawn.rows), 8, 3, 0, 0, 0)
    parts = [(b"IHDR", size), (b"PLTE", colours), (b"tRNS", b"\0"), (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _icon_picture(name: str) -> str:
    steps = "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length, _ in runs(_icons()[name]))
    attributes = "xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9' shape-rendering='crispEdges'"
    return quote(f"<svg {attributes}><path d='{steps}'/></svg>", safe="/:='")
