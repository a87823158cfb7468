"""Trying a pack: every option set is played, and the first fault is told with its match and seed."""

from __future__ import annotations

import pytest
from tests.conformance.toy import Toy, ToyState

from warband.conformance.packs import PackReport, games_with, play_match, play_matches
from warband.conformance.report import Broken
from warband.kernel.errors import BadInput
from warband.kernel.events import Event
from warband.kernel.game import Game, State
from warband.kernel.options import Option
from warband.kernel.registry import Entry, Packs


class Speechless(ToyState):
    """Both owe a decision, and there is nothing they may do."""

    def legal(self, seat: int) -> list[int]:
        return []


class Endless(ToyState):
    """Nobody's choice is ever kept."""

    def apply(self, seat: int, action: int, sink: list[Event] | None = None) -> None:
        if seat < 0:
            super().apply(seat, action, sink)


class Abandoned(ToyState):
    """The match is not over, and nobody is awaited."""

    def awaiting(self) -> tuple[int, ...]:
        return ()


class Crashing(ToyState):
    """A card that cannot be played: whoever holds the 4 breaks it."""

    def apply(self, seat: int, action: int, sink: list[Event] | None = None) -> None:
        super().apply(seat, action, sink)
        if seat >= 0 and 4 in self.cards:
            raise KeyError("the card 4")


class Staged(Toy):
    def __init__(self, state: type[ToyState]) -> None:
        super().__init__()
        self.state = state

    def start(self) -> State:
        return self.state([], [-1, -1])


def make(options: dict[str, object], packs: Packs) -> Game:
    if packs[str(options["pack"])][0].get("bad"):
        raise BadInput("mine.toml.bad: odd")
    if options.get("hero") == "stranger":
        raise BadInput("option hero: the pack has no stranger")
    return Toy()


def entry(sets: dict[str, dict[str, object]], options: tuple[str, ...] = ("pack", "hero")) -> Entry:
    return Entry("toy", "Toy", [Option(name, "x", "") for name in options], make, sets)


PACKS: Packs = {"mine.toml": ({}, "mine.toml"), "bad.toml": ({"bad": 1}, "bad.toml")}


def test_every_option_set_that_fits_the_pack_is_made() -> None:
    report = PackReport()
    sets: dict[str, dict[str, object]] = {
        "default": {},
        "other": {"pack": "set-two"},
        "strange": {"hero": "stranger"},
        "known": {"hero": "knight"},
    }
    assert list(games_with(entry(sets), "mine.toml", PACKS, report)) == ["default", "known"]
    assert report.left_out == {"strange": "option hero: the pack has no stranger"}
    assert list(games_with(entry({"other": {"pack": "set-two"}}), "mine.toml", PACKS, report)) == ["default"]


@pytest.mark.parametrize(
    ("found", "pack", "complaint"),
    [
        (entry({"default": {}}), "bad.toml", "mine.toml.bad: odd"),
        (entry({"default": {"hero": "stranger"}}), "mine.toml", "option hero: the pack has no stranger"),
        (entry({"default": {}}, ("hero",)), "mine.toml", "toy takes no packs"),
    ],
)
def test_a_pack_that_makes_no_game_is_refused(found: Entry, pack: str, complaint: str) -> None:
    with pytest.raises(BadInput) as caught:
        games_with(found, pack, PACKS, PackReport())
    assert str(caught.value) == complaint


def test_the_matches_go_round_the_option_sets_and_are_counted() -> None:
    report, told = PackReport(), list[int]()
    play_matches({"default": Toy(), "quick": Toy()}, 5, 0, report, told.append)
    assert (report.matches, report.decisions, report.most_decisions) == (5, 10, 2)
    assert report.by_options == {"default": 3, "quick": 2}
    assert told == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (Speechless, "a decision has a legal action: seat "),
        (Endless, "the match must end within its bound: 2"),
        (Abandoned, "somebody is awaited until the match is over: 0"),
    ],
)
def test_a_match_that_cannot_be_played_is_broken(state: type[ToyState], fault: str) -> None:
    with pytest.raises(Broken) as caught:
        play_match(Staged(state), 0)
    assert fault in str(caught.value)


def test_a_fault_is_told_with_match_and_seed_and_comes_again_alone() -> None:
    games: dict[str, Game] = {"default": Toy(), "crash": Staged(Crashing)}
    report = PackReport()
    with pytest.raises(Broken) as caught:
        play_matches(games, 100, 10, report, lambda done: None)
    seed = 10 + report.matches
    place = f"match {report.matches + 1} of 100 (option set crash, seed {seed})"
    assert str(caught.value) == f"{place}: KeyError: 'the card 4'"
    with pytest.raises(Broken, match=rf"^match 1 of 1 \(option set crash, seed {seed}\): KeyError"):
        play_matches(games, 1, seed, PackReport(), lambda done: None)
