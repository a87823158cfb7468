"""Try a pack: make its game with every option set and play random matches, as far as nothing breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from warband.conformance.report import Broken, hold
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.registry import Entry, Packs
from warband.kernel.seats import BOTH


@dataclass
class PackReport:
    """What was played with a pack, and the option sets that do not go with it."""

    matches: int = 0
    decisions: int = 0
    most_decisions: int = 0
    by_options: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def add(self, options: str, decisions: int) -> None:
        """Count one match."""
        self.matches += 1
        self.decisions += decisions
        self.most_decisions = max(self.most_decisions, decisions)
        self.by_options[options] = self.by_options.get(options, 0) + 1


def games_with(entry: Entry, pack: str, packs: Packs, report: PackReport) -> dict[str, Game]:
    """Return the game with a pack for each of its option sets; a later one whose options do not fit it is left out."""
    if "pack" not in [option.name for option in entry.options]:
        raise BadInput(f"{entry.name} takes no packs")
    games: dict[str, Game] = {}
    sets = {name: options for name, options in entry.option_sets.items() if "pack" not in options}
    for name, options in (sets or {"default": {}}).items():
        try:
            games[name] = entry.make({**options, "pack": pack}, packs)
        except BadInput as error:
            if not games or not str(error).startswith("option "):
                raise
            report.left_out[name] = str(error)
    return games


def play_matches(
    games: dict[str, Game], matches: int, seed: int, report: PackReport, progress: Callable[[int], None]
) -> None:
    """Play random matches over the games in turn; raise Broken, with the match and its seed, at the first fault.

    A match depends on its own seed alone: match 8 from seed 1 is match 1 from seed 8.
    """
    names = list(games)
    for number in range(matches):
        name = names[(seed + number) % len(names)]
        try:
            report.add(name, play_match(games[name], seed + number))
        except Exception as error:
            fault = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
            place = f"match {number + 1} of {matches} (option set {name}, seed {seed + number})"
            raise Broken(f"{place}: {fault}") from error
        progress(number + 1)


def play_match(game: Game, seed: int) -> int:
    """Play one random match, tell it and draw its end for both seats; return how many decisions it took."""
    match, rng, decisions = Match(game, seeded_chance(seed)), Rng(seed), 0
    match.settle()
    while match.result is None:
        decide(match, rng)
        decisions += 1
        hold(decisions <= game.bound(), game, "the match must end within its bound", game.bound())
    for seat in BOTH:
        match.log(seat)
        game.scene(match.view(seat))
    return decisions


def decide(match: Match, rng: Rng) -> None:
    """Play a random action of an awaited seat; raise Broken if there is no seat or no action."""
    seats = match.awaiting()
    hold(bool(seats), match.game, "somebody is awaited until the match is over", match.ply)
    seat = seats[rng.below(len(seats))]
    legal = match.actions(seat)
    hold(bool(legal), match.game, "a decision has a legal action", f"seat {seat} at ply {match.ply}")
    match.play(seat, legal[rng.below(len(legal))])
