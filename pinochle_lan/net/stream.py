"""The bytes under a link: writing, waiting, pauses in reading. Knows neither frames nor who is there."""

from __future__ import annotations

import asyncio
import socket
from typing import cast


class Stream:
    """An asyncio transport that may not be there yet; then nothing is written and nothing ends."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None

    def attach(self, transport: asyncio.BaseTransport) -> None:
        """The connection is made."""
        self._transport = cast(asyncio.Transport, transport)

    @property
    def attached(self) -> bool:
        """There was a connection."""
        return self._transport is not None

    @property
    def remote(self) -> str:
        """The other end's IP address (IPv6 link-local with its scope)."""
        if self._transport is None:
            return ""
        peer = self._transport.get_extra_info("peername")
        return _host(peer) if peer else ""

    @property
    def reading(self) -> bool:
        """Bytes are taken in as they come."""
        return self._transport is not None and self._transport.is_reading()

    @property
    def waiting(self) -> int:
        """Bytes that the system has not taken yet."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def no_delay(self) -> None:
        """Small frames leave at once."""
        raw = None if self._transport is None else self._transport.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def write(self, data: bytes) -> None:
        """Never blocks."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def pause(self, seconds: float) -> None:
        """Read nothing for so long."""
        if self._transport is not None and self._transport.is_reading():
            self._transport.pause_reading()
            asyncio.get_running_loop().call_later(seconds, self._resume)

    def close(self) -> None:
        """End it once everything is written."""
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """End it now."""
        if self._transport is not None:
            self._transport.abort()

    def _resume(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()


def _host(peer: tuple[str, int] | tuple[str, int, int, int]) -> str:
    host = peer[0]
    if len(peer) == 4 and peer[3] and "%" not in host:
        return f"{host}%{peer[3]}"
    return host
