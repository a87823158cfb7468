"""The file of an arena: begun, kept line by line, read again; what does not belong to it is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.lab.contests import contest, pair

from warband.cli.match_files import ArenaFile, own_path, shard_path
from warband.kernel.errors import BadInput
from warband.lab.shards import Shard


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a file with two pairs."""
    path = tmp_path / "a" / "arena.jsonl"
    file = ArenaFile(path, contest())
    file.keep(pair(1, "ld"))
    file.keep(pair(0))
    return path


def test_pairs_come_back_in_order(path: Path) -> None:
    again = ArenaFile(path, contest())
    assert again.pairs == [pair(0), pair(1, "ld")]
    assert not again.has_other_sources


def test_a_line_is_a_match(path: Path) -> None:
    head, *lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    assert head["arena"] == 1
    assert [(line["pair"], line["left_seat"], line["winner"]) for line in lines[:2]] == [(1, 0, "left"), (1, 1, "draw")]
    assert set(lines[0]) == {"pair", "seed", "left_seat", "winner", "why", "decisions", "left", "right", "record"}


def test_a_line_cut_off_by_a_crash_goes_with_its_pair(path: Path) -> None:
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-20], encoding="utf-8")
    again = ArenaFile(path, contest())
    assert again.pairs == [pair(1, "ld")]
    again.keep(pair(0))
    assert ArenaFile(path, contest()).pairs == [pair(0), pair(1, "ld")]


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    assert ArenaFile(path, contest()).pairs == []
    assert path.read_text(encoding="utf-8").startswith('{"arena":1,')


@pytest.mark.parametrize(
    ("other", "name"),
    [(contest("search:9"), "left"), (contest(right="2"), "right"), (contest(seed=4), "seed")],
)
def test_a_file_of_other_arguments_is_refused(path: Path, other: object, name: str) -> None:
    before = path.read_bytes()
    with pytest.raises(BadInput, match=rf"it holds matches of other arguments \({name}: .*; give another --out"):
        ArenaFile(path, other)  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_other_sources_are_noticed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"sources":"', '"sources":"x'), encoding="utf-8")
    assert ArenaFile(path, contest()).has_other_sources


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello\n", r"arena.jsonl:1: this is not a line of matches"),
        ("{}\n", r"arena.jsonl: this is not the file of `warband arena`"),
        ("[1]\n", r"arena.jsonl:1: this is not a line"),
    ],
)
def test_what_is_no_arena_file_is_refused(path: Path, text: str, complaint: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=complaint):
        ArenaFile(path, contest())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('"winner":"left"', '"winner":"top"', r":2.winner: 'top' is not one of left, right, draw"),
        ('"pair":1,', "", r":2: the field 'pair' is missing"),
        ('"left_seat":0', '"left_seat":2', r":2.left_seat: 2 is not between 0 and 1"),
        ('"left":{"choices":5}', '"left":{"choices":5,"seconds":"long"}', r":2.left.seconds: expected a number"),
        ('{"pair":1', "pair", r":2: this is not a line of matches"),
    ],
)
def test_a_damaged_line_is_named(path: Path, old: str, new: str, complaint: str) -> None:
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=complaint):
        ArenaFile(path, contest())


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be written"):
        ArenaFile(tmp_path / "file" / "arena.jsonl", contest())


def test_the_same_terms_have_the_same_path() -> None:
    path = own_path("arena-x", contest().terms())
    assert path == own_path("arena-x", contest().terms())
    assert path.name.startswith("arena-x-")
    assert path.suffix == ".jsonl"
    assert path != own_path("arena-x", contest(seed=1).terms())


# ---- times, order and shards ----


def test_times_are_kept_beside_the_matches(path: Path) -> None:
    assert b"seconds" not in path.read_bytes()
    times = path.with_name("arena.times.csv")
    assert times.read_text(encoding="utf-8").splitlines()[:2] == ["pair,left_seat,left,right", "1,0,0.5,0.1"]
    # A line that was cut off is no time.
    times.write_text(times.read_text(encoding="utf-8")[:-3], encoding="utf-8")
    assert len(ArenaFile(path, contest()).pairs) == 2
    times.unlink()
    assert ArenaFile(path, contest()).pairs[0][0].left.seconds == 0


def test_early_files_have_their_times_in_the_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace('"left":{"choices":5}', '"left":{"choices":5,"seconds":0.75}')
    path.write_text(text, encoding="utf-8")
    path.with_name("arena.times.csv").unlink()
    assert ArenaFile(path, contest()).pairs[0][0].left.seconds == 0.75


def test_in_order_a_file_is_the_same_however_it_came_about(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    for number, results in ((0, "ll"), (1, "ld")):
        ArenaFile(other, contest()).keep(pair(number, results))
    file = ArenaFile(path, contest())
    file.put_in_order()
    assert path.read_bytes() == other.read_bytes()
    file.keep(pair(3))
    file.keep(pair(2))
    file.keep(pair(3))
    file.put_in_order()
    assert [both[0].pair for both in ArenaFile(path, contest()).pairs] == [0, 1, 2, 3]
    assert path.read_bytes().count(b"\n") == 9
    # Of what was added since it was read only some may be kept.
    file = ArenaFile(path, contest())
    for number in (5, 4):
        file.keep(pair(number))
    file.put_in_order(range(2 * 5))
    assert [both[0].pair for both in ArenaFile(path, contest()).pairs] == [0, 1, 2, 3, 4]


def test_a_shard_has_a_file_of_its_own_that_says_so(tmp_path: Path) -> None:
    assert shard_path(Path("a/b.jsonl"), Shard(3, 8)) == Path("a/b.3-of-8.jsonl")
    file = ArenaFile(tmp_path / "a.jsonl", contest(), 20, Shard(3, 8))
    head = json.loads(file.path.read_text(encoding="utf-8"))
    assert (head["shard"], head["of"]) == ([3, 8], 20)
    with pytest.raises(BadInput, match=r"other arguments \(of: 20, not 40\)"):
        ArenaFile(tmp_path / "a.jsonl", contest(), 40, Shard(3, 8))
