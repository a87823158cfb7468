"""Declare the options of a game and check the values a person gives them."""

from __future__ import annotations

from dataclasses import dataclass

from warband.kernel.errors import BadInput

MOST_DIGITS = 10


@dataclass(frozen=True)
class Option:
    """One option: its name, its default, what it does, and the values it takes."""

    name: str
    default: object
    text: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def check(self, value: object) -> object:
        """Return the value in its right type, or raise BadInput that names the option."""
        if isinstance(self.default, int):
            return self._check_number(value)
        value = _as_choice(value) if self.choices else value
        if self.choices and value not in self.choices:
            raise BadInput(f"option {self.name}: {value!r} is not one of {', '.join(self.choices)}")
        return value

    def _check_number(self, value: object) -> int:
        if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < MOST_DIGITS:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadInput(f"option {self.name}: {value!r} is not a whole number")
        if value < self.low or value > self.high:
            raise BadInput(f"option {self.name}: {value} is not between {self.low} and {self.high}")
        return value


def _as_choice(value: object) -> object:
    """Return a choice as it is written: a document may hold true or 5 where the choice is `true` or `5`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else value


def bind_options(declared: list[Option], values: dict[str, object]) -> dict[str, object]:
    """Return a value for every declared option: the given one, checked, or the default."""
    known = {option.name: option for option in declared}
    for name in values:
        if name not in known:
            raise BadInput(f"unknown option {name!r}; the options are {', '.join(known)}")
    return {option.name: option.check(values.get(option.name, option.default)) for option in declared}
