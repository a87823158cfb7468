"""Go through a finished match again: how likely each seat was to win, from its own view, and where that turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from warband.agents.bot import Budget
from warband.kernel.chance import Chance
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, Result
from warband.kernel.match import ACT, Entry, Match
from warband.kernel.record import Record
from warband.kernel.seats import CHANCE
from warband.lab.analysis import Analysis, Ranked, analyse, worth_of
from warband.lab.intervals import percent

Told = Callable[[int, int], None]
Row = list[str]
# What only one seat's view tells is told as this of the other.
UNASKED = "-"


@dataclass(frozen=True)
class Stand:
    """Hold how likely a seat is to win, by its own view, and the spread of that over the worlds it can imagine."""

    chance: float
    spread: float


Stands = dict[int, Stand]


@dataclass(frozen=True)
class Decision:
    """Hold a choice of the match: who made it, how both stood before and after, and what the bot says of it.

    What is forced afterwards, and the chance that follows, belong to it. `best` and `played` are those of the bot.
    """

    ply: int
    seat: int
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
    """Hold a match that was gone through: how the seats stood at the start, and every choice."""

    record: Record
    game: Game
    seats: tuple[int, ...]
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
            "start": {str(seat): round(stand.chance, 4) for seat, stand in self.start.items()},
            "decisions": [decision.to_data() for decision in self.decisions],
            "swings": [decision.ply for decision in self.swings(most)],
        }


def review(record: Record, game: Game, seats: tuple[int, ...], budget: Budget, seed: int, told: Told) -> Review:
    """Analyse a verified record of a finished match before each choice, from the views of these seats alone."""
    if record.result is None:
        raise BadInput("the match goes on; only a finished one can be analysed")
    found = Review(record, game, seats)
    total = sum(1 for _ in choices(record, game))
    asked: list[tuple[Entry, dict[int, Analysis]]] = []
    for match, entry in choices(record, game):
        number = len(asked)
        asked.append((entry, {seat: analyse(game, match.view(seat), budget, seed + number) for seat in seats}))
        told(len(asked), total)
    _fill(found, asked)
    return found


def choices(record: Record, game: Game) -> Iterator[tuple[Match, Entry]]:
    """Replay a verified record; stop before each decision in which there was something to choose."""
    match = Match(game, Chance(b""), record.players, record.start)
    for entry in record.entries:
        # Who resigned or left changes nothing on the table.
        if entry.deed != ACT:
            continue
        action = match.parse(entry.text)
        if entry.seat == CHANCE:
            match.settle_with(action)
            continue
        if len(match.legal(entry.seat)) > 1:
            yield match, entry
        match.act(entry.seat, action)


def _fill(found: Review, asked: list[tuple[Entry, dict[int, Analysis]]]) -> None:
    """Put the analyses together: how one stands before a choice is how one stands after the one before."""
    stands = [{seat: Stand(item.chance, item.spread) for seat, item in analyses.items()} for _, analyses in asked]
    stands.append({seat: Stand(worth_of(result_of(found.record), seat), 0.0) for seat in found.seats})
    found.start = stands[0]
    for place, (entry, analyses) in enumerate(asked):
        ranked = analyses[entry.seat].ranked if entry.seat in analyses else ()
        played = next((item for item in ranked if item.text == entry.text), None)
        best = ranked[0] if played is not None else None
        before, after = stands[place], stands[place + 1]
        found.decisions.append(Decision(entry.ply, entry.seat, entry.text, before, after, best, played))


def result_of(record: Record) -> Result | None:
    """Return the result that a record tells."""
    told = record.result or {}
    winner, why = told.get("winner"), told.get("why")
    return Result(winner, str(why)) if isinstance(winner, int) else None


# ---- in words ----


def table(found: Review) -> list[Row]:
    """Return the decisions as rows of cells, the heading first: how likely each seat is to win after each."""
    names = found.record.players
    heading = ["ply", "who", "decision", *(f"{names[seat]} wins" for seat in found.seats), "change"]
    return [heading, *(_row(found, decision) for decision in found.decisions)]


def _row(found: Review, decision: Decision) -> Row:
    name = found.record.players[decision.seat]
    chances = [told_stand(decision.after[seat]) for seat in found.seats]
    change = f"{100 * decision.swing:+.1f}" if decision.best is not None else UNASKED
    return [str(decision.ply), name, decision.text, *chances, change]


def told_stand(stand: Stand) -> str:
    """Return a chance with its spread, as people read it."""
    return f"{percent(stand.chance)} ± {100 * stand.spread:.1f}"


def swing_lines(found: Review, most: int) -> list[str]:
    """Return the largest swings in words, with what the bot would have done."""
    lines: list[str] = []
    for decision in found.swings(most):
        lines += _swing(found, decision)
    return lines


def _swing(found: Review, decision: Decision) -> Iterator[str]:
    name, seat = found.record.players[decision.seat], decision.seat
    chances = f"{percent(decision.before[seat].chance)} to {percent(decision.after[seat].chance)}"
    yield f"ply {decision.ply}, {name}: {decision.text}: {chances} ({100 * decision.swing:+.1f})"
    if decision.best is None or decision.played is None:
        return
    if decision.best.action == decision.played.action:
        yield f"    the bot would have done the same: {line_text(found, decision.best)}"
    else:
        chance = percent(decision.best.chance)
        yield f"    the bot: {line_text(found, decision.best)} ({chance}; it gives this one {told_share(decision)})"


def told_share(decision: Decision) -> str:
    """Return what the bot expected of the action that was played, if it looked at it at all."""
    played = decision.played
    return percent(played.chance) if played is not None and played.share else "no look"


def line_text(found: Review, ranked: Ranked) -> str:
    """Return an expected line as one text; a name stands where the decider changes."""
    words: list[str] = []
    before = ranked.line[0].seat
    for step in ranked.line:
        name = f"{found.record.players[step.seat]}: " if step.seat != before else ""
        words.append(name + step.text)
        before = step.seat
    return ", ".join(words)
