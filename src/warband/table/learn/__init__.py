"""Teach a game by a guided first match."""
