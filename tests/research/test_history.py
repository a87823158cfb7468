"""A history tells each seat what it may know, forgets nothing of it, and can be saved, shared and imagined anew."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator

import pytest

from warband.kernel.chance import Rng
from warband.kernel.events import may_see
from warband.kernel.notation import NONE
from warband.kernel.registry import entry, make_game, names
from warband.kernel.seats import BOTH, BY_CHANCE, CHANCE, PUBLIC
from warband.research.history import History, Step, plain_text, restore

VIEWERS = (0, 1, PUBLIC)
TINY = entry("heros-crossing").option_sets["tiny"]


def begin(name: str, options: dict[str, object] | None = None) -> History:
    game = make_game(name, options)
    return History(game, game.start())


def actions(history: History) -> list[int]:
    if history.awaiting == BY_CHANCE:
        return [outcome for outcome, _ in history.state.outcomes()]
    return history.state.legal(history.awaiting[0])


def walk(history: History, seed: int) -> Iterator[History]:
    """Yield every history of a random match, the first one too."""
    rng = Rng(seed)
    yield history
    while history.awaiting:
        found = actions(history)
        history = history.after(history.awaiting[0], found[rng.below(len(found))])
        yield history


def every(history: History) -> Iterator[History]:
    """Yield every history that can follow, depth first."""
    waiting = [history]
    while waiting:
        here = waiting.pop()
        yield here
        if here.awaiting:
            waiting.extend(here.after(here.awaiting[0], action) for action in actions(here))


def own_actions(history: History, seat: int) -> list[int]:
    found: list[int] = []
    step: Step | None = history.step
    while step is not None:
        found += [step.action] if step.seat == seat else []
        step = step.before.step
    return found[::-1]


@pytest.mark.parametrize("name", names())
def test_nothing_told_is_ever_taken_back(name: str) -> None:
    last = dict.fromkeys(VIEWERS, "")
    for history in walk(begin(name), 3):
        for viewer in VIEWERS:
            text = history.telling(viewer).text
            assert text.startswith(last[viewer])
            last[viewer] = text
    assert len(set(last.values())) > 1


@pytest.mark.parametrize("name", names())
def test_what_is_covered_is_not_told(name: str) -> None:
    covered = 0
    for history in walk(begin(name), 4):
        if not history.awaiting or history.first_choice() is not None:
            continue
        decider = history.awaiting[0]
        told: dict[tuple[int, str], set[str]] = {}
        for action in actions(history):
            cover = history.state.cover(decider, action)
            for viewer in VIEWERS:
                if cover is not None and not may_see(cover.seen_by, viewer):
                    told.setdefault((viewer, cover.text), set()).add(
                        history.after(decider, action).telling(viewer).text
                    )
        assert all(len(texts) == 1 for texts in told.values())
        covered += len(told)
    assert covered > 0


@pytest.mark.parametrize("name", names())
def test_a_joint_choice_is_told_to_the_chooser_at_once_and_to_the_other_when_both_are_in(name: str) -> None:
    history = next(history for history in walk(begin(name), 5) if history.awaiting == BOTH)
    first = [history.after(0, action) for action in history.state.legal(0)[:2]]
    assert [choice.awaiting for choice in first] == [(1,), (1,)]
    assert {choice.telling(1).text for choice in first} == {history.telling(1).text}
    assert first[0].telling(0).text != first[1].telling(0).text
    assert first[0].state.view(0) == history.state.view(0)
    both = first[0].after(1, first[0].state.legal(1)[0])
    assert first[0].first_choice() is not None
    assert both.first_choice() is None
    assert both.telling(1).recent[-2:] == ((0, NONE), (1, first[0].state.legal(1)[0]))


@pytest.mark.parametrize("name", names())
def test_a_history_is_saved_and_copied_exactly(name: str) -> None:
    for history in walk(begin(name), 6):
        data = history.to_data()
        for twin in (restore(history.game, json.loads(json.dumps(data))), pickle.loads(pickle.dumps(history))):
            assert twin.to_data() == data
            assert twin.awaiting == history.awaiting
            assert all(twin.telling(viewer) == history.telling(viewer) for viewer in VIEWERS)
        assert copy.deepcopy(history) is history


@pytest.mark.parametrize("name", names())
def test_an_imagined_history_is_the_same_to_the_seat(name: str) -> None:
    rng = Rng(7)
    other = 0
    for history in walk(begin(name), 7):
        if history.awaiting in ((), BY_CHANCE):
            continue
        seat = history.awaiting[0]
        for world in [history.imagine(seat, rng) for _ in range(4)]:
            assert world.awaiting == history.awaiting
            assert world.state.legal(seat) == history.state.legal(seat)
            assert world.telling(seat) == history.telling(seat)
            assert world.state.view(seat) == history.state.view(seat)
            other += world.state.position() != history.state.position()
    assert other > 0


# ---- the whole tree of the small set ----


def test_what_a_seat_was_told_is_an_information_state() -> None:
    """Equal tellings mean equal views, equal choices and equal own actions; equal views may have unequal tellings."""
    known: dict[tuple[int, str], tuple[str, list[int], list[int]]] = {}
    tellings_of_a_view: dict[tuple[int, str], set[str]] = {}
    for history in every(begin("heros-crossing", TINY)):
        if history.awaiting not in ((0,), (1,)):
            continue
        seat = history.awaiting[0]
        text, view = history.telling(seat).text, plain_text(history.state.view(seat))
        found = view, history.state.legal(seat), own_actions(history, seat)
        assert known.setdefault((seat, text), found) == found
        tellings_of_a_view.setdefault((seat, view), set()).add(text)
    assert len(known) > len(tellings_of_a_view)
    assert max(len(texts) for texts in tellings_of_a_view.values()) > 1


def test_chance_is_told_as_chance() -> None:
    history = begin("heros-crossing", TINY)
    after = history.after(CHANCE, actions(history)[0])
    assert after.telling(PUBLIC).text.startswith("chance first 0")
    assert after.telling(PUBLIC).recent == ((CHANCE, actions(history)[0]),)
