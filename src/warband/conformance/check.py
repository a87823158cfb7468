"""Run every check of the kernel's laws over random matches of a game."""

from __future__ import annotations

import json

from warband.conformance.laws import check_chance, check_decision, check_scene, dump
from warband.conformance.leaks import check_no_leak
from warband.conformance.report import Report, hold
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import read_record, record_match
from warband.kernel.seats import ALL, BOTH, BY_CHANCE, Seat
from warband.kernel.verify import verify

__all__ = ["Report", "check_game", "check_match"]


def check_game(game: Game, matches: int = 10, seed: int = 0) -> Report:
    """Check a game over random matches; raise Broken at the first law it breaks."""
    report = Report()
    for number in range(matches):
        report.add(check_match(game, number, seed))
    return report


def check_match(game: Game, number: int, seed: int = 0) -> Report:
    """Check a game over one random match, which depends on seed and number alone; raise Broken if it breaks a law."""
    report = Report()
    rng = Rng(seed * 1_000_003 + number)
    match = walk(game, rng, seed + number, report)
    check_end(match, report)
    check_no_leak(match, rng, report)
    report.matches += 1
    return report


def walk(game: Game, rng: Rng, seed: int, report: Report) -> Match:
    """Play a random match, checking every decision and every chance ply on the way."""
    match = Match(game, seeded_chance(seed))
    decisions = 0
    while match.result is None:
        if match.awaiting() == BY_CHANCE:
            check_chance(game, match.state, rng)
            match.settle_once()
            continue
        check_decision(match, rng, report, decisions)
        decide(match, rng, report)
        decisions += 1
    hold(decisions <= game.bound(), game, "the bound on decisions holds", decisions)
    report.decisions += decisions
    report.most_decisions = max(report.most_decisions, decisions)
    return match


def decide(match: Match, rng: Rng, report: Report) -> None:
    """Play a random action of an awaited seat; in a joint decision check that the choice stays secret."""
    awaiting = match.awaiting()
    seat = awaiting[rng.below(len(awaiting))]
    legal = match.actions(seat)
    action = legal[rng.below(len(legal))]
    pictures = [dump(match.view(viewer)) for viewer in (0, 1)]
    before = dump(match.state.position())
    match.act(seat, action)
    if awaiting == BOTH:
        same = pictures == [dump(match.view(viewer)) for viewer in (0, 1)]
        hold(same, match.game, "no view changes until both secret choices are in", match.text(action))
    if match.may_undo(seat):
        check_undo(match, seat, action, before, report)


def check_undo(match: Match, seat: Seat, action: int, before: str, report: Report) -> None:
    """Check that undo restores the position and that the action can be done again to the same effect."""
    after = dump(match.state.position())
    match.undo(seat)
    hold(dump(match.state.position()) == before, match.game, "undo restores", match.text(action))
    match.act(seat, action)
    hold(dump(match.state.position()) == after, match.game, "what was undone can be done again", match.text(action))
    report.undone += 1


def check_end(match: Match, report: Report) -> None:
    """Check the record of a finished match, and the picture of everything."""
    game = match.game
    hold(match.awaiting() == (), game, "nobody is awaited once it is over", match.awaiting())
    record = read_record(json.loads(record_match(match).to_json()))
    again = verify(record, game)
    hold(dump(again.state.position()) == dump(match.state.position()), game, "replay equals the state", match.ply)
    hold(again.entries == match.entries, game, "replay gives the same log", match.ply)
    for viewer in (0, 1):
        hidden = [entry for entry in match.entries if viewer not in entry.seen_by]
        redacted = record.redact(viewer)
        shown = {(entry.ply, entry.seat): entry.text for entry in redacted.entries}
        for entry in hidden:
            hold(shown[entry.ply, entry.seat] == entry.open, game, "a redacted record hides", entry)
        hold(not redacted.secret and not any(redacted.marks), game, "a redacted record has no secret", viewer)
    check_scene(game, match.view(ALL), report)
