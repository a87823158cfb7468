"""Refuse an inconsistent position: figures that do not fit the phase, an action nobody could be in."""

from __future__ import annotations

from warband.games.pocket_tactics.documents.fields import ACTION
from warband.games.pocket_tactics.rules import board
from warband.games.pocket_tactics.rules.assault import find_guards, is_enemy, refuse_manner
from warband.games.pocket_tactics.rules.board import PHASE_NAMES, POOL_NAMES, SPECIAL_NAMES, all_captured, has
from warband.games.pocket_tactics.rules.combat import begin_combat, count_dice, curses, pool_to_fill, saves
from warband.games.pocket_tactics.rules.dice import strikes
from warband.games.pocket_tactics.rules.figures import CLOSE_MAGIC, FIRST_UNITS, UNDEAD
from warband.games.pocket_tactics.rules.hexes import TILES
from warband.games.pocket_tactics.rules.land import SECOND_BASE
from warband.games.pocket_tactics.rules.movement import may_follow, refuse_follow, refuse_move
from warband.games.pocket_tactics.rules.rerolls import may_step
from warband.games.pocket_tactics.rules.setup import count
from warband.games.pocket_tactics.rules.state import Skirmish, begin
from warband.kernel.notation import NONE
from warband.kernel.reasons import LEGAL
from warband.kernel.seats import ONGOING
from warband.kernel.validation import Node

CHOOSING = (board.DEPLOY_AT, board.SUMMON_AT)
DICE = (board.ROLL, board.SPECIAL, board.SITUATION)
MOVE_PARTS = ["steps", "step"]
AIM_PARTS = ["origin", "target", "manner", "attacker"]
SAVE_PARTS = ["saves", "saved"]
DICE_PARTS = [*AIM_PARTS, "defender", "dice", "wanted", "special", "situational", "stage", "stepper", "declined"]
END_PARTS = [*DICE_PARTS, "fallen", "saving", *SAVE_PARTS]


def check_consistency(b: Skirmish, node: Node) -> None:
    """Check that the figures fit together, and that whatever is asked can be asked and answered."""
    _check_figures(b, node)
    _check_map(b, node)
    if b.phase in (board.DEPLOY, board.DEPLOY_AT):
        _check_deployed(b, node)
    if board.TURN <= b.phase < board.CURSE:
        for seat in range(2):
            if all_captured(b, seat):
                raise node.wrong(f"seats[{seat}].captured: the whole force; the phase must be over (WIN-01)")
    _check_parts(b, node)
    _check_action(b, node)
    awaiting = b.awaiting()
    if awaiting and awaiting[0] >= 0 and not b.legal(awaiting[0]):
        raise node.wrong(f"phase: in phase {PHASE_NAMES[b.phase]} seat {awaiting[0]} could do nothing")


# ---- figures ----


def _check_figures(b: Skirmish, node: Node) -> None:
    name = PHASE_NAMES[b.phase]
    if (b.winner != ONGOING) != (b.phase == board.OVER):
        winner = b.winner if b.winner != ONGOING else "nobody"
        raise node.wrong(f"winner: {winner} does not go with phase {name}")
    if (b.turn == 0) != (b.phase < board.TURN):
        raise node.wrong(f"turn: {b.turn} does not go with phase {name}")
    if b.passes == 2 and b.phase != board.OVER:
        raise node.wrong("passes: two passes in a row end the match (DRW-01)")
    if b.phase in (board.TURN, board.SUMMON_AT) and b.quiet == board.NOT_QUIET:
        raise node.wrong("quiet: -1 is only for the turn of an assault")
    if len(b.rolls) > (1 if b.phase == board.FIRST else 0):
        raise node.wrong(f"rolls: {b.rolls} does not go with phase {name} (SET-10)")
    _check_choices(b, node)
    if NONE in b.factions and b.phase > board.FIRST:
        raise node.wrong(f"seats: both have a faction in phase {name} (SET-10)")


def _check_choices(b: Skirmish, node: Node) -> None:
    """Check who has chosen, and who has a faction before the map: nobody, or the first player (SET-10)."""
    open_choices = b.choices.count(NONE)
    if b.phase == board.FIRST and open_choices:
        raise node.wrong("choices: both seats choose a faction before the roll (SET-10)")
    if b.phase == board.FACTION and not open_choices:
        raise node.wrong("choices: once both have chosen, they roll for the first place (SET-10)")
    if open_choices < 2 and (b.phase > board.FIRST or b.first != NONE):
        raise node.wrong("choices: the factions are given out already (SET-10)")
    if b.phase > board.FIRST:
        return
    if b.first == NONE:
        if b.factions != [NONE, NONE] or b.seat != NONE:
            raise node.wrong(f"first: nobody has a faction in phase {PHASE_NAMES[b.phase]} before it is known")
    elif b.phase == board.FIRST or b.factions[b.first] == NONE or b.factions[1 - b.first] != NONE:
        raise node.wrong("first: once it is known, only the second player may have a faction left to choose (SET-10)")
    elif b.seat == b.first:
        raise node.wrong(f"seat: {b.seat} has a faction already (SET-10)")


