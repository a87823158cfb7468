"""Turn options into parameters that OpenSpiel reads back as they were written, and back into options."""

from __future__ import annotations

import re
from typing import Final

from warband.kernel.options import Option

# OpenSpiel takes these for a number or for true and false, and then refuses them where the default is a text.
MISREAD: Final = re.compile(r"-?[0-9.]+|true|false", re.IGNORECASE)


def to_parameters(declared: list[Option], options: dict[str, object]) -> dict[str, int | str]:
    """Return options as parameters."""
    return {option.name: _parameter(option, options[option.name]) for option in declared if option.name in options}


def _parameter(option: Option, value: object) -> int | str:
    """Return a value as a parameter: a number, or a text, in quotes where OpenSpiel would misread it."""
    checked = option.check(value)
    if isinstance(checked, int) or _is_number(option):
        return int(str(checked))
    text = str(checked)
    return f'"{text}"' if MISREAD.fullmatch(text) else text


def to_options(declared: list[Option], parameters: dict[str, object]) -> dict[str, object]:
    """Return the options that parameters mean, without those that are as usual."""
    options: dict[str, object] = {}
    for option in declared:
        written = parameters.get(option.name, option.default)
        value = option.check(written.strip('"') if isinstance(written, str) else written)
        if value != option.default:
            options[option.name] = value
    return options


def _is_number(option: Option) -> bool:
    return bool(option.choices) and all(choice.isdecimal() for choice in option.choices)
