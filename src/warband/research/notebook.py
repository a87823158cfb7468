"""Show matches, records, states, views and scenes as HTML in a notebook.

Importing this module is enough for matches, records, states and scenes. Views are plain dictionaries:
`%load_ext warband.research.notebook` lets them show themselves too. A state and a view do not know the options of
their game; `use(game)` says which game they are of, where it is not the one with the usual options.
"""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources
from typing import Final, Protocol, TypeGuard

from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, State, players_of
from warband.kernel.match import Match
from warband.kernel.record import Record
from warband.kernel.scene import Scene
from warband.kernel.seats import ALL, CHANCE, PUBLIC, Seat
from warband.kernel.verify import replay
from warband.kernel.views import View
from warband.scene.html import render

_in_use: dict[str, Game] = {}
# Drawn under a state or a view when nobody said which options it has.
ASSUMED: Final = "<p><small>Drawn with the usual options; <code>use(game)</code> says which others.</small></p>"


class Picture:
    """HTML that a notebook displays."""

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


def use(game: Game) -> None:
    """Say which game states and views are of: the one with these options."""
    _in_use[game.name] = game


def show(thing: object, seat: Seat = PUBLIC, game: Game | None = None) -> Picture:
    """Return a match, record, state, view or scene as a picture for a notebook, as a seat (or everybody) sees it."""
    if isinstance(thing, Match):
        return Picture(match_html(thing, seat))
    if isinstance(thing, Record):
        return Picture(record_html(thing, seat))
    if isinstance(thing, State):
        return Picture(state_html(thing, seat, game))
    if isinstance(thing, Scene):
        return Picture(scene_html(thing))
    return Picture(view_html(thing, game))


def match_html(match: Match, seat: Seat = PUBLIC) -> str:
    """Return the table of a match with its latest events, as a seat sees it; all is shown once it is over."""
    viewer = ALL if match.result is not None else seat
    scene = match.game.scene(match.view(viewer))
    scene.log = match.log(viewer)
    return scene_html(scene)


def record_html(record: Record, seat: Seat = PUBLIC) -> str:
    """Return the last position of a record, and every entry below; of a redacted record the entries alone."""
    entries = entries_html(record if record.result is not None else record.redact(seat))
    if record.redacted_for is not None:
        return entries
    try:
        match = replay(record, registry.make_game(record.game, record.options))
    except BadInput as error:
        return f"<p>{escape(str(error))}</p>{entries}"
    return match_html(match, seat) + entries


def entries_html(record: Record) -> str:
    """Return the entries of a record as a table that opens when asked."""
    names = {CHANCE: "chance", 0: record.players[0], 1: record.players[1]}
    rows = "".join(
        f"<tr><td>{entry.ply}</td><td>{escape(names[entry.seat])}</td><td>{escape(entry.text)}</td></tr>"
        for entry in record.entries
    )
    return f"<details><summary>{len(record.entries)} entries</summary><table>{rows}</table></details>"


def state_html(state: State, seat: Seat = PUBLIC, game: Game | None = None) -> str:
    """Return the table of a state, as a seat sees it; all is shown once the match is over."""
    return view_html(state.view(ALL if state.result() is not None else seat), game)


def view_html(view: object, game: Game | None = None) -> str:
    """Return the table that a view shows, or raise BadInput if it is not a view of the game."""
    if not is_view(view):
        raise BadInput(f"a {type(view).__name__} is no match, record, state, view or scene, so it cannot be shown")
    name = str(view["game"])
    drawing = game or game_of(name)
    try:
        scene = drawing.scene(view)
    except BadInput as error:
        raise BadInput(f"{error}; if the options are others, say so with notebook.use(game)") from error
    scene.players = players_of(view)
    return scene_html(scene) + ("" if game or name in _in_use else ASSUMED)


def is_view(thing: object) -> TypeGuard[View]:
    """Return whether something is a view of a game that is registered."""
    return isinstance(thing, dict) and "viewer" in thing and thing.get("game") in registry.names()


def game_of(name: str) -> Game:
    """Return the game in use of that name, or the one with the usual options."""
    return _in_use[name] if name in _in_use else usual_game(name)


@cache
def usual_game(name: str) -> Game:
    """Return the game of a name with the usual options."""
    return registry.make_game(name)


def scene_html(scene: Scene) -> str:
    """Return a scene as HTML in the style of its game."""
    return render(scene, style_of(scene.game))


@cache
def style_of(name: str) -> str:
    """Return the stylesheet that a game brings, or nothing."""
    package = registry.entry(name).package if name in registry.names() else ""
    file = resources.files(package) / "style.css" if package else None
    return file.read_text(encoding="utf-8") if file is not None and file.is_file() else ""


# ---- hooked in from outside, so that the kernel knows nothing of HTML ----


class Formatter(Protocol):
    """What takes a function that draws the things of a type, such as the HTML formatter of IPython."""

    def for_type(self, kind: type, draw: object) -> object:
        """Remember how things of a type are drawn."""


class Shell(Protocol):
    """What has the formatters of a notebook, such as the shell of IPython."""

    display_formatter: DisplayFormatter


class DisplayFormatter(Protocol):
    """The formatters of each kind of output."""

    formatters: dict[str, Formatter]


def load_ipython_extension(shell: Shell) -> None:
    """Display views as tables, other dictionaries as before; IPython calls this on %load_ext."""
    shell.display_formatter.formatters["text/html"].for_type(
        dict, lambda thing: view_html(thing) if is_view(thing) else None
    )


setattr(Match, "_repr_html_", match_html)  # noqa: B010
setattr(Record, "_repr_html_", record_html)  # noqa: B010
setattr(Scene, "_repr_html_", scene_html)  # noqa: B010
setattr(State, "_repr_html_", state_html)  # noqa: B010
