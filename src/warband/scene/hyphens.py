"""Mark where a long English word may be broken, so that no name is broken anywhere else."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

SOFT: Final = "\u00ad"
# Shorter words fit wherever a card can be shown; with what hangs on them ("random:1's") they are longer.
SHORTEST: Final = 7
SHORTEST_IN_LONG: Final = 5
LONG: Final = 9
# So many letters stay together at either end.
LEAST: Final = 3
VOWELS: Final = "aeiouy"
# Consonants that begin a syllable together.
ONSETS: Final = re.compile("(?:scr|spr|str|thr|[bcfgp]l|[bcdfgpt]r|[cpstw]h|s[cpt]|tw)$")
BETWEEN: Final = re.compile(f"(?<=[{VOWELS}])([^{VOWELS}]+)(?=[{VOWELS}])")


@lru_cache(maxsize=4096)
def softened(name: str) -> str:
    """Return a name with a soft hyphen in each long word, at the syllable nearest to its middle."""
    return re.sub(r"\S+", lambda run: _with_soft_words(run[0]), name)


def _with_soft_words(run: str) -> str:
    shortest = SHORTEST if len(run) < LONG or "-" in run else SHORTEST_IN_LONG
    return re.sub(rf"[A-Za-z]{{{shortest},}}", lambda word: _softened(word[0]), run)


def _softened(word: str) -> str:
    places = [place for place in syllables(word) if LEAST <= place <= len(word) - LEAST]
    best = min(places, key=lambda place: (abs(2 * place - len(word)), -place), default=0)
    return word[:best] + SOFT + word[best:] if best else word


def syllables(word: str) -> list[int]:
    """Return where the syllables of a word begin, after the first one."""
    return [run.end() - _onset(run[1]) for run in BETWEEN.finditer(word.lower())]


def _onset(consonants: str) -> int:
    """Return how many of the consonants between two vowels go with the second."""
    if consonants == "x":
        return 0
    onset = ONSETS.search(consonants)
    return len(onset[0]) if onset else 1
