"""`warband play`, two people or against a bot: seats, names, saves, and one sentence for bad input."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.commands import assert_refused
from tests.kernel.matches import GAME, SHORT, TURN, at, begin

from warband.cli import main
from warband.kernel.record import record_match

Capture = pytest.CaptureFixture[str]
PAIRS = [part for name, value in SHORT.items() for part in ("--option", f"{name}={value}")]
QUICK = [GAME, *PAIRS, "--seed", "3"]
GUEST = """
from warband.agents.bot import Bot

class Mine(Bot):
    def choose(self, view, legal, budget):
        return legal[0]
"""


class Keyboard(io.StringIO):
    """A terminal on which lines are typed."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder with a bot and a save of two people."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(GUEST, encoding="utf-8")
    (tmp_path / "two.json").write_text(record_match(at(TURN), private=True).to_json(), encoding="utf-8")
    return tmp_path


def play(monkeypatch: pytest.MonkeyPatch, capsys: Capture, arguments: list[str], typed: str = "") -> str:
    """Play with lines from a pipe and return what was printed."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", *arguments]) == 0
    return capsys.readouterr().out


def saved(path: str) -> dict[str, object]:
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("seat", ["0", "1"])
def test_a_bot_is_seated_and_comes_back(monkeypatch: pytest.MonkeyPatch, capsys: Capture, seat: str) -> None:
    bot = 1 - int(seat)
    rules = ["--against", "novice", "--seat", seat, "--save", "a.json"]
    told = play(monkeypatch, capsys, [*QUICK, *rules], "1\n")
    mine = ["Blue", "Red"][int(seat)]
    assert f"You are {mine}, in seat {seat}; Novice (level 1 of 8) plays against you.\n" in told
    first = saved("a.json")
    assert first["bots"] == ["novice" if place == bot else "" for place in (0, 1)]
    told = play(monkeypatch, capsys, ["--resume", "a.json"], "1\n1\n")
    assert f"You are {mine}, in seat {seat}; Novice (level 1 of 8) plays against you.\n" in told
    assert saved("a.json")["bots"] == first["bots"]
    assert len(str(saved("a.json")["entries"])) > len(str(first["entries"]))


@pytest.mark.usefixtures("folder")
def test_a_whole_match_is_piped_in(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    told = play(monkeypatch, capsys, [*QUICK, "--against", "random", "--save", "a.json"], "1\n" * 400)
    assert "record verify a.json" in told
    assert main(["record", "verify", "a.json"]) == 0


@pytest.mark.usefixtures("folder")
def test_chance_may_choose_the_seat(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    rules = [GAME, *PAIRS, "--against", "random", "--seat", "random"]
    seeds = [["--seed", str(seed), "--save", f"{seed}.json"] for seed in range(8)]
    told = [play(monkeypatch, capsys, [*rules, *seed]).split("in seat ")[1][0] for seed in seeds]
    assert set(told) == {"0", "1"}


@pytest.mark.usefixtures("folder")
def test_names_are_kept(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    told = play(monkeypatch, capsys, [*QUICK, "--against", "random", "--names", "Ada", "Bot"])
    assert "You are Ada, in seat 0; Bot (a bot) plays against you." in told


@pytest.mark.usefixtures("folder")
def test_a_bot_takes_over_a_seat(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    told = play(monkeypatch, capsys, ["--resume", "two.json", "--against", "2"], "log\n")
    assert "seat is given to Squire." in told
    assert saved("two.json")["bots"] == ["", "2"]
    told = play(monkeypatch, capsys, ["--resume", "two.json", "--against", "3"])
    assert "seat is given to Scout." in told
    assert main(["record", "verify", "two.json"]) == 0


@pytest.mark.usefixtures("folder")
def test_a_save_without_bots_is_for_two_people(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    told = play(monkeypatch, capsys, ["--resume", "two.json"])
    assert "plays against you" not in told
    assert "bots" not in saved("two.json")


@pytest.mark.usefixtures("folder")
def test_a_program_runs_only_when_it_is_named(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    told = play(monkeypatch, capsys, [*QUICK, "--against", "mine.py:Mine", "--save", "a.json"])
    assert "play --resume a.json --against mine.py:Mine\n" in told
    assert main(["play", "--resume", "a.json"]) == 2
    assert "to run it, add --against mine.py:Mine" in capsys.readouterr().err
    told = play(monkeypatch, capsys, ["--resume", "a.json", "--against", "mine.py:Mine"])
    assert "is given to" not in told


# ---- the questions before a match ----


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "typed", "told"),
    [
        ([], "1\n1\nquit\n", "Novice (level 1 of 8) plays against you"),
        ([GAME], "\nquit\n", "Hand over the keyboard"),
        ([GAME, "--against", "2"], "quit\n", "Squire (level 2 of 8) plays against you"),
        ([GAME, "--names", "Ada", "Eve"], "quit\n", "Ada decides next."),
        (["--resume", "two.json"], "quit\n", "Hand over the keyboard"),
    ],
)
def test_at_a_terminal_what_is_left_open_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, arguments: list[str], typed: str, told: str
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", Keyboard(typed))
    assert main(["play", *arguments]) == 0
    printed = capsys.readouterr().out
    assert told in printed
    assert "The match is saved." in printed
    assert ("Which game?" in printed) == (not arguments)
    assert ("Against whom?" in printed) == (len(arguments) < 2)


@pytest.mark.usefixtures("folder")
def test_who_quits_at_the_questions_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", Keyboard("quit\n"))
    assert main(["play"]) == 0
    assert not Path("matches").exists()


# ---- bad input ----

BAD = [
    ([GAME, "--against", "99"], "level 99: there are the levels 1 to 8"),
    ([GAME, "--against", "nobody"], "unknown bot 'nobody'; a bot is "),
    ([GAME, "--against", "search:0"], "bot 'search:0': expected search:ITERATIONS"),
    ([GAME, "--against", "nowhere.py:Mine"], "bot nowhere.py: there is no such file"),
    ([GAME, "--against", "mine.py:Yours"], "bot mine.py: it has no 'Yours'"),
    ([GAME, "--seat", "1"], "play: --seat says where you sit against a bot"),
    (["--resume", "two.json", "--seat", "1"], "play: --seat says where you sit against a bot"),
    (["--resume", "two.json", "--against", "99"], "level 99: there are the levels 1 to 8"),
    (["--resume", "seated.json", "--seat", "1"], "seated.json: you sit in seat 0 there"),
    (["--resume", "unknown.json"], "unknown.json: unknown bot 'nobody'"),
    (["--resume", "three.json"], "three.json.bots: there are 2 seats"),
]


@pytest.mark.parametrize(("arguments", "complaint"), BAD)
def test_bad_input_gets_one_sentence(folder: Path, arguments: list[str], complaint: str, capsys: Capture) -> None:
    for name, bots in {"seated": ["", "1"], "unknown": ["", "nobody"], "three": ["", "", ""]}.items():
        record = record_match(begin(), private=True)
        record.bots = bots
        (folder / f"{name}.json").write_text(json.dumps({**record.to_data(), "bots": bots}), encoding="utf-8")
    assert main(["play", *arguments]) == 2
    told = capsys.readouterr()
    assert complaint in told.err
    assert told.err.count("\n") == 1
    assert not Path("matches").exists()


def test_the_help_lists_the_levels(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = capsys.readouterr().out
    assert "  1  Novice " in told
    assert "--against LEVEL" in told


# ---- as a program at a terminal ----


PATIENCE = 90.0


def hear_ctrl_c() -> None:
    """Let a program hear Ctrl-C, also where the tests run in the background and do not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """Run the program at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.keys, screen = pty.openpty()
        command = [sys.executable, "-m", "warband", "play", *arguments]
        self.process = subprocess.Popen(
            command, stdin=screen, stdout=screen, stderr=screen, start_new_session=True, preexec_fn=hear_ctrl_c
        )
        os.close(screen)
        self.shown = ""

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.keys, f"{line}\n".encode())

    def watch(self, words: str = "") -> str:
        """Watch the screen until some words come up, or to the end; return all that was shown."""
        while not words or words not in self.shown:
            assert select.select([self.keys], [], [], PATIENCE)[0], self.shown
            try:
                part = os.read(self.keys, 65536)
            except OSError:
                break
            if not part:
                break
            self.shown += part.decode(errors="replace")
        return self.shown

    def leave(self) -> tuple[str, int]:
        """Watch to the end; return all that was shown, and the exit code."""
        shown = self.watch()
        os.close(self.keys)
        return shown, self.process.wait(timeout=30)


@pytest.mark.usefixtures("folder")
def test_a_newcomer_is_asked_plays_and_leaves() -> None:
    terminal = Terminal(*PAIRS)
    terminal.watch("number or name> ")
    terminal.type("1")
    terminal.watch("Enter, number or name> ")
    terminal.type("5")
    terminal.watch("(or help)> ")
    terminal.type("hint")
    terminal.watch(" in 100")
    terminal.type("quit")
    shown, code = terminal.leave()
    assert code == 0
    assert "Captain (level 5 of 8) plays against you." in shown
    assert "The match is saved. Go on with: " in shown


@pytest.mark.usefixtures("folder")
def test_ctrl_c_leaves_the_match_saved_and_the_bot_quiet() -> None:
    terminal = Terminal(GAME, "--against", "1", "--seat", "1", "--save", "a.json")
    # The bot has made its secret pick; its process gets the signal as well.
    terminal.watch("(or help)> ")
    os.killpg(terminal.process.pid, signal.SIGINT)
    shown, code = terminal.leave()
    assert code == 0
    assert "The match is saved." in shown
    assert "Traceback" not in shown
    assert saved("a.json")["waiting"] != []


# ---- two people ----


def test_a_match_is_played_and_resumed(samples: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    (samples / "empty").touch()
    for arguments in (["play", GAME, "--seed", "3", "--save", "mine.json"], ["play", "--resume", "mine.json"]):
        with (samples / "empty").open(encoding="utf-8") as nothing:
            monkeypatch.setattr(sys, "stdin", nothing)
            assert main(arguments) == 0
        assert "warband play --resume mine.json" in capsys.readouterr().out


def test_a_record_without_its_secret_cannot_go_on(samples: Path, capsys: Capture) -> None:
    (samples / "open.json").write_text(record_match(begin()).to_json(), encoding="utf-8")
    assert_refused(["play", "--resume", "open.json"], "open.json: the record lacks the secret", capsys)
