"""One laptop as the mesh keeps it: its chosen link, where it may be reached, whether we want it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from pinochle_lan.net.addresses import Address
from pinochle_lan.net.link import Link

MAX_KNOWN: Final = 16
"""Addresses remembered for one laptop."""


@dataclass(frozen=True, slots=True)
class LinkState:
    """One laptop as the mesh sees it now."""

    up: bool
    rtt_ms: int | None
    silent_ms: int
    """Since it was last heard; 0 if it never was."""
    address: Address | None
    """Where it can be dialled."""
    trouble: str = ""
    """Why the last attempt to reach it failed; empty while it is up."""


@dataclass(slots=True)
class Peer:
    """Changed by the mesh alone."""

    key: bytes
    link: Link | None = None
    """The chosen one; it may be silent."""
    up: bool = False
    wanted: bool = False
    addresses: dict[Address, None] = field(default_factory=dict)
    address: Address | None = None
    """The one that worked last."""
    task: asyncio.Task[None] | None = None
    """Keeps it linked while it is wanted."""
    heard: float = 0.0
    """When its last link was last heard."""
    trouble: str = ""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it goes up or down or gets addresses."""

    async def change(self) -> None:
        """Until it goes up or down or gets addresses."""
        self.changed.clear()
        await self.changed.wait()

    async def until_up(self) -> None:
        """Until it has a link that answers."""
        while not self.up:
            await self.change()

    def learn(self, addresses: Iterable[Address]) -> None:
        """More places to try; told to whoever waits for a change."""
        fresh = [address for address in addresses if address not in self.addresses]
        if fresh:
            self._keep([*self.addresses, *fresh])
            self.changed.set()

    def worked(self, address: Address) -> None:
        """This one is tried first from now on, and never forgotten for others."""
        self.address = address
        self._keep([address, *(other for other in self.addresses if other != address)])

    def _keep(self, addresses: list[Address]) -> None:
        # The newest word is believed: the oldest that did not work last goes first.
        while len(addresses) > MAX_KNOWN:
            del addresses[1 if addresses[0] == self.address else 0]
        self.addresses = dict.fromkeys(addresses)

    def state(self, now: float) -> LinkState:
        """As others are told."""
        if self.link is not None:
            return LinkState(self.up, self.link.rtt_ms, self.link.silent_ms, self.address, self.trouble)
        silent = int((now - self.heard) * 1000) if self.heard else 0
        return LinkState(False, None, silent, self.address, self.trouble)
