"""Draw hands and decks: backs, known cards, and everything once the match is over."""

from __future__ import annotations

from tests.games.pixel_tactics.stages import (
    GAME,
    WAVE,
    at,
    piece,
    things,
)

from warband.kernel.scene import Container
from warband.kernel.seats import ALL, PUBLIC


def test_a_rival_sees_backs_and_the_cards_it_knows() -> None:
    hand = things(GAME.scene(at(WAVE).view(0)).containers)["1/hand"]
    assert isinstance(hand, Container)
    assert [(card.name, card.count) for card in hand.pieces] == [("cards", 2), ("Trapper", 1)]
    own = GAME.scene(at(WAVE).view(1))
    assert piece(own, "1/hand/trapper").badges == ["Rival knows it"]
    assert piece(own, "1/hand/gunner").badges == []


def test_a_spectator_sees_no_hand_and_everything_once_it_is_over() -> None:
    match = at(WAVE)
    scene = GAME.scene(match.view(PUBLIC))
    assert not scene.choices
    assert {card.name for box in scene.containers if "hand" in box.id for card in box.pieces} == {"cards"}
    assert scene.prompt.plain() == "Waiting for Blue."
    match.resign(0)
    scene = GAME.scene(match.view(ALL))
    assert {"0/hand/knight", "1/hand/mystic"} <= scene.handles()
    assert scene.prompt.plain() == "Red wins: Blue resigned."


def test_the_owner_of_a_deck_sees_the_top_card_it_knows() -> None:
    assert piece(GAME.scene(at(WAVE).view(0)), "0/deck/top1").name == "Fighter (on top)"
    assert "0/deck/top1" not in GAME.scene(at(WAVE).view(1)).handles()
