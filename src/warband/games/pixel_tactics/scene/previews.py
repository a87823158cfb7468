"""Preview what is certain to follow an action, as far as no hidden card and no chance decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warband.games.pixel_tactics.programs import frames
from warband.games.pixel_tactics.programs.frames import asking_frame
from warband.games.pixel_tactics.programs.traits import attack_index
from warband.games.pixel_tactics.rules import board, prices
from warband.games.pixel_tactics.rules.board import Board, is_hero, kind_of, piece_data
from warband.games.pixel_tactics.rules.figures import CELL_NAMES, LEADER_CELL, ROW_NAMES
from warband.games.pixel_tactics.rules.state import Tactics
from warband.games.pixel_tactics.scene import prompts
from warband.games.pixel_tactics.scene.fate import FALLS, doomed_slots
from warband.games.pixel_tactics.scene.labels import ATTACKS, slot_of
from warband.games.pixel_tactics.scene.pieces import handle_of, left
from warband.kernel.events import Event
from warband.kernel.notation import Deed
from warband.kernel.scene import Effect, Sentence
from warband.kernel.seats import Seat

if TYPE_CHECKING:
    from warband.games.pixel_tactics.scene.table import TacticsSceneBuilder

# What is told of the events that follow; the rest only repeats the action, or begins the next turn.
TOLD = (
    "attack",
    "reduced",
    "stands_in",
    "damage",
    "heal",
    "gather",
    "transfer",
    "strengthen",
    "falls",
    "leader_falls",
    "revive",
    "avenge",
    "returns",
    "counter",
    "hinder",
    "more_actions",
    "stalemate",
    "fight_won",
    "fight_tied",
)

SPARE = 9


def preview(builder: TacticsSceneBuilder, action: int) -> list[Sentence]:
    """Return what a card says where it is used, what it does for certain, and who decides then."""
    deed = builder.rules.notation.decode(action)
    sentences = [*say_card(builder, deed), *say_cost(builder, deed)]
    world, events = play(builder, builder.viewer, action, SPARE)
    end, all_events = play(builder, builder.viewer, action, 0)
    later = all_events[len(events) :]
    if deed.kind in ATTACKS and events and events[0].kind == "attack":
        sentences += say_strength(builder, deed, events.pop(0))
    sentences += [*say_events(builder, events), *say_doomed(builder, world, later), *say_next(builder, world)]
    return [*sentences, *say_later(builder, end, later)]


def effects(builder: TacticsSceneBuilder, action: int) -> list[Effect]:
    """Return the life that an action is certain to take or give, card by card."""
    b = builder.board
    world, _ = play(builder, builder.viewer, action, SPARE)
    if world.fight != b.fight:
        return []
    changes: list[Effect] = []
    for slot in range(18):
        stands = b.sides[slot // 9].alive & world.sides[slot // 9].alive
        if b.card[slot] == world.card[slot] and stands >> slot % 9 & 1 and b.damage[slot] != world.damage[slot]:
            changes.append(Effect(handle_of(slot), builder.figure("life"), left(b, slot), left(world, slot)))
    return changes


def say(builder: TacticsSceneBuilder, key: str, **data: object) -> Sentence:
    """Return a sentence of a preview."""
    return builder.words.say("texts", f"preview_{key}", data, builder.players)


def play(builder: TacticsSceneBuilder, seat: Seat, action: int, spare: int) -> tuple[Tactics, list[Event]]:
    """Return the board after an action, and what happened on the way to the next decision or chance.

    With actions to spare the turn goes on, so that nothing is told but what the action itself does.
    """
    world = builder.board.copy()
    if world.actions >= 0:
        world.actions += spare
    sink: list[Event] = []
    world.apply(seat, action, sink)
    return world, [event for event in sink if event.kind in TOLD and not event.reveals]


# ---- what the card says and costs ----


def say_card(builder: TacticsSceneBuilder, deed: Deed) -> list[Sentence]:
    """Return what a card says in the role in which it is about to be used."""
    b = builder.board
    kind, role = deed["card"], {"lead": "leader", "order": "order"}.get(deed.kind, "")
    if deed.kind == "recruit":
        role = ROW_NAMES[deed["cell"] // 3]
    if deed.kind == "power" or (deed.kind == "move" and deed["cell"] // 3 != deed["target"] // 3):
        kind = kind_of(b, b.card[9 * builder.viewer + deed["cell"]])
        role = ROW_NAMES[(deed["cell"] if deed.kind == "power" else deed["target"]) // 3]
    if deed.kind in ("power", "action") and deed["cell"] == LEADER_CELL:
        kind, role = b.sides[builder.viewer].leads, "leader"
    if not role:
        return []
    used = builder.cards[kind].roles[role]
    text = used.text or builder.word("no_power")
    key = "lead" if role == "leader" else "says"
    return [say(builder, key, role=role, text=text, attack=used.attack, life=used.life)]


def say_cost(builder: TacticsSceneBuilder, deed: Deed) -> list[Sentence]:
    """Return that an action is free, that a draw is for good, or that ending the turn wastes actions."""
    b = builder.board
    if b.question != board.TURN:
        return []
    if deed.kind == "draw":
        return [say(builder, "draw")]
    if deed.kind == "pass":
        return [say(builder, "pass", actions=b.actions)] if b.actions > 0 else []
    cost = cost_of(b, builder.viewer, deed)
    if cost == prices.LONG_COST:
        return [say(builder, "long")]
    return [say(builder, "free")] if cost == 0 else []


def cost_of(b: Board, seat: Seat, deed: Deed) -> int:
    """Return how many actions of the turn an action takes; none where it answers what is asked."""
    if b.question != board.TURN or deed.kind in ("pass", "concede"):
        return 0
    slot = 9 * seat + max(0, deed["cell"])
    if deed.kind in ("attack", "shoot"):
        return prices.attack_cost(b, slot)
    if deed.kind == "move":
        return prices.move_cost(b, slot)
    if deed.kind == "power":
        return prices.power_cost(b, slot)
    costs = {"switch": prices.LONG_COST, "order": prices.order_cost(b), "recruit": prices.recruit_cost(b)}
    costs |= {"clear": prices.clear_cost(b), "action": prices.action_cost(b, seat)}
    return costs.get(deed.kind, 1)


def say_strength(builder: TacticsSceneBuilder, deed: Deed, event: Event) -> list[Sentence]:
    """Return how strong an attack is, and how much of it is printed on the card."""
    b = builder.board
    slot = 9 * builder.viewer + deed["cell"]
    total = event.open["amount"]
    printed = b.rules.attack[attack_index(b, slot)]
    if b.sides[builder.viewer].corpses >> deed["cell"] & 1 or not isinstance(total, int) or total == printed:
        return [say(builder, "strength", total=total)]
    return [say(builder, "strength_more", total=total, printed=printed, more=total - printed)]


# ---- what happens ----


def say_events(builder: TacticsSceneBuilder, events: list[Event]) -> list[Sentence]:
    """Return the events that are told, as the viewer would read them in the log."""
    return [builder.words.event(event.seen(builder.viewer), builder.players) for event in events]


def say_later(builder: TacticsSceneBuilder, end: Board, events: list[Event]) -> list[Sentence]:
    """Return what the end of the turn, and of the wave with it, brings."""
    if not events:
        return []
    b = builder.board
    same = (b.fight, b.round, b.wave) == (end.fight, end.round, end.wave) and end.question != board.OVER
    return [say(builder, "turn_ends" if same else "wave_ends"), *say_events(builder, events)]


def say_doomed(builder: TacticsSceneBuilder, world: Board, later: list[Event]) -> list[Sentence]:
    """Return who will fall when the wave ends and would not have fallen before, and who no longer will.

    Those who fall with the end of this turn are told of then.
    """
    b = builder.board
    if world.fight != b.fight or world.question == board.OVER:
        return []
    before = {b.card[slot] for slot in builder.doomed}
    after = doomed_slots(world)
    fallen = [(event.open["side"], event.open["slot"]) for event in later if event.kind in FALLS]
    sentences: list[Sentence] = []
    for slot in range(18):
        doomed = slot in after and (slot // 9, CELL_NAMES[slot % 9]) not in fallen
        if doomed and world.card[slot] not in before:
            sentences.append(
                say(builder, "will_fall" if is_hero(slot) else "leader_will_fall", **piece_data(world, slot))
            )
        elif slot not in after and world.sides[slot // 9].alive >> slot % 9 & 1 and world.card[slot] in before:
            sentences.append(say(builder, "saved", **piece_data(world, slot)))
    return sentences


# ---- who decides then ----


def say_next(builder: TacticsSceneBuilder, world: Tactics) -> list[Sentence]:
    """Return what is asked next while the action is in progress."""
    if world.question != board.ANSWER:
        return []
    if world.asked == builder.viewer:
        return [say(builder, "then", prompt=prompts.prompt(builder.after(world)).plain())]
    frame = asking_frame(world)
    if frame is None or frame.step not in (frames.DEAL, frames.ATTACK):
        return [say(builder, "rival_decides", seat=world.asked)]
    then = builder.after(world)
    return [say_answer(then, action) for action in world.options]


def say_answer(builder: TacticsSceneBuilder, action: int) -> Sentence:
    """Return what follows one answer of the rival: who takes the damage, and who will fall by it."""
    b = builder.board
    deed = builder.rules.notation.decode(action)
    world, events = play(builder, b.asked, action, SPARE)
    events = [event for event in events if event.kind not in ("attack", "stands_in")]
    consequences = [sentence.plain() for sentence in [*say_events(builder, events), *say_doomed(builder, world, [])]]
    data: dict[str, object] = {"seat": b.asked, "told": " ".join(consequences) or builder.word("no_power")}
    if deed.kind != "choose":
        return say(builder, "if_not", **data)
    key = "if_stands_in" if prompts.question_keys(b)[0].startswith("stand_in") else "if_aimed"
    return say(builder, key, **data, **piece_data(b, slot_of(b.asked, deed["cell"])))
