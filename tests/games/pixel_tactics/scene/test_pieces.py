"""Draw heroes and leaders: figures, keywords, badges, and whom a copy copies."""

from __future__ import annotations

from tests.games.pixel_tactics.stages import (
    GAME,
    RED,
    WAVE,
    Position,
    at,
    facing,
    labels,
    piece,
    prompt,
)

from warband.kernel.chance import seeded_chance
from warband.kernel.match import Match


def test_a_hero_shows_strength_life_keywords_and_what_its_row_says() -> None:
    knight = piece(GAME.scene(at(WAVE).view(0)), "1/V1/knight")
    assert [(number.label, number.value, number.most) for number in knight.numbers] == [
        ("strength", 3, None),
        ("life", 6, 10),
    ]
    assert knight.badges == ["Intercept"]
    assert knight.note.startswith("Intercept. A hero that attacks this hero")
    assert [label for label, _ in knight.details] == ["Vanguard", "Flank", "Rear", "Order", "Leader"]


def test_strength_counts_bonuses_and_says_whether_it_is_ranged() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "gunner", "R3": "pyromancer"}}, RED)
    scene = GAME.scene(match.view(0))
    gunner, pyromancer = piece(scene, "0/V1/gunner"), piece(scene, "0/R3/pyromancer")
    assert [(number.label, number.value) for number in gunner.numbers[:2]] == [("strength", 8), ("ranged strength", 5)]
    assert [number.label for number in pyromancer.numbers] == ["strength", "ranged strength", "life"]


def test_a_leader_that_copies_says_whom() -> None:
    match = facing({"leader": "doppelganger"}, {"leader": "trapper"})
    leader = piece(GAME.scene(match.view(1)), "0/F2/doppelganger")
    assert "Copies the Trapper" in leader.badges
    assert "every hero of your unit has Intercept" in leader.note


def test_what_is_remembered_of_a_hero_is_a_badge() -> None:
    unit: Position = {
        "V1": {"card": "knight", "fresh": True, "bonus": 5},
        "V2": {"card": "healer", "owner": 1, "captured": True},
    }
    match = facing({"leader": "priestess", "counters": 2, "unit": unit}, {"leader": "trapper"})
    scene = GAME.scene(match.view(0))
    assert piece(scene, "0/V1/knight").badges == ["Intercept", "Just recruited", "+5 this wave"]
    assert "Captured from Red" in piece(scene, "0/V2/healer").badges
    assert "Level 2" in piece(scene, "0/F2/priestess").badges


def test_leaders_are_chosen_by_their_figures_as_leaders() -> None:
    match = Match(GAME, seeded_chance(1))
    match.settle()
    assert prompt(match) == "Choose your leader. Both leaders are turned up together."
    scene = GAME.scene(match.view(0))
    assert [choice.handles for choice in scene.choices] == [[card.id] for card in scene.containers[-1].pieces]
    assert all(label.startswith("Lead with the ") for label in labels(match))


def test_a_card_that_took_more_than_it_has_shows_no_life_below_zero() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "knight"}}, {"leader": "fighter", "unit": {"V1": "healer"}})
    match.push("attack V1 > V1", seat=0)
    hurt = piece(GAME.scene(match.view(0)), "1/V1/healer")
    assert [number.value for number in hurt.numbers if number.icon == "heart"] == [0]
