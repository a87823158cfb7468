"""Build the compiled engine into build/compiled; one at a time, and never leave half of it there."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
READY = BUILD / "compiled"
FRESH = BUILD / "compiled.new"
STAMP = READY / "built"
NAMES = ("*.py", "*.toml", "*.css", "*.txt", "*.html", "*.js")


def compiler() -> str:
    """Return the C compiler that would be used, or nothing."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") or ""


def is_current() -> bool:
    """Tell whether what lies in build/compiled was made from these sources, with this compiler and Python."""
    if not STAMP.exists() or STAMP.read_text(encoding="utf-8") != stamp():
        return False
    made = STAMP.stat().st_mtime
    sources = [path for name in NAMES for path in (ROOT / "src").rglob(name)]
    return all(path.stat().st_mtime <= made for path in [*sources, ROOT / "setup.py", ROOT / "pyproject.toml"])


def stamp() -> str:
    """Return what must not change for a build to stay good."""
    return f"{sys.version}\n{compiler()}\n"


def build() -> None:
    """Install the package into a fresh folder and put that in the place of the old one."""
    for leftover in (FRESH, BUILD / "lib", *BUILD.glob("bdist*")):
        shutil.rmtree(leftover, ignore_errors=True)
    if not compiler():
        print("No C compiler here: the engine stays plain. Debian: apt install build-essential python3-dev")
    command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--target", str(FRESH), "."], cwd=ROOT, check=True)
    shutil.rmtree(READY, ignore_errors=True)
    FRESH.rename(READY)
    STAMP.write_text(stamp(), encoding="utf-8")


def main() -> int:
    """Build if need be; with --check only tell (exit 1) whether a build is needed."""
    if "--check" in sys.argv:
        return 0 if is_current() else 1
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "compile.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_current():
            build()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
