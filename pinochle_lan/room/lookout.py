"""Why are no tables seen? One check at a time, whose answer stands until the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.net.check import check
from pinochle_lan.net.doctor import diagnose


class Lookout:
    """``lines`` say what the check does, then what it found."""

    def __init__(self, tell: Callable[[], None]) -> None:
        """``tell`` is called whenever ``lines`` changed."""
        self._tell = tell
        self._running: asyncio.Task[None] | None = None
        self.lines: tuple[str, ...] = ()

    @property
    def busy(self) -> bool:
        """A check is running."""
        return self._running is not None

    def begin(self) -> None:
        """Check, unless that is being done."""
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._look_around())

    async def close(self) -> None:
        """Let go of a check that runs."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _look_around(self) -> None:
        try:
            facts = await check((PROTOCOL, ENGINE), (), self._doing)
            self.lines = diagnose(facts).lines()
        except OSError as error:
            self.lines = (f"The check failed: {error}. Join by code or address.",)
        finally:
            self._running = None
        self._tell()

    def _doing(self, words: str) -> None:
        self.lines = (words,)
        self._tell()
