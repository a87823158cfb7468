"""Play two matches of two bots on the same seed with the seats swapped, so that luck and seat favour neither."""

from __future__ import annotations

import hashlib
import sys
import time
import traceback
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import warband
from warband.agents.levels import MIND, find_level
from warband.agents.roster import MAKERS, MIND_FILE, Player, find_maker, is_program, seat_bot
from warband.kernel.chance import seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.reasons import IllegalAction
from warband.kernel.record import record_match
from warband.kernel.registry import Packs, make_game
from warband.kernel.seats import NOBODY, Seat
from warband.lab.executors.executor import Task

LEFT, RIGHT, NEITHER = "left", "right", "draw"
SIDES = (LEFT, RIGHT)
FORMAT = 1
SEEDS_PER_MATCH = 4
MOST_SEED = 10**12
CODE = (".py", ".toml")
SOURCES = Path(str(warband.__file__)).parent
WEIGHTS = SOURCES / "agents" / "minds" / "weights"


@dataclass(frozen=True)
class Contest(Task[Game, int, "Pair"]):
    """What two bots are asked to play: all that decides how the matches go."""

    game: str
    left: str
    right: str
    seed: int = 0
    options: dict[str, object] = field(default_factory=dict)
    packs: Packs = field(default_factory=dict)
    timed: bool = False
    # Where the files of bots lie, if they were brought to another machine.
    places: dict[str, str] = field(default_factory=dict)

    def make(self) -> Game:
        """Return the game that is played, or raise BadInput."""
        return make_game(self.game, self.options, self.packs)

    def files(self) -> list[Path]:
        """Return the files that the bots are made of."""
        return [path for spec in (self.left, self.right) for path in own_files(spec)]

    def placed(self, places: dict[str, str]) -> Contest:
        """Return the same contest with the files of its bots elsewhere."""
        return replace(self, places=places)

    def proof(self) -> str:
        """Return a digest of the code of the game and of bots from other packages."""
        return outside_proof(self.make(), [self.left, self.right])

    def play(self, game: Game, number: int) -> Pair:
        """Play both matches of a pair; it depends on the seed of the contest plus its number alone."""
        return play_match(self, game, number, 0), play_match(self, game, number, 1)

    def terms(self) -> dict[str, object]:
        """Return what must be the same for matches to count together; raise BadInput if a bot is unknown."""
        game = self.make()
        for spec in (self.left, self.right):
            seat_bot(spec, game, self.seed, self.timed)
        return {
            "arena": FORMAT,
            "game": game.name,
            "version": game.version,
            "options": game.options,
            "packs": game.packs,
            "left": recipe(self.left, game.name, self.timed),
            "right": recipe(self.right, game.name, self.timed),
            "seed": self.seed,
            "timed": self.timed,
        }


def recipe(spec: str, game: str, timed: bool) -> dict[str, object]:
    """Return what a bot is made of: the recipe of a level, the name of a bot, the content of its files."""
    level = find_level(spec)
    if level is not None:
        made = asdict(level.recipe(game))
        kept = {name: value for name, value in made.items() if timed or name != "seconds"}
        return {"number": level.number, "name": level.name, **kept, **_files(str(made["bot"]), game)}
    return {"bot": spec, **_files(spec, game)}


def _files(spec: str, game: str) -> dict[str, object]:
    """Return a digest of the files that a bot is made of, where it is."""
    file, name = Path(spec.rpartition(":")[0]), spec.partition(":")[0]
    if file.suffix == ".py":
        return {"file": digest_of(belongings(file))}
    if name.endswith(MIND_FILE):
        return {"file": digest_of([Path(name)])}
    return {"weights": digest_of([WEIGHTS / f"{game}{MIND_FILE}"])} if name == MIND else {}


def own_files(spec: str) -> list[Path]:
    """Return the files of a person's own that a bot is made of."""
    file, name = Path(spec.rpartition(":")[0]), spec.partition(":")[0]
    if find_level(spec) is None and file.suffix == ".py":
        return belongings(file)
    return [Path(name)] if name.endswith(MIND_FILE) else []


def moved(spec: str, places: dict[str, str]) -> str:
    """Return the name of a bot whose file lies elsewhere."""
    for file, colon, rest in (spec.rpartition(":"), spec.partition(":")):
        if str(Path(file)) in places:
            return places[str(Path(file))] + colon + rest
    return spec


def seat(spec: str, game: Game, seed: int, timed: bool, places: dict[str, str]) -> Player:
    """Return a player by the name that it was asked for with, wherever its file lies."""
    player = seat_bot(moved(spec, places), game, seed, timed)
    if is_program(spec):
        player.name = spec
    return player


