"""Lead a fight through its turns, waves and rounds, and a match through its fights."""

from __future__ import annotations

from typing import Final

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.frames import FLOW, SET_UP, push_react
from warband.games.pixel_tactics.programs.statuses import end_doubles, end_stuns, poisoned
from warband.games.pixel_tactics.programs.traits import amount_of
from warband.games.pixel_tactics.rules import board
from warband.games.pixel_tactics.rules.board import (
    BEYOND_THE_TURN,
    BEYOND_THE_WAVE,
    UNLIMITED,
    Board,
    Frame,
    deck_size,
    is_lethal,
    life_of,
    piece_data,
    tell,
)
from warband.games.pixel_tactics.rules.damage import defeat, put_damage
from warband.games.pixel_tactics.rules.figures import (
    BY_LOT,
    CELLS,
    COUNT,
    HERO_CELLS,
    LEADER_CELL,
    REAR,
    ROW_NAMES,
    VANGUARD,
    WINNER,
)
from warband.games.pixel_tactics.rules.offers import turn_goes_on
from warband.games.pixel_tactics.rules.orders import turn_orders
from warband.games.pixel_tactics.rules.reactions import queue_trigger
from warband.games.pixel_tactics.rules.side import Side
from warband.games.pixel_tactics.rules.traps import queue_trap
from warband.games.pixel_tactics.rules.zones import open_hands
from warband.kernel.events import Event
from warband.kernel.notation import NONE
from warband.kernel.seats import NOBODY, ONGOING, Seat

# How a fight ended, and with it a match.
NOT_YET: Final = 0
BY_ROUT: Final = 1
BY_COUNT: Final = 2
BY_CAP: Final = 3
BY_CONCESSION: Final = 4
WHY_NAMES: Final = ["", "rout", "count", "cap", "conceded", "trophies", "leader_damage"]
BY_TROPHIES: Final = 5
BY_LEADER_DAMAGE: Final = 6

# The stages of what follows a turn (FLW-8).
TURN_ENDS: Final = 0
WAVE_OR_RIVAL: Final = 1
CASUALTIES: Final = 2
AFTER_FALLS: Final = 3
NEXT_WAVE: Final = 4


def advance(b: Board) -> None:
    """Ask the player on turn for an action, or begin what follows the turn."""
    if turn_goes_on(b):
        b.question = board.TURN
        b.asked = b.seat
    else:
        b.stack.append(Frame(FLOW, b.seat, NONE))


