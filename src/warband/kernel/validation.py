"""Read plain data (what JSON, TOML and YAML hold) field by field; complain with the place of what is wrong."""

from __future__ import annotations

import reprlib

from warband.kernel.errors import BadInput

ENOUGH = 1_000_000
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 60


class Node:
    """A value from a document and where it stands, so that a complaint can name both."""

    def __init__(self, value: object, name: str | int, above: Node | None = None) -> None:
        self.value = value
        self.name = name
        self.above = above

    @property
    def where(self) -> str:
        """Return where the value stands: `record.entries[3].seat`; written out for complaints only."""
        if self.above is None:
            return str(self.name)
        return f"{self.above.where}[{self.name}]" if isinstance(self.name, int) else f"{self.above.where}.{self.name}"

    def shown(self) -> str:
        """Return the value as a complaint shows it: shortened."""
        return SHORT.repr(self.value)

    def wrong(self, what: str) -> BadInput:
        """Return an error that says what is wrong here."""
        return BadInput(f"{self.where}: {what}")

    def fields(self) -> dict[str, Node]:
        """Return the fields of a mapping, by name."""
        if not isinstance(self.value, dict):
            raise self.wrong(f"expected fields, not {self.shown()}")
        return {str(key): Node(item, str(key), self) for key, item in self.value.items()}

    def mapping(self) -> dict[str, object]:
        """Return the values of a mapping, by name."""
        return {name: field.value for name, field in self.fields().items()}

    def only(self, names: list[str]) -> dict[str, Node]:
        """Return the fields of a mapping that may have no others than these."""
        fields = self.fields()
        for name in fields:
            if name not in names:
                raise self.wrong(f"unknown field {name!r}; known are {', '.join(names)}")
        return fields

    def field(self, name: str) -> Node:
        """Return one field that must be there."""
        if isinstance(self.value, dict) and name in self.value:
            return Node(self.value[name], name, self)
        fields = self.fields()
        if name not in fields:
            raise self.wrong(f"the field {name!r} is missing")
        return fields[name]

    def items(self) -> list[Node]:
        """Return the items of a list."""
        if not isinstance(self.value, list):
            raise self.wrong(f"expected a list, not {self.shown()}")
        return [Node(item, index, self) for index, item in enumerate(self.value)]

    def integer(self, low: int = 0, high: int = ENOUGH) -> int:
        """Return a whole number between two bounds."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong(f"expected a whole number, not {self.shown()}")
        if self.value < low or self.value > high:
            raise self.wrong(f"{self.value} is not between {low} and {high}")
        return self.value

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong(f"expected true or false, not {self.shown()}")
        return self.value

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.wrong(f"expected a text, not {self.shown()}")
        return self.value

    def one_of(self, names: list[str]) -> int:
        """Return the index of the name that stands here."""
        text = self.text()
        if text not in names:
            raise self.wrong(f"{text!r} is not one of {', '.join(names)}")
        return names.index(text)

    def texts(self) -> list[str]:
        """Return a list of texts."""
        return [item.text() for item in self.items()]

    def integers(self, low: int = 0, high: int = ENOUGH) -> list[int]:
        """Return a list of whole numbers between two bounds."""
        return [item.integer(low, high) for item in self.items()]
