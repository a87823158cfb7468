"""Choose the engine: the compiled modules while they are right, or the plain sources beside them.

`WARBAND_ENGINE=plain` runs the sources even where compiled modules lie beside them; `compiled` insists on those.
A checkout is compiled in place (`make compile`), and its compiled modules are used only while the sources are the ones
they were built from; an installed wheel is trusted.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from glob import glob
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Final

PACKAGE: Final = Path(__file__).parent
VARIABLE: Final = "WARBAND_ENGINE"
SUFFIX: Final = importlib.machinery.EXTENSION_SUFFIXES[0]
# All compiled code; the extension modules beside the sources only lead into it.
LIBRARY: Final = PACKAGE / f"native__mypyc{SUFFIX}"
# What the library was built from: a line a module, as `sha256sum` writes it, or INSTALLED in a wheel.
BUILT_FROM: Final = PACKAGE / f"native{SUFFIX}.sha256"
INSTALLED: Final = "installed\n"

# What is compiled: every module of these rooms but `__init__`. Time is spent in rules, search and drawing.
COMPILED: Final = (
    "kernel/*.py",
    "games/*/rules/*.py",
    "games/*/programs/*.py",
    "games/*/documents/*.py",
    "games/*/scene/*.py",
    "games/*/evaluation.py",
    "agents/*.py",
    "scene/*.py",
)
# Except these, by reason.
PLAIN: Final = {
    "runs once a game, a match or a file, not once a decision": (
        "kernel/clauses.py",
        "kernel/entries.py",
        "kernel/features.py",
        "kernel/hooks.py",
        "kernel/match.py",
        "kernel/options.py",
        "kernel/packs.py",
        "kernel/pickling.py",
        "kernel/default_scene.py",
        "kernel/record.py",
        "kernel/registry.py",
        "kernel/saved.py",
        "kernel/variation.py",
        "kernel/scenario.py",
        "kernel/scenario_checks.py",
        "kernel/toml_lines.py",
        "kernel/verify.py",
        "kernel/views.py",
        "kernel/packaged_game.py",
        "agents/bot_order.py",
        "agents/bot_process.py",
        "agents/hints.py",
        "agents/levels.py",
        "agents/roster.py",
        "games/*/documents/consistency.py",
        "games/*/documents/features.py",
        "games/*/scene/fate.py",
        "games/*/scene/previews.py",
    ),
    "draws for one terminal or once a page": ("scene/html.py", "scene/sprites.py", "scene/text*.py"),
}


class EngineError(ImportError):
    """Why the engine that WARBAND_ENGINE asks for cannot run."""


class PlainFinder:
    """Find the modules of this package in their sources only: the path would find compiled ones first."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the source of a module of this package, or leave it to the other finders."""
        if not name.startswith("warband."):
            return None
        place = PACKAGE.joinpath(*name.split(".")[1:])
        if (place / "__init__.py").exists():
            return importlib.util.spec_from_file_location(
                name, place / "__init__.py", submodule_search_locations=[str(place)]
            )
        source = place.with_suffix(".py")
        return importlib.util.spec_from_file_location(name, source) if source.exists() else None


# ---- what is compiled, and from what it was ----


def compiled_sources() -> list[str]:
    """Return the sources of all modules that are compiled, as paths in the package, in order."""
    plain = {path for patterns in PLAIN.values() for path in _matching(patterns)}
    return sorted({path for path in _matching(COMPILED) if not path.endswith("__init__.py")} - plain)


def _matching(patterns: Sequence[str]) -> Iterator[str]:
    for pattern in patterns:
        yield from (path.replace(os.sep, "/") for path in glob(pattern, root_dir=PACKAGE))


def describe_sources() -> str:
    """Return a line with hash and path for every source that is compiled."""
    from hashlib import sha256

    return "".join(f"{sha256(_read(path)).hexdigest()}  {path}\n" for path in compiled_sources())


def _read(path: str) -> bytes:
    with open(f"{PACKAGE}/{path}", "rb") as file:
        return file.read()


def is_built() -> bool:
    """Return whether there is a compiled engine for this Python, whatever it was built from."""
    return LIBRARY.exists()


def is_current() -> bool:
    """Return whether the compiled engine is whole and was built from the sources that lie here."""
    try:
        built_from = BUILT_FROM.read_text(encoding="utf-8")
    except OSError:
        return False
    return is_built() and (built_from == INSTALLED or built_from == describe_sources())


# ---- the choice ----


def engine() -> str:
    """Return which engine runs: compiled or plain."""
    from warband.kernel import game

    return "plain" if str(game.__file__).endswith(".py") else "compiled"


def choose_engine() -> None:
    """Obey WARBAND_ENGINE before any module of the engine is imported; raise EngineError if that cannot be done."""
    try:
        if not _wants_compiled():
            sys.meta_path.insert(0, PlainFinder())
    except EngineError:
        if _is_command():
            # Whoever imports may catch it; the command line, where nobody does, ends with a sentence.
            sys.excepthook = _end_with_a_sentence
        raise


def _end_with_a_sentence(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if not isinstance(error, EngineError):
        return sys.__excepthook__(kind, error, trace)
    print(f"warband: {error}", file=sys.stderr)
    raise SystemExit(2)


def _wants_compiled() -> bool:
    wanted = os.environ.get(VARIABLE, "auto")
    if wanted not in ("auto", "plain", "compiled"):
        raise EngineError(f"{VARIABLE}: {wanted!r} is not one of auto, plain, compiled")
    if wanted == "plain" or is_current():
        return wanted != "plain"
    if wanted == "compiled":
        why = "was built from other sources" if is_built() else "is not built here"
        raise EngineError(f"{VARIABLE}: the compiled engine {why}; run: make compile")
    if is_built() and not _is_worker():
        print("warband: the sources have changed since make compile; the plain engine runs", file=sys.stderr)
    return False


def _is_command() -> bool:
    """Return whether this process is the command line, which answers bad input with a sentence, not a traceback."""
    arguments = sys.orig_argv[1:]
    module = arguments[arguments.index("-m") + 1 :][:1] if "-m" in arguments else []
    return module == ["warband"] if sys.argv[:1] == ["-m"] else Path(*sys.argv[:1]).stem == "warband"


def _is_worker() -> bool:
    """Return whether another process of ours started this one, and has said already what is to be said."""
    processes = sys.modules.get("multiprocessing.process")
    return processes is not None and processes.current_process().name != "MainProcess"
