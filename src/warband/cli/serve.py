"""Serve the table in a browser: against a bot, two at one screen, or far apart by an invitation; watch, replay, learn.

Without arguments only this machine can reach it. The invite page can open it to the local network; --host 0.0.0.0
does so from the start. With --url it is meant for the internet, behind a reverse proxy (docs/server.md). Everything
is kept in one SQLite file, or in PostgreSQL. Ctrl-C or SIGTERM stops it; every match goes on where it was.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from functools import reduce
from pathlib import Path
from urllib.parse import urlsplit

from warband.agents.levels import find_level
from warband.agents.roster import MAKERS, find_maker
from warband.cli.arguments import add_database
from warband.cli.exit_codes import ExitCode
from warband.extras import extra
from warband.kernel.errors import BadInput
from warband.table.settings import Settings, default_data, read_limit

with extra("table"):
    from warband.table.serve import DEFAULT_PORT, serve

EXAMPLES = """\
exit code: 0 stopped, 2 wrong arguments, a port that is taken or a database that cannot be used

examples:
  warband                                                  the same as: warband serve
  warband --port 8100                                      the same as: warband serve --port 8100
  warband serve --host 0.0.0.0 --no-browser                for everybody on this network
  warband serve --url https://table.example.org --database postgresql://warband@localhost/warband --no-browser
"""
MOST_PORT = 65_535


def add_arguments(parser: ArgumentParser) -> None:
    """Take where to listen, where to keep the matches, and what to offer."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, metavar="N", help="the port (default: the first free one from 8000 on)")
    parser.add_argument("--url", help="the address people use, where a reverse proxy stands before the server")
    add_database(parser)
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="FILE.py:Name",
        help="offer a bot of your own, or one of an installed package by its name; may be repeated",
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="a host name people reach it by; may be repeated"
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set what one address or person may cost (docs/server.md); may be repeated",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(arguments: Namespace) -> ExitCode:
    """Serve the table until a signal comes."""
    serve(settings_of(arguments), arguments.port is None, not arguments.no_browser)
    return ExitCode.DONE


def settings_of(arguments: Namespace) -> Settings:
    """Return the settings that the arguments mean, or raise BadInput."""
    port = DEFAULT_PORT if arguments.port is None else arguments.port
    if not 0 <= port <= MOST_PORT:
        raise BadInput(f"serve: --port {port}: a port is a number from 0 to {MOST_PORT}")
    url = (arguments.url or "").rstrip("/")
    if url and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc or urlsplit(url).path):
        raise BadInput(f"serve: --url {url!r}: expected https://HOST or http://HOST:PORT, without a path")
    # Two at least: then nobody's bot waits for all the work that one other address has ordered.
    workers = max(2, min(4, os.cpu_count() or 1))
    settings = Settings(data_folder(arguments), arguments.database or "", arguments.host, port, url)
    limits = reduce(lambda so_far, text: read_limit(text, so_far), arguments.limit, settings.limits)
    guests = _guests(arguments.bot)
    return replace(settings, workers=workers, guests=guests, limits=limits, names=tuple(arguments.name))


def _guests(specs: list[str]) -> tuple[str, ...]:
    """Return the bots of the host, or raise BadInput if pages could not tell two of them, or one and a level, apart."""
    guests = tuple(_guest(spec) for spec in specs)
    names = [guest.rpartition(":")[2] for guest in guests]
    for spec, name in zip(specs, names, strict=True):
        if names.count(name) > 1 or name in MAKERS or find_level(name) is not None:
            raise BadInput(f"serve: --bot {spec!r}: another bot is called {name!r} too; give it a name of its own")
    return guests


def _guest(spec: str) -> str:
    """Return a bot of the host's with its whole path, or raise BadInput if it cannot be loaded."""
    path, _, name = spec.rpartition(":")
    if spec in MAKERS or find_level(spec) is not None:
        raise BadInput(
            f"serve: --bot {spec!r}: it is offered anyway; expected FILE.py:Name or an installed entry point"
        )
    whole = f"{Path(path).resolve()}:{name}" if path.endswith(".py") else spec
    find_maker(whole)
    return whole


def data_folder(arguments: Namespace) -> Path:
    """Return the folder of the embedded database, or raise BadInput."""
    data: Path = arguments.data or default_data()
    if arguments.data is not None and arguments.database:
        raise BadInput("--data names the folder of the embedded database; with --database leave it out")
    if data.exists() and not data.is_dir():
        raise BadInput(f"--data {data}: this is a file, not a folder")
    return data
