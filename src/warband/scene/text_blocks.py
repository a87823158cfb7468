"""Lay out plain text: styled words that wrap, framed panes, and panes side by side."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

# Styles travel inside the text as private characters of no width, and become ANSI codes or nothing at the very end.
END: Final = "\ue000"
STYLES: Final = {"bold": "\ue001", "you": "\ue002", "rival": "\ue003", "gold": "\ue004"}
_CODES: Final = {END: "0", "\ue001": "1", "\ue002": "1;34", "\ue003": "1;31", "\ue004": "33"}
GAP: Final = 1
HARD_SPACE: Final = "\u00a0"


def clean(text: str) -> str:
    """Return text without control, format and private characters, which could steer a terminal."""
    spaced = "".join(" " if character.isspace() else character for character in text)
    return "".join(character for character in spaced if unicodedata.category(character)[0] != "C")


def style(text: str, name: str) -> str:
    """Return text in a style; an unknown style leaves it as it is."""
    return f"{STYLES[name]}{text}{END}" if name in STYLES and text else text


def whole(text: str) -> str:
    """Keep words together on a line: `life 4 of 7` does not break."""
    return text.replace(" ", HARD_SPACE)


def finish(text: str, colour: bool) -> str:
    """Turn styles into ANSI codes, or leave them out, and hard spaces into plain ones."""
    text = text.replace(HARD_SPACE, " ")
    for mark, code in _CODES.items():
        text = text.replace(mark, f"\x1b[{code}m" if colour else "")
    return text


def size(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(_columns(character) for character in text)


@cache
def _columns(character: str) -> int:
    if character in _CODES or unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, width: int) -> str:
    """Fill a line with spaces up to a width."""
    return text + " " * (width - size(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text into lines of at most that width; lines after the first begin with the indent."""
    body = text.lstrip(" ")
    lines = [text[: len(text) - len(body)]]
    for word in body.split(" "):
        for part in _fitting(word, max(1, width - len(indent))):
            joined = f"{lines[-1]} {part}" if lines[-1].strip() else lines[-1] + part
            if size(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(indent + part)
    return _balanced(lines)


def _fitting(word: str, width: int) -> list[str]:
    """Cut a word that is wider than a line."""
    parts = [""]
    for character in word:
        if size(parts[-1] + character) > width:
            parts.append("")
        parts[-1] += character
    return parts


def _balanced(lines: list[str]) -> list[str]:
    """End every style with its line and begin it again on the next."""
    rows, current = [], ""
    for line in lines:
        body = line.lstrip(" ")
        started = line[: len(line) - len(body)] + current + body
        for character in body:
            current = "" if character == END else character if character in _CODES else current
        rows.append(started + (END if current else ""))
    return rows


@dataclass
class Pane:
    """Something to draw in a frame: a title, the least and the best inner width, and how to draw it."""

    title: str
    least: int
    best: int
    draw: Callable[[int], list[str]]
    stretches: bool = False


def frame(title: str, lines: list[str], width: int, height: int) -> list[str]:
    """Draw a frame of that outer width round lines, filled up to a height, with the title in its upper edge."""
    inner = width - 4
    heads = wrap(title, inner - 2) if title else [""]
    top = f"+- {heads[0]} " if heads[0] else "+"
    body = [*heads[1:], *lines]
    body += [""] * (height - len(body))
    edge = "+" + "-" * (width - 2) + "+"
    return [top + "-" * (width - 1 - size(top)) + "+", *(f"| {pad(line, inner)} |" for line in body), edge]


def beside(blocks: list[list[str]], widths: list[int]) -> list[str]:
    """Put blocks of lines side by side, each filled up to its width."""
    height = max(len(block) for block in blocks)
    filled = [block + [""] * (height - len(block)) for block in blocks]
    rows = zip(*filled, strict=True)
    return [
        (" " * GAP).join(pad(line, width) for line, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def flow(panes: list[Pane], width: int) -> list[str]:
    """Draw panes side by side, as many as fit on a line, all of one line equally high."""
    lines: list[str] = []
    for line in _lines_of(panes, width):
        widths = shares([pane.least + 4 for pane in line], [pane.best + 4 for pane in line], width)
        if all(pane.stretches for pane in line):
            widths = _equal(len(line), width)
        drawn = [pane.draw(share - 4) for pane, share in zip(line, widths, strict=True)]
        extra = [len(wrap(pane.title, share - 6)) - 1 for pane, share in zip(line, widths, strict=True)]
        height = max(len(body) + more for body, more in zip(drawn, extra, strict=True))
        framed = [frame(pane.title, body, share, height) for pane, body, share in zip(line, drawn, widths, strict=True)]
        lines += beside(framed, widths)
    return lines


def _equal(count: int, width: int) -> list[int]:
    return [(width - GAP * (count - 1)) // count] * count


def _lines_of(panes: list[Pane], width: int) -> list[list[Pane]]:
    """Split panes into lines that fit at their least widths."""
    lines: list[list[Pane]] = []
    for pane in panes:
        taken = sum(other.least + 4 + GAP for other in lines[-1]) if lines else width
        if taken + pane.least + 4 <= width and lines:
            lines[-1].append(pane)
        else:
            lines.append([pane])
    return lines


def shares(least: list[int], best: list[int], width: int) -> list[int]:
    """Give each its least, then what is left in turn to whoever is furthest from its best."""
    widths = [min(one, width) for one in least]
    left = width - sum(widths) - GAP * (len(widths) - 1)
    while left > 0:
        wants = [wish - has for wish, has in zip(best, widths, strict=True)]
        at = wants.index(max(wants))
        if wants[at] <= 0:
            break
        widths[at] += 1
        left -= 1
    return widths


def columns(entries: list[str], width: int) -> list[str]:
    """Set entries in as many columns as fit, read downward; a long entry wraps under its own number."""
    for count in range(len(entries), 1, -1):
        height = -(-len(entries) // count)
        stacks = [entries[at : at + height] for at in range(0, len(entries), height)]
        widths = [max(size(entry) for entry in stack) for stack in stacks]
        if sum(widths) + 2 * len(widths) - 2 <= width:
            rows = [[stack[at] for stack in stacks if at < len(stack)] for at in range(height)]
            return ["  ".join(map(pad, row, widths)).rstrip() for row in rows]
    return [line for entry in entries for line in wrap(entry, width, "    ")]
