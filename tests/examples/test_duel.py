"""The game that docs/new-game.md builds is installed as its own package and plays through every face."""

from __future__ import annotations

import importlib
import io
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.routing import Route
from tests.table.server import Running, running, said

import warband
from warband.agents.roster import seat_bot
from warband.cli import main as command
from warband.conformance.check import check_game
from warband.kernel import registry
from warband.kernel.chance import Rng
from warband.lab.intervals import wilson
from warband.table.pages.render import shipped
from warband.table.pages.routes import routes

SOURCE = Path(__file__).parents[2] / "docs" / "examples" / "duel"
NAME = "duel"


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the package as anybody would, beside Warband, for this module of tests alone."""
    source, target = tmp_path_factory.mktemp("source") / NAME, tmp_path_factory.mktemp("site")
    shutil.copytree(SOURCE, source)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(target), str(source)], check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(target))
        # Bots think in processes of their own, which find the package by this.
        patch.setenv("PYTHONPATH", str(target))
        registry.refresh()
        shipped.cache_clear()
        yield target
    registry.refresh()
    shipped.cache_clear()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("table")) as server:
        yield server


def test_it_is_found_by_its_own_entry_point() -> None:
    assert NAME in registry.names()
    assert registry.entry(NAME).title == "Duel"
    assert len((SOURCE / "warband_duel.py").read_text(encoding="utf-8").splitlines()) < 230


def test_it_keeps_the_laws() -> None:
    assert check_game(registry.make_game(NAME), matches=20).matches == 20


def test_it_is_played_through_the_library() -> None:
    game = warband.game(NAME, cards=3)
    match = game.match(seed=1)
    bot = warband.bot("greedy", game)
    while not match.over:
        match.push(bot.choose(match.view()))
    assert match.result is not None
    assert "takes 4" in str(match.log()[-1])


def test_search_without_an_evaluation_plays_out() -> None:
    """Thirty iterations are enough for this; docs/new-game.md has the figure for five hundred."""
    game = registry.make_game(NAME)
    assert not game.has_evaluation
    points = sum(won(game, number) for number in range(60))
    assert wilson(points, 60)[0] > 0.6


def won(game: warband.Game, number: int) -> float:
    """Return the points that search makes in one match against random, from either seat in turn."""
    match = game.match(seed=number // 2)
    seat = number % 2
    bots = [seat_bot("random", game, number), seat_bot("search:30", game, number)]
    while not match.over:
        decider = match.awaiting()[0]
        match.push(bots[decider == seat].choose(match.view(decider)), seat=decider)
    assert match.result is not None
    return 1.0 if match.result.winner == seat else 0.5 if match.result.winner not in (0, 1) else 0.0


@pytest.mark.parametrize("words", [["games"], ["check", NAME, "--matches", "3"], ["rules", NAME]])
def test_commands_know_it(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert command(words) == 0
    assert "duel" in capsys.readouterr().out.lower()


def test_it_is_played_in_the_arena(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["arena", NAME, "greedy", "random", "--matches", "4", "--out", str(tmp_path / "a.jsonl")]) == 0
    assert "greedy makes" in capsys.readouterr().out


def test_it_is_played_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 12))
    assert command(["play", NAME, "--against", "1", "--seat", "0", "--option", "cards=2"]) == 0
    assert "points" in capsys.readouterr().out


def pages() -> list[str]:
    """Return the address of every page there is that does not ask for an invitation or a file."""
    paths = [route.path for route in routes() if isinstance(route, Route) and "GET" in (route.methods or ())]
    return [path for path in paths if "{token}" not in path and "{name:path}" not in path]


# It has neither a lesson nor a page that tells how it is played, and nothing leads there.
MISSING = {"/learn/duel", "/learn/duel/done", "/how-to/duel"}


@pytest.mark.parametrize("page", [path for path in pages() if "{table}" not in path])
def test_no_page_fails_for_it(page: str, served: Running) -> None:
    address = page.format(game=NAME) + ("?game=duel" if page == "/new" else "")
    status, text = served.visitor().get(address)
    assert status == (404 if address in MISSING else 302 if address == "/cards" else 200), said(text)
    assert "Duel" in text or page in ("/learn", "/cards", "/favicon.ico") or address in MISSING


def test_a_whole_match_in_the_browser(served: Running) -> None:
    visitor = served.visitor()
    table = visitor.begin(NAME)
    sitting = visitor.sit(table)
    sitting.resume()
    assert sitting.ask("hint")["hints"]
    while sitting.decide():
        assert sitting.act()["status"] == "accepted"
        sitting.state["decision"] = None
    assert visitor.get(f"/table/{table}")[0] == 200
    for page in [path for path in pages() if "{table}" in path]:
        status, text = visitor.get(page.format(table=table))
        # Against a bot nobody is invited, and a curve may still be computed.
        expected = {404} if page.endswith("/invite") else {200, 202} if page.endswith("/curve") else {200}
        assert status in expected, (page, said(text))


def test_it_is_a_pettingzoo_environment() -> None:
    api_test = importlib.import_module("pettingzoo.test").api_test
    face = importlib.import_module("warband.research.pettingzoo")
    with warnings.catch_warnings():
        # PettingZoo wonders about observations that hold a mask.
        warnings.simplefilter("ignore", UserWarning)
        api_test(face.env(NAME), num_cycles=50)


def test_it_is_a_gymnasium_environment() -> None:
    check_env = importlib.import_module("gymnasium.utils.env_checker").check_env
    face = importlib.import_module("warband.research.gymnasium")
    check_env(face.WarbandEnv(NAME), skip_render_check=True)


def test_it_is_an_openspiel_game() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")
    importlib.import_module("warband.research.openspiel").register(NAME)
    pyspiel.random_sim_test(pyspiel.load_game("warband_duel"), num_sims=2, serialize=True, verbose=False)


def test_it_is_stepped_in_a_batch() -> None:
    batch = importlib.import_module("warband.research.batch").make_batch(NAME, 8, seed=1)
    for _ in range(20):
        batch.step(batch.sample(Rng(3)))
    assert batch.observations.shape == (8, 37)
