"""One link fed by hand: a peer that knows the handshake but has no manners, and limits on what it sends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from helpers_net import Peer, peers, polled, run, seed, turns

from pinochle_lan.codec import Value, encode
from pinochle_lan.net import link as link_module
from pinochle_lan.net.channel import MAX_FRAME, OVERHEAD, Channel, Framer, Kind, pack
from pinochle_lan.net.errors import Gone, Reason
from pinochle_lan.net.handshake import Ask, Initiator, Purpose
from pinochle_lan.net.rate import FRAME_COST, Bucket, Rate


class Rude:
    """A dialled connection that has shaken hands as ``name`` and may now say anything."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, channel: Channel) -> None:
        self._reader = reader
        self._writer = writer
        self._framer = Framer(MAX_FRAME + OVERHEAD)
        self.channel = channel

    def say(self, kind: int, body: bytes = b"") -> None:
        self._writer.write(self.channel.seal(kind, body))  # type: ignore[arg-type]

    def raw(self, data: bytes) -> None:
        self._writer.write(data)

    async def hears(self) -> list[tuple[int, bytes]]:
        """Everything until the other side ends the connection."""
        heard = []
        while data := await self._reader.read(65536):
            self._framer.push(data)
            while (payload := self._framer.pop()) is not None:
                heard.append(self.channel.open(payload))
        return heard


HELLO: Value = (1, 1, (), "Rude")


@asynccontextmanager
async def rude(peer: Peer, hello: Value = HELLO, name: str = "Rude") -> AsyncIterator[Rude]:
    reader, writer = await asyncio.open_connection(*peer.address)
    try:
        hand = Initiator(seed(name), 1)
        writer.write(pack(hand.first()))
        length = int.from_bytes(await reader.readexactly(4), "little")
        hand.meet(await reader.readexactly(length))
        message, secrets = hand.finish(Ask(Purpose.LINK, 0))
        writer.write(pack(message))
        made = Rude(reader, writer, Channel(secrets))
        if hello is not None:
            made.say(Kind.HELLO, encode(hello))
        yield made
    finally:
        writer.close()
        await writer.wait_closed()


def chosen_by(peer: Peer) -> str:
    """A name whose key is larger than the peer's, so that the peer chooses."""
    return next(name for name in map(str, range(100)) if Peer(name).key > peer.key)


FAULTS = {
    "hello twice": [(Kind.HELLO, encode(HELLO))],
    "empty frame": [(Kind.FRAME, b"")],
    "long ping": [(Kind.PING, bytes(9))],
    "chosen out of turn": [(Kind.CHOSEN, b"")],
    "goodbye not understood": [(Kind.BYE, b"\xff")],
    "goodbye of the wrong form": [(Kind.BYE, encode((1, 2, 3)))],
}


@pytest.mark.parametrize("said", FAULTS.values(), ids=FAULTS)
def test_faults_end_the_link_by_name(said: list[tuple[Kind, bytes]]) -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,), rude(ann, name=chosen_by(ann)) as peer:
            await ann.has("up", "Rude")
            for kind, body in said:
                peer.say(kind, body)
            kinds = [kind for kind, _ in await peer.hears()]
            assert kinds[0] == Kind.HELLO
            assert kinds[-1] == Kind.BYE
            await ann.has("down", "Rude")
            assert ann.downs("Rude")[0].reason is Reason.FAULT

    run(test())


@pytest.mark.parametrize("hello", [(), (1,), ("1", 1), (True, 1), 7, "hello", (1.0,)[:0]])
def test_hellos_without_versions_are_refused(hello: Value) -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,), rude(ann, hello) as peer:
            assert (await peer.hears())[-1][0] == Kind.BYE
            assert ann.diary == []

    run(test())


def test_hello_may_not_be_long_and_comes_first() -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,):
            async with rude(ann, (1, 1, (), "x" * 20_000)) as peer:
                assert (await peer.hears())[-1][0] == Kind.BYE
            async with rude(ann, None) as peer:
                peer.say(Kind.FRAME, b"no hello")
                assert (await peer.hears())[-1][0] == Kind.BYE
            assert ann.diary == []

    run(test())


def test_frames_before_the_choice_are_a_fault() -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,):
            smaller = next(name for name in map(str, range(100)) if Peer(name).key < ann.key)
            async with rude(ann, name=smaller) as peer:
                peer.say(Kind.FRAME, b"too early")
                assert (await peer.hears())[-1][0] == Kind.BYE
            assert ann.diary == []

    run(test())


def test_unknown_kinds_are_ignored_for_the_future() -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,), rude(ann, name=chosen_by(ann)) as peer:
            peer.say(99, b"from a later version")
            peer.say(Kind.FRAME, b"understood")
            await ann.has("frame", "Rude", b"understood")

    run(test())


def test_F39_names_in_a_hello_are_cleaned_and_goodbyes_are_not_trusted() -> None:
    async def test() -> None:
        hello: Value = (1, 1, (), "\u202eRude\n" + "!" * 300)
        async with peers("Ann") as (ann,), rude(ann, hello, chosen_by(ann)) as peer:
            await ann.until(lambda me: bool(me.diary))
            peer.say(Kind.BYE, encode((int(Reason.LEFT), "Bob cheats")))
            await ann.until(lambda me: len(me.diary) == 2)
            assert ann.diary[1][2] == Gone(Reason.LEFT)
            assert ann.diary[1][2].sentence("Rude") == "Rude left the table."

    run(test())


def test_a_handshake_that_stops_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "HANDSHAKE_S", 0.05)

    async def test() -> None:
        async with peers("Ann") as (ann,):
            reader, writer = await asyncio.open_connection(*ann.address)
            with pytest.raises((asyncio.IncompleteReadError, ConnectionError)):
                await reader.readexactly(1)
            writer.close()
            await turns()
            async with rude(ann, None) as peer:
                assert [kind for kind, _ in await peer.hears()] == [Kind.HELLO]
            assert ann.diary == []

    run(test())


def test_a_flood_is_read_no_faster_than_allowed() -> None:
    async def test() -> None:
        async with peers("Ann") as (ann,), rude(ann, name=chosen_by(ann)) as peer:
            await ann.has("up", "Rude")
            (link,) = ann.mesh._links
            link._bucket = Bucket(
                Rate(per_second=1_000_000, burst=100_000), asyncio.get_running_loop().time()
            )
            for _ in range(4):
                peer.say(Kind.FRAME, bytes(60_000))
            await polled(lambda: not link._stream.reading)
            await ann.until(lambda me: len(me.frames("Rude")) == 4)
            await polled(lambda: link._stream.reading)

    run(test())


def test_bucket_counts_bytes_and_frames() -> None:
    bucket = Bucket(Rate(per_second=1000, burst=2 * FRAME_COST), 0.0)
    assert bucket.take(0, 0.0) == 0
    assert bucket.take(0, 0.0) == 0
    assert bucket.take(1000 - FRAME_COST, 0.0) == pytest.approx(1.0)
    assert bucket.take(0, 10.0) == 0
