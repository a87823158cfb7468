"""Verify: whatever was edited in a record is found, with the ply from which it is no longer true."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.kernel.matches import GAME, SHORT, begin, finished

from warband.cli.files import read_document
from warband.kernel.chance import Chance
from warband.kernel.entries import ACT, Entry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.record import Record, chain, header_mark, read_record, record_match
from warband.kernel.registry import make_game
from warband.kernel.seats import CHANCE
from warband.kernel.verify import BrokenRecord, replay, verify

pytestmark = pytest.mark.engine


@cache
def whole() -> Match:
    """Return a finished match that nobody changes."""
    return finished(5, SHORT)


def saved() -> Record:
    return read_record(json.loads(record_match(whole()).to_json()))


def game() -> Game:
    return make_game(GAME, SHORT)


def broken(record: Record, with_game: Game | None = None) -> BrokenRecord:
    with pytest.raises(BrokenRecord) as found:
        verify(record, with_game or game())
    return found.value


def cover_up(record: Record) -> Record:
    """Make the marks right again, as a careful forger would."""
    record.mark = header_mark(record.header())
    record.marks = chain(record.header(), record.entries)
    return record


def index_of(claim: Callable[[Entry], bool], start: int = 0) -> int:
    return next(index for index in range(start, len(whole().entries)) if claim(whole().entries[index]))


def change(index: int, text: str) -> Record:
    record = saved()
    record.entries[index] = replace(record.entries[index], text=text)
    return record


def at_entry(index: int) -> Match:
    """Return the match as it stood before an entry."""
    record = saved()
    record.entries = record.entries[:index]
    return replay(record, game())


def another_outcome(index: int) -> str:
    outcomes = [game().text(outcome) for outcome, _ in at_entry(index).state.outcomes()]
    return next(text for text in outcomes if text != whole().entries[index].text)


# ---- entries ----


def test_an_untouched_record_is_true() -> None:
    assert verify(saved(), game()).entries == whole().entries


@given(st.data())
@settings(deadline=None)
def test_any_changed_character_of_any_text_is_found(data: st.DataObject) -> None:
    record = saved()
    index = data.draw(st.integers(0, len(record.entries) - 1))
    text = record.entries[index].text
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(["", "x", " ", "W"]) | st.characters())
    assume(new != text[at])
    record.entries[index] = replace(record.entries[index], text=text[:at] + new + text[at + 1 :])
    assert broken(record).ply == record.entries[index].ply


@given(st.sampled_from(range(len(whole().entries))), st.sampled_from(["ply", "seat", "deed", "open", "mark"]))
@settings(deadline=None)
def test_any_changed_field_of_any_entry_is_found(index: int, name: str) -> None:
    record = saved()
    entry = record.entries[index]
    changed = {
        "ply": replace(entry, ply=entry.ply + 1),
        "seat": replace(entry, seat=1 if entry.seat < 1 else 0),
        "deed": replace(entry, deed="resign"),
        "open": replace(entry, seen_by=(0,), open="something else"),
        "mark": entry,
    }
    record.entries[index] = changed[name]
    if name == "mark":
        record.marks[index] = "0" * 12
    assert broken(record).ply == record.entries[index].ply


def test_a_removed_entry_is_found_at_the_next() -> None:
    record = saved()
    del record.entries[10], record.marks[10]
    assert broken(record).ply == whole().entries[11].ply
    assert "expected ply" in str(broken(cover_up(record)))


def test_a_removed_end_is_found() -> None:
    record = saved()
    del record.entries[-1], record.marks[-1]
    found = broken(record)
    assert found.ply == whole().entries[-1].ply
    assert "the entries end with None" in str(found)


def test_swapped_entries_are_found() -> None:
    record = saved()
    entries, marks = record.entries, record.marks
    entries[10], entries[11] = entries[11], entries[10]
    marks[10], marks[11] = marks[11], marks[10]
    assert broken(record).ply == whole().entries[11].ply
    assert broken(cover_up(record)).ply == whole().entries[11].ply


def test_an_added_entry_is_found() -> None:
    record = saved()
    record.entries.append(Entry(whole().ply, 0, "done"))
    assert "is illegal: The match is over." in str(broken(cover_up(record)))


# ---- what a careful forger does ----


def test_an_action_that_was_illegal_is_found_under_right_marks() -> None:
    index = index_of(lambda entry: entry.text.startswith("recruit"))
    found = broken(cover_up(change(index, "attack west > west")))
    assert found.ply == whole().entries[index].ply
    assert "Nobody attacks in the first round; hire" in str(found)


def test_another_outcome_is_found_by_the_secret() -> None:
    index = index_of(lambda entry: entry.seat == CHANCE, 20)
    text = another_outcome(index)
    found = broken(cover_up(change(index, text)))
    assert found.ply == whole().entries[index].ply
    assert f"the secret gives {whole().entries[index].text!r}, the record {text!r}" in str(found)


def test_an_impossible_outcome_is_found_without_the_secret() -> None:
    record = cover_up(change(0, "card knight"))
    record.secret = ""
    assert "'card knight' is no possible outcome" in str(broken(record))


def test_a_seat_cannot_stand_in_for_chance_nor_chance_for_a_seat() -> None:
    drawn = index_of(lambda entry: entry.seat == CHANCE)
    acted = index_of(lambda entry: entry.seat != CHANCE and entry.deed == ACT)
    for index, seat, complaint in ((drawn, 0, "where chance decides"), (acted, CHANCE, "where a seat is to decide")):
        record = saved()
        record.entries[index] = replace(record.entries[index], seat=seat)
        assert complaint in str(broken(cover_up(record)))


def test_an_entry_shown_to_the_wrong_seats_is_found() -> None:
    match = begin(6)
    for seat in (0, 1):
        match.play(seat, match.actions(seat)[0])
    record = record_match(match)
    record.entries[-1] = replace(record.entries[-1], seen_by=(0, 1), open="")
    assert "is logged as seen by [0, 1], not [1]" in str(broken(cover_up(record), match.game))


def test_a_text_that_is_no_action_is_found() -> None:
    index = index_of(lambda entry: entry.seat != CHANCE)
    assert "is not an action" in str(broken(cover_up(change(index, "surrender"))))


# ---- the head of the record ----


@pytest.mark.parametrize(
    "result", [None, {"winner": 0, "why": "monarch_falls"}, {"winner": -1, "why": "agreed"}, {"winner": 1, "why": "x"}]
)
def test_a_changed_result_is_found(result: dict[str, object] | None) -> None:
    record = saved()
    record.result = result
    assert broken(record).ply == whole().ply


def test_changed_options_are_found() -> None:
    record = saved()
    record.options = {**record.options, "health": 3}
    assert broken(record, make_game(GAME, record.options)).ply == 0


def test_options_under_which_the_match_could_not_be_are_found_under_right_marks() -> None:
    record = saved()
    record.options = {**record.options, "rounds": 1}
    found = broken(cover_up(record), make_game(GAME, record.options))
    assert "The match is over." in str(found)
    assert 0 < found.ply < whole().ply


@pytest.mark.parametrize("name", ["players", "commitment", "contributions", "start", "packs"])
def test_a_changed_head_is_found(name: str) -> None:
    record = saved()
    head: dict[str, object] = {
        "players": ["Ada", "Bo"],
        "commitment": "00",
        "contributions": ("x", ""),
        "start": {},
        "packs": {},
    }
    setattr(record, name, head[name])
    assert broken(record).ply == 0


def test_another_rules_version_is_told_and_not_replayed() -> None:
    record = saved()
    record.version = 99
    with pytest.raises(BadInput, match="made under rules version 99 of heros-crossing; this is version"):
        verify(record, game())


def test_another_pack_is_told_and_not_replayed() -> None:
    record = saved()
    record.packs = {"set-one": "0" * 32}
    with pytest.raises(BadInput, match="another pack 'set-one'"):
        verify(record, game())


def test_a_wrong_secret_does_not_fit_the_commitment() -> None:
    record = saved()
    record.secret = b"another".hex()
    found = broken(record)
    assert (found.ply, "does not fit the commitment" in str(found)) == (0, True)


def test_a_secret_chosen_afterwards_does_not_give_the_outcomes() -> None:
    record = saved()
    other = Chance(b"another", b"salt")
    record.secret, record.salt, record.commitment = other.secret.hex(), other.salt.hex(), other.commitment()
    assert "the secret gives" in str(broken(cover_up(record)))


# ---- a damaged file ----


@given(st.floats(0, 0.999))
@settings(deadline=None)
def test_a_truncated_file_is_told_with_its_line(tmp_path_factory: pytest.TempPathFactory, share: float) -> None:
    text = record_match(whole()).to_json().rstrip()
    path = Path(tmp_path_factory.getbasetemp()) / "cut.json"
    path.write_text(text[: int(len(text) * share)], encoding="utf-8")
    with pytest.raises(BadInput, match=r"cut.json:\d+: not JSON"):
        read_document(path)
