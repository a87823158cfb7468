"""Share workers fairly: by address, by person, people before spectacles."""

from __future__ import annotations

import asyncio

from warband.table.live.fair_queue import Asker, FairQueue


async def served(queue: FairQueue, waiting: list[Asker], seconds: float = 1.0) -> list[Asker]:
    """Return in which order the askers get their turn, one after the other."""
    order: list[Asker] = []

    async def work(asker: Asker) -> None:
        await queue.enter(asker)
        order.append(asker)
        await asyncio.sleep(0)
        queue.leave(asker, seconds)

    await asyncio.gather(*(work(asker) for asker in waiting))
    return order


def test_one_address_does_not_keep_the_others_waiting() -> None:
    hostile = [Asker(f"p{number}", "evil") for number in range(60)]
    innocent = [Asker("me", "home")] * 3
    order = asyncio.run(served(FairQueue(1), hostile + innocent))
    places = [at for at, asker in enumerate(order) if asker.address == "home"]
    # The first of sixty is served before anybody else has come; then they take turns.
    assert places == [1, 3, 5]


def test_people_come_before_spectacles_and_persons_share_an_address() -> None:
    spectacles = [Asker("a", "one", is_spectacle=True), Asker("b", "two", is_spectacle=True)]
    people = [Asker("c", "one"), Asker("c", "one"), Asker("d", "one")]
    order = asyncio.run(served(FairQueue(1), [*spectacles, *people]))
    assert [asker.person for asker in order] == ["a", "c", "d", "c", "b"]


def test_one_address_never_holds_all_workers() -> None:
    async def work() -> list[str]:
        queue = FairQueue(2)
        held = [asyncio.ensure_future(queue.enter(Asker(f"p{number}", "evil"))) for number in range(3)]
        await asyncio.sleep(0)
        await asyncio.wait_for(queue.enter(Asker("me", "home")), 1.0)
        return [str(task.done()) for task in held]

    assert asyncio.run(work()) == ["True", "False", "False"]


def test_who_gives_up_waiting_leaves_no_trace() -> None:
    async def work() -> None:
        queue = FairQueue(1)
        await queue.enter(Asker("a"))
        waiting = asyncio.ensure_future(queue.enter(Asker("b")))
        await asyncio.sleep(0)
        waiting.cancel()
        queue.leave(Asker("a"), 1.0)
        await asyncio.wait_for(queue.enter(Asker("c")), 1.0)
        assert queue.free == 0

    asyncio.run(work())
