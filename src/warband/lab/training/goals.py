"""What is to be learnt of what was played: how much better than expected each action was, and what to expect."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from warband.lab.training.config import Config
from warband.lab.training.experience import Experience


class Goals(NamedTuple):
    """How much better than expected each action was, what to expect of values and draws, and which steps teach."""

    advantages: Tensor
    values: Tensor
    draws: Tensor
    taught: Tensor


class Gains(NamedTuple):
    """How much more came of each step than was expected, and whether that is known."""

    gains: Tensor
    known: Tensor


def goals_of(experience: Experience, config: Config, stake: float, shaping: float) -> Goals:
    """Return what a lesson is to teach; the game's own evaluation, in parts of its stake, helps as far as it shapes."""
    stands = torch.tanh(experience.stands / (2 * stake)) * shaping
    going = config.discount * (1 - experience.ended)
    # What is good for one seat is bad for the other.
    onward = going * experience.same
    got = experience.got + onward * stands[1:] - stands[:-1]
    gains, taught = gains_of(got, onward, experience.values, experience.mine, config.trace)
    # A draw is a draw for both.
    drawn = experience.ended * (experience.got == 0)
    draw_gains, _ = gains_of(drawn, going, experience.draws, experience.mine, config.trace)
    advantages = gains - config.draw * draw_gains
    known = advantages[taught]
    advantages = (advantages - known.mean()) / (known.std() + 1e-8)
    return Goals(advantages, gains + experience.values[:-1], draw_gains + experience.draws[:-1], taught)


def gains_of(got: Tensor, onward: Tensor, expected: Tensor, mine: Tensor, trace: float) -> Gains:
    """Return how much more came of each own step than was expected, later steps counting less and less.

    The steps of a rival belong to the world: what they bring counts for the own step before them. Where a rival
    decides at the end, what the last own step brings is not known yet.
    """
    gains, taught = torch.zeros_like(got), torch.zeros_like(got, dtype=torch.bool)
    carried, brought = torch.zeros_like(got[0]), torch.zeros_like(got[0])
    ahead, is_known = expected[-1], mine[-1]
    for step in reversed(range(len(got))):
        ahead, carried = onward[step] * ahead, onward[step] * carried
        brought = got[step] + onward[step] * brought
        is_known = is_known | (onward[step] == 0)
        own = mine[step]
        gain = brought + ahead - expected[step] + trace * carried
        gain = torch.where(own & is_known, gain, 0.0)
        gains[step], taught[step] = gain, own & is_known
        ahead, carried = torch.where(own, expected[step], ahead), torch.where(own, gain, carried)
        brought = torch.where(own, 0.0, brought)
        is_known = is_known | own
    return Gains(gains, taught)
