"""Make room for what is worked out about a table at leisure, such as an analysis."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision: str | None = "1"


def upgrade() -> None:
    """Add the notes."""
    op.create_table(
        "notes",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
