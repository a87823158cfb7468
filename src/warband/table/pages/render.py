"""Fill a template into a page: the theme from its cookie, sprites, and addresses that change with their files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from warband.kernel import registry
from warband.scene import sprites
from warband.scene.html import theme
from warband.table.learn.lesson import lesson_games, load_lesson
from warband.table.pages.about import about
from warband.table.pages.fonts import font_files, font_style, mark_of
from warband.table.pages.how_to import how_to

THEMES: Final = ("light", "dark", "system")
ASSET_KINDS: Final = (".css", ".js", ".svg")
THEME_COOKIE: Final = "theme"
# The parts of the stylesheet of the pages round the table, in order.
PAGE_STYLES: Final = ("ground.css", "home.css", "forms.css", "rulebook.css", "replay.css", "widths.css")


@cache
def environment() -> Environment:
    """Return the templates, with what every one of them may use."""
    templates = Environment(loader=PackageLoader("warband.table"), autoescape=True, undefined=StrictUndefined)
    templates.trim_blocks = templates.lstrip_blocks = True
    templates.globals.update(sprite=sprite, icon=icon, asset=asset, about=about, ago=ago, lesson=lesson, count=count)
    templates.globals.update(how_to=how_to)
    return templates


def render(request: Request, name: str, status: int = 200, **values: object) -> HTMLResponse:
    """Return a page."""
    return HTMLResponse(fill(request, name, **values), status)


def fill(request: Request, name: str, **values: object) -> str:
    """Return a template filled in."""
    chosen = request.cookies.get(THEME_COOKIE, "")
    shared = {"theme": chosen if chosen in THEMES else "system", "path": request.url.path}
    return environment().get_template(name).render(shared | values)


def sprite(name: str) -> Markup:
    """Return a sprite as an element that the stylesheet of all sprites fills, which a browser keeps."""
    return Markup(sprites.sprite_node(name))


def icon(name: str, title: str = "") -> Markup:
    """Return an icon as inline SVG."""
    return Markup(sprites.icon_svg(name, title))


@cache
def asset(name: str) -> str:
    """Return the address of a file that ships, with a mark that changes when the file does."""
    return f"/static/@{asset_mark(name)}/{name}"


@cache
def asset_mark(name: str) -> str:
    """Return the mark of a file that ships; scripts share one, so that what they import is found under it too."""
    return mark_of(scripts().encode() if name.endswith(".js") else asset_bytes(name))


@cache
def scripts() -> str:
    """Return every script of ours, one after the other."""
    folder = resources.files("warband.table") / "static"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".js"))
    return "\n".join(asset_text(name) for name in names)


def asset_text(name: str) -> str:
    """Return the text of a file that ships, or raise KeyError: no other file can be named."""
    return shipped()[name]


def asset_bytes(name: str) -> bytes:
    """Return a file that ships, a face of the type among them, or raise KeyError."""
    fonts = font_files()
    return fonts[name] if name in fonts else asset_text(name).encode()


@cache
def shipped() -> dict[str, str]:
    """Return the files that ship by name: those in `static`, the theme, and the stylesheet of every game."""
    files = dict(_files(resources.files("warband.table") / "static", ""))
    files |= {f"games/{game}.css": game_style(game) for game in registry.names()}
    files |= {
        "fonts.css": font_style(),
        "theme.css": theme(),
        "pages.css": page_style(),
        "sprites.css": sprites.sheet(),
    }
    return files | {"crest.svg": crest()}


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item, f"{path}{item.name}/")
        elif item.name.endswith(ASSET_KINDS):
            yield f"{path}{item.name}", item.read_text(encoding="utf-8")


@cache
def page_style() -> str:
    """Return the stylesheet of the pages round the table."""
    folder = resources.files("warband.table") / "static" / "pages"
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in PAGE_STYLES)


def crest() -> str:
    """Return the crest as a picture of its own."""
    return sprites.sprite_svg("crest").replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


@cache
def game_style(game: str) -> str:
    """Return the stylesheet that a game brings, or nothing."""
    package = registry.entry(game).package
    file = resources.files(package) / "style.css" if package else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""


@cache
def lesson(game: str) -> str:
    """Return how many steps the lesson of a game has, in words, or nothing if it has none."""
    return count(len(load_lesson(game).steps), "step") if game in lesson_games() else ""


def count(number: int, noun: str) -> str:
    """Return so many of something."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def ago(seconds: float) -> str:
    """Return how long ago something was, in words."""
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"
