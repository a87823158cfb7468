"""How likely each side was to win as a finished match went on, and where it turned.

Where the game has a mind, its network looks at all positions together, each from the view of whoever decides there;
where it has none a search looks at some of them, from both views.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from warband.agents.bot import Budget
from warband.agents.hints import usual_judge
from warband.agents.levels import MIND
from warband.kernel.game import Game
from warband.kernel.record import Record
from warband.kernel.seats import Seat
from warband.kernel.views import View
from warband.lab.analysis import analyse, worth_of
from warband.lab.review import moments, result_of

MOST_POINTS: Final = 48
ITERATIONS: Final = 120
# Of the choices after which somebody stood worst, so many are looked at more closely, and the clearest are told.
LOOKED_AT: Final = 8
MOST_TURNS: Final = 3
TRIES: Final = 400
LEAST_LOSS: Final = 0.05


@dataclass(frozen=True)
class Point:
    """How likely the first seat is to win before a ply."""

    ply: int
    chance: float


@dataclass(frozen=True)
class Turn:
    """A choice that cost its seat something: what it did and what was better, each with its chance to win."""

    ply: int
    seat: Seat
    played: str
    chance: float
    better: str
    better_chance: float


@dataclass(frozen=True)
class Curve:
    """The points of a match in order, who judged them, and where it turned."""

    points: tuple[Point, ...]
    judge: str
    turns: tuple[Turn, ...] = ()


def curve_of(record: Record, game: Game, most: int = MOST_POINTS, iterations: int = ITERATIONS) -> Curve:
    """Return the curve of a finished match by the usual judge of its game."""
    judge = usual_judge(game.name)
    last = record.entries[-1].ply if record.entries else 0
    end = Point(last + 1, worth_of(result_of(record), 0))
    if judge == MIND:
        looks = _looks(record, game)
        return Curve((*_points(looks), end), judge, _turns(looks, game, end))
    return Curve((*_searched(record, game, most, iterations), end), judge)


# ---- by a search ----


def _searched(record: Record, game: Game, most: int, iterations: int) -> list[Point]:
    """Return some moments of a match, each judged from both seats' own views."""
    total = sum(1 for _ in moments(record, game))
    chosen = {round(index * (total - 1) / max(1, most - 1)) for index in range(most)}
    points: list[Point] = []
    for number, (match, _, _) in enumerate(moments(record, game)):
        if number in chosen and match.result is None:
            stands = [analyse(game, match.view(seat), Budget(iterations), number).chance for seat in (0, 1)]
            points.append(Point(match.ply, (stands[0] + 1.0 - stands[1]) / 2))
    return points


# ---- by a mind ----


@dataclass(frozen=True)
class Look:
    """A choice of the match: who made it with what in view, what was done, and how likely that seat was to win."""

    ply: int
    seat: Seat
    view: View
    legal: list[int]
    action: int
    chance: float


def _looks(record: Record, game: Game) -> list[Look]:
    """Return all choices of a match, judged together from the views of those who made them."""
    from warband.agents.minds.judge import Judge

    judge = Judge(game)
    seen: list[tuple[int, Seat, View, list[int], int]] = []
    rows: list[bytes] = []
    for match, entry, action in moments(record, game):
        if entry is not None:
            seen.append((match.ply, entry.seat, match.view(entry.seat), match.actions(entry.seat), action))
            rows.append(judge.row(match.state, entry.seat))
    return [Look(*one, chance) for one, chance in zip(seen, judge.chances(rows), strict=True)]


def _points(looks: list[Look]) -> list[Point]:
    """Return a point for each ply; where both chose in secret their judgements are averaged."""
    by_ply: dict[int, list[float]] = {}
    for look in looks:
        by_ply.setdefault(look.ply, []).append(look.chance if look.seat == 0 else 1.0 - look.chance)
    return [Point(ply, sum(chances) / len(chances)) for ply, chances in by_ply.items()]


def _turns(looks: list[Look], game: Game, end: Point) -> tuple[Turn, ...]:
    """Return the choices that cost most by the judgement of the network, in the order of the match."""
    after = [*looks[1:], None]
    drops = [(look.chance - _later(look.seat, later, end), look) for look, later in zip(looks, after, strict=True)]
    worst = sorted(drops, key=lambda one: -one[0])[:LOOKED_AT]
    found = [turn for _, look in worst if (turn := _turn(look, game)) is not None]
    clearest = sorted(found, key=lambda turn: turn.chance - turn.better_chance)[:MOST_TURNS]
    return tuple(sorted(clearest, key=lambda turn: turn.ply))


def _later(seat: Seat, later: Look | None, end: Point) -> float:
    """Return how likely a seat was to win at the next choice, or at the end."""
    if later is None:
        return end.chance if seat == 0 else 1.0 - end.chance
    return later.chance if later.seat == seat else 1.0 - later.chance


def _turn(look: Look, game: Game) -> Turn | None:
    """Return what was better than a choice, or None if nothing was by much."""
    from warband.lab.mind_analysis import analyse_by_mind

    ranked = analyse_by_mind(game, look.view, TRIES, look.ply).ranked
    played = next(one for one in ranked if one.action == look.action)
    best = max(ranked[:MOST_TURNS], key=lambda one: one.chance)
    if best.chance - played.chance < LEAST_LOSS:
        return None
    return Turn(look.ply, look.seat, played.text, played.chance, best.text, best.chance)
