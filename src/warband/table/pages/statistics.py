"""A match in numbers: the figures its game asks for, and who decided how often."""

from __future__ import annotations

from dataclasses import dataclass

from warband.kernel.entries import ACT
from warband.kernel.events import Event
from warband.kernel.record import Record
from warband.table.pages.about import Figure, about


@dataclass(frozen=True)
class Row:
    """One figure of a match for both seats."""

    label: str
    values: tuple[int, int]

    def share(self) -> int:
        """Return how much of the whole is the first seat's, in hundredths; half where there is nothing."""
        whole = sum(self.values)
        return round(100 * self.values[0] / whole) if whole else 50


def story(record: Record, events: list[tuple[int, Event]]) -> list[Row]:
    """Return the figures of a match, those in which nothing happened left out."""
    rows = [_decisions(record), *(_row(figure, events) for figure in about(record.game).story)]
    return [row for row in rows if sum(row.values)]


def _decisions(record: Record) -> Row:
    counts = [sum(1 for entry in record.entries if entry.seat == seat and entry.deed == ACT) for seat in (0, 1)]
    return Row("Decisions", (counts[0], counts[1]))


def _row(figure: Figure, events: list[tuple[int, Event]]) -> Row:
    values = [0, 0]
    for _, event in events:
        data = event.data()
        seat = data.get(figure.by)
        if event.kind in figure.kinds and seat in (0, 1):
            amount = data.get(figure.sum, 0) if figure.sum else 1
            values[1 - int(str(seat)) if figure.of_rival else int(str(seat))] += (
                amount if isinstance(amount, int) else 0
            )
    return Row(figure.label, (values[0], values[1]))
