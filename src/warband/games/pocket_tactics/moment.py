"""Refuse a position whose moment is impossible: a question nobody could answer, a combat that cannot be."""

from __future__ import annotations

from warband.games.pocket_tactics import board
from warband.games.pocket_tactics.assault import is_enemy
from warband.games.pocket_tactics.board import ONGOING, PHASE_NAMES
from warband.games.pocket_tactics.combat import pool_to_fill
from warband.games.pocket_tactics.hexes import TILES
from warband.games.pocket_tactics.rules import NONE
from warband.games.pocket_tactics.state import Skirmish
from warband.kernel.plain import Node

COMBAT = (board.ROLL, board.SPECIAL, board.SITUATION)
AIMED = (*COMBAT, board.GUARD)
NEED_UNIT = (board.DEPLOY_AT, board.SUMMON_AT)


def check_moment(b: Skirmish, node: Node) -> None:
    """Check that whatever is asked can be answered, and that the figures fit together."""
    name = PHASE_NAMES[b.phase]
    if (b.winner != ONGOING) != (b.phase == board.OVER):
        told = b.winner if b.winner != ONGOING else "nobody"
        raise node.wrong(f"winner: {told} does not go with phase {name}")
    if b.phase > board.FIRST and (b.first == NONE or b.seat == NONE):
        raise node.wrong(f"first and seat must be known in phase {name}")
    if board.TURN <= b.phase < board.OVER and b.turn == 0:
        raise node.wrong(f"turn: 0 does not go with phase {name}")
    _check_building(b, node)
    if b.phase in NEED_UNIT and (b.chosen == NONE or b.reserves[b.chosen] == 0):
        raise node.wrong(f"action.chosen: phase {name} needs a unit from the reserves")
    if b.phase in NEED_UNIT and b.chosen not in b.rules.slots[b.factions[b.seat]]:
        raise node.wrong(f"action.chosen: the {b.rules.ids[b.chosen]} is not a unit of seat {b.seat}")
    _check_action(b, node)
    awaiting = b.awaiting()
    if awaiting and awaiting[0] >= 0 and not b.legal(awaiting[0]):
        raise node.wrong(f"phase: in phase {name} seat {awaiting[0]} could do nothing")


def _check_building(b: Skirmish, node: Node) -> None:
    if (b.drawn != NONE) != (b.phase == board.PLACE or (b.phase == board.SPOT and len(b.terrain) < TILES)):
        raise node.wrong(f"drawn: does not go with phase {PHASE_NAMES[b.phase]}")
    if b.phase in (board.TILE, board.PLACE) and len(b.terrain) >= TILES:
        raise node.wrong(f"tiles: all {TILES} lie on the map already")
    if b.phase == board.CITADEL and len(b.terrain) != TILES:
        raise node.wrong(f"tiles: the second base is placed after all {TILES} (SET-14)")
    if b.phase <= board.FIRST and b.terrain:
        raise node.wrong("tiles: no tile is placed before the first player is known")
    if b.phase == board.FIRST and NONE in b.choices:
        raise node.wrong("choices: both seats choose a faction before the roll (SET-10)")
    if b.rules.quick and b.phase in (board.PLACE, board.CITADEL):
        raise node.wrong("phase: on a quick map chance places the tiles")
    if not b.rules.quick and b.phase == board.SPOT:
        raise node.wrong("phase: the players place the tiles, not chance")


def _check_action(b: Skirmish, node: Node) -> None:
    name = PHASE_NAMES[b.phase]
    moving = b.phase in (board.FOLLOW, board.DROWN) and b.steps
    if b.phase == board.FOLLOW and (len(b.steps) < 2 or len(b.steps) % 2 or b.steps[0] >= TILES):
        raise node.wrong("action.steps: a move from one hex to another must be declared")
    if b.phase == board.FOLLOW and not b.sides[b.seat] >> b.steps[0] & 1:
        raise node.wrong("action.steps: the first must be where a unit of the seat stands")
    if b.phase == board.DROWN and b.steps and not _wades(b):
        raise node.wrong("action.step: a unit of the seat must just have entered a hex")
    if b.phase in AIMED or (b.phase == board.DROWN and not moving):
        _check_aim(b, node)
    if b.phase in COMBAT and (b.stepper == NONE or b.stage not in (board.SPECIAL, board.SITUATION)):
        raise node.wrong(f"action: phase {name} needs stage and stepper")
    if (b.phase == board.ROLL) != (pool_to_fill(b) != NONE) and b.phase in COMBAT:
        raise node.wrong(f"action.dice: the dice do not go with phase {name}")
    if b.phase in COMBAT and b.defender != b.units[b.target]:
        raise node.wrong("action.defender: another unit stands on the target")
    if b.phase == board.SAVE and (b.saves == 0 or (b.stage == NONE and not b.steps and b.origin == NONE)):
        raise node.wrong("action.saves: somebody must have dice left to save itself")
    if b.phase == board.SAVE and b.stage != NONE and (b.saving == NONE or len(b.fallen) != 2 or b.manner == NONE):
        raise node.wrong("action.saving: it must be known who saves itself from what")
    if b.phase == board.CURSE and (b.curses == 0 or len(b.fallen) != 2 or b.manner == NONE or b.attacker == NONE):
        raise node.wrong("action.curses: some Witch must have captured a unit")


def _wades(b: Skirmish) -> bool:
    return b.step + 1 < len(b.steps) and (b.sides[b.seat] >> b.steps[b.step + 1] & 1) != 0


def _check_aim(b: Skirmish, node: Node) -> None:
    if b.origin == NONE or b.origin >= TILES or not b.sides[b.seat] >> b.origin & 1:
        raise node.wrong("action.origin: an attacker of the seat must stand there")
    if b.target == NONE or not is_enemy(b, b.seat, b.target):
        raise node.wrong("action.target: an enemy or its base must be there")
    if b.manner == NONE or b.attacker != b.units[b.origin]:
        raise node.wrong("action.manner and attacker: the assault must be declared by the unit on the origin")
