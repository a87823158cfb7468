"""Offer the games to the tools of researchers: PettingZoo, Gymnasium, OpenSpiel, a batch, notebooks."""
