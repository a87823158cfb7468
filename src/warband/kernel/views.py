"""Name what a viewer is shown, and who looks."""

from __future__ import annotations

from typing import NewType, TypeAlias

# All that one viewer may know of a state, as plain data: built from a whitelist, never by leaving out. A type of its
# own, so that a position, which knows everything, is not taken for one.
View = NewType("View", dict[str, object])
# Who looks: a seat, PUBLIC for spectators, or ALL once the match is over.
Viewer: TypeAlias = int
