"""Requests that mean harm: files that are not ours, large and slow bodies, floods, other names and other sites."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import time
from pathlib import Path

import pytest
from tests.table.server import Running, Visitor, guarded

from warband.table.live.fair_queue import Asker
from warband.table.pages.limits import Turnstile
from warband.table.settings import Budget, Limits

SOON = 5.0


def raw(server: Running, data: bytes, pause: float = 0.0) -> bytes:
    """Send bytes and return everything that comes until the server hangs up."""
    with socket.create_connection(("127.0.0.1", server.settings.port), timeout=SOON) as opened:
        opened.sendall(data)
        time.sleep(pause)
        return read_all(opened)


def read_all(opened: socket.socket) -> bytes:
    found = b""
    with contextlib.suppress(OSError):
        while part := opened.recv(65536):
            found += part
    return found


def status_of(answer: bytes) -> int:
    return int(answer.split()[1]) if answer else 0


def test_no_file_of_the_machine_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.js"
    secret.write_text("stolen")
    with guarded(tmp_path / "data") as server:
        visitor = server.visitor()
        for name in (f"/{secret}", f"//{secret}", f"../../../{secret}", f"%2e%2e/{secret}", "rules.js/../rules.js"):
            status, text = visitor.get(f"/static/{name}")
            assert status == 404, name
            assert "stolen" not in text
        assert visitor.get("/static/rules.js")[0] == 200
        assert visitor.get("/static//rules.js")[0] == 404


def test_a_large_form_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        head = f"POST /name HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {1 << 30}\r\n\r\n".encode()
        answer = raw(server, head)
        assert status_of(answer) == 413
        assert b"The form is too long." in answer
        chunks = b"8000\r\n" + b"a" * 0x8000 + b"\r\n"
        head = b"POST /name HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        assert status_of(raw(server, head + chunks)) == 413


def test_a_slow_request_is_ended(tmp_path: Path) -> None:
    limits = Limits(header_seconds=0.5, body_seconds=0.5)
    with guarded(tmp_path, limits=limits) as server:
        begun = time.monotonic()
        assert status_of(raw(server, b"GET / HTTP/1.1\r\nHost: ")) == 408
        assert status_of(raw(server, b"")) == 408
        body = raw(server, b"POST /name HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nname=")
        assert status_of(body) == 408
        assert b"took too long" in body
        assert time.monotonic() - begun < 3 * SOON
        # A request that has its answer may not go on sending either.
        assert status_of(raw(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\na")) == 200


def test_endless_headers_and_nonsense_get_a_sentence(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        filler = b"X-Filler: " + b"a" * 900 + b"\r\n"
        answer = raw(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + filler * 40)
        assert status_of(answer) == 431
        assert b"too long" in answer
        assert status_of(raw(server, b"\x16\x03\x01 nonsense\r\n\r\n")) == 400


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=Limits(connections=10)) as server, contextlib.ExitStack() as stack:
        place = ("127.0.0.1", server.settings.port)
        held = [stack.enter_context(socket.create_connection(place, timeout=SOON)) for _ in range(10)]
        time.sleep(0.3)
        answer = raw(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert status_of(answer) == 429
        assert b"too many connections" in answer
        # Others have theirs.
        with socket.create_connection(place, timeout=SOON, source_address=("127.0.0.9", 0)) as other:
            other.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert status_of(read_all(other)) == 200
        for opened in held:
            opened.close()
        deadline = time.monotonic() + SOON
        while server.server.gate.by_address and time.monotonic() < deadline:
            time.sleep(0.05)
        assert server.visitor().get("/health")[0] == 200


def test_a_burst_of_connections_is_read_one_after_the_other(tmp_path: Path) -> None:
    asked = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    limits = Limits(arrivals=Budget(10, 2), header_seconds=0.2)
    with guarded(tmp_path, limits=limits) as server, contextlib.ExitStack() as stack:
        begun = time.monotonic()
        address = ("127.0.0.1", server.settings.port)
        burst = [stack.enter_context(socket.create_connection(address, timeout=SOON)) for _ in range(12)]
        for opened in burst:
            opened.sendall(asked)
        waits = []
        for opened in burst:
            assert status_of(read_all(opened)) == 200
            waits.append(time.monotonic() - begun)
        assert waits[1] < 0.5
        assert 0.9 < waits[-1] < SOON


def test_pages_forms_and_matches_have_budgets(tmp_path: Path) -> None:
    limits = Limits(pages=Budget(0.01, 8), tables=Budget(0.01, 2))
    with guarded(tmp_path, limits=limits) as server:
        visitor = server.visitor()
        form = {"game": "heros-crossing", "mode": "far"}
        begun = [visitor.request("POST", "/new", form)[0] for _ in range(3)]
        assert begun == [303, 303, 429]
        asked = [visitor.get("/rules")[0] for _ in range(7)]
        assert asked[0] == 200
        assert asked[-1] == 429
        assert visitor.get("/health")[0] == 200


def test_a_burst_of_one_address_waits_in_line() -> None:
    async def work() -> list[int]:
        turnstile, inside, most = Turnstile(2), 0, [0, 0]

        async def visit(address: str, place: int, person: str = "") -> None:
            nonlocal inside
            async with turnstile.turn(Asker(person, address)):
                inside += 1
                most[place] = max(most[place], inside)
                await asyncio.sleep(0.001)
                inside -= 1

        await asyncio.gather(*(visit("one", 0, f"person {number}") for number in range(20)))
        await asyncio.gather(visit("one", 1), visit("two", 1), visit("three", 1), visit("one", 1, "other"))
        assert not turnstile._lines
        return most

    assert asyncio.run(work()) == [2, 4]


def test_a_neighbour_does_not_wait_behind_a_burst() -> None:
    async def work() -> list[str]:
        turnstile, served = Turnstile(2), list[str]()

        async def visit(person: str) -> None:
            async with turnstile.turn(Asker(person, "one")):
                await asyncio.sleep(0.001)
                served.append(person)

        burst = [asyncio.ensure_future(visit("flood")) for _ in range(20)]
        await asyncio.sleep(0.005)
        await visit("neighbour")
        await asyncio.gather(*burst)
        return served

    assert asyncio.run(work()).index("neighbour") < 10


def test_who_floods_is_refused_and_a_neighbour_is_not(tmp_path: Path) -> None:
    with guarded(tmp_path, limits=Limits(pages=Budget(0.01, 40))) as server:
        flood, neighbour = server.visitor(), server.visitor()
        for visitor in (flood, neighbour):
            visitor.get("/rules")
        asked = [flood.get("/rules")[0] for _ in range(60)]
        assert asked[0] == 200
        assert asked[-1] == 429
        assert [neighbour.get("/rules")[0] for _ in range(3)] == [200] * 3
        # Whoever throws the cookie away is not somebody else each time.
        strangers = [Visitor(server.settings.port).get("/rules")[0] for _ in range(30)]
        assert strangers.count(200) <= 5
        assert neighbour.get("/rules")[0] == 200


def test_only_the_names_of_this_server_are_answered(tmp_path: Path) -> None:
    with guarded(tmp_path, names=("table.example.org",)) as server:
        visitor = server.visitor()

        def asked(host: str) -> tuple[int, str]:
            status, headers, _ = visitor.request("GET", "/rules/", headers={"Host": host})
            return status, headers.get("location", "")

        assert asked("evil.example.com")[0] == 421
        assert asked("")[0] == 421
        for host in ("127.0.0.1:9", "localhost", "[::1]:80", "192.168.1.7", "table.example.org"):
            status, place = asked(host)
            assert status == 307, host
            assert place == f"http://{host}/rules"


def test_forms_and_sockets_of_nowhere_are_turned_away(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        visitor = server.visitor()
        table = visitor.begin("heros-crossing", "far")
        for origin in ("null", "https://evil.example.com", "http://127.0.0.1.evil.example.com"):
            status, headers, _ = visitor.request("POST", "/name", {"name": "x"}, {"Origin": origin})
            assert status == 403, origin
            assert "content-security-policy" in headers
            for path in (f"/table/{table}/socket", "/learn/heros-crossing/socket?course=a"):
                assert upgrade(visitor, path, origin) == 403, (origin, path)
        own = f"http://127.0.0.1:{server.settings.port}"
        assert upgrade(visitor, f"/table/{table}/socket", own) == 101


def upgrade(visitor: Visitor, path: str, origin: str) -> int:
    """Ask for a WebSocket and return the status."""
    asked = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Origin": origin}
    connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=SOON)
    connection.request("GET", path, headers=asked | {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="})
    status = connection.getresponse().status
    connection.close()
    return status


def test_faults_carry_the_headers_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("for the test")

    with guarded(tmp_path) as server:
        monkeypatch.setattr("warband.table.pages.home.all_games", fail)
        status, headers, _ = server.visitor().request("GET", "/rules")
        assert status == 500
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_control_characters_in_an_address_are_no_fault(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        for path in ("/table/%00", "/replay/a%00b", "/join/%01", "/table/%0d%0aX"):
            assert server.visitor().get(path)[0] == 400, path


def test_two_servers_on_one_host_keep_their_own_cookies(tmp_path: Path) -> None:
    with guarded(tmp_path / "a") as first, guarded(tmp_path / "b") as second:
        visitor = first.visitor()
        visitor.get("/")
        mine = visitor.cookie
        # A browser sends both servers everything that the host has set.
        other = Visitor(second.settings.port, mine)
        other.get("/")
        assert other.cookie.split("=")[0] != mine.split("=")[0]
        status, headers, _ = first.visitor().request("GET", "/", headers={"Cookie": f"{other.cookie}; {mine}"})
        assert status == 200
        assert "set-cookie" not in headers


def test_small_answers_are_not_held_back(tmp_path: Path) -> None:
    with guarded(tmp_path) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.settings.port, timeout=SOON)
        times = []
        for _ in range(20):
            begun = time.monotonic()
            connection.request("GET", "/health")
            connection.getresponse().read()
            times.append(time.monotonic() - begun)
        connection.close()
        # Nagle's algorithm and delayed acknowledgements take 40 ms together.
        assert sorted(times)[3] < 0.02


def test_the_log_stays_small(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from warband.table.logs import spare_logs

    spare_logs()
    with guarded(tmp_path) as server:
        for _ in range(60):
            raw(server, b"nonsense\r\n\r\n")
    assert len([record for record in caplog.records if "Invalid HTTP" in record.message]) <= 10


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"Origin": "http://["}, 403), ({"Host": "127.0.0.1:port"}, 421), ({"Host": "127.0.0.1:99999999"}, 421)],
)
def test_addresses_that_are_none_are_refused(tmp_path: Path, headers: dict[str, str], status: int) -> None:
    with guarded(tmp_path) as server:
        assert server.visitor().request("POST", "/name", {"name": "x"}, headers)[0] == status


@pytest.mark.parametrize("request_line", ["POST /table/x/socket", "GET /table/x/socket"])
def test_an_upgrade_that_is_no_handshake_is_answered(tmp_path: Path, request_line: str) -> None:
    many = "".join(f"X-{number}: 1\r\n" for number in range(200))
    upgrade = "Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 0\r\n"
    with guarded(tmp_path) as server, socket.create_connection(("127.0.0.1", server.settings.port), 5) as client:
        client.sendall(f"{request_line} HTTP/1.1\r\n{upgrade}{many}\r\n".encode())
        assert client.recv(64).startswith(b"HTTP/1.1 400")


def test_health_counts_for_this_machine_alone(tmp_path: Path) -> None:
    with guarded(tmp_path, url="https://warband.example") as server:
        visitor = server.visitor()
        assert "writes" in visitor.get("/health")[1]
        _, _, text = visitor.request("GET", "/health", None, {"X-Forwarded-For": "203.0.113.7"})
        assert json.loads(text) == {"status": "ok"}
