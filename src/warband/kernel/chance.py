"""Draw chance: honest outcomes from a secret and the ply, a fast generator for imagined worlds."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from warband.kernel.pickling import Reduced

WORD: Final = 0xFFFFFFFF
SECRET_BYTES: Final = 32


class Rng:
    """A fast and repeatable generator, for imagined worlds, rollouts, tests and benches only.

    This is sfc32 (three words and a counter); no step leaves 62 bits, so compiled and plain agree.
    """

    def __init__(self, seed: int) -> None:
        mixed = int.from_bytes(hashlib.blake2b(b"rng %d" % seed, digest_size=12).digest(), "little")
        self._a = mixed & WORD
        self._b = (mixed >> 32) & WORD
        self._c = (mixed >> 64) & WORD
        self._count = 1

    def copy(self) -> Rng:
        """Return a generator that will give what this one will."""
        return rng_at(self._a, self._b, self._c, self._count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rng) and self.words() == other.words()

    def __copy__(self) -> Rng:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Rng:
        return self.copy()

    def __reduce__(self) -> Reduced:
        return rng_at, self.words()

    def words(self) -> tuple[int, int, int, int]:
        """Return where the generator stands: its three words and its counter."""
        return self._a, self._b, self._c, self._count

    def word(self) -> int:
        """Return the next 32 bits."""
        b = self._b
        c = self._c
        mix = (self._a + b + self._count) & WORD
        self._count = (self._count + 1) & WORD
        self._a = b ^ (b >> 9)
        self._b = (c + (c << 3)) & WORD
        self._c = ((((c << 21) & WORD) | (c >> 11)) + mix) & WORD
        return mix

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, for n under 2^29."""
        return (self.word() * n) >> 32

    def shuffle(self, items: list[int]) -> None:
        """Put the items into a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def rng_at(a: int, b: int, c: int, count: int) -> Rng:
    """Return a generator that stands at these words and this counter."""
    rng = Rng(0)
    rng._a, rng._b, rng._c, rng._count = a, b, c, count
    return rng


def pick_weighted(number: int, outcomes: list[tuple[int, int]]) -> int:
    """Return the outcome that a number from 0 to the total weight - 1 falls on."""
    for outcome, weight in outcomes:
        if number < weight:
            return outcome
        number -= weight
    raise ValueError("the number is not below the total weight")


class Chance:
    """The chance of one match: BLAKE2b over (secret, ply) decides every ply.

    The commitment is published before play and the secret when the match is over, so anyone can verify.
    Each seat may contribute a text of its own, so that the host cannot choose the outcomes.
    """

    def __init__(self, secret: bytes, salt: bytes = b"", contributions: tuple[str, str] = ("", "")) -> None:
        self.secret = secret
        self.salt = salt
        self.contributions = contributions
        parts = b"".join(hashlib.blake2b(text.encode(), digest_size=16).digest() for text in contributions)
        self._key = hashlib.blake2b(secret + parts, digest_size=32, person=b"warband key").digest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance) and self._key == other._key and self.salt == other.salt

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> Reduced:
        return Chance, (self.secret, self.salt, self.contributions)

    def commitment(self) -> str:
        """Return what is published before play: a salted digest of the secret."""
        # The salt is a key of its own, so that no other salt and secret can be read out of the same bytes.
        return hashlib.blake2b(self.secret, key=self.salt, digest_size=32, person=b"warband commit").hexdigest()

    def number(self, ply: int, below: int) -> int:
        """Return the number that decides the chance of a ply, from 0 to below - 1."""
        digest = hashlib.blake2b(b"ply %d" % ply, key=self._key, digest_size=32).digest()
        return (int.from_bytes(digest, "big") * below) >> 256

    def choose(self, ply: int, outcomes: list[tuple[int, int]]) -> int:
        """Return the outcome of a chance ply, drawn by weight."""
        total = sum(weight for _, weight in outcomes)
        return pick_weighted(self.number(ply, total), outcomes)


def fresh_chance(contributions: tuple[str, str] = ("", "")) -> Chance:
    """Make the chance of a real match, with a secret and a salt from the operating system."""
    return Chance(secrets.token_bytes(SECRET_BYTES), secrets.token_bytes(16), contributions)


def seeded_chance(seed: int) -> Chance:
    """Make repeatable chance from a small seed, for arenas, tests and benches."""
    return Chance(b"seed %d" % seed, b"seed")
