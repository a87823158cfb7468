"""Refuse an inconsistent position: a wrong turn order, figures that do not fit the phase, nothing left to answer."""

from __future__ import annotations

from warband.games.heros_crossing.rules import board
from warband.games.heros_crossing.rules.attack import CHOICE, has_reserve, muster, next_victim
from warband.games.heros_crossing.rules.board import PHASE_NAMES
from warband.games.heros_crossing.rules.figures import HAND_LIMIT
from warband.games.heros_crossing.rules.setup import unplaced
from warband.games.heros_crossing.rules.state import Crossing
from warband.kernel.notation import NONE
from warband.kernel.seats import NOBODY, ONGOING, Seat
from warband.kernel.validation import Node

# Moments in which the mover's Front is already activated.
UNDER_WAY = (board.DISCARD, board.FLANK, board.RESERVE, board.DEFENCE, board.KILL)
ATTACKING = (board.RESERVE, board.DEFENCE, board.KILL)


def under_way(b: Crossing) -> bool:
    """Return whether the seat that moves has activated a Front for the turn it is taking."""
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


def check_consistency(b: Crossing, node: Node) -> None:
    """Refuse a position in which the figures do not fit the phase or its question cannot be answered."""
    over = b.winner != ONGOING
    if over != (b.phase == board.OVER):
        winner = b.winner if over else "nobody"
        raise node.wrong(f"winner: {winner} does not go with phase {PHASE_NAMES[b.phase]}")
    _check_hands(b, node)
    if b.round == 0:
        _check_set_up(b, node)
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


def _check_set_up(b: Crossing, node: Node) -> None:
    """Check that before round 1 nothing has happened that happens later."""
    if 1 in b.activated:
        raise node.wrong("activated: no Front is activated during set-up")
    if max(b.discards) > 0:
        raise node.wrong("discards: no card is discarded during set-up")
    if b.health != [b.rules.health, b.rules.health]:
        raise node.wrong("health: nobody is hurt during set-up (SET-3)")
    if b.phase == board.OVER:
        raise node.wrong("round: the match does not end during set-up")
    if b.phase > board.PLACE:
        return
    if b.hands != [[], []] or b.known != [[], []] or max(b.soldiers) > 0:
        raise node.wrong("hand and soldiers: there are none before the Fronts stand (SET-11)")
    if any(kind != NONE for kind in b.heroes) and not (b.rules.dealt and b.phase == board.DEAL):
        raise node.wrong("heroes: no hero stands in a Front before they are turned up (SET-10)")


def _check_dealing(b: Crossing, node: Node) -> None:
    """Check that a card is still to be dealt, to the first player until it has three (SET-6, SET-13)."""
    if b.rules.dealt:
        dealt = [sum(b.heroes[9 * seat + 3 * front] != NONE for front in range(3)) for seat in range(2)]
        extra = any(b.heroes[slot] != NONE for slot in range(18) if slot % 3)
    else:
        dealt, extra = [len(pack) for pack in b.packs], any(kind != NONE for kind in b.heroes)
    wanted = [dealt[b.first] < 3, dealt[1 - b.first]]
    if extra or b.picks != [[], []] or dealt[b.seat] >= 3 or (b.seat != b.first) == wanted[0]:
        raise node.wrong("draft: the first player is dealt three cards, then the second, and nothing is picked yet")
    if b.seat == b.first and wanted[1]:
        raise node.wrong("draft: the second player is dealt cards after the first (SET-6)")


def _check_ending(b: Crossing, node: Node) -> None:
    if b.winner == NOBODY and b.round != b.rules.rounds:
        raise node.wrong(f"winner: nobody wins only after the last round, {b.rules.rounds} (END-3)")
    fallen = [seat for seat in range(2) if b.health[seat] == 0]
    if fallen != ([] if b.winner == NOBODY else [1 - b.winner]):
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
    if b.phase == board.KILL:
        _check_strength(b, node)
    if b.phase != board.KILL and sum(b.temporary) + b.weapons + b.magics:
        raise node.wrong("action: weapons, magics and temporary soldiers are there only while hits are landed")
    if b.phase > board.PLACE and (b.picks + b.packs + b.placed != [[]] * 6 or b.choices != [NONE, NONE]):
        raise node.wrong(f"draft: the draft is over in phase {PHASE_NAMES[b.phase]}")


def _check_strength(b: Crossing, node: Node) -> None:
    """Check that an attack has no more hits and temporary soldiers than Fronts and reserves give."""
    before = (b.weapons, b.magics, b.temporary[:])
    muster(b)
    most = (b.weapons, b.magics, b.temporary[:])
    b.weapons, b.magics, b.temporary = before
    fewer = [now <= limit for now, limit in zip(b.temporary, most[2], strict=True)]
    if b.weapons > most[0] or b.magics > most[1] or not all(fewer):
        raise node.wrong("action: more hits or temporary soldiers than the Fronts and reserves give (ATK-2, ER-3)")


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
    if b.phase == board.DEAL:
        _check_dealing(b, node)
    if b.phase == board.FIRST and packs + picks != [0, 0, 0, 0]:
        raise node.wrong("draft: no card is dealt before the first player is known (SET-1)")


def _check_drafted(b: Crossing, node: Node, seat: Seat) -> None:
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
