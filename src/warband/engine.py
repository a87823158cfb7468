"""Choose the engine: the compiled modules where they are built, or the plain sources beside them.

`WARBAND_ENGINE=plain` runs the sources even where compiled modules lie beside them; `compiled` insists on them.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
VARIABLE = "WARBAND_ENGINE"


class PlainFinder:
    """Find the modules of this package in their sources only."""

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


def has_compiled() -> bool:
    """Tell whether compiled modules lie beside the sources."""
    return any(PACKAGE.joinpath("kernel").glob(f"game*{importlib.machinery.EXTENSION_SUFFIXES[0]}"))


def engine() -> str:
    """Return which engine runs: compiled or plain."""
    from warband.kernel import game

    return "plain" if str(game.__file__).endswith(".py") else "compiled"


def refuse(what: str) -> None:
    """Say what is wrong with the variable and stop, as for all bad input."""
    print(f"warband: {VARIABLE}: {what}", file=sys.stderr)
    raise SystemExit(2)


def choose_engine() -> None:
    """Obey WARBAND_ENGINE before any module of the engine is imported."""
    wanted = os.environ.get(VARIABLE, "auto")
    if wanted not in ("auto", "plain", "compiled"):
        refuse(f"{wanted!r} is not one of auto, plain, compiled")
    if wanted == "compiled" and not has_compiled():
        refuse("nothing is compiled here; run: make compile")
    if wanted == "plain" and has_compiled():
        sys.meta_path.insert(0, PlainFinder())
