"""Declare the commands of the web table; the web itself is imported only when one of them runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    Kind = TypeVar("Kind", bound=argparse.ArgumentParser)
    Commands = argparse._SubParsersAction[Kind]

SERVE = """\
Serves the table in a browser: against a bot, two at one screen, or far apart by an invitation; watch, replay, learn.

Without arguments only this machine can reach it. The invite page can open it to the local network; --host 0.0.0.0
does so from the start. With --url it is meant for the internet, behind a reverse proxy (docs/server.md). Everything
is kept in one SQLite file, or in PostgreSQL. Ctrl-C or SIGTERM stops it; every match goes on where it was.
"""
SERVE_EPILOG = """\
exit code: 0 stopped, 2 wrong arguments, a port that is taken or a database that cannot be used

examples:
  warband                                                  the same as: warband serve
  warband --port 8100                                      the same as: warband serve --port 8100
  warband serve --host 0.0.0.0 --no-browser                for everybody on this network
  warband serve --url https://table.example.org --database postgresql://warband@localhost/warband --no-browser
"""


def add_table_commands(found: Commands[Kind]) -> None:
    """Add the commands that serve the table and back its database up."""
    _add_serve(found)
    _add_backup(found)


def _add_serve(found: Commands[Kind]) -> None:
    parser = found.add_parser(
        "serve",
        help="play in the browser: serve the table on this machine, a network or the internet (docs/server.md)",
        description=SERVE,
        epilog=SERVE_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, metavar="N", help="the port (default: the first free one from 8000 on)")
    parser.add_argument("--url", help="the address people use, where a reverse proxy stands before the server")
    _add_database(parser)
    parser.add_argument(
        "--bot", action="append", default=[], metavar="FILE.py:Name", help="offer a bot of your own; may be repeated"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.set_defaults(run=serve_table)


def _add_backup(found: Commands[Kind]) -> None:
    parser = found.add_parser("backup", help="copy the database of the table into a file, also while it is served")
    parser.add_argument("file", type=Path, metavar="FILE")
    _add_database(parser)
    parser.set_defaults(run=backup_table)


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the data (default: that of the person)")


def serve_table(arguments: argparse.Namespace) -> int:
    """Serve the table; the web is imported only where it is wanted."""
    from warband import table_commands

    return table_commands.serve_table(arguments)


def backup_table(arguments: argparse.Namespace) -> int:
    """Back the database of the table up."""
    from warband import table_commands

    return table_commands.backup(arguments)
