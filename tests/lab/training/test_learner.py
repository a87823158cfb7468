"""A network learns the smallest game in a minute, goes on from a checkpoint, and plays as what it was exported to."""

from __future__ import annotations

import copy
import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")

from warband.agents.minds.files import from_bytes, to_bytes  # noqa: E402
from warband.agents.minds.network import Network as ExactNetwork  # noqa: E402
from warband.agents.minds.network import Weights  # noqa: E402
from warband.lab.training.config import SMALL, Config  # noqa: E402
from warband.lab.training.learner import Learner, Progress  # noqa: E402
from warband.lab.training.loading import shaped  # noqa: E402

GAME = "heros-crossing"
SMALLEST: dict[str, object] = {"pack": "tiny", "columns": 1, "fronts": "dealt"}


def quick(**numbers: Any) -> Config:  # noqa: ANN401
    """Return a recipe that is over after a lesson or two."""
    small = {**SMALL, "workers": 1, "lanes": 8, "horizon": 8, "minibatch": 64, "width": 32, "minutes": 0.001}
    return Config(GAME, (SMALLEST,), **{**small, **numbers})


def on_a_map(**numbers: Any) -> Config:  # noqa: ANN401
    """Return a recipe for a game with places."""
    config = quick(**numbers)
    return Config(**{**config.to_data(), "game": "pocket-tactics", "variants": ({"map": "quick"},)})


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


@pytest.mark.parametrize(
    "numbers", [{}, {"critic": 1, "pool": 0.5, "pool_every": 1, "pool_size": 2}], ids=["plain", "critic and pool"]
)
def test_half_a_run_and_its_other_half_are_the_whole_run_bit_for_bit(numbers: dict[str, Any]) -> None:
    config = quick(lessons=6, **numbers)
    whole = trained(config)
    half = Learner(config, torch.device("cpu"))
    kept: list[dict[str, Any]] = []

    def tell(progress: Progress) -> None:
        half.is_stopping = progress.lessons == 3

    half.run(tell, lambda: kept.append(through_a_file(half.to_data())))
    again = Learner(config, torch.device("cpu"))
    again.restore(kept[-1])
    again.run(lambda progress: None, lambda: None)
    assert again.progress.lessons == whole.progress.lessons == 6
    assert again.progress.matches == whole.progress.matches > 0
    for one, other in ((whole.network, again.network), (whole.average, again.average)):
        for name, value in one.state_dict().items():
            assert torch.equal(value, other.state_dict()[name]), name
    assert to_bytes(whole.export()) == to_bytes(again.export())


def through_a_file(data: dict[str, Any]) -> dict[str, Any]:
    """Return what a checkpoint of this holds when it is read again."""
    file = io.BytesIO()
    torch.save(data, file)
    file.seek(0)
    return cast(dict[str, Any], torch.load(file, weights_only=True))


def test_a_critic_sees_what_the_other_seat_sees_and_the_network_does_not() -> None:
    learner = trained(quick(critic=1))
    experience, critic = learner.experience, learner.critic
    assert experience is not None
    assert critic is not None
    assert experience.others.shape == experience.seen.shape
    assert not torch.equal(experience.others, experience.seen)
    # What a seat is told of itself first is what the other is told of its rival: two rows of one position differ.
    assert (experience.others[-1] != experience.seen[-1]).any(1).all()
    assert "critic_error" in learner.progress.rows[-1]
    trunk = torch.zeros(len(experience.others[-1]), learner.config.width, requires_grad=True)
    verdict = critic(trunk, [experience.others[-1]], [critic.assemble(learner.tables[0])])
    verdict.values.sum().backward()
    assert trunk.grad is None
    assert len(set(verdict.values.tolist())) > 1


def test_an_earlier_self_plays_its_share_and_teaches_nothing() -> None:
    learner = trained(quick(pool=0.5, pool_every=1, lessons=3))
    experience, pool = learner.experience, learner.pool
    assert experience is not None
    assert pool is not None
    assert len(pool.selves) == 3
    rival = ~experience.mine[:-1]
    lanes = torch.arange(rival.shape[1]) % experience.lanes
    assert rival[:, lanes < 4].any()
    assert not rival[:, lanes >= 4].any()
    # The first step shows what the next lesson begins with.
    assert (rival[1:] == ((experience.seats[1:-1] == lanes % 2) & (lanes < 4))).all()
    goals = learner._goals(experience)
    taught = torch.cat([numbers for numbers, _ in learner._minibatches(goals.taught.reshape(-1))])
    assert not rival.reshape(-1)[taught].any()
    assert len(taught) == int(goals.taught.sum())


@pytest.mark.parametrize("config", [quick(width=64), on_a_map(width=64)], ids=["cells", "places"])
def test_an_attacker_begins_as_its_victim_and_learns_from_its_own_decisions(config: Config) -> None:
    weights = trained(config).export()
    shape = shaped(config, weights)
    attacker = Learner(replace(shape, lessons=1), torch.device("cpu"), start=weights, victim=weights)
    victim = attacker.victim
    assert victim is not None
    for name, value in attacker.network.state_dict().items():
        assert torch.equal(value, victim.network.state_dict()[name]), name
    attacker.run(lambda progress: None, lambda: None)
    experience = attacker.experience
    assert experience is not None
    theirs = ~experience.mine[:-1]
    lanes = torch.arange(theirs.shape[1]) % experience.lanes
    # The first step shows what the next lesson begins with.
    assert (theirs[1:] == (experience.seats[1:-1] == lanes % 2)).all()
    again = Learner(shape, torch.device("cpu"), start=weights)
    again.experience = experience
    assert abs(exact_values(again.export(), attacker) - exact_values(weights, attacker)).max() < 0.02


def exact_values(weights: Weights, learner: Learner) -> Any:  # noqa: ANN401
    """Return what weights expect of the positions that a learner saw last."""
    assert learner.experience is not None
    network = ExactNetwork(weights, learner.wirings[0])
    return network.values(network.hidden(learner.experience.seen[-1].numpy()))


def test_variants_of_a_game_share_one_network() -> None:
    config = quick(workers=2)
    both = Config(**{**config.to_data(), "variants": (SMALLEST, {**SMALLEST, "health": 3})})
    learner = trained(both)
    assert len(learner.tables) == 2
    assert learner.progress.decisions > 0


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
        mine=torch.ones(steps + 1, lanes, dtype=torch.bool),
        ended=torch.tensor([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]),
    )
    goals = learner._goals(cast(Any, kept))
    assert goals.draws[:, 0].tolist() == [1.0, 1.0, 1.0]
    assert goals.draws[:, 1].tolist() == [0.0, 0.0, 0.0]
    assert goals.values[:, 0].tolist() == [0.0, 0.0, 0.0]
    assert goals.values[:, 1].tolist() == [1.0, -1.0, 1.0]
    assert (goals.advantages[:, 0] < 0).all()
