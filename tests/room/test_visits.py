"""How long a visit to the desk may be: nothing made waits for the proofs of a shuffle to be checked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

from pinochle_lan.room.bots import Bots
from pinochle_lan.room.clerk import LONG_VISIT_MS
from pinochle_lan.room.room import Links, Room
from pinochle_lan.table.snapshot import Snapshot


class Core:
    """Does nothing but tell the time that its work takes."""

    def __init__(self) -> None:
        self.clock = 0
        self.done: list[str] = []
        self.wake_at_ms: int | None = None

    def work(self, name: str, ms: int) -> Callable[[Any, int], list[Any]]:
        """A call that takes so long."""

        def call(core: Core, now_ms: int) -> list[Any]:
            core.clock += ms
            core.done.append(name)
            return []

        return call

    def start(self, now_ms: int) -> list[Any]:
        return []

    def tick(self, now_ms: int) -> list[Any]:
        return []

    def snapshot(self, now_ms: int) -> Snapshot:
        return Snapshot("play", "Sunday", bytes(16), "", True, None, (), (), "partnership", ())


def test_a_long_visit_ends_and_the_rest_comes_next_in_order() -> None:
    core = Core()
    shown: list[list[str]] = []

    async def scenario() -> None:
        all_done = asyncio.Event()

        def look() -> None:
            shown.append(list(core.done))
            if len(core.done) == 5:
                all_done.set()

        room = Room(
            cast(Any, core),
            links=cast(Links, None),
            bots=cast(Bots, SimpleNamespace(adviser="")),
            begin=cast(Any, None),
            on_change=look,
            on_event=lambda event, data: None,
            now_ms=lambda: core.clock,
        )
        for name, ms in (("a", 5), ("b", 5), ("proof", LONG_VISIT_MS), ("click", 1), ("c", 1)):
            room.post(core.work(name, ms))
        running = asyncio.create_task(room.run())
        await asyncio.wait((running, asyncio.create_task(all_done.wait())), return_when="FIRST_COMPLETED")
        room.closed = "left"
        room._wake.set()
        await running
        room._desk.close()

    asyncio.run(scenario())
    assert core.done == ["a", "b", "proof", "click", "c"]
    assert ["a", "b", "proof"] in shown, "what the long visit gave was shown before the click was looked at"
