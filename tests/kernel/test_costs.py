"""What an action costs, and whether a table asks before it is done: one rule for every kind of action of all games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from warband.kernel import registry
from warband.kernel.chance import seeded_chance
from warband.kernel.costs import Cost, Price
from warband.kernel.game import Result
from warband.kernel.match import Match
from warband.kernel.packaged_game import PackagedGame
from warband.kernel.registry import make_game
from warband.kernel.seats import BOTH, NOBODY
from warband.kernel.validation import Node

by_game = pytest.mark.parametrize("name", registry.names())
OPTIONS: dict[str, list[dict[str, object]]] = {
    "pixel-tactics": [{}, {"edition": "deluxe"}, {"edition": "classic"}, {"series": 3}],
    "heros-crossing": [{}],
    "pocket-tactics": [{"map": "quick"}, {}],
}
MATCHES = {"heros-crossing": 5}
FEW = 3
# Kinds that so few matches need not meet: each is a power of some card, and asks as any other answer does.
RARE = {"row", "column", "take", "take_none", "reroll_all", "attack_open", "action", "swap", "keep"}


def decisions(name: str) -> Iterator[tuple[Match, int, int]]:
    """Yield a match, the seat that decides and the action it takes, those of a kind not yet met first."""
    met: set[str] = set()
    for options in OPTIONS.get(name, [{}]):
        for seed in range(MATCHES.get(name, FEW)):
            match = make_game(name, options).match(seed=seed)
            choose = random.Random(seed)
            while not match.over:
                seat = match.awaiting()[0]
                actions = match.actions(seat)
                fresh = [action for action in actions if kind_of(match, action) not in met | {"concede"}]
                others = [one for one in actions if kind_of(match, one) != "concede"]
                # Hands that grow lead to discards and orders.
                eager = [one for one in others if kind_of(match, one) in ("draw", "recruit") and choose.random() < 0.7]
                action = choose.choice(fresh or eager or others)
                met.add(kind_of(match, action))
                yield match, seat, action


def kind_of(match: Match, action: int) -> str:
    game = match.game
    return game.actions.decode(action).name if isinstance(game, PackagedGame) else game.kind(action)


def declared_kinds(name: str) -> set[str]:
    """Return the names of all kinds of action that the seats of a game have."""
    game = make_game(name)
    if not isinstance(game, PackagedGame):
        return set()
    return {game.actions.decode(action).name for action in range(game.actions.decisions)}


@by_game
def test_costs_come_true_for_every_kind_of_action(name: str) -> None:
    kinds: set[str] = set()
    for match, seat, action in decisions(name):
        cost, said = match.game.cost(match.view(seat), action)
        joint = match.awaiting() == BOTH or bool(match.secret_choices())
        text, kind = match.text(action), kind_of(match, action)
        events = match.act(seat, action)
        assert cost.may_undo == (match.may_undo(seat) and not joint), text
        assert cost.result is None or cost.result == match.result, text
        sure = not any(event.reveals and event.open.get("seat") != seat for event in events)
        assert (cost.result is not None) == (match.over and sure), text
        assert not cost.asks() or said.parts, text
        kinds.add(kind)
        match.settle()
    assert declared_kinds(name) - kinds - RARE - {"concede"} == set()


@pytest.mark.parametrize(
    ("cost", "asks"),
    [
        (Cost(), False),
        (Cost(Price(actions=1)), False),
        (Cost(Price(actions=2)), True),
        (Cost(Price(whole_turn=True)), True),
        (Cost(Price(card="knight")), True),
        (Cost(Price(lasting=True)), True),
        (Cost(ends_turn=True), True),
        (Cost(result=Result(NOBODY, "passes")), True),
        (Cost(Price(2, True, "knight", True), True, Result(0, "base"), may_undo=True), False),
        (Cost(Price(2, True, "knight", True), True, Result(0, "base"), forced=True), False),
    ],
)
def test_a_table_asks_before_what_costs_much_and_cannot_be_taken_back(cost: Cost, asks: bool) -> None:
    assert cost.asks() == asks


def cost_of(match: Match, text: str) -> tuple[bool, str]:
    seat = match.awaiting()[0]
    cost, said = match.game.cost(match.view(seat), match.parse(text))
    return cost.asks(), said.plain()


def play_until(match: Match, kind: str, seed: int = 0) -> list[str]:
    """Play at random until an action of a kind is open; return all that are."""
    choose = random.Random(seed)
    while not match.over:
        legal = match.legal()
        found = [text for text in legal if text.split()[0] == kind]
        if found:
            return found
        match.push(choose.choice([text for text in legal if text != "pass"] or legal))
    raise AssertionError(f"nobody could {kind}")


def test_a_swap_uses_the_whole_turn_and_asks() -> None:
    match = make_game("pixel-tactics", {"edition": "deluxe"}).match(seed=3)
    asks, said = cost_of(match, play_until(match, "switch")[0])
    assert (asks, said) == (True, "Uses your whole turn.")


def test_passing_after_a_pass_ends_the_match_as_a_draw_and_says_so() -> None:
    match = make_game("pocket-tactics", {"map": "quick"}).match(seed=1)
    play_until(match, "pass")
    assert cost_of(match, "pass") == (True, "Your turn ends with nothing done.")
    match.push("pass")
    assert cost_of(match, "pass") == (True, "Passing now ends the match as a draw.")


def test_conceding_a_fight_asks_and_says_that_it_is_lost() -> None:
    match = make_game("pixel-tactics", {"series": 3}).match(seed=1)
    play_until(match, "concede")
    assert cost_of(match, "concede") == (True, "You lose this fight.")


def test_an_order_gives_its_card_away_and_ending_a_turn_gives_up_actions() -> None:
    match = make_game("pixel-tactics").match(seed=1)
    card = play_until(match, "order")[0].split()[1]
    asks, said = cost_of(match, f"order {card}")
    assert asks
    assert "leaves your hand" in said
    play_until(match, "pass")
    asks, said = cost_of(match, "pass")
    assert asks
    assert "you give up" in said


def test_what_can_be_taken_back_does_not_ask() -> None:
    match = make_game("heros-crossing").match(seed=2)
    flanks = play_until(match, "flank")
    assert cost_of(match, flanks[0])[0] is False
    match.push(flanks[0])
    moves = [text for text in match.legal() if text.startswith("move")]
    assert all(not cost_of(match, text)[0] for text in moves)


def test_a_replaced_hero_is_named_among_the_costs() -> None:
    for seed in range(9):
        match = make_game("heros-crossing").match(seed=seed)
        for text in play_until(match, "hire", seed):
            asks, said = cost_of(match, text)
            assert asks
            assert said.startswith("Uses your whole turn")
            if len(text.split()) == 4:
                assert "is discarded" in said
                return
    raise AssertionError("nobody could replace a hero")


def test_an_end_that_hangs_on_a_hidden_card_is_not_told() -> None:
    """Whoever defends cannot know the reserve of the attacker; the costs must not speak as if they did."""
    held = 0
    for match, seat, action in decisions("heros-crossing"):
        attacker = Node(match.state.position(), "position").field("seat").value
        seats = Node(match.view(1 - seat), "view").field("seats").items()
        if match.text(action) == "hold" and seat != attacker and seats[1 - seat].fields()["reserve"].value:
            held += 1
            assert match.game.cost(match.view(seat), action)[0].result is None
        match.play(seat, action)
    assert held


def test_chance_is_fresh_for_every_match() -> None:
    """The costs follow chance in a copy: the match itself draws as it would have drawn."""
    game = make_game("pixel-tactics")
    one, two = (Match(game, seeded_chance(4), ["A", "B"]) for _ in range(2))
    for match in (one, two):
        match.settle()
    choose = random.Random(4)
    for _ in range(30):
        seat = one.awaiting()[0]
        action = choose.choice(one.actions(seat))
        game.cost(one.view(seat), action)
        for match in (one, two):
            match.play(seat, action)
    assert one.state == two.state
