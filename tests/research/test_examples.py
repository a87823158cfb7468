"""The examples of docs/examples/research run, and the agent that is trained there sits down at the arena."""

from __future__ import annotations

import importlib.util
import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.table.server import running

from warband.cli import main as warband

PAGES = Path(__file__).resolve().parents[2] / "docs"
FOLDER = PAGES / "examples" / "research"
NEEDS = {"pyspiel": "OpenSpiel has no wheel for this machine", "torch": "the extra `train` is not installed"}
QUICK = [
    ("batch_random", "", ["--lanes", "8", "--steps", "200"], "decisions a second"),
    ("pettingzoo_random", "", ["--matches", "2"], "2 matches, won by"),
    ("gymnasium_random", "", ["--matches", "2"], "of 2"),
    ("openspiel_random", "pyspiel", ["--matches", "2"], "warband_heros_crossing"),
    ("openspiel_solve", "pyspiel", ["--iterations", "20", "--rounds", "1"], "20 iterations: exploitability"),
    ("openspiel_exploit", "pyspiel", ["mind", "--rounds", "1"], "mind, what it likes best: exploitability 0."),
    ("evaluate_bot", "", ["heros-crossing", "random", "random", "--pairs", "2"], "random makes"),
    ("show_match", "", ["--decisions", "9", "--out", "match.html"], "match.html"),
]


def blocks_of(page: str) -> list[str]:
    """Return the Python that a page shows."""
    return re.findall(r"^```python\n(.*?)^```", (PAGES / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


BLOCKS = [(page, block) for page in ("research.md", "openspiel.md") for block in range(len(blocks_of(page)))]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str, list[str]], None]:
    """Run an example with the words of a command line, in a folder of its own."""

    def example(name: str, words: list[str]) -> None:
        monkeypatch.chdir(tmp_path)
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
    run: Callable[[str, list[str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    need(needs)
    run(name, words)
    assert told in capsys.readouterr().out


BAD = [
    ("batch_random", "", ["--game", "chess"], "unknown game 'chess'; the games are "),
    ("batch_random", "", ["--lanes", "0"], "a batch needs at least one seed"),
    ("batch_random", "", ["--seed", "-1"], "expected non-negative integer"),
    ("pettingzoo_random", "", ["--game", "chess"], "unknown game 'chess'"),
    ("pettingzoo_random", "", ["--seed", "-1"], "greater or equal to zero"),
    ("gymnasium_random", "", ["--id", "warband/Chess-v0"], "doesn't exist"),
    ("gymnasium_random", "", ["--opponent", "nobody"], "unknown bot 'nobody'"),
    ("openspiel_random", "pyspiel", ["--game", "warband_chess"], "Unknown game 'warband_chess'"),
    ("openspiel_solve", "pyspiel", ["--rounds", "0"], "option rounds: 0 is not between 1 and 200"),
    ("openspiel_solve", "pyspiel", ["--looks", "0"], "--looks 0: give 1 to 1000"),
    ("evaluate_bot", "", ["chess", "random", "random"], "unknown game 'chess'"),
    ("evaluate_bot", "", ["heros-crossing", "random", "random", "--pairs", "0"], "--pairs 0: give at least 1"),
    ("show_match", "", ["--game", "chess"], "unknown game 'chess'"),
    ("show_match", "", ["--out", "nowhere/match.html"], "--out nowhere/match.html: No such file or directory"),
    ("train_ppo", "torch", ["--game", "chess"], "unknown game 'chess'"),
    ("train_ppo", "torch", ["--lanes", "0"], "--lanes 0: give at least 1"),
    ("train_ppo", "torch", ["--out", "nowhere/weights.npz"], "--out nowhere/weights.npz: there is no such folder"),
]


@pytest.mark.parametrize(("name", "needs", "words", "told"), BAD)
def test_an_example_refuses_in_a_sentence(
    name: str,
    needs: str,
    words: list[str],
    told: str,
    run: Callable[[str, list[str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    need(needs)
    with pytest.raises(SystemExit) as left:
        run(name, words)
    assert left.value.code == 2
    assert told in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(("words", "code", "told"), [(["--help"], 0, "usage: "), ([], 2, "this needs PyTorch")])
def test_without_pytorch_the_training_says_what_it_needs(
    words: list[str],
    code: int,
    told: str,
    run: Callable[[str, list[str]], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit) as left:
        run("train_ppo", words)
    assert left.value.code == code
    assert told in "".join(capsys.readouterr())


def test_every_example_is_run_here() -> None:
    others = {"ismcts_bot", "train_ppo", "trained_bot"}
    assert {path.stem for path in FOLDER.glob("*.py")} == {name for name, _, _, _ in QUICK} | others


@pytest.mark.parametrize(("page", "block"), BLOCKS)
def test_what_the_pages_show_runs(page: str, block: int) -> None:
    """Run each block alone in a fresh Python, as one who copies it does."""
    need("pyspiel" if page == "openspiel.md" else "")
    text = blocks_of(page)[block]
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def arena(tmp_path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    out = tmp_path / "matches.jsonl"
    assert warband(["arena", "heros-crossing", *words, "--matches", "2", "--jobs", "1", "--out", str(out)]) == 0
    return capsys.readouterr().out


def test_the_search_of_openspiel_sits_down_at_the_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    need("pyspiel")
    assert "Ismcts2" in arena(tmp_path, capsys, "random", f"{FOLDER / 'ismcts_bot.py'}:Ismcts2")


@pytest.fixture
def trained(tmp_path: Path, run: Callable[[str, list[str]], None]) -> str:
    """Train for 200 steps, put the weights beside the bot, and return the name that seats it."""
    need("torch")
    bot = tmp_path / "trained_bot.py"
    shutil.copy(FOLDER / "trained_bot.py", bot)
    words = ["--threads", "1", "--lanes", "8", "--horizon", "25", "--steps", "200", "--out"]
    run("train_ppo", [*words, str(bot.with_suffix(".npz"))])
    return f"{bot}:Trained"


def test_a_trained_agent_sits_down_at_the_arena(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], trained: str
) -> None:
    assert "200 decisions" in capsys.readouterr().out
    assert "Trained" in arena(tmp_path, capsys, trained, "random")


def test_a_trained_agent_sits_down_at_the_terminal(
    tmp_path: Path, trained: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 8 + "quit\n"))
    assert warband(["play", "heros-crossing", "--against", trained]) == 0
    told = capsys.readouterr().out
    assert "Trained places a card face down" in told
    assert "a random action is played for it" not in told


def test_a_trained_agent_sits_down_at_the_table(tmp_path: Path, trained: str, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path / "table", guests=(trained,)) as server:
        visitor = server.visitor()
        assert 'value="Trained"' in visitor.get("/new?game=heros-crossing")[1]
        sitting = visitor.sit(visitor.begin("heros-crossing", "watch", level="Trained", level2="random"))
        sitting.resume()
        while not sitting.state["over"]:
            sitting.receive()
    assert [player["name"] for player in sitting.state["players"]] == ["Trained", "random:1"]
    assert "a random action is played for it" not in caplog.text


def test_a_bot_without_its_weights_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "trained_bot.py"
    shutil.copy(FOLDER / "trained_bot.py", bot)
    assert warband(["arena", "heros-crossing", f"{bot}:Trained", "random", "--matches", "2"]) == 2
    assert "there are no weights yet" in capsys.readouterr().err
