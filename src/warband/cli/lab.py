"""Put the shards of a long command together, or tell what this installation runs.

A batch system without a scheduler starts the same command many times, each with its own --shard K/N; every shard is a
file of its own beside the one that --out names. `merge` puts them together: the file is then, byte for byte, the one
that a single run writes, and the same command without --shard reports on it.

`hash` prints the digests by which workers of a cluster prove that they run the same rules, lab, weights and engine.
"""

from __future__ import annotations

import json
import os
import re
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warband.cli.exit_codes import ExitCode
from warband.cli.files import MANY_MATCHES, exists, is_folder
from warband.cli.line_files import first_line, line, read_line
from warband.cli.match_files import TIMES, TIMES_HEADING
from warband.kernel.errors import BadInput
from warband.lab.executors.proof import own_proof, short
from warband.lab.shards import Shard

EXAMPLES = """\
exit code: 0 done, 2 wrong arguments, or a shard is missing, unfinished or of other arguments

examples:
  warband arena GAME 8 7 --matches 8000 --out a.jsonl --shard 3/8   the third of eight shards
  warband lab merge a.jsonl                                         when all eight are done
  warband lab merge matches/balance-GAME                            the same of a folder: balance and ladder
  warband lab hash                                                  compare it with another machine's
"""
SHARD = re.compile(rf"(?P<stem>.*)\.(?P<number>\d+)-of-(?P<count>\d+){re.escape(MANY_MATCHES)}", re.DOTALL)
# The fields by which lines are in order, for each kind of file; an arena has two lines a pair.
NUMBERS = ("match", "number")


def add_arguments(parser: ArgumentParser) -> None:
    """Take what to do, and the file or folder whose shards are put together."""
    parser.add_argument("what", choices=["merge", "hash"])
    parser.add_argument("paths", type=Path, nargs="*", metavar="OUT", help="what --out was: a file or a folder")


def run(arguments: Namespace) -> ExitCode:
    """Merge shards, or print digests."""
    if arguments.what == "hash":
        return print_hash(arguments.paths)
    if not arguments.paths:
        raise BadInput("lab merge: name the file or folder that --out named")
    for path in arguments.paths:
        for whole in wholes(path):
            print(merge(whole))
    return ExitCode.DONE


def print_hash(paths: list[Path]) -> ExitCode:
    """Print the digests of this installation."""
    if paths:
        raise BadInput("lab hash: it is about this installation; name no file")
    print(f"{short(own_proof())}  Warband, as it is installed here")
    for name, digest in own_proof().items():
        print(f"  {name}: {digest}")
    return ExitCode.DONE


# ---- finding shards ----


def wholes(path: Path) -> list[Path]:
    """Return the files that shards are parts of: the one that is named, or all of a folder."""
    if not is_folder(path):
        return [path]
    found = {match["stem"] for file in path.iterdir() if (match := SHARD.fullmatch(file.name))}
    if not found:
        raise BadInput(f"{path}: there are no shards, such as matches.1-of-8{MANY_MATCHES}")
    return [path / f"{stem}{MANY_MATCHES}" for stem in sorted(found)]


@dataclass(frozen=True)
class ShardFile:
    """The file of a shard, and what its first line says."""

    path: Path
    shard: Shard
    head: dict[str, object]

    @property
    def total(self) -> int:
        """Return how many matches, or records, all shards have together."""
        total = self.head.get("of")
        return total if isinstance(total, int) else 0

    def whole_head(self) -> dict[str, object]:
        """Return the first line of the whole file."""
        return {name: value for name, value in self.head.items() if name not in ("shard", "of")}


