"""Describe the table as a person sees it: two units face to face, hands and piles, the prompt, the handles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pixel_tactics import asking, belongings, board, pieces
from warband.games.pixel_tactics.board import ceasefire
from warband.games.pixel_tactics.labels import handles, list_choices
from warband.games.pixel_tactics.marking import mark
from warband.games.pixel_tactics.notation import decode
from warband.games.pixel_tactics.rules import NONE, ROW_NAMES
from warband.games.pixel_tactics.stage import Stage, stage_of, table_of
from warband.kernel.game import Result, viewer_of
from warband.kernel.plain import Node
from warband.kernel.reasons import Reason
from warband.kernel.scene import COLUMN, HAND, RAIL, TRACK, Choice, Container, Scene, Sentence, Slot

if TYPE_CHECKING:
    from warband.games.pixel_tactics.game import PixelTactics

LAYOUT = [["far"], ["far_unit"], ["middle"], ["near_unit"], ["near"], ["near_hand"]]
PLACES = {"far": RAIL, "near": RAIL}
# Reasons that say most about what was touched come first, those that say little come last.
TELLING = ("intercepted",)
CARD_ALONE = ("lead", "order", "take")
VAGUE = ("not_offered", "not_ranged", "no_corpse", "no_switch", "switch_order", "same_slot")


def scene(game: PixelTactics, view: dict[str, object]) -> Scene:
    """Return what the owner of a view sees; a spectator sits behind seat 0."""
    node = Node(view, "view")
    stage = stage_of(game, view)
    viewer = stage.viewer
    drawn = Scene(game.name, game.title, viewer, heading(stage), stage.players, LAYOUT, places=PLACES)
    if viewer in node.field("awaiting").integers(-1, 1):
        drawn.choices = list_choices(stage, viewer)
    drawn.containers = containers(stage, node, drawn.choices)
    drawn.prompt = prompt(stage, node)
    mark(drawn, stage)
    return drawn


def heading(stage: Stage) -> str:
    """Return where the match stands: fight, round, wave."""
    b = stage.board
    key = "heading_round" if b.round else "heading_set_up"
    if stage.rules.edition.series > 1:
        key = f"{key}_of_fight"
    return stage.word(key, fight=b.fight, round=b.round, wave=ROW_NAMES[b.wave])


# ---- what lies on the table ----


def containers(stage: Stage, node: Node, choices: list[Choice]) -> list[Container]:
    """Return everything on the table, from the far side to the near one."""
    tables = node.field("seats").items()
    near, far = stage.near, 1 - stage.near
    units = [pieces.unit(stage, far), *middle(stage), pieces.unit(stage, near)]
    return [
        *side(stage, tables[far], far, "far"),
        *(units if stage.board.sides[near].leads != NONE else []),
        *side(stage, tables[near], near, "near"),
        *offer(stage, choices),
    ]


def side(stage: Stage, table: Node, seat: int, area: str) -> list[Container]:
    """Return what a seat has beside its unit."""
    return [
        *belongings.plate(stage, seat, area),
        *belongings.orders(stage, table, seat, area),
        *belongings.piles(stage, table, seat),
        *belongings.aside(stage, table, seat),
        belongings.hand(stage, table, seat),
    ]


def middle(stage: Stage) -> list[Container]:
    """Return what lies between the units: the waves of the round, and the orders being carried out."""
    b = stage.board
    played = Container("order", COLUMN, stage.word("order_in_progress"), "middle")
    for kind, seat in asking.orders_in_progress(b):
        card = stage.cards[kind]
        played.pieces.append(belongings.order_piece(stage, card, f"order/{card.id}", seat))
    return [*([waves(stage)] if b.round else []), *([played] if played.pieces else [])]


def waves(stage: Stage) -> Container:
    """Return the three waves of the round, whose turn it is and the actions left."""
    b = stage.board
    found = Container("turn", TRACK, stage.word("round", round=b.round), "middle")
    for wave, name in enumerate(ROW_NAMES):
        marks = ["done"] if wave < b.wave else ["active"] if wave == b.wave else []
        found.slots.append(Slot(f"wave/{name}", stage.words.name("row_name", name), marks=marks))
    if b.question == board.OVER or b.seat == NONE:
        return found
    found.badges = [stage.word("turn_of", seat=b.seat), stage.word("actions_left", count=max(0, b.actions))]
    if b.order_actions:
        found.badges.append(stage.word("for_orders", count=b.order_actions))
    if ceasefire(b):
        found.badges.append(stage.word("ceasefire"))
    return found


def offer(stage: Stage, choices: list[Choice]) -> list[Container]:
    """Return the cards that may be named or taken out of the deck now."""
    found = Container("offer", HAND, stage.word("offer"), "near_hand", stage.viewer)
    for choice in choices:
        for handle in choice.handles:
            if handle.startswith("offer/"):
                card = stage.card(handle.removeprefix("offer/"))
                found.pieces.append(belongings.card_piece(stage, card, handle, stage.viewer))
    return [found] if found.pieces else []


# ---- the prompt ----


def prompt(stage: Stage, node: Node) -> Sentence:
    """Return the question to the viewer, or whom the table waits for."""
    words, players = stage.words, stage.players
    result = ending(node)
    if result is not None:
        return words.say("prompts", "over", {"result": stage.game.say_result(result, players)})
    awaiting = node.field("awaiting").integers(-1, 1)
    if stage.viewer in awaiting:
        return asking.prompt(stage)
    if -1 in awaiting:
        return words.say("prompts", "wait_chance", {})
    return words.say("prompts", "wait" if len(awaiting) == 1 else "wait_both", {"seat": awaiting[0]}, players)


def ending(node: Node) -> Result | None:
    """Return how the match ended, by the rules or by resignation, agreement or forfeit."""
    told = node.field("ending") if "ending" in node.fields() else node
    if told is node and node.field("question").text() != "over":
        return None
    return Result(told.field("winner").integer(-1, 1), told.field("why").text())


# ---- touching ----


def attempt(game: PixelTactics, view: dict[str, object], touched: list[str]) -> Reason | None:
    """Return why touching these handles means no legal action, or None if it does or may yet."""
    seat = viewer_of(view)
    b = table_of(game, view)
    refusals: list[tuple[int, Reason]] = []
    for action in range(game.rules.first):
        deed = decode(game.rules, action)
        meant = handles(b, seat, deed)
        if meant[: len(touched)] == touched:
            reason = b.why_not(seat, action)
            if reason is None:
                return None
            if reason.code != "not_now":
                refusals.append((rank(reason, deed.kind, meant == touched), reason))
    if not refusals:
        return Reason("no_touch", f"{game.name}:FLW-2", {})
    return min(refusals, key=lambda refusal: refusal[0])[1]


def rank(reason: Reason, kind: str, exact: bool) -> int:
    """Return how much a reason says to somebody who touched something: the less, the more it says."""
    if reason.code == "switch_order" and exact:
        return 0
    if reason.code in VAGUE:
        return 2
    return 0 if reason.code in TELLING or (exact and kind in CARD_ALONE) else 1
