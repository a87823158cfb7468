"""Copy the database of a server while it runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from warband.kernel.errors import BadInput
from warband.table.storage.database import read_url, shown


def back_up(address: str, target: Path) -> int:
    """Copy a SQLite database into a new file, also while a server writes to it; return how many bytes it has."""
    url = read_url(address)
    if url.get_backend_name() != "sqlite":
        name = shown(url.set(drivername="postgresql"))
        raise BadInput(f"backup: PostgreSQL has its own tool; run: pg_dump --format=custom --file={target} {name}")
    source = Path(str(url.database))
    if not source.is_file():
        raise BadInput(f"backup: there is no database {source}; name it with --database or --data")
    if target.exists():
        raise BadInput(f"backup: {target} is there already; give another name")
    return _copy(source, target)


def _copy(source: Path, target: Path) -> int:
    draft = target.with_name(target.name + ".part")
    try:
        # What is in it may not be known to everybody here.
        draft.touch(mode=0o600)
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(draft)) as new,
        ):
            old.backup(new)
            # One file, whole by itself.
            new.execute("PRAGMA journal_mode = DELETE")
        draft.replace(target)
        return target.stat().st_size
    except (OSError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise BadInput(f"backup: {target} cannot be written: {error}") from None
