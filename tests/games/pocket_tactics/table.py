"""Play lively random matches of Pocket-Tactics, and check that nothing of the table is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator

from warband.games.pocket_tactics.game import PocketTactics
from warband.games.pocket_tactics.rules.board import CITADEL
from warband.games.pocket_tactics.rules.land import ALL_TILES
from warband.games.pocket_tactics.rules.state import Skirmish
from warband.kernel.chance import Rng
from warband.kernel.notation import NONE
from warband.kernel.seats import CHANCE

NAME = "pocket-tactics"
FIELDS: dict[str, tuple[object, ...]] = {
    "map": ("built", "quick"),
    "compact": ("auto", "on", "off"),
    "placing": ("lenient", "strict"),
    "witch": ("reserves", "tile"),
    "stuck": ("passes", "loses"),
    "turns": (1, 2, 17, 60, 120, 240, 400, 1000),
}


def options_of(seed: int) -> dict[str, object]:
    """Return an option set drawn from all values of all options."""
    rng = Rng(seed)
    return {name: values[rng.below(len(values))] for name, values in FIELDS.items()}


def game_of(**options: object) -> PocketTactics:
    return PocketTactics(options, {})


def start(game: PocketTactics) -> Skirmish:
    state = game.start()
    assert isinstance(state, Skirmish)
    return state


def restore(game: PocketTactics, position: dict[str, object]) -> Skirmish:
    state = game.restore(position)
    assert isinstance(state, Skirmish)
    return state


def written(state: Skirmish) -> dict[str, object]:
    """Return a position as it comes back from a file."""
    found = json.loads(json.dumps(state.position()))
    assert isinstance(found, dict)
    return found


def lively_action(game: PocketTactics, state: Skirmish, rng: Rng) -> int:
    """Return a random action: every second time an assault where there is one, rarely a pass of the turn."""
    legal = state.legal(state.awaiting()[0])
    fights = [action for action in legal if game.rules.assault <= action < game.rules.pass_]
    if fights and rng.below(2):
        return fights[rng.below(len(fights))]
    if len(legal) > 1 and legal[-1] == game.rules.pass_ and rng.below(20):
        legal = legal[:-1]
    return legal[rng.below(len(legal))]


def lively_step(game: PocketTactics, state: Skirmish, rng: Rng) -> None:
    if state.awaiting()[0] == CHANCE:
        state.apply(CHANCE, state.sample(rng))
    else:
        state.apply(state.awaiting()[0], lively_action(game, state, rng))


def lively_match(game: PocketTactics, seed: int) -> Iterator[Skirmish]:
    """Play a match, yielding its one state before every ply and at the end."""
    rng, state = Rng(seed), start(game)
    while state.awaiting():
        yield state
        lively_step(game, state, rng)
    yield state


def play_out(game: PocketTactics, state: Skirmish, rng: Rng) -> None:
    """Play a state to its end, within the bound and without losing anything."""
    plies = 0
    while state.awaiting():
        lively_step(game, state, rng)
        check_table(state)
        plies += 1
        assert plies < 20 * game.bound()
    assert state.result() is not None


def check_table(state: Skirmish) -> None:
    """Check that tiles and units are all there, each exactly once, and stand on tiles of their own."""
    check_tiles(state)
    if state.phase > CITADEL:
        check_units(state)


def check_tiles(state: Skirmish) -> None:
    lying = [state.terrain.count(kind) + (state.drawn == kind) for kind in range(4)]
    assert [found + left for found, left in zip(lying, state.bag, strict=True)] == state.rules.terrains
    hexes = [number for number in state.hexes if number != NONE]
    assert len(hexes) == len(set(hexes))


def check_units(state: Skirmish) -> None:
    assert state.sides[0] & state.sides[1] == 0
    assert (state.sides[0] | state.sides[1]) & ~ALL_TILES == 0
    standing = [0] * state.rules.kinds
    for place, kind in enumerate(state.units):
        owners = [seat for seat in range(2) if state.sides[seat] >> place & 1]
        assert len(owners) == (kind != NONE)
        if owners:
            assert state.rules.factions[kind] == state.factions[owners[0]]
            standing[kind] += 1
    for kind in range(state.rules.kinds):
        heaps = [standing[kind], state.reserves[kind], state.captured[kind]]
        assert min(heaps) >= 0
        assert sum(heaps) == (state.rules.counts[kind] if state.rules.factions[kind] in state.factions else 0)


def check_map(state: Skirmish) -> None:
    """Check that a finished map hangs together, so that either base is reached from the other."""
    assert len(state.terrain) == 20
    assert state.bag == [0, 0, 0, 0]
    seen, edge = {20}, [20]
    while edge:
        place = edge.pop()
        near = [other for other in range(22) if state.land.touching[place] >> other & 1 and other not in seen]
        seen.update(near)
        edge += near
    assert seen == set(range(22))
