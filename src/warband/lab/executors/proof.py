"""Prove that two machines run the same rules, lab, weights and engine: digests of the files that decide a match."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from warband.engine import LIBRARY, PACKAGE, engine

# What decides how a match goes and what is kept of it; pages and terminals do not.
ROOMS: Final = ("kernel", "games", "agents", "lab", "conformance")
CODE: Final = (".py", ".toml")
WEIGHTS: Final = (".mind",)

Proof = dict[str, str]


@cache
def own_proof() -> Proof:
    """Return the digests of this installation, by what they are of."""
    files = [path for room in ROOMS for path in (PACKAGE / room).rglob("*") if path.is_file()]
    return {
        "engine": engine(),
        "sources": digest_of_tree([*PACKAGE.glob("*.py"), *(path for path in files if path.suffix in CODE)]),
        "weights": digest_of_tree(path for path in files if path.suffix in WEIGHTS),
        "compiled engine": digest_of_tree([LIBRARY]) if engine() == "compiled" else "none",
    }


def digest_of_tree(paths: Iterable[Path]) -> str:
    """Return a digest of what some files of this package are called and hold."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def difference(here: Proof, there: Proof) -> str:
    """Return in a few words how another installation differs, or nothing."""
    if there.get("engine") != here["engine"]:
        return f"it runs the {there.get('engine')} engine, and here runs the {here['engine']} one"
    others = [name for name, digest in here.items() if there.get(name) != digest]
    return f"its {' and '.join(others)} differ from those here" if others else ""


def short(proof: Proof) -> str:
    """Return one digest of a whole proof, for people to compare."""
    text = "\n".join(f"{name} {digest}" for name, digest in sorted(proof.items()))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
