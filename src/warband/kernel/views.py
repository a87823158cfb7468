"""Name what a viewer is shown, and who views."""

from __future__ import annotations

from typing import TypeAlias

# All that one viewer may know of a state, as plain data: built from a whitelist, never by leaving out.
View: TypeAlias = dict[str, object]
# Who views: a seat, PUBLIC for spectators, or ALL once the match is over.
Viewer: TypeAlias = int
