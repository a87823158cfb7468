"""Who can reach a server, and how it is opened to the network."""

from __future__ import annotations

import asyncio
import socket

import pytest

from warband.kernel.errors import BadInput
from warband.table import network
from warband.table.network import LocalNetwork, Network, listening_socket
from warband.table.settings import Settings


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_address", lambda: "192.0.2.7")


def test_a_server_on_loopback_is_for_this_machine() -> None:
    sharing = Network(Settings()).sharing()
    assert (sharing.address, sharing.loopback, sharing.shared) == ("http://127.0.0.1:8000", True, False)


def test_a_server_for_everybody_names_the_address_of_its_network() -> None:
    sharing = Network(Settings(host="0.0.0.0")).sharing()
    assert (sharing.address, sharing.loopback, sharing.shared) == ("http://192.0.2.7:8000", False, True)


def test_a_server_behind_a_url_is_reached_by_it() -> None:
    sharing = Network(Settings(url="https://play.example/")).sharing()
    assert (sharing.address, sharing.loopback, sharing.network) == ("https://play.example", False, "")


def test_a_server_that_stays_as_it_is_cannot_be_opened() -> None:
    with pytest.raises(BadInput, match="start it with --host"):
        asyncio.run(Network(Settings()).share())


def test_opening_to_the_network_listens_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_address", lambda: "127.0.0.1")
    opened: list[socket.socket] = []

    async def open_twice() -> None:
        def listen(one: socket.socket) -> asyncio.Task[None]:
            opened.append(one)
            return asyncio.get_running_loop().create_task(asyncio.sleep(0))

        local = LocalNetwork(Settings(port=0), listen)
        assert not local.sharing().shared
        first, second = await local.share(), await local.share()
        assert first.shared
        assert first == second

    asyncio.run(open_twice())
    assert len(opened) == 1
    opened[0].close()


def test_without_a_network_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "local_address", lambda: "")
    with pytest.raises(BadInput, match="on no network now"):
        asyncio.run(LocalNetwork(Settings(), lambda _: pytest.fail("nothing listens")).share())


def test_a_taken_port_is_passed_over_where_others_may_be_tried() -> None:
    with listening_socket("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=f"cannot listen on 127.0.0.1 port {port}"):
            listening_socket("127.0.0.1", port)
        with listening_socket("127.0.0.1", port, tries=20) as other:
            assert port < other.getsockname()[1] < port + 20


def test_a_port_out_of_range_and_an_unknown_host_are_refused() -> None:
    with pytest.raises(BadInput, match="a port is a number from 0 to 65535"):
        listening_socket("127.0.0.1", 70_000)
    with pytest.raises(BadInput, match="no machine of this name is known here"):
        listening_socket("no such host", 0)
