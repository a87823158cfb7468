"""Join the rows of a program that has parts: where a condition, an `or` and an `otherwise` lead to (BLK-1)."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.kernel.validation import Node

MOST_PARTS = 4


def join_parts(rows: list[list[int]], node: Node) -> list[list[int]]:
    """Return the rows with the numbers of those that they lead to; a condition without an end is left as it is."""
    waiting: list[list[int]] = []
    for at, row in enumerate(rows):
        if row[0] in (codes.IF, codes.EITHER):
            waiting.append([at])
        elif row[0] in (codes.OTHERWISE, codes.OR):
            _next_part(rows, waiting, at, node.items()[at])
        elif row[0] == codes.END:
            if not waiting:
                raise node.items()[at].wrong("'end' ends nothing; it belongs to an 'if' or an 'either'")
            _close(rows, waiting.pop(), at, node.items()[at])
    for part in waiting:
        if len(part) > 1 or rows[part[0]][0] == codes.EITHER:
            raise node.items()[part[0]].wrong("this has no 'end'; within parts every 'if' needs one of its own")
    return rows


def _next_part(rows: list[list[int]], waiting: list[list[int]], at: int, node: Node) -> None:
    opener = codes.IF if rows[at][0] == codes.OTHERWISE else codes.EITHER
    if not waiting or rows[waiting[-1][0]][0] != opener:
        word = "'otherwise' follows an 'if'" if opener == codes.IF else "'or' follows an 'either'"
        raise node.wrong(f"{word}; an 'if' in between needs an 'end'")
    if opener == codes.IF and len(waiting[-1]) > 1:
        raise node.wrong("an 'if' has one 'otherwise'")
    waiting[-1].append(at)


def _close(rows: list[list[int]], part: list[int], end: int, node: Node) -> None:
    opener = rows[part[0]]
    if opener[0] == codes.IF:
        opener.append(part[1] if len(part) > 1 else end)
    else:
        if not 2 <= len(part) <= MOST_PARTS:
            raise node.wrong(f"'either' has 2 to {MOST_PARTS} parts, not {len(part)}; 'or' stands between them")
        rows[part[0]] = [codes.EITHER, len(part), *part]
    for at in part[1:]:
        rows[at][1] = end
