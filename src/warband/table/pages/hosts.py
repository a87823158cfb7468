"""Know the names of this server: a page that reaches it by another name is not ours."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from warband.table.settings import Settings


class Hosts:
    """The host names that requests may use.

    An address in numbers is always ours: whoever lets a foreign name point here needs a name.
    """

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        names = [urlsplit(settings.url).hostname or "", settings.host, *settings.names]
        self.names = {"localhost", own, f"{own}.local", *(name.lower() for name in names)} - {""}

    def is_ours(self, host: str) -> bool:
        """Return whether a Host header names this server."""
        try:
            address = urlsplit(f"//{host}")
            name, _ = address.hostname or "", address.port
        except ValueError:
            return False
        return name in self.names or is_number(name)


def is_number(name: str) -> bool:
    """Return whether a host is an address in numbers."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
