"""The laptop's network: links and discovery together, made when a table needs them and closed for a lone one.

Owns who is reached where. Knows no log and no game; frames pass through unread.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.codec import Value
from pinochle_lan.net.addresses import Address, OwnAddress, parse_address
from pinochle_lan.net.discovery import Discovery, Status
from pinochle_lan.net.errors import Gone, NetError
from pinochle_lan.net.found import FoundTable
from pinochle_lan.net.mesh import Mesh
from pinochle_lan.net.notice import Notice
from pinochle_lan.net.peer import LinkState

CLOSE_S: Final = 3.0
"""How long a goodbye may take."""


class Network:
    """Links and discovery on one event loop. Callbacks are plain calls on it."""

    def __init__(
        self,
        seed: bytes,
        *,
        name: Callable[[], str],
        tables: Callable[[], tuple[bytes, ...]],
        on_up: Callable[[bytes], None],
        on_frame: Callable[[bytes, bytes], None],
        on_down: Callable[[bytes, Gone], None],
        on_change: Callable[[], None],
        allowed: Callable[[bytes], bool],
    ) -> None:
        """``tables``: ids of this laptop's tables. ``on_change``: list or own addresses differ."""
        self._on_up = on_up
        self._on_change = on_change
        self.mesh = Mesh(
            seed,
            lambda: (PROTOCOL, ENGINE, tables(), name()),
            on_up=self._up,
            on_frame=on_frame,
            on_down=on_down,
            allowed=allowed,
        )
        self.discovery = Discovery(
            self.mesh.key,
            on_change=on_change,
            probe=lambda addresses, key: self.mesh.probe(addresses, key=key),
            on_addresses=lambda _: on_change(),
        )
        self._notice: Notice | None = None

    async def start(self) -> None:
        """Listen and search. Raises NetError if no port is free."""
        await self.mesh.listen()
        await self.discovery.start()

    async def close(self, gone: Gone | None = None) -> None:
        """Say goodbye and stop."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self.discovery.close()
                await self.mesh.close(gone)

    # --- for rooms ------------------------------------------------------------------

    def send(self, key: bytes | None, frame: bytes) -> None:
        """To one laptop, or to all that are linked."""
        if key is not None:
            self.mesh.send(key, frame)
            return
        for linked in self.mesh.links():
            self.mesh.send(linked, frame)

    def reach(self, peers: Sequence[tuple[bytes, tuple[str, ...]]]) -> None:
        """Keep links to these laptops, at these addresses and those known already."""
        for key, texts in peers:
            if key != self.mesh.key:
                self.mesh.want(key, _readable(texts))

    def rtt_ms(self, key: bytes) -> int | None:
        """Measured round trip."""
        state = self.mesh.links().get(key)
        return None if state is None else state.rtt_ms

    # --- for the house --------------------------------------------------------------

    def announce(self, notice: Notice | None) -> None:
        """Tell everybody of our table, or nobody any more."""
        if notice != self._notice:
            self._notice = notice
            self.discovery.announce(notice, self.mesh.port)

    def follow(self, table_id: bytes, members: Sequence[bytes]) -> None:
        """Members of our table that are heard by mDNS are reached at what they announce (F44)."""
        for found in self.discovery.tables():
            if found.table_id == table_id:
                for host in found.hosts:
                    if host.key in members:
                        self.mesh.want(host.key, host.addresses)

    def leave(self, keys: Sequence[bytes], gone: Gone) -> None:
        """End the links to these laptops."""
        for key in keys:
            self.mesh.unwant(key, gone)

    def links(self) -> Mapping[bytes, LinkState]:
        """All links by key."""
        return self.mesh.links()

    def found(self) -> tuple[FoundTable, ...]:
        """The list of tables."""
        return self.discovery.tables()

    def status(self) -> Status:
        """How the search goes."""
        return self.discovery.status()

    def own(self) -> tuple[OwnAddress, ...]:
        """This laptop's addresses, best first."""
        return self.discovery.addresses()

    def told(self) -> tuple[str, ...]:
        """Where this laptop can be dialled, as text for others."""
        return tuple(str(address.at(self.mesh.port)) for address in self.own() if address.is_v4)

    def _up(self, key: bytes, _hello: Value, _address: Address | None) -> None:
        self._on_up(key)


class NoNetwork:
    """What a table against bots has instead: nobody to send to."""

    def send(self, key: bytes | None, frame: bytes) -> None:
        """Nobody is there."""

    def reach(self, peers: Sequence[tuple[bytes, tuple[str, ...]]]) -> None:
        """Nobody is there."""

    def rtt_ms(self, key: bytes) -> int | None:
        """Nobody is there."""
        return None


def _readable(texts: Sequence[str]) -> list[Address]:
    """The addresses that can be read; a peer may have told nonsense."""
    found = []
    for text in texts:
        with contextlib.suppress(NetError):
            found.append(parse_address(text))
    return found
