"""Play the Doppelganger leader against every other leader: it plays as that leader would."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.programs import codes
from warband.games.pixel_tactics.programs.traits import marks_of, note_marks
from warband.games.pixel_tactics.rules.board import life_of
from warband.games.pixel_tactics.rules.figures import LEADER_CELL
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.clauses import clause
from warband.kernel.seats import BY_CHANCE, CHANCE

pytestmark = pytest.mark.engine

CLAUSE = "pixel-tactics:card/doppelganger/leader/first"

COPIER = "doppelganger"
# The Mascot's order looks for the order on the leader's card, which is not copied, so it takes no part here.
LEFT_OUT = (COPIER, "mascot")
GAMES = {
    "first": PixelTactics({"edition": "classic", "printing": "first"}, {}),
    "second": PixelTactics({"edition": "deluxe", "printing": "second"}, {}),
}
LEADERS_AT = {card: number for number, card in enumerate(GAMES["first"].rules.ids)}
LEADERS = [card for card in LEADERS_AT if card != COPIER]
# What a power of theirs adds to an attack of one such leader on the other, or takes from it.
CHANGED = {("fighter", "second"): 3, ("knight", "first"): -1, ("knight", "second"): -1}
CELLS = ["V1", "V2", "V3", "F1", "F3", "R1", "R2", "R3"]
WAVES = ["vanguard", "flank", "rear"]
OF_THE_TABLE = ("fight", "round", "wave", "seat", "actions", "question", "asked", "winner", "why")
SEEDS = range(6)
PLIES = 60

Leader = pytest.mark.parametrize("leader", LEADERS)
Printing = pytest.mark.parametrize("printing", list(GAMES))


def duel(printing: str, leaders: tuple[str, str], seed: int) -> Tactics:
    """Return a position in the middle of a fight, drawn by a seed; only the leaders make a difference."""
    rng = Rng(seed)
    names = [card for card in LEADERS if card not in (*leaders, *LEFT_OUT)]
    seats = [{"leader": leader, **drawn_seat(rng, names)} for leader in leaders]
    first = rng.below(2)
    data = {"wave": WAVES[rng.below(3)], "first": first, "seat": first, "actions": 4, "seats": seats}
    return restore(GAMES[printing], data)


def drawn_seat(rng: Rng, names: list[str]) -> dict[str, object]:
    cards = shuffled(rng, names)
    cells = shuffled(rng, CELLS)
    unit = {cell: piece(rng, card) for cell, card in zip(cells[:6], cards[:6], strict=True)}
    return {"unit": unit, "hand": cards[6:11], "deck": cards[11:]}


def shuffled(rng: Rng, names: list[str]) -> list[str]:
    order = list(range(len(names)))
    rng.shuffle(order)
    return [names[place] for place in order]


def piece(rng: Rng, card: str) -> dict[str, object]:
    """Return a corpse or a hero, which may have been hurt in this very wave."""
    if rng.below(5) == 0:
        return {"card": card, "corpse": True}
    damage = rng.below(4)
    return {"card": card, "damage": damage, "hurt": damage > 0}


def restore(game: PixelTactics, data: dict[str, object]) -> Tactics:
    state = game.restore(data)
    assert isinstance(state, Tactics)
    return state


def described(state: Tactics, leader: str) -> str:
    """Return what is to be seen of a state, the Doppelganger called by the leader that it copies."""
    data = state.position()
    table = {name: data[name] for name in OF_THE_TABLE}
    seats = data["seats"]
    assert isinstance(seats, list)
    table["seats"] = [seat_of(seat) for seat in seats]
    return str(table).replace(COPIER, leader)


def seat_of(seat: dict[str, object]) -> dict[str, object]:
    """Return a seat with its cards in an order that does not depend on names."""
    lists = {
        name: len(cards) for name, cards in seat.items() if name in ("discard", "gone") and isinstance(cards, list)
    }
    return {**seat, **lists, "leads": None}


def step(state: Tactics, rng: Rng) -> tuple[int, int]:
    """Return who acts and a random action of theirs: first a kind, so that attacks are as frequent as recruits."""
    awaiting = state.awaiting()
    if awaiting == BY_CHANCE:
        return CHANCE, state.sample(rng)
    legal = state.legal(awaiting[0])
    kinds = [state.rules.notation.kind(action) for action in legal]
    found = sorted(set(kinds))
    kind = found[rng.below(len(found))]
    fitting = [action for action, its in zip(legal, kinds, strict=True) if its == kind]
    return awaiting[0], fitting[rng.below(len(fitting))]


def differences(twin: Tactics, copier: Tactics, leader: str, seed: int) -> Iterator[str]:
    """Play the fight alike in both states and yield where they differ in the table or in what is legal."""
    rng = Rng(seed)
    for ply in range(PLIES):
        if twin.fight == 2 and copier.fight == 2:
            return
        if described(twin, leader) != described(copier, leader):
            yield f"ply {ply}: {described(twin, leader)} is not {described(copier, leader)}"
        if any(twin.legal(seat) != copier.legal(seat) for seat in range(2)):
            yield f"ply {ply}: other actions are legal"
        if twin.result() is not None or copier.result() is not None:
            return
        seat, action = step(twin, rng)
        twin.apply(seat, action)
        copier.apply(seat, action)


def pair(leader: str, seed: int) -> tuple[str, str]:
    """Return the leaders of a duel, the Doppelganger in either seat."""
    return (COPIER, leader) if seed % 2 == 0 else (leader, COPIER)


@clause(CLAUSE)
@Printing
@Leader
def test_it_plays_as_the_enemy_leader_would(leader: str, printing: str) -> None:
    for seed in SEEDS:
        twin = duel(printing, (leader, leader), seed)
        copier = duel(printing, pair(leader, seed), seed)
        assert next(differences(twin, copier, leader, seed), "") == ""


@Printing
@Leader
def test_a_copy_without_the_power_would_be_noticed(leader: str, printing: str) -> None:
    assert any(next(differences(*powerless(printing, leader, seed), leader, seed), "") for seed in SEEDS)


def powerless(printing: str, leader: str, seed: int) -> tuple[Tactics, Tactics]:
    """Return a duel of twins, and one in which the Doppelganger has copied the figures but not the power."""
    copier = restore(figures_only(printing, leader), duel(printing, pair(leader, seed), seed).position())
    copier.sides[seed % 2].leads = copier.rules.ids.index(COPIER)
    note_marks(copier)
    return duel(printing, (leader, leader), seed), copier


def figures_only(printing: str, leader: str) -> PixelTactics:
    """Return a game in which the Doppelganger leader has another leader's figures printed on it."""
    game = PixelTactics(dict(GAMES[printing].options), {})
    rules = game.rules
    for figures in (rules.attack, rules.life):
        figures[rules.kinds + rules.ids.index(COPIER)] = figures[rules.kinds + rules.ids.index(leader)]
    return game


