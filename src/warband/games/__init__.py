"""The games that ship, one folder each; `pyproject.toml` declares them in the entry-point group `warband.games`."""
