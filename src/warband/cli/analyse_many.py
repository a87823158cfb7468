"""Analyse many records: each is one piece of work, wherever it is done, and one line of a file.

A line is `{"number", "record", "review"}`, the review as `warband analyse --json` prints it, or `{"number", "record",
"problem"}` where a record cannot be analysed.
"""

from __future__ import annotations

import hashlib
import json
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from warband.agents.bot import Budget
from warband.agents.hints import usual_judge
from warband.cli.arguments import opened_place, say
from warband.cli.exit_codes import ExitCode
from warband.cli.files import FIRST_MATCH, MANY_MATCHES, packs_in, read_options, read_record_file, read_text
from warband.cli.line_files import read_line
from warband.cli.match_files import OTHER_SOURCES, NumberedFile, own_path
from warband.cli.progress import progress
from warband.kernel.errors import BadInput
from warband.kernel.record import check_packs, read_record
from warband.kernel.registry import Packs, make_game
from warband.kernel.seats import BOTH
from warband.kernel.verify import verify
from warband.lab.executors import Executor, Task, run_all
from warband.lab.executors.proof import own_proof
from warband.lab.ladder import plain_table
from warband.lab.review import review
from warband.lab.shards import Shard, read_shard

FORMAT = 1
NUMBER, RECORD, REVIEW, PROBLEM = "number", "record", "review", "problem"
Line = dict[str, object]
# A record with its number and the name it was asked for with.
Named = tuple[int, str, object]


@dataclass(frozen=True)
class Reviews(Task[None, Named, Line]):
    """Records that are analysed: all that decides what is found; a pack that lies here travels along."""

    seats: tuple[int, ...]
    iterations: int
    seed: int
    swings: int
    judge: str = ""
    options: dict[str, object] = field(default_factory=dict)
    packs: Packs = field(default_factory=dict)

    def make(self) -> None:
        """Make nothing: each record knows its game."""

    def play(self, tool: None, named: Named) -> Line:
        """Analyse one record, or say why that cannot be done."""
        number, name, data = named
        try:
            return {NUMBER: number, RECORD: name, REVIEW: self.review(data, name)}
        except BadInput as error:
            return {NUMBER: number, RECORD: name, PROBLEM: str(error)}

    def review(self, data: object, name: str) -> dict[str, object]:
        """Return what was found of a record, which is verified first."""
        record = read_record(data, name)
        game = make_game(record.game, {**record.options, **self.options}, self.packs)
        if self.options:
            check_packs(record, game)
        verify(record, game)
        judge = self.judge or usual_judge(game.name)
        found = review(record, game, self.seats, Budget(self.iterations), self.seed, lambda done, total: None, judge)
        return found.to_data(self.swings)

    def terms(self, digest: str) -> dict[str, object]:
        """Return what must be the same for reviews to stand in one file."""
        asked = {"judge": self.judge or "usual", "budget": self.iterations, "seats": list(self.seats)}
        return {"analyse": FORMAT, "records": digest, **asked, "seed": self.seed, "swings": self.swings}


def is_many(arguments: Namespace) -> bool:
    """Return whether arguments ask for many records, or for the ways in which many are analysed."""
    is_file = any(path.suffix == MANY_MATCHES for path in arguments.files)
    elsewhere = arguments.on != "local" or arguments.jobs is not None
    return len(arguments.files) > 1 or is_file or elsewhere or bool(arguments.out or arguments.shard)


def analyse_many(arguments: Namespace) -> ExitCode:
    """Analyse records, keep what is found, and print the largest swing of each."""
    if arguments.plot is not None:
        raise BadInput("--plot: a plot shows one match; name one record, without --on, --jobs, --out and --shard")
    records = list(read_records(arguments.files))
    reviews = read_reviews(arguments, records)
    shard = read_shard(arguments.shard)
    terms = reviews.terms(digest_of(records))
    path = arguments.out or own_path("analyse", terms)
    file = NumberedFile(path, terms, own_proof()["sources"], NUMBER, len(records), shard)
    if file.has_other_sources:
        say(f"{path}: {OTHER_SOURCES}")
    with opened_place(arguments) as executor:
        is_stopped = play_missing(reviews, records, file, executor, shard)
    return tell(file, arguments.json, is_stopped, len(shard.of(len(records))))


