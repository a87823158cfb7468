"""Say of a complaint about a pack in which file and on which line it stands, as editors read it."""

from __future__ import annotations

import re

from warband.kernel.packs import PACK_FILE
from warband.kernel.toml_lines import line_of

# The id that a loader adds to the place of a card: `cards[1] (monk).level`.
NOTE = re.compile(r"(?<=\]) \([^)]*\)")
UNKNOWN = re.compile(r"(?P<table>.*?): unknown field '(?P<name>[^']+)'|unknown field '(?P<own>[^']+)'")
ENDS = (".", "[", ":", " ", "")


def place(complaint: str, pack: str, texts: dict[str, str]) -> str:
    """Return a complaint about a pack as `FILE:LINE: what is wrong`; `texts` are those of its files, by path.

    The complaint begins with the pack as it was given (then pack.toml is meant, if it is a folder), with the path of
    one of its files or with that file's name alone; `kernel.packs` tells how loaders name places.
    """
    starts = _starts(pack, texts)
    fitting = [start for start in starts if complaint.startswith(start) and complaint[len(start) :][:1] in ENDS]
    if not fitting:
        return f"{pack}: {complaint}"
    start = max(fitting, key=len)
    file, what = starts[start], complaint.removeprefix(start)
    if re.match(r":\d+: ", what):
        return file + what
    what = what.lstrip(".: ")
    return f"{file}:{_line(texts[file], what)}: {what}" if file.endswith(".toml") else f"{file}: {what}"


def _starts(pack: str, texts: dict[str, str]) -> dict[str, str]:
    """Return the file that is meant by each way in which a complaint may begin."""
    starts = {file.rpartition("/")[2]: file for file in texts} | {file: file for file in texts}
    return starts | {pack: pack if pack in texts else f"{pack}/{PACK_FILE}"}


def _line(text: str, what: str) -> int:
    """Return the line that a complaint speaks of; an unknown field has one of its own."""
    path = NOTE.sub("", what)
    unknown = UNKNOWN.match(path)
    if unknown is not None:
        path = unknown["own"] or f"{unknown['table']}.{unknown['name']}"
    return line_of(text, path)
