"""Carry out the commands of the command line."""

from __future__ import annotations

import argparse
import json
import sys
from difflib import get_close_matches
from pathlib import Path

from warband.conformance import check_game
from warband.conformance.coverage import cover
from warband.conformance.playthrough import playthrough
from warband.conformance.report import Broken
from warband.files import exists, read_document, read_folder, read_options, read_record_file, write_safely
from warband.kernel import registry
from warband.kernel.clauses import Clause
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import Record, check_packs, read_record
from warband.kernel.registry import Packs, make_game
from warband.kernel.scenario import Scenario, read_scenarios, run_scenario
from warband.kernel.seats import ALL, PUBLIC
from warband.kernel.verify import verify
from warband.kernel.worded import WordedGame
from warband.lab import bench as bench_lab

Arguments = argparse.Namespace
MOST_SECONDS = 60
# Ids of one game are much alike; only a slip of the finger is close enough.
CLOSE = 0.9


# ---- games, scenarios and rules ----


def games(arguments: Arguments) -> int:
    """List the games and their options."""
    for name in registry.names():
        entry = registry.entry(name)
        print(f"{name}: {entry.title}")
        for option in entry.options:
            values = ", ".join(option.choices) or (f"{option.low} to {option.high}" if option.high else "text")
            print(f"    {option.name}={option.default}  {option.text} ({values})")
    return 0


def scenario(arguments: Arguments) -> int:
    """Run scenarios, a line each."""
    failed = 0
    for path in arguments.files:
        scenarios = read_scenarios(read_document(path), str(path))
        if not scenarios:
            raise BadInput(f"{path}: there is no scenario in it")
        for item in scenarios:
            check_clauses(item)
            verdict = run_scenario(item, lambda name, options: make_game(name, options, _packs(options)))
            print(verdict.line())
            failed += bool(verdict.complaints)
    return 1 if failed else 0


def check_clauses(item: Scenario) -> None:
    """Raise BadInput if a scenario carries a clause that its game does not have."""
    if item.game not in registry.names():
        raise BadInput(f"{item.where}: unknown game {item.game!r}; the games are {', '.join(registry.names())}")
    known = clauses_of(item.game)
    for clause in item.clauses:
        if clause.partition("@")[0] not in known:
            raise BadInput(f"{item.where}: clauses: {item.game} has no clause {clause!r}{_meant(item.game, clause)}")


def _meant(game: str, clause: str) -> str:
    """Return which clause was probably meant, or where they all stand."""
    known = {full.lower(): full for full in clauses_of(game)}
    short, at, edition = clause.lower().removeprefix(f"{game}:").partition("@")
    nearest = get_close_matches(f"{game}:{short}", known, 1, CLOSE)
    if not nearest:
        return f"; list them with: warband rules {game}"
    return f"; did you mean {known[nearest[0]] + at + edition!r}?"


def _packs(options: dict[str, object]) -> Packs:
    return read_options([f"pack={options['pack']}"])[1] if "pack" in options else {}


def rules(arguments: Arguments) -> int:
    """Print the rules of a game, or one clause, or how far the tests cover them."""
    words = list(arguments.words)
    if words[:1] == ["coverage"]:
        names = words[1:] or registry.names()
        return max(_coverage(name, arguments.tests) for name in names)
    if not words:
        for name in registry.names():
            print(f"{name}: {registry.entry(name).title}, {len(clauses_of(name))} clauses; warband rules {name}")
        return 0
    clauses = clauses_of(words[0])
    wanted = [_find_clause(words[0], clauses, short) for short in words[1:]] or list(clauses.values())
    for clause in wanted:
        print(f"{clause.id.split(':')[1]}  {clause.title} [{clause.source}]\n    {clause.text}")
    return 0


def clauses_of(name: str) -> dict[str, Clause]:
    """Return the clauses of a registered game, those of its cards included."""
    game = registry.make_game(name)
    return game.clauses if isinstance(game, WordedGame) else {}


def _find_clause(game: str, clauses: dict[str, Clause], short: str) -> Clause:
    wanted = (short if ":" in short else f"{game}:{short}").lower()
    for name, clause in clauses.items():
        if name.lower() == wanted:
            return clause
    raise BadInput(f"{game} has no clause {short!r}; list them with: warband rules {game}")


def _coverage(name: str, tests: Path) -> int:
    clauses = clauses_of(name)
    result = cover(name, clauses, read_folder(tests, (".py", ".yaml", ".yml")))
    print(f"{name}: {told_coverage(list(clauses.values()), set(result.missing))}")
    for missing in result.missing:
        print(f"  no test carries {missing}")
    for unknown in result.unknown:
        print(f"  a test carries a clause that does not exist: {unknown}")
    return 1 if result.missing or result.unknown else 0


def told_coverage(clauses: list[Clause], missing: set[str]) -> str:
    """Return how many of the clauses have their tests, and which of them need none or several."""
    binding = [clause for clause in clauses if clause.binds]
    whole = sum(missing.isdisjoint(clause.wanted()) for clause in binding)
    several = sum(len(clause.wanted()) > 1 for clause in binding)
    free = len(clauses) - len(binding)
    told = f"{whole} of {len(binding)} binding clauses have a test"
    told += f" ({several} of them one for each edition)" if several else ""
    return told + (f"; the other {free} of its {len(clauses)} clauses need none" if free else "")


# ---- records ----


def load_record(path: Path, pairs: list[str]) -> tuple[Record, Game]:
    """Return a record and its game; a pack of the person's own that was moved is given as an option again."""
    record = read_record(read_record_file(path), str(path))
    given = read_options(pairs)[0]
    for name in given:
        if name != "pack":
            raise BadInput(
                f"--option {name}: the options of a match stand in its record; only pack=PATH may be given,"
                " where its pack lies now"
            )
    try:
        game = make_game(record.game, {**record.options, **given}, packs_of(record, pairs))
        if given:
            check_packs(record, game)
    except BadInput as error:
        raise BadInput(f"{path}: {error}{_advice(record, given)}") from None
    return record, game


