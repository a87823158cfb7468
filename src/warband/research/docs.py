"""Write the page that documents the observations of every game, from the layouts themselves."""

from __future__ import annotations

import sys

from warband.kernel import registry
from warband.kernel.encoding import layout_size
from warband.kernel.game import Game
from warband.research.encoding import layout_table

HEADING = """# Observations

What a seat may know, as a row of int8 cells from 0 to 127; the own side of the seat comes first. The adapters of
`warband.research` hand it out flat; `warband.research.encoding.structured(game, cells)` gives the same cells field by
field. A row is built from what the seat's view tells and from nothing else. The sizes are those of the default
options; another pack of cards may change them. This page is made from the code: `python -m warband.research.docs
> docs/observations.md`.
"""


def game_section(game: Game) -> str:
    """Return the section of one game."""
    size = layout_size(game.layout())
    return f"## {game.title} (`{game.name}`)\n\n{size} cells, {game.action_count()} actions.\n\n{layout_table(game)}"


def observations_page() -> str:
    """Return the whole page."""
    games = [registry.make_game(name) for name in registry.names()]
    return "\n".join([HEADING, *(game_section(game) for game in games)])


if __name__ == "__main__":
    sys.stdout.write(observations_page())
