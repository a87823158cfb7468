"""Who can reach a server, and how it is opened to the local network."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from warband.kernel.errors import BadInput
from warband.table.settings import Settings

ANYWHERE: Final = ("0.0.0.0", "::")
# An address of nobody: asking which way it would go sends nothing.
SOMEWHERE: Final = ("192.0.2.1", 9)
MOST_PORT: Final = 65_535


@dataclass(frozen=True)
class Sharing:
    """Who can reach this server: the address people use, and whether it is this machine's own.

    `network` is the address on the local network that `share` would open or has opened, empty if there is none.
    """

    address: str
    loopback: bool
    network: str = ""
    shared: bool = False


class Network:
    """The network of a server that stays as it was started."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def sharing(self) -> Sharing:
        """Return who can reach this server."""
        settings = self.settings
        if settings.url or not settings.is_loopback():
            address = local_address() if settings.host in ANYWHERE and not settings.url else ""
            network = f"http://{address}:{settings.port}" if address else ""
            return Sharing(network or settings.address(), False, network, bool(network))
        return Sharing(settings.address(), True)

    async def share(self) -> Sharing:
        """Refuse: nothing can be opened here."""
        raise BadInput("This server cannot be opened to the network from here; start it with --host 0.0.0.0.")


class LocalNetwork(Network):
    """Open a server on loopback to the local network when asked, by listening at a second address."""

    def __init__(self, settings: Settings, listen: Callable[[socket.socket], asyncio.Task[None]]) -> None:
        super().__init__(settings)
        self._listen = listen
        self._address = ""
        self._task: asyncio.Task[None] | None = None

    def sharing(self) -> Sharing:
        """Return who can reach this server."""
        if not self.settings.is_loopback():
            return super().sharing()
        address = local_address()
        offered = f"http://{address}:{self.settings.port}" if address else ""
        return Sharing(self.settings.address(), True, self._address or offered, bool(self._address))

    async def share(self) -> Sharing:
        """Listen on the local network too."""
        if not self.settings.is_loopback() or self._address:
            return self.sharing()
        address = local_address()
        if not address:
            raise BadInput("This machine is on no network now; join one, or send the link to somebody at this machine.")
        opened = listening_socket(address, self.settings.port, tries=20)
        self._task = self._listen(opened)
        self._address = f"http://{address}:{opened.getsockname()[1]}"
        return self.sharing()


def local_address() -> str:
    """Return the address of this machine on its network, or nothing if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith(("127.", "0.")) else address


def check_known(host: str, family: socket.AddressFamily) -> None:
    """Raise BadInput if a host has no address here."""
    try:
        socket.getaddrinfo(host or None, 0, family, socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise BadInput(
            f"--host {host!r}: no machine of this name is known here; give an address of this machine,"
            " or 0.0.0.0 for all of them"
        ) from None


def listening_socket(host: str, port: int, tries: int = 1) -> socket.socket:
    """Return a socket that listens, at the first port that is free, or raise BadInput."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    check_known(host, family)
    wrong = ""
    for at in range(port, port + tries):
        if not 0 <= at <= MOST_PORT:
            raise BadInput(f"port {at}: a port is a number from 0 to {MOST_PORT}")
        try:
            return socket.create_server((host, at), family=family, backlog=2048)
        except OSError as error:
            # What the socket module adds in brackets names a port that nobody asked for.
            wrong = (error.strerror or str(error)).partition(" (while")[0]
    raise BadInput(f"cannot listen on {host} port {port}: {wrong}; give another --host or --port")
