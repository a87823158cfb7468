"""`warband record`: records are verified, shown and redacted, and false ones are refused with their ply."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.commands import Capture, assert_refused
from tests.kernel.matches import GAME, begin, finished
from tests.packs import write_file, write_folder

from warband.cli import main
from warband.cli.files import read_options
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.record import record_match
from warband.kernel.registry import make_game


@pytest.mark.usefixtures("samples")
def test_a_record_is_verified(capsys: Capture) -> None:
    match = finished(6)
    result = match.result
    assert result is not None
    assert main(["record", "verify", "good.json"]) == 0
    ending = match.game.say_result(result, match.players)
    assert capsys.readouterr().out == f"good.json: true to ply {match.ply}; chance agrees with the secret. {ending}\n"


@pytest.mark.usefixtures("samples")
def test_a_record_is_shown_as_sentences(capsys: Capture) -> None:
    assert main(["record", "show", "good.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("begins and takes the King.")
    assert any("picks the " in line for line in lines)


@pytest.mark.usefixtures("samples")
def test_a_record_is_shown_as_a_seat_saw_it(capsys: Capture) -> None:
    assert main(["record", "show", "good.json", "--seat", "1"]) == 0
    told = capsys.readouterr().out
    assert "Red is dealt the " in told
    assert "Blue is dealt a card." in told
    assert "Blue is dealt the " not in told


def test_a_running_record_is_shown_as_a_spectator_sees_it(samples: Path, capsys: Capture) -> None:
    (samples / "open.json").write_text(record_match(begin()).to_json(), encoding="utf-8")
    assert main(["record", "show", "open.json"]) == 0
    told = capsys.readouterr().out
    assert "is dealt a card." in told
    assert "is dealt the " not in told
    assert main(["record", "verify", "open.json"]) == 0
    assert "the secret is not known yet" in capsys.readouterr().out


def test_a_redacted_record_is_shown_and_not_verified(samples: Path, capsys: Capture) -> None:
    assert main(["record", "redact", "good.json", "--seat", "1"]) == 0
    redacted = capsys.readouterr().out
    assert json.loads(redacted)["redacted_for"] == 1
    (samples / "seat1.json").write_text(redacted, encoding="utf-8")
    assert main(["record", "show", "seat1.json"]) == 0
    assert "0: pick a card" in capsys.readouterr().out
    assert main(["record", "show", "seat1.json", "--seat", "1"]) == 0
    capsys.readouterr()
    assert_refused(["record", "show", "seat1.json", "--seat", "0"], "is redacted for seat 1; leave --seat out", capsys)
    assert_refused(["record", "verify", "seat1.json"], "the record is redacted for seat 1", capsys)


def test_an_edited_record_is_told_with_its_ply(samples: Path, capsys: Capture) -> None:
    data = json.loads((samples / "good.json").read_text(encoding="utf-8"))
    data["entries"][20]["do"] = "recruit west"
    (samples / "edited.json").write_text(json.dumps(data), encoding="utf-8")
    assert_refused(["record", "verify", "edited.json"], f"ply {data['entries'][20]['ply']}: ", capsys)


@pytest.mark.parametrize("write", [write_file, write_folder])
def test_a_pack_that_was_moved_is_named_again(samples: Path, write: Callable[[Path], Path], capsys: Capture) -> None:
    pack = write(samples)
    game = make_game(GAME, *read_options([f"pack={pack.name}"]))
    Path("own.json").write_text(record_match(Match(game, seeded_chance(1))).to_json(), encoding="utf-8")
    pack.rename("moved" + pack.suffix)
    advice = f"if the pack '{pack.name}' was moved, add --option pack=PATH"
    assert_refused(["record", "verify", "own.json"], advice, capsys)
    assert main(["record", "verify", "own.json", "--option", f"pack=moved{pack.suffix}"]) == 0
