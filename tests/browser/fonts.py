"""Give a browser one set of fonts and no other, whatever the machine has installed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

# A set by its family: the file by which its folder is known, and Debian's package.
SETS: Final = {
    "DejaVu": ("DejaVuSerif.ttf", "fonts-dejavu-core"),
    "Liberation": ("LiberationSerif-Regular.ttf", "fonts-liberation"),
}
ROOTS: Final = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local" / "share" / "fonts")
# The system's rules say which family is the serif one; the folders come from us alone.
CONFIGURATION: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def find_fonts(family: str) -> Path:
    """Return the folder of a set of fonts; skip the test where it is missing, unless fonts are required."""
    file, package = SETS[family]
    folders = (found.parent for root in ROOTS if root.is_dir() for found in sorted(root.rglob(file)))
    folder = next(folders, None)
    if folder is not None:
        return folder
    if "fonts" in os.environ.get("WARBAND_REQUIRE", ""):
        pytest.fail(f"{family} fonts are not installed, and they are required; install Debian's package {package}")
    pytest.skip(f"{family} fonts are not installed; Debian's package is {package}")


def only_fonts_of(folder: Path, work: Path) -> dict[str, str | float | bool]:
    """Return the environment of a browser that finds the fonts of one folder only; `work` holds its configuration."""
    configuration = work / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(fonts=folder, cache=work / "cache"), encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(configuration)}