def _advice(record: Record, given: dict[str, object]) -> str:
    """Return what to do where the pack of a record does not lie where it was, or nothing."""
    pack = str(record.options.get("pack", ""))
    is_lost = "pack" not in given and pack not in record.packs and not exists(Path(pack))
    return f"; if the pack {pack!r} was moved, add --option pack=PATH" if is_lost else ""


def packs_of(record: Record, pairs: list[str]) -> Packs:
    """Return the person's own pack that a record was made with, or the one given instead."""
    given, packs = read_options(pairs)
    return _packs(record.options) if "pack" in record.options and "pack" not in given else packs


def checked(path: Path, record: Record, game: Game) -> Match:
    """Verify a record and return its match; a complaint names the file."""
    try:
        return verify(record, game)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def record(arguments: Arguments) -> int:
    """Verify, show or redact a record."""
    if arguments.seat is None and arguments.what == "redact":
        raise BadInput("record redact: say for which seat, with --seat 0 or --seat 1")
    if arguments.seat is not None and arguments.what == "verify":
        raise BadInput("record verify: the whole record is checked; --seat belongs to show and redact")
    found, game = load_record(arguments.file, arguments.option)
    if arguments.what == "redact":
        print(found.redact(arguments.seat).to_json(), end="")
    elif arguments.what == "show":
        _show(arguments.file, found, game, arguments.seat)
    else:
        _tell_truth(arguments.file, found, game)
    return 0


def _tell_truth(path: Path, found: Record, game: Game) -> None:
    match = checked(path, found, game)
    result = match.result()
    ending = game.say_result(result, match.players) if result is not None else "The match goes on."
    fair = "chance agrees with the secret" if found.secret else "the secret is not known yet, so chance is unchecked"
    print(f"{path}: true to ply {match.ply}; {fair}. {ending}")


def _show(path: Path, found: Record, game: Game, seat: int | None) -> None:
    """Print a match in sentences: as a seat saw it, or all of it once it is over."""
    if found.redacted_for is not None:
        return _show_redacted(path, found, seat)
    match = checked(path, found, game)
    everybody = ALL if match.result() is not None else PUBLIC
    for sentence in match.log(everybody if seat is None else seat):
        print(sentence.plain())
    return None


def _show_redacted(path: Path, found: Record, seat: int | None) -> None:
    if seat not in (None, found.redacted_for):
        raise BadInput(f"{path}: the record is redacted for seat {found.redacted_for}; leave --seat out")
    for entry in found.entries:
        print(f"{entry.ply:4} {'chance' if entry.seat < 0 else entry.seat}: {entry.text}")


# ---- checks and measures ----


def check(arguments: Arguments) -> int:
    """Check a game against the laws of the kernel."""
    options, packs = read_options(arguments.option)
    if arguments.matches < 1:
        raise BadInput(f"check: {arguments.matches} matches; at least 1 is needed")
    try:
        report = check_game(make_game(arguments.game, options, packs), arguments.matches, arguments.seed)
    except Broken as error:
        print(f"broken: {error}")
        return 1
    print(f"{arguments.game} keeps the laws, as far as these checks went:")
    for name, value in vars(report).items():
        print(f"  {name.replace('_', ' ')}: {', '.join(sorted(value)) if isinstance(value, set) else value}")
    return 0


def playthrough_files(names: list[str]) -> dict[str, tuple[str, str]]:
    """Return game and option set of every playthrough file, by file name."""
    found: dict[str, tuple[str, str]] = {}
    for name in names:
        for option_set in registry.entry(name).option_sets:
            found[f"{name}.{option_set}.txt"] = (name, option_set)
    return found


def playthroughs(arguments: Arguments) -> int:
    """Print or write playthroughs."""
    names = [arguments.game] if arguments.game else registry.names()
    for file, (name, option_set) in playthrough_files(names).items():
        words = playthrough(make_game(name, registry.entry(name).option_sets[option_set]), option_set)
        if arguments.write:
            write_safely(arguments.dir / file, words)
            print(f"wrote {arguments.dir / file} ({len(words.encode())} bytes)")
        else:
            print(words, end="")
    return 0


def bench(arguments: Arguments) -> int:
    """Measure games and print the figures."""
    if not 0 < arguments.seconds <= MOST_SECONDS:
        raise BadInput(f"bench: --seconds {arguments.seconds:g}: a window takes more than 0, at most {MOST_SECONDS}")
    names = [registry.entry(arguments.game).name] if arguments.game else registry.names()
    found: list[dict[str, object]] = []
    for number, name in enumerate(names, 1):
        print(f"measuring {name} ({number} of {len(names)}) ...", file=sys.stderr)
        found.append(bench_lab.bench(name, arguments.seconds))
    if arguments.json:
        print(json.dumps(found[0] if arguments.game else found, indent=1))
        return 0
    for figures in found:
        _print_bench(figures)
    return 0


def _print_bench(figures: dict[str, object]) -> None:
    print(f"{figures['game']}: per second of CPU time, best (median) of five windows")
    for key, value in figures.items():
        middle = figures.get(f"median_{key}")
        if not isinstance(value, dict) or not isinstance(middle, dict):
            continue
        cells = [f"{name} {_figure(value[name])} ({_figure(middle[name])})" for name in value]
        print(f"  {key.removesuffix('_per_cpu_s').replace('_', ' '):24} " + "   ".join(cells))


def _figure(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else "not built"
