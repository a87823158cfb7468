"""Write the page that documents the observations of every game, from the layouts themselves."""

from __future__ import annotations

import sys

from warband.kernel import registry
from warband.kernel.encoding import layout_size
from warband.kernel.game import Game
from warband.kernel.notation import Kind
from warband.kernel.packaged_game import PackagedGame
from warband.research.encoding import layout_table

HEADING = """# Observations

What a seat may know, as a row of int8 cells from 0 to 127; the own side of the seat comes first. The adapters of
`warband.research` hand it out flat; `warband.research.encoding.structured(game, cells)` gives the same cells field by
field. A row is built from what the seat's view tells and from nothing else. The sizes are those of the default
options; another pack of cards may change them. The number of an action is the first of its kind plus the place of its
parts, the last part counting fastest; actions that only chance takes come last. This page is made from the code:
`python -m warband.research.docs > docs/observations.md`.
"""


def game_section(game: Game) -> str:
    """Return the section of one game: its cells, the order of its cards within a field, its actions."""
    size = layout_size(game.layout())
    head = f"## {game.title} (`{game.name}`)\n\n{size} cells, {game.action_count()} actions.\n"
    return "\n".join([head, layout_table(game), things_order(game), action_table(game)])


def things_order(game: Game) -> str:
    """Return in which order a field has a cell for each kind of card, hero or unit; nothing where none has."""
    sizes = {field.things for field in game.layout() if field.things}
    lists = {len(part.words): part.words for kind in kinds_of(game) for part in kind.parts if len(part.words) in sizes}
    told = [f"A run of {count} cells has one for each of, in this order: {', '.join(lists[count])}." for count in lists]
    return "".join(f"{sentence}\n\n" for sentence in told)


def kinds_of(game: Game) -> list[Kind]:
    """Return the kinds of action of a game, in the order of their numbers."""
    return game.actions.kinds() if isinstance(game, PackagedGame) else []


def action_table(game: Game) -> str:
    """Return a table of all actions: numbers, texts, and the values of each part in order, the slowest part first."""
    rows = ["| actions | text | parts |", "|---|---|---|"]
    for kind in kinds_of(game):
        numbers = f"{kind.first}" if kind.count == 1 else f"{kind.first}..{kind.first + kind.count - 1}"
        parts = "; ".join(f"{part.name}: {', '.join(part.words)}" for part in kind.parts)
        rows.append(f"| {numbers} | {kind.template} | {parts} |")
    return "\n".join(rows) + "\n"


def observations_page() -> str:
    """Return the whole page."""
    games = [registry.make_game(name) for name in registry.names()]
    return "\n".join([HEADING, *(game_section(game) for game in games)])


if __name__ == "__main__":
    sys.stdout.write(observations_page())
