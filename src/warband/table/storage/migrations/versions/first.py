"""Make people, tables, seats, the log of changes and the answers."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision: str | None = None

ID = sa.String(32)
TEXT = sa.String(200)


def upgrade() -> None:
    """Make the first shape."""
    op.create_table("settings", _column("name", TEXT, key=True), _column("value", sa.Text()))
    op.create_table("people", _column("id", ID, key=True), _column("name", TEXT), _column("created", sa.Float()))
    _create_tables()
    op.create_table(
        "seats",
        _of_table(),
        _column("seat", sa.Integer(), key=True),
        _column("person", ID),
        _column("bot", TEXT),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    _create_log()


def _create_tables() -> None:
    op.create_table(
        "tables",
        _column("id", ID, key=True),
        _column("game", TEXT),
        _column("rules", sa.Integer()),
        *(_column(name, sa.Text()) for name in ("order", "players")),
        _column("host", ID),
        *(_column(name, TEXT) for name in ("commitment", "secret", "salt")),
        _column("head", sa.Text()),
        *(_column(name, sa.BigInteger()) for name in ("version", "decision")),
        *(_column(name, sa.Text()) for name in ("clock", "result")),
        *(_column(name, sa.Float()) for name in ("created", "changed")),
    )
    op.create_index("tables_by_change", "tables", ["changed"])


def _create_log() -> None:
    op.create_table(
        "changes",
        _of_table(),
        _column("version", sa.BigInteger(), key=True),
        _column("deed", ID),
        _column("seat", sa.Integer()),
        _column("body", sa.Text()),
        _column("at", sa.Float()),
    )
    op.create_table(
        "answers",
        _of_table(),
        _column("person", ID, key=True),
        _column("message", TEXT, key=True),
        _column("version", sa.BigInteger()),
        _column("answer", sa.Text()),
    )


def _column(name: str, kind: sa.types.TypeEngine[Any], key: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=key, nullable=False)


def _of_table() -> sa.Column[Any]:
    return sa.Column("table", ID, sa.ForeignKey("tables.id"), primary_key=True)
