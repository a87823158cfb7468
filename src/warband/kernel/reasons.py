"""Say why an action is not legal: numbered refusals of the rules, and the reasons they become."""

from __future__ import annotations

from typing import Final

from warband.kernel.pickling import Reduced

LEGAL: Final = 0
# The refusals of the moment, which every game has; those of its own rules follow.
OVER: Final = 1
CHANCE_DECIDES: Final = 2
NOT_YOURS: Final = 3
NOT_NOW: Final = 4
CHOSEN: Final = 5
OF_THE_MOMENT: Final = ["legal", "over", "chance_decides", "not_yours", "not_now", "chosen"]


class Reason:
    """A refusal: its code, the clause behind it and the data its sentence needs.

    `sentence` is filled in by whoever knows the words of the game; without it the code stands for it.
    """

    def __init__(self, code: str, clause: str, data: dict[str, object], sentence: str = "") -> None:
        self.code = code
        self.clause = clause
        self.data = data
        self.sentence = sentence

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reason):
            return False
        return self.to_data() == other.to_data()

    def __hash__(self) -> int:
        return hash((self.code, self.clause))

    def __repr__(self) -> str:
        return f"Reason({self.code!r}, {self.clause!r}, {self.data!r})"

    def __reduce__(self) -> Reduced:
        return Reason, (self.code, self.clause, self.data, self.sentence)

    def __str__(self) -> str:
        return f"{self.sentence or self.code} ({self.clause})"

    def to_data(self) -> dict[str, object]:
        """Return the reason as plain data."""
        return {"code": self.code, "clause": self.clause, "data": self.data}


class Refusals:
    """The numbered refusals of a game, each with the code of its sentence and the clause behind it."""

    def __init__(self, game: str, over: str, chance_decides: str, not_yours: str, not_now: str, chosen: str) -> None:
        self.game = game
        self.codes: list[str] = list(OF_THE_MOMENT)
        self.clauses: list[str] = ["", over, chance_decides, not_yours, not_now, chosen]

    def number(self, code: str, clause: str) -> int:
        """Return the number of one more refusal, under its usual clause."""
        self.codes.append(code)
        self.clauses.append(clause)
        return len(self.codes) - 1

    def reason(self, number: int, data: dict[str, object], clause: str = "") -> Reason:
        """Return the reason behind a refusal, under its usual clause or a nearer one."""
        return Reason(self.codes[number], f"{self.game}:{clause or self.clauses[number]}", data)


class IllegalAction(Exception):
    """The refusal of an action, with its reason; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason

    def __reduce__(self) -> Reduced:
        return IllegalAction, (self.reason,)
