"""Describe the table as a person sees it: the hex map, forces, dice of a combat, the prompt, the handles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pocket_tactics import pieces
from warband.games.pocket_tactics.assault import manner_of, target_of
from warband.games.pocket_tactics.board import base_of, slots_of
from warband.games.pocket_tactics.hexes import TILES, text_of
from warband.games.pocket_tactics.land import NOWHERE
from warband.games.pocket_tactics.notation import DICE_NAMES, Deed, decode, spot
from warband.games.pocket_tactics.odds import odds
from warband.games.pocket_tactics.rerolls import pool_of
from warband.games.pocket_tactics.rules import MANNER_NAMES, NONE
from warband.games.pocket_tactics.state import Skirmish
from warband.kernel.events import Event
from warband.kernel.game import Result, players_of, viewer_of
from warband.kernel.plain import Node
from warband.kernel.reasons import Reason
from warband.kernel.scene import PANEL, RAIL, Choice, Scene, Sentence

if TYPE_CHECKING:
    from warband.games.pocket_tactics.game import PocketTactics

LAYOUT = [["far", "bag"], ["map"], ["combat"], ["near"]]
PLACES = {"far": RAIL, "near": RAIL, "bag": RAIL, "combat": PANEL}


def scene(game: PocketTactics, view: dict[str, object]) -> Scene:
    """Return what the owner of a view sees; the first player's base is at the bottom for the first player."""
    viewer = viewer_of(view)
    node = Node(view, "view")
    near = viewer if viewer in (0, 1) else 0
    state = as_skirmish(game, view)
    choices = list_choices(game, state, viewer) if viewer in node.field("awaiting").integers(-1, 1) else []
    stage = pieces.Stage(game, players_of(view))
    drawn = Scene(game.name, game.title, viewer, heading(game, node), players_of(view), LAYOUT, places=PLACES)
    drawn.choices = choices
    drawn.containers = [
        *pieces.force(stage, state, 1 - near, "far"),
        *pieces.bag(stage, state),
        pieces.chart(stage, state, choices, near),
        *pieces.combat(stage, state),
        *pieces.force(stage, state, near, "near"),
    ]
    drawn.prompt = prompt(game, state, node, viewer)
    pieces.mark(drawn, state)
    return drawn


def as_skirmish(game: PocketTactics, view: dict[str, object]) -> Skirmish:
    """Return the state that a view shows, with its own type."""
    state = game.world(view)
    if not isinstance(state, Skirmish):
        raise TypeError("not a state of this game")
    return state


def heading(game: PocketTactics, node: Node) -> str:
    """Return what is going on in two words."""
    turn = node.field("turn").integer()
    return game.words.say("texts", "heading_turn" if turn else "heading_set_up", {"turn": turn}).plain()


def ending(node: Node) -> Result | None:
    """Return how the match ended, by the rules or by resignation, agreement or forfeit."""
    told = node.field("ending") if "ending" in node.fields() else node
    if told is node and node.field("phase").text() != "over":
        return None
    return Result(told.field("winner").integer(-1, 1), told.field("why").text())


def prompt(game: PocketTactics, state: Skirmish, node: Node, viewer: int) -> Sentence:
    """Return the question to the viewer, or whom the table waits for."""
    players = players_of({name: field.value for name, field in node.fields().items()})
    result = ending(node)
    if result is not None:
        return game.words.say("prompts", "over", {"result": game.say_result(result, players)})
    awaiting = node.field("awaiting").integers(-1, 1)
    if viewer in awaiting:
        return game.words.say("prompts", node.field("phase").text(), prompt_data(state, node, viewer))
    if -1 in awaiting:
        return game.words.say("prompts", "wait_chance", {})
    return game.words.say("prompts", "wait", {"seat": awaiting[0]}, players)


def prompt_data(state: Skirmish, node: Node, viewer: int) -> dict[str, object]:
    """Return the data that a prompt may name."""
    action = node.field("action")
    defender = state.units[state.target] if state.target != NONE else NONE
    return {
        "drawn": node.field("drawn").value,
        "chosen": action.field("chosen").value,
        "defender": state.rules.ids[defender] if defender != NONE else "",
        "left": state.situational[viewer],
    }


# ---- choices and their handles ----


def list_choices(game: PocketTactics, state: Skirmish, seat: int) -> list[Choice]:
    """Return every legal action of the viewer with its label and the handles that mean it."""
    found: list[Choice] = []
    for action in state.legal(seat):
        deed = decode(game.rules, action)
        label = game.words.say("labels", label_key(state, seat, deed), label_data(state, seat, deed)).plain()
        ends = label_key(state, seat, deed) == "pass_turn" and state.legal(seat) != [action]
        found.append(Choice(action, game.text(action, state), label, handles(state, seat, deed), ends))
    return found


def label_key(state: Skirmish, seat: int, deed: Deed) -> str:
    """Return which label an action has."""
    if deed.kind == "summon":
        return "deploy" if state.turn == 0 else "summon"
    if deed.kind == "move":
        return "home" if deed.two == base_of(state, seat) else "move"
    if deed.kind == "pass":
        return "pass_dice" if state.pools[0] else "pass_turn"
    if deed.kind == "reroll":
        return "reroll_all" if deed.one >= 24 else ("reroll" if deed.one < 12 else "reroll_enemy")
    return "take_none" if deed.kind == "take" and deed.one == NONE else deed.kind


