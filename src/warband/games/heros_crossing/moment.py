"""Refuse a position whose moment is impossible: a wrong turn order, a question nobody could answer."""

from __future__ import annotations

from warband.games.heros_crossing import board
from warband.games.heros_crossing.attack import CHOICE, has_reserve, next_victim
from warband.games.heros_crossing.board import ONGOING, PHASE_NAMES
from warband.games.heros_crossing.rules import HAND_LIMIT, NONE
from warband.games.heros_crossing.setup import unplaced
from warband.games.heros_crossing.state import Crossing
from warband.kernel.plain import Node
from warband.kernel.seats import DRAW as NO_WINNER

# Moments in which the mover's Front is already activated.
UNDER_WAY = (board.DISCARD, board.FLANK, board.RESERVE, board.DEFENCE, board.KILL)
ATTACKING = (board.RESERVE, board.DEFENCE, board.KILL)


def under_way(b: Crossing) -> bool:
    """Tell whether the seat that moves has activated a Front for the turn it is taking."""
    return b.phase in UNDER_WAY or (b.round > 0 and b.phase in (board.DRAW, board.DRAWN))


def check_turn_order(b: Crossing, node: Node) -> None:
    """Check that the Fronts activated so far fit the seat that moves (ACT-5)."""
    if b.phase == board.OVER or b.round == 0:
        return
    own = sum(b.activated[3 * b.seat : 3 * b.seat + 3])
    rival = sum(b.activated) - own
    acting = 1 if under_way(b) else 0
    if own - acting != rival - (0 if b.seat == b.first else 1):
        raise node.wrong(f"seat {b.seat} cannot be at turn with {own} own and {rival} rival Fronts activated (ACT-5)")
    if own == 3 and not acting:
        raise node.wrong(f"seat {b.seat} is at turn but has no Front left to activate (ACT-3)")


def check_moment(b: Crossing, node: Node) -> None:
    """Check that the question of the moment can be answered."""
    over = b.winner != ONGOING
    if over != (b.phase == board.OVER):
        told = b.winner if over else "nobody"
        raise node.wrong(f"winner: {told} does not go with phase {PHASE_NAMES[b.phase]}")
    _check_hands(b, node)
    if b.phase == board.OVER:
        _check_ending(b, node)
        return
    if min(b.health) < 1:
        raise node.wrong("health: a Monarch at 0 health ends the match; the phase must be over (END-1)")
    if (b.round == 0) != (b.phase <= board.PLACE) and b.phase not in (board.DRAW, board.DRAWN):
        raise node.wrong(f"round: {b.round} does not go with phase {PHASE_NAMES[b.phase]}")
    if b.phase <= board.PLACE:
        _check_draft(b, node)
    elif b.phase in UNDER_WAY:
        _check_front(b, node)
    _check_question(b, node)


def _check_ending(b: Crossing, node: Node) -> None:
    fallen = [seat for seat in range(2) if b.health[seat] == 0]
    if fallen != ([] if b.winner == NO_WINNER else [1 - b.winner]):
        raise node.wrong(f"winner: {b.winner} does not go with health {b.health[0]} and {b.health[1]} (END-1)")


def _check_hands(b: Crossing, node: Node) -> None:
    for seat, hand in enumerate(b.hands):
        drawing = seat == b.seat and b.round > 0 and b.phase in (board.DRAW, board.DRAWN, board.DISCARD)
        if len(hand) > HAND_LIMIT and not drawing:
            raise node.wrong(f"seats[{seat}].hand: {len(hand)} cards; only a seat that recruits may hold more than 5")
        revealed = b.phase == board.KILL or (b.phase == board.DEFENCE and seat == b.seat)
        if b.reserves[seat] != NONE and not revealed:
            raise node.wrong(f"seats[{seat}].reserve: no card lies there in phase {PHASE_NAMES[b.phase]} (ER-1)")


def _check_front(b: Crossing, node: Node) -> None:
    if b.front == NONE or not b.activated[3 * b.seat + b.front]:
        raise node.wrong(f"action.front: phase {PHASE_NAMES[b.phase]} needs an activated Front of seat {b.seat}")
    if b.phase in ATTACKING and (b.target == NONE or b.round == 1):
        raise node.wrong("action.target: an attack needs a Front to attack, after round 1 (ACT-7)")


def _check_question(b: Crossing, node: Node) -> None:
    if b.phase == board.KILL and (b.weapons + b.magics == 0 or next_victim(b) != CHOICE):
        raise node.wrong("phase: kill asks only while a hit is left and it finds both weapon and magic cubes (ATK-12)")
    if b.phase == board.DRAWN and (b.level == 0 or not b.outcomes()):
        raise node.wrong("action.level: a card of a level with cards in its stack must be on its way")
    if b.phase == board.DISCARD and len(b.hands[b.seat]) <= HAND_LIMIT:
        raise node.wrong("phase: discard asks only with more than 5 cards in hand (REC-4)")
    if b.phase == board.TURN and (b.front != NONE or b.target != NONE or b.power + b.weapons + b.magics > 0):
        raise node.wrong("action: nothing is under way yet in phase turn")
    if b.round == 0 and b.phase == board.DRAW and b.limit + len(b.hands[b.seat]) > HAND_LIMIT:
        raise node.wrong("action.limit: at set-up a seat draws at most 5 cards (SET-12)")
    decider = b.seat if b.phase == board.RESERVE else 1 - b.seat
    if b.phase in (board.RESERVE, board.DEFENCE) and not has_reserve(b, decider):
        raise node.wrong(f"phase: seat {decider} has no card it could play as reserve (ER-2)")
    if b.phase > board.PLACE and (b.picks != [[], []] or b.packs != [[], []]):
        raise node.wrong(f"draft: the draft is over in phase {PHASE_NAMES[b.phase]}")


def _check_draft(b: Crossing, node: Node) -> None:
    for seat in range(2):
        _check_drafted(b, node, seat)
    if b.rules.dealt and b.phase not in (board.FIRST, board.DEAL):
        raise node.wrong("phase: with dealt fronts there is no draft")
    packs, picks = [len(pack) for pack in b.packs], [len(pick) for pick in b.picks]
    if b.phase == board.PICK and (packs[0] != packs[1] or packs[0] + picks[0] != 3 or picks[0] != picks[1]):
        raise node.wrong("draft: packs and picks of each seat are 3 and 0, or 2 and 1")
    if b.phase == board.PLACE and (picks != [3, 3] or len(b.placed[0]) != len(b.placed[1])):
        raise node.wrong("draft: each seat has 3 picks and has placed as many as the other")
    if b.phase == board.DEAL and max(packs) > 3:
        raise node.wrong("draft: a seat is dealt 3 cards")


def _check_drafted(b: Crossing, node: Node, seat: int) -> None:
    picks, placed = b.picks[seat], b.placed[seat]
    for kind in [*b.packs[seat], *picks]:
        if b.rules.levels[kind] != 1:
            raise node.wrong(f"seats[{seat}].draft: {b.rules.ids[kind]} is not a level 1 hero (SET-6)")
    for kind in placed:
        if placed.count(kind) > picks.count(kind):
            raise node.wrong(f"seats[{seat}].draft.placed: {b.rules.ids[kind]} is not among the picks (SET-9)")
    choice = b.choices[seat]
    if choice != NONE and choice not in (b.packs[seat] if b.phase == board.PICK else unplaced(b, seat)):
        raise node.wrong(f"seats[{seat}].draft.choice: {b.rules.ids[choice]} cannot be chosen (SET-7)")
