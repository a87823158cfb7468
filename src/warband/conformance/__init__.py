"""Check that a game keeps the laws of the kernel; a public tool for everyone who writes a game."""

from warband.conformance.check import Report, check_game

__all__ = ["Report", "check_game"]
