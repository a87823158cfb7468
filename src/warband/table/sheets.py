"""Hold tables, seats and changes as the database knows them, and turn them into plain data and back."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

from warband.kernel.plain import Node
from warband.table.pages.hall import ClockRule, Order


@dataclass(frozen=True)
class Seat:
    """Hold who sits in a seat: a person, a bot, or nobody yet."""

    person: str = ""
    bot: str = ""

    def is_free(self) -> bool:
        """Tell whether nobody sits here."""
        return not self.person and not self.bot

    @property
    def kind(self) -> str:
        """Return who sits here in a word: a bot, a person, or nobody."""
        return "bot" if self.bot else "empty" if self.is_free() else "person"


@dataclass
class Sheet:
    """Hold one table as the database knows it: what was agreed, and how it stands."""

    id: str
    game: str
    rules: int
    order: Order
    players: list[str]
    host: str
    commitment: str
    secret: str
    salt: str
    created: float
    seats: list[Seat] = field(default_factory=lambda: [Seat(), Seat()])
    head: dict[str, object] = field(default_factory=dict)
    version: int = 0
    decision: int = 1
    clock: dict[str, object] = field(default_factory=dict)
    result: dict[str, object] | None = None
    changed: float = 0.0

    def row(self) -> dict[str, object]:
        """Return the values that never change, for the database."""
        fixed = {"id": self.id, "game": self.game, "rules": self.rules, "host": self.host, "created": self.created}
        chance = {"commitment": self.commitment, "secret": self.secret, "salt": self.salt}
        return fixed | chance | {"order": json.dumps(asdict(self.order))}

    def standing(self) -> dict[str, object]:
        """Return the values that every change rewrites, for the database."""
        return {
            "players": json.dumps(self.players),
            "head": json.dumps(self.head, separators=(",", ":")),
            "version": self.version,
            "decision": self.decision,
            "clock": json.dumps(self.clock),
            "result": "" if self.result is None else json.dumps(self.result),
            "changed": self.changed,
        }


@dataclass(frozen=True)
class Change:
    """Hold one line of a table's log: what was done, by whom, and the entries and events that came of it."""

    table: str
    version: int
    deed: str
    seat: int
    body: dict[str, object]
    at: float

    def row(self) -> dict[str, object]:
        """Return the change for the database."""
        return vars(self) | {"body": json.dumps(self.body, separators=(",", ":"))}


@dataclass(frozen=True)
class Answered:
    """Hold what was answered to a message that changed something."""

    person: str
    message: str
    answer: dict[str, object]


def read_order(text: str) -> Order:
    """Return the order that the database holds."""
    node = Node(json.loads(text), "order")
    names, clock = node.field("names").texts(), node.field("clock")
    return Order(
        node.field("game").text(),
        {name: item.value for name, item in node.field("options").fields().items()},
        node.field("mode").text(),
        tuple(node.field("bots").texts()),
        node.field("side").integer(-1, 1),
        ClockRule(clock.field("minutes").integer(), clock.field("added").integer(), clock.field("at_zero").text()),
        (names[0], names[1]),
        node.field("delay").integer(),
    )
