"""Find the matches that a person began without looking through all of them."""

from __future__ import annotations

from alembic import op

revision = "3"
down_revision: str | None = "2"


def upgrade() -> None:
    """Add the index."""
    op.create_index("tables_by_host", "tables", ["host"])
