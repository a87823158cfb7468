"""Name the ways in which input can be wrong."""

from __future__ import annotations


class BadInput(Exception):
    """Tell in one sentence what is wrong with something a person supplied, and where."""


class NotAnAction(BadInput):
    """Tell that a text is no action of the game at all."""


class WorkFailed(Exception):
    """Tell why work that was given to another process came to nothing."""
