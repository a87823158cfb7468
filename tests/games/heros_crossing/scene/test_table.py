"""Check what a scene of Hero's Crossing tells beside the scenarios: the health that an attack is certain to take."""

from __future__ import annotations

from warband.games.heros_crossing.game import HerosCrossing
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match

POSITION: dict[str, object] = {
    "seats": [
        {"west": {"heroes": ["barbarian"], "soldiers": {"weapon": 3}}},
        {"west": {"soldiers": {"magic": 1}}},
    ]
}


def effects(text: str) -> list[tuple[str, int, int]]:
    """Return what an action of the first seat does to the Monarchs, where three weapons face one soldier."""
    match = Match(HerosCrossing({}, {}), seeded_chance(1), start=POSITION)
    found = match.game.effects(match.view(0), match.parse(text))
    return [(effect.handle, effect.before, effect.after) for effect in found]


def test_an_attack_takes_health_where_soldiers_do_not_stop_it() -> None:
    assert effects("attack west > west") == [("1/monarch", 6, 4)]


def test_what_is_no_attack_takes_nothing() -> None:
    assert effects("recruit west") == []
