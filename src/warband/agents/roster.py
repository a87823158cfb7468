"""Find a bot by its name, its level, its file or its entry point, and seat it with its budget."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

from warband.agents.beginner import BeginnerBot
from warband.agents.bot import Bot, Budget, RandomBot
from warband.agents.greedy import GreedyBot
from warband.agents.levels import BEGINNER, MIND, Recipe, find_level, levels
from warband.agents.search import SearchBot
from warband.extras import MissingExtra, extra
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, viewer_of
from warband.kernel.views import View

Maker = Callable[[Game, int], Bot]
# A mind of one's own is the file that `warband train` writes.
MIND_FILE = ".mind"


def shipped_mind(game: Game, seed: int) -> Bot:
    """Return the bot that plays by the network that ships for a game, or raise BadInput."""
    return _mind("", game, seed)


def _mind(path: str, game: Game, seed: int, softness: float = 0.0) -> Bot:
    """Return the bot of a file of weights, or of those that ship; NumPy, which it needs, is loaded only now."""
    try:
        with extra("table"):
            from warband.agents.minds.bot import MindBot, bot_of_file
    except MissingExtra as error:
        raise BadInput(f"a mind plays with NumPy: {error}") from error
    mind = bot_of_file(Path(path))(game, seed) if path else MindBot(game, seed)
    mind.softness = softness
    return mind


MAKERS: dict[str, Maker] = {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot, "mind": shipped_mind}
DEFAULT_ITERATIONS = {"random": 0, "greedy": 60, "search": 1000, "mind": 0}
ENTRY_POINTS = "warband.bots"
LEAST_SECONDS = 0.002
MOST_ITERATIONS = 10_000_000


class Player:
    """Seat a bot with its budget."""

    def __init__(self, name: str, bot: Bot, budget: Budget) -> None:
        self.name = name
        self.bot = bot
        self.budget = budget
        self.purse = budget.seconds

    def __repr__(self) -> str:
        return f"<{self.name}, a {type(self.bot).__name__} for {self.bot.game.name}>"

    def choose(self, view: View, legal: list[int] | None = None) -> int:
        """Return one of the legal actions of a view, or of those given."""
        if not isinstance(view, dict):
            raise BadInput(f"a bot gets what its seat sees, match.view(), not {view!r}")
        if legal is None:
            return self._choose_alone(view)
        if self.budget.seconds == 0 or len(legal) == 1:
            return self.bot.choose(view, legal, self.budget)
        return self._choose_in_time(view, legal)

    def _choose_alone(self, view: View) -> int:
        """Find the legal actions, and say in one sentence if the bot fails: nobody above does it."""
        legal = self.bot.game.world(view).legal(viewer_of(view))
        try:
            chosen = self.choose(view, legal)
        except BadInput:
            raise
        except Exception as error:
            raise BadInput(f"bot {self.name!r} failed: {type(error).__name__}: {error}") from error
        if chosen not in legal:
            raise BadInput(f"bot {self.name!r} answered {chosen!r}, which is not legal")
        return chosen

    def _choose_in_time(self, view: View, legal: list[int]) -> int:
        """Choose with half of the seconds that are left of those for a whole action, however many choices it has."""
        if self.bot.game.world(view).settled():
            self.purse = self.budget.seconds
        begun = time.perf_counter()
        chosen = self.bot.choose(view, legal, Budget(self.budget.iterations, max(LEAST_SECONDS, self.purse / 2)))
        self.purse -= time.perf_counter() - begun
        return chosen


def seat_bot(spec: str, game: Game, seed: int, timed: bool = True) -> Player:
    """Return the player that a name means, or raise BadInput that says which names there are.

    A name is a level (`3` or `Scout`), a bot with iterations (`search:2000`, `mind:200`), a mind of one's own
    (`FILE.mind`, `FILE.mind:200`), `FILE.py:Name` or an entry point.
    Without `timed` only iterations count, so that the same seed plays the same match on any machine.
    """
    level = find_level(spec)
    if level is not None:
        recipe = level.recipe(game.name)
        budget = Budget(recipe.iterations, recipe.seconds if timed else 0.0)
        return Player(level.name, _by_recipe(recipe, game, seed), budget)
    name, _, number = spec.partition(":")
    if name in MAKERS:
        return Player(spec, MAKERS[name](game, seed), Budget(_iterations(spec, name, number)))
    if name.endswith(MIND_FILE):
        return Player(spec, _mind(name, game, seed), Budget(_iterations(spec, "mind", number)))
    return Player(spec, _made(spec, game, seed), Budget(DEFAULT_ITERATIONS["search"]))


def _by_recipe(recipe: Recipe, game: Game, seed: int) -> Bot:
    """Return the bot of a level."""
    if recipe.bot == BEGINNER:
        beginner = BeginnerBot(game, seed)
        beginner.looks, beginner.overlooks = recipe.looks, recipe.overlooks
        beginner.overlooks_wins = recipe.overlooks_wins
        return beginner
    return _mind("", game, seed, recipe.softness) if recipe.bot == MIND else MAKERS[recipe.bot](game, seed)


def _made(spec: str, game: Game, seed: int) -> Bot:
    """Return a guest, or raise BadInput if there is none of that name or it cannot be made."""
    try:
        return find_maker(spec)(game, seed)
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(f"bot {spec!r}: {type(error).__name__}: {error}") from error


def check_bot(spec: str, game: Game) -> None:
    """Raise BadInput if no bot can be seated by that name."""
    seat_bot(spec, game, 0)


def is_program(spec: str) -> bool:
    """Return whether a name means a file of one's own: Python, which runs whatever stands in it, or a mind."""
    is_mind = spec.partition(":")[0].endswith(MIND_FILE)
    return find_level(spec) is None and (is_mind or spec.rpartition(":")[0].endswith(".py"))


