"""`warband serve`: serving, stopping at a signal, and what is wrong told in one sentence."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from warband.cli import main, parse
from warband.cli.serve import settings_of
from warband.table.settings import Settings

PATIENCE = 60


def start(*arguments: str, **variables: str) -> tuple[subprocess.Popen[str], str]:
    """Run a command until it says where it serves; return the process and the line."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)} | variables
    command = [sys.executable, "-m", "warband", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    return process, process.stdout.readline()


def finish(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    process.send_signal(number)
    _, complaints = process.communicate(timeout=PATIENCE)
    return process.returncode, complaints


def health(line: str) -> dict[str, object]:
    port = int(line.split(" (")[0].rpartition(":")[2])
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", "/health")
    found: dict[str, object] = json.loads(connection.getresponse().read())
    connection.close()
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_serves_and_stops_at_a_signal(tmp_path: Path, number: int) -> None:
    process, line = start("serve", "--port", "0", "--data", str(tmp_path), "--no-browser")
    assert line.startswith("Warband is at http://127.0.0.1:")
    assert health(line)["status"] == "ok"
    assert finish(process, number) == (0, "")
    assert (tmp_path / "warband.db").exists()


def test_warband_alone_serves_on_this_machine(tmp_path: Path) -> None:
    process, line = start(XDG_DATA_HOME=str(tmp_path), DISPLAY="", WAYLAND_DISPLAY="", BROWSER="")
    assert line.startswith("Warband is at http://127.0.0.1:")
    assert str(tmp_path) in line
    assert health(line)["status"] == "ok"
    assert finish(process, signal.SIGTERM)[0] == 0


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_a_taken_port_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = complaint(capsys, "serve", "--port", port, "--data", str(tmp_path), "--no-browser")
    assert f"port {port}" in said
    assert "give another" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "a port is a number from 0 to 65535"),
        (["--bot", "search"], "it is offered anyway; expected FILE.py:Name"),
        (["--bot", "Scout"], "it is offered anyway"),
        (["--bot", "nobody"], "unknown bot 'nobody'"),
        (["--bot", "nowhere.py:Bot"], "there is no such file"),
        (["--url", "table.example"], "expected https://HOST"),
        (["--url", "https://table.example/games"], "without a path"),
        (["--database", "mysql://here"], "not one of sqlite, postgresql"),
        (["--database", "sqlite:///x.db", "--data", "there"], "leave it out"),
        (["--host", "nope.invalid"], "--host 'nope.invalid': no machine of this name is known here; give an address"),
        (["--host", "a..b"], "--host 'a..b': no machine of this name is known here"),
    ],
)
def test_bad_arguments_are_told(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert said in complaint(capsys, "serve", "--no-browser", *arguments)


def test_an_address_of_another_machine_is_told_without_the_ports_tried(capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys, "serve", "--no-browser", "--host", "192.0.2.7")
    assert "cannot listen on 192.0.2.7 port 8000: " in said
    assert "(" not in said


def test_options_alone_are_those_of_serve(capsys: pytest.CaptureFixture[str]) -> None:
    assert "a port is a number from 0 to 65535" in complaint(capsys, "--no-browser", "--port", "70000")


def test_data_that_is_a_file_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "not a folder" in complaint(capsys, "serve", "--no-browser", "--data", str(tmp_path / "file"))


def test_a_second_server_on_the_same_data_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    process, line = start("serve", "--port", "0", "--data", str(tmp_path), "--no-browser")
    assert line
    assert "another Warband server uses it" in complaint(capsys, "serve", "--no-browser", "--data", str(tmp_path))
    assert main(["backup", str(tmp_path / "copy.db"), "--data", str(tmp_path)]) == 0
    assert "bytes" in capsys.readouterr().out
    finish(process, signal.SIGTERM)
    assert (tmp_path / "copy.db").stat().st_size > 0


def test_arguments_become_settings(tmp_path: Path) -> None:
    given = ["serve", "--host", "0.0.0.0", "--port", "9", "--url", "https://t.example/", "--data", str(tmp_path)]
    settings = settings_of(parse(given))
    assert (settings.host, settings.port, settings.address()) == ("0.0.0.0", 9, "https://t.example")
    assert settings.is_secure()
    assert not settings.is_loopback()
    assert settings.database_url() == f"sqlite:///{tmp_path}/warband.db"
    assert Settings(host="::1", port=5).address() == "http://[::1]:5"
