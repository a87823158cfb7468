"""Build HTML elements; everything that comes from a scene is escaped here and nowhere else."""

from __future__ import annotations

from html import escape

Attributes = dict[str, str]


def element(name: str, css: str = "", body: str = "", attributes: Attributes | None = None) -> str:
    """Return an element with a class, attributes whose values are escaped, and a body that is already HTML."""
    given = {"class": css} if css else {}
    given.update(attributes or {})
    written = "".join(f' {key}="{escape(value)}"' for key, value in given.items())
    return f"<{name}{written}>{body}</{name}>"


def span(css: str, body: str, attributes: Attributes | None = None) -> str:
    """Return a span."""
    return element("span", css, body, attributes)


def div(css: str, body: str, attributes: Attributes | None = None) -> str:
    """Return a div."""
    return element("div", css, body, attributes)


def words(css: str, text: str, attributes: Attributes | None = None) -> str:
    """Return a span of escaped text, or nothing when there is none."""
    return span(css, escape(text), attributes) if text else ""


def classes(*names: str) -> str:
    """Join class names, leaving out the empty ones."""
    return " ".join(name for name in names if name)


def mark_classes(marks: list[str]) -> str:
    """Return one class per mark: `is-may_act`."""
    return " ".join(f"is-{'-'.join(mark.split())}" for mark in marks)


def styled(**properties: object) -> Attributes:
    """Return a style attribute that sets custom properties: `styled(x=1)` gives `--x:1`."""
    return {"style": ";".join(f"--{key}:{value}" for key, value in properties.items())}
