"""Name the ways in which input can be wrong."""

from __future__ import annotations


class BadInput(Exception):
    """One sentence on what is wrong with something a person supplied, and where."""


class NotAnAction(BadInput):
    """A text that is no action of the game at all."""


class WorkFailed(Exception):
    """Why work in another process came to nothing."""
