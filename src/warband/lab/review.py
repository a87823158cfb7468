"""Go through a finished match again: how likely each seat was to win, from its own view, and where that turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from warband.agents.bot import Budget
from warband.agents.hints import JUDGES, check_judge
from warband.agents.levels import MIND, SEARCH
from warband.kernel.chance import Chance
from warband.kernel.entries import ACT, Entry
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, Result
from warband.kernel.match import Match
from warband.kernel.record import Record
from warband.kernel.seats import CHANCE, Seat
from warband.kernel.views import View
from warband.lab.analysis import Analysis, Ranked, analyse, worth_of
from warband.lab.intervals import percent

Progress = Callable[[int, int], None]
Row = list[str]
# What only one seat's view tells is told as this of the other.
UNASKED = "-"


@dataclass(frozen=True)
class Stand:
    """How likely a seat is to win, by its own view, and the spread of that over the worlds it can imagine."""

    chance: float
    spread: float


Stands = dict[int, Stand]


@dataclass(frozen=True)
class Decision:
    """A choice of the match: who made it, how both stood before and after, and what the bot says of it.

    What is forced afterwards, and the chance that follows, belong to it. `best` and `played` are those of the bot.
    """

    ply: int
    seat: Seat
    text: str
    before: Stands
    after: Stands
    best: Ranked | None
    played: Ranked | None

    @property
    def swing(self) -> float:
        """Return how much likelier the one who decided is to win afterwards."""
        if self.seat not in self.before:
            return 0.0
        return self.after[self.seat].chance - self.before[self.seat].chance

    def to_data(self) -> dict[str, object]:
        """Return the decision as plain data, ready for JSON."""
        data: dict[str, object] = {"ply": self.ply, "seat": self.seat, "do": self.text}
        data["chance"] = {str(seat): round(stand.chance, 4) for seat, stand in self.after.items()}
        data["spread"] = {str(seat): round(stand.spread, 4) for seat, stand in self.after.items()}
        if self.best is not None and self.played is not None:
            data["swing"] = round(self.swing, 4)
            data["played"] = ranked_data(self.played)
            data["bot"] = ranked_data(self.best)
        return data


def ranked_data(ranked: Ranked) -> dict[str, object]:
    """Return a ranked action as plain data."""
    return {
        "do": ranked.text,
        "chance": round(ranked.chance, 4),
        "spread": round(ranked.spread, 4),
        "share": round(ranked.share, 4),
        "line": [{"seat": step.seat, "do": step.text} for step in ranked.line],
    }


@dataclass
class Review:
    """A match that was gone through: how the seats stood at the start, and every choice."""

    record: Record
    game: Game
    seats: tuple[int, ...]
    judge: str = SEARCH
    start: Stands = field(default_factory=dict)
    decisions: list[Decision] = field(default_factory=list)

    def swings(self, most: int) -> list[Decision]:
        """Return the decisions that changed most for whoever made them, the largest change first."""
        asked = [decision for decision in self.decisions if decision.best is not None]
        return sorted(asked, key=lambda decision: -abs(decision.swing))[:most]

    def to_data(self, most: int) -> dict[str, object]:
        """Return all that was found as plain data, ready for JSON."""
        return {
            "game": self.game.name,
            "players": self.record.players,
            "result": self.record.result,
            "judge": self.judge,
            "start": {str(seat): round(stand.chance, 4) for seat, stand in self.start.items()},
            "decisions": [decision.to_data() for decision in self.decisions],
            "swings": [decision.ply for decision in self.swings(most)],
        }


@dataclass(frozen=True)
class Asked:
    """What the bot said at one moment: before a choice, or at the end of the match."""

    analyses: dict[int, Analysis]
    entry: Entry | None = None
    action: int = 0

    def stands(self) -> Stands:
        """Return how the seats stand."""
        return {seat: Stand(analysis.chance, analysis.spread) for seat, analysis in self.analyses.items()}


def review(
    record: Record,
    game: Game,
    seats: tuple[int, ...],
    budget: Budget,
    seed: int,
    show: Progress,
    judge: str = SEARCH,
) -> Review:
    """Analyse a verified record of a finished match before each choice, from the views of these seats alone."""
    if record.result is None:
        raise BadInput("the match goes on; only a finished one can be analysed")
    check_judge(judge, game.name)
    total = sum(1 for _ in moments(record, game))
    asked: list[Asked] = []
    for match, entry, action in moments(record, game):
        if match.result is None:
            views = {seat: match.view(seat) for seat in seats}
            analyses = {seat: analysed(game, view, budget, seed + len(asked), judge) for seat, view in views.items()}
            asked.append(Asked(analyses, entry, action))
        show(len(asked), total)
    return _together(Review(record, game, seats, judge), asked)


def analysed(game: Game, view: View, budget: Budget, seed: int, judge: str) -> Analysis:
    """Return what a judge says of a view."""
    if judge != MIND:
        return analyse(game, view, budget, seed)
    from warband.lab.mind_analysis import analyse_by_mind

    return analyse_by_mind(game, view, budget.iterations, seed)


def judge_text(judge: str) -> str:
    """Return who judged, as a sentence."""
    return f"Judged by {JUDGES[judge]}, from what each seat could see."


def moments(record: Record, game: Game) -> Iterator[tuple[Match, Entry | None, int]]:
    """Replay a verified record; stop before each decision in which there was something to choose, and at the end.

    Resignations and draws are left out, so that a match which ended by one goes on at the end.
    """
    match = Match(game, Chance(b""), record.players, record.start)
    for entry in record.entries:
        if entry.deed != ACT:
            continue
        action = match.parse(entry.text)
        if entry.seat == CHANCE:
            match.settle_with(action)
            continue
        if len(match.actions(entry.seat)) > 1:
            yield match, entry, action
        match.act(entry.seat, action)
    yield match, None, 0


def _together(review: Review, asked: list[Asked]) -> Review:
    """Put the analyses together: how one stands before a choice is how one stands after the one before."""
    stands = [item.stands() for item in asked]
    stands.append({seat: Stand(worth_of(result_of(review.record), seat), 0.0) for seat in review.seats})
    review.start = stands[0]
    for place, item in enumerate(asked):
        if item.entry is not None:
            review.decisions.append(_decision(item, item.entry, stands[place], stands[place + 1]))
    return review


def _decision(item: Asked, entry: Entry, before: Stands, after: Stands) -> Decision:
    ranked = item.analyses[entry.seat].ranked if entry.seat in item.analyses else ()
    played = next((one for one in ranked if one.action == item.action), None)
    return Decision(entry.ply, entry.seat, entry.text, before, after, ranked[0] if ranked else None, played)


def result_of(record: Record) -> Result | None:
    """Return the result that a record tells."""
    data = record.result or {}
    winner, why = data.get("winner"), data.get("why")
    return Result(winner, str(why)) if isinstance(winner, int) else None


# ---- in words ----


def table(review: Review) -> list[Row]:
    """Return the decisions as rows of cells, the heading first: how likely each seat is to win after each."""
    names = review.record.players
    heading = ["ply", "who", "decision", *(f"{names[seat]} wins" for seat in review.seats), "change"]
    return [heading, *(_row(review, decision) for decision in review.decisions)]


def _row(review: Review, decision: Decision) -> Row:
    name = review.record.players[decision.seat]
    chances = [stand_text(decision.after[seat]) for seat in review.seats]
    change = f"{100 * decision.swing:+.1f}" if decision.best is not None else UNASKED
    return [str(decision.ply), name, decision.text, *chances, change]


def stand_text(stand: Stand) -> str:
    """Return a chance with its spread, as people read it."""
    return f"{percent(stand.chance)} ± {100 * stand.spread:.1f}"


def swing_lines(review: Review, most: int) -> list[str]:
    """Return the largest swings in words, with what the bot would have done."""
    lines: list[str] = []
    for decision in review.swings(most):
        lines += _swing(review, decision)
    return lines


def _swing(review: Review, decision: Decision) -> Iterator[str]:
    name, seat = review.record.players[decision.seat], decision.seat
    chances = f"{percent(decision.before[seat].chance)} to {percent(decision.after[seat].chance)}"
    yield f"ply {decision.ply}, {name}: {decision.text}: {chances} ({100 * decision.swing:+.1f})"
    if decision.best is None or decision.played is None:
        return
    if decision.best.action == decision.played.action:
        yield f"    the bot would have done the same: {line_text(review, decision.best)}"
    else:
        chance = percent(decision.best.chance)
        yield f"    the bot: {line_text(review, decision.best)} ({chance}; it gives this one {share_text(decision)})"


def share_text(decision: Decision) -> str:
    """Return what the bot expected of the action that was played, if it looked at it at all."""
    played = decision.played
    return percent(played.chance) if played is not None and played.share else "no look"


def line_text(review: Review, ranked: Ranked) -> str:
    """Return an expected line as one text; a name stands where the decider changes."""
    words: list[str] = []
    before = ranked.line[0].seat
    for step in ranked.line:
        name = f"{review.record.players[step.seat]}: " if step.seat != before else ""
        words.append(name + step.text)
        before = step.seat
    return ", ".join(words)
