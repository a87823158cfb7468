"""HTML: well formed, escaped, complete in handles, and able to stand alone."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from tests.scene import toys

from warband.kernel.scene import (
    CARD,
    HAND,
    Choice,
    Container,
    Effect,
    Number,
    Part,
    Piece,
    Scene,
    Sentence,
    Slot,
)
from warband.scene import html

VOID = {"meta", "br", "hr", "img", "input", "link"}
HOSTILE = "\"><script>alert(1)</script><b onclick='x'>&amp;</style>"


class Reader(HTMLParser):
    """Collect tags and attributes, and check that what opens is closed in order."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that opens."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that opens and closes at once."""
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Check that the last open tag is the one that closes."""
        assert self.open[-1:] == [tag], (tag, self.open)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        """Keep the text."""
        self.text += data


def read(source: str) -> Reader:
    """Parse HTML and check that every tag is closed."""
    reader = Reader()
    reader.feed(source)
    reader.close()
    assert reader.open == []
    return reader


def values(reader: Reader, attribute: str) -> list[str]:
    """Return every value of an attribute."""
    return [attrs[attribute] or "" for _, attrs in reader.tags if attribute in attrs]


def without_style(source: str) -> str:
    """Return the fragment without its stylesheet."""
    return source.partition("<style>")[0] + source.partition("</style>")[2]


@pytest.mark.parametrize("name", list(toys.tables()))
def test_tags_balance(name: str) -> None:
    """Check that fragment and page are well formed."""
    read(html.render(toys.tables()[name]))
    read(html.page(toys.tables()[name]))


@pytest.mark.parametrize("name", list(toys.tables()))
def test_every_handle_is_there_once(name: str) -> None:
    """Check that every piece, slot and container can be touched, and none twice."""
    scene = toys.tables()[name]
    handles = values(read(html.render(scene)), "data-handle")
    assert set(handles) == scene.handles()
    assert len(handles) == len(set(handles))


@pytest.mark.parametrize("name", list(toys.tables()))
def test_everything_touchable_has_a_name(name: str) -> None:
    """Check that a screen reader is told what each handle is."""
    for _, attrs in read(html.render(toys.tables()[name])).tags:
        if "data-handle" in attrs:
            assert attrs.get("aria-label"), attrs


@pytest.mark.parametrize("name", list(toys.tables()))
def test_nothing_runs_and_nothing_is_fetched(name: str) -> None:
    """Check that there is no script and no outside address."""
    source = html.page(toys.tables()[name])
    bare = source.replace("http://www.w3.org/2000/svg", "")
    assert not [word for word in ("<script", "http", "@import") if word in bare]


def test_choices_are_buttons() -> None:
    """Check the form of a choice."""
    scene = Scene("toy", "Toy", 0, choices=[Choice(17, "move a b", "Move <there>", ["a", "b"])])
    button = '<button type="button" data-action="17" data-handles="a b" title="move a b">Move &lt;there&gt;</button>'
    assert button in html.render(scene)


def hostile_scene() -> Scene:
    """Return a scene with a hostile text in every field."""
    number, many, told = Number(HOSTILE, 1, 3, HOSTILE), [HOSTILE], [(HOSTILE, HOSTILE)]
    piece = Piece(HOSTILE, CARD, HOSTILE, 0, HOSTILE, HOSTILE, [number], many, many, None, 1, told)
    slot = Slot(HOSTILE + "s", HOSTILE, None, HOSTILE, HOSTILE, many)
    held = Container(HOSTILE + "c", HAND, HOSTILE, HOSTILE, 0, HOSTILE, [piece], [slot], [], [number], many, many)
    said = Sentence([Part(HOSTILE, HOSTILE), Part(HOSTILE)])
    choice = Choice(1, HOSTILE, HOSTILE, [HOSTILE])
    return Scene(HOSTILE, HOSTILE, 0, HOSTILE, [HOSTILE, HOSTILE], [[HOSTILE]], [held], said, [choice], [said])


def test_hostile_text_stays_text() -> None:
    """Check that nothing from a scene becomes a tag or an attribute."""
    for source in (html.render(hostile_scene(), stylesheet=HOSTILE), html.page(hostile_scene())):
        reader = read(source)
        assert "script" not in {tag for tag, _ in reader.tags}
        assert not [name for _, attrs in reader.tags for name in attrs if name.startswith("on")]
        assert "<script>" not in without_style(source)


def test_game_stylesheet_follows_the_theme() -> None:
    """Check that a game may change the look."""
    source = html.render(toys.duel(), stylesheet=".warband .felt{--felt:#123}")
    assert source.index("--felt:#123") > source.index("--felt: light-dark")
    assert source.count("</style>") == 1


