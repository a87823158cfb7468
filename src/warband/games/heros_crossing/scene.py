"""Describe the table as a person sees it: two sides facing each other, hands, supply, the prompt, the handles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.heros_crossing import pieces
from warband.games.heros_crossing.notation import Deed, decode
from warband.games.heros_crossing.rules import FRONT_NAMES, NONE, SOLDIER_NAMES
from warband.games.heros_crossing.state import Crossing
from warband.kernel.events import Event
from warband.kernel.game import Result, players_of, viewer_of
from warband.kernel.plain import Node
from warband.kernel.reasons import Reason
from warband.kernel.scene import RAIL, Choice, Effect, Scene, Sentence

if TYPE_CHECKING:
    from warband.games.heros_crossing.game import HerosCrossing

LAYOUT = [["far", "far_hand"], ["far_fronts"], ["near_fronts"], ["near"], ["shared"], ["near_hand"]]
PLACES = {"shared": RAIL, "far_hand": RAIL}


def scene(game: HerosCrossing, view: dict[str, object]) -> Scene:
    """Return what the owner of a view sees; a spectator sits behind seat 0."""
    viewer = viewer_of(view)
    near = viewer if viewer in (0, 1) else 0
    node = Node(view, "view")
    choices = list_choices(game, view) if viewer in node.field("awaiting").integers(-1, 1) else []
    stage = pieces.Stage(game, players_of(view))
    drawn = Scene(game.name, game.title, viewer, heading(game, node), players_of(view))
    drawn.layout = LAYOUT
    drawn.places = PLACES
    drawn.containers = [
        *pieces.side(stage, node, 1 - near, "far"),
        *pieces.side(stage, node, near, "near"),
        *pieces.shared(stage, node),
    ]
    drawn.choices = choices
    drawn.prompt = prompt(game, node, viewer)
    pieces.mark(drawn, node)
    return drawn


def heading(game: HerosCrossing, node: Node) -> str:
    """Return what is going on in two words."""
    number = node.field("round").integer()
    key = "heading_round" if number else "heading_set_up"
    return game.words.say("texts", key, {"round": number}).plain()


def prompt(game: HerosCrossing, node: Node, viewer: int) -> Sentence:
    """Return the question to the viewer, or whom the table waits for."""
    players = players_of({name: field.value for name, field in node.fields().items()})
    result = ending(node)
    if result is not None:
        return game.words.say("prompts", "over", {"result": game.say_result(result, players)})
    awaiting = node.field("awaiting").integers(-1, 1)
    if viewer in awaiting:
        return game.words.say("prompts", node.field("phase").text(), prompt_data(node, viewer))
    if -1 in awaiting:
        return game.words.say("prompts", "wait_chance", {})
    return game.words.say("prompts", "wait", {"seat": awaiting[0]}, players)


def ending(node: Node) -> Result | None:
    """Return how the match ended, by the rules or by resignation, agreement or forfeit."""
    if "ending" in node.fields():
        told = node.field("ending")
        return Result(told.field("winner").integer(-1, 1), told.field("why").text())
    if node.field("phase").text() != "over":
        return None
    winner = node.field("winner").integer(-1, 1)
    return Result(winner, "last_round" if winner == -1 else "monarch_falls")


def prompt_data(node: Node, viewer: int) -> dict[str, object]:
    """Return the data that a prompt may name."""
    action = node.field("action")
    data: dict[str, object] = {name: action.field(name).value for name in ("front", "target", "power")}
    if node.field("phase").text() == "place":
        placed = node.field("seats").items()[viewer].field("draft").field("placed").items()
        data["front"] = FRONT_NAMES[len(placed)]
    data["by"] = "weapon" if action.field("weapons").integer() else "magic"
    return data


# ---- choices and their handles ----


def list_choices(game: HerosCrossing, view: dict[str, object]) -> list[Choice]:
    """Return every legal action of the viewer with its label and the handles that mean it."""
    seat = viewer_of(view)
    state = as_crossing(game, view)
    found: list[Choice] = []
    for action in state.legal(seat):
        deed = decode(game.rules, action)
        text = game.words.say("labels", label_key(state, seat, deed), label_data(state, seat, deed)).plain()
        found.append(Choice(action, game.text(action), text, handles(state, seat, deed)))
    return found


def label_key(state: Crossing, seat: int, deed: Deed) -> str:
    """Return which label an action has."""
    if deed.kind == "done":
        return f"done_{state.kinds(seat)[0]}"
    if deed.kind == "hire":
        return "add" if deed.place == NONE else "replace"
    return deed.kind


def label_data(state: Crossing, seat: int, deed: Deed) -> dict[str, object]:
    """Return the data that a label may name."""
    data: dict[str, object] = {"level": deed.level}
    if deed.card != NONE:
        data["card"] = state.rules.ids[deed.card]
    if deed.front != NONE:
        data["front"] = FRONT_NAMES[deed.front]
    if deed.target != NONE:
        data["target"] = FRONT_NAMES[deed.target]
    if deed.soldier != NONE:
        data["soldier"] = SOLDIER_NAMES[deed.soldier]
    if deed.kind == "hire" and deed.place != NONE:
        data["old"] = state.rules.ids[state.heroes[9 * seat + 3 * deed.front + deed.place]]
    return data


def handles(state: Crossing, seat: int, deed: Deed) -> list[str]:
    """Return the handles that a person touches, in order, to mean an action."""
    card = f"{seat}/hand/{state.rules.ids[deed.card]}" if deed.card != NONE else ""
    front = f"{seat}/{FRONT_NAMES[deed.front]}" if deed.front != NONE else ""
    if deed.kind in ("pick", "discard", "reserve"):
        return [card]
    if deed.kind == "place":
        return [card, front]
    if deed.kind == "hire":
        return [card, front if deed.place == NONE else f"{front}/{deed.place + 1}"]
    if deed.kind == "draw":
        return [f"stack/{deed.level}"]
    if deed.kind in ("recruit", "flank"):
        return [front]
    return _army_handles(state, seat, deed, front)


def _army_handles(state: Crossing, seat: int, deed: Deed, front: str) -> list[str]:
    if deed.kind == "attack":
        return [front, f"{1 - seat}/{FRONT_NAMES[deed.target]}"]
    if deed.kind == "move":
        soldier = f"{seat}/{FRONT_NAMES[state.front]}/{SOLDIER_NAMES[deed.soldier]}"
        return [soldier, f"{seat}/{FRONT_NAMES[deed.target]}"]
    if deed.kind == "kill":
        return [f"{1 - seat}/{FRONT_NAMES[state.target]}/{SOLDIER_NAMES[deed.soldier]}"]
    return []


def attempt(game: HerosCrossing, view: dict[str, object], touched: list[str]) -> Reason | None:
    """Return why touching these handles means no legal action, or None if it does or may yet."""
    seat = viewer_of(view)
    state = as_crossing(game, view)
    meant: list[int] = []
    for action in range(game.rules.first):
        if handles(state, seat, decode(game.rules, action))[: len(touched)] == touched:
            meant.append(action)
    refusals = [state.why_not(seat, action) for action in meant]
    if None in refusals:
        return None
    asked = [found for found in refusals if found is not None and found.code != "not_now"]
    if asked:
        return asked[0]
    return Reason("no_touch", f"{game.name}:ACT-1", {})


def as_crossing(game: HerosCrossing, view: dict[str, object]) -> Crossing:
    """Return an imagined state of a view, with its own type."""
    state = game.world(view)
    if not isinstance(state, Crossing):
        raise TypeError("not a state of this game")
    return state


# ---- previews ----


def preview(game: HerosCrossing, view: dict[str, object], action: int) -> list[Sentence]:
    """Return what is certain to follow an action, as far as no reserve and no draw changes it."""
    state = as_crossing(game, view)
    seat = viewer_of(view)
    deed = decode(game.rules, action)
    if deed.kind == "attack":
        return _preview_attack(game, state, seat, action)
    if deed.kind in ("hire", "recruit"):
        return _preview_gain(game, state, seat, action, deed)
    return []


def effects(game: HerosCrossing, view: dict[str, object], action: int) -> list[Effect]:
    """Return the health that an attack takes from a Monarch, as far as no reserve changes it."""
    state, seat = as_crossing(game, view), viewer_of(view)
    if decode(game.rules, action).kind != "attack":
        return []
    health = state.health[1 - seat]
    play_attack(state, seat, action)
    hurt = state.health[1 - seat]
    return [Effect(f"{1 - seat}/monarch", "health", health, hurt)] if hurt != health else []


def play_attack(state: Crossing, seat: int, action: int) -> list[Event]:
    """Play an attack out with empty hands; which soldiers the attacker chooses changes no number."""
    state.hands = [[], []]
    sink: list[Event] = []
    state.apply(seat, action, sink)
    while state.kinds(seat) == ["kill"]:
        state.apply(seat, state.legal(seat)[0], sink)
    return sink


def _preview_gain(game: HerosCrossing, state: Crossing, seat: int, action: int, deed: Deed) -> list[Sentence]:
    before = state.soldiers[:]
    state.apply(seat, action)
    start = 12 * seat + 4 * deed.front
    gains = [state.soldiers[start + soldier] - before[start + soldier] for soldier in range(4)]
    data = {"gains": pieces.count_soldiers(game.words, gains), "front": FRONT_NAMES[deed.front], "power": state.power}
    return [game.words.say("texts", f"preview_{deed.kind}", data)]


def _preview_attack(game: HerosCrossing, state: Crossing, seat: int, action: int) -> list[Sentence]:
    """Tell what an attack does where both hands are empty."""
    deed = decode(game.rules, action)
    start = 12 * (1 - seat) + 4 * deed.target
    before = state.soldiers[start : start + 4]
    health = state.health[1 - seat]
    sink = play_attack(state, seat, action)
    muster = next(event for event in sink if event.kind == "muster").open
    data: dict[str, object] = {**muster, "defenders": pieces.count_soldiers(game.words, before)}
    data["kills"] = sum(before) - sum(state.soldiers[start : start + 4])
    data["hits"] = health - state.health[1 - seat]
    keys = ["preview_attack", "preview_attack_hits"]
    for event in sink:
        if event.kind == "blocked":
            data["count"] = event.open["count"]
            keys.append("preview_blocked")
    if state.health[1 - seat] == 0:
        keys.append("preview_fall")
    return [game.words.say("texts", key, data) for key in keys]