def _check_map(b: Skirmish, node: Node) -> None:
    tiles = len(b.terrain)
    if (b.drawn != NONE) != (b.phase == board.PLACE or (b.phase == board.SPOT and tiles < TILES)):
        raise node.wrong(f"drawn: does not go with phase {PHASE_NAMES[b.phase]}")
    if b.phase in (board.TILE, board.PLACE) and tiles >= TILES:
        raise node.wrong(f"tiles: all {TILES} lie on the map already")
    if b.phase == board.CITADEL and tiles != TILES:
        raise node.wrong(f"tiles: the second base is placed after all {TILES} (SET-14)")
    if b.rules.quick and b.phase in (board.PLACE, board.CITADEL):
        raise node.wrong("phase: on a quick map chance places the tiles")
    if not b.rules.quick and b.phase == board.SPOT:
        raise node.wrong("phase: the players place the tiles, not chance")
    if board.TILE <= b.phase <= board.CITADEL and b.seat != builder(b):
        raise node.wrong(f"seat: after {tiles} tiles it is seat {builder(b)}'s turn (SET-12)")


def builder(b: Skirmish) -> int:
    """Return whose turn it is to build the map; the second player also places the second base."""
    return b.first if len(b.terrain) % 2 == 0 and len(b.terrain) < TILES else 1 - b.first


def deployer(b: Skirmish) -> int:
    """Return whose turn it is to place a first unit."""
    return b.first if count(b.sides[b.first]) == count(b.sides[1 - b.first]) else 1 - b.first


def _check_deployed(b: Skirmish, node: Node) -> None:
    """Check the units placed at set-up: up to three each, by turns from the first player (SET-15)."""
    placed = [count(b.sides[b.first]), count(b.sides[1 - b.first])]
    if placed[0] - placed[1] not in (0, 1) or placed[1] >= FIRST_UNITS:
        raise node.wrong(f"seats: {placed[0]} and {placed[1]} units placed; {FIRST_UNITS} each, by turns (SET-15)")
    if b.seat != deployer(b):
        raise node.wrong(f"seat: it is seat {deployer(b)}'s turn to place a unit (SET-15)")
    if any(b.captured):
        raise node.wrong("seats: nobody is captured before the first turn")


# ---- the action in progress ----


def parts_of(b: Skirmish) -> list[str]:
    """Return the parts of an action that may be filled in this phase."""
    if b.phase in CHOOSING:
        return ["chosen"]
    if b.phase in (board.DROWN, board.SAVE) and b.stage == NONE:
        return (MOVE_PARTS if b.steps else AIM_PARTS) + (SAVE_PARTS if b.phase == board.SAVE else [])
    parts: dict[int, list[str]] = {
        board.FOLLOW: ["steps"],
        board.GUARD: [*AIM_PARTS, "guards"],
        board.SAVE: END_PARTS,
        board.CURSE: [*END_PARTS, "curses"],
    }
    return DICE_PARTS if b.phase in DICE else parts.get(b.phase, [])


def _check_parts(b: Skirmish, node: Node) -> None:
    """Refuse parts of an action that have no meaning in this phase."""
    blank = begin(b.rules)
    allowed = parts_of(b)
    for field in ACTION:
        if field.name not in allowed and field.write(b) != field.write(blank):
            raise node.wrong(f"action.{field.name}: has no meaning in phase {PHASE_NAMES[b.phase]}")


def _check_action(b: Skirmish, node: Node) -> None:
    if b.phase in CHOOSING:
        _check_chosen(b, node)
    elif b.phase == board.FOLLOW:
        _check_follow(b, node)
    elif b.phase in (board.DROWN, board.SAVE) and b.stage == NONE:
        _check_water(b, node)
    elif b.phase in (*DICE, board.GUARD, board.SAVE):
        _check_aim(b, node)
    if b.phase == board.GUARD:
        _check_guards(b, node)
    if b.phase in DICE or (b.phase == board.SAVE and b.stage != NONE):
        _check_dice(b, node)
    if b.phase == board.SAVE:
        _check_save(b, node)
    if b.phase == board.CURSE:
        _check_curse(b, node)


