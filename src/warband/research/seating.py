"""Share what every environment needs: make the game, say whose decision it is, refuse what is illegal, copy whole."""

from __future__ import annotations

import copy
import operator
from typing import Any, Self, SupportsIndex

import warband
from warband.kernel.errors import BadInput
from warband.kernel.game import Game, Result, State
from warband.kernel.registry import Packs, entry, make_game
from warband.kernel.seats import BY_CHANCE, NOBODY, Seat


class IllegalMove(ValueError):
    """Why an action is not legal, in a player's words; nothing has changed."""


class CopiedWhole:
    """An environment that copies and pickles with its match; only the encoder, which every game makes, is left out."""

    game: Game

    def __copy__(self) -> Self:
        # Half a copy would play on in the same match.
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_encoder"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._encoder = self.game.encoder()


def make(
    game: str | Game, options: dict[str, object], packs: Packs | None = None, keywords: tuple[str, ...] = ()
) -> Game:
    """Return the game of a name with its options bound; a game that is made already passes as it is.

    The option `pack` may be a file or a folder. A wrong option is refused with the right ones and with the other
    keywords that the adapter takes.
    """
    if isinstance(game, str):
        _check_names(options, [option.name for option in entry(game).options], keywords)
        return make_game(game, options, packs) if packs else warband.game(game, **options)
    if not isinstance(game, Game):
        raise BadInput(f"{game!r} is no game; give the name of one or a game that is made already")
    if options or packs:
        raise TypeError(f"{game.title} is made already; give its options where it is made")
    return game


def _check_names(options: dict[str, object], known: list[str], keywords: tuple[str, ...]) -> None:
    beside = f"; beside them there are {', '.join(keywords)}" if keywords else ""
    for name in options:
        if name not in known:
            raise BadInput(f"unknown option {name!r}; the options are {', '.join(known)}{beside}")


def mover(state: State) -> int:
    """Return the seat that decides next, or NOBODY; of two that choose in secret the first comes first."""
    awaiting = state.awaiting()
    if awaiting == BY_CHANCE:
        raise ValueError("chance decides here; settle it first")
    return awaiting[0] if awaiting else NOBODY


def whole(game: Game, action: SupportsIndex) -> int:
    """Return an action as a plain number, or raise IllegalMove if it is no whole number."""
    try:
        return operator.index(action)
    except TypeError:
        most = game.action_count() - 1
        raise IllegalMove(f"{action!r} is not an action; actions are whole numbers from 0 to {most}") from None


def whole_seed(seed: SupportsIndex) -> int:
    """Return a seed as a plain number, or raise BadInput if it is no whole number."""
    try:
        return operator.index(seed)
    except TypeError:
        raise BadInput(f"seed {seed!r} is not a whole number") from None


def check(game: Game, state: State, seat: Seat, action: int) -> None:
    """Raise IllegalMove with the reason if an action is not legal for a seat now."""
    if not 0 <= action < game.action_count():
        raise IllegalMove(f"{action} is not an action; actions are 0 to {game.action_count() - 1}")
    reason = state.why_not(seat, action)
    if reason is not None:
        raise IllegalMove(f"{game.text(action, state)}: {game.say_reason(reason)}")


def play(game: Game, state: State, seat: Seat, action: int) -> None:
    """Carry out an action after checking it; raise IllegalMove and change nothing if it is not legal."""
    check(game, state, seat, action)
    state.apply(seat, action)


def returns(result: Result | None) -> tuple[int, int]:
    """Return what both seats get: 1 for a win, -1 for a loss, 0 for a draw or while the match goes on."""
    if result is None or result.winner == NOBODY:
        return 0, 0
    return (1, -1) if result.winner == 0 else (-1, 1)
