"""A network learns the smallest game in a minute, goes on from a checkpoint, and plays as what it was exported to."""

from __future__ import annotations

import copy
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")

from warband.agents.minds.network import Network as ExactNetwork  # noqa: E402
from warband.lab.training.config import SMALL, Config  # noqa: E402
from warband.lab.training.learner import Learner  # noqa: E402

GAME = "heros-crossing"
SMALLEST: dict[str, object] = {"pack": "tiny", "columns": 1, "fronts": "dealt"}


def quick(**numbers: Any) -> Config:  # noqa: ANN401
    """Return a recipe that is over after a lesson or two."""
    small = {**SMALL, "workers": 1, "lanes": 8, "horizon": 8, "minibatch": 64, "width": 32, "minutes": 0.001}
    return Config(GAME, (SMALLEST,), **{**small, **numbers})


def trained(config: Config) -> Learner:
    learner = Learner(config, torch.device("cpu"))
    learner.run(lambda progress: None, lambda: None)
    return learner


def test_a_lesson_changes_the_network_and_counts_what_was_played() -> None:
    learner = Learner(quick(), torch.device("cpu"))
    before = copy.deepcopy(learner.network.state_dict())
    learner.run(lambda progress: None, lambda: None)
    after = learner.network.state_dict()
    assert any(not torch.equal(before[name], after[name]) for name in before)
    assert learner.progress.decisions == learner.progress.lessons * 2 * 8 * 8
    assert {"entropy", "value_error", "minutes", "matches"} <= set(learner.progress.rows[-1])


def test_a_checkpoint_goes_on_where_it_was_made() -> None:
    first = trained(quick())
    again = Learner(quick(), torch.device("cpu"))
    again.restore(copy.deepcopy(first.to_data()))
    assert again.progress == first.progress
    for name, value in first.network.state_dict().items():
        assert torch.equal(value, again.network.state_dict()[name])
    again.progress.minutes = 0.0
    again.run(lambda progress: None, lambda: None)
    assert again.progress.lessons > first.progress.lessons


def test_variants_of_a_game_share_one_network() -> None:
    config = quick(workers=2)
    both = Config(**{**config.to_data(), "variants": (SMALLEST, {**SMALLEST, "health": 3})})
    learner = trained(both)
    assert len(learner.tables) == 2
    assert learner.progress.decisions > 0


def test_what_is_exported_scores_as_what_was_trained() -> None:
    learner = trained(quick(width=64))
    assert learner.experience is not None
    seen = learner.experience.seen[0]
    parts = [learner.average.assemble(learner.tables[0])]
    with torch.no_grad():
        scores, values = learner.average([seen], parts)
    exact = ExactNetwork(learner.export(), learner.wirings[0])
    hidden = exact.hidden(seen.numpy())
    assert abs(exact.all_scores(hidden) - scores.numpy()).max() < 0.1
    assert abs(exact.values(hidden) - values.numpy()).max() < 0.05
