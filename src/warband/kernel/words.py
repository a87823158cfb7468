"""Make sentences of events, reasons, prompts and labels from a game's words.toml, the one place for English."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from warband.kernel.errors import BadInput
from warband.kernel.game import Result
from warband.kernel.reasons import Reason
from warband.kernel.scene import Part, Sentence
from warband.kernel.seats import NOBODY

PLACE: Final = re.compile(r"\{([a-z_]+)(?: ([a-z_]+))?\}")
MOST_TEMPLATES: Final = 4096
SECTIONS: Final = ["events", "reasons", "results", "prompts", "labels", "verbs", "costs", "texts"]
# What a page shows of an event (`motions`), which events it shows without telling them (`quiet`), and what it explains:
# keywords, figures and icons, by the word or the icon's name (`glossary`).
SHOWN: Final = ["motions", "quiet", "glossary"]


class Words:
    """The sentences of a game, the names of its things, and which handle a named thing has in a scene.

    A template holds places: `{card}` names a thing, `{count soldier}` counts one, `{seat}` is a player's name.
    """

    def __init__(self, tables: dict[str, dict[str, str]], names: dict[str, dict[str, str]]) -> None:
        self.tables = tables
        self.names = names

    def add_names(self, table: str, names: dict[str, str]) -> None:
        """Add the names of things that come with a pack."""
        self.names.setdefault(table, {}).update(names)

    def name(self, key: str, value: object, count: int = 1) -> str:
        """Return the name of a thing; a name with `|` has a singular and a plural."""
        if isinstance(value, list):
            return join([self.name(key, item) for item in value])
        table = self.tables["keys"].get(key, key)
        name = self.names.get(table, {}).get(str(value), str(value))
        one, _, many = name.partition("|")
        return one if count == 1 or not many else many

    def say(self, section: str, key: str, data: dict[str, object], players: list[str] | None = None) -> Sentence:
        """Return the sentence of a section and key, its places filled with the data."""
        parts: list[Part] = []
        for text, place, noun in split_template(self._template(section, key, data)):
            part = self._fill(place, noun, data, players or []) if place else Part(text)
            if part.text:
                parts.append(part)
        if parts:
            parts[0].text = parts[0].text[:1].upper() + parts[0].text[1:]
        return Sentence(parts)

    def _template(self, section: str, key: str, data: dict[str, object]) -> str:
        """Return the template; where a place has no data (it is hidden), the one named KEY_hidden."""
        table = self.tables[section]
        if key not in table:
            raise BadInput(f"words.toml: [{section}] has no {key!r}")
        for _, place, _ in split_template(table[key]):
            if place and place not in data:
                hidden = f"{key}_hidden"
                if hidden not in table:
                    raise BadInput(f"words.toml: [{section}] {key}: {place!r} is not known, and no {hidden!r}")
                return table[hidden]
        return table[key]

    def _fill(self, key: str, noun: str, data: dict[str, object], players: list[str]) -> Part:
        if noun:
            count = data[key]
            number = count if isinstance(count, int) else 0
            name = self.name(noun, data[noun], number) if noun in data else self.name("noun", noun, number)
            return Part(f"{number} {name}", self._handle(noun, data))
        value = data[key]
        if self.tables["keys"].get(key, key) == "seat" and isinstance(value, int) and value < len(players):
            return Part(players[value], self._handle(key, data))
        return Part(self.name(key, value), self._handle(key, data))

    def _handle(self, key: str, data: dict[str, object]) -> str:
        pattern = self.tables["handles"].get(key)
        if not pattern:
            return ""
        return "".join(str(data.get(place, "")) if place else text for text, place, _ in split_template(pattern))

    def event(self, event: dict[str, object], players: list[str]) -> Sentence:
        """Return the sentence of an event as a viewer saw it."""
        data = event["data"]
        return self.say("events", str(event["kind"]), data if isinstance(data, dict) else {}, players)

    def motion(self, event: dict[str, object]) -> list[str]:
        """Return what a page shows of an event: a verb, then handles and figures; nothing where nothing moves."""
        facts = event["data"]
        data: dict[str, object] = facts if isinstance(facts, dict) else {}
        seat = data.get("seat")
        known = {**data, "foe": 1 - seat} if isinstance(seat, int) else data
        template = self.tables["motions"].get(str(event["kind"]), "")
        filled = [str(known.get(place, "")) if place else text for text, place, _ in split_template(template)]
        return "".join(filled).split()

    def is_quiet(self, kind: str) -> bool:
        """Return whether a kind of event is bookkeeping: it is seen on the table, and no news."""
        return kind in self.tables["quiet"]

    def reason(self, reason: Reason) -> str:
        """Return the sentence of a reason."""
        return self.say("reasons", reason.code, reason.data).plain()

    def result(self, result: Result, players: list[str]) -> str:
        """Return the sentence that tells how a match ended."""
        known = self.tables["results"]
        key = result.why if result.why in known else ("drawn" if result.winner == NOBODY else "won")
        if result.winner == NOBODY and f"{key}_drawn" in known:
            key = f"{key}_drawn"
        loser = 1 - result.winner if result.winner != NOBODY else 0
        return self.say("results", key, {"seat": result.winner, "rival": loser, "why": result.why}, players).plain()


@lru_cache(maxsize=MOST_TEMPLATES)
def split_template(template: str) -> tuple[tuple[str, str, str], ...]:
    """Return the parts of a template in order: a text, or the key of a place and the noun that it counts."""
    parts: list[tuple[str, str, str]] = []
    end = 0
    for match in PLACE.finditer(template):
        parts += [(template[end : match.start()], "", ""), ("", match[1], match[2] or "")]
        end = match.end()
    return tuple(part for part in [*parts, (template[end:], "", "")] if any(part))


def join(names: list[str]) -> str:
    """Return names as a list in prose: a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def load_words(package: str) -> Words:
    """Return the words of a game from the words.toml in its package."""
    data = _shipped_words(package)
    tables = {section: _table(data, section) for section in [*SECTIONS, *SHOWN, "keys", "handles"]}
    names = data.get("names", {})
    return Words(tables, {table: _table(names, table) for table in names})


@lru_cache(maxsize=8)
def _shipped_words(package: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / "words.toml").read_text(encoding="utf-8"))


def _table(data: dict[str, object], name: str) -> dict[str, str]:
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise BadInput(f"words.toml: [{name}] is not a table")
    return {str(key): str(value) for key, value in table.items()}
