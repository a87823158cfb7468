"""Check what a scenario expects: values, who decides, what a view shows or hides, refusals, legal actions."""

from __future__ import annotations

import json

from warband.kernel.errors import BadInput
from warband.kernel.match import Match
from warband.kernel.seats import ALL, PUBLIC
from warband.kernel.validation import Node

VIEWERS = {"public": PUBLIC, "all": ALL}
MISSING = object()


def look_up(data: object, path: str) -> object:
    """Return the value at a path such as `seats.1.west.soldiers.weapon`, or MISSING."""
    for name in path.split("."):
        if isinstance(data, dict) and name in data:
            data = data[name]
        elif isinstance(data, list) and name.isdecimal() and int(name) < len(data):
            data = data[int(name)]
        else:
            return MISSING
    return data


def compare(data: object, expected: dict[str, Node], missing_is_zero: bool = False) -> list[str]:
    """Return a line for every path whose value is not the expected one."""
    complaints: list[str] = []
    for path, node in expected.items():
        value = look_up(data, path)
        if value is MISSING and missing_is_zero and node.value == 0 and counts(data, path):
            continue
        if value is MISSING:
            complaints.append(f"{path}: expected {show(node.value)}, but there is no such value")
        elif show(value) != show(node.value):
            complaints.append(f"{path}: expected {show(node.value)}, got {show(value)}")
    return complaints


def counts(data: object, path: str) -> bool:
    """Return whether a path leads into a table of counts, which leaves out what there is none of."""
    table = look_up(data, path.rpartition(".")[0])
    return isinstance(table, dict) and all(isinstance(item, int) for item in table.values())


def show(value: object) -> str:
    """Return a value as JSON."""
    return json.dumps(value, sort_keys=True)


def check_expect(match: Match, node: Node) -> list[str]:
    """Check values of the position; `awaiting` is who decides next, `may undo` who may take back."""
    data = match.state.position()
    data["awaiting"] = list(match.awaiting())
    data["may undo"] = [seat for seat in (0, 1) if match.may_undo(seat)]
    return compare(data, node.fields(), missing_is_zero=True)


def check_refuse(match: Match, node: Node) -> list[str]:
    """Check that an action is refused, by which clause, with which code and words."""
    fields = node.only(["seat", "action", "clause", "code", "says"])
    seat = node.field("seat").integer(0, 1)
    text = node.field("action").text()
    try:
        reason = match.why_not(text, seat=seat)
    except BadInput as error:
        raise node.wrong(str(error)) from None
    if reason is None:
        return [f"refuse: {text!r} is legal for seat {seat}"]
    facts = {"clause": reason.clause, "code": reason.code, "says": reason.sentence}
    clause = fields.get("clause")
    if clause is not None and ":" not in clause.text():
        fields["clause"] = Node(f"{match.game.name}:{clause.text()}", clause.where)
    return compare(facts, {name: fields[name] for name in ("clause", "code", "says") if name in fields})


def check_view(match: Match, node: Node) -> list[str]:
    """Check what a viewer's view shows, hides, or never mentions anywhere."""
    fields = node.only(["seat", "shows", "hides", "never"])
    viewer = _viewer(node.field("seat"))
    try:
        view = match.view(viewer)
    except BadInput as error:
        raise node.wrong(str(error)) from None
    complaints = compare(view, fields["shows"].fields()) if "shows" in fields else []
    for path in fields["hides"].texts() if "hides" in fields else []:
        if look_up(view, path) not in (MISSING, None):
            complaints.append(f"{path}: seat {viewer} should not see {show(look_up(view, path))}")
    for word in fields["never"].texts() if "never" in fields else []:
        if f'"{word}"' in json.dumps(view):
            complaints.append(f"{word!r} stands in the view of {viewer}")
    return [f"view: {complaint}" for complaint in complaints]


def _viewer(node: Node) -> int:
    if isinstance(node.value, str):
        return list(VIEWERS.values())[node.one_of(list(VIEWERS))]
    return node.integer(0, 1)


def check_legal(match: Match, node: Node) -> list[str]:
    """Check which actions are legal for a seat: exactly `only`, at least `has`, none of `lacks`."""
    fields = node.only(["seat", "only", "has", "lacks"])
    seat = node.field("seat").integer(0, 1)
    legal = [match.text(action) for action in match.actions(seat)]
    complaints: list[str] = []
    if "only" in fields and sorted(fields["only"].texts()) != sorted(legal):
        complaints.append(f"legal: expected only {sorted(fields['only'].texts())}, got {sorted(legal)}")
    return complaints + _has_and_lacks("legal", fields, legal, f" from {legal}", "be legal")


def check_log(match: Match, node: Node) -> list[str]:
    """Check that a viewer's log has, or lacks, a sentence."""
    fields = node.only(["seat", "has", "lacks"])
    lines = [sentence.plain() for sentence in match.log(_viewer(node.field("seat")))]
    return _has_and_lacks("log", fields, lines, f"; the log ends {lines[-5:]}", "be there")


def _has_and_lacks(what: str, fields: dict[str, Node], texts: list[str], where: str, may_not: str) -> list[str]:
    has = fields["has"].texts() if "has" in fields else []
    lacks = fields["lacks"].texts() if "lacks" in fields else []
    missing = [f"{what}: {text!r} is missing{where}" for text in has if text not in texts]
    return missing + [f"{what}: {text!r} should not {may_not}" for text in lacks if text in texts]


def check_result(match: Match, node: Node) -> list[str]:
    """Check how the match ended; `none` while it goes on."""
    result = match.result
    if node.value == "none":
        return [] if result is None else [f"result: expected none, got {result}"]
    if result is None:
        return ["result: the match goes on"]
    return compare(result.data(), node.only(["winner", "why"]))
