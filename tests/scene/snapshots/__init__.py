"""Compare renderings with files kept beside this one; WARBAND_WRITE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

HERE = Path(__file__).parent


def compare(name: str, drawn: str) -> None:
    """Check that a rendering is exactly what its snapshot holds."""
    path = HERE / name
    if os.environ.get("WARBAND_WRITE_SNAPSHOTS") == "1":
        path.write_text(drawn, encoding="utf-8", newline="\n")
    assert path.exists(), f"no snapshot {name}: write it with WARBAND_WRITE_SNAPSHOTS=1"
    assert drawn == path.read_text(encoding="utf-8"), f"{name} differs"
