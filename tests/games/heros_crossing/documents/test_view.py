"""Check what a seat remembers and imagines against a tracker that follows its events apart from the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from typing import TypeVar

import pytest
from tests.games.heros_crossing.tracker import Tracker, World

from warband.engine import engine
from warband.games.heros_crossing.game import HerosCrossing
from warband.games.heros_crossing.rules.state import Crossing
from warband.kernel.chance import Rng, seeded_chance
from warband.kernel.clauses import clause
from warband.kernel.match import Match
from warband.kernel.registry import Packs
from warband.kernel.validation import Node
from warband.kernel.views import View

pytestmark = pytest.mark.engine

Key = TypeVar("Key", bound=Hashable)

MATCHES = 200 if engine() == "compiled" else 20
SAMPLES = 20_000 if engine() == "compiled" else 4_000
SYMBOLS = {"magic": 1, "weapon": 1, "potion": 0, "armor": 0, "draw": 3}


def small_pack() -> Packs:
    """Return a hero set so small that all hidden worlds can be listed, and that stacks run out."""
    kinds = [("page", 1, 4), ("squire", 1, 3), ("scout", 1, 3), ("mage", 2, 3), ("duke", 2, 2), ("lord", 3, 2)]
    cards: list[object] = [
        {"id": name, "name": name.title(), "level": level, "copies": copies, "symbols": SYMBOLS}
        for name, level, copies in kinds
    ]
    for name in ("king", "queen"):
        monarch = {"id": name, "name": name.title(), "level": 3, "copies": 1, "symbols": SYMBOLS, "monarch": True}
        cards.append(monarch)
    cubes = {"magic": 16, "weapon": 16, "potion": 16, "armor": 16}
    return {"small": ({"name": "small", "cubes": cubes, "cards": cards}, "small.toml")}


def small_game(**options: object) -> HerosCrossing:
    return HerosCrossing({"pack": "small", **options}, small_pack())


class Followed:
    """A random match and a tracker per seat, fed ply by ply."""

    def __init__(self, game: HerosCrossing, seed: int) -> None:
        self.game = game
        self.match = Match(game, seeded_chance(seed))
        self.rng = Rng(seed)
        self.trackers = [Tracker(game, 0), Tracker(game, 1)]
        self.heard = 0

    def steps(self) -> Iterator[None]:
        """Play on, yielding before every decision."""
        while self.match.result is None:
            self.match.settle()
            self.listen()
            if self.match.result is not None:
                return
            yield
            seat = self.match.awaiting()[0]
            legal = self.match.actions(seat)
            self.match.act(seat, legal[self.rng.below(len(legal))])

    def listen(self) -> None:
        for _, event in self.match.event_log[self.heard :]:
            for tracker in self.trackers:
                tracker.hear(event.seen(tracker.seat))
        self.heard = len(self.match.event_log)


def check_recall(followed: Followed) -> None:
    for tracker in followed.trackers:
        view = Node(followed.match.view(tracker.seat), "view")
        own, rival = (view.field("seats").items()[seat] for seat in (tracker.seat, 1 - tracker.seat))
        assert sorted(own.field("hand").texts()) == sorted(tracker.hand)
        assert own.field("draft").field("picks").texts() == tracker.picks
        assert sorted(own.field("draft").field("pack").texts()) == sorted(tracker.pack)
        assert sorted(rival.field("known").texts()) == tracker.certain()
        picks = [card.value or "" for card in rival.field("draft").field("picks").items()]
        assert picks == tracker.rival_picks
        discards = {name: count.value for name, count in view.field("discards").fields().items()}
        assert discards == Counter(tracker.discards)


@clause("heros-crossing:INF-2")
def test_a_view_remembers_what_its_seat_was_told() -> None:
    certain = 0
    for seed in range(MATCHES):
        followed = Followed(small_game() if seed % 2 else HerosCrossing({}, {}), seed)
        for _ in followed.steps():
            check_recall(followed)
            certain += sum(bool(tracker.certain()) for tracker in followed.trackers)
    assert certain > MATCHES


def assert_fits(drawn: Mapping[Key, int], expected: Mapping[Key, float]) -> None:
    """Check by chi-square (at about one in a million) that samples follow the expected weights, and only they."""
    assert set(drawn) <= set(expected)
    total = sum(drawn.values())
    likely = {world: weight for world, weight in expected.items() if weight * total >= 5}
    assert set(likely) <= set(drawn)
    chi = sum((drawn.get(world, 0) - total * weight) ** 2 / (total * weight) for world, weight in likely.items())
    freedom = max(1, len(likely) - 1)
    assert chi < freedom + 7 * (2 * freedom) ** 0.5 + 20


def world_of(state: Crossing, seat: int) -> World:
    ids = state.rules.ids
    reserve = state.reserves[seat]
    return tuple(sorted(ids[kind] for kind in state.hands[seat])), ids[reserve] if reserve >= 0 else ""


def imagined(game: HerosCrossing, view: View, rng: Rng) -> Crossing:
    state = game.imagine(view, rng)
    assert isinstance(state, Crossing)
    return state


def interesting(followed: Followed, seat: int) -> int:
    """Return how telling a moment is: the number of worlds, doubled with a face-down card or remembered ones."""
    tracker = followed.trackers[seat]
    worlds = len(tracker.worlds()) if sum(tracker.rival_held.values()) else 0
    return worlds * (1 + bool(tracker.rival_reserve) + bool(+tracker.remembered)) if worlds < 400 else 0


@pytest.mark.parametrize("seed", range(6))
@clause("heros-crossing:INF-2")
def test_imagined_worlds_are_those_that_fit_with_their_weights(seed: int) -> None:
    game = small_game(fronts="dealt")
    best, moment = 0, (seed, 0, 0)
    for match in range(seed * 5, seed * 5 + 5):
        followed = Followed(game, match)
        for number, _ in enumerate(followed.steps()):
            for seat in (0, 1):
                if interesting(followed, seat) > best:
                    best, moment = interesting(followed, seat), (match, number, seat)
    followed = Followed(game, moment[0])
    for number, _ in enumerate(followed.steps()):
        if number == moment[1]:
            break
    check_support(followed, moment[2], best)


def check_support(followed: Followed, seat: int, best: int) -> None:
    assert best > 3
    rng = Rng(best)
    view = followed.match.view(seat)
    drawn: Counter[World] = Counter()
    for _ in range(SAMPLES):
        drawn[world_of(imagined(followed.game, view, rng), 1 - seat)] += 1
    worlds = followed.trackers[seat].worlds()
    assert_fits(drawn, worlds)
    assert isinstance(followed.match.state, Crossing)
    assert world_of(followed.match.state, 1 - seat) in worlds


@clause("heros-crossing:INF-2", "heros-crossing:SET-8")
def test_imagined_drafts_are_those_that_fit_with_their_weights() -> None:
    game = small_game()
    for seed in range(3):
        followed = Followed(game, seed)
        for _ in followed.steps():
            if followed.match.state.position()["phase"] == "place":
                check_draft(followed, seed % 2)
            elif followed.match.state.position()["phase"] == "draw":
                break


def check_draft(followed: Followed, seat: int) -> None:
    state = followed.match.state
    assert isinstance(state, Crossing)
    view = followed.match.view(seat)
    rng = Rng(9)
    placed = len(state.placed[0])
    drawn: Counter[tuple[str, ...]] = Counter()
    for _ in range(SAMPLES // 4):
        drawn[draft_of(imagined(followed.game, view, rng), 1 - seat, placed)] += 1
    worlds = followed.trackers[seat].draft_worlds(placed)
    assert_fits(drawn, worlds)
    assert draft_of(state, 1 - seat, placed) in worlds


def draft_of(state: Crossing, seat: int, placed: int) -> tuple[str, ...]:
    ids = state.rules.ids
    return ids[state.picks[seat][0]], *[ids[kind] for kind in state.placed[seat][:placed]]
