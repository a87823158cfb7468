"""Keep what a long command finds in a file of JSON lines, as it comes, and put the lines in order at its end.

The first line says what the others are of. A line is on its way to the disk as soon as its match is finished, so that a
command that is killed loses nothing finished; in order, the file is the same however the work was done.
"""

from __future__ import annotations

import json
import os
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator
from pathlib import Path

from warband.cli.files import exists, read_text, write_safely
from warband.kernel.errors import BadInput

SOURCES = "sources"


class LineFile(ABC):
    """A file of lines with numbers: begun if it is new, read if it was begun with the same terms."""

    def __init__(self, path: Path, terms: dict[str, object], sources: str) -> None:
        self.path = path
        self.terms: dict[str, object] = {**terms, SOURCES: sources}
        self.has_other_sources = False
        # The number of each line, in the order of the file, and where it begins.
        self._numbers = array("q")
        self._places = array("q")
        self._end = self._begin()
        self._read = 0

    def _begin(self) -> int:
        """Write the first line, or check that it is the same; return where the second begins."""
        first = first_line(self.path) if exists(self.path) else b""
        if not first:
            write_safely(self.path, line(self.terms))
            return self.path.stat().st_size
        head = read_line(self.path, 1, first)
        check_terms(self.path, head, self.terms)
        self.has_other_sources = head.get(SOURCES) != self.terms[SOURCES]
        return len(first)

    @abstractmethod
    def number_of(self, data: dict[str, object], where: str) -> int:
        """Return the number by which lines are put in order, or raise BadInput."""

    def read(self) -> Iterator[tuple[dict[str, object], str]]:
        """Yield the lines that are there, each with its place; one that was cut off in the middle of writing goes."""
        with self.path.open("rb") as file:
            file.seek(self._end)
            for count, text in enumerate(file, 2):
                if not text.endswith(b"\n"):
                    break
                data, where = read_line(self.path, count, text), f"{self.path}:{count}"
                yield data, where
                self._note(self.number_of(data, where), len(text))
        self._read = len(self._numbers)
        if self._end < self.path.stat().st_size:
            os.truncate(self.path, self._end)

    def add(self, data: dict[int, dict[str, object]]) -> None:
        """Write lines to the end of the file, by their numbers."""
        texts = {number: line(fields) for number, fields in data.items()}
        append(self.path, "".join(texts.values()))
        for number, text in texts.items():
            self._note(number, len(text.encode()))

    def _note(self, number: int, length: int) -> None:
        self._numbers.append(number)
        self._places.append(self._end)
        self._end += length

    def put_in_order(self, keep: range | None = None) -> None:
        """Sort the lines by their numbers, each once; of those added since the file was read only some may be kept."""
        ends = array("q", [*self._places[1:], self._end])
        found = {
            number: (self._places[index], ends[index] - self._places[index])
            for index, number in enumerate(self._numbers)
            if keep is None or index < self._read or number in keep
        }
        if list(found) == sorted(found) and len(found) == len(self._numbers):
            return
        head = self._places[0] if self._places else self._end
        self._rewrite(head, [found[number] for number in sorted(found)])
        self._numbers, self._places, self._end = array("q"), array("q"), head
        for number in sorted(found):
            self._note(number, found[number][1])

    def _rewrite(self, head: int, parts: list[tuple[int, int]]) -> None:
        """Write the first line and these parts of the file into it; a crash leaves the old one or the new one."""
        draft = self.path.with_name(self.path.name + ".new")
        try:
            with self.path.open("rb") as old, draft.open("wb") as new:
                for place, length in [(0, head), *parts]:
                    old.seek(place)
                    new.write(old.read(length))
                new.flush()
                os.fsync(new.fileno())
            draft.replace(self.path)
        except OSError as error:
            raise BadInput(f"{self.path}: cannot be written: {error.strerror}") from None


def line(data: dict[str, object]) -> str:
    """Return plain data as one line of JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def append(path: Path, text: str) -> None:
    """Write a text to the end of a file."""
    try:
        with path.open("a", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def first_line(path: Path) -> bytes:
    """Return the first whole line of a file, or nothing."""
    try:
        with path.open("rb") as file:
            text = file.readline()
    except OSError:
        # Which says what is wrong.
        text = read_text(path).encode()
    return text if text.endswith(b"\n") else b""


def read_line(path: Path, number: int, text: bytes) -> dict[str, object]:
    """Return the fields of one line, or raise BadInput that names it."""
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BadInput(f"{path}:{number}: this is not a line of matches")
    return data


def check_terms(path: Path, head: dict[str, object], terms: dict[str, object]) -> None:
    """Raise BadInput if a file holds matches of other arguments; the first of the terms says which command plays."""
    if next(iter(terms)) not in head:
        raise BadInput(f"{path}: this is not the file of `warband {next(iter(terms))}`")
    for name, value in terms.items():
        if name != SOURCES and head.get(name) != value:
            there, here = json.dumps(head.get(name)), json.dumps(value)
            raise BadInput(
                f"{path}: it holds matches of other arguments ({name}: {there}, not {here}); give another --out"
            )