def _check_chosen(b: Skirmish, node: Node) -> None:
    name = PHASE_NAMES[b.phase]
    if b.chosen == NONE or b.reserves[b.chosen] == 0:
        raise node.wrong(f"action.chosen: phase {name} needs a unit from the reserves")
    if b.chosen not in b.rules.slots[b.factions[b.seat]]:
        raise node.wrong(f"action.chosen: the {b.rules.ids[b.chosen]} is not a unit of seat {b.seat}")


def _check_follow(b: Skirmish, node: Node) -> None:
    """Declare the moves again, one after the other; then somebody must be left who could follow."""
    steps = b.steps
    wrong = node.wrong("action.steps: these moves could not be declared, or nobody could follow (ability/phalanx)")
    if len(steps) < 2 or len(steps) % 2 or steps[0] >= TILES or steps[1] >= TILES:
        raise wrong
    if refuse_move(b, b.seat, steps[0], steps[1]) != LEGAL:
        raise wrong
    b.steps = steps[:2]
    for index in range(2, len(steps), 2):
        if refuse_follow(b, steps[index], steps[index + 1]) != LEGAL:
            raise wrong
        b.steps += steps[index : index + 2]
    if not may_follow(b):
        raise wrong


def _check_water(b: Skirmish, node: Node) -> None:
    """Check who is in the water: a mover on its tile, with moves left that can be carried out, or an attacker."""
    if not b.steps:
        _check_aim(b, node)
        if b.manner > CLOSE_MAGIC or not b.land.waters >> b.target & 1:
            raise node.wrong("action.target: a close assault into water must be declared (WAT-02)")
        return
    to = b.steps[b.step + 1] if b.step + 1 < len(b.steps) else SECOND_BASE
    if len(b.steps) % 2 or b.step % 2 or not b.sides[b.seat] & b.land.waters & (1 << to):
        raise node.wrong("action.step: a unit of the seat must just have entered water (WAT-01)")
    own = b.sides[b.seat]
    for index in range(b.step + 2, len(b.steps), 2):
        origin, to = b.steps[index], b.steps[index + 1]
        free = b.land.touching[origin] & ~(own | b.sides[1 - b.seat])
        if not own >> origin & 1 or origin in b.steps[:index:2] or to >= TILES or not free >> to & 1:
            raise node.wrong("action.steps: the moves left to carry out are not possible (ability/phalanx)")
        own = (own & ~(1 << origin)) | (1 << to)


def _twin(b: Skirmish) -> Skirmish:
    """Return a copy in which a combat can be counted anew."""
    twin = b.copy()
    twin.wanted = [0, 0, 0, 0]
    return twin


def _check_aim(b: Skirmish, node: Node) -> None:
    if b.origin == NONE or b.origin >= TILES or not b.sides[b.seat] >> b.origin & 1:
        raise node.wrong("action.origin: an attacker of the seat must stand there")
    if b.target == NONE or not is_enemy(b, b.seat, b.target):
        raise node.wrong("action.target: an enemy or its base must be there")
    if b.manner == NONE or b.attacker != b.units[b.origin]:
        raise node.wrong("action.manner and attacker: the assault must be declared by the unit on the origin")
    near = b.land.touching[b.origin] >> b.target & 1
    if refuse_manner(b, b.seat, b.origin, b.target, b.manner) != LEGAL or (b.manner <= CLOSE_MAGIC and not near):
        raise node.wrong("action.manner: this assault cannot be made (ASL-01, ASL-02, RNG-02)")


def _check_guards(b: Skirmish, node: Node) -> None:
    twin = _twin(b)
    find_guards(twin, None)
    if not b.guards or b.guards & ~twin.guards:
        raise node.wrong("action.guards: no guardian stands there beside the target (ability/guardian)")


def _check_dice(b: Skirmish, node: Node) -> None:
    """Begin the combat again in a copy: dice must be as many, re-rolls at most as many as are counted now."""
    name = PHASE_NAMES[b.phase]
    if b.defender != b.units[b.target]:
        raise node.wrong("action.defender: another unit stands on the target")
    if b.stepper == NONE or b.stage not in (board.SPECIAL, board.SITUATION):
        raise node.wrong(f"action: phase {name} needs stage and stepper")
    if b.phase in (board.SPECIAL, board.SITUATION) and b.stage != b.phase:
        raise node.wrong(f"action.stage: {PHASE_NAMES[b.stage]} does not go with phase {name}")
    _check_counted(b, node)
    if (b.phase == board.ROLL) != (pool_to_fill(b) != NONE):
        raise node.wrong(f"action.dice: the dice do not go with phase {name}")
    if b.phase in (board.SPECIAL, board.SITUATION) and (b.declined > 1 or not may_step(b, b.stepper)):
        raise node.wrong(f"action.stepper: seat {b.stepper} has no re-roll to make (RRL-02)")


