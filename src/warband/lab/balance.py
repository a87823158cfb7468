"""Play a bot against itself and note what each seat had, to see what goes with winning.

A match is told by its events. An event that says a seat and a card, a unit or a faction says that this seat had it, in
the way that the event is called: it was the seat's leader, it was drawn, recruited, hired, summoned ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field

from warband.agents.levels import MIND, plays_mind
from warband.agents.roster import seat_bot
from warband.kernel.chance import seeded_chance
from warband.kernel.events import Event
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.registry import Packs, make_game
from warband.kernel.seats import BOTH, NOBODY, Seat
from warband.lab.intervals import Interval, wilson
from warband.lab.pairs import SEEDS_PER_MATCH, Effort, names_of, play_out, recipe
from warband.processes import run_all

FORMAT = 1
# Matches of a mind that are played together.
BATCH = 128
SUBJECTS = ("card", "unit", "faction")
FIRST_PLAYER = "first_player"
# No event is called so: its name would have an underscore.
SEAT, TURN = "seat", "takes the turn"
EVEN = 0.5
# A kind of event is a side's own, like its leader, if nearly every seat has exactly one.
NEARLY_ALL = 0.9

# What a seat had: names by the kind of event.
Had = dict[str, list[str]]
Key = tuple[str, str]


@dataclass(frozen=True)
class SelfPlay:
    """What is studied: all that decides how the matches go."""

    game: str
    bot: str
    seed: int = 0
    options: dict[str, object] = field(default_factory=dict)
    packs: Packs = field(default_factory=dict)

    def make(self) -> Game:
        """Return the game that is played, or raise BadInput."""
        return make_game(self.game, self.options, self.packs)

    def terms(self) -> dict[str, object]:
        """Return what must be the same for matches to count together; raise BadInput if the bot is unknown."""
        game = self.make()
        seat_bot(self.bot, game, self.seed, False)
        named = {"game": game.name, "version": game.version, "options": game.options, "packs": game.packs}
        return {"balance": FORMAT, **named, "bot": recipe(self.bot, game.name, False), "seed": self.seed}

    def play(self, game: Game, number: int) -> Fact:
        """Play one match; it depends on the seed of the study plus its number alone."""
        seed = self.seed + number
        players = [seat_bot(self.bot, game, SEEDS_PER_MATCH * seed + 2 * seat, False) for seat in BOTH]
        match = Match(game, seeded_chance(seed), names_of(players))
        decisions = play_out(match, players, [Effort(), Effort()], f"seed {seed}")
        return note(match, number, decisions)

    def facts(self, numbers: list[int], jobs: int) -> Generator[Fact, None, None]:
        """Yield the matches of these numbers as they are finished; those of a bare mind are played in batches."""
        if self.bot != MIND:
            yield from run_all(self, numbers, jobs)
            return
        size = max(1, min(BATCH, -(-len(numbers) // jobs)))
        batches = tuple(tuple(numbers[start : start + size]) for start in range(0, len(numbers), size))
        with closing(run_all(Batches(self, batches), list(range(len(batches))), jobs)) as playing:
            for some in playing:
                yield from some


@dataclass(frozen=True)
class Batches:
    """Matches of a bare mind, in batches that are played together."""

    study: SelfPlay
    batches: tuple[tuple[int, ...], ...]

    def make(self) -> Game:
        """Return the game that is played."""
        return self.study.make()

    def play(self, game: Game, number: int) -> list[Fact]:
        """Play one batch; each of its matches goes as it would alone."""
        from warband.lab.mind_play import play_together

        numbers = self.batches[number]
        matches = [Match(game, seeded_chance(self.study.seed + one)) for one in numbers]
        played = play_together(game, matches)
        return [note(match, one, count) for match, one, count in zip(matches, numbers, played, strict=True)]


def usual_bot(game: str) -> str:
    """Return who plays a balance unless somebody says otherwise: the mind of the game, or greedy where it has none."""
    return MIND if plays_mind(game) else "greedy"


@dataclass(frozen=True)
class Fact:
    """What is kept of one match: who won and why, who began, how long it took, and what each seat had."""

    number: int
    winner: int
    why: str
    decisions: int
    first: int | None
    had: tuple[Had, Had]

    def points(self, seat: Seat) -> float:
        """Return what a seat made of it; a draw is half a point."""
        return EVEN if self.winner == NOBODY else float(self.winner == seat)


def note(match: Match, number: int, decisions: int) -> Fact:
    """Return what is kept of a finished match."""
    events = [event for _, event in match.event_log]
    result = match.result
    winner, why = (result.winner, result.why) if result is not None else (NOBODY, "")
    return Fact(number, winner, why, decisions, first_of(events), had_by(events))


def first_of(events: Iterable[Event]) -> int | None:
    """Return the seat that began, if the events tell it."""
    for event in events:
        seat = event.data().get("seat")
        if event.kind == FIRST_PLAYER and isinstance(seat, int):
            return seat
    return None


def had_by(events: Iterable[Event]) -> tuple[Had, Had]:
    """Return what each seat had, by the kind of event."""
    by_seat: tuple[dict[str, set[str]], dict[str, set[str]]] = ({}, {})
    for event in events:
        data = event.data()
        seat, name = data.get("seat"), subject_of(data)
        if seat in BOTH and name:
            by_seat[BOTH.index(seat)].setdefault(event.kind, set()).add(name)
    first, second = ({kind: sorted(names) for kind, names in sorted(had.items())} for had in by_seat)
    return first, second


def subject_of(data: dict[str, object]) -> str:
    """Return the card, unit or faction that an event names, or nothing."""
    values = (data.get(name) for name in SUBJECTS)
    return next((value for value in values if isinstance(value, str)), "")


# ---- rates ----


@dataclass
class Rate:
    """Count the matches in which one seat alone had something, its points, and those in which both had it."""

    kind: str
    name: str
    matches: int = 0
    points: float = 0.0
    both: int = 0

    @property
    def win_rate(self) -> float | None:
        """Return the share of the points, or None if no match told anything."""
        return self.points / self.matches if self.matches else None

    def interval(self) -> Interval:
        """Return the interval of the win rate."""
        return wilson(self.points, self.matches)

    @property
    def key(self) -> Key:
        """Return kind and name."""
        return self.kind, self.name


@dataclass
class Balance:
    """Count matches, and the rate of everything that a seat had in them."""

    facts: list[Fact] = field(default_factory=list)
    draws: int = 0
    decisions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    rates: dict[Key, Rate] = field(default_factory=dict)
    # For each kind of event the seats that have it, and those that have it with exactly one name.
    seats: Counter[str] = field(default_factory=Counter)
    single: Counter[str] = field(default_factory=Counter)

    @property
    def matches(self) -> int:
        """Return how many matches were counted."""
        return len(self.facts)

    def add(self, fact: Fact) -> None:
        """Count one match."""
        self.facts.append(fact)
        self.draws += fact.winner == NOBODY
        self.decisions += fact.decisions
        self.endings[fact.why] += 1
        keys = [keys_of(fact, seat) for seat in BOTH]
        for key in sorted(keys[0] | keys[1]):
            self._count(fact, key, key in keys[0], key in keys[1])
        for had in fact.had:
            self.seats.update(list(had))
            self.single.update(kind for kind, names in had.items() if len(names) == 1)

    def _count(self, fact: Fact, key: Key, first: bool, second: bool) -> None:
        rate = self.rates.setdefault(key, Rate(*key))
        if first and second:
            rate.both += 1
        else:
            rate.matches += 1
            rate.points += fact.points(0 if first else 1)

    def kinds(self) -> list[str]:
        """Return the kinds of event: the seats themselves, what is a side's own, and then the rest.

        Kinds that always come together are one: the first of them.
        """
        others = sorted(self.seats, key=lambda kind: (not self.is_own(kind), kind))
        kinds: dict[object, str] = {}
        for kind in (SEAT, TURN, *others):
            kinds.setdefault(self._figures(kind), kind)
        return [kind for figures, kind in kinds.items() if figures]

    def together(self, kind: str) -> str:
        """Return the name of a kind with those that always come with it."""
        same = [other for other in self.seats if self._figures(other) == self._figures(kind) and other != kind]
        return ", ".join([kind, *sorted(same)]).replace("_", " ")

    def _figures(self, kind: str) -> tuple[tuple[str, int, float, int], ...]:
        rates = sorted(self.of_kind(kind), key=lambda rate: rate.name)
        return tuple((rate.name, rate.matches, rate.points, rate.both) for rate in rates)

    def is_own(self, kind: str) -> bool:
        """Return whether nearly every seat has exactly one of a kind, such as a leader or a faction."""
        return self.single[kind] >= NEARLY_ALL * 2 * self.matches

    def of_kind(self, kind: str) -> list[Rate]:
        """Return the rates of a kind, the best first."""
        rates = [rate for rate in self.rates.values() if rate.kind == kind]
        return sorted(rates, key=lambda rate: (-(rate.win_rate or 0.0), rate.name))

    def others(self) -> list[Rate]:
        """Return the rates of everything but the seats and what is a side's own."""
        kinds = [kind for kind in self.kinds() if kind in self.seats and not self.is_own(kind)]
        return [rate for kind in kinds for rate in self.of_kind(kind) if rate.matches]


def keys_of(fact: Fact, seat: Seat) -> set[Key]:
    """Return all that a seat had in a match, its place included."""
    keys = {(kind, name) for kind, names in fact.had[seat].items() for name in names}
    keys.add((SEAT, str(seat)))
    if fact.first is not None:
        keys.add((TURN, "first" if fact.first == seat else "second"))
    return keys
