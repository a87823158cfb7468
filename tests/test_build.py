"""The build of the engine, tried on a package of two modules: in place, as a wheel, as an sdist, without a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from warband.engine import PACKAGE, SUFFIX

ROOT = Path(__file__).parents[1]
GAME = """\
from warband.kernel.seats import double


def answer() -> int:
    return double(21)
"""
SOURCES = {
    "pyproject.toml": '[project]\nname = "warband"\nversion = "1"\n[tool.setuptools]\npackage-dir = { "" = "src" }\n',
    "src/warband/__init__.py": "from warband.engine import choose_engine\n\nchoose_engine()\n",
    "src/warband/kernel/__init__.py": "",
    "src/warband/kernel/game.py": GAME,
    "src/warband/kernel/old.py": "OLD = 1\n",
    "src/warband/kernel/seats.py": "def double(number: int) -> int:\n    return number * 2\n",
}
SAY = "import warband; from warband.kernel import game; print(game.answer(), game.__file__.rpartition('.')[2])"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a checkout that is compiled in place."""
    if shutil.which("cc") is None and "compiler" not in os.environ.get("WARBAND_REQUIRE", "").split(","):
        pytest.skip("there is no C compiler here")
    folder = tmp_path_factory.mktemp("checkout")
    for name, text in SOURCES.items():
        write(folder / name, text)
    shutil.copy(ROOT / "setup.py", folder)
    shutil.copy(PACKAGE / "engine.py", folder / "src/warband")
    assert ask(folder / "src") == ("42 py", "")
    setup(folder, "build_ext", "--inplace")
    return folder


@pytest.fixture
def checkout(built: Path, tmp_path: Path) -> Path:
    """Return a copy of it."""
    return Path(shutil.copytree(built, tmp_path / "checkout"))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def setup(folder: Path, *words: str, **variables: str) -> str:
    """Run a command of setup.py and return what it prints."""
    command = [sys.executable, "setup.py", *words]
    environment = os.environ | variables
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def ask(path: Path) -> tuple[str, str]:
    """Return the answer of the package in a folder with the kind of its module, and what it complains of."""
    environment = {**os.environ, "PYTHONPATH": str(path), "WARBAND_ENGINE": "auto"}
    command = [sys.executable, "-c", SAY]
    done = subprocess.run(command, env=environment, cwd=path, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.strip(), done.stderr


def test_an_engine_in_place_is_used_while_it_was_built_from_the_sources(checkout: Path) -> None:
    source = checkout / "src"
    assert ask(source) == ("42 so", "")
    objects = {path.name: path.stat().st_mtime_ns for path in (checkout / "build").rglob("*.o")}
    module = source / "warband/kernel/game.py"
    module.write_text(module.read_text(encoding="utf-8").replace("21", "22"), encoding="utf-8")
    answer, complaint = ask(source)
    assert (answer, "the plain engine runs" in complaint) == ("44 py", True)
    setup(checkout, "build_ext", "--inplace")
    assert ask(source) == ("44 so", "")
    again = {path.name: path.stat().st_mtime_ns for path in (checkout / "build").rglob("*.o")}
    changed = {name for name in again if again[name] != objects[name]}
    assert "__native_warband___kernel___game.o" in changed
    assert "__native_warband___kernel___seats.o" not in changed


def test_a_module_whose_source_is_gone_is_gone(checkout: Path) -> None:
    assert (checkout / f"src/warband/kernel/old{SUFFIX}").exists()
    (checkout / "src/warband/kernel/old.py").unlink()
    setup(checkout, "build_ext", "--inplace")
    assert ask(checkout / "src") == ("42 so", "")
    assert not (checkout / f"src/warband/kernel/old{SUFFIX}").exists()


def test_without_a_compiler_the_build_succeeds_and_is_plain(checkout: Path) -> None:
    assert "installing the plain engine" in setup(checkout, "build_ext", "--inplace", CC="/bin/false")
    assert ask(checkout / "src") == ("42 py", "")


def test_a_wheel_is_trusted_and_holds_no_module_whose_source_is_gone(checkout: Path) -> None:
    setup(checkout, "build")
    (checkout / "src/warband/kernel/old.py").unlink()
    setup(checkout, "bdist_wheel")
    [wheel] = (checkout / "dist").glob("*.whl")
    assert "none-any" not in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if "old" in name]
        archive.extractall(checkout / "installed")
    write(checkout / "installed/warband/kernel/game.py", "def answer() -> int:\n    return 0\n")
    assert ask(checkout / "installed") == ("42 so", "")


def test_an_sdist_holds_nothing_that_was_built(checkout: Path) -> None:
    setup(checkout, "sdist")
    [sdist] = (checkout / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
    assert [name for name in names if name.endswith("kernel/game.py")]
    assert not [name for name in names if name.endswith((".so", ".c", ".h", ".sha256"))]
