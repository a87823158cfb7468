"""Games, made once for each set of options; tables share them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from warband.kernel.game import Game
from warband.kernel.registry import make_game

MOST_GAMES: Final = 64


def game_with(name: str, options: dict[str, object]) -> Game:
    """Return a game with these options, or raise BadInput."""
    return _game(name, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=MOST_GAMES)
def _game(name: str, options: str) -> Game:
    return make_game(name, json.loads(options))