def _check_counted(b: Skirmish, node: Node) -> None:
    twin = _twin(b)
    twin.special = [0] * 8
    begin_combat(twin, None)
    for pool, name in enumerate(POOL_NAMES):
        if b.wanted[pool] != twin.wanted[pool] or len(b.pools[pool]) > twin.wanted[pool]:
            raise node.wrong(f"action.wanted.{name}: this combat wants {twin.wanted[pool]} dice (ASL-03, RRL-07)")
    for seat in range(2):
        if b.situational[seat] > twin.situational[seat]:
            raise node.wrong(f"action.situational[{seat}]: more than the {twin.situational[seat]} there are (RRL-05)")
        for index, name in enumerate(SPECIAL_NAMES):
            if b.special[4 * seat + index] > twin.special[4 * seat + index]:
                raise node.wrong(f"action.special[{seat}].{name}: more than this combat gives (RRL-06)")


def _check_save(b: Skirmish, node: Node) -> None:
    """Check who saves itself: an undead unit, from the water or from a strike that hit it."""
    if b.saves == 0:
        raise node.wrong("action.saves: somebody must have dice left to save itself")
    if b.stage == NONE:
        wader = b.steps[b.step + 1] if b.steps else b.origin
        if not has(b, b.units[wader], UNDEAD):
            raise node.wrong("action.saves: only the undead save themselves from drowning (ability/undead)")
        return
    hits = [strikes(b.pools[0], b.pools[1]), strikes(b.pools[2], b.pools[3])]
    kind = b.defender if b.saving == 0 else b.attacker
    if b.stage != board.SITUATION or len(b.fallen) != 2 or b.fallen[0] > hits[0] or b.fallen[1] > hits[1]:
        raise node.wrong("action.fallen: these dice do not bring that about (DIE-01)")
    if b.saving == NONE or not b.fallen[b.saving] or kind == NONE or not saves(b, kind):
        raise node.wrong("action.saving: it must be known who saves itself from what (ability/undead)")


def _check_curse(b: Skirmish, node: Node) -> None:
    """Check that a Witch captured somebody in a combat that has been cleared off the map."""
    if b.stage != board.SITUATION or len(b.fallen) != 2 or NONE in (b.origin, b.target, b.manner):
        raise node.wrong("action.curses: some Witch must have captured a unit")
    if NONE in (b.attacker, b.defender) or b.origin >= TILES or b.target >= TILES:
        raise node.wrong("action.curses: a combat of two units must have been fought")
    _check_cleared(b, node)
    may = [b.fallen[0] and curses(b, b.attacker, b.defender), b.fallen[1] and curses(b, b.defender, b.attacker)]
    for side in range(2):
        seat = b.seat if side == 0 else 1 - b.seat
        if b.curses >> seat & 1 and not may[side]:
            raise node.wrong(f"action.curses: seat {seat} has captured nobody with a Witch (ability/curse_of_the_wild)")
    if b.curses == 0 or len(b.legal(b.awaiting()[0])) == 1:
        raise node.wrong("action.curses: there must be somebody to take back (ability/curse_of_the_wild)")


def _check_cleared(b: Skirmish, node: Node) -> None:
    """Check that who fell is captured, who did not stands where it stood, and the dice are as many as were due."""
    sides = [(b.defender, b.target, 1 - b.seat), (b.attacker, b.origin, b.seat)]
    for side, (kind, place, seat) in enumerate(sides):
        stands = b.units[place] == kind and b.sides[seat] >> place & 1
        if b.rules.factions[kind] != b.factions[seat] or not (b.captured[kind] if b.fallen[side] else stands):
            raise node.wrong(f"action.fallen: the {b.rules.ids[kind]} is not where this combat leaves it (ASL-04)")
    if b.fallen == [1, 0] and b.units[b.target] != NONE:
        raise node.wrong("action.target: the tile of a captured unit must be empty (ASL-04)")
    near = b.land.touching[b.origin] >> b.target & 1
    twin = _twin(b)
    count_dice(twin)
    full = [len(pool) for pool in b.pools] == twin.wanted == b.wanted
    if not full or (b.land.distance(b.origin, b.target) > 2 if b.manner > CLOSE_MAGIC else not near):
        raise node.wrong("action.dice: this combat was never fought (ASL-03)")
