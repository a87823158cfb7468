"""Draw a scene as HTML: a fragment that stands by itself in a notebook, or a whole page."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib import resources
from typing import Final

from warband.kernel.scene import COLUMN, PILE, TRACK, Choice, Scene, Sentence
from warband.scene import sprites
from warband.scene.html_containers import container_html
from warband.scene.html_pieces import about_html, side_icon
from warband.scene.markup import classes, div, element, span, words
from warband.scene.reading import Area, area_rows, every_piece, hands_below
from warband.scene.words import standing

LOG_LINES: Final = 12
SLIM: Final = (PILE, TRACK)


def render(scene: Scene, stylesheet: str = "") -> str:
    """Draw a scene as one element that carries its own style; `stylesheet` is a game's, read after ours."""
    style = f"<style>{_inert(theme())}{_inert(stylesheet)}</style>"
    given = {"data-game": scene.game, "data-seat": str(scene.seat), "lang": "en"}
    return div("warband", style + table_html(scene), given)


def page(scene: Scene, stylesheet: str = "") -> str:
    """Draw a scene as a whole HTML document."""
    title = escape(" - ".join(said for said in (scene.title, scene.heading) if said))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    body = render(scene, stylesheet).replace('<div class="warband"', '<div class="warband whole"', 1)
    return f'<!doctype html>\n<html lang="en"><head>{head}<title>{title}</title></head><body>{body}</body></html>\n'


@cache
def theme() -> str:
    """Return the shared stylesheet."""
    return resources.files(__package__).joinpath("theme.css").read_text(encoding="utf-8")


def _inert(css: str) -> str:
    """Keep a stylesheet from closing the style element it stands in."""
    return css.replace("</", "<\\/")


def table_html(scene: Scene) -> str:
    """Draw everything inside the fragment: masthead, board, and beside it what is asked and what happened."""
    asked = prompt_html(scene) + choices_html(scene.choices)
    side = div("side", div("ask", asked) + log_html(scene.log) + about_html(every_piece(scene.containers)))
    return div("table", masthead_html(scene) + board_html(scene) + side)


def masthead_html(scene: Scene) -> str:
    """Draw the crest, the title, the heading, and who plays."""
    crest = sprites.sprite_svg("crest")
    players = "".join(player_html(scene, seat) for seat in range(len(scene.players)))
    where = words("title", scene.title) + words("where", scene.heading)
    return element("header", "mast", crest + where + span("players", players))


def player_html(scene: Scene, seat: int) -> str:
    """Draw a player's name with the shape of the side."""
    you = words("whose", "you") if seat == scene.seat and scene.players[seat].lower() != "you" else ""
    return span(
        classes("player", standing(scene, seat)), side_icon(scene, seat) + words("nm", scene.players[seat]) + you
    )


def board_html(scene: Scene) -> str:
    """Draw the mat with the layout's areas, and the viewer's hand in front of it."""
    rows = area_rows(scene)
    on_mat = len(rows) - hands_below(scene, rows)
    mat = "".join(row_of_areas_html(scene, row) for row in rows[:on_mat])
    dock = "".join(row_of_areas_html(scene, row) for row in rows[on_mat:])
    return div("board", (div("felt", mat) if mat else "") + (div("dock", dock) if dock else ""))


def row_of_areas_html(scene: Scene, row: list[Area]) -> str:
    """Draw the areas that lie side by side."""
    return div("areas", "".join(area_html(scene, area) for area in row))


def area_html(scene: Scene, area: Area) -> str:
    """Draw the containers of one area."""
    kinds = {container.kind for container in area.containers}
    css = classes("area", "slim" if kinds <= set(SLIM) else "", "lanes" if kinds == {COLUMN} else "")
    drawn = "".join(container_html(scene, container) for container in area.containers)
    return div(css, drawn, {"data-area": area.name})


def sentence_html(sentence: Sentence) -> str:
    """Draw a sentence, the pieces it names marked so that a page can light them up."""
    return "".join(
        span("ref", escape(part.text), {"data-about": part.handle}) if part.handle else escape(part.text)
        for part in sentence.parts
    )


def prompt_html(scene: Scene) -> str:
    """Draw what the table asks of the viewer."""
    return div("prompt", sentence_html(scene.prompt), {"role": "status"}) if scene.prompt.parts else ""


def choices_html(choices: list[Choice]) -> str:
    """Draw the legal actions as a list of buttons."""
    if not choices:
        return ""
    items = "".join(element("li", "", choice_html(choice)) for choice in choices)
    return element("ol", classes("choices", "many" if len(choices) > 10 else ""), items, {"aria-label": "Choices"})


def choice_html(choice: Choice) -> str:
    """Draw one legal action as a button that says which pieces it touches."""
    given = {"type": "button", "data-action": str(choice.action), "data-handles": " ".join(choice.handles)}
    return element("button", "", escape(choice.label), given | {"title": choice.text})


def log_html(log: list[Sentence]) -> str:
    """Draw the last sentences of what happened, oldest first."""
    if not log:
        return ""
    items = "".join(element("li", "", sentence_html(sentence)) for sentence in log[-LOG_LINES:])
    heading = element("div", "log-h", "What happened", {"role": "heading", "aria-level": "2"})
    return div("log", heading + element("ol", "", items))
