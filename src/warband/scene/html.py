"""Draw a scene as HTML: a keyed tree for a live table, a fragment that stands by itself in a notebook, or a page."""

from __future__ import annotations

from collections import Counter
from functools import cache
from html import escape
from importlib import resources
from typing import Final

from warband.kernel.scene import COLUMN, DOCK, PANEL, PILE, RAIL, TRACK, Choice, Effect, Scene, Sentence
from warband.kernel.seats import Seat
from warband.scene import sprites
from warband.scene.html_about import about_node
from warband.scene.html_containers import container_node
from warband.scene.html_pieces import side_icon
from warband.scene.markup import Element, classes, div, element, span, words
from warband.scene.reading import Area, area_rows, every_piece, hands_below
from warband.scene.words import YOU, colours, standing

LOG_LINES: Final = 12
SLIM: Final = (PILE, TRACK)
ROOT: Final = "~table"
# The parts of the stylesheet, in order.
STYLES: Final = (
    "ground.css",
    "layout.css",
    "containers.css",
    "piles.css",
    "cards.css",
    "states.css",
    "hand.css",
    "dice.css",
    "lanes.css",
    "hexes.css",
    "hex_states.css",
    "asking.css",
    "inspector.css",
    "dragging.css",
    "live.css",
    "tablet.css",
    "phone.css",
    "widths.css",
    "page.css",
    "turning.css",
    "fitting.css",
    "rails.css",
)


def render(scene: Scene, stylesheet: str = "") -> str:
    """Draw a scene as one element that carries its own style; `stylesheet` is a game's, read after ours."""
    body = str(still(scene))
    style = f"<style>{_inert(theme())}{sprites.sheet_for(body)}{_inert(stylesheet)}</style>"
    attributes = f'data-game="{escape(scene.game)}" data-seat="{scene.seat}" lang="en"'
    return f'<div class="warband still" {attributes}>{style}{body}</div>'


def page(scene: Scene, stylesheet: str = "") -> str:
    """Draw a scene as a whole HTML document."""
    title = escape(" - ".join(said for said in (scene.title, scene.heading) if said))
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    body = render(scene, stylesheet).replace('<div class="warband still"', '<div class="warband still whole"', 1)
    return f'<!doctype html>\n<html lang="en"><head>{head}<title>{title}</title></head><body>{body}</body></html>\n'


@cache
def theme() -> str:
    """Return the shared stylesheet."""
    folder = resources.files(__package__) / "theme"
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in STYLES)


def _inert(css: str) -> str:
    """Keep a stylesheet from closing the style element it stands in."""
    return css.replace("</", "<\\/")


# ---- the table ----


def tree(scene: Scene) -> Element:
    """Draw the table that is played at; what is asked, what happened and the large card are filled in by the page."""
    return table_node(
        scene, mount("ask", "What is asked"), [mount("inspect", "Looked at"), mount("log", "What happened")]
    )


def mount(name: str, label: str) -> Element:
    """Return an empty place that a page fills in by itself."""
    return element("section", name, None, {"id": name, "aria-label": label}, key=f"~{name}")


def still(scene: Scene) -> Element:
    """Draw the table as it is shown where nobody plays: with the prompt, the choices and the log in it."""
    ask = element("section", "ask", [prompt_node(scene), choices_node(scene.choices)], key="~ask")
    shown = table_node(scene, ask, [log_node(scene.log)])
    shown.children.insert(0, masthead_node(scene))
    return with_marks(shown)


def with_marks(node: Element) -> Element:
    """Return a tree in which the names of pieces and places tell what their flags say, as a live page does."""
    children = [child if isinstance(child, str) else with_marks(child) for child in node.children]
    attributes = dict(node.attributes)
    if attributes.get("role") == "button":
        flags = [child for child in children if isinstance(child, Element) and child.attributes.get("class") == "flag"]
        said = [word for flag in flags for part in flag.children if isinstance(part, Element) for word in part.children]
        attributes["aria-label"] += "".join(f", {word}".lower() for word in said)
    return Element(node.tag, attributes, children, node.key)


def table_node(scene: Scene, ask: Element, beside: list[Element]) -> Element:
    """Draw rail, mat, what is asked, dock and side."""
    rows = area_rows(scene)
    placed = {name: _areas_at(scene, rows, name) for name in (RAIL, PANEL, DOCK)}
    rest = [[area for area in row if area.name not in scene.places] for row in rows]
    lying = [row for row in rest if row]
    on_mat = len(lying) - hands_below(scene, lying)
    rail = div("rail", [end_node(scene, end, areas) for end, areas in ends(scene, placed[RAIL])], key="~rail")
    mat = div("felt", [row_of_areas_node(scene, row) for row in lying[:on_mat]], key="~mat")
    held = [*(area for row in lying[on_mat:] for area in row), *placed[DOCK]]
    dock = div("dock", [area_node(scene, area) for area in held], key="~dock")
    panel = div("panel", [area_node(scene, area) for area in placed[PANEL]], key="~panel")
    texts = div("texts", about_node(every_piece(scene.containers)), key="~texts")
    side = div("side", [*beside, texts], key="~side")
    near = div("near", [ask, panel, dock], key="~near")
    attributes = {"data-game": scene.game}
    return div("table", [rail, div("middle", [mat, near], key="~middle"), side], attributes, key=ROOT)


