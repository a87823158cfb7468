"""Write down a position, whole or as one viewer may know it, from a whitelist; say what the log hides."""

from __future__ import annotations

from typing import Final

from warband.games.heros_crossing.documents.fields import ACTION, TABLE
from warband.games.heros_crossing.rules import board
from warband.games.heros_crossing.rules.board import Board
from warband.games.heros_crossing.rules.figures import FRONT_NAMES, SOLDIER_NAMES
from warband.kernel.documents import write_fields
from warband.kernel.game import Cover
from warband.kernel.notation import NONE
from warband.kernel.ruled_state import Documents
from warband.kernel.seats import ALL, ONE, Seat
from warband.kernel.views import View, Viewer


def names(b: Board, kinds: list[int]) -> list[object]:
    """Return the ids of cards, in order; None for one that is not known."""
    return [b.rules.ids[kind] if kind != NONE else None for kind in kinds]


def counted(b: Board, cards: list[int]) -> dict[str, object]:
    """Return how many cards of each kind there are, leaving out kinds with none."""
    return {b.rules.ids[kind]: count for kind, count in enumerate(cards) if count > 0}


def soldiers_of(row: list[int]) -> dict[str, object]:
    """Return how many soldiers of each kind there are."""
    return {SOLDIER_NAMES[soldier]: count for soldier, count in enumerate(row)}


def levels_of(b: Board, kinds: list[int]) -> list[object]:
    """Return how many of the cards are of level 1, 2 and 3."""
    return [sum([1 for kind in kinds if b.rules.levels[kind] == level]) for level in (1, 2, 3)]


def stack_sizes(b: Board) -> list[int]:
    """Return how many cards each stack holds."""
    return [sum(b.stack[b.rules.starts[level] : b.rules.starts[level + 1]]) for level in (1, 2, 3)]


# ---- what everybody sees ----


def open_table(b: Board) -> dict[str, object]:
    """Return what lies open on the table and concerns both seats."""
    return {
        "game": "heros-crossing",
        **write_fields(TABLE, b),
        "supply": soldiers_of(b.supply),
        "discards": counted(b, b.discards),
        "action": write_fields(ACTION, b),
    }


def open_seat(b: Board, seat: Seat) -> dict[str, object]:
    """Return what everybody sees of a seat: its monarch, its Fronts, the levels in its hand."""
    table: dict[str, object] = {"health": b.health[seat], "hand_levels": levels_of(b, b.hands[seat])}
    for front in range(3):
        table[FRONT_NAMES[front]] = open_front(b, seat, front)
    return table


def open_front(b: Board, seat: Seat, front: int) -> dict[str, object]:
    """Return a Front: its heroes from the top, its soldiers, whether it is activated."""
    heroes = b.heroes[9 * seat + 3 * front : 9 * seat + 3 * front + 3]
    start = 12 * seat + 4 * front
    return {
        "heroes": names(b, [kind for kind in heroes if kind != NONE]),
        "soldiers": soldiers_of(b.soldiers[start : start + 4]),
        "activated": b.activated[3 * seat + front] == 1,
    }


def draft_counts(b: Board, seat: Seat) -> dict[str, object]:
    """Return what everybody sees of a seat's draft: numbers of cards."""
    return {"pack": len(b.packs[seat]), "picks": len(b.picks[seat]), "placed": len(b.placed[seat])}


# ---- what one seat sees ----


def seat_as_seen(b: Board, seat: Seat, viewer: Viewer) -> dict[str, object]:
    """Return a seat as a viewer sees it."""
    table = open_seat(b, seat)
    reserve = b.reserves[seat]
    table["reserve_level"] = b.rules.levels[reserve] if reserve != NONE else None
    table["draft"] = draft_counts(b, seat)
    if viewer == seat or is_revealed(b):
        table["reserve"] = b.rules.ids[reserve] if reserve != NONE else None
    if viewer == seat:
        table["hand"] = names(b, b.hands[seat])
        table["remembered"] = names(b, b.known[1 - seat])
        table["draft"] = own_draft(b, seat)
    elif viewer == 1 - seat:
        table["known"] = names(b, certain(b, viewer))
        table["remembered"] = names(b, b.known[viewer])
        table["draft"] = rival_draft(b, seat)
    return table


