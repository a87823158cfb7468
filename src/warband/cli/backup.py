"""Copy the database of the table into a file, also while the table is served."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.cli.arguments import add_database
from warband.cli.exit_codes import ExitCode
from warband.cli.serve import data_folder
from warband.table.settings import Settings
from warband.table.storage.backup import back_up

EXAMPLES = """\
exit code: 0 done, 2 there is no database, it is not SQLite, or the file cannot be written

examples:
  warband backup copy.db                           the database in your data folder
  warband backup copy.db --data matches/table      the one of make play
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Take the file, and where the database lies."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write the copy")
    add_database(parser)


def run(arguments: Namespace) -> ExitCode:
    """Copy the database."""
    settings = Settings(data_folder(arguments), arguments.database or "")
    size = back_up(settings.database_url(), arguments.file)
    print(f"{arguments.file}: {size:,} bytes; to go back, stop the server and put it in place of the database")
    return ExitCode.DONE
