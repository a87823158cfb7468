"""Run scenarios: options, a position, scripted chance, steps in notation, expectations, the clauses they prove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from warband.kernel.chance import seeded_chance
from warband.kernel.clauses import MOST_CLAUSES
from warband.kernel.entries import ACCEPT_DRAW, DECLINE_DRAW, FORFEIT, OFFER_DRAW, RESIGN
from warband.kernel.errors import BadInput
from warband.kernel.game import Game
from warband.kernel.match import Match
from warband.kernel.reasons import IllegalAction
from warband.kernel.scenario_checks import check_expect, check_legal, check_log, check_refuse, check_result, check_view
from warband.kernel.seats import BY_CHANCE, Seat
from warband.kernel.validation import Node
from warband.kernel.verify import do_deed

MakeGame = Callable[[str, dict[str, object]], Game]

FIELDS = ["name", "about", "game", "options", "clauses", "position", "chance", "steps"]
CHECKS: dict[str, Callable[[Match, Node], list[str]]] = {
    "expect": check_expect,
    "refuse": check_refuse,
    "view": check_view,
    "legal": check_legal,
    "log": check_log,
    "result": check_result,
}
UNDO = "undo"
DEEDS = [UNDO, RESIGN, OFFER_DRAW, ACCEPT_DRAW, DECLINE_DRAW, FORFEIT]


@dataclass
class Scenario:
    """One scenario, read but not yet run."""

    name: str
    game: str
    options: dict[str, object]
    clauses: list[str]
    position: dict[str, object] | None
    chance: list[str]
    steps: list[Node]
    where: str


@dataclass
class Verdict:
    """How a scenario went: no complaints, or what differed at which step."""

    scenario: Scenario
    complaints: list[str] = field(default_factory=list)

    def line(self) -> str:
        """Return the verdict as one line, and one more for each difference."""
        title = f"{self.scenario.where}: {self.scenario.name}"
        if not self.complaints:
            return f"ok    {title}"
        return f"FAIL  {title}" + "".join(f"\n        {complaint}" for complaint in self.complaints)


# ---- reading ----


def read_scenarios(data: object, where: str) -> list[Scenario]:
    """Return the scenarios of a document: fields that hold for all, and a list."""
    node = Node(data, where)
    common = node.only(["game", "options", "position", "clauses", "scenarios"])
    return [_read_scenario(item, common) for item in node.field("scenarios").items()]


def _read_scenario(node: Node, common: dict[str, Node]) -> Scenario:
    fields = {**common, **node.only(FIELDS)}
    clauses = fields["clauses"].texts() if "clauses" in fields else []
    if len(clauses) > MOST_CLAUSES:
        raise fields["clauses"].wrong(f"a scenario proves at most {MOST_CLAUSES} clauses")
    if "game" not in fields:
        raise node.wrong("the field 'game' is missing, here and at the top of the file")
    return Scenario(
        node.field("name").text(),
        fields["game"].text(),
        fields["options"].mapping() if "options" in fields else {},
        clauses,
        fields["position"].mapping() if "position" in fields else None,
        fields["chance"].texts() if "chance" in fields else [],
        node.field("steps").items(),
        node.where,
    )


# ---- running ----


def run_scenario(scenario: Scenario, make_game: MakeGame) -> Verdict:
    """Play a scenario and return what differed; raise BadInput where it is not a scenario at all."""
    try:
        game = make_game(scenario.game, scenario.options)
    except BadInput as error:
        raise BadInput(f"{scenario.where}: {error}") from None
    match = Match(game, seeded_chance(0), None, scenario.position, f"{scenario.where}.position")
    script = list(scenario.chance)
    verdict = Verdict(scenario)
    settle(match, script, scenario.where)
    for number, step in enumerate(scenario.steps, 1):
        complaints = run_step(match, step, script)
        verdict.complaints += [f"step {number}: {complaint}" for complaint in complaints]
        if complaints:
            return verdict
    if script:
        verdict.complaints.append(f"chance: {script} was never drawn")
    return verdict


def run_step(match: Match, step: Node, script: list[str]) -> list[str]:
    """Do one step: an action of a seat, a deed, or a check; return the complaints."""
    fields = step.fields()
    if len(fields) != 1:
        raise step.wrong("a step is one action (SEAT: TEXT) or one check")
    name, value = next(iter(fields.items()))
    if name in CHECKS:
        return CHECKS[name](match, value)
    if name in DEEDS:
        return deed_step(match, name, value)
    if name not in ("0", "1"):
        raise step.wrong(f"{name!r} is not a seat (0 or 1), not one of {', '.join([*CHECKS, *DEEDS])}")
    return play_step(match, int(name), value, script)


def play_step(match: Match, seat: Seat, value: Node, script: list[str]) -> list[str]:
    """Play an action in notation, then the chance that follows it."""
    try:
        action = match.parse(value.text())
    except BadInput as error:
        raise value.wrong(str(error)) from None
    try:
        match.act(seat, action)
    except IllegalAction as error:
        reason = error.reason
        return [f"seat {seat}: {value.text()!r} is refused: {match.game.say_reason(reason)} ({reason.clause})"]
    settle(match, script, value.where)
    return []


def settle(match: Match, script: list[str], where: str) -> None:
    """Resolve chance: scripted outcomes first, in order, then outcomes drawn with a fixed seed."""
    while match.awaiting() == BY_CHANCE:
        if not script:
            match.settle_once()
            continue
        outcomes, text = match.state.outcomes(), script.pop(0)
        try:
            outcome = match.parse(text)
        except BadInput as error:
            raise BadInput(f"{where}: chance: {error}") from None
        if outcome not in [value for value, _ in outcomes]:
            possible = ", ".join(match.text(value) for value, _ in outcomes)
            raise BadInput(f"{where}: chance: {text!r} cannot come here; possible are {possible}")
        match.settle_with(outcome)


def deed_step(match: Match, name: str, value: Node) -> list[str]:
    """Do what is no action of the game: undo, resign, offer, accept or decline a draw, forfeit."""
    seat = value.integer(0, 1)
    try:
        if name == UNDO:
            match.undo(seat)
        else:
            do_deed(match, seat, name, "scenario")
    except IllegalAction:
        return [f"{name}: seat {seat} may not undo now"]
    except BadInput as error:
        return [f"{name}: {error}"]
    return []