def resume_flow(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Go on with what follows a turn, stage by stage (FLW-8)."""
    if f.at == TURN_ENDS:
        f.at = WAVE_OR_RIVAL
        queue_trigger(b, b.seat, codes.END_OF_TURN, NONE)
        if b.rules.rich:
            end_stuns(b, b.seat)
            queue_trap(b, 1 - b.seat, codes.TURN_ENDED, NONE)
        push_react(b, b.seat)
    elif f.at == WAVE_OR_RIVAL:
        turn_orders(b, b.seat, sink)
        if b.seat == b.first:
            b.stack.pop()
            begin_turn(b, 1 - b.first, sink)
        else:
            _end_wave(b, f, sink)
    elif f.at == CASUALTIES:
        _casualties(b, f, sink)
    elif f.at == AFTER_FALLS:
        _after_falls(b, f, sink)
    else:
        b.stack.pop()
        _next_round(b, sink)


def _end_wave(b: Board, f: Frame, sink: list[Event] | None) -> None:
    f.at = CASUALTIES
    if b.rules.rich:
        for slot in poisoned(b):
            put_damage(b, slot, b.status[slot] >> codes.POISON & codes.MOST_STATUS, NONE, False, sink)
    for seat in (b.first, 1 - b.first):
        queue_trigger(b, seat, codes.END_OF_WAVE, NONE)
    push_react(b, b.first)


def _casualties(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """Mark all casualties at once, then let them fall; the leaders' fate is what counts for the rout (CAS-3)."""
    f.at = AFTER_FALLS
    fallen = _casualties_of(b, 0) + _casualties_of(b, 1)
    f.amount = (1 if is_routed(b, 0) else 0) + (2 if is_routed(b, 1) else 0)
    for slot in fallen:
        defeat(b, slot, sink)
    f.marks = [COUNT[b.sides[seat].alive & HERO_CELLS] for seat in range(2)]
    push_react(b, b.first)


def _casualties_of(b: Board, seat: Seat) -> list[int]:
    base = 9 * seat
    cells = CELLS[b.sides[seat].alive & HERO_CELLS]
    return [base + cell for cell in cells if b.damage[base + cell] > 0 and is_lethal(b, base + cell)]


def is_routed(b: Board, seat: Seat) -> bool:
    """Return whether a leader has lethal damage (ROUT-1)."""
    slot = 9 * seat + LEADER_CELL
    if b.rules.edition.rout_more_than:
        return b.damage[slot] > life_of(b, slot)
    return is_lethal(b, slot)


def _after_falls(b: Board, f: Frame, sink: list[Event] | None) -> None:
    _end_durations(b)
    if f.amount:
        b.stack.pop()
        _rout(b, f, sink)
    elif b.wave != REAR:
        b.stack.pop()
        b.wave += 1
        if sink is not None:
            tell(sink, "wave", {"wave": ROW_NAMES[b.wave], "round": b.round})
        _queue_both(b, codes.START_OF_WAVE)
        begin_turn(b, b.first, sink)
    else:
        f.at = NEXT_WAVE
        for seat in (b.first, 1 - b.first):
            queue_trigger(b, seat, codes.END_OF_ROUND, NONE)
        push_react(b, b.first)


def _queue_both(b: Board, trigger: int) -> None:
    """Queue what both units do when a wave or a round begins, the first player's first."""
    if b.rules.rich:
        for seat in (b.first, 1 - b.first):
            queue_trigger(b, seat, trigger, NONE)


def _end_durations(b: Board) -> None:
    """End everything that lasts until the end of the wave (REA-6)."""
    if b.rules.rich:
        end_doubles(b)
    flags = b.flags
    for slot in range(18):
        if flags[slot]:
            flags[slot] = flags[slot] & BEYOND_THE_WAVE
    b.buff = [0] * 18
    for side in b.sides:
        side.avenging = 0


def _rout(b: Board, f: Frame, sink: list[Event] | None) -> None:
    """End the fight: the standing leader's side wins, or the one with more living heroes (ROUT-3, TIE-1)."""
    for seat in range(2):
        if sink is not None and f.amount >> seat & 1:
            tell(sink, "leader_falls", piece_data(b, 9 * seat + LEADER_CELL))
    if f.amount < 3:
        end_fight(b, 0 if f.amount == 2 else 1, BY_ROUT, sink)
    else:
        end_fight(b, more(f.marks[0], f.marks[1]), BY_COUNT, sink)


def more(one: int, other: int) -> int:
    """Return the seat that has more of something, or NOBODY."""
    if one == other:
        return NOBODY
    return 0 if one > other else 1


# ---- turns, waves, rounds ----


def begin_turn(b: Board, seat: Seat, sink: list[Event] | None) -> None:
    """Begin the turn of a seat: two actions unless a card says otherwise, never fewer than one (FLW-7)."""
    side = b.sides[seat]
    b.seat = seat
    b.taken = 0
    b.orders = 0
    b.order_actions = 0
    b.actions = max(1, amount_of(b, seat, codes.TURN_ACTIONS, 2) - side.hindered)
    side.hindered = 0
    flags = b.flags
    for slot in range(9 * seat, 9 * seat + 9):
        if flags[slot]:
            flags[slot] = flags[slot] & BEYOND_THE_TURN
    if b.rules.prefixed:
        # What is limited is counted by turns, whoever's they are (ACT-23).
        for slot in range(18):
            flags[slot] = flags[slot] & UNLIMITED
    if sink is not None:
        tell(sink, "turn", {"seat": seat, "wave": ROW_NAMES[b.wave], "actions": b.actions})
    if b.rules.rich:
        _forget(b, codes.A_TURN)
        queue_trigger(b, seat, codes.START_OF_TURN, NONE)
        push_react(b, seat)


def _forget(b: Board, period: int) -> None:
    """Forget what was done once in a turn or a round that is over (ONC-1)."""
    b.spent = [key for key in b.spent if key & 3 != period]


def begin_round(b: Board, sink: list[Event] | None) -> None:
    """Begin a round; whether anything stirs in it is remembered for the stalemate (FLW-11)."""
    b.round += 1
    b.wave = VANGUARD
    b.stirred = 0 if _all_spent(b) else 1
    if sink is not None:
        tell(sink, "round", {"round": b.round, "seat": b.first})
    if b.round == 2:
        # What the ceasefire kept closed lies open from now on (CF-4).
        open_hands(b, sink)
    if b.rules.rich:
        _forget(b, codes.A_ROUND)
        _queue_both(b, codes.START_OF_ROUND)
        _queue_both(b, codes.START_OF_WAVE)
    begin_turn(b, b.first, sink)


def _all_spent(b: Board) -> bool:
    for side in b.sides:
        if side.hand or deck_size(side):
            return False
    return True


def _next_round(b: Board, sink: list[Event] | None) -> None:
    still = b.stirred == 0 and _all_spent(b)
    if still or b.round >= b.rules.edition.round_cap:
        _stalemate(b, sink)
        return
    b.first = 1 - b.first
    begin_round(b, sink)


def _stalemate(b: Board, sink: list[Event] | None) -> None:
    """Compare the leaders' life, then living heroes (FLW-11)."""
    left = [life_of(b, 9 * seat + LEADER_CELL) - b.damage[9 * seat + LEADER_CELL] for seat in range(2)]
    winner = more(left[0], left[1])
    if winner == NOBODY:
        heroes = [COUNT[side.alive & HERO_CELLS] for side in b.sides]
        winner = more(heroes[0], heroes[1])
    if sink is not None:
        tell(sink, "stalemate", {"round": b.round})
    end_fight(b, winner, BY_CAP, sink)


# ---- fights and the match ----


def end_fight(b: Board, winner: int, why: int, sink: list[Event] | None) -> None:
    """End a fight: trophies, then the end of the match or the next fight; one fight alone is a match (TIE-4)."""
    if winner == NOBODY:
        if sink is not None:
            tell(sink, "fight_tied", {"fight": b.fight, "why": WHY_NAMES[why]})
        _share(b)
    else:
        if sink is not None:
            tell(sink, "fight_won", {"seat": winner, "fight": b.fight, "why": WHY_NAMES[why]})
        b.sides[winner].trophies += 1
    leader = winner if b.rules.edition.series == 1 else _series_winner(b)
    if leader != ONGOING or b.fight >= last_fight(b):
        _end_match(b, leader, why)
    else:
        next_fight(b, winner, sink)


def last_fight(b: Board) -> int:
    """Return the number of the fight that ends the series at the latest: every fight may cost a leader (NXT-5)."""
    return min(b.rules.edition.fight_cap, b.rules.kinds - 1)


def goal(b: Board) -> int:
    """Return how many trophies win the series (NXT-1)."""
    return b.rules.edition.series // 2 + 1


def _leaders_leave(b: Board) -> None:
    """Take both leaders out of the decks for the rest of the series (TRO-1, TIE-3)."""
    for seat in range(2):
        card = b.card[9 * seat + LEADER_CELL]
        if card != NONE:
            b.sides[seat].gone |= 1 << (card - seat * b.rules.kinds)


def _share(b: Board) -> None:
    """Give each seat its own leader as a trophy after a tie, unless it would win the series (TIE-3, TIE-4)."""
    edition = b.rules.edition
    if not edition.tie_trophies_own:
        return
    for side in b.sides:
        if edition.tie_can_win or side.trophies + 1 < goal(b):
            side.trophies += 1


def _series_winner(b: Board) -> int:
    """Return who has won the series, NOBODY if both have, or ONGOING."""
    reached = [side.trophies >= goal(b) for side in b.sides]
    if reached[0] and reached[1]:
        return NOBODY
    if reached[0] or reached[1]:
        return 0 if reached[0] else 1
    return ONGOING


def _end_match(b: Board, leader: int, why: int) -> None:
    """End the match: by trophies, or at the last fight by trophies, then by leader damage (NXT-5)."""
    one, other = b.sides
    b.winner = leader
    b.why = why if b.rules.edition.series == 1 else BY_TROPHIES
    if leader == ONGOING:
        b.winner = more(one.trophies, other.trophies)
        b.why = BY_TROPHIES
        if b.winner == NOBODY:
            b.winner = more(one.dealt, other.dealt)
            b.why = BY_LEADER_DAMAGE
    b.question = board.OVER
    b.asked = NONE
    b.stack = []


def concede(b: Board, sink: list[Event] | None) -> None:
    """Give up the fight; it counts as a rout (ROUT-4)."""
    if sink is not None:
        tell(sink, "concede", {"seat": b.seat})
    end_fight(b, 1 - b.seat, BY_CONCESSION, sink)


def next_fight(b: Board, winner: int, sink: list[Event] | None) -> None:
    """Clear the table for the next fight and say who begins it (SET-9, SET-10)."""
    rule = b.rules.edition.first_player_next
    if winner == NOBODY:
        opener = 1 - b.opener
    elif rule == BY_LOT:
        opener = NONE
    else:
        opener = winner if rule == WINNER else 1 - winner
    if winner != NOBODY or b.rules.edition.tie_trophies_own:
        _leaders_leave(b)
    begin_fight(b)
    b.opener = opener
    b.fight += 1
    if sink is not None:
        tell(sink, "next_fight", {"fight": b.fight})


def begin_fight(b: Board) -> None:
    """Lay out the table and begin the set-up."""
    b.lay_out()
    b.stack.append(Frame(SET_UP, 0, NONE))


def open_match(b: Board) -> None:
    """Lay out the table before the first fight."""
    b.fight = 1
    b.winner = ONGOING
    b.why = NOT_YET
    b.sides = [Side(), Side()]
    for side in b.sides:
        side.gone = side.trophies = side.dealt = 0
    begin_fight(b)
