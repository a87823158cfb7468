"""Declare the actions of a game once: kinds and their parts give the numbers, the texts and the parser."""

from __future__ import annotations

import difflib
from typing import Final

from warband.kernel.errors import NotAnAction

# No card, no place, no action: the number that stands where none is meant.
NONE: Final = -1


class Part:
    """One part of an action, such as a card or a slot: the words for its values, from the lowest value on."""

    def __init__(self, name: str, words: list[str], low: int = 0) -> None:
        self.name = name
        self.words = words
        self.low = low


class Kind:
    """The actions of one kind: the template of their texts, and the parts that number them, the slowest first.

    The first word of the template is the kind that players see; `name` also tells apart a hire that adds a hero
    from a hire that replaces one.
    """

    def __init__(self, name: str, template: str, parts: list[Part] | None = None) -> None:
        self.name = name
        self.verb = template.split(" ")[0]
        self.template = template
        self.parts: list[Part] = parts or []
        self.count = 1
        for part in self.parts:
            self.count *= len(part.words)
        self.first = 0


class Deed:
    """An action taken apart: its kind, its number within the kind, and the value of each of its parts."""

    def __init__(self, action: int, kind: Kind) -> None:
        self.action = action
        self.kind = kind.verb
        self.name = kind.name
        self.number = action - kind.first
        self._parts: list[Part] = kind.parts
        self._values: dict[str, int] = {}
        rest = self.number
        for part in reversed(kind.parts):
            self._values[part.name] = part.low + rest % len(part.words)
            rest //= len(part.words)

    def __getitem__(self, part: str) -> int:
        """Return the value of a part, or NONE where the action has no such part."""
        return self._values.get(part, NONE)

    def words(self) -> dict[str, str]:
        """Return the word of each part."""
        return {part.name: part.words[self._values[part.name] - part.low] for part in self._parts}


class Notation:
    """All actions of a game, numbered kind by kind; those that only chance takes come last."""

    def __init__(self, title: str, kinds: list[Kind], by_chance: list[Kind]) -> None:
        self.title = title
        self._kinds: list[Kind] = []
        self._named: dict[str, Kind] = {}
        self._actions: dict[str, int] = {}
        for kind in kinds + by_chance:
            kind.first = len(self._kinds)
            self._kinds += [kind] * kind.count
            self._named[kind.name] = kind
        self.count = len(self._kinds)
        # The actions below this are those that a seat may take.
        self.decisions = self.count - sum([kind.count for kind in by_chance])

    def kinds(self) -> list[Kind]:
        """Return all kinds of action, in the order of their numbers."""
        return list(self._named.values())

    def has(self, name: str) -> bool:
        """Return whether a kind is declared."""
        return name in self._named

    def first(self, name: str) -> int:
        """Return the first action of a kind."""
        return self._named[name].first

    def kind(self, action: int) -> str:
        """Return the kind of an action as players see it: the first word of its text."""
        return self._kinds[action].verb

    def decode(self, action: int) -> Deed:
        """Return an action taken apart."""
        return Deed(action, self._kinds[action])

    def text(self, action: int, words: dict[str, str] | None = None) -> str:
        """Return an action in notation; other words may stand for some of its parts."""
        usual = self.decode(action).words()
        return self._kinds[action].template.format(**(usual | words if words else usual))

    def find(self, text: str) -> int:
        """Return the action that a text means, or NONE; blanks and capitals do not matter."""
        if not self._actions:
            self._actions = {self.text(action).lower(): action for action in range(self.count)}
        return self._actions.get(normal_form(text), NONE)

    def parse(self, text: str) -> int:
        """Return the action that a text means, or raise NotAnAction with the nearest text there is."""
        action = self.find(text)
        if action != NONE:
            return action
        near = difflib.get_close_matches(normal_form(text), list(self._actions), 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise NotAnAction(f"{text!r} is not an action of {self.title}{hint}")


def normal_form(text: str) -> str:
    """Return a text in lower case, its words and arrows parted by single blanks."""
    return " ".join(text.lower().replace(">", " > ").split())
