"""Play and study two-player tactics games."""

from warband.engine import choose_engine

choose_engine()

__version__ = "0.1.0"
