"""Verify, show or redact the record of a match.

verify replays it and checks that chance was fair; show prints the match in sentences; redact prints the record without
what a seat may not know.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from warband.cli.arguments import MOVED_PACK_HELP, RECORD_HELP, add_options
from warband.cli.exit_codes import ExitCode
from warband.cli.files import exists, packs_in, read_options, read_record_file
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import Record, check_packs, read_record
from warband.kernel.registry import make_game
from warband.kernel.seats import ALL, PUBLIC, Seat
from warband.kernel.verify import verify

EXAMPLES = """\
exit code: 0 done, 2 wrong arguments or a record that is not true

examples:
  warband record verify matches/NAME.json              replay it and check its chance
  warband record show matches/NAME.json --seat 1       the match as seat 1 saw it
  warband record redact matches/NAME.json --seat 0     what seat 0 may pass on while the match runs
  warband record verify matches/arena-NAME.jsonl:2     the first match of an arena's file
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Take what to do, the record, and for whom."""
    parser.add_argument("what", choices=["verify", "show", "redact"])
    parser.add_argument("file", type=Path, metavar="FILE", help=RECORD_HELP)
    parser.add_argument("--seat", type=int, choices=[0, 1], help="for show and redact: as this seat knows the match")
    add_options(parser, MOVED_PACK_HELP)


def run(arguments: Namespace) -> ExitCode:
    """Verify, show or redact a record."""
    if arguments.seat is None and arguments.what == "redact":
        raise BadInput("record redact: say for which seat, with --seat 0 or --seat 1")
    if arguments.seat is not None and arguments.what == "verify":
        raise BadInput("record verify: the whole record is checked; --seat belongs to show and redact")
    record, game = load_record(arguments.file, arguments.option)
    if arguments.what == "redact":
        print(record.redact(arguments.seat).to_json(), end="")
    elif arguments.what == "show":
        _show(arguments.file, record, game, arguments.seat)
    else:
        _print_verdict(arguments.file, record, game)
    return ExitCode.DONE


def _print_verdict(path: Path, record: Record, game: Game) -> None:
    match = verified(path, record, game)
    result = match.result
    ending = game.say_result(result, match.players) if result is not None else "The match goes on."
    fair = "chance agrees with the secret" if record.secret else "the secret is not known yet, so chance is unchecked"
    print(f"{path}: true to ply {match.ply}; {fair}. {ending}")


def _show(path: Path, record: Record, game: Game, seat: Seat | None) -> None:
    """Print a match in sentences: as a seat saw it, or all of it once it is over."""
    if record.redacted_for is not None:
        return _show_redacted(path, record, seat)
    match = verified(path, record, game)
    everybody = ALL if match.result is not None else PUBLIC
    for sentence in match.log(everybody if seat is None else seat):
        print(sentence.plain())
    return None


def _show_redacted(path: Path, record: Record, seat: Seat | None) -> None:
    if seat not in (None, record.redacted_for):
        raise BadInput(f"{path}: the record is redacted for seat {record.redacted_for}; leave --seat out")
    for entry in record.entries:
        print(f"{entry.ply:4} {'chance' if entry.seat < 0 else entry.seat}: {entry.text}")


# ---- reading, for every command that takes a record ----


def load_record(path: Path, pairs: list[str]) -> tuple[Record, Game]:
    """Return a record and its game; a pack of your own that was moved is given as an option again."""
    record = read_record(read_record_file(path), str(path))
    options, packs = read_options(pairs)
    for name in options:
        if name != "pack":
            raise BadInput(
                f"--option {name}: the options of a match stand in its record; only pack=PATH may be given,"
                " where its pack lies now"
            )
    try:
        packs = packs if options else packs_in(record.options)
        game = make_game(record.game, {**record.options, **options}, packs)
        if options:
            check_packs(record, game)
    except BadInput as error:
        raise BadInput(f"{path}: {error}{_advice(record, options)}") from None
    return record, game


def _advice(record: Record, options: dict[str, object]) -> str:
    """Return what to do where the pack of a record does not lie where it was, or nothing."""
    pack = str(record.options.get("pack", ""))
    is_lost = "pack" not in options and pack not in record.packs and not exists(Path(pack))
    return f"; if the pack {pack!r} was moved, add --option pack=PATH" if is_lost else ""


def verified(path: Path, record: Record, game: Game) -> Match:
    """Verify a record and return its match; a complaint names the file."""
    try:
        return verify(record, game)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
