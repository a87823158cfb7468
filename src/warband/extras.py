"""Say which extra to install where a package is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """The extra that something needs, in one sentence."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Raise MissingExtra if one of the packages of an extra, imported in this block, is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "warband":
            raise
        raise MissingExtra(f"this needs the extra `{name}`; {how_to_install(name)}") from None


def how_to_install(name: str) -> str:
    """Return how an extra is installed, for the end of a sentence."""
    return f"install it with: pip install 'warband[{name}]' (in a clone: pip install -e '.[{name}]')"
