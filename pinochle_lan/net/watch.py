"""Watching this laptop's addresses and its sleep; the zeroconf library leaves both to the program (F44)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

from pinochle_lan.net.addresses import OwnAddress, own_addresses

POLL_S: Final = 5.0
STABLE_S: Final = 2.0
"""A flapping Wi-Fi must not cause a storm: act once the addresses have stayed the same for so long."""
WOKE_S: Final = 4.0
"""A poll that is so much later than asked for: the laptop slept."""


class Watch:
    """Polls the addresses in an executor. ``addresses`` is what was last acted on."""

    def __init__(
        self,
        on_addresses: Callable[[tuple[OwnAddress, ...]], None],
        on_wake: Callable[[], None],
        *,
        read: Callable[[], tuple[OwnAddress, ...]] = own_addresses,
        poll_s: float = POLL_S,
        stable_s: float = STABLE_S,
    ) -> None:
        self.addresses: tuple[OwnAddress, ...] = ()
        self._on_addresses = on_addresses
        self._on_wake = on_wake
        self._read = read
        self._poll_s = poll_s
        self._stable_s = stable_s
        self._task: asyncio.Task[None] | None = None
        self._poke = asyncio.Event()

    async def start(self) -> None:
        """Read once, then watch. ``addresses`` is set when it returns."""
        self.addresses = await self._now()
        self._task = asyncio.get_running_loop().create_task(self._run())

    def look(self) -> None:
        """Look now instead of at the next poll (a link was lost, say)."""
        self._poke.set()

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _run(self) -> None:
        while True:
            await self._pause(self._poll_s)
            seen = await self._now()
            while seen != self.addresses:
                await self._pause(self._stable_s)
                again = await self._now()
                if again == seen:
                    self.addresses = seen
                    self._on_addresses(seen)
                seen = again

    async def _pause(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        # The monotonic clock stands still while some systems sleep, the wall clock jumps: look at both.
        monotonic, wall = loop.time(), time.time()
        self._poke.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._poke.wait()
        except TimeoutError:
            late = max(loop.time() - monotonic, time.time() - wall) - seconds
            if late > WOKE_S:
                self._on_wake()

    async def _now(self) -> tuple[OwnAddress, ...]:
        try:
            return await asyncio.get_running_loop().run_in_executor(None, self._read)
        except OSError:
            return self.addresses  # an interface vanished while it was read: ask again at the next poll