def is_revealed(b: Board) -> bool:
    """Return whether the reserves of the attack in progress lie face up: from the first hit on (ER-1)."""
    return b.phase == board.KILL


def own_draft(b: Board, seat: Seat) -> dict[str, object]:
    """Return a seat's own draft; it may look at its picks (SET-8)."""
    return {"pack": names(b, b.packs[seat]), "picks": names(b, b.picks[seat]), "placed": names(b, b.placed[seat])}


def rival_draft(b: Board, seat: Seat) -> dict[str, object]:
    """Return what the other seat remembers of a seat's draft: all but the first pick has passed its hands."""
    picks = b.picks[seat]
    pack = b.packs[seat] if picks else [NONE] * len(b.packs[seat])
    return {
        "pack": names(b, pack),
        "picks": names(b, [NONE if turn == 0 else kind for turn, kind in enumerate(picks)]),
        "placed": len(b.placed[seat]),
    }


def certain(b: Board, viewer: Viewer) -> list[int]:
    """Return the cards a seat can tell the rival to hold, in hand or face down (INF-2).

    To the remembered ones come those for which the stack of their level has no room.
    """
    kinds: list[int] = []
    rival = 1 - viewer
    held = b.hands[rival][:]
    if b.reserves[rival] != NONE and not is_revealed(b):
        held.append(b.reserves[rival])
    room = stack_sizes(b)
    for kind in range(b.rules.kinds):
        remembered = b.known[viewer].count(kind)
        unseen = b.stack[kind] + held.count(kind) - remembered
        kinds.extend([kind] * (remembered + max(0, unseen - room[b.rules.levels[kind] - 1])))
    return kinds


# ---- what only the whole position holds ----


def whole_seat(b: Board, seat: Seat) -> dict[str, object]:
    """Return everything about a seat."""
    choice = b.choices[seat]
    return {
        **open_seat(b, seat),
        "hand": names(b, b.hands[seat]),
        "remembered": names(b, b.known[1 - seat]),
        "reserve": names(b, [b.reserves[seat]])[0],
        "draft": {**own_draft(b, seat), "choice": b.rules.ids[choice] if choice != NONE else None},
    }


# ---- the documents ----


class CrossingDocuments(Documents[Board]):
    """What is written down of a position of Hero's Crossing, whole, for one viewer and in the log."""

    def view(self, state: Board, viewer: Viewer) -> View:
        """Return all that a viewer may know; the match sees to it that ALL is asked for only once it is over."""
        if viewer == ALL:
            return View({**self.position(state), "viewer": ALL, "awaiting": list(state.awaiting())})
        table = open_table(state)
        table["viewer"] = viewer
        table["awaiting"] = [0, 1] if state.phase in (board.PICK, board.PLACE) else list(state.awaiting())
        table["stacks"] = list(stack_sizes(state))
        table["seats"] = [seat_as_seen(state, seat, viewer) for seat in range(2)]
        return View(table)

    def position(self, state: Board) -> dict[str, object]:
        """Return everything, hidden cards included, as a document that `restore` reads back."""
        table = open_table(state)
        table["stacks"] = counted(state, state.stack)
        table["seats"] = [whole_seat(state, seat) for seat in range(2)]
        return table

    def cover(self, state: Board, seat: Seat, action: int) -> Cover | None:
        """Return what the log hides of an action about to be applied, or None if all may see it."""
        deed = state.rules.notation.decode(action)
        if deed.kind == "pick":
            return Cover(ONE[seat], "pick a card")
        if deed.kind == "place":
            return Cover(ONE[seat], f"place a card {FRONT_NAMES[deed['front']]}")
        if deed.kind == "reserve":
            return Cover(ONE[seat], f"reserve a level {state.rules.levels[deed['card']]} card")
        if deed.kind == "card" and not (state.rules.dealt and state.phase == board.DEAL):
            return Cover(ONE[state.seat], f"card of level {state.rules.levels[deed['card']]}")
        return None


DOCUMENTS: Final = CrossingDocuments()