def test_every_rule_of_the_theme_is_scoped() -> None:
    """Check that no selector of ours reaches outside the fragment."""
    css = "".join(part.partition("*/")[2] for part in ("*/" + html.theme()).split("/*"))
    for rule in css.split("}"):
        selectors = rule.rpartition("{")[0].rpartition("{")[2] if rule.count("{") > 1 else rule.partition("{")[0]
        for selector in selectors.split(","):
            if selector.strip() and not selector.strip().startswith(("@", "to", "from", "15%", "65%", "::view")):
                assert ".warband" in selector or "(" in selector or ")" in selector, selector


def places(scene: Scene) -> dict[str, tuple[float, float]]:
    """Return where each hex of a scene is drawn, by its handle."""
    found = {}
    for _, attrs in read(html.render(scene)).tags:
        if (attrs.get("class") or "").split()[:1] == ["hex"]:
            x, y = re.findall(r"--[xy]:([-.0-9]+)", attrs.get("style") or "")
            found[attrs.get("data-handle") or ""] = (float(x), float(y))
    return found


def test_hexes_are_flat_top() -> None:
    """Check that columns lie three quarters of a hex apart, north is up, and a column east is half a hex down."""
    found = places(toys.campaign())
    x, y = found["0,-2"]
    around = {"0,-3": (0, -1), "0,-1": (0, 1), "1,-3": (0.75, -0.5), "1,-2": (0.75, 0.5)}
    around |= {"-1,-1": (-0.75, 0.5), "-1,-2": (-0.75, -0.5)}
    assert {handle: (found[handle][0] - x, found[handle][1] - y) for handle in around} == around


def test_a_turned_map_is_rotated() -> None:
    """Check that every hex of a turned map lies opposite, and tells the same coordinates."""
    plain, turned = places(toys.campaign()), places(toys.campaign(turned=True))
    sums = {(plain[handle][0] + turned[handle][0], plain[handle][1] + turned[handle][1]) for handle in plain}
    assert len(sums) == 1
    assert 'aria-label="Forest 0,-3"' in html.render(toys.campaign(turned=True))


def test_the_fragment_knows_nothing_of_empty_scenes() -> None:
    """Check that an empty scene is drawn too."""
    assert "A title" in read(html.render(Scene("toy", "A title", 0))).text


def test_a_choice_on_the_wire_has_a_label_where_handles_do_not_say_it() -> None:
    """Check that a label is sent for what has no handles, shares them, or is the beginning of another."""
    alone = Choice(3, "move a b", "Move", ["a", "b"], "Move here", "move")
    shared = [
        Choice(1, "order a", "Order", ["a"], "Play"),
        Choice(2, "hit c", "Hit", ["c"], "Attack", "attack"),
        Choice(4, "strike c", "Strike", ["c"], "Attack", "attack"),
    ]
    ending = Choice(5, "pass", "End the turn", [], "Pass")
    found = html.compact([*shared, alone, ending])
    assert found == [
        [1, "Order", "a", 0],
        [2, "Hit", "c", 1],
        [4, "Strike", "c", 1],
        [3, "", "a", "b", 2],
        [5, "End the turn", 3],
    ]
    assert html.verbs([*shared, alone, ending]) == [
        ["Play", ""],
        ["Attack", "attack"],
        ["Move here", "move"],
        ["Pass", ""],
    ]


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        (4, 1, "4 \u2212 3 leaves 1"),
        (2, 0, "2 \u2212 2: will fall"),
        (2, -1, "2 \u2212 3: will fall"),
        (2, 5, "2 + 3 makes 5"),
    ],
)
def test_an_effect_is_told_in_the_words_of_a_flag(before: int, after: int, word: str) -> None:
    """Check the sum that a preview puts onto a card."""
    assert html.effects_data([Effect("k", "life", before, after)]) == [
        {"handle": "k", "before": before, "after": after, "word": word}
    ]


def test_the_live_table_leaves_what_is_asked_to_the_page() -> None:
    """Check that a live table has empty places for prompt, large card and log, and none of their words."""
    scene = toys.duel()
    source = str(html.tree(scene))
    for name in ("ask", "inspect", "log"):
        assert f'data-key="~{name}" id="{name}"' in source
    assert "<button" not in source
    assert scene.prompt.plain() not in source


def test_areas_lie_where_the_scene_places_them() -> None:
    """Check the rail, the panel and the dock."""
    scene = toys.duel()
    first, second, third = (container.area for container in scene.containers[:3])
    scene.places = (
        {first: "rail", second: "panel", third: "dock"} if len({first, second, third}) == 3 else {first: "rail"}
    )
    source = str(html.tree(scene))
    for area, place in scene.places.items():
        held = source.partition(f'data-key="~{place}"')[2]
        assert f'data-key="~area/{area}"' in held