def shards_of(whole: Path) -> list[ShardFile]:
    """Return all shards of a file in order, or raise BadInput if one is missing or of other arguments."""
    stem = whole.name.removesuffix(MANY_MATCHES)
    folder = whole.parent
    found = [(path, SHARD.fullmatch(path.name)) for path in (folder.iterdir() if is_folder(folder) else [])]
    files = [
        (path, int(match["number"]), int(match["count"])) for path, match in found if match and match["stem"] == stem
    ]
    counts = {count for _, _, count in files}
    if len(counts) != 1:
        raise BadInput(f"{whole}: there are {'no shards' if not counts else 'shards of several cuts'} beside it")
    count = counts.pop()
    shards = [read_shard_file(path, Shard(number, count)) for path, number, _ in sorted(files, key=lambda one: one[1])]
    missing = sorted(set(range(1, count + 1)) - {one.shard.number for one in shards})
    if missing:
        raise BadInput(
            f"{whole}: shard {missing[0]}/{count} is missing; run the command with --shard {missing[0]}/{count}"
        )
    for one in shards[1:]:
        if (one.whole_head(), one.total) != (shards[0].whole_head(), shards[0].total):
            raise BadInput(f"{one.path}: it was played with other arguments or sources than {shards[0].path}")
    return shards


def read_shard_file(path: Path, shard: Shard) -> ShardFile:
    """Return a shard with its first line, which must say the same as its name."""
    head = read_line(path, 1, first_line(path))
    if head.get("shard") != [shard.number, shard.count]:
        raise BadInput(f"{path}: its first line does not say that it is shard {shard}")
    return ShardFile(path, shard, head)


# ---- putting them together ----


def merge(whole: Path) -> str:
    """Write the file that shards are parts of; return in words what was done."""
    shards = shards_of(whole)
    draft = whole.with_name(whole.name + ".new")
    count = 0
    try:
        with draft.open("wb") as new:
            new.write(line(shards[0].whole_head()).encode())
            for text in in_order(shards):
                new.write(text)
                count += 1
            new.flush()
            os.fsync(new.fileno())
        check_same(whole, draft)
        draft.replace(whole)
    finally:
        draft.unlink(missing_ok=True)
    merge_times(whole, shards)
    return f"merged {len(shards)} shards: {count} lines in {whole}"


def in_order(shards: list[ShardFile]) -> Any:  # noqa: ANN401
    """Yield the lines of all shards in the order of a single run, or raise BadInput if one is unfinished."""
    is_paired = "arena" in shards[0].head
    total = shards[0].total // 2 if is_paired else shards[0].total
    files = [one.path.open("rb") for one in shards]
    try:
        for file in files:
            file.readline()
        for number in range(total):
            one, file = shards[number % len(shards)], files[number % len(shards)]
            for _ in range(2 if is_paired else 1):
                text = file.readline()
                if number_in(text) != number:
                    raise BadInput(f"{one.path}: it is not finished; run the command with --shard {one.shard} again")
                yield text
    finally:
        for file in files:
            file.close()


def number_in(text: bytes) -> int | None:
    """Return the number of the match or pair in a line, or None if it is no whole line."""
    try:
        data = json.loads(text) if text.endswith(b"\n") else {}
    except ValueError:
        return None
    names = [name for name in ("pair", *NUMBERS) if name in data] if isinstance(data, dict) else []
    return data[names[0]] if names else None


def check_same(whole: Path, draft: Path) -> None:
    """Raise BadInput if something else lies where the shards are put together."""
    if exists(whole) and whole.read_bytes() != draft.read_bytes():
        raise BadInput(f"{whole}: it is there already and differs from its shards; move it away first")


def merge_times(whole: Path, shards: list[ShardFile]) -> None:
    """Put the times of arenas together, as far as they were kept."""
    files = [one.path.with_name(one.path.name.removesuffix(MANY_MATCHES) + TIMES) for one in shards]
    texts = [file.read_text(encoding="utf-8").removeprefix(TIMES_HEADING) for file in files if exists(file)]
    if texts:
        target = whole.with_name(whole.name.removesuffix(MANY_MATCHES) + TIMES)
        target.write_text(TIMES_HEADING + "".join(texts), encoding="utf-8")
