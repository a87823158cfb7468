"""Say why an action is not legal."""

from __future__ import annotations

from typing import Final

LEGAL: Final = 0


class Reason:
    """Name a refusal by its code, the clause behind it and the data its sentence needs."""

    def __init__(self, code: str, clause: str, data: dict[str, object]) -> None:
        self.code = code
        self.clause = clause
        self.data = data

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reason):
            return False
        return self.to_data() == other.to_data()

    def __hash__(self) -> int:
        return hash((self.code, self.clause))

    def __repr__(self) -> str:
        return f"Reason({self.code!r}, {self.clause!r}, {self.data!r})"

    def to_data(self) -> dict[str, object]:
        """Return the reason as plain data."""
        return {"code": self.code, "clause": self.clause, "data": self.data}


class IllegalAction(Exception):
    """Carry the reason why an action was refused; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.code} ({reason.clause})")
        self.reason = reason
