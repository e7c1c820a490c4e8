"""What a house reaches others with: a network while it needs one, none for a table against bots.

Owns when there is a network and the sentence why there is none. Knows no table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from pinochle_lan.net.errors import Gone, NetError, Reason
from pinochle_lan.room.network import Network

BLOCKED_S: Final = 10.0
"""After so long without a table the lobby is told again, so that it can say what may be wrong (F46)."""


class Reach:
    """``network`` is None until ``connect``, and where there cannot be one."""

    def __init__(self, make: Callable[[], Network], tell: Callable[[], None]) -> None:
        """``make`` gives a network that is not started. ``tell`` is called when the lobby looks anew."""
        self._make = make
        self._tell = tell
        self.network: Network | None = None

    async def connect(self) -> str:
        """Have a network, if there is none; why there cannot be one, in a sentence."""
        if self.network is not None:
            return ""
        network = self._make()
        try:
            await network.start()
        except NetError as error:
            await network.close()
            return str(error)
        self.network = network
        self.tell_later()
        return ""

    async def disconnect(self) -> None:
        """A table against bots needs no network and gets none."""
        if self.network is not None:
            network, self.network = self.network, None
            await network.close(Gone(Reason.CLOSED))

    async def search(self) -> str:
        """Look for tables anew; why that cannot be, in a sentence."""
        why = await self.connect()
        if self.network is not None:
            self.network.discovery.refresh()
            self.tell_later()
        return why

    def tell_later(self) -> None:
        """Have the lobby look again once a blocked search would show."""
        asyncio.get_running_loop().call_later(BLOCKED_S, self._tell)
