"""Carry out the commands of the web table: serve it, back its database up."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from warband.agents.roster import find_maker
from warband.kernel.errors import BadInput
from warband.table.backup import back_up
from warband.table.serve import DEFAULT_PORT, serve
from warband.table.settings import Settings, default_data

Arguments = argparse.Namespace
MOST_PORT = 65_535


def serve_table(arguments: Arguments) -> int:
    """Serve the table in a browser until a signal comes."""
    serve(settings_of(arguments), arguments.port is None, not arguments.no_browser)
    return 0


def settings_of(arguments: Arguments) -> Settings:
    """Return the settings that the arguments mean, or raise BadInput."""
    port = DEFAULT_PORT if arguments.port is None else arguments.port
    if not 0 <= port <= MOST_PORT:
        raise BadInput(f"serve: --port {port}: a port is a number from 0 to {MOST_PORT}")
    url = (arguments.url or "").rstrip("/")
    if url and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc or urlsplit(url).path):
        raise BadInput(f"serve: --url {url!r}: expected https://HOST or http://HOST:PORT, without a path")
    workers = max(1, min(4, os.cpu_count() or 1))
    plain = Settings(_data(arguments), arguments.database or "", arguments.host, port, url)
    return replace(plain, workers=workers, guests=tuple(_guest(spec) for spec in arguments.bot))


def _guest(spec: str) -> str:
    """Return a bot of the host's with its whole path, or raise BadInput if it cannot be loaded."""
    path, _, name = spec.rpartition(":")
    if not path.endswith(".py"):
        raise BadInput(f"serve: --bot {spec!r}: expected FILE.py:Name")
    found = f"{Path(path).resolve()}:{name}"
    find_maker(found)
    return found


def _data(arguments: Arguments) -> Path:
    data: Path = arguments.data or default_data()
    if arguments.data is not None and arguments.database:
        raise BadInput("--data names the folder of the embedded database; with --database leave it out")
    if data.exists() and not data.is_dir():
        raise BadInput(f"--data {data}: this is a file, not a folder")
    return data


def backup(arguments: Arguments) -> int:
    """Copy the database into a file."""
    settings = Settings(_data(arguments), arguments.database or "")
    size = back_up(settings.database_url(), arguments.file)
    print(f"{arguments.file}: {size:,} bytes; to go back, stop the server and put it in place of the database")
    return 0
