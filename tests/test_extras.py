"""A missing extra is one sentence that names it; `import warband` needs the engine's two dependencies and no other."""

from __future__ import annotations

import subprocess
import sys

import pytest

from warband.extras import MissingExtra, extra

pytestmark = pytest.mark.engine

# What the extras bring; none of it may be needed to play in Python or in the terminal.
PACKAGES = "alembic gymnasium jinja2 matplotlib numpy pettingzoo pyspiel rich scipy segno sqlalchemy starlette uvicorn"
WITHOUT = f"import sys\nfor name in '{PACKAGES}'.split(): sys.modules[name] = None\n"
FACES = ["batch", "encoding", "gymnasium", "openspiel", "pettingzoo"]
MATCH = """
game = warband.game("pocket-tactics")
match, bot = game.match(seed=1), warband.bot("greedy:4", game)
for _ in range(9): match.push(bot.choose(match.view()))
print(match)
"""


def python(program: str) -> subprocess.CompletedProcess[str]:
    """Run a program in which a warning is an error."""
    return subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)


def test_without_any_extra_a_match_is_played() -> None:
    done = python(f"{WITHOUT}import warband\n{MATCH}")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Pocket-Tactics")


def test_importing_brings_the_dependencies_of_the_engine_and_no_other() -> None:
    done = python("import sys, warband; print(*{name.partition('.')[0] for name in sys.modules})")
    assert (done.returncode, done.stderr) == (0, "")
    ours = {"warband", "yaml", "_yaml", "mypy_extensions", "__main__"}
    names = {name for name in done.stdout.split() if not name.endswith("__mypyc")}
    # What an installation puts there for editable packages and coverage is none of ours.
    assert {
        name for name in names - sys.stdlib_module_names - ours if not name.startswith(("_", "sitecustom"))
    } == set()


@pytest.mark.parametrize("face", FACES)
def test_a_research_face_names_its_extra(face: str) -> None:
    done = python(f"{WITHOUT}import warband.research.{face}")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("warband.extras.MissingExtra: this needs the extra `research`; ")


@pytest.mark.parametrize("words", [[], ["serve"], ["backup", "copy.db"]])
def test_the_table_names_its_extra(words: list[str]) -> None:
    done = python(f"{WITHOUT}from warband.cli import main\nsys.exit(main({words!r}))")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "warband: this needs the extra `table`; install it with: pip install 'warband[table]'"
    )
    assert len(done.stderr.splitlines()) == 1


def test_a_module_of_ours_that_is_missing_is_no_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"warband\.nothing"), extra("lab"):
        import warband.nothing  # type: ignore[import-not-found]  # noqa: F401
    with (
        pytest.raises(MissingExtra, match=r"the extra `lab`; install it with: pip install 'warband\[lab\]'"),
        extra("lab"),
    ):
        import a_package_that_nobody_wrote  # type: ignore[import-not-found]  # noqa: F401