@clause(CLAUSE)
@Printing
@Leader
def test_it_has_the_enemy_leaders_life_and_strength(leader: str, printing: str) -> None:
    role = GAMES[printing].pack.cards[LEADERS_AT[leader]].roles["leader"]
    state = bare_duel(printing, leader)
    slots = [LEADER_CELL, 9 + LEADER_CELL]
    assert [life_of(state, slot) for slot in slots] == [role.life, role.life]
    strike(state, GAMES[printing].parse("attack F2" if leader == "illusionist" else "attack F2 > F2"))
    assert [state.damage[slot] for slot in slots] == [0, role.attack + CHANGED.get((leader, printing), 0)]


def bare_duel(printing: str, leader: str) -> Tactics:
    """Return a flank wave in which nobody stands but the Doppelganger and another leader."""
    seats: list[dict[str, object]] = [{"leader": COPIER}, {"leader": leader}]
    return restore(GAMES[printing], {"wave": "flank", "actions": 3, "seats": seats})


def strike(state: Tactics, action: int) -> None:
    """Attack with seat 0; where the enemy chooses the target, there is only its leader."""
    state.apply(0, action)
    if state.awaiting() == (1,):
        state.apply(1, state.legal(1)[0])


@clause(CLAUSE)
@Printing
def test_of_two_neither_copies(printing: str) -> None:
    state = bare_duel(printing, COPIER)
    slots = [LEADER_CELL, 9 + LEADER_CELL]
    assert [life_of(state, slot) for slot in slots] == [18, 18]
    assert [marks_of(state, seat) & ~codes.COPIES_LEADER for seat in range(2)] == [0, 0]
    strike(state, GAMES[printing].parse("attack F2 > F2"))
    assert [state.damage[slot] for slot in slots] == [0, 2]
