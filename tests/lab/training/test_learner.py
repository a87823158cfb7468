"""A network learns the smallest game in a minute, goes on from a checkpoint, and plays as what it was exported to."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")

from warband.agents.minds.files import from_bytes, to_bytes  # noqa: E402
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


def on_a_map(**numbers: Any) -> Config:  # noqa: ANN401
    """Return a recipe for a game with places."""
    config = quick(**numbers)
    return Config(**{**config.to_data(), "game": "pocket-tactics", "variants": ({"map": "quick"},)})


@pytest.mark.parametrize("config", [quick(width=64), on_a_map(width=64)], ids=["cells", "places"])
def test_what_is_exported_scores_as_what_was_trained(config: Config) -> None:
    learner = trained(config)
    experience = learner.experience
    assert experience is not None
    seen, legal = experience.seen[-1], experience.legal[-1].long()
    parts = [learner.average.assemble(learner.tables[0])]
    with torch.no_grad():
        outlook = learner.average([seen], parts, legal)
    exact = ExactNetwork(from_bytes(to_bytes(learner.export())), learner.wirings[0])
    hidden = exact.hidden(seen.numpy())
    scores = np.take_along_axis(exact.all_scores(hidden), legal.numpy(), 1)
    assert abs(scores - outlook.scores.numpy()).max() < 0.1
    assert abs(exact.values(hidden) - outlook.values.numpy()).max() < 0.05


def test_actions_on_a_map_are_told_apart_by_their_places() -> None:
    learner = trained(on_a_map())
    experience = learner.experience
    assert experience is not None
    parts = [learner.network.assemble(learner.tables[0])]
    with torch.no_grad():
        outlook = learner.network([experience.seen[-1]], parts, experience.legal[-1].long())
    for scores, count in zip(outlook.scores, experience.counts[-1], strict=True):
        if count > 8:
            assert len(set(scores[:count].tolist())) > count // 2


def test_a_draw_costs_both_seats_what_the_recipe_says() -> None:
    learner = Learner(quick(draw=0.5, shaping=0.0, trace=1.0), torch.device("cpu"))
    lanes, steps = 2, 3
    kept = SimpleNamespace(
        stands=torch.zeros(steps + 1, lanes),
        values=torch.zeros(steps + 1, lanes),
        draws=torch.zeros(steps + 1, lanes),
        got=torch.tensor([[0.0, 0.0], [0.0, 0.0], [0.0, 1.0]]),
        same=-torch.ones(steps, lanes),
        ended=torch.tensor([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]),
    )
    goals = learner._goals(cast(Any, kept))
    assert goals.draws[:, 0].tolist() == [1.0, 1.0, 1.0]
    assert goals.draws[:, 1].tolist() == [0.0, 0.0, 0.0]
    assert goals.values[:, 0].tolist() == [0.0, 0.0, 0.0]
    assert goals.values[:, 1].tolist() == [1.0, -1.0, 1.0]
    assert (goals.advantages[:, 0] < 0).all()