def read_records(paths: list[Path]) -> Iterator[Named]:
    """Yield the plain data of all records, in the order in which they are named; of a file of matches all of them."""
    number = 0
    for path in paths:
        for name, data in _in_file(path) if path.suffix == MANY_MATCHES else [(str(path), read_record_file(path))]:
            yield number, name, data
            number += 1


def _in_file(path: Path) -> Iterator[tuple[str, object]]:
    for count, text in enumerate(read_text(path).splitlines(), 1):
        if count >= FIRST_MATCH:
            data = read_line(path, count, text.encode())
            if RECORD not in data:
                raise BadInput(f"{path}:{count}: there is no record in this line; only arena and ladder keep them")
            yield f"{path}:{count}", data[RECORD]


def read_reviews(arguments: Namespace, records: list[Named]) -> Reviews:
    """Return what is asked of all records; packs are read here, once, so that they need not lie elsewhere."""
    options, packs = read_options(arguments.option)
    if set(options) - {"pack"}:
        raise BadInput("--option: the options of a match stand in its record; only pack=PATH may be given")
    for _, _, data in [] if options else records:
        kept = data.get("options") if isinstance(data, dict) else None
        if isinstance(kept, dict) and kept.get("pack") not in packs:
            packs |= packs_in(kept)
    seats = BOTH if arguments.seat is None else (arguments.seat,)
    judge = arguments.judge or ""
    return Reviews(seats, arguments.budget, arguments.seed, arguments.swings, judge, options, packs)


def digest_of(records: list[Named]) -> str:
    """Return a digest of all records, in their order."""
    digest = hashlib.blake2b(digest_size=8)
    for _, name, data in records:
        digest.update(f"{name}\n{json.dumps(data, sort_keys=True)}\n".encode())
    return digest.hexdigest()


def play_missing(reviews: Reviews, records: list[Named], file: NumberedFile, executor: Executor, shard: Shard) -> bool:
    """Analyse what the file does not hold yet; return whether a person stopped it."""
    own = shard.of(len(records))
    missing = [records[number] for number in own if number not in file.kept]
    problems = sum(PROBLEM in line for line in file.kept.values())
    try:
        with closing(run_all(executor, reviews, missing)) as found, progress("records") as show:
            for line in found:
                file.keep(line)
                problems += PROBLEM in line
                show(len(file.kept), len(own), f"{problems} refused" if problems else f"last {line[RECORD]}")
    except KeyboardInterrupt:
        return True
    finally:
        file.put_in_order()
    return False


def tell(file: NumberedFile, as_json: bool, is_stopped: bool, total: int) -> ExitCode:
    """Print what was found: all of it as JSON, or a line for each record."""
    lines: list[Any] = [file.kept[number] for number in sorted(file.kept)]
    problems = [line for line in lines if PROBLEM in line]
    if as_json:
        print(json.dumps(lines, indent=1))
    else:
        print(plain_table([HEADING, *(_row(line) for line in lines if REVIEW in line)]), end="")
        print(f"\n{len(lines) - len(problems)} records analysed, in {file.path}")
    for line in problems:
        say(f"{line[RECORD]}: {line[PROBLEM]}")
    if is_stopped:
        say(f"stopped: {len(lines)} of {total} records done; the same command goes on")
        return ExitCode.STOPPED
    return ExitCode.BAD_INPUT if problems else ExitCode.DONE


HEADING = ["record", "players", "judge", "choices", "largest swing", "ply", "change"]


def _row(line: Any) -> list[str]:  # noqa: ANN401
    found = line[REVIEW]
    cells = [str(line[RECORD]), " - ".join(found["players"]), found["judge"], str(len(found["decisions"]))]
    if not found["swings"]:
        return [*cells, "-", "-", "-"]
    swing = next(one for one in found["decisions"] if one["ply"] == found["swings"][0] and "swing" in one)
    return [*cells, swing["do"], str(swing["ply"]), f"{100 * swing['swing']:+.1f}"]
