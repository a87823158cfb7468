"""`warband train` trains the smallest game in a minute, keeps everything, and goes on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.commands import Capture, assert_refused

from warband.agents.minds.bot import shipped_weights
from warband.agents.minds.files import read_weights, to_bytes
from warband.cli import main

torch = pytest.importorskip("torch", reason="the extra train is not installed")
pytestmark = pytest.mark.usefixtures("folder")

GAME = "heros-crossing"
SMALLEST = ["--option", "pack=tiny", "--option", "columns=1", "--option", "fronts=dealt"]
TRAIN = ["train", GAME, *SMALLEST, "--device", "cpu", "--workers", "1", "--against", "random"]
PLACE = Path("matches") / f"train-{GAME}"


def test_a_minute_of_the_smallest_game_beats_random_and_goes_on(capsys: Capture) -> None:
    assert main([*TRAIN, "--minutes", "1"]) == 0
    out = capsys.readouterr().out
    percent = re.search(r"([\d.]+) % of the points against random", out)
    assert percent is not None
    assert float(percent[1]) >= 60
    assert sorted(path.name for path in PLACE.iterdir()) == ["checkpoint.pt", f"{GAME}.mind", "train.html"]
    page = (PLACE / "train.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 5
    assert main([*TRAIN, "--minutes", "1.01"]) == 0
    more = (PLACE / "train.html").read_text(encoding="utf-8")
    assert "of 1.01 minutes" in more
    options = [*SMALLEST, "--matches", "2", "--jobs", "1"]
    assert main(["arena", GAME, str(PLACE / f"{GAME}.mind"), "random", *options]) == 0


def test_ctrl_c_keeps_what_was_learnt(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from warband.lab.training.experience import Experience
    from warband.lab.training.learner import Learner

    taught = Learner._learn

    def interrupted(self: Learner, experience: Experience) -> dict[str, float]:
        if self.progress.lessons == 1:
            raise KeyboardInterrupt
        figures: dict[str, float] = taught(self, experience)
        return figures

    monkeypatch.setattr(Learner, "_learn", interrupted)
    assert main([*TRAIN, "--minutes", "5"]) == 130
    assert "the same command goes on" in capsys.readouterr().out
    assert (PLACE / "checkpoint.pt").exists()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--minutes", "0"], "--minutes 0: give more than 0"),
        (["--device", "toaster"], "--device toaster: give cpu, cuda or auto"),
        (["--config", "none.toml"], "none.toml"),
        (["--resume", "none.pt"], "none.pt: this is no checkpoint"),
        (["--workers", "999"], "--jobs 999"),
        (["--option", "columns=9"], "columns"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(arguments: list[str], complaint: str, capsys: Capture) -> None:
    assert main(["train", GAME, *arguments]) == 2
    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1


def test_another_recipe_does_not_go_on_from_a_checkpoint(capsys: Capture) -> None:
    Path("quick.toml").write_text("lanes = 4\nhorizon = 4\nminibatch = 16\nwidth = 16\n", encoding="utf-8")
    assert main([*TRAIN, "--config", "quick.toml", "--minutes", "0.001"]) == 0
    capsys.readouterr()
    assert main([*TRAIN, "--config", "quick.toml", "--minutes", "0.002", "--seed", "1"]) == 2
    assert "the checkpoint has seed = 0, not 1" in capsys.readouterr().err


@pytest.fixture
def quick() -> list[str]:
    """Return the arguments of a recipe that is over after two lessons."""
    numbers = "lanes = 4\nhorizon = 4\nminibatch = 16\nwidth = 16\nlessons = 2\n"
    Path("quick.toml").write_text(numbers, encoding="utf-8")
    return ["--device", "cpu", "--workers", "1", "--config", "quick.toml"]


def test_an_attacker_is_measured_against_its_victim(quick: list[str], capsys: Capture) -> None:
    attack = ["train", GAME, *SMALLEST, *quick, "--attack", "mind", "--start", "mind", "--out", "attack"]
    assert main(attack) == 0
    assert "% of the points against mind in 40 matches" in capsys.readouterr().out
    begun = read_weights(Path("attack") / f"{GAME}.mind")
    assert begun.first_bias.numbers.shape == shipped_weights(GAME).first_bias.numbers.shape
    # What it began with is part of the recipe.
    assert main([*attack[:-4], "--out", "attack"]) == 2
    assert "the checkpoint has start = " in capsys.readouterr().err


def test_a_pack_of_ones_own_is_trained_on_and_played(quick: list[str], capsys: Capture) -> None:
    assert main(["pack", "vary", "new.json", "--game", GAME, "--seed", "3"]) == 0
    given = ["--option", "pack=new.json"]
    assert main(["train", GAME, *given, *quick, "--against", "random", "--out", "own"]) == 0
    assert "trained" in capsys.readouterr().out
    words = [*given, "--matches", "2", "--jobs", "1"]
    assert main(["arena", GAME, f"own/{GAME}.mind", "mind", *words]) == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--start", "none.mind"], "none.mind: No such file"),
        (["--attack", "pixel.mind"], "pixel.mind: this mind was trained for pixel-tactics, not for heros-crossing"),
    ],
)
def test_weights_that_will_not_do_are_refused(arguments: list[str], complaint: str, capsys: Capture) -> None:
    Path("pixel.mind").write_bytes(to_bytes(shipped_weights("pixel-tactics")))
    assert main(["train", GAME, *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_an_unknown_game_is_refused(capsys: Capture) -> None:
    assert_refused(["train", "chess"], "chess", capsys)