def ends(scene: Scene, areas: list[Area]) -> list[tuple[str, list[Area]]]:
    """Return what lies beside the mat at its far end and at one's own; what belongs to nobody lies at the far end."""
    own = [area for area in areas if any(standing(scene, held.side) == YOU for held in area.containers)]
    return [("far", [area for area in areas if area not in own]), ("own", own)]


def end_node(scene: Scene, end: str, areas: list[Area]) -> Element:
    """Draw what lies beside one end of the mat."""
    return div(f"end {end}", [area_node(scene, area) for area in areas], key=f"~{end}")


def _areas_at(scene: Scene, rows: list[list[Area]], place: str) -> list[Area]:
    return [area for row in rows for area in row if scene.places.get(area.name) == place]


def row_of_areas_node(scene: Scene, row: list[Area]) -> Element:
    """Draw the areas that lie side by side."""
    return div("areas", [area_node(scene, area) for area in row], key="~row/" + "+".join(area.name for area in row))


def area_node(scene: Scene, area: Area) -> Element:
    """Draw the containers of one area."""
    kinds = {container.kind for container in area.containers}
    css = classes("area", "slim" if kinds <= set(SLIM) else "", "lanes" if kinds == {COLUMN} else "")
    drawn = [container_node(scene, container) for container in area.containers]
    return div(css, drawn, {"data-area": area.name}, key=f"~area/{area.name}")


def masthead_node(scene: Scene) -> Element:
    """Draw the crest, the title, the heading, and who plays."""
    players = span("players", [player_node(scene, seat) for seat in range(len(scene.players))])
    body = [sprites.sprite_node("crest"), words("title", scene.title), words("where", scene.heading), players]
    return element("header", "mast", body, key="~mast")


def player_node(scene: Scene, seat: Seat) -> Element:
    """Draw a player's name with the shape of the side."""
    you = words("whose", "you") if seat == scene.seat and scene.players[seat].lower() != "you" else None
    body = [side_icon(seat), words("nm", scene.players[seat]), you]
    return span(classes("player", colours(seat)), body)


# ---- what is said ----


def sentence_nodes(sentence: Sentence) -> list[Element | str]:
    """Draw a sentence, the pieces it names marked so that a page can light them up."""
    return [
        span("ref", part.text, {"data-about": part.handle}) if part.handle else part.text for part in sentence.parts
    ]


def sentence_html(sentence: Sentence) -> str:
    """Return a sentence as HTML."""
    return "".join(escape(part) if isinstance(part, str) else str(part) for part in sentence_nodes(sentence))


def prompt_node(scene: Scene) -> Element | None:
    """Draw what the table asks of the viewer."""
    return div("prompt", sentence_nodes(scene.prompt), {"role": "status"}) if scene.prompt.parts else None


def choices_node(choices: list[Choice]) -> Element | None:
    """Draw the legal actions as a list of buttons."""
    if not choices:
        return None
    items = [element("li", "", choice_node(choice)) for choice in choices]
    return element("ol", classes("choices", "many" if len(choices) > 10 else ""), items, {"aria-label": "Choices"})


def choice_node(choice: Choice) -> Element:
    """Draw one legal action as a button that says which pieces it touches."""
    attributes = {"type": "button", "data-action": str(choice.action), "data-handles": " ".join(choice.handles)}
    return element("button", "", choice.label, attributes | {"title": choice.text})


def compact(choices: list[Choice]) -> list[list[object]]:
    """Return choices as short lists for the wire: action, label, the handles in order, the number of their verb.

    A label is left out where touching the handles can mean nothing else; whoever has touched them asks for it.
    """
    touches = Counter(tuple(choice.handles[:count]) for choice in choices for count in range(len(choice.handles) + 1))
    known = verbs(choices)
    return [
        _compact(
            choice, touches[tuple(choice.handles)] > 1 or not choice.handles, known.index([choice.verb, choice.look])
        )
        for choice in choices
    ]


def _compact(choice: Choice, labelled: bool, verb: int) -> list[object]:
    return [choice.action, choice.label if labelled else "", *choice.handles, verb]


def verbs(choices: list[Choice]) -> list[list[str]]:
    """Return the verbs of choices, each with its look, in the order in which they come."""
    return [list(pair) for pair in dict.fromkeys((choice.verb, choice.look) for choice in choices)]


def effects_data(effects: list[Effect]) -> list[dict[str, object]]:
    """Return effects for the wire, each with the words of its flag: `4 - 3 leaves 1`."""
    return [
        {"handle": effect.handle, "before": effect.before, "after": effect.after, "word": effect_word(effect)}
        for effect in effects
    ]


def effect_word(effect: Effect) -> str:
    """Return what becomes of a figure, in the few words of a flag."""
    change = effect.after - effect.before
    if change > 0:
        return f"{effect.before} + {change} makes {effect.after}"
    sum_told = f"{effect.before} \u2212 {-change}"
    return f"{sum_told} leaves {effect.after}" if effect.after > 0 else f"{sum_told}: will fall"


def log_node(log: list[Sentence]) -> Element:
    """Draw the last sentences of what happened, oldest first."""
    items = [element("li", "", sentence_nodes(sentence)) for sentence in log[-LOG_LINES:]]
    heading = element("div", "log-h", "What happened", {"role": "heading", "aria-level": "2"})
    return element(
        "section", "log", [heading, element("ol", "", items, {"tabindex": "0"})] if log else None, key="~log"
    )
