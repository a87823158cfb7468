"""Turn tables, changes and answers into rows of the database and back."""

from __future__ import annotations

import json
from dataclasses import asdict

from sqlalchemy import RowMapping

from warband.kernel.validation import Node
from warband.table.live.match_order import ClockRule, Order
from warband.table.live.saved import Change, GoingOn, Occupant, SavedAnswer, SavedTable

Row = dict[str, object]
FIXED = ("id", "game", "rules", "host", "commitment", "secret", "salt", "created")


def table_row(table: SavedTable) -> Row:
    """Return the columns of a new table."""
    fixed = {name: getattr(table, name) for name in FIXED}
    return fixed | {"order": json.dumps(asdict(table.order))} | standing_row(table)


def standing_row(table: SavedTable) -> Row:
    """Return the columns that every change rewrites."""
    return {
        "players": json.dumps(table.players),
        "head": _compact(table.head),
        "version": table.version,
        "decision": table.decision,
        "clock": json.dumps(table.clock),
        "result": "" if table.result is None else json.dumps(table.result),
        "changed": table.changed,
    }


def seat_rows(table: SavedTable) -> list[Row]:
    """Return the rows of both seats."""
    return [{"table": table.id, "seat": at, **vars(seat)} for at, seat in enumerate(table.seats)]


def change_row(change: Change) -> Row:
    """Return the row of a change."""
    return vars(change) | {"body": _compact(change.body)}


def answer_row(change: Change, answer: SavedAnswer) -> Row:
    """Return the row of the answer that was given to the message of a change."""
    columns = {"person": answer.person, "message": answer.message, "answer": json.dumps(answer.answer)}
    return {"table": change.table, "version": change.version, **columns}


def _compact(data: Row) -> str:
    return json.dumps(data, separators=(",", ":"))


# ---- reading ----


def read_table(row: RowMapping, seats: list[Occupant]) -> SavedTable:
    """Return the table of a row."""
    fixed = {name: row[name] for name in FIXED}
    table = SavedTable(order=read_order(row["order"]), players=json.loads(row["players"]), **fixed)
    table.seats = seats
    table.head, table.clock = json.loads(row["head"]), json.loads(row["clock"])
    table.version, table.decision, table.changed = row["version"], row["decision"], row["changed"]
    table.result = json.loads(row["result"]) if row["result"] else None
    return table


def going_on(row: RowMapping, seats: dict[int, str]) -> GoingOn | None:
    """Return how a table goes on by itself, or None if it waits for somebody; `seats` has the bot of each, or none."""
    head, time = row["head"], json.loads(row["clock"])
    awaiting = json.loads("{" + head[head.rindex('"awaiting":') :]).get("awaiting", [])
    thinking = tuple(seat for seat in awaiting if seats.get(seat) == "") if time.get("begun") is True else ()
    has_bot = any(seats.get(seat) for seat in awaiting)
    left = time.get("left", [0, 0])
    return GoingOn(row["id"], has_bot, (int(left[0]), int(left[1])), thinking) if has_bot or thinking else None


def read_change(row: RowMapping) -> Change:
    """Return the change of a row."""
    return Change(row["table"], row["version"], row["deed"], row["seat"], json.loads(row["body"]), row["at"])


def read_answer(row: RowMapping) -> SavedAnswer:
    """Return the answer of a row."""
    return SavedAnswer(row["person"], row["message"], json.loads(row["answer"]))


def read_order(text: str) -> Order:
    """Return the order that a column holds."""
    node = Node(json.loads(text), "order")
    names, clock = node.field("names").texts(), node.field("clock")
    return Order(
        node.field("game").text(),
        node.field("options").mapping(),
        node.field("mode").text(),
        tuple(node.field("bots").texts()),
        node.field("side").integer(-1, 1),
        ClockRule(clock.field("minutes").integer(), clock.field("added").integer(), clock.field("at_zero").text()),
        (names[0], names[1]),
        node.field("delay").integer(),
        "hints" in node.fields() and node.field("hints").boolean(),
    )
