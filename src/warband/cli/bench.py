"""Measure random play, copies and search per second of CPU time, on the plain and the compiled engine.

Each figure is the best of five windows, the median of them beside it.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from warband.cli.exit_codes import ExitCode
from warband.kernel import registry
from warband.kernel.errors import BadInput
from warband.lab.bench import bench

EXAMPLES = """\
examples:
  warband bench                                 all games, on both engines
  warband bench --game heros-crossing --json    one game, for a program to read
"""
MOST_SECONDS = 60


def add_arguments(parser: ArgumentParser) -> None:
    """Take a game, and how long to measure."""
    parser.add_argument("--game", help="one game; without it all of them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per window (five windows each)")


def run(arguments: Namespace) -> ExitCode:
    """Measure games and print the figures."""
    if not 0 < arguments.seconds <= MOST_SECONDS:
        raise BadInput(f"bench: --seconds {arguments.seconds:g}: a window takes more than 0, at most {MOST_SECONDS}")
    names = [registry.entry(arguments.game).name] if arguments.game else registry.names()
    measured: list[dict[str, object]] = []
    for number, name in enumerate(names, 1):
        print(f"measuring {name} ({number} of {len(names)}) ...", file=sys.stderr)
        measured.append(bench(name, arguments.seconds))
    if arguments.json:
        print(json.dumps(measured[0] if arguments.game else measured, indent=1))
        return ExitCode.DONE
    for figures in measured:
        _print_figures(figures)
    return ExitCode.DONE


def _print_figures(figures: dict[str, object]) -> None:
    print(f"{figures['game']}: per second of CPU time, best (median) of five windows")
    for key, value in figures.items():
        middle = figures.get(f"median_{key}")
        if not isinstance(value, dict) or not isinstance(middle, dict):
            continue
        cells = [f"{name} {_figure(value[name])} ({_figure(middle[name])})" for name in value]
        print(f"  {key.removesuffix('_per_cpu_s').replace('_', ' '):24} " + "   ".join(cells))


def _figure(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else "not built"
