"""List the games and their options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from warband.cli.exit_codes import ExitCode
from warband.kernel import registry

EXAMPLES = """\
examples:
  warband games                                          what there is to play
  warband play heros-crossing --option fronts=dealt      use an option
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Take no arguments."""


def run(arguments: Namespace) -> ExitCode:
    """Print every game with its options."""
    for name in registry.names():
        entry = registry.entry(name)
        print(f"{name}: {entry.title}")
        for option in entry.options:
            values = ", ".join(option.choices) or (f"{option.low} to {option.high}" if option.high else "text")
            print(f"    {option.name}={option.default}  {option.text} ({values})")
    return ExitCode.DONE
