"""A raw connection for attackers of the lab: speaks the link's protocol as far as it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan.codec import encode
from pinochle_lan.log.signing import Identity
from pinochle_lan.net.channel import Channel, Kind
from pinochle_lan.net.handshake import Ask, Initiator, Purpose

PORT = 47470


class Raw:
    """A TCP connection that speaks the link's protocol as far as it is told to."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.heard: list[bytes] = []
        """Frames of the table that came."""
        self.bye = ""

    async def connect(self) -> Raw:
        self.reader, self.writer = await asyncio.open_connection(self.host, PORT)
        return self

    async def write(self, data: bytes) -> None:
        if self.writer.is_closing():
            return  # that is an answer too
        with contextlib.suppress(OSError):
            self.writer.write(data)
            await self.writer.drain()

    async def message(self, data: bytes) -> None:
        await self.write(len(data).to_bytes(4, "little") + data)

    async def payload(self) -> bytes:
        size = int.from_bytes(await self.reader.readexactly(4), "little")
        return await self.reader.readexactly(size)

    async def greet(
        self,
        seed: bytes | None = None,
        protocol: int = PROTOCOL,
        hello: Any = (PROTOCOL, ENGINE, (), "Mallory"),
    ) -> Raw:
        """Handshake and hello with a fresh key."""
        self.seed = seed or os.urandom(32)
        one = Initiator(self.seed, protocol)
        self.first = one.first()
        await self.message(self.first)
        one.meet(await self.payload())
        self.third, secrets = one.finish(Ask(Purpose.LINK, 0))
        await self.message(self.third)
        self.channel = Channel(secrets)
        if hello is not None:
            await self.seal(Kind.HELLO, encode(hello))
        return self

    async def seal(self, kind: int, body: bytes) -> None:
        await self.write(self.channel.seal(kind, body))  # type: ignore[arg-type]

    async def until_open(self) -> Raw:
        """Until the other side may be sent frames: it answers a choice of ours, or chose itself."""
        own = bytes(Identity(self.seed).key)
        while True:
            kind, body = self.channel.open(await self.payload())
            if kind == Kind.HELLO and own < self.peer_key:
                await self.seal(Kind.CHOSEN, b"")
                return self
            if kind == Kind.CHOSEN:
                return self
            if kind == Kind.BYE:
                raise ConnectionError(f"refused: {body!r}")

    peer_key = b""

    async def drain(self, seconds: float) -> None:
        """Read until the link ends or the time is over."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    kind, body = self.channel.open(await self.payload())
                    if kind == Kind.FRAME:
                        self.heard.append(body)
                    elif kind == Kind.PING:
                        await self.seal(Kind.PONG, body)
                    elif kind == Kind.BYE:
                        self.bye = repr(body)
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            return

    def close(self) -> None:
        self.writer.transport.abort()


async def linked(host: str, hello: Any = (PROTOCOL, ENGINE, (), "Mallory")) -> Raw:
    """A whole link with a fresh key, as a stranger has."""
    raw = await Raw(host).connect()
    seed = os.urandom(32)
    one = Initiator(seed, PROTOCOL)
    await raw.message(one.first())
    raw.peer_key = one.meet(await raw.payload())
    third, secrets = one.finish(Ask(Purpose.LINK, 0))
    await raw.message(third)
    raw.seed, raw.channel = seed, Channel(secrets)
    await raw.seal(Kind.HELLO, encode(hello))
    return await raw.until_open()
