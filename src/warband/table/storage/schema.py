"""Describe the tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

ID = 32
TEXT = 200

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(TEXT), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("name", String(TEXT), nullable=False),
    Column("created", Float, nullable=False),
)

# What was agreed when the match began is `order`; how it stands now is `head`, rewritten with every change.
tables = Table(
    "tables",
    metadata,
    Column("id", String(ID), primary_key=True),
    Column("game", String(TEXT), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("order", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("host", String(ID), nullable=False),
    Column("commitment", String(TEXT), nullable=False),
    Column("secret", String(TEXT), nullable=False),
    Column("salt", String(TEXT), nullable=False),
    Column("head", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("decision", BigInteger, nullable=False),
    Column("clock", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tables_by_change", "changed"),
    Index("tables_by_host", "host"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(ID), nullable=False),
    Column("bot", String(TEXT), nullable=False),
    Index("seats_by_person", "person"),
)

# The log: one row for each change, never rewritten; an undo is a row of its own.
changes = Table(
    "changes",
    metadata,
    Column("table", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("deed", String(ID), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# What was answered to messages that changed something, so that a repeated one is answered again and not applied again.
answers = Table(
    "answers",
    metadata,
    Column("table", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(ID), primary_key=True),
    Column("message", String(TEXT), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("answer", Text, nullable=False),
)

# What was worked out about a table at leisure, such as an analysis.
notes = Table(
    "notes",
    metadata,
    Column("table", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("name", String(TEXT), primary_key=True),
    Column("value", Text, nullable=False),
)
