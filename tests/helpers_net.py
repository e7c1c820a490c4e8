"""Meshes of one process over 127.0.0.1 that keep a diary; a proxy that can fall silent between them."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any

from pinochle_lan.codec import Value
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.errors import Gone, Reason
from pinochle_lan.net.handshake import Ask, Initiator, Purpose, Responder, Secrets
from pinochle_lan.net.mesh import Mesh

LIMIT_S = 10.0
"""A test that waits longer than this has failed; none is meant to come near."""
TEST_PORT = 20_000 + os.getpid() * 16 % 12_000
"""Away from the default and from other runs of these tests, and below the ports that systems hand out."""


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine; a warning of the loop (a lost task, say) is an error."""

    async def limited() -> None:
        faults: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
        async with asyncio.timeout(LIMIT_S):
            await work
        assert faults == []
        others = asyncio.all_tasks() - {asyncio.current_task()}
        assert not others, f"tasks outlive the test: {others}"

    asyncio.run(limited())


def seed(name: str) -> bytes:
    """A fixed identity by name."""
    return hashlib.sha256(name.encode()).digest()


class Peer:
    """A mesh with a diary: ``diary`` holds (what, who, ...) in order."""

    def __init__(
        self, name: str, protocol: int = 1, engine: int = 1, tables: Sequence[bytes] = (b"table",)
    ) -> None:
        self.name = name
        self.protocol = protocol
        self.engine = engine
        self.tables = tuple(tables)
        self.diary: list[tuple[Any, ...]] = []
        self.names: dict[bytes, str] = {}
        self.strangers = True
        self._news = asyncio.Event()
        self.mesh = Mesh(
            seed(name),
            self.hello,
            on_up=self._up,
            on_frame=lambda key, frame: self._write("frame", self.names[key], frame),
            on_down=lambda key, gone: self._write("down", self.names[key], gone),
            allowed=lambda key: self.strangers,
            hosts=("127.0.0.1",),
            first_port=TEST_PORT,
        )

    def hello(self) -> Value:
        return (self.protocol, self.engine, self.tables, self.name)

    @property
    def key(self) -> bytes:
        return self.mesh.key

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.mesh.port)

    def _up(self, key: bytes, hello: Value, address: Address | None) -> None:
        assert isinstance(hello, tuple)
        self.names[key] = str(hello[3])
        self._write("up", self.names[key])

    def _write(self, *entry: Any) -> None:
        self.diary.append(entry)
        self._news.set()

    async def until(self, true: Callable[[Peer], bool]) -> None:
        """Wait for the diary to be so."""
        while not true(self):
            self._news.clear()
            await self._news.wait()

    async def has(self, *entry: Any) -> None:
        """Wait for an entry that begins so."""
        await self.until(lambda me: any(e[: len(entry)] == entry for e in me.diary))

    def frames(self, who: str) -> list[bytes]:
        return [e[2] for e in self.diary if e[:2] == ("frame", who)]

    def downs(self, who: str) -> list[Gone]:
        return [e[2] for e in self.diary if e[:2] == ("down", who)]


@asynccontextmanager
async def peers(*names: str) -> AsyncIterator[tuple[Peer, ...]]:
    """Listening peers, closed afterwards."""
    made = tuple(Peer(name) for name in names)
    try:
        for peer in made:
            await peer.mesh.listen()
        yield made
    finally:
        for peer in made:
            await peer.mesh.close()


def ordered(one: Peer, other: Peer) -> tuple[Peer, Peer]:
    """The chooser (smaller key) first."""
    return (one, other) if one.key < other.key else (other, one)


async def polled(true: Callable[[], bool]) -> None:
    """Wait for something that tells nobody when it happens."""
    while not true():  # noqa: ASYNC110
        await asyncio.sleep(0.005)


async def turns(count: int = 20) -> None:
    """Let everything that is ready run."""
    for _ in range(count):
        await asyncio.sleep(0)


def shaken(initiator: str = "ann", responder: str = "bob", port: int = 4) -> tuple[Secrets, Secrets]:
    """Both sides' secrets of a finished handshake."""
    one, other = Initiator(seed(initiator), 1), Responder(seed(responder), 1)
    one.meet(other.answer(one.first()))
    message, mine = one.finish(Ask(Purpose.LINK, port))
    _ask, theirs = other.accept(message)
    return mine, theirs


class Proxy:
    """A forwarding port that can be made silent (nothing passes, nothing closes), as a radio out of range."""

    def __init__(self, target: Address) -> None:
        self._target = target
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._tasks: list[asyncio.Task[Any]] = []
        self._writers: list[asyncio.StreamWriter] = []
        self.connections = 0

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *exc: object) -> None:
        assert self._server is not None
        self._server.close()
        await turns()  # a connection that is being taken still gets its tasks
        while tasks := [task for task in self._tasks if not task.done()]:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for writer in self._writers), return_exceptions=True)

    @property
    def address(self) -> Address:
        assert self._server is not None
        return Address("127.0.0.1", self._server.sockets[0].getsockname()[1])

    def silence(self) -> None:
        self._open.clear()

    def heal(self) -> None:
        self._open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._writers.append(writer)
        serving = asyncio.current_task()
        assert serving is not None
        self._tasks.append(serving)
        there, back = await asyncio.open_connection(self._target.host, self._target.port)
        self._writers.append(back)
        loop = asyncio.get_running_loop()
        self._tasks += [
            loop.create_task(self._pump(reader, back)),
            loop.create_task(self._pump(there, writer)),
        ]

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._open.wait()
            writer.write(data)
        writer.close()


__all__ = ["LIMIT_S", "Peer", "Proxy", "Reason", "ordered", "peers", "run", "seed", "shaken", "turns"]
