"""Build HTML as a tree of keyed elements; everything that comes from a scene is escaped here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Attributes = dict[str, str]


class Element:
    """An element: its tag, its attributes, its children, and the key by which a page finds it again.

    A child is an element, or plain text that is escaped when it is written. Children of one element have either
    all a key or none. The key stands in the page as `data-handle` where a person can touch the element, else as
    `data-key`.
    """

    __slots__ = ("attributes", "children", "key", "tag")

    def __init__(self, tag: str, attributes: Attributes, children: list[Element | str], key: str = "") -> None:
        self.tag = tag
        self.attributes = attributes
        self.children = children
        self.key = key

    def __str__(self) -> str:
        written: list[str] = []
        _write(self, written)
        return "".join(written)


Body = Element | str | Iterable[Element | str | None] | None


def _write(node: Element, written: list[str]) -> None:
    written.append(f"<{node.tag}")
    for name, value in node.attributes.items():
        written.append(f' {name}="{escape(value)}"')
    written.append(">")
    for child in node.children:
        if isinstance(child, str):
            written.append(escape(child))
        else:
            _write(child, written)
    written.append(f"</{node.tag}>")


def _children(body: Body) -> list[Element | str]:
    if body is None:
        return []
    if isinstance(body, str | Element):
        return [body] if body != "" else []
    return [child for child in body if child is not None and child != ""]


def element(
    tag: str, css: str = "", body: Body = None, attributes: Attributes | None = None, key: str = "", handle: str = ""
) -> Element:
    """Return an element with a class, attributes, what is inside it, and its key or handle."""
    own: Attributes = {"class": css} if css else {}
    if handle:
        own["data-handle"] = handle
    elif key:
        own["data-key"] = key
    if attributes:
        own.update(attributes)
    return Element(tag, own, _children(body), handle or key)


def span(css: str, body: Body = None, attributes: Attributes | None = None) -> Element:
    """Return a span."""
    return element("span", css, body, attributes)


def div(css: str, body: Body = None, attributes: Attributes | None = None, key: str = "", handle: str = "") -> Element:
    """Return a div."""
    return element("div", css, body, attributes, key, handle)


def words(css: str, text: str, attributes: Attributes | None = None) -> Element | None:
    """Return a span of text, or nothing when there is none."""
    return span(css, text, attributes) if text else None


def classes(*names: str) -> str:
    """Join class names, leaving out the empty ones."""
    return " ".join(name for name in names if name)


def mark_classes(marks: list[str]) -> str:
    """Return one class per mark: `is-may_act`."""
    return " ".join(f"is-{'-'.join(mark.split())}" for mark in marks)


def styled(**properties: object) -> Attributes:
    """Return a style attribute that sets custom properties: `styled(x=1)` gives `--x:1`."""
    return {"style": ";".join(f"--{key}:{value}" for key, value in properties.items())}