def label_data(state: Skirmish, seat: int, deed: Deed) -> dict[str, object]:
    """Return the data that a label may name."""
    if deed.kind == "faction":
        return {"faction": state.rules.faction_ids[deed.one]}
    if deed.kind == "place":
        return {"hex": text_of(deed.one)}
    if deed.kind in ("summon", "take") and deed.one != NONE:
        return {"unit": state.rules.ids[slots_of(state, seat)[deed.one]]}
    if deed.kind == "reroll":
        dice = deed.one - 24 if deed.one >= 24 else deed.one // 6 % 2
        return {"dice": DICE_NAMES[dice], "value": deed.one % 6 + 1}
    if deed.kind not in ("move", "assault"):
        return {}
    data: dict[str, object] = {"unit": state.rules.ids[state.units[deed.one]], "from": spot(deed.one, state)}
    target = deed.two if deed.kind == "move" else target_of(state, deed.one, deed.two)
    data["hex"] = spot(target, state)
    if deed.kind == "assault":
        data["manner"] = MANNER_NAMES[manner_of(deed.two)]
        data["enemy"] = pieces.name_at(state, target)
    return data


def handles(state: Skirmish, seat: int, deed: Deed) -> list[str]:
    """Return the handles that a person touches, in order, to mean an action."""
    if deed.kind == "place":
        return [f"hex/{text_of(deed.one)}"]
    if deed.kind in ("summon", "take"):
        slots = slots_of(state, seat) if state.factions[seat] != NONE else []
        heap = "reserve" if deed.kind == "summon" else "captured"
        return [f"{seat}/{heap}/{state.rules.ids[slots[deed.one]]}"] if 0 <= deed.one < len(slots) else []
    if deed.kind == "move":
        return [f"hex/{spot(deed.one, state)}", f"hex/{spot(deed.two, state)}"]
    if deed.kind == "assault":
        target = target_of(state, deed.one, deed.two)
        return [f"hex/{spot(deed.one, state)}", f"hex/{spot(target, state) if target != NOWHERE else 'none'}"]
    return _die_handles(state, seat, deed)


def _die_handles(state: Skirmish, seat: int, deed: Deed) -> list[str]:
    if deed.kind != "reroll" or deed.one >= 24:
        return []
    owner = seat if deed.one < 12 else 1 - seat
    dice = deed.one // 6 % 2
    pool = state.pools[pool_of(state, owner, dice)]
    value = deed.one % 6 + 1
    return [f"dice/{owner}/{DICE_NAMES[dice]}/{pool.index(value) + 1}"] if value in pool else []


def attempt(game: PocketTactics, view: dict[str, object], touched: list[str]) -> Reason | None:
    """Return why touching these handles means no legal action, or None if it does or may yet."""
    seat = viewer_of(view)
    state = as_skirmish(game, view)
    refusals: list[Reason] = []
    for action in range(game.rules.die):
        deed = decode(game.rules, action)
        if touched and handles(state, seat, deed)[: len(touched)] != touched:
            continue
        reason = state.why_not(seat, action)
        if reason is None:
            return None
        refusals.append(reason)
    asked = [reason for reason in refusals if reason.code != "not_now"]
    if asked:
        return asked[0]
    return Reason("no_touch", f"{game.name}:TRN-01", {})


# ---- previews ----


def preview(game: PocketTactics, view: dict[str, object], action: int) -> list[Sentence]:
    """Return the odds of an assault before any dice and re-rolls, or the danger of water."""
    state = as_skirmish(game, view)
    deed = decode(game.rules, action)
    if deed.kind == "move" and deed.two < TILES and state.land.waters >> deed.two & 1:
        return [game.words.say("texts", "preview_water", {})]
    if deed.kind != "assault":
        return []
    return preview_assault(game, state, viewer_of(view), action)


def preview_assault(game: PocketTactics, state: Skirmish, seat: int, action: int) -> list[Sentence]:
    """Return the exact odds of an assault as it is declared: nobody steps in, nothing is rolled again."""
    sink: list[Event] = []
    state.apply(seat, action, sink)
    found: list[Sentence] = []
    if state.awaiting() == (-1,) and state.wanted == [0, 0, 0, 0]:
        found.append(game.words.say("texts", "preview_water", {}))
        state.apply(-1, game.rules.die + 5, sink)
    while state.kinds(1 - seat) == ["swap", "keep"]:
        state.apply(1 - seat, game.rules.keep, sink)
    return [*found, *combat_odds(game, state, seat)]


def combat_odds(game: PocketTactics, state: Skirmish, seat: int) -> list[Sentence]:
    """Return the odds of a combat whose dice are counted but not rolled."""
    strike = odds(state.wanted[0], state.wanted[1])
    counter = odds(state.wanted[2], state.wanted[3]) if state.wanted[2] else 0.0
    chances = {
        "wins": strike * (1 - counter),
        "both": strike * counter,
        "loses": (1 - strike) * counter,
        "none": (1 - strike) * (1 - counter),
        "strike": strike,
        "counter": counter,
    }
    data: dict[str, object] = {name: f"{100 * chance:.1f}" for name, chance in chances.items()}
    data["mine"], data["theirs"] = (
        state.situational[side] + sum(state.special[4 * side : 4 * side + 4]) for side in (seat, 1 - seat)
    )
    first = "preview_strike" if state.wanted[2] else "preview_no_counter"
    return [game.words.say("texts", key, data) for key in (first, "preview_results", "preview_rerolls")]
