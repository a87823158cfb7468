"""The engine: compiled where it is built, plain where it is asked for, and a plain word where it is neither."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from warband.engine import engine, has_compiled

SAY = "import warband; from warband.engine import engine; print(engine())"


def ask(wanted: str | None) -> subprocess.CompletedProcess[str]:
    """Ask a new process which engine it runs."""
    environment = {name: value for name, value in os.environ.items() if name != "WARBAND_ENGINE"}
    if wanted is not None:
        environment["WARBAND_ENGINE"] = wanted
    command = [sys.executable, "-c", SAY]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.engine
def test_plain_runs_the_sources_everywhere() -> None:
    done = ask("plain")
    assert (done.returncode, done.stdout, done.stderr) == (0, "plain\n", "")


@pytest.mark.engine
@pytest.mark.parametrize("wanted", [None, "auto"])
def test_by_default_the_best_engine_runs(wanted: str | None) -> None:
    assert ask(wanted).stdout == ("compiled\n" if has_compiled() else "plain\n")


@pytest.mark.engine
def test_compiled_is_insisted_on() -> None:
    done = ask("compiled")
    if has_compiled():
        assert (done.returncode, done.stdout) == (0, "compiled\n")
    else:
        assert done.returncode != 0
        assert done.stderr == "warband: WARBAND_ENGINE: nothing is compiled here; run: make compile\n"


@pytest.mark.engine
def test_an_engine_that_does_not_exist_is_refused() -> None:
    done = ask("turbo")
    assert done.returncode != 0
    assert done.stderr == "warband: WARBAND_ENGINE: 'turbo' is not one of auto, plain, compiled\n"


@pytest.mark.engine
def test_this_process_runs_what_it_was_told() -> None:
    wanted = os.environ.get("WARBAND_ENGINE", "auto")
    assert engine() == ("compiled" if wanted != "plain" and has_compiled() else "plain")


def test_compiled_engine_is_there() -> None:
    if engine() == "compiled":
        return
    how = "the plain engine runs here; install a C compiler with Python headers, then run: make test"
    if "compiler" in os.environ.get("WARBAND_REQUIRE", "").split(","):
        pytest.fail(how)
    pytest.skip(how)
