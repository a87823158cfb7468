"""The examples of docs/examples/research run, and the agent that is trained there sits down at the arena."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from warband.cli import main as warband

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples" / "research"
NEEDS = {"pyspiel": "OpenSpiel has no wheel for this machine", "torch": "the extra `train` is not installed"}
QUICK = [
    ("batch_random", "", ["--lanes", "8", "--steps", "200"], "decisions a second"),
    ("pettingzoo_random", "", ["--matches", "2"], "2 matches, won by"),
    ("gymnasium_random", "", ["--matches", "2"], "of 2"),
    ("openspiel_random", "pyspiel", ["--matches", "2"], "warband_heros_crossing"),
    ("openspiel_solve", "pyspiel", ["--iterations", "20", "--rounds", "1"], "20 iterations: exploitability"),
    ("evaluate_bot", "", ["heros-crossing", "random", "random", "--pairs", "2"], "random makes"),
    ("show_match", "", ["--decisions", "9", "--out", "match.html"], "match.html"),
]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, list[str]], None]:
    """Run an example with the words of a command line."""

    def example(name: str, words: list[str]) -> None:
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        module.main(words)

    return example


def need(module: str) -> None:
    if module:
        pytest.importorskip(module, reason=NEEDS[module])


@pytest.mark.parametrize(("name", "needs", "words", "told"), QUICK)
def test_an_example_runs(
    name: str,
    needs: str,
    words: list[str],
    told: str,
    tmp_path: Path,
    run: Callable[[str, list[str]], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    need(needs)
    monkeypatch.chdir(tmp_path)
    run(name, words)
    assert told in capsys.readouterr().out


def test_every_example_is_run_here() -> None:
    others = {"ismcts_bot", "train_ppo", "trained_bot"}
    assert {path.stem for path in FOLDER.glob("*.py")} == {name for name, _, _, _ in QUICK} | others


def arena(tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    out = tmp_path / "matches.jsonl"
    assert warband(["arena", "heros-crossing", *words, "--games", "2", "--jobs", "1", "--out", str(out)]) == 0
    return capsys.readouterr().out


def test_the_search_of_openspiel_sits_down_at_the_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need("pyspiel")
    assert "Ismcts2" in arena(tmp_path, capsys, "random", f"{FOLDER / 'ismcts_bot.py'}:Ismcts2")


def test_a_trained_agent_sits_down_at_the_arena(
    tmp_path: Path, run: Callable[[str, list[str]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Train for 200 steps, put the weights beside the bot, and let it play."""
    need("torch")
    bot = tmp_path / "trained_bot.py"
    shutil.copy(FOLDER / "trained_bot.py", bot)
    words = [
        "--threads",
        "1",
        "--lanes",
        "8",
        "--horizon",
        "25",
        "--steps",
        "200",
        "--out",
        str(bot.with_suffix(".npz")),
    ]
    run("train_ppo", words)
    assert "200 decisions" in capsys.readouterr().out
    assert "Trained" in arena(tmp_path, capsys, f"{bot}:Trained", "random")


def test_a_bot_without_its_weights_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "trained_bot.py"
    shutil.copy(FOLDER / "trained_bot.py", bot)
    assert warband(["arena", "heros-crossing", f"{bot}:Trained", "random", "--games", "2"]) == 2
    assert "there are no weights yet" in capsys.readouterr().err
