"""A judge: the same chances in any batch, results that are certain, and every action once."""

from __future__ import annotations

import pytest
from tests.lab.test_analysis import last_blow, middle

from warband.agents.minds import judge as judge_module
from warband.agents.minds.judge import Judge
from warband.kernel.registry import names


@pytest.mark.parametrize("name", names())
def test_rows_are_judged_alike_in_any_batch(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [middle(name, decisions) for decisions in (4, 8, 12)]
    judge = Judge(matches[0].game)
    rows = [judge.row(match.state, match.awaiting()[0]) for match in matches]
    together = judge.chances(rows)
    assert together == [judge.chances([row])[0] for row in rows]
    monkeypatch.setattr(judge_module, "BATCH", 2)
    assert judge.chances(rows) == together
    assert judge.chances([]) == []


def test_what_one_seat_may_expect_the_other_may_not() -> None:
    match = last_blow()
    judge = Judge(match.game)
    state = match.state.copy()
    blow = next(action for action in state.legal(0) if match.game.text(action, state).startswith("attack west"))
    state.apply(0, blow)
    assert judge.chances_after([state.copy()], 0)[0] + judge.chances_after([state.copy()], 1)[0] == pytest.approx(1)


@pytest.mark.parametrize("name", names())
def test_every_action_is_ranked_once_and_the_favourite_is_legal(name: str) -> None:
    match = middle(name)
    seat = match.awaiting()[0]
    legal, judge = match.actions(seat), Judge(match.game, 3)
    ranked = judge.rank(match.view(seat), legal, judge.worlds(match.view(seat), 2))
    assert sorted(one.action for one in ranked) == sorted(legal)
    assert sum(one.share for one in ranked) == pytest.approx(1)
    assert judge.favourite(match.state, seat) in legal
