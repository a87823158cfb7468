"""Check what a scene of Hero's Crossing tells beside the scenarios: the health that an attack is certain to take."""

from __future__ import annotations

from warband.games.heros_crossing.game import HerosCrossing
from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match
from warband.kernel.scene import BACK, CARD

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


ATTACKED: dict[str, object] = {
    "seats": [
        {"west": {"heroes": ["barbarian"], "soldiers": {"weapon": 3, "magic": 1}}},
        {"west": {"heroes": ["knight"], "soldiers": {"magic": 1}}, "hand": ["fighter"]},
    ]
}


def test_who_is_attacked_is_told_what_strikes_and_what_would_be_lost() -> None:
    match = Match(HerosCrossing({}, {}), seeded_chance(1), start=ATTACKED)
    match.push("attack west > west", seat=0)
    assert match.game.scene(match.view(1)).prompt.plain() == (
        "The west attacks your west: 1 magic and 3 weapons. Without reserves you lose 1 soldier and 3 health. "
        "Play a card face down as reserve?"
    )


def test_a_reserve_of_the_attacker_is_told_by_its_level() -> None:
    seats: list[dict[str, object]] = [dict(seat, hand=["fighter"]) for seat in ATTACKED["seats"]]  # type: ignore[attr-defined]
    match = Match(HerosCrossing({}, {}), seeded_chance(1), start={"seats": seats})
    match.push("attack west > west", seat=0)
    assert "Without reserves it kills 1 soldier, and the Monarch loses 3 health" in str(
        match.game.scene(match.view(0)).prompt
    )
    match.push("reserve fighter", seat=0)
    assert "1 magic and 3 weapons and a level 1 reserve" in str(match.game.scene(match.view(1)).prompt)


def test_a_hero_that_was_placed_stands_in_its_front() -> None:
    match = Match(HerosCrossing({}, {}), seeded_chance(1))
    match.settle()
    while match.state.kinds(0) != ["place"]:
        for seat in (0, 1):
            match.push(match.legal(seat=seat)[0], seat=seat)
    for seat in (0, 1):
        match.push(match.legal(seat=seat)[0], seat=seat)
    scene = match.game.scene(match.view(0))
    for seat, kind in ((0, CARD), (1, BACK)):
        front = next(box for box in scene.containers if box.id == f"{seat}/west")
        assert [piece.kind for piece in front.pieces] == [kind]
        assert front.pieces[0].note == "Face down"
