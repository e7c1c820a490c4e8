"""Background tasks with an owner: each is kept until it ends, and none outlives ``close``."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Tasks:
    """The running tasks of one object."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[None], None] = {}

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run it; the loop itself would forget a task that nobody holds."""
        task = asyncio.get_running_loop().create_task(work)
        self._running[task] = None
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.pop(task, None)

    async def close(self) -> None:
        """Cancel all and wait until they have ended."""
        tasks = list(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
