"""The guide for card authors, docs/pixel-tactics.md, and the tables in it."""

from __future__ import annotations

import re
from pathlib import Path

from tools.powers import PAGE

GUIDE = Path(PAGE).with_name("pixel-tactics.md")


def guide() -> str:
    """Return the text of the guide."""
    return GUIDE.read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """Return the cells of the tables under a heading of the guide, without their heads."""
    part = re.split(r"\n#+ ", guide().split(f" {heading}\n", 1)[1])[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads = [number for number, row in enumerate(rows) if set(row[0]) == {"-"}]
    return [row for number, row in enumerate(rows) if number not in heads and number + 1 not in heads]
