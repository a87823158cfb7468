"""Identify people without accounts: a signed cookie holds a random secret, and a seat belongs to whoever has it.

The database has only a digest of the secret, so neither a list nor a link can give a seat away.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from warband.table.live.fair_queue import Asker
from warband.table.pages.limits import source_of

# The cookie of servers before this one; every server has a name of its own for it now.
OLD_COOKIE: Final = "warband"
COOKIE_SECONDS: Final = 400 * 24 * 3600
SECRET_BYTES: Final = 24
DIGEST_BYTES: Final = 16


@dataclass(frozen=True)
class Visitor:
    """Who sent a request: the person's id, and the cookie to set if it is new."""

    id: str
    new_cookie: str = ""


def asker_of(request: HTTPConnection) -> Asker:
    """Return who wants work done with a request; all who come without a cookie are one."""
    visitor = request.scope.get("visitor")
    address = source_of(request.client.host) if request.client is not None else ""
    return Asker("" if visitor is None or visitor.new_cookie else visitor.id, address)


class Identity:
    """Signs and reads the cookies and invitations of one server."""

    def __init__(self, key: str) -> None:
        # Cookies know hosts and no ports: two servers on one machine must not take each other's.
        self.cookie = (
            f"{OLD_COOKIE}-{hashlib.blake2b(key.encode(), digest_size=4, person=b'warband cookie').hexdigest()}"
        )
        self._signer = Signer(key, salt="warband person", digest_method=hashlib.sha256)
        self._inviter = Signer(key, salt="warband invite", digest_method=hashlib.sha256)

    def visitor(self, cookie: str, old: str = "") -> Visitor:
        """Return who holds a cookie, or one under the old name; without a good one, a new person."""
        secret = self._secret(cookie)
        if secret:
            return Visitor(person_id(secret))
        secret = self._secret(old) or secrets.token_urlsafe(SECRET_BYTES)
        return Visitor(person_id(secret), self._signer.sign(secret).decode())

    def _secret(self, cookie: str) -> str:
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return ""

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