def outside_proof(game: Game, bots: list[str]) -> str:
    """Return a digest of the code of a game, and of bots that are installed entry points."""
    known = [spec for spec in bots if find_level(spec) is None and spec.partition(":")[0] not in MAKERS]
    makers = [find_maker(spec) for spec in known if not is_program(spec)]
    files = [str(sys.modules[maker.__module__].__file__) for maker in makers]
    return sources(game) + "".join(digest_of([Path(file)]) for file in files)


def belongings(file: Path) -> list[Path]:
    """Return the file of a bot and what lies beside it under the same name, such as the weights of a network."""
    return [path for path in sorted(file.parent.glob(f"{file.stem}.*")) if path.is_file()]


def sources(game: Game) -> str:
    """Return a digest of the code that plays: the kernel, the bots and the game."""
    own = sys.modules[type(game).__module__].__file__
    folders = [SOURCES / "kernel", SOURCES / "agents", Path(own).parent if own else SOURCES / "games"]
    return digest_of([path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in CODE])


def digest_of(paths: list[Path]) -> str:
    """Return a digest of what some files hold."""
    digest = hashlib.blake2b(digest_size=8)
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


# ---- a match ----


@dataclass
class Effort:
    """Count the real choices of a bot (forced ones cost nothing) and the CPU seconds they took."""

    choices: int = 0
    seconds: float = 0.0

    def add(self, other: Effort) -> None:
        """Add what another match took."""
        self.choices += other.choices
        self.seconds += other.seconds

    def per_choice(self) -> float:
        """Return the seconds of one choice."""
        return self.seconds / self.choices if self.choices else 0.0


@dataclass(frozen=True)
class Played:
    """How one match of a pair went."""

    pair: int
    seed: int
    left_seat: int
    winner: str
    why: str
    decisions: int
    left: Effort
    right: Effort
    record: dict[str, object] = field(default_factory=dict)

    def summary(self) -> Played:
        """Return the same without the record, which is long."""
        return replace(self, record={})


Pair = tuple[Played, Played]


def play_match(contest: Contest, game: Game, number: int, left_seat: int) -> Played:
    """Play one match, the left bot in the given seat, or raise BadInput that says which bot failed."""
    seed = contest.seed + number
    specs = [contest.left, contest.right] if left_seat == 0 else [contest.right, contest.left]
    first = SEEDS_PER_MATCH * (2 * seed + left_seat)
    players = [seat(spec, game, first + 2 * place, contest.timed, contest.places) for place, spec in enumerate(specs)]
    match = Match(game, seeded_chance(seed), names_of(players))
    efforts = [Effort(), Effort()]
    decisions = play_out(match, players, efforts, f"seed {seed}, left in seat {left_seat}")
    result = match.result
    winner = result.winner if result is not None else NOBODY
    name = NEITHER if winner == NOBODY else SIDES[winner ^ left_seat]
    left, right = efforts[left_seat], efforts[1 - left_seat]
    why = result.why if result is not None else ""
    return Played(number, seed, left_seat, name, why, decisions, left, right, record_match(match).to_data())


def names_of(players: list[Player]) -> list[str]:
    """Return the names of the players, told apart where a bot plays itself."""
    names = [player.name for player in players]
    return names if names[0] != names[1] else [f"{names[0]} (first)", f"{names[1]} (second)"]


def play_out(match: Match, players: list[Player], efforts: list[Effort], where: str) -> int:
    """Play a match to its end and return how many decisions it took."""
    decisions = 0
    match.settle()
    while match.result is None:
        seat = match.awaiting()[0]
        try:
            decide(match, seat, players[seat], efforts[seat])
        except BadInput:
            raise
        except Exception as error:
            said = f"bot {players[seat].name!r} failed ({where}, ply {match.ply}): {told(error)}"
            raise BadInput(said + trace(error)) from error
        decisions += 1
    return decisions


def trace(error: Exception) -> str:
    """Return where in its code a bot failed, below the sentence; nothing if it only answered nonsense."""
    return "" if isinstance(error, IllegalAction) else "\n" + "".join(traceback.format_exception(error)).rstrip()


def told(error: Exception) -> str:
    """Return what an error says, with its kind."""
    if isinstance(error, IllegalAction):
        return "its action is not legal"
    return f"{type(error).__name__}: {error}"


def decide(match: Match, seat: Seat, player: Player, effort: Effort) -> None:
    """Make one decision for a player; a real choice is timed."""
    view, legal = match.view(seat), match.actions(seat)
    start = time.process_time()
    action = player.choose(view, legal)
    if len(legal) > 1:
        effort.add(Effort(1, round(time.process_time() - start, 7)))
    match.play(seat, action)