def bot_name(spec: str, other: str) -> str:
    """Return what a bot is called at the table where the other player has that name."""
    level = find_level(spec)
    own = Path(spec.partition(":")[0]).stem if MIND_FILE in spec else spec.rpartition(":")[2]
    name = level.name if level is not None else own if is_program(spec) else spec
    return name if name != other else f"{name} (bot)"


def _iterations(spec: str, name: str, number: str) -> int:
    if not number:
        return DEFAULT_ITERATIONS[name]
    if not number.isdecimal() or len(number) > len(str(MOST_ITERATIONS)) or int(number) == 0:
        raise BadInput(f"bot {spec!r}: expected {name}:ITERATIONS, such as {name}:500")
    return int(number)


def find_maker(spec: str) -> Maker:
    """Return the maker of a bot from a Python file or an installed entry point, or raise BadInput."""
    path, colon, name = spec.rpartition(":")
    if colon and path.endswith(".py"):
        return _checked(spec, _load_file(Path(path), name))
    for point in metadata.entry_points(group=ENTRY_POINTS):
        if point.name == spec:
            return _checked(spec, point.load())
    raise BadInput(
        f"unknown bot {spec!r}; a bot is {known_bots()}, FILE.mind, FILE.py:Name, or an installed entry point"
    )


def known_bots() -> str:
    """Return the names of the bots and levels, for a sentence."""
    names = ", ".join(level.name for level in levels())
    bots = f"{', '.join(MAKERS)} (search:ITERATIONS and mind:ITERATIONS look further)"
    return f"{bots}, a level 1 to {len(levels())} ({names})"


def _load_file(path: Path, name: str) -> object:
    if not path.is_file():
        raise BadInput(f"bot {path}: there is no such file")
    spec = importlib.util.spec_from_file_location(f"warband_guest_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise BadInput(f"bot {path}: this is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadInput(f"bot {path}: {type(error).__name__}: {error}") from error
    if not hasattr(module, name):
        raise BadInput(f"bot {path}: it has no {name!r}")
    return getattr(module, name)


def _checked(spec: str, maker: object) -> Maker:
    if not isinstance(maker, type) or not issubclass(maker, Bot):
        raise BadInput(f"bot {spec!r}: it is no subclass of warband.agents.bot.Bot")
    return maker
