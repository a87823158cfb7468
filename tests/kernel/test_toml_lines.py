"""Lines of TOML: every field and item is found where it was written, however it was written."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.packs import SHIPPED

from warband.kernel.toml_lines import line_of, lines_by_name
from warband.kernel.validation import Node

TEXT = '''\
# A comment with a key = "value" and a [header]
name = "mine"   # line 2
"odd key" = 1
"quoted\\u0041" = 2
'literal' = 3
a.b . "c" = 4

[vanguard] # line 8
text = """
[not a header]
not_a_key = 1
\\""" still inside """"
traits = [
  "intercept",  # the first
  # between
  "fly", ["deep",
    "deeper"],
]
when = 1979-05-27 07:32:00
path = 'C:\\'

[[cards]]
id = "knight"
symbols = { magic = 0, "draw" = [1,
  2], armor = { heavy = 1 } }
  [cards.order]
  effect = [["each"], ["deal", 4]]
  [[cards.notes]]
  text = \'\'\'
[[cards]]
\'\'\'
  [[cards.notes]]
[[ "cards" ]]
id = "monk"
[cards.order]
effect = 5
[ x . y ]
z = true
[x]
last = "#"
'''

PLACES = {
    "": 1,
    "name": 2,
    "odd key": 3,
    "quotedA": 4,
    "literal": 5,
    "a": 6,
    "a.b.c": 6,
    "vanguard": 8,
    "vanguard.text": 9,
    "vanguard.traits": 13,
    "vanguard.traits[0]": 14,
    "vanguard.traits[1]": 16,
    "vanguard.traits[2]": 16,
    "vanguard.traits[2][1]": 17,
    "vanguard.when": 19,
    "vanguard.path": 20,
    "cards": 22,
    "cards[0]": 22,
    "cards[0].id": 23,
    "cards[0].symbols.magic": 24,
    "cards[0].symbols.draw[0]": 24,
    "cards[0].symbols.draw[1]": 25,
    "cards[0].symbols.armor.heavy": 25,
    "cards[0].order": 26,
    "cards[0].order.effect[1][1]": 27,
    "cards[0].notes[0].text": 29,
    "cards[0].notes[1]": 32,
    "cards[1]": 33,
    "cards[1].id": 34,
    "cards[1].order": 35,
    "cards[1].order.effect": 36,
    "x.y": 37,
    "x.y.z": 38,
    "x": 39,
    "x.last": 40,
}
NEAREST = {
    "missing": 1,
    "nam": 1,
    "names": 1,
    "vanguard.power": 8,
    "vanguard.traits[7]": 13,
    "vanguard.traits[0].name: odd": 14,
    "vanguards.text": 1,
    "cards[1].symbols.draw": 33,
    "cards[10].id": 22,
    "cards: level 2 has no cards": 22,
}


def test_the_text_is_toml() -> None:
    assert tomllib.loads(TEXT)["vanguard"]["text"].endswith('inside "')


@pytest.mark.parametrize(("path", "line"), PLACES.items())
def test_a_place_is_found(path: str, line: int) -> None:
    assert line_of(TEXT, path) == line


@pytest.mark.parametrize(("path", "line"), NEAREST.items())
def test_of_what_is_not_there_the_nearest_is_told(path: str, line: int) -> None:
    assert line_of(TEXT, path) == line


def names(node: Node) -> set[str]:
    """Return the name of every field and item below a node, as complaints write them."""
    inner = list(node.fields().values()) if isinstance(node.value, dict) else []
    inner += node.items() if isinstance(node.value, list) else []
    return {child.where for child in inner}.union(*[names(child) for child in inner])


@pytest.mark.parametrize("text", [TEXT, SHIPPED.read_text(encoding="utf-8")], ids=["odd", "shipped"])
def test_every_name_of_a_node_has_a_line(text: str) -> None:
    assert {f"file.{name}" for name in lines_by_name(text)} == names(Node(tomllib.loads(text), "file"))


# ---- what is written is found ----

KEYS = st.text(st.sampled_from("ab-_ #'\"=ä"), min_size=1, max_size=4)
SCALARS = st.integers(-9, 9) | st.booleans() | st.text(st.sampled_from("ab '\"\\#[]{}=,\n"), max_size=6)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)
ROWS = st.lists(st.dictionaries(KEYS, VALUES, min_size=1, max_size=2), min_size=1, max_size=3)
TABLES = st.dictionaries(KEYS, VALUES | ROWS, max_size=4)


class Writer:
    """Write data as TOML in one of the many ways there are, and note the line of every name."""

    def __init__(self, data: st.DataObject) -> None:
        self.choose = data.draw
        self.text = ""
        self.lines: dict[str, int] = {}

    def flip(self) -> bool:
        return self.choose(st.booleans())

    def note(self, name: str) -> None:
        self.lines.setdefault(name, self.text.count("\n") + 1)

    def key(self, key: str) -> str:
        bare = key.isascii() and not set(key) - set("ab-_")
        return key if bare and self.flip() else json.dumps(key)

    def gap(self) -> None:
        self.text += self.choose(st.sampled_from(["", " ", "\n", '\n # it\'s "so" [x]\n', "\n\n  "]))

    def value(self, value: object, name: str) -> None:
        if isinstance(value, dict):
            self.inline(value, name)
        elif isinstance(value, list):
            self.array(value, name)
        else:
            self.text += self.scalar(value)

    def scalar(self, value: object) -> str:
        if not isinstance(value, str):
            return str(value).lower()
        if not set(value) & set("'\n") and self.flip():
            return f"'{value}'"
        if self.flip():
            return '"""\n' + value.replace("\\", "\\\\").replace('"', '\\"') + '"""'
        if "'" not in value and self.flip():
            return f"'''\n{value}'''"
        return json.dumps(value)

    def array(self, items: list[object], name: str) -> None:
        self.text += "["
        for index, item in enumerate(items):
            self.gap()
            self.note(f"{name}[{index}]")
            self.value(item, f"{name}[{index}]")
            self.gap()
            self.text += "," if index + 1 < len(items) or self.flip() else ""
        self.gap()
        self.text += "]"

    def inline(self, fields: dict[str, object], name: str) -> None:
        self.text += "{"
        for index, (key, value) in enumerate(fields.items()):
            self.text += ", " if index else " "
            self.field(key, value, f"{name}.{key}")
        self.text += " }"

    def field(self, key: str, value: object, name: str) -> None:
        self.note(name)
        self.text += self.key(key)
        while isinstance(value, dict) and len(value) == 1 and self.flip():
            ((key, value),) = value.items()
            name = f"{name}.{key}"
            self.note(name)
            self.text += f".{self.key(key)}"
        self.text += " = "
        self.value(value, name)

    def table(self, fields: dict[str, object], keys: list[str], name: str) -> None:
        """Write a table: its plain fields first, then those that get headers of their own."""
        later: list[str] = []
        for key, value in fields.items():
            if self.deserves_header(value) and self.flip():
                later.append(key)
                continue
            self.field(key, value, f"{name}.{key}")
            self.text += self.choose(st.sampled_from(["\n", " # why\n", "\n\n"]))
        for key in later:
            self.headed(fields[key], [*keys, key], f"{name}.{key}")

    def deserves_header(self, value: object) -> bool:
        tables = value if isinstance(value, list) else [value]
        return bool(tables) and all(isinstance(table, dict) for table in tables)

    def headed(self, value: object, keys: list[str], name: str) -> None:
        header = ".".join(self.key(key) for key in keys)
        self.note(name)
        if isinstance(value, dict):
            self.text += f"[{header}]\n"
            self.table(value, keys, name)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                self.note(f"{name}[{index}]")
                self.text += f"[[ {header} ]] # one more\n"
                self.table(item, keys, f"{name}[{index}]")


@given(TABLES, st.data())
@settings(deadline=None, max_examples=300)
def test_whatever_is_written_is_found_where_it_was_written(fields: dict[str, object], data: st.DataObject) -> None:
    writer = Writer(data)
    writer.table(fields, [], "")
    assert tomllib.loads(writer.text) == fields
    assert {f".{name}": line for name, line in lines_by_name(writer.text).items()} == writer.lines
    for name, line in writer.lines.items():
        assert line_of(writer.text, name.removeprefix(".")) == line


SNIPPETS = [
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "#",
    "\n",
    " ",
    "a",
    "b",
    '"',
    "'",
    '"""',
    "'''",
    "\\",
    "\r",
    "é",
]


@given(st.lists(st.sampled_from(SNIPPETS), max_size=40).map("".join) | st.text(), st.text(max_size=10))
@settings(deadline=None, max_examples=500)
def test_any_text_has_a_line_for_any_path(text: str, path: str) -> None:
    assert 1 <= line_of(text, path) <= text.count("\n") + 1


@pytest.mark.parametrize("text", ["a = " + "[" * 50_000, "a = " + "{b = " * 50_000, "[" * 50_000, "a." * 2_000])
def test_a_text_nested_too_deeply_still_has_lines(text: str) -> None:
    assert line_of(f"first = 1\n{text}", "first") == 1
