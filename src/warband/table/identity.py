"""Know people without accounts: a signed cookie holds a random secret, and a seat belongs to who holds it.

The database knows a digest of the secret only, so neither a list nor a link can give a seat away.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from itsdangerous import BadSignature, Signer

COOKIE: Final = "warband"
COOKIE_SECONDS: Final = 400 * 24 * 3600
SECRET_BYTES: Final = 24
KEY_BYTES: Final = 32
ID_BYTES: Final = 9
DIGEST_BYTES: Final = 16


@dataclass(frozen=True)
class Visitor:
    """Hold who sent a request: the id that seats know, and the cookie to hand out if it is new."""

    id: str
    new_cookie: str = ""


class Identity:
    """Sign and read the cookies of one server."""

    def __init__(self, key: str) -> None:
        self._signer = Signer(key, salt="warband person", digest_method=hashlib.sha256)
        self._inviter = Signer(key, salt="warband invite", digest_method=hashlib.sha256)

    def visitor(self, cookie: str) -> Visitor:
        """Return who holds a cookie; without a good one, a new person."""
        try:
            return Visitor(person_id(self._signer.unsign(cookie).decode()))
        except (BadSignature, UnicodeError):
            secret = secrets.token_urlsafe(SECRET_BYTES)
            return Visitor(person_id(secret), self._signer.sign(secret).decode())

    def invitation(self, table: str) -> str:
        """Return the token that seats a guest at a table while its seat is free; it is no key to a seat."""
        return self._inviter.sign(table).decode()

    def invited_to(self, token: str) -> str:
        """Return the table that a token invites to, or nothing if no server like this has written it."""
        try:
            return self._inviter.unsign(token).decode()
        except (BadSignature, UnicodeError):
            return ""


def person_id(secret: str) -> str:
    """Return the id of the person who holds a secret."""
    return hashlib.blake2b(secret.encode(), digest_size=DIGEST_BYTES, person=b"warband person").hexdigest()


def same(left: str, right: str) -> bool:
    """Compare two secrets in a time that tells nothing of where they differ; an empty one is like no other."""
    return bool(left) and hmac.compare_digest(left.encode(), right.encode())


def fresh_key() -> str:
    """Return a new key to sign cookies with."""
    return secrets.token_hex(KEY_BYTES)


def fresh_id() -> str:
    """Return a new id of a table, short enough for a link and too long to guess."""
    return secrets.token_urlsafe(ID_BYTES).replace("-", "a").replace("_", "b")
