"""Measure our games and their peers in one run: ours, then the peers, then ours again, the best of ours kept.

The peers (OpenSpiel, RLCard, PettingZoo, python-chess) live in a virtual environment of their own, `build/peers-venv`,
made on first use. What is counted, and how OpenSpiel's C++ rollouts become decisions, is told in `peer_worker.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shlex
import subprocess
import sys
from pathlib import Path

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Figures = dict[str, Json]

HERE = Path(__file__).resolve().parent
WORKER = HERE / "peer_worker.py"
REQUIREMENTS = HERE / "peers.txt"
VENV = HERE.parent / "build" / "peers-venv"
STAMP = VENV / "installed.txt"
ROW = "{:<44}{:>16}{:>16}{:>14}{:>12}"
FACE_ROW = "{:<44}{:>16}{:>16}{:>14}"


class BenchError(Exception):
    """Say in one sentence why there are no figures."""


def announce(stage: str) -> None:
    """Print a progress line."""
    print(f"peers: {stage}", file=sys.stderr, flush=True)


# Running commands


def run(command: list[str], purpose: str, *, is_quiet: bool = False) -> str:
    """Return what a command prints, or fail with the last line of its complaint."""
    errors = subprocess.PIPE if is_quiet else None
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, text=True, check=False, cwd=HERE.parent)
    except OSError as error:
        raise BenchError(f"Could not {purpose}: {error}.") from error
    if done.returncode != 0:
        raise BenchError(f"Could not {purpose}: {last_line(done.stderr) or f'exit status {done.returncode}'}.")
    return done.stdout


def last_line(text: str | None) -> str:
    """Return the last line that says something, without its full stop."""
    lines = [line.strip() for line in (text or "").splitlines() if line.strip()]
    return lines[-1].rstrip(".") if lines else ""


def parse(text: str, purpose: str) -> Json:
    """Return the JSON a command printed."""
    try:
        value: Json = json.loads(text)
    except ValueError as error:
        raise BenchError(f"Could not {purpose}: it printed no JSON ({error}).") from error
    return value


# The peers


def venv_python() -> str:
    """Return the interpreter of the peers' environment."""
    return str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def install_peers() -> None:
    """Make the peers' environment unless it is there, complete, for this interpreter and these requirements."""
    wanted = f"{sys.version}\n{REQUIREMENTS.read_text()}"
    if STAMP.exists() and STAMP.read_text() == wanted:
        return
    announce(f"installing the peers into {VENV}, once")
    run([sys.executable, "-m", "venv", "--clear", str(VENV)], "make the peers' environment", is_quiet=True)
    pip = [venv_python(), "-I", "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip, "install", "-r", str(REQUIREMENTS)], "install the peers", is_quiet=True)
    STAMP.write_text(wanted)


def measure_peers(seconds: float) -> Figures:
    """Return the figures of every peer by label."""
    purpose = "measure the peers"
    figures = parse(run([venv_python(), "-I", str(WORKER), "--seconds", str(seconds)], purpose), purpose)
    if not isinstance(figures, dict):
        raise BenchError(f"Could not {purpose}: the worker printed no JSON object.")
    return figures


# Ours


def bench_command() -> list[str]:
    """Return the command of our own bench; the tests of this script put another in its place."""
    command = os.environ.get("WARBAND_BENCH_COMMAND")
    return shlex.split(command) if command else [sys.executable, "-m", "warband", "bench", "--json"]


def measure_ours(game: str | None) -> list[Figures]:
    """Return the figures of our games, one entry a game."""
    purpose = "run our own bench"
    announce("measuring ours")
    value = parse(run([*bench_command(), *(["--game", game] if game else [])], purpose, is_quiet=True), purpose)
    entries = value if isinstance(value, list) else [value]
    games = [entry for entry in entries if isinstance(entry, dict) and "game" in entry]
    if not games or len(games) != len(entries):
        raise BenchError(f"Could not {purpose}: it printed something other than games.")
    return games


def measure_faces(game: str | None, seconds: float) -> Figures:
    """Return the figures of our research faces, by game and face, on the compiled engine where it is built."""
    purpose = "measure our research faces"
    command = [sys.executable, "-m", "benchmarks.face_worker", "--seconds", str(seconds)]
    figures = parse(run([*command, *(["--game", game] if game else [])], purpose), purpose)
    if not isinstance(figures, dict):
        raise BenchError(f"Could not {purpose}: the worker printed no JSON object.")
    return figures


def merge_runs(first: list[Figures], second: list[Figures]) -> list[Figures]:
    """Return each game with the best rates of its two runs."""
    again = {entry["game"]: entry for entry in second}
    return [merge_game(entry, again.get(entry["game"], {})) for entry in first]


def merge_game(first: Figures, second: Figures) -> Figures:
    """Return one game with the best rates of its two runs; what is not a rate stays as first seen."""
    return {key: best(value, second.get(key)) if key.endswith("_per_cpu_s") else value for key, value in first.items()}


def best(first: Json, second: Json) -> Json:
    """Return the higher of two rates, or of each rate in two objects."""
    if isinstance(first, dict) and isinstance(second, dict):
        return {key: best(first.get(key), second.get(key)) for key in first | second}
    if isinstance(first, int | float) and isinstance(second, int | float):
        return max(first, second)
    return second if first is None else first


# Showing


def look_up(figures: Json, *keys: str) -> float | None:
    """Return the number under a path of keys, or None where there is none."""
    for key in keys:
        figures = figures.get(key) if isinstance(figures, dict) else None
    return figures if isinstance(figures, int | float) else None


def show(number: float | None) -> str:
    """Write a rate for the table."""
    return "-" if number is None else f"{number:,.0f}"


def show_ratio(ours: float | None, theirs: float | None) -> str:
    """Write how many times faster we are than the peer."""
    return f"{ours / theirs:.2f}" if ours is not None and theirs else "-"


def peer_row(label: str, figures: Json, ours: float | None) -> str:
    """Write a peer's line of the table."""
    if isinstance(figures, dict) and "error" in figures:
        return f"{label:<44}  failed: {figures['error']}"
    rates = [look_up(figures, "decisions_per_cpu_s", kind) for kind in ("best", "median")]
    matches = look_up(figures, "matches_per_cpu_s", "best")
    return ROW.format(label, show(rates[0]), show(rates[1]), show(matches), show_ratio(ours, rates[0]))


def show_game(entry: Figures, peers: Figures) -> str:
    """Write the table of one of our games."""
    plain, compiled = (look_up(entry, "decisions_per_cpu_s", kind) for kind in ("plain", "compiled"))
    title = f"{entry['game']}: decisions per CPU-second {show(compiled)} compiled, {show(plain)} plain"
    heading = ROW.format("peer", "decisions best", "median", "matches", "ours/peer")
    return "\n".join([title, heading, *(peer_row(label, figures, compiled) for label, figures in peers.items())])


def show_all(games: list[Figures], peers: Figures) -> str:
    """Write a table for every game, and what the numbers mean."""
    footnote = (
        "All per second of CPU time, random play; a decision is a choice among two or more legal actions,"
        "\na step any action of a player, with its observation and mask. our aec/it: our slowest AEC face over it."
        "\nours/peer: our compiled decisions over the peer's best. cpp_rollout: C++ rollouts times the mean"
        "\ndecisions per match that the same start states gave in Python."
    )
    return "\n\n".join([*(show_game(entry, peers) for entry in games), show_faces(games, peers), footnote])


def show_faces(games: list[Figures], peers: Figures) -> str:
    """Write the table of our research faces and of the peers with a face like theirs, in steps."""
    heading = FACE_ROW.format("face", "steps best", "median", "our aec/it")
    rows = [face_row(f"{entry['game']} {face}", figures) for entry in games for face, figures in faces_of(entry)]
    rates = [look_up(figures, "steps_per_cpu_s", "best") for entry in games for face, figures in faces_of(entry)[:1]]
    slowest = min((rate for rate in rates if rate is not None), default=None)
    rivals = [(label, figures) for label, figures in peers.items() if label.startswith(("pettingzoo/", "rlcard/"))]
    return "\n".join([heading, *rows, *(face_row(label, figures, slowest) for label, figures in rivals)])


def faces_of(entry: Figures) -> list[tuple[str, Json]]:
    """Return the faces of a game with their figures, the AEC face first."""
    faces = entry.get("faces")
    return list(faces.items()) if isinstance(faces, dict) else []


def face_row(label: str, figures: Json, ours: float | None = None) -> str:
    """Write the line of a face; `ours` is the slowest AEC face of our games, to compare with."""
    rates = [look_up(figures, "steps_per_cpu_s", kind) for kind in ("best", "median")]
    return FACE_ROW.format(label, show(rates[0]), show(rates[1]), show_ratio(ours, rates[0]))


# The command line


def positive(text: str) -> float:
    """Read a positive number of seconds."""
    number = float(text)
    if not (number > 0 and math.isfinite(number)):
        raise argparse.ArgumentTypeError(f"{text} is not a positive number of seconds")
    return number


def read_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="peers.py", description="Measure our games and their peers in one run.")
    parser.add_argument("--game", help="measure this game of ours only")
    parser.add_argument("--json", action="store_true", help="print JSON in place of tables")
    parser.add_argument("--seconds", type=positive, default=1.0, help="CPU seconds of each of a peer's five windows")
    return parser.parse_args()


def compare(game: str | None, seconds: float) -> tuple[list[Figures], Figures]:
    """Return our games and the peers, measured close together."""
    install_peers()
    first = measure_ours(game)
    peers = measure_peers(seconds)
    faces = measure_faces(game, seconds)
    games = merge_runs(first, measure_ours(game))
    return [{**entry, "faces": faces.get(str(entry["game"]))} for entry in games], peers


def to_json(games: list[Figures], peers: Figures) -> str:
    """Write the games as our bench does, one object or a list, each with its peers."""
    filled: list[Json] = [{**entry, "peers": peers} for entry in games]
    return json.dumps(filled[0] if len(filled) == 1 else filled, indent=2)


def main() -> int:
    """Run the comparison and return the exit status."""
    arguments = read_arguments()
    try:
        games, peers = compare(arguments.game, arguments.seconds)
    except BenchError as error:
        print(error, file=sys.stderr)
        return 2
    print(to_json(games, peers) if arguments.json else show_all(games, peers))
    return 0


if __name__ == "__main__":
    sys.exit(main())
