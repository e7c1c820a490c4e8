"""The thread at which one table thinks: proofs, signatures and flushes never hold up network or window.

One thread, one thing at a time, in the order asked for: so the table itself needs no lock. (Checking a proof
and waiting for the disk both let go of the interpreter, measured in docs/measurements.md.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Desk:
    """Runs calls one after the other on a thread of its own."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, call: Callable[[], T]) -> T:
        """The result of ``call``, which runs after all earlier ones; its exceptions pass through."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    def close(self) -> None:
        """Let the call that runs end, and the thread with it."""
        self._thread.shutdown(wait=True, cancel_futures=True)
