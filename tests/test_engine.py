"""The engine: compiled while it was built from the sources, plain where it is asked for or where it was not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from warband import engine as engines
from warband.engine import COMPILED, PACKAGE, PLAIN, SUFFIX, compiled_sources, engine, is_current

SAY = "import warband; from warband.engine import engine; print(engine())"
# A package as small as one can be: what chooses the engine, and one module to compile.
TINY = {"__init__.py": "from warband.engine import choose_engine\nchoose_engine()\n", "kernel/game.py": "X = 1\n"}
STALE = "warband: the sources have changed since make compile; the plain engine runs\n"


def ask(
    wanted: str | None, say: str = SAY, path: Path | None = None, command: tuple[str, ...] = ("-c",)
) -> subprocess.CompletedProcess[str]:
    """Ask a new process which engine it runs."""
    environment = {name: value for name, value in os.environ.items() if name != "WARBAND_ENGINE"}
    if wanted is not None:
        environment["WARBAND_ENGINE"] = wanted
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    whole = [sys.executable, *command, say]
    return subprocess.run(whole, env=environment, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.engine
def test_plain_runs_the_sources_everywhere() -> None:
    done = ask("plain")
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain\n", "")


@pytest.mark.engine
@pytest.mark.parametrize("wanted", [None, "auto"])
def test_by_default_the_best_engine_runs(wanted: str | None) -> None:
    assert ask(wanted).stdout == ("compiled\n" if is_current() else "plain\n")


@pytest.mark.engine
def test_compiled_is_insisted_on() -> None:
    done = ask("compiled")
    if is_current():
        assert (done.returncode, done.stdout) == (0, "compiled\n")
    else:
        assert done.returncode == 1
        assert "EngineError: WARBAND_ENGINE: the compiled engine " in done.stderr


@pytest.mark.engine
def test_an_engine_that_does_not_exist_raises_at_import_and_leaves_the_process_alone() -> None:
    say = "try:\n    import warband\nexcept ImportError as error:\n    print(error)"
    assert ask("turbo", say).stdout == "WARBAND_ENGINE: 'turbo' is not one of auto, plain, compiled\n"


@pytest.mark.engine
def test_the_command_line_turns_it_into_a_sentence() -> None:
    done = ask("turbo", "--version", command=("-m", "warband"))
    assert done.returncode == 2
    assert done.stderr == "warband: WARBAND_ENGINE: 'turbo' is not one of auto, plain, compiled\n"


@pytest.mark.engine
def test_a_script_of_our_name_may_catch_it(tmp_path: Path) -> None:
    script = tmp_path / "warband"
    script.write_text("try:\n    import warband\nexcept ImportError:\n    print('still here')\n", encoding="utf-8")
    done = ask("turbo", str(script), command=())
    assert (done.returncode, done.stdout, done.stderr) == (0, "still here\n", "")


@pytest.mark.engine
def test_a_package_that_is_run_with_m_and_imports_ours_is_left_alone(tmp_path: Path) -> None:
    package = tmp_path / "guest"
    package.mkdir()
    caught = "try:\n    import warband\nexcept ImportError as error:\n    print(error)\n"
    (package / "__init__.py").write_text(caught, encoding="utf-8")
    (package / "__main__.py").write_text("print('still here')\n", encoding="utf-8")
    done = ask("turbo", "guest", Path(os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])), ("-m",))
    told = "WARBAND_ENGINE: 'turbo' is not one of auto, plain, compiled\nstill here\n"
    assert (done.returncode, done.stdout) == (0, told)


@pytest.mark.engine
def test_this_process_runs_what_it_was_told() -> None:
    wanted = os.environ.get("WARBAND_ENGINE", "auto")
    assert engine() == ("compiled" if wanted != "plain" and is_current() else "plain")


def test_compiled_engine_is_there() -> None:
    if engine() == "compiled":
        return
    how = "the plain engine runs here; install a C compiler with Python headers, then run: make test"
    if "compiler" in os.environ.get("WARBAND_REQUIRE", "").split(","):
        pytest.fail(how)
    pytest.skip(how)


# ---- the rule ----


def test_every_pattern_of_the_rule_and_every_exception_finds_something() -> None:
    for pattern in [*COMPILED, *(pattern for patterns in PLAIN.values() for pattern in patterns)]:
        assert list(PACKAGE.glob(pattern)), pattern


def test_rules_search_and_drawing_are_compiled_and_what_is_empty_is_not() -> None:
    sources = compiled_sources()
    assert {"kernel/game.py", "agents/search.py", "scene/html_pieces.py", "agents/lanes.py"} <= set(sources)
    rules = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.glob("games/*/rules/*.py")}
    assert {path for path in rules if not path.endswith("__init__.py")} <= set(sources)
    assert not [path for path in sources if path.endswith("__init__.py")]


# ---- the choice, in a package of one module whose compiled form is a file that cannot be loaded ----


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    for name, text in {**TINY, "engine.py": (PACKAGE / "engine.py").read_text(encoding="utf-8")}.items():
        path = tmp_path / "warband" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def pretend_built(folder: Path, built_from: str | None) -> None:
    package = folder / "warband"
    for name in ("native__mypyc", "kernel/game"):
        (package / f"{name}{SUFFIX}").write_bytes(b"not a library")
    if built_from is not None:
        (package / engines.BUILT_FROM.name).write_text(built_from, encoding="utf-8")


def described(folder: Path) -> str:
    say = "import warband.engine; print(warband.engine.describe_sources(), end='')"
    return ask("plain", say, folder).stdout


def test_nothing_is_said_where_nothing_was_built(tiny: Path) -> None:
    done = ask(None, SAY, tiny)
    assert (done.stdout, done.stderr) == ("plain\n", "")
    assert "is not built here; run: make compile" in ask("compiled", SAY, tiny).stderr


@pytest.mark.parametrize("built_from", [None, "", f"{0:064}  kernel/game.py\n"])
def test_an_engine_that_is_not_whole_or_of_other_sources_is_passed_over(tiny: Path, built_from: str | None) -> None:
    pretend_built(tiny, built_from)
    done = ask(None, SAY, tiny)
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain\n", STALE)
    assert "was built from other sources; run: make compile" in ask("compiled", SAY, tiny).stderr
    assert ask("plain", SAY, tiny).stderr == ""


@pytest.mark.parametrize("is_wheel", [False, True])
def test_an_engine_of_these_sources_or_of_a_wheel_is_loaded(tiny: Path, is_wheel: bool) -> None:
    pretend_built(tiny, engines.INSTALLED if is_wheel else described(tiny))
    assert "ImportError" in ask(None, SAY, tiny).stderr
    (tiny / "warband/kernel/game.py").write_text("X = 2\n", encoding="utf-8")
    assert ("ImportError" in ask(None, SAY, tiny).stderr) == is_wheel


@pytest.mark.parametrize("change", ["kernel/more.py", "agents/bot.py"])
def test_a_module_that_has_come_or_gone_makes_the_engine_old(tiny: Path, change: str) -> None:
    pretend_built(tiny, described(tiny))
    path = tiny / "warband" / change
    path.parent.mkdir(exist_ok=True)
    path.write_text("", encoding="utf-8")
    assert ask(None, SAY, tiny).stderr == STALE
    path.unlink()
    assert "ImportError" in ask(None, SAY, tiny).stderr


def test_worker_processes_do_not_repeat_it(tiny: Path) -> None:
    pretend_built(tiny, None)
    script = tiny / "work.py"
    script.write_text(
        "import multiprocessing, warband\nfrom warband.engine import engine\n"
        "if __name__ == '__main__':\n"
        "    with multiprocessing.get_context('spawn').Pool(2) as pool:\n"
        "        print(pool.apply(engine))\n",
        encoding="utf-8",
    )
    done = ask(None, str(script), tiny, command=())
    assert (done.stdout, done.stderr) == ("plain\n", STALE)
