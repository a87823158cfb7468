"""The levels of the bots: their recipes, what they need, and how they are told."""

from __future__ import annotations

import importlib.util
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from warband.extras import how_to_install
from warband.kernel.errors import BadInput

BEGINNER, MIND, SEARCH = "beginner", "mind", "search"
# A number of a level has at most so many digits.
LONGEST_NUMBER = 3


@dataclass(frozen=True)
class Recipe:
    """What a level is made of, as levels.toml says it."""

    bot: str
    iterations: int = 0
    seconds: float = 0.0
    looks: int = 1
    overlooks: int = 0
    overlooks_wins: int = 0
    softness: float = 0.0


@dataclass(frozen=True)
class Level:
    """One level: its number and name, its recipe, and the one for games without a mind."""

    number: int
    name: str
    usual: Recipe
    without_mind: Recipe | None = None

    def recipe(self, game: str = "") -> Recipe:
        """Return the recipe of this level in a game, or where nothing is said in one that has a mind."""
        return self.usual if self.without_mind is None or not game or has_mind(game) else self.without_mind


@lru_cache(maxsize=1)
def levels() -> tuple[Level, ...]:
    """Return the levels, from the weakest to the strongest."""
    text = (resources.files("warband.agents") / "levels.toml").read_text(encoding="utf-8")
    return tuple(_level(number, row) for number, row in enumerate(tomllib.loads(text)["level"], 1))


def _level(number: int, row: dict[str, object]) -> Level:
    name, other = str(row.pop("name")), row.pop("without_mind", None)
    second = Recipe(**other) if isinstance(other, dict) else None
    return Level(number, name, Recipe(**row), second)  # type: ignore[arg-type]


def find_level(spec: str) -> Level | None:
    """Return the level of a number or a name, or None if it is neither."""
    if spec.isdecimal():
        number = int(spec) if len(spec) <= LONGEST_NUMBER else 0
        if not 1 <= number <= len(levels()):
            raise BadInput(f"level {spec}: there are the levels 1 to {len(levels())}")
        return levels()[number - 1]
    return next((level for level in levels() if level.name.lower() == spec.lower()), None)


# ---- what a level needs ----


@lru_cache(maxsize=64)
def has_mind(game: str) -> bool:
    """Return whether a mind ships for a game."""
    return (resources.files("warband.agents.minds") / "weights" / f"{game}.mind").is_file()


def has_numpy() -> bool:
    """Return whether NumPy, which a mind plays with, is installed."""
    return importlib.util.find_spec("numpy") is not None


def plays_mind(game: str) -> bool:
    """Return whether a mind ships for a game and can play here."""
    return has_mind(game) and has_numpy()


def missing(level: Level, game: str = "") -> str:
    """Return what has to be installed before a level can play a game, in a few words; nothing if it can."""
    if level.recipe(game).bot != MIND or has_numpy():
        return ""
    return f"not available: it needs NumPy, the extra `table`; {how_to_install('table')}"


# ---- in words ----


def level_words(level: Level, game: str = "") -> str:
    """Return in a few words how a level plays a game, or why it cannot."""
    recipe = level.recipe(game)
    words = missing(level, game) or {BEGINNER: _beginner, MIND: _mind, SEARCH: _search}[recipe.bot](recipe)
    return f"{words} (no network was trained for this game)" if recipe is level.without_mind else words


def _beginner(recipe: Recipe) -> str:
    far = "one action" if recipe.looks == 1 else "two actions"
    overlooked = f", overlooks {recipe.overlooks} of 100" if recipe.overlooks else ", overlooks nothing"
    return f"looks {far} ahead{overlooked}"


def _mind(recipe: Recipe) -> str:
    if recipe.iterations:
        return f"a trained network, {recipe.iterations} imagined continuations, at most {recipe.seconds:g} s an action"
    return f"a trained network, {f'softened by {recipe.softness:g}' if recipe.softness else 'at first sight'}"


def _search(recipe: Recipe) -> str:
    return f"searches {recipe.iterations} plays ahead, at most {recipe.seconds:g} s an action"
