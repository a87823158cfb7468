"""Find the line on which a field of a TOML text stands, which tomllib does not tell."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from typing import Final

GAP: Final = re.compile(r"(?:\s|#[^\n]*)*")
BLANK: Final = re.compile(r"[ \t]*")
REST_OF_LINE: Final = re.compile(r"[^\n]*\n?")
KEY: Final = re.compile(r""" "(?:\\.|[^"\\\n])*" | '[^'\n]*' | [A-Za-z0-9_-]+ """, re.VERBOSE)
SCALAR: Final = re.compile(
    r''' """(?:\\.|[^\\])*?""""{0,2} | "(?:\\.|[^"\\\n])*" | [^\s"',\]}#][^\n,\]}#]* '''
    r""" | '{3}.*?'{3}'{0,2} | '[^'\n]*' """,
    re.VERBOSE | re.DOTALL,
)
# What may follow the name of a place in a complaint.
AFTER: Final = (".", "[", ":", " ", "")


def line_of(text: str, path: str) -> int:
    """Return the line of what a path such as `cards[3].symbols.draw` names, or of the nearest thing around it."""
    nearest = 1
    longest = -1
    for name, line in lines_by_name(text).items():
        if len(name) > longest and path.startswith(name) and path[len(name) : len(name) + 1] in AFTER:
            nearest, longest = line, len(name)
    return nearest


def lines_by_name(text: str) -> dict[str, int]:
    """Return the line of every field and item of a TOML text, by the name that a Node gives its place."""
    reader = TomlLines(text)
    # Where it is nested deeper than anyone reads, what was found so far still stands.
    with suppress(RecursionError):
        reader.read()
    return reader.lines


class TomlLines:
    """A walk through a TOML text that notes where each field begins; what is not TOML is passed over."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[str, int] = {}
        # How many tables each [[array of tables]] has so far.
        self.counts: dict[str, int] = {}
        # The name of the table that the last header opened.
        self.table = ""

    def read(self) -> None:
        """Note the lines of the whole text."""
        self.take(GAP)
        while self.at < len(self.text):
            before = self.at
            if self.text.startswith("[", self.at):
                self.read_header()
            else:
                self.read_field(self.table)
            if self.at == before:
                self.take(REST_OF_LINE)
            self.take(GAP)

    # ---- words and lines ----

    def take(self, pattern: re.Pattern[str]) -> str:
        """Pass over what a pattern matches here, and return it."""
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def take_sign(self, sign: str) -> bool:
        """Pass over a sign; return whether it stood here."""
        here = self.text.startswith(sign, self.at)
        self.at += len(sign) if here else 0
        return here

    def line(self) -> int:
        """Return the number of the line that was reached."""
        return self.text.count("\n", 0, self.at) + 1

    def take_keys(self) -> list[str]:
        """Pass over a dotted key and return its parts."""
        keys: list[str] = []
        while word := self.take(KEY):
            keys.append(plain_key(word))
            self.take(BLANK)
            if not self.take_sign("."):
                break
            self.take(BLANK)
        return keys

    # ---- headers ----

    def read_header(self) -> None:
        """Open the table of a header such as [a.b] or [[a.b]]."""
        line = self.line()
        self.take_sign("[")
        is_array = self.take_sign("[")
        self.take(BLANK)
        keys = self.take_keys()
        if keys:
            parent = self.open_parents(keys[:-1], line)
            self.table = self.open_table(join(parent, keys[-1]), is_array, line)
        self.take(REST_OF_LINE)

    def open_parents(self, keys: list[str], line: int) -> str:
        """Return the name of the table around a header's own; of an array of tables the latest is meant."""
        name = ""
        for key in keys:
            name = join(name, key)
            self.lines.setdefault(name, line)
            if name in self.counts:
                name = f"{name}[{self.counts[name] - 1}]"
        return name

    def open_table(self, name: str, is_array: bool, line: int) -> str:
        """Note a table where its own header stands, even if another header spoke of it before."""
        if not is_array:
            self.lines[name] = line
            return name
        index = self.counts.get(name, 0)
        self.counts[name] = index + 1
        self.lines.setdefault(name, line)
        self.lines[f"{name}[{index}]"] = line
        return f"{name}[{index}]"

    # ---- fields and values ----

    def read_field(self, table: str) -> None:
        """Note a field, KEY = VALUE, of a table."""
        line = self.line()
        name = table
        for key in self.take_keys():
            name = join(name, key)
            self.lines.setdefault(name, line)
        if self.take_sign("="):
            self.take(BLANK)
            self.read_value(name)

    def read_value(self, name: str) -> None:
        """Pass over a value and note what is inside it."""
        if self.take_sign("["):
            self.read_items(name)
        elif self.take_sign("{"):
            self.read_inline(name)
        else:
            self.take(SCALAR)

    def read_items(self, name: str) -> None:
        """Note the items of an array up to its end, each where it begins."""
        index = 0
        self.take(GAP)
        while self.at < len(self.text) and not self.take_sign("]"):
            before = self.at
            self.lines[f"{name}[{index}]"] = self.line()
            self.read_value(f"{name}[{index}]")
            index += 1
            if not self.pass_comma(before):
                return

    def read_inline(self, name: str) -> None:
        """Note the fields of an inline table up to its end."""
        self.take(GAP)
        while self.at < len(self.text) and not self.take_sign("}"):
            before = self.at
            self.read_field(name)
            if not self.pass_comma(before):
                return

    def pass_comma(self, before: int) -> bool:
        """Pass over what parts two items; return whether anything was passed since a place before."""
        self.take(GAP)
        self.take_sign(",")
        self.take(GAP)
        return self.at > before


def join(table: str, key: str) -> str:
    """Return the name of a field of a table."""
    return f"{table}.{key}" if table else key


def plain_key(word: str) -> str:
    """Return a key without its quotes and escapes."""
    try:
        return next(iter(tomllib.loads(f"{word} = 0"))) if word[0] in "\"'" else word
    except tomllib.TOMLDecodeError:
        return word
