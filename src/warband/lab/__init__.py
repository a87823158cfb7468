"""Measure games and players."""
