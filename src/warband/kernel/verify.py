"""Replay a record and find the ply where it stops being true."""

from __future__ import annotations

from collections.abc import Iterator

from warband.kernel.chance import Chance
from warband.kernel.entries import ACCEPT_DRAW, ACT, DECLINE_DRAW, FORFEIT, OFFER_DRAW, RESIGN, SEAT_GIVEN, Entry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.pickling import Reduced
from warband.kernel.reasons import IllegalAction
from warband.kernel.record import Record, chain, check_playable, header_mark
from warband.kernel.seats import BY_CHANCE, CHANCE, Seat


class BrokenRecord(BadInput):
    """The first ply at which a record is not true, and why."""

    def __init__(self, ply: int, what: str) -> None:
        super().__init__(f"ply {ply}: {what}")
        self.ply = ply
        self.what = what

    def __reduce__(self) -> Reduced:
        return BrokenRecord, (self.ply, self.what)


def replay(record: Record, game: Game) -> Match:
    """Return the match that a record tells, or raise BrokenRecord at the first entry that cannot have been."""
    return list(replay_steps(record, game))[-1]


def replay_steps(record: Record, game: Game) -> Iterator[Match]:
    """Yield the match before the first entry of a record and after every entry; it is always the same match."""
    check_playable(record, game)
    chance = record.chance()
    match = Match(game, chance or Chance(b""), record.players, record.start)
    yield match
    for entry in [*record.entries, *record.waiting]:
        try:
            _replay_entry(match, entry, chance)
        except IllegalAction as error:
            raise BrokenRecord(entry.ply, f"{entry.text!r} is illegal: {game.say_reason(error.reason)}") from None
        except BrokenRecord:
            raise
        except BadInput as error:
            raise BrokenRecord(entry.ply, str(error)) from None
        yield match


def _replay_entry(match: Match, entry: Entry, chance: Chance | None) -> None:
    if entry.ply != match.ply:
        raise BrokenRecord(entry.ply, f"expected ply {match.ply}")
    if entry.deed != ACT:
        do_deed(match, entry.seat, entry.deed, entry.text)
    elif entry.seat == CHANCE:
        _replay_chance(match, entry, chance)
    else:
        _replay_action(match, entry)


def _replay_action(match: Match, entry: Entry) -> None:
    if match.awaiting() == BY_CHANCE:
        raise BrokenRecord(entry.ply, f"{entry.text!r} comes where chance decides")
    action = match.parse(entry.text)
    cover = match.state.cover(entry.seat, action)
    seen = (cover.seen_by, cover.text) if cover is not None else ((0, 1), "")
    if (entry.seen_by, entry.open) != seen:
        raise BrokenRecord(entry.ply, f"{entry.text!r} is logged as seen by {list(entry.seen_by)}, not {list(seen[0])}")
    match.act(entry.seat, action)


def _replay_chance(match: Match, entry: Entry, chance: Chance | None) -> None:
    if match.awaiting() != BY_CHANCE:
        raise BrokenRecord(entry.ply, f"chance decides {entry.text!r} where a seat is to decide")
    outcome = match.parse(entry.text)
    outcomes = match.state.outcomes()
    if outcome not in [value for value, _ in outcomes]:
        raise BrokenRecord(entry.ply, f"{entry.text!r} is no possible outcome")
    if chance is not None:
        fair = chance.choose(match.ply, outcomes)
        if fair != outcome:
            raise BrokenRecord(entry.ply, f"the secret gives {match.text(fair)!r}, the record {entry.text!r}")
    match.settle_with(outcome)


def do_deed(match: Match, seat: Seat, deed: str, text: str) -> None:
    """Carry out what is no action of the game; `text` is why a seat forfeits, or who takes it over."""
    if deed == RESIGN:
        match.resign(seat)
    elif deed == OFFER_DRAW:
        match.offer_draw(seat)
    elif deed == ACCEPT_DRAW:
        match.accept_draw(seat)
    elif deed == DECLINE_DRAW:
        match.decline_draw(seat)
    elif deed == FORFEIT:
        match.forfeit(seat, text)
    elif deed == SEAT_GIVEN:
        match.give_seat(seat, text)


def verify(record: Record, game: Game) -> Match:
    """Replay a record and check marks, chance, commitment and result; raise BrokenRecord where one fails."""
    check_playable(record, game)
    _check_marks(record)
    chance = record.chance()
    if chance is not None and chance.commitment() != record.commitment:
        raise BrokenRecord(0, "the secret does not fit the commitment that was published before play")
    match = replay(record, game)
    result = match.result
    ending = None if result is None else result.data()
    if ending != record.result:
        raise BrokenRecord(match.ply, f"the entries end with {ending}, the record says {record.result}")
    return match


def _check_marks(record: Record) -> None:
    if record.mark != header_mark(record.header()):
        raise BrokenRecord(0, "what stands before the entries was changed")
    for entry, mark, right in zip(record.entries, record.marks, chain(record.header(), record.entries), strict=True):
        if mark != right:
            raise BrokenRecord(entry.ply, f"the entry {entry.text!r} or something before it was changed")
