"""Play Pixel Tactics at random with random options: every match ends, no card is lost, every result fits the table."""

from __future__ import annotations

import pytest
from tests.games.pixel_tactics.table import random_game, start

from warband.engine import engine
from warband.games.pixel_tactics import board
from warband.games.pixel_tactics.flow import goal, is_routed
from warband.games.pixel_tactics.game import MOST_PER_TURN, PixelTactics
from warband.games.pixel_tactics.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.seats import CHANCE, DRAW

pytestmark = pytest.mark.engine

MATCHES = 2_000 if engine() == "compiled" else 200
# Matches that share their options.
ALIKE = 20 if engine() == "compiled" else 5
PARTS = 4


class Walk:
    """Play one random match with random options and check it at every decision and every turn."""

    def __init__(self, seed: int) -> None:
        self.game: PixelTactics = random_game(seed // ALIKE)
        self.rng = Rng(seed)
        self.state = start(self.game)
        self.decisions = 0
        self.in_turn = 0

    def play(self) -> None:
        turn = self.turn()
        while self.state.awaiting():
            self.step()
            if self.turn() != turn:
                turn, self.in_turn = self.turn(), 0
                check_cards(self.state)
        check_cards(self.state)
        assert self.decisions <= self.game.bound()
        check_result(self.state)

    def turn(self) -> tuple[int, int, int, int]:
        return self.state.fight, self.state.round, self.state.wave, self.state.seat

    def step(self) -> None:
        who = self.state.awaiting()[0]
        if who == CHANCE:
            self.state.apply(CHANCE, self.state.sample(self.rng))
            return
        legal = self.state.legal(who)
        assert legal
        assert len(legal) == len(set(legal))
        self.decisions += 1
        self.in_turn += 1
        assert self.in_turn <= MOST_PER_TURN
        self.state.apply(who, self.pick(legal))

    def pick(self, legal: list[int]) -> int:
        """Return a random action; passing and conceding are rare, so that fights go somewhere."""
        rules = self.game.rules
        dull = [action for action in legal if rules.end_turn <= action <= rules.concede]
        lively = [action for action in legal if action not in dull]
        chosen = lively if lively and self.rng.below(20) else legal
        return chosen[self.rng.below(len(chosen))]


def check_cards(state: Tactics) -> None:
    """Check that each of the cards of both owners lies in exactly one place."""
    rules = state.rules
    for owner, side in enumerate(state.sides):
        found: list[int] = []
        for mask in (side.hand, side.aside, side.bag, side.discard, side.gone):
            found.extend(board.bits_of(mask))
        found.extend(entry >> 2 for entry in side.top + side.bottom)
        found.extend(side.orders[::2])
        for slot in range(18):
            card = state.card[slot]
            if card >= 0 and card // rules.kinds == owner:
                found.append(card % rules.kinds)
        found.extend(frame.card % rules.kinds for frame in state.stack if in_flight(state, frame, owner))
        assert sorted(found) == list(range(rules.kinds))
        assert not side.known & ~(side.hand | side.aside)
        assert not side.shown & ~side.known


def in_flight(state: Tactics, frame: board.Frame, owner: int) -> bool:
    """Tell whether a frame holds a card of an owner that lies nowhere else: an order that is being played."""
    kinds = state.rules.kinds
    if frame.card < 0 or frame.card // kinds != owner:
        return False
    side, kind = state.sides[owner], frame.card % kinds
    lies = (side.hand | side.aside | side.discard) >> kind & 1
    return not lies and frame.card not in state.card


def check_result(state: Tactics) -> None:
    """Check that the result is the one the table tells of."""
    result = state.result()
    assert result is not None
    trophies = [side.trophies for side in state.sides]
    if result.why in ("rout", "count", "cap", "conceded"):
        assert state.rules.edition.series == 1
    if result.why == "rout":
        assert [is_routed(state, seat) for seat in range(2)] == [result.winner == 1, result.winner == 0]
    elif result.why == "count":
        assert is_routed(state, 0)
        assert is_routed(state, 1)
    elif result.why == "leader_damage":
        assert trophies[0] == trophies[1]
        check_more(result.winner, [side.dealt for side in state.sides])
    if result.winner != DRAW and result.why != "leader_damage":
        assert trophies[result.winner] > trophies[1 - result.winner] or min(trophies) >= goal(state)


def check_more(winner: int, figures: list[int]) -> None:
    assert (figures[0] > figures[1]) == (winner == 0)
    assert (figures[0] == figures[1]) == (winner == DRAW)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_with_random_options(part: int) -> None:
    for seed in range(part * MATCHES // PARTS, (part + 1) * MATCHES // PARTS):
        walk = Walk(seed)
        try:
            walk.play()
        except AssertionError as wrong:
            raise AssertionError(f"seed {seed}, options {walk.game.options}, decision {walk.decisions}") from wrong
