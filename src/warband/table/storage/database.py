"""Open a database, SQLite or PostgreSQL, migrate it, and lock it for one server."""

from __future__ import annotations

import contextlib
import fcntl
import secrets
import sqlite3
from importlib import resources
from pathlib import Path
from typing import Final, TextIO

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from warband.kernel.errors import BadInput
from warband.table.storage import schema

# A database that was made without a language would hand out bytes.
POSTGRES: Final = {"client_encoding": "utf8", "connect_timeout": 5}
NEWEST: Final = "head"
BUSY_SECONDS: Final = 10
# Arbitrary, but the same for all servers.
ADVISORY_LOCK: Final = 0x57415242
OWNER: Final = "owner"
OWNER_BYTES: Final = 16


class DatabaseTaken(BadInput):
    """Another server uses the database now; this one may not write any more."""


class Database:
    """An open database and the claim that no other server uses it.

    A lock in PostgreSQL ends with its session, so the claim is also a row: whoever claims the database later writes
    another owner there, and every transaction of ours looks whether it is still us.
    """

    def __init__(self, engine: Engine, claim: TextIO | Connection, owner: str = "") -> None:
        self.engine = engine
        self.claim = claim
        self.owner = owner
        self.is_taken = False

    def close(self) -> None:
        """Close the database and release the lock."""
        with contextlib.suppress(SQLAlchemyError):
            self.claim.close()
        self.engine.dispose()

    def check_owner(self, connection: Connection) -> None:
        """Raise DatabaseTaken if another server has claimed the database; none can before this transaction ends."""
        if not isinstance(self.claim, Connection):
            return
        query = select(schema.settings.c.value).where(schema.settings.c.name == OWNER).with_for_update(read=True)
        if connection.execute(query).scalar_one_or_none() != self.owner:
            self.is_taken = True
            raise DatabaseTaken(str(_taken(self.engine.url)))

    def keep_claim(self) -> None:
        """See that the claim stands, and renew it if PostgreSQL has been restarted; raise what prevents it."""
        if not isinstance(self.claim, Connection) or self.is_taken:
            return
        try:
            self.claim.execute(text("SELECT 1"))
        except SQLAlchemyError:
            with contextlib.suppress(SQLAlchemyError):
                self.claim.invalidate()
                self.claim.close()
            try:
                self.claim = _claim(self.engine)
            except BadInput:
                self.is_taken = True
                raise


def open_database(address: str) -> Database:
    """Open a database, migrate it and claim it, or raise BadInput that says why that is not possible."""
    url = read_url(address)
    try:
        engine = make_engine(url)
        try:
            claim = _claim_migrated(engine)
            return Database(engine, claim, _write_owner(engine))
        except BaseException:
            engine.dispose()
            raise
    except CommandError as error:
        raise BadInput(f"database {shown(url)}: made by a newer Warband: {error}") from None
    except (SQLAlchemyError, OSError) as error:
        raise BadInput(f"database {shown(url)}: {reason_of(error)}") from None


def _write_owner(engine: Engine) -> str:
    """Write down that the database is ours from now on, and return the sign that says so."""
    owner = secrets.token_hex(OWNER_BYTES)
    with engine.begin() as connection:
        connection.execute(delete(schema.settings).where(schema.settings.c.name == OWNER))
        connection.execute(insert(schema.settings).values(name=OWNER, value=owner))
    return owner


def _claim_migrated(engine: Engine) -> TextIO | Connection:
    """Claim a database and bring it up to date."""
    claim = _claim(engine)
    try:
        migrate(engine)
    except BaseException:
        claim.close()
        raise
    return claim


def read_url(address: str) -> URL:
    """Return the address of a database with its driver, or raise BadInput."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadInput(f"database {address!r}: expected sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise BadInput(f"database {shown(url)}: {url.drivername!r} is not one of sqlite, postgresql")
    if url.get_backend_name() == "sqlite" and not url.database:
        raise BadInput("database sqlite: name a file, such as sqlite:///warband.db")
    return url


def shown(url: URL) -> str:
    """Return an address without its password."""
    return url.render_as_string(hide_password=True)


def reason_of(error: Exception) -> str:
    """Return in one line what a database complains about."""
    text = str(error.orig) if isinstance(error, DatabaseError) else str(error)
    return " ".join(text.split()) or type(error).__name__


def make_engine(url: URL) -> Engine:
    """Return an engine; SQLite writes ahead and waits until a commit is on the disk."""
    try:
        if url.get_backend_name() != "sqlite":
            return create_engine(url, pool_pre_ping=True, connect_args=POSTGRES)
        _make_file(Path(str(url.database)))
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False})
    except NoSuchModuleError:
        raise BadInput(f"database {shown(url)}: there is no driver {url.drivername!r}") from None
    except ModuleNotFoundError:
        raise BadInput(f"database {shown(url)}: PostgreSQL needs pip install 'warband[postgres]'") from None
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _make_file(path: Path) -> None:
    """Make the file of a new database, for its owner alone: it holds what no player may know yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


def _set_up_sqlite(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _claim(engine: Engine) -> TextIO | Connection:
    """Claim a database for this process: by a lock on a file beside it, or by a lock in PostgreSQL."""
    if engine.url.get_backend_name() == "sqlite":
        return _claim_file(Path(f"{engine.url.database}.lock"), engine.url)
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    if not connection.execute(text(f"SELECT pg_try_advisory_lock({ADVISORY_LOCK})")).scalar_one():
        connection.close()
        raise _taken(engine.url)
    return connection


def _claim_file(path: Path, url: URL) -> TextIO:
    file = path.open("w", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise _taken(url) from None
    return file


def _taken(url: URL) -> BadInput:
    return BadInput(f"database {shown(url)}: another Warband server uses it; stop that one, or give another --database")


def migrate(engine: Engine, revision: str = NEWEST) -> None:
    """Bring a database up to a revision, from an empty or an older one."""
    config = Config()
    with resources.as_file(resources.files("warband.table.storage") / "migrations") as folder:
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
