"""The port that other laptops dial: opens it, and turns connections away when too many greet at once.

What comes in is a link that reports to its owner. Knows no table and no peer: who may stay is not asked here.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection, Sequence
from typing import Final

from pinochle_lan.net.addresses import PORTS
from pinochle_lan.net.errors import Gone, NetError, Reason
from pinochle_lan.net.link import Link, Owner, Stage
from pinochle_lan.net.local import Local
from pinochle_lan.net.sockets import bind

MAX_GREETING: Final = 32
"""Connections that have not proved a key yet; more are dropped at once."""
MAX_GREETING_HOST: Final = 8
"""The same from one address, so that one laptop cannot keep the others out."""
MAX_LINKS: Final = 96
"""Connections of all kinds, so that one laptop cannot eat the sockets by opening link after link."""


class Listener:
    """Listens for one mesh. ``links`` are all connections of the mesh, as of whenever it is looked at."""

    def __init__(
        self,
        laptop: Local,
        owner: Owner,
        links: Collection[Link],
        hosts: Sequence[str] | None,
        first_port: int,
    ) -> None:
        """``hosts``: listen only there (None: everywhere)."""
        self.port = 0
        """Where it listens; 0 before ``open``."""
        self._laptop = laptop
        self._owner = owner
        self._links = links
        self._hosts = hosts
        self._first_port = first_port
        self._servers: list[asyncio.Server] = []
        self._closing = False

    async def open(self) -> int:
        """Listen on the first free of the fixed ports; the port. Raises NetError."""
        loop = asyncio.get_running_loop()
        for port in range(self._first_port, self._first_port + PORTS):
            servers: list[asyncio.Server] = []
            socks: list[socket.socket] = []
            try:
                socks = bind(port, self._hosts)
                for sock in socks:
                    servers.append(await loop.create_server(self._accept, sock=sock))
            except OSError:
                for server in servers:
                    server.close()
                for sock in socks:
                    sock.close()
                continue
            self._servers = servers
            self.port = port
            return port
        raise NetError(
            f"All ports from {self._first_port} to {self._first_port + PORTS - 1} are taken on this laptop: "
            "close another pinochle-lan."
        )

    def close(self) -> None:
        """Take no more connections."""
        self._closing = True
        for server in self._servers:
            server.close()

    async def closed(self) -> None:
        """Until the ports are free."""
        for server in self._servers:
            await server.wait_closed()
        self._servers = []

    def _accept(self) -> Link:
        return _Guarded(self._laptop, self._owner, self._may_greet)

    def _may_greet(self, host: str) -> bool:
        greeting = [link for link in self._links if link.stage is Stage.GREETING and not link.dialled]
        same = sum(1 for link in greeting if link.remote == host)
        if self._closing or len(self._links) >= MAX_LINKS:
            return False
        return len(greeting) < MAX_GREETING and same < MAX_GREETING_HOST


class _Guarded(Link):
    """An incoming connection, turned away if too many greet at once."""

    def __init__(self, laptop: Local, owner: Owner, may_greet: Callable[[str], bool]) -> None:
        super().__init__(laptop, owner)
        self._may_greet = may_greet

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if not self._may_greet(self.remote):
            self.close(Gone(Reason.REFUSED), abort=True)
            return
        self._owner.link_made(self)
