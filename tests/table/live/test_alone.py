"""A table runs where there is no server: in a notebook, a test, or a browser's own Python."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from tests.table.live import alone

SCRIPT = Path(alone.__file__)
MOST_LINES = 90
MATCHES = [("heros-crossing", "{}"), ("pixel-tactics", "{}"), ("pocket-tactics", '{"map": "quick"}')]


@pytest.mark.parametrize(("game", "options"), MATCHES)
def test_two_guests_play_a_match_without_a_server(game: str, options: str) -> None:
    """Run in an interpreter in which no web framework, database toolkit or process can be imported."""
    done = subprocess.run([sys.executable, SCRIPT, game, options], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "win" in done.stdout or "draw" in done.stdout.lower()


def test_what_stands_in_for_a_server_is_short() -> None:
    stubs = [node for node in ast.parse(SCRIPT.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]
    assert [stub.name for stub in stubs] == ["MemoryStore", "NoWorkers", "Page"]
    assert sum((stub.end_lineno or 0) - stub.lineno + 1 for stub in stubs) < MOST_LINES
