"""What every face needs: whose decision it is, what an ending pays, and why an action is refused."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path

import gymnasium
import pytest

import warband
from warband.agents.lanes import settle
from warband.kernel.chance import Rng
from warband.kernel.game import Game, Result
from warband.kernel.registry import make_game
from warband.kernel.seats import CHANCE, NOBODY
from warband.research import openspiel, pettingzoo
from warband.research.batch import make_batch
from warband.research.gymnasium import env_id
from warband.research.seating import IllegalMove, mover, play, returns

GAME = make_game("heros-crossing", {"fronts": "dealt"})


def test_an_ending_pays_both_seats() -> None:
    assert returns(Result(0, "monarch_falls")) == (1, -1)
    assert returns(Result(1, "monarch_falls")) == (-1, 1)
    assert returns(Result(NOBODY, "last_round")) == (0, 0)
    assert returns(None) == (0, 0)


def test_chance_is_settled_before_anybody_moves() -> None:
    state = GAME.start()
    assert state.awaiting() == (CHANCE,)
    with pytest.raises(ValueError, match="chance decides here; settle it first"):
        mover(state)
    assert settle(state, Rng(1)) == mover(state)


def test_nobody_moves_once_the_match_is_over() -> None:
    state = GAME.restore({"phase": "over", "winner": 0, "seats": [{}, {"health": 0}]})
    assert mover(state) == NOBODY
    assert settle(state, Rng(1)) == NOBODY


def test_an_action_is_carried_out_or_refused_in_a_players_words() -> None:
    state = GAME.restore({"round": 1})
    refusal = r"^attack west > west: Nobody attacks in the first round; hire, recruit or flank\.$"
    with pytest.raises(IllegalMove, match=refusal):
        play(GAME, state, 0, GAME.parse("attack west > west"))
    play(GAME, state, 0, GAME.parse("flank west"))
    assert state.kinds(0) == ["move", "done"]


TAVERN = str(Path(__file__).parents[2] / "docs/examples/tavern")


@pytest.mark.parametrize(
    "made",
    [
        lambda: pettingzoo.env("pixel-tactics", pack=TAVERN).unwrapped.game,
        lambda: vars(gymnasium.make(env_id("pixel-tactics"), pack=TAVERN).unwrapped)["game"],
        lambda: vars(gymnasium.make_vec(env_id("pixel-tactics"), 2, pack=TAVERN).unwrapped)["game"],
        lambda: make_batch("pixel-tactics", 2, pack=TAVERN).game,
        lambda: openspiel.load_game("pixel-tactics", pack=TAVERN).rules,
        lambda: pickle.loads(pickle.dumps(openspiel.load_game("pixel-tactics", pack=TAVERN))).rules,
    ],
)
def test_every_face_plays_a_pack_by_its_path(made: Callable[[], Game]) -> None:
    assert made().packs == warband.game("pixel-tactics", pack=TAVERN).packs
