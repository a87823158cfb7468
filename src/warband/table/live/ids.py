"""Make ids that cannot be guessed, and compare them."""

from __future__ import annotations

import hmac
import secrets
from typing import Final

ID_BYTES: Final = 9


def same(left: str, right: str) -> bool:
    """Compare two secrets in a time that tells nothing of where they differ; an empty one is like no other."""
    return bool(left) and hmac.compare_digest(left.encode(), right.encode())


def fresh_id() -> str:
    """Return a new id of a table, short enough for a link and too long to guess."""
    return secrets.token_urlsafe(ID_BYTES).replace("-", "a").replace("_", "b")
