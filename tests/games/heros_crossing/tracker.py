"""Follow what one seat is told from the start and work out, apart from the engine, what it can know."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

from warband.games.heros_crossing.game import HerosCrossing
from warband.kernel.validation import Node

World = tuple[tuple[str, ...], str]


class Tracker:
    """One seat's knowledge, fed with the redacted events of that seat alone."""

    def __init__(self, game: HerosCrossing, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.level = {hero.id: hero.level for hero in game.heroes.heroes}
        self.total = Counter({hero.id: hero.copies for hero in game.heroes.heroes})
        self.hand: list[str] = []
        self.open: list[str] = []
        self.discards: list[str] = []
        self.rival_held: Counter[int] = Counter()
        self.rival_reserve = 0
        self.own_reserve = ""
        self.remembered: Counter[str] = Counter()
        self.pack: list[str] = []
        self.picks: list[str] = []
        self.passed_on: list[str] = []
        self.first_passed: list[str] = []
        self.last_passed: list[str] = []
        self.rival_picks: list[str] = []

    # ---- listening ----

    def hear(self, event: dict[str, object]) -> None:
        """Learn from one event as this seat saw it."""
        node = Node(event, "event")
        kind, data = node.field("kind").text(), node.field("data").fields()
        hearer = getattr(self, f"hear_{kind}", None)
        if hearer is not None:
            mine = "seat" in data and data["seat"].value == self.seat
            hearer(mine, data)

    def hear_deal(self, mine: bool, data: dict[str, Node]) -> None:
        if mine:
            self.pack.append(data["card"].text())

    def hear_pick(self, mine: bool, data: dict[str, Node]) -> None:
        if mine:
            card = data["card"].text()
            self.pack.remove(card)
            self.picks.append(card)
            if len(self.picks) < 3:
                self.passed_on = list(self.pack)
        elif len(self.rival_picks) == 2:
            self.rival_picks += self.last_passed
        else:
            self.rival_picks.append("")

    def hear_passed(self, mine: bool, data: dict[str, Node]) -> None:
        if not mine:
            return
        came = data["cards"].texts()
        if len(came) == 1:
            # The pack I passed first is back, but for what the rival took; what I passed last is theirs.
            first = Counter(self.first_passed) - Counter(came)
            self.rival_picks = ["", *first.elements()]
            self.last_passed = list(self.passed_on)
        self.first_passed = list(self.passed_on)
        self.pack = came

    def hear_stand(self, mine: bool, data: dict[str, Node]) -> None:
        self.picks, self.rival_picks, self.pack = [], [], []
        self.open.append(data["card"].text())

    def hear_draw(self, mine: bool, data: dict[str, Node]) -> None:
        if mine:
            self.hand.append(data["card"].text())
        else:
            self.rival_held[data["level"].integer()] += 1

    def hear_reshuffle(self, mine: bool, data: dict[str, Node]) -> None:
        level = data["level"].integer()
        for card, count in self.unseen(level).items():
            self.remembered[card] += count
        self.discards = [card for card in self.discards if self.level[card] != level]

    def hear_hire(self, mine: bool, data: dict[str, Node]) -> None:
        self.leave(mine, data["card"].text())
        self.open.append(data["card"].text())

    def hear_replace(self, mine: bool, data: dict[str, Node]) -> None:
        self.hear_hire(mine, data)
        self.open.remove(data["old"].text())
        self.discards.append(data["old"].text())

    def hear_discard(self, mine: bool, data: dict[str, Node]) -> None:
        self.leave(mine, data["card"].text())
        self.discards.append(data["card"].text())

    def hear_reserve(self, mine: bool, data: dict[str, Node]) -> None:
        if mine:
            self.own_reserve = data["card"].text()
            self.hand.remove(self.own_reserve)
        else:
            self.rival_reserve = data["level"].integer()

    def hear_reveal(self, mine: bool, data: dict[str, Node]) -> None:
        card = data["card"].text()
        if not mine:
            self.rival_reserve = 0
            self.leave(False, card)
            self.open.append(card)

    def hear_spent(self, mine: bool, data: dict[str, Node]) -> None:
        card = data["card"].text()
        if mine:
            self.own_reserve = ""
        else:
            self.open.remove(card)
        self.discards.append(card)

    def leave(self, mine: bool, card: str) -> None:
        """Take note of a card that left a hand in the open."""
        if mine:
            self.hand.remove(card)
            return
        self.rival_held[self.level[card]] -= 1
        if self.remembered[card]:
            self.remembered[card] -= 1

    # ---- working out ----

    def unseen(self, level: int) -> Counter[str]:
        """Return the cards of a level whose place is not known: neither open, mine, nor remembered."""
        own = [*self.hand, *self.picks, *self.pack, *([self.own_reserve] if self.own_reserve else [])]
        rival = [card for card in self.rival_picks if card]
        if len(self.rival_picks) == 1:
            rival += self.first_passed
        seen = Counter([*own, *rival, *self.open, *self.discards]) + self.remembered
        left = self.total - seen
        return Counter({card: count for card, count in left.items() if self.level[card] == level})

    def places(self, level: int) -> int:
        """Return how many cards of a level the rival holds that are not remembered."""
        known = sum(count for card, count in self.remembered.items() if self.level[card] == level)
        return self.rival_held[level] - known

    def certain(self) -> list[str]:
        """Return the cards the rival must hold: in every world that fits, at least so many of a kind."""
        found = Counter(self.remembered)
        for level in (1, 2, 3):
            unseen = self.unseen(level)
            stack = sum(unseen.values()) - self.places(level)
            for card, count in unseen.items():
                found[card] += max(0, count - stack)
        return sorted(found.elements())

    def worlds(self) -> dict[World, float]:
        """Return every world that fits (the rival's hand, its face-down card) with its weight."""
        found: defaultdict[World, float] = defaultdict(float)
        by_level = [list(self.hands_of(level)) for level in (1, 2, 3)]
        for one, one_ways in by_level[0]:
            for two, two_ways in by_level[1]:
                for three, three_ways in by_level[2]:
                    self._add_worlds(found, [*one, *two, *three], one_ways * two_ways * three_ways)
        whole = sum(found.values())
        return {world: weight / whole for world, weight in found.items()}

    def _add_worlds(self, found: defaultdict[World, float], held: list[str], ways: float) -> None:
        held = sorted([*held, *self.remembered.elements()])
        if not self.rival_reserve:
            found[tuple(held), ""] += ways
            return
        candidates = [card for card in held if self.level[card] == self.rival_reserve]
        for card in candidates:
            rest = list(held)
            rest.remove(card)
            found[tuple(rest), card] += ways / len(candidates)

    def hands_of(self, level: int) -> Iterator[tuple[list[str], int]]:
        """Yield the cards of a level that the rival may hold beside the remembered, and in how many ways."""
        unseen = self.unseen(level)
        for cards in combinations_with_replacement(sorted(unseen), self.places(level)):
            ways = math.prod(math.comb(unseen[card], cards.count(card)) for card in set(cards))
            if ways:
                yield list(cards), ways

    def draft_worlds(self, placed: int) -> dict[tuple[str, ...], float]:
        """Return every first pick and placing of the rival that fits, while both place, with its weight."""
        found: Counter[tuple[str, ...]] = Counter()
        for card, count in self.unseen(1).items():
            for order in permutations([card, *self.rival_picks[1:]]):
                found[card, *order[:placed]] += count
        whole = sum(found.values())
        return {world: weight / whole for world, weight in found.items()}
