"""Observe a history for OpenSpiel: the view as text and tensor, and with perfect recall the redacted history too."""

from __future__ import annotations

from typing import Final, Protocol

from warband.extras import extra
from warband.kernel.encoding import layout_size
from warband.kernel.game import Game
from warband.kernel.seats import BY_CHANCE, CHANCE, PUBLIC
from warband.research.history import DIGEST_BYTES, RECENT, History, plain_text
from warband.research.recent import MYSELF, THE_OTHER

with extra("research"):
    import numpy as np
    import numpy.typing as npt

Floats = npt.NDArray[np.float32]

BY_FATE: Final = 3


class Place(Protocol):
    """What has a history, such as a state of OpenSpiel."""

    memory: History


class ViewObserver:
    """Observes what a seat sees now: its view."""

    def __init__(self, game: Game) -> None:
        self.pieces: dict[str, tuple[int, ...]] = {"observation": (layout_size(game.layout()),)}
        self.game = game
        self.dict: dict[str, Floats] = {}
        self.tensor: Floats | None = None
        self.allot()

    def allot(self) -> None:
        """Make the flat tensor, and the pieces by name as views of it; a game without a layout has none."""
        sizes = {name: int(np.prod(shape)) for name, shape in self.pieces.items()}
        if not sizes["observation"]:
            return
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        begin = 0
        for name, shape in self.pieces.items():
            self.dict[name] = self.tensor[begin : begin + sizes[name]].reshape(shape)
            begin += sizes[name]

    def set_from(self, state: Place, player: int) -> None:
        """Write the tensor for a seat; while chance decides nobody is asked anything, and its cells are zero."""
        if self.tensor is None:
            return
        memory, cells = state.memory, self.dict["observation"]
        if memory.awaiting == BY_CHANCE:
            cells.fill(0)
        else:
            cells[:] = np.frombuffer(self.game.encode(memory.state, player), np.int8)

    def string_from(self, state: Place, player: int) -> str:
        """Return the view of a seat as one line of JSON."""
        return plain_text(state.memory.state.view(player))


class RecallObserver(ViewObserver):
    """Observes all that a seat was ever told: the redacted history.

    The tensor holds the view, the latest plies (newest first: by whom, and the action + 1, or 0 where it is hidden),
    and a digest of the whole history, so that two histories that the seat can tell apart have different tensors.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._told = self.pieces["observation"][0]
        self.pieces |= {"recent": (RECENT, 2), "digest": (8 * DIGEST_BYTES,)}
        self.allot()

    def set_from(self, state: Place, player: int) -> None:
        """Write the tensor for a seat."""
        super().set_from(state, player)
        if self.tensor is None:
            return
        telling = state.memory.telling(player)
        if telling.before is None:
            self.tensor[self._told :] = 0
            return
        sides = {CHANCE: BY_FATE, player: MYSELF, 1 - player: THE_OTHER}
        latest = [cell for seat, action in reversed(telling.recent) for cell in (sides[seat], action + 1)]
        bits = np.unpackbits(np.frombuffer(telling.digest, np.uint8)).tolist()
        self.tensor[self._told :] = latest + [0] * (2 * RECENT - len(latest)) + bits

    def string_from(self, state: Place, player: int) -> str:
        """Return whose telling this is, and all that the seat was told, a ply a line."""
        return f"seat {player}\n{state.memory.telling(player).text}"


class PublicObserver:
    """Observes what everybody sees, as text: the public view, or with perfect recall the public history."""

    def __init__(self, recall: bool) -> None:
        self.recall = recall
        self.tensor = None
        self.dict: dict[str, Floats] = {}

    def set_from(self, state: Place, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: Place, player: int) -> str:
        """Return the public view as JSON, or the public history."""
        history = state.memory
        return history.telling(PUBLIC).text if self.recall else plain_text(history.state.view(PUBLIC))


class PrivateObserver:
    """Observes what a seat sees and the public does not, as text."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Floats] = {}

    def set_from(self, state: Place, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: Place, player: int) -> str:
        """Return what in the seat's view is not in the public one, as JSON."""
        world = state.memory.state
        return plain_text(beyond(world.view(player), world.view(PUBLIC)))


def beyond(view: object, public: object) -> object:
    """Return what a view holds that the public view does not, in the shape of the view; None where they are equal."""
    if isinstance(view, dict) and isinstance(public, dict):
        inner = {name: beyond(item, public[name]) if name in public else item for name, item in view.items()}
        return {name: item for name, item in inner.items() if item is not None} or None
    if isinstance(view, list) and isinstance(public, list) and len(view) == len(public):
        items = [beyond(item, other) for item, other in zip(view, public, strict=True)]
        return items if any(item is not None for item in items) else None
    return None if view == public else view
