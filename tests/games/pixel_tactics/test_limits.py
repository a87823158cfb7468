"""Check what keeps a match finite and a promise true: endless turns, short packs, who falls, what lies in a deck."""

from __future__ import annotations

import copy

import pytest

from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.clauses import clause
from warband.kernel.game import Game
from warband.kernel.packaged_game import shipped_pack
from warband.kernel.registry import make_game
from warband.kernel.seats import CHANCE
from warband.kernel.validation import Node

pytestmark = pytest.mark.engine

Table = dict[str, object]


def cards_of(pack: Table) -> dict[str, Table]:
    nodes = Node(pack, "pack").field("cards").items()
    return {node.field("id").text(): node.value for node in nodes if isinstance(node.value, dict)}


def set_one() -> Table:
    return copy.deepcopy(shipped_pack("warband.games.pixel_tactics", "set-one")[0])


def game_with(pack: Table, options: Table | None = None) -> Game:
    return make_game("pixel-tactics", {**(options or {}), "pack": "mine"}, {"mine": (pack, "mine")})


def restored(game: Game, position: Table) -> Tactics:
    state = game.restore(position)
    assert isinstance(state, Tactics)
    return state


@clause("pixel-tactics:FLW-12")
def test_a_turn_of_very_many_decisions_ends() -> None:
    pack = set_one()
    leader = cards_of(pack)["summoner"]["leader"]
    assert isinstance(leader, dict)
    leader["when_hero_recruited"] = [["choose", "own hero"], ["return"]]
    game = game_with(pack)
    seats = [{"leader": "summoner", "hand": ["oracle"]}, {"leader": "fighter"}]
    state = restored(game, {"actions": 1, "seats": seats})
    recruits = 0
    while state.awaiting() == (0,):
        state.play(0, game.parse("recruit oracle V1"))
        recruits += 1
    assert recruits == 400
    assert state.awaiting() == (1,)


@clause("pixel-tactics:NXT-5")
def test_a_series_ends_before_a_deck_has_no_leader_left() -> None:
    pack = set_one()
    cards = pack["cards"]
    assert isinstance(cards, list)
    pack["cards"] = cards[:12]
    game = game_with(pack, {"series": "3", "fight_cap": 15})
    names = list(cards_of(pack))
    seat = {"gone": names[:10], "leader": {"card": names[10], "damage": 99}, "hand": [], "deck": []}
    state = restored(game, {"fight": 11, "round": 2, "first": 1, "seat": 0, "actions": 1, "seats": [seat, seat]})
    state.play(0, game.parse("pass"))
    assert state.result() is not None


@clause("pixel-tactics:ACT-9", "pixel-tactics:ACT-18")
def test_a_leader_with_a_power_uses_it_in_the_flank_wave() -> None:
    pack = set_one()
    leader = cards_of(pack)["fighter"]["leader"]
    assert isinstance(leader, dict)
    leader["power"] = [["each", "rival heroes"], ["deal", 2]]
    game = game_with(pack)
    seats = [{"leader": "fighter"}, {"leader": "mystic", "unit": {"V1": "knight"}}]
    assert game.parse("power F2") not in restored(game, {"wave": "vanguard", "seats": seats}).legal(0)
    state = restored(game, {"wave": "flank", "seats": seats})
    state.play(0, game.parse("power F2"))
    assert state.damage[9] == 2
    reason = state.why_not(0, game.parse("attack F2 > V1"))
    assert reason is not None
    assert reason.code == "has_acted"


