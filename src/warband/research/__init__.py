"""Offer the games to the tools of researchers: PettingZoo, Gymnasium, OpenSpiel, a batch, notebooks."""

import warband.games  # noqa: F401  (registers the games that ship)
