"""Check previews of Pixel Tactics: what is certain to follow an action."""

from __future__ import annotations

from tests.games.pixel_tactics.stages import (
    RED,
    WAVE,
    at,
    facing,
    preview,
)

from warband.kernel.match import Match
from warband.scene.reading import every_piece


def test_a_preview_adds_up_an_attack() -> None:
    assert preview(at(WAVE), "shoot V2 > V1") == [
        "Strength 8: 5 printed, 3 from cards and bonuses.",
        "Red's Knight (V1) takes 8 damage (0 of 10 left).",
        "Blue's Gunner (V2) takes 2 damage (1 of 4 left).",
        "Red's Knight (V1) will fall when the wave ends.",
    ]


def test_a_preview_tells_both_answers_of_a_rival() -> None:
    assert preview(at(WAVE), "attack V2 > V3") == [
        "Strength 8: 5 printed, 3 from cards and bonuses.",
        "Red's Healer (V3) takes 2 less.",
        "If the Vampire (F3) takes it: Red's Vampire (F3) takes 6 damage (0 of 6 left)."
        " Red's Vampire (F3) will fall when the wave ends.",
        "If not: Red's Healer (V3) takes 6 damage (0 of 4 left). Red's Healer (V3) will fall when the wave ends.",
    ]


def test_a_preview_tells_every_target_a_rival_may_choose() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "knight"}}, {"leader": "illusionist", "unit": {"V1": "healer"}})
    assert preview(match, "attack V1") == [
        "If Red turns it on the Healer (V1): Red's Healer (V1) takes 2 less."
        " Red's Healer (V1) takes 4 damage (0 of 4 left). Red's Healer (V1) will fall when the wave ends.",
        "If Red turns it on the Illusionist (F2): Red's Illusionist (F2) takes 6 damage (9 of 15 left).",
    ]


def test_a_preview_goes_on_to_the_end_of_the_wave_where_the_turn_ends_it() -> None:
    match = at({**WAVE, "first": 1, "seat": 0, "actions": 1})
    assert preview(match, "shoot V2 > V1")[-3:] == [
        "Then the wave ends.",
        "Blue's Berserker (V1) falls.",
        "Red's Knight (V1) falls.",
    ]
    assert preview(match, "pass") == ["You give up 1 action.", "Blue's Berserker (V1) falls."]


def test_a_preview_says_what_the_card_says_and_what_is_asked_next() -> None:
    match = at({**WAVE, "wave": "flank"})
    assert preview(match, "power F1") == [
        "Flank: Spell: heal up to 4 damage from one hero.",
        "Then: Healer: heal up to 4 damage, point by point, your unit first, each from V1 to R3. Who is next?",
    ]
    assert preview(match, "order assassin")[0] == "Order: One hero of your choice is defeated on the spot."
    assert preview(match, "draw") == ["One card from the top of your deck; that cannot be taken back."]


def test_a_preview_shows_no_hidden_card() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "oracle"}}, RED)
    told = preview(match, "power V1")
    assert told == [
        "Vanguard: Spell: look at the rival's hand and discard one card of it.",
        "Then: Oracle: which card of the rival's hand is discarded?",
    ]


def test_a_free_action_says_so() -> None:
    match = facing({"leader": "summoner", "hand": ["knight"]}, RED)
    assert "Costs no action." in preview(match, "recruit knight V1")
    assert "Costs no action." not in preview(match, "order knight")


def effects(match: Match, text: str) -> dict[str, tuple[int, int]]:
    """Return what an action of the first seat does to the life of cards, by slot."""
    found = match.game.effects(match.view(0), match.parse(text))
    return {effect.handle: (effect.before, effect.after) for effect in found}


def test_effects_are_the_life_that_an_attack_takes() -> None:
    assert effects(at(WAVE), "shoot V2 > V1") == {"0/V2": (3, 1), "1/V1": (6, -2)}


def test_what_a_rival_decides_is_no_effect() -> None:
    assert effects(at(WAVE), "attack V2 > V3") == {}


def test_ending_a_turn_asks_and_tells_the_actions_it_gives_up() -> None:
    for actions, given_up in ((1, "1 action"), (2, "2 actions")):
        match = at({**WAVE, "actions": actions})
        cost, said = match.game.cost(match.view(0), match.parse("pass"))
        assert cost.asks()
        assert said.plain() == f"Your turn ends, and you give up {given_up}."


def test_a_card_out_of_reach_says_behind_whom() -> None:
    match = facing({"leader": "fighter", "unit": {"V1": "gunner"}}, {"leader": "witch", "unit": {"V2": "knight"}})
    found = {piece.id: piece for piece in every_piece(match.game.scene(match.view(0)).containers)}
    assert (found["1/F2/witch"].marks, found["1/F2/witch"].said) == (["shielded"], "Behind Knight")
