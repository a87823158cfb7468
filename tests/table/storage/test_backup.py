"""Copy a database while it is served."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.table.server import running

from warband.kernel.errors import BadInput
from warband.table.storage.backup import back_up

GAME = "pocket-tactics"


def test_a_backup_is_whole_while_the_server_runs(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        visitor = server.visitor()
        table = visitor.begin(GAME, "screen")
        assert back_up(server.settings.database_url(), tmp_path / "copy.db") > 0
        assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    with running(tmp_path / "other", database=f"sqlite:///{tmp_path / 'copy.db'}") as server:
        again = server.visitor()
        again.cookie = visitor.cookie
        assert again.sit(table).resume()["kind"] == "whole"


def test_a_backup_overwrites_nothing_and_says_how_for_postgresql(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    with running(tmp_path / "data") as server, pytest.raises(BadInput, match="is there already"):
        back_up(server.settings.database_url(), tmp_path / "there")
    with pytest.raises(BadInput, match="pg_dump"):
        back_up("postgresql://warband@localhost/warband", tmp_path / "copy")
    with pytest.raises(BadInput, match="there is no database"):
        back_up(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "copy")
