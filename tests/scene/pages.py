"""Keep a page in Python as a browser would: parse its HTML, apply changes, and write it again."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

Address = str | list[str | int]
Change = list[object]


class Element:
    """An element of a page."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        """Begin with nothing inside."""
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    def key(self) -> str:
        """Return the key by which changes find the element."""
        return self.attributes.get("data-handle") or self.attributes.get("data-key") or ""

    def __str__(self) -> str:
        """Write the element as HTML, attributes in the order of their names."""
        given = "".join(f' {name}="{escape(value)}"' for name, value in sorted(self.attributes.items()))
        body = "".join(escape(child) if isinstance(child, str) else str(child) for child in self.children)
        return f"<{self.tag}{given}>{body}</{self.tag}>"


class Reader(HTMLParser):
    """Read HTML into elements."""

    def __init__(self) -> None:
        """Begin outside of everything."""
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        found = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(found)
        self.open.append(found)

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        assert self.open[-1].tag == tag
        self.open.pop()

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.open[-1].children.append(data)


def read(html: str) -> Element:
    """Return the elements of a piece of HTML, inside one that holds them."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1
    return reader.open[0]


class Page:
    """Show what a server sends, as table.js does."""

    def __init__(self, html: str) -> None:
        """Show a whole page."""
        self.top = read(html)

    def find(self, key: str) -> tuple[Element, Element]:
        """Return the one element of a key, and its parent."""
        found = [(element, parent) for element, parent in self.walk(self.top) if element.key() == key]
        assert len(found) == 1, (key, len(found))
        return found[0]

    def walk(self, parent: Element) -> list[tuple[Element, Element]]:
        """Return all elements with their parents."""
        found: list[tuple[Element, Element]] = []
        for child in parent.children:
            if isinstance(child, Element):
                found += [(child, parent), *self.walk(child)]
        return found

    def resolve(self, address: Address) -> Element:
        """Return the element at an address."""
        if isinstance(address, str):
            return self.find(address)[0]
        element = self.find(str(address[0]))[0]
        for place in address[1:]:
            child = element.children[int(place)]
            assert isinstance(child, Element)
            element = child
        return element

    def apply(self, changes: list[Change]) -> None:
        """Apply changes in order."""
        for deed, *rest in changes:
            getattr(self, str(deed))(*rest)

    def set(self, address: Address, attributes: dict[str, str | None]) -> None:
        """Set attributes; None takes one away."""
        element = self.resolve(address)
        for name, value in attributes.items():
            if value is None:
                del element.attributes[name]
            else:
                element.attributes[name] = value

    def fill(self, address: Address, html: str) -> None:
        """Replace what is inside an element."""
        self.resolve(address).children = read(html).children

    def add(self, address: Address, before: str | None, html: str) -> None:
        """Insert an element."""
        self.insert(self.resolve(address), before, read(html).children[0])

    def move(self, address: Address, before: str | None, key: str) -> None:
        """Move an element among its siblings."""
        element, parent = self.find(key)
        parent.children.remove(element)
        self.insert(self.resolve(address), before, element)

    def insert(self, parent: Element, before: str | None, element: Element | str) -> None:
        """Put an element before another of the same parent, or at the end."""
        places = [child.key() if isinstance(child, Element) else "" for child in parent.children]
        parent.children.insert(len(places) if before is None else places.index(before), element)

    def cut(self, key: str) -> None:
        """Remove an element."""
        element, parent = self.find(key)
        parent.children.remove(element)
