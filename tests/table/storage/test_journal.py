"""Write changes one after the other: those who wait share a commit, and one that fails spoils no other."""

from __future__ import annotations

import asyncio

from tests.table.storage.databases import advanced, change, saved

from warband.table.storage.database import Database
from warband.table.storage.store import DatabaseStore


def test_a_change_that_cannot_be_written_spoils_no_other(opened: Database) -> None:
    async def work() -> None:
        store, tables = DatabaseStore(opened), [advanced(saved(f"t{at}")) for at in range(4)]
        for table in tables:
            await store.create(table, change(1, table.id))
        writes = [store.append(advanced(table), change(2, table.id), None) for table in tables]
        # The log has a line with this number: nothing of this change is written.
        wrong = saved("t0")
        wrong.version = 9
        twice = store.append(wrong, change(1, "t0"), None)
        done = await asyncio.gather(*writes, twice, return_exceptions=True)
        assert [isinstance(one, Exception) for one in done] == [False] * 4 + [True]
        found = await store.load("t0")
        assert found is not None
        assert found.version == 2
        store.journal.close()

    asyncio.run(work())


def test_those_who_wait_share_a_commit(opened: Database) -> None:
    async def work() -> None:
        store, tables = DatabaseStore(opened), [advanced(saved(f"t{at}")) for at in range(40)]
        await asyncio.gather(*(store.create(table, change(1, table.id)) for table in tables))
        assert store.journal.tally.writes == 40
        assert store.journal.tally.commits < 40
        store.journal.close()

    asyncio.run(work())
