"""Record: a match written down, read back, replayed to the same end, and redacted for who asks."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.matches import SHORT, TURN, at, begin, finished, play_out

from warband.kernel.chance import Chance
from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.record import Record, read_record, record_match
from warband.kernel.seats import ALL, PUBLIC
from warband.kernel.verify import replay, verify

pytestmark = pytest.mark.engine


def reread(record: Record) -> Record:
    return read_record(json.loads(record.to_json()))


def assert_same(again: Match, match: Match) -> None:
    assert again.state.position() == match.state.position()
    assert again.entries == match.entries
    assert (again.ply, again.result, again.players, again.offer) == (
        match.ply,
        match.result,
        match.players,
        match.offer,
    )
    assert again.events(ALL) == match.events(ALL)


# ---- writing, reading, replaying ----


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_a_finished_match_comes_back_from_json_as_it_was(seed: int) -> None:
    match = finished(seed, SHORT)
    record = reread(record_match(match))
    assert record == record_match(match)
    assert_same(verify(record, match.game), match)


def test_a_drafted_match_comes_back_too() -> None:
    match = finished(6)
    assert_same(verify(reread(record_match(match)), match.game), match)


def test_a_running_match_keeps_its_secret() -> None:
    match = begin()
    record = record_match(match)
    assert record.chance() is None
    assert match.chance.secret.hex() not in record.to_json()
    assert record.commitment == match.chance.commitment()
    assert_same(verify(reread(record), match.game), match)


def test_the_secret_is_published_when_the_match_is_over() -> None:
    match = finished(5, SHORT)
    chance = reread(record_match(match)).chance()
    assert chance is not None
    assert (chance.secret, chance.salt) == (match.chance.secret, match.chance.salt)


def test_contributions_names_and_position_come_back() -> None:
    chance = Chance(b"secret", b"salt", ("from Ada", "from Bo"))
    match = Match(at(TURN).game, chance, ["Ada", "Bo"], TURN)
    play_out(match, 1)
    record = reread(record_match(match))
    assert record.contributions == ("from Ada", "from Bo")
    assert_same(verify(record, match.game), match)


def test_the_bots_in_the_seats_are_a_note_beside_the_marks() -> None:
    record = record_match(begin(), private=True)
    plain = record.to_data()
    record.bots = ["", "3"]
    again = reread(record)
    assert again.bots == ["", "3"]
    assert again.redact(0).bots == []
    verify(again, begin().game)
    assert {name: value for name, value in record.to_data().items() if name != "bots"} == plain


def test_deeds_are_replayed() -> None:
    match = begin()
    match.offer_draw(1)
    match.give_seat(0, "a bot")
    for seat in (0, 1):
        match.play(seat, match.actions(seat)[0])
    match.offer_draw(0)
    assert_same(verify(reread(record_match(match)), match.game), match)
    match.decline_draw(1)
    assert_same(verify(reread(record_match(match)), match.game), match)
    match.offer_draw(0)
    match.accept_draw(1)
    assert_same(verify(reread(record_match(match)), match.game), match)


@pytest.mark.parametrize("deed", ["resign", "forfeit"])
def test_a_match_given_up_while_a_choice_waits_is_replayed(deed: str) -> None:
    match = begin()
    match.play(0, match.actions(0)[0])
    if deed == "resign":
        match.resign(1)
    else:
        match.forfeit(1, "left")
    again = verify(reread(record_match(match, private=True)), match.game)
    assert (again.entries, again.result) == (match.entries, match.result)


# ---- a private save ----


def test_a_private_save_goes_on_with_the_same_chance() -> None:
    match = at(TURN, seed=9)
    match.push("recruit west", seat=0)
    again = verify(reread(record_match(match, private=True)), match.game)
    for twin in (match, again):
        play_out(twin, 2)
    assert_same(again, match)


@pytest.mark.parametrize("offered", [False, True])
def test_a_private_save_keeps_a_secret_choice_that_waits(offered: bool) -> None:
    match = begin()
    match.play(1, match.actions(1)[1])
    if offered:
        match.offer_draw(0)
    again = verify(reread(record_match(match, private=True)), match.game)
    assert again.awaiting() == (0,)
    for twin in (match, again):
        twin.play(0, twin.actions(0)[0])
    assert_same(again, match)


def test_an_open_record_does_not_hold_the_choice_that_waits() -> None:
    match = begin()
    match.play(1, match.actions(1)[1])
    assert "waiting" not in record_match(match).to_data()


# ---- redaction ----


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_redaction_hides_what_the_viewer_may_not_know(viewer: int) -> None:
    match = finished(6)
    redacted = reread(record_match(match).redact(viewer))
    hidden = [entry for entry in match.entries if viewer not in entry.seen_by and entry.seen_by != (0, 1)]
    assert len(hidden) > 5
    for entry, shown in zip(match.entries, redacted.entries, strict=True):
        assert shown.text == (entry.open if entry in hidden else entry.text)


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_redaction_leaves_nothing_from_which_the_rest_follows(viewer: int) -> None:
    match = at(TURN)
    match.push("recruit west", seat=0)
    match.push("draw 1", seat=0)
    text = record_match(match, private=True).redact(viewer).to_json()
    for key in ("secret", "salt", "mark", "waiting"):
        assert f'"{key}"' not in text
    assert "rogue" not in text
    assert match.chance.secret.hex() not in text


def test_a_redacted_record_cannot_be_replayed() -> None:
    match = finished(5, SHORT)
    with pytest.raises(BadInput, match="redacted for seat 1"):
        replay(record_match(match).redact(1), match.game)


def test_redaction_for_all_changes_nothing() -> None:
    record = record_match(finished(5, SHORT))
    assert record.redact(ALL) == record


# ---- reading what is damaged ----


def data_of_a_match() -> dict[str, object]:
    return record_match(finished(5, SHORT)).to_data()


NEEDED = ["warband", "game", "version", "options", "packs", "players", "commitment", "entries", "result"]


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_field_is_named(name: str) -> None:
    data = data_of_a_match()
    del data[name]
    with pytest.raises(BadInput, match=f"record: the field '{name}' is missing"):
        read_record(data)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("warband", 2, "record.warband: this Warband reads format 1 only"),
        ("players", ["Ada"], "record.players: there are 2 players"),
        ("contributions", ["x"], "record.contributions: there are 2 seats"),
        ("secret", "xyz", "record.secret: not hexadecimal"),
        ("salt", 5, "record.salt: expected a text"),
        ("entries", {}, "record.entries: expected a list"),
        ("result", {"winner": 7, "why": ""}, "record.result.winner: 7 is not between -1 and 1"),
        ("comment", "", "record: unknown field 'comment'"),
        ("version", "1", "record.version: expected a whole number"),
        ("start", [], "record.start: expected fields"),
    ],
)
def test_a_damaged_field_is_named(name: str, value: object, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_record({**data_of_a_match(), name: value})


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({}, "the field 'by' is missing"),
        ({"ply": 0, "by": 2, "do": "done"}, "by: 2 is not between 0 and 1"),
        ({"ply": -1, "by": 0, "do": "done"}, "ply: -1 is not between"),
        ({"ply": 0, "by": 0, "do": "x", "deed": "cheat"}, "deed: 'cheat' is not one of"),
        ({"ply": 0, "by": "chance", "do": "x", "deed": "accept draw"}, "chance does not accept draw"),
        ({"ply": 0, "by": 0, "do": "x", "when": 3}, "unknown field 'when'"),
    ],
)
def test_a_damaged_entry_is_named(entry: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadInput, match=r"record.entries\[0\].*" + complaint):
        read_record({**data_of_a_match(), "entries": [entry]})
