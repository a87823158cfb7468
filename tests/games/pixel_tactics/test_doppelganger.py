"""Play the Doppelganger leader against every other leader: it plays as that leader would."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.seats import BY_CHANCE, CHANCE

pytestmark = [pytest.mark.engine, pytest.mark.clauses("pixel-tactics:card/doppelganger/leader/first")]

COPIER = "doppelganger"
# The Mascot's order looks for the order on the leader's card, which is not copied, so it takes no part here.
LEFT_OUT = (COPIER, "mascot")
GAMES = {
    "first": PixelTactics({"edition": "classic", "printing": "first"}, {}),
    "second": PixelTactics({"edition": "deluxe", "printing": "second"}, {}),
}
LEADERS = [card for card in GAMES["first"].rules.ids if card != COPIER]
CELLS = ["V1", "V2", "V3", "F1", "F3", "R1", "R2", "R3"]
WAVES = ["vanguard", "flank", "rear"]
SEEDS = range(4)
PLIES = 90

Leader = pytest.mark.parametrize("leader", LEADERS)
Printing = pytest.mark.parametrize("printing", list(GAMES))


def duel(printing: str, leaders: tuple[str, str], seed: int) -> Tactics:
    """Return a position in the middle of a fight, drawn by a seed; only the leaders make a difference."""
    rng = Rng(seed)
    names = [card for card in LEADERS if card not in (*leaders, *LEFT_OUT)]
    seats = [{"leader": leader, **drawn_seat(rng, names)} for leader in leaders]
    first = rng.below(2)
    data = {"wave": WAVES[rng.below(3)], "first": first, "seat": first, "actions": 2, "seats": seats}
    return restore(GAMES[printing], data)


def drawn_seat(rng: Rng, names: list[str]) -> dict[str, object]:
    cards = list(names)
    rng.shuffle(cards)
    cells = list(CELLS)
    rng.shuffle(cells)
    unit = {cell: piece(rng, card) for cell, card in zip(cells[:6], cards[:6], strict=True)}
    return {"unit": unit, "hand": cards[6:11], "deck": cards[11:]}


def piece(rng: Rng, card: str) -> dict[str, object]:
    if rng.below(5) == 0:
        return {"card": card, "corpse": True}
    return {"card": card, "damage": rng.below(4)}


def restore(game: PixelTactics, data: dict[str, object]) -> Tactics:
    state = game.restore(data)
    assert isinstance(state, Tactics)
    return state


def described(state: Tactics, leader: str) -> str:
    """Return what is to be seen of a state, the Doppelganger called by the leader that it copies."""
    data = state.position()
    table = {name: data[name] for name in ("round", "wave", "seat", "actions", "question", "asked", "winner", "why")}
    seats = data["seats"]
    assert isinstance(seats, list)
    table["seats"] = [seat_of(seat) for seat in seats]
    return str(table).replace(COPIER, leader)


def seat_of(seat: dict[str, object]) -> dict[str, object]:
    """Return a seat with its cards in an order that does not depend on names."""
    lists = {name: len(cards) for name, cards in seat.items() if name in ("discard", "gone") and isinstance(cards, list)}
    return {**seat, **lists, "leads": None}


def step(state: Tactics, rng: Rng) -> tuple[int, int]:
    """Return who acts and a random action of theirs."""
    awaiting = state.awaiting()
    if awaiting == BY_CHANCE:
        return CHANCE, state.sample(rng)
    legal = state.legal(awaiting[0])
    return awaiting[0], legal[rng.below(len(legal))]


def differences(twin: Tactics, copier: Tactics, leader: str, seed: int) -> Iterator[str]:
    """Play both states alike and yield where they differ in the table or in what is legal."""
    rng = Rng(seed)
    for ply in range(PLIES):
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
    return duel(printing, (leader, leader), seed), copier


def figures_only(printing: str, leader: str) -> PixelTactics:
    """Return a game in which the Doppelganger leader has another leader's figures printed on it."""
    game = PixelTactics(dict(GAMES[printing].options), {})
    rules = game.rules
    for figures in (rules.attack, rules.life):
        figures[rules.kinds + rules.ids.index(COPIER)] = figures[rules.kinds + rules.ids.index(leader)]
    return game


@Printing
@Leader
def test_it_has_the_enemy_leaders_life_and_strength(leader: str, printing: str) -> None:
    game = GAMES[printing]
    role = game.pack.cards[game.rules.ids.index(leader)].roles["leader"]
    seats: list[dict[str, object]] = [{"leader": COPIER}, {"leader": leader, "unit": {"R1": {"card": "witch"}}}]
    state = restore(game, {"wave": "flank", "actions": 3, "seats": seats if leader != "witch" else seats[:1] + [{"leader": leader}]})
    assert unit(state, 0)["F2"]["life"] == role.life
    twin = restore(game, {"wave": "flank", "actions": 3, "seats": [{"leader": leader}, seats[1]]})
    assert blow(game, state) == blow(game, twin)


def blow(game: PixelTactics, state: Tactics) -> object:
    raise NotImplementedError


def unit(state: Tactics, seat: int) -> dict[str, dict[str, object]]:
    raise NotImplementedError
