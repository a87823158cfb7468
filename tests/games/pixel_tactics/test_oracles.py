"""Compare the engine with oracles that work every power, order and reaction out a second time."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.pixel_tactics import oracle_turns
from tests.games.pixel_tactics.oracle_board import KINDS, Ask, Board, Play
from tests.games.pixel_tactics.oracle_rules import ORDERS, POWERS, Table
from tests.games.pixel_tactics.table import (
    Position,
    choose,
    random_game,
    restore,
    scatter,
    shared_game,
    start,
    texts,
)

from warband.engine import engine
from warband.games.pixel_tactics.game import PixelTactics
from warband.games.pixel_tactics.rules.state import Tactics
from warband.kernel.chance import Rng
from warband.kernel.seats import CHANCE, NOBODY
from warband.kernel.validation import Node

pytestmark = pytest.mark.engine

POSITIONS = 150 if engine() == "compiled" else 60
EXTRA = 5


class Duel:
    """Let the engine and the oracles play on from a position with the same answers."""

    def __init__(self, game: PixelTactics, state: Tactics, rng: Rng) -> None:
        self.game, self.state, self.rng = game, state, rng
        self.peek()
        self.table = Table(state.position(), game.options)
        self.taken: Counter[str] = Counter()
        self.log: list[str] = []

    def peek(self) -> None:
        """Let the engine fix top cards that somebody sees."""
        while self.question() == "peek":
            self.state.apply(CHANCE, self.state.sample(self.rng))

    def question(self) -> object:
        return self.state.position()["question"]

    def over(self) -> bool:
        return not self.state.awaiting() or self.table.ending is not None

    # ---- one action of a turn ----

    def step(self, wanted: list[str]) -> None:
        """Compare what the turn offers, take a wanted or a random action, compare what comes of it."""
        offered = texts(self.game, self.state)
        assert len(offered) == len(set(offered))
        assert set(offered) == oracle_turns.legal(self.table)
        fitting = [text for text in offered if text in wanted]
        action = choose(fitting or [text for text in offered if text != "concede"], self.rng)
        if self.state.actions <= 0 and action not in fitting:
            action = "pass"
        self.take(action)

    def take(self, action: str) -> None:
        # More actions than there are, so that the turn does not end by itself before the boards are compared.
        extra = 0 if action == "pass" else EXTRA
        self.state.actions += extra
        self.table.actions += extra
        self.log = [action]
        play = oracle_turns.take(self.table, action)
        self.apply(action)
        self.follow(play)
        self.state.actions -= extra
        self.table.actions -= extra
        self.compare()

    def apply(self, text: str) -> None:
        self.state.apply(self.state.awaiting()[0], self.game.parse(text))

    def follow(self, play: Play) -> None:
        """Answer the questions of both alike until the oracle is done; a single answer may go without asking."""
        try:
            ask = next(play)
            while True:
                self.peek_alike()
                ask = play.send(self.answer(ask))
        except StopIteration:
            self.peek_alike()

    def peek_alike(self) -> None:
        """Let both fix a top card that its owner sees, where the oracle says that somebody sees it."""
        while self.question() == "peek" and self.sees_top(self.state.asked):
            seat = self.state.asked
            name = choose(texts(self.game, self.state), self.rng).removeprefix("card ")
            self.apply(f"card {name}")
            side = self.table.sides[seat]
            side.top.append(name)
            side.bag.discard(name)
            side.bottom = [other for other in side.bottom if other != name]

    def sees_top(self, seat: int) -> bool:
        side = self.table.sides[seat]
        return "oracle R" in self.table.roles(seat) and bool(side.deck()) and not side.top

    def answer(self, ask: Ask) -> str:
        offered = [] if not self.state.awaiting() or self.question() == "turn" else texts(self.game, self.state)
        asked = self.state.awaiting()[:1] == (ask.who,) and set(offered) == set(ask.options)
        if len(ask.options) > 1 or asked:
            assert asked, (self.log, ask, self.state.awaiting(), offered)
        answer = choose(ask.options, self.rng)
        self.log.append(answer)
        if asked:
            self.apply(answer)
        return answer

    def compare(self) -> None:
        position = self.state.position()
        if self.table.ending is not None and (self.game.options["series"] != "1" or self.table.ending[0] == NOBODY):
            self.compare_ending(position, self.table.ending[0])
            return
        assert self.over() or self.question() == "turn", (self.log, position)
        assert self.over() or not self.sees_top(self.state.asked)
        found = Board(position, self.game.options)
        assert found.document() == self.table.document(), self.log
        for seat, node in enumerate(Node(position, "position").field("seats").items()):
            for cell, piece in node.field("unit").fields().items():
                if "corpse" not in piece.fields():
                    assert piece.field("life").integer() == self.table.life((seat, cell))
        self.taken[self.log[0].split()[0]] += 1

    def compare_ending(self, position: Position, winner: int) -> None:
        """Check who claimed a trophy; the match may go on, or other figures decide it (TIE-4, NXT-5)."""
        seats = Node(position, "position").field("seats").items()
        assert position["fight"] == 2 or not self.state.awaiting()
        assert winner == NOBODY or [seat.field("trophies").value for seat in seats] == [1 - winner, winner]


GAMES: list[list[tuple[str, object]]] = [
    [("edition", "classic")],
    [("edition", "deluxe")],
    [("edition", "manual")],
    [("edition", "deluxe"), ("printing", "first")],
    [("edition", "classic"), ("printing", "second"), ("one_act_per_hero", "false"), ("switch_action", "true")],
    [("edition", "manual"), ("printing", "second"), ("rout_threshold", "more_than"), ("draw_cap", "3")],
]


def duel_for(roles: list[str], seed: int, against: list[str] | None = None) -> Duel:
    """Return a duel from a random position in which a seat, and its rival, have cards where they count."""
    rng = Rng(seed)
    game = shared_game(*GAMES[seed % len(GAMES)])
    return Duel(game, restore(game, scatter(game, rng, roles, rng.below(2), against)), rng)


def wanted_by(role: str, duel: Duel) -> list[str]:
    """Return the actions that use the power or play the order of a role."""
    card, _, place = role.partition(" ")
    if place == "order":
        return [f"order {card}"]
    unit = duel.table.sides[duel.table.seat].unit
    return [f"power {cell}" for cell, piece in unit.items() if piece.card == card and cell[0] == place]


@pytest.mark.parametrize("role", [*[f"{card} order" for card in ORDERS], *POWERS])
def test_powers_and_orders_do_what_the_oracles_do(role: str) -> None:
    begun = 0
    for seed in range(POSITIONS):
        duel = duel_for([role], 1_000 * list(KINDS).index(role.split()[0]) + seed)
        for _ in range(3):
            wanted = wanted_by(role, duel)
            duel.step(wanted)
            begun += duel.log[0] in wanted
            if duel.over():
                break
    assert begun > POSITIONS // 2


LEADERS = [f"{card} leader" for card in KINDS]
ROLES = [f"{card} {row}" for card in KINDS for row in "VFR"] + ["templar order"]


def lively(duel: Duel) -> list[str]:
    """Return the actions that make something happen: attacks, powers and orders, and now and then a pass."""
    offered = texts(duel.game, duel.state)
    recruits = ("recruit",) if duel.table.leads(duel.table.seat, "mascot") else ()
    return [text for text in offered if text.split()[0] in ("attack", "shoot", "power", "order", "pass", *recruits)]


@pytest.mark.parametrize("role", [*LEADERS, *ROLES])
def test_lively_turns_go_as_with_the_oracles(role: str) -> None:
    """Leaders, armour, auras and reactions: whatever a card does of itself shows in a few lively actions."""
    for seed in range(POSITIONS // 3):
        duel = duel_for([role], 100_000 + 1_000 * ([*LEADERS, *ROLES].index(role)) + seed)
        for _ in range(8):
            duel.step(lively(duel) if duel.rng.below(4) else [])
            if duel.over():
                break


STRONG = [["assassin V"], ["fighter V", "assassin F"], ["gunner V"], ["templar V"], ["witch V"], ["witch F"]]
STRONG += [["assassin V", "mystic F"], ["gunner R", "dragon_mage F"], ["knight V", "templar leader"], ["berserker V"]]
STRONG += [["assassin V", "priestess leader"], ["mascot V", "pyromancer leader"], ["homunculus V", "fighter leader"]]
HARD = [["alchemist V"], ["alchemist V", "knight leader"], ["healer V", "pyromancer leader"], ["trapper V"]]
HARD += [["alchemist F", "knight leader"], ["alchemist F", "knight F"], ["berserker V", "mystic F"], ["knight V"]]
HARD += [["oracle R", "templar F"], ["homunculus R", "witch R"], ["vampire F", "oracle V"], ["berserker F"]]
HARD += [["gunner V", "homunculus leader"], ["alchemist F", "doppelganger leader"], ["fighter V", "illusionist leader"]]


@pytest.mark.parametrize("strong", STRONG, ids=" and ".join)
def test_strength_meets_armour_as_with_the_oracles(strong: list[str]) -> None:
    """Doubling, additions, reductions with and without a least amount, immunity, who takes it instead."""
    attacks = 0
    for seed in range(2 * POSITIONS):
        duel = duel_for(strong, 500_000 + 1_000 * STRONG.index(strong) + seed, HARD[seed % len(HARD)])
        for _ in range(3):
            duel.step([text for text in texts(duel.game, duel.state) if text.split()[0] in ("attack", "shoot")])
            attacks += duel.log[0] != "pass"
            if duel.over():
                break
    assert attacks > POSITIONS


def opened(seed: int) -> Duel:
    """Return a duel at the first turn of a match with random flags."""
    rng = Rng(seed)
    game = random_game(seed // 5)
    state = start(game)
    while state.position()["question"] != "turn":
        who = state.awaiting()[0]
        legal = state.legal(who) if who != CHANCE else [state.sample(rng)]
        state.apply(who, legal[rng.below(len(legal))])
    return Duel(game, state, rng)


def test_whole_fights_go_as_with_the_oracles() -> None:
    """From the ceasefire to the end, with random flags of all editions."""
    for seed in range(POSITIONS // 2):
        duel = opened(seed)
        while not duel.over():
            duel.step(lively(duel) if duel.rng.below(3) else [])