@clause("pixel-tactics:REA-2")
def test_reactions_of_ongoing_orders_come_in_the_order_their_owner_chooses() -> None:
    pack = set_one()
    for name, row in (("gunner", ["heal", 2]), ("fighter", ["deal", 1])):
        cards_of(pack)[name]["order"] = {
            "text": "At the end of your turn something happens to your heroes.",
            "ongoing": True,
            "at_end_of_turn": [["each", "own heroes"], row],
        }
    game = game_with(pack)
    orders = [{"card": "gunner", "turns": 3}, {"card": "fighter", "turns": 3}]
    blue = {"leader": "mystic", "unit": {"V1": "witch"}, "orders": orders}
    for first, damage in (("gunner", 1), ("fighter", 0)):
        state = restored(game, {"seats": [blue, {"leader": "paladin"}]})
        state.play(0, game.parse("pass"))
        assert [game.text(action) for action in state.legal(0)] == ["take fighter", "take gunner"]
        scene = game.scene(state.view(0))
        assert [choice.label for choice in scene.choices] == ["The Fighter first", "The Gunner first"]
        assert {handle for choice in scene.choices for handle in choice.handles} <= scene.handles()
        state.play(0, game.parse(f"take {first}"))
        assert state.damage[0] == damage


def shot(target: str, position: Table, options: Table | None = None) -> list[str]:
    game = make_game("pixel-tactics", options or {})
    state = restored(game, position)
    action = game.parse(target)
    return [sentence.plain() for sentence in game.preview(state.view(0), action)]


def test_a_preview_reckons_with_healing_before_the_check() -> None:
    healer = {"leader": "healer", "unit": {"V1": {"card": "witch", "damage": 1}}}
    fighter = {"leader": "fighter", "unit": {"V1": {"card": "witch", "damage": 1}}}
    for rival, falls in ((healer, False), (fighter, True)):
        seats = [{"leader": "mystic", "unit": {"V1": "fighter"}}, rival]
        told = shot("attack V1 > V1", {"seats": seats})
        assert any("will fall" in sentence for sentence in told) is falls, told


def test_a_preview_reckons_with_damage_before_the_check() -> None:
    for leader, falls in (("alchemist", True), ("mystic", False)):
        rival = {"leader": "fighter", "unit": {"V1": {"card": "paladin", "damage": 1}}}
        seats = [{"leader": leader, "unit": {"V1": "illusionist"}}, rival]
        told = shot("attack V1 > V1", {"seats": seats}, {"edition": "classic"})
        assert any("will fall" in sentence for sentence in told) is falls, told


def knights(game: Game, state: Tactics) -> int:
    """Return in how many of 60 worlds that seat 1 imagines the Knight is in the other hand, dealt both ways."""
    rng = Rng(5)
    found = 0
    for number in range(60):
        world = game.imagine(state.view(1), rng) if number % 2 else game.redeal(state, 1, rng)
        hand = Node(world.position(), "world").field("seats").items()[0].field("hand").texts()
        found += "knight" in hand
    return found


@clause("pixel-tactics:INF-1")
def test_a_shuffle_forgets_the_order_but_not_that_a_card_is_in_the_deck() -> None:
    game = make_game("pixel-tactics", {"edition": "manual", "printing": "second"})
    bottom = [{"card": "knight", "known_by": "all"}]
    blue = {
        "leader": "fighter",
        "hand": ["summoner", "gunner"],
        "deck": ["witch", "oracle", "mystic"],
        "bottom": bottom,
    }
    state = restored(game, {"actions": 3, "seats": [blue, {"leader": "paladin"}]})
    state.play(0, game.parse("order summoner"))
    state.play(0, game.parse("take witch"))
    assert knights(game, state) == 0
    state.play(0, game.parse("draw"))
    state.apply(CHANCE, game.parse("card oracle"))
    assert knights(game, state) > 0


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ("V2", "The Gunner has acted in this turn; choose another."),
        ("F1", "The Healer was recruited this wave; it acts from the next one on."),
        ("R1", "The Witch has moved in this turn."),
        ("V3", "Nobody stands in V3; choose one of your heroes."),
    ],
)
def test_a_refused_switch_names_the_card_that_cannot(other: str, sentence: str) -> None:
    game = make_game("pixel-tactics", {})
    unit = {
        "V1": "mascot",
        "V2": {"card": "gunner", "acted": True},
        "F1": {"card": "healer", "fresh": True},
        "R1": {"card": "witch", "moved": True},
    }
    state = restored(game, {"seats": [{"leader": "fighter", "unit": unit}, {"leader": "paladin"}]})
    reason = state.why_not(0, game.parse(f"switch V1 {other}"))
    assert reason is not None
    assert game.say_reason(reason) == sentence
