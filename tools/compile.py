"""Build the compiled engine in place, beside its sources; one build at a time, and none where it is current."""

from __future__ import annotations

import fcntl
import importlib.util
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"


def read_engine() -> ModuleType:
    """Return the module that knows what is compiled, without importing the package."""
    spec = importlib.util.spec_from_file_location("engine", ROOT / "src/warband/engine.py")
    assert spec is not None
    assert spec.loader is not None
    engine = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(engine)
    return engine


def install_tools() -> None:
    """Install what builds the engine into this environment, unless it is there."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        required = tomllib.load(file)["build-system"]["requires"]
    names = [requirement.split(">")[0] for requirement in required]
    if any(importlib.util.find_spec(name) is None for name in names):
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, *required], check=True)


def build() -> int:
    """Compile, say how long it took, and return the exit code of the build."""
    install_tools()
    started = time.monotonic()
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    if code == 0:
        print(f"{outcome()} ({time.monotonic() - started:.0f} s)")
    return code


def outcome() -> str:
    """Return what came of a build that did not fail."""
    engine = read_engine()
    if engine.is_current():
        return "The engine is compiled."
    if engine.is_built():
        return "The sources changed while they were compiled: once more, make compile."
    return "No C compiler here: the engine stays plain. Debian: apt install build-essential python3-dev"


def main() -> int:
    """Build if need be; with --check only tell (exit 1) whether a build is needed."""
    if "--check" in sys.argv:
        return 0 if read_engine().is_current() else 1
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "compile.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return 0 if read_engine().is_current() else build()


if __name__ == "__main__":
    raise SystemExit(main())
