"""Say how a cell stands to the card that gives something: its row, its column, its neighbours, the other unit."""

from __future__ import annotations

from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.finding import BESIDE
from warband.games.pixel_tactics.rules.figures import LEADER_CELL


def wide_relation(source: int, cell: int) -> int:
    """Return how a cell stands to another of its unit, as the wider bits of `who`; leaders have no part in it."""
    if cell == LEADER_CELL:
        return 0
    relations = codes.IN_VANGUARD << cell // 3
    if source == cell:
        return relations
    if source // 3 == cell // 3:
        relations |= codes.OWN_ROW
    if source % 3 == cell % 3:
        relations |= codes.OWN_COLUMN
    if BESIDE[source] >> cell & 1:
        relations |= codes.NEIGHBOURS
    return relations


def rival_relation(source: int, cell: int) -> int:
    """Return how a cell stands to one of the other unit, as the bits of `who`: columns face each other (SET-12)."""
    if cell == LEADER_CELL:
        return codes.RIVAL_LEADER
    relations = codes.RIVAL_HEROES | codes.RIVAL_VANGUARD << cell // 3
    return relations | codes.RIVAL_COLUMN if source % 3 == cell % 3 else relations
