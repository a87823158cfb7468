"""The application as a whole: the page of a table, who may invite, the health of the server."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.table.server import running


def test_the_page_of_a_table_says_who_looks_at_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        host, stranger = server.visitor(), server.visitor()
        table = host.begin("pixel-tactics", "far")
        mine, theirs = host.get(f"/table/{table}")[1], stranger.get(f"/table/{table}")[1]
        assert f"/table/{table}/invite" in mine
        assert f"/table/{table}/invite" not in theirs
        assert "You watch" in theirs
        assert re.search(r'/rules/pixel-tactics(\?edition=\w+)?"', mine)


def test_a_table_that_is_not_there_has_a_page(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        status, _, text = server.visitor().request("GET", "/table/nowhere")
        assert status == 404
        assert "There is no such table here" in text


def test_this_machine_reads_the_counters(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        visitor = server.visitor()
        visitor.begin("heros-crossing", "far")
        health = json.loads(visitor.get("/health")[1])
        assert (health["status"], health["tables"], health["sockets"]) == ("ok", 1, 0)
        assert health["writes"] >= 1
