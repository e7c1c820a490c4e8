"""A stranger's program of the hostile client suite, for a laptop of the lab; JSON lines out, commands in.

    hostile_peer.py PROFILE HOST...         the attacker: "attack NAME" a line

It sits on the laptop of a member, beside its program, and links with fresh keys. It uses the real layers and
breaks them where it wants: raw handshakes, sealed frames, frames of the table. Times are CLOCK_MONOTONIC.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]
from honest_peer import say  # noqa: E402
from raw_link import PORT, Raw, linked  # noqa: E402

from pinochle_lan import ENGINE, PROTOCOL  # noqa: E402
from pinochle_lan.codec import decode, encode  # noqa: E402
from pinochle_lan.log.entry import Ack, Entry  # noqa: E402
from pinochle_lan.log.frames import pack, unpack  # noqa: E402
from pinochle_lan.log.records import Record, RecordType, read_records  # noqa: E402
from pinochle_lan.log.signing import Identity  # noqa: E402
from pinochle_lan.log.sync import Have  # noqa: E402
from pinochle_lan.net.channel import Kind  # noqa: E402
from pinochle_lan.net.greeting import Greeting, Way  # noqa: E402
from pinochle_lan.net.greeting import Kind as Greet  # noqa: E402
from pinochle_lan.net.handshake import Initiator  # noqa: E402
from pinochle_lan.table import notes  # noqa: E402


class Log:
    """What the table holds, as it stands in a member's game file."""

    def __init__(self, records: Sequence[Record], key: bytes) -> None:
        """``key``: of the member on whose laptop the attacker sits."""
        self.entries = [Entry.read(decode(one.payload)) for one in records if one.type == RecordType.ENTRY]
        self.acks = [Ack.read(decode(one.payload)) for one in records if one.type == RecordType.ACK]
        self.me = next(entry.author for entry in self.entries if entry.signed_by(key))

    @property
    def mine(self) -> Entry:
        """The member's newest entry."""
        return max((e for e in self.entries if e.author == self.me), key=lambda e: e.step)

    @property
    def other(self) -> Entry:
        """Another member's newest entry."""
        return max((e for e in self.entries if e.author != self.me), key=lambda e: e.step)


class Attacker:
    """Every attack by name; each is tried on every honest laptop at once."""

    def __init__(self, folder: str, hosts: list[str]) -> None:
        self.folder = Path(folder)
        self.hosts = hosts
        self.me = Identity((self.folder / "identity").read_bytes()[:32])
        self.table = b""

    async def run(self) -> None:
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
        )
        say("ready")
        while line := (await reader.readline()).decode().strip():
            name = line.removeprefix("attack ")
            begun = time.monotonic()
            try:
                async with asyncio.timeout(12):
                    told = await getattr(self, name.replace("-", "_"))()
            except Exception as error:  # noqa: BLE001 - the test must see it
                told = f"failed: {error!r}"
            say("attacked", name=name, begun=begun, told=told)

    async def _each(self, attack: Callable[[str], Awaitable[Any]]) -> list[Any]:
        return await asyncio.gather(*(attack(host) for host in self.hosts))

    async def _raw(self, *data: bytes, wait: float = 0.3) -> list[Any]:
        async def one(host: str) -> None:
            raw = await Raw(host).connect()
            for part in data:
                await raw.write(part)
            await asyncio.sleep(wait)
            raw.close()

        return await self._each(one)

    async def _frames(self, *frames: bytes, wait: float = 0.5) -> list[Any]:
        """Frames of the table, each laptop by a fresh link."""

        async def one(host: str) -> Any:
            raw = await linked(host)
            for frame in frames:
                await raw.seal(Kind.FRAME, frame)
            await raw.drain(wait)
            raw.close()
            return raw.bye

        return await self._each(one)

    async def _log(self) -> Log:
        """The newest of what the table holds, from the member's own disk, and the table's id.

        A stranger hears nothing of a table before it is let in, so nothing can be fetched.
        """
        newest = max((self.folder / "games").glob("*.pinochle"), key=lambda path: path.stat().st_mtime)
        log = Log(read_records(newest.read_bytes()).found, self.me.key)
        self.table = log.entries[0].table
        return log

    def _entry(self, like: Entry, signer: Identity | None = None, **changes: Any) -> bytes:
        fields = {name: getattr(like, name) for name in
                  ("table", "step", "author", "kind", "body", "before", "state")} | changes  # fmt: skip
        return pack(Entry.make(signer or self.me, **fields).wire())

    # --- before any key is proved

    async def not_pinochle(self) -> Any:
        return await self._raw(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")

    async def huge_header(self) -> Any:
        return await self._raw(b"\xff\xff\xff\xff" + bytes(100))

    async def half_open(self) -> Any:
        return await self._raw(b"", wait=3.4)

    async def half_handshake(self) -> Any:
        first = Initiator(os.urandom(32), PROTOCOL).first()
        return await self._raw(len(first).to_bytes(4, "little") + first, b"\x40\0\0\0" + bytes(64))

    async def wrong_version(self) -> Any:
        first = Initiator(os.urandom(32), 99).first()
        return await self._raw(len(first).to_bytes(4, "little") + first)

    async def replayed_handshake(self) -> Any:
        async def one(host: str) -> None:
            good = await (await Raw(host).connect()).greet()
            good.close()
            again = await Raw(host).connect()
            await again.message(good.first)
            await again.payload()
            await again.message(good.third)
            await asyncio.sleep(0.3)
            again.close()

        return await self._each(one)

    # --- inside the link

    async def _sealed(self, *said: tuple[int, bytes], hello: Any = (PROTOCOL, ENGINE, (), "Mallory")) -> Any:
        async def one(host: str) -> Any:
            raw = await (await Raw(host).connect()).greet(hello=hello)
            for kind, body in said:
                await raw.seal(kind, body)
            await raw.drain(0.4)
            raw.close()
            return raw.bye

        return await self._each(one)

    async def other_engine(self) -> Any:
        return await self._sealed(hello=(PROTOCOL, 99, (), "Mallory"))

    async def no_hello(self) -> Any:
        return await self._sealed((Kind.FRAME, b"\x91\x01"), hello=None)

    async def two_hellos(self) -> Any:
        return await self._sealed((Kind.HELLO, encode((PROTOCOL, ENGINE, (), "Mallory"))))

    async def hello_of_nonsense(self) -> Any:
        return await self._sealed((Kind.HELLO, b"\x91" * 2000), hello=None)

    async def spoofed_name(self) -> Any:
        """Marks that turn the writing around, a NUL, and a member's own name."""
        return await self._sealed(hello=(PROTOCOL, ENGINE, (), "\u202eAnn\u0000\u2066\n"))

    async def bit_flip(self) -> Any:
        async def one(host: str) -> None:
            raw = await linked(host)
            sealed = bytearray(raw.channel.seal(Kind.FRAME, b"\x91\x03"))
            sealed[-1] ^= 1
            await raw.write(bytes(sealed))
            await raw.drain(0.3)
            raw.close()

        return await self._each(one)

    async def replayed_frame(self) -> Any:
        async def one(host: str) -> None:
            raw = await linked(host)
            sealed = raw.channel.seal(Kind.PING, b"1")
            await raw.write(sealed + sealed)
            await raw.drain(0.3)
            raw.close()

        return await self._each(one)

    async def oversized_frame(self) -> Any:
        async def one(host: str) -> None:
            raw = await linked(host)
            await raw.write((64 * 1024 + 100).to_bytes(4, "little") + bytes(1000))
            await raw.drain(0.3)
            raw.close()

        return await self._each(one)

    async def empty_frame(self) -> Any:
        return await self._frames(b"")

    async def unknown_kinds(self) -> Any:
        """Kinds of the link and types of frames that nobody knows yet are passed over."""

        async def one(host: str) -> None:
            raw = await linked(host)
            for kind in (6, 99, 255):
                await raw.seal(kind, b"future")
            for number in (8, 15, 26, 200, 2**40):
                await raw.seal(Kind.FRAME, encode((number, b"future")))
            await raw.drain(0.4)
            raw.close()

        return await self._each(one)

    async def flood(self) -> Any:
        await self._log()
        have = pack(Have(self.table, 10, bytes(32), (), ()).wire())
        return await self._frames(*[have] * 6000, wait=0.5)

    # --- frames of the table

    async def not_canonical(self) -> Any:
        return await self._frames(b"\x92\xcd\x00\x03\xa0")

    async def forged_author(self) -> Any:
        like = (await self._log()).other
        return await self._frames(self._entry(like, step=like.step + 1))

    async def foreign_table(self) -> Any:
        like = (await self._log()).mine
        return await self._frames(self._entry(like, table=b"another table..."))

    async def replayed_entries(self) -> Any:
        log = await self._log()
        return await self._frames(*[pack(entry.wire()) for entry in log.entries[:20]] * 3)

    async def double_entry(self) -> Any:
        like = (await self._log()).mine
        return await self._frames(self._entry(like, body=("something else",)))

    async def double_ack(self) -> Any:
        log = await self._log()
        like = next(ack for ack in log.acks if ack.member == log.me)
        other = Ack.make(
            self.me, table=like.table, member=like.member, step=like.step, chain=bytes(32), state=bytes(8)
        )
        return await self._frames(pack(other.wire()))

    async def lobby_frames(self) -> Any:
        """A knock, a chair, a click and a goodbye, long after the game began."""
        hello = notes.Hello(PROTOCOL, ENGINE, "\u202eMallory", 0, b"xyz", ("10.0.0.7:47470",))
        said = (hello, notes.Sit(0), notes.Consent(1, bytes(64)), notes.Bye(), notes.Refused("gone"))
        return await self._frames(*(pack(note.wire()) for note in said))

    # --- at the door, before the game

    async def wrong_codes(self) -> Any:
        """Five guesses by one laptop at the founder's."""
        raw = await linked(self.hosts[0])
        for n in range(5):
            note = notes.Hello(PROTOCOL, ENGINE, "Guess", None, b"abc%d" % n, ())
            await raw.seal(Kind.FRAME, pack(note.wire()))
        await raw.drain(0.8)
        raw.close()
        return [
            note.code for frame in raw.heard if isinstance(note := notes.read(unpack(frame)), notes.Refused)
        ]

    async def spoofed_knock(self) -> Any:
        raw = await linked(self.hosts[0])
        note = notes.Hello(PROTOCOL, ENGINE, "\u202eAnn\u0000\u2066", None, b"", ())
        await raw.seal(Kind.FRAME, pack(note.wire()))
        await raw.drain(0.8)
        raw.close()
        return [
            note.code for frame in raw.heard if isinstance(note := notes.read(unpack(frame)), notes.Refused)
        ]

    # --- by UDP

    async def giant_announcement(self) -> Any:
        """mDNS answers as long as a packet can be, and such as break off in the middle."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            name = b"\x0d_pinochle-lan\x04_tcp\x05local\x00"
            head = b"\0\0\x84\0\0\0\xff\xff\0\0\0\0"
            record = name + b"\0\x0c\0\x01\0\0\x11\x94" + b"\x21\x34\x3f" + b"x" * 63 + name
            txt = b"\x3f" + b"x" * 63 + name + b"\0\x10\x80\x01\0\0\x11\x94" + b"\xf0\0" + b"\xffkey=" * 8000
            for body in (record, txt, record + txt, bytes(8000), b"\xc0\x0c" * 4000):
                for _ in range(20):
                    sock.sendto((head + body)[:8900], ("224.0.0.251", 5353))
                    await asyncio.sleep(0.005)
        return "sent"

    async def greeting_flood(self) -> Any:
        packet = Greeting(Greet.ASK, Way.DIRECT, bytes(8), PROTOCOL, ENGINE, 9).pack()
        answers = 0
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            sock.setblocking(False)
            for n in range(3000):
                for host in self.hosts:
                    sock.sendto(packet, (host, PORT))
                if n % 100 == 0:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)
            try:
                while True:
                    sock.recv(100)
                    answers += 1
            except BlockingIOError:
                return answers


if __name__ == "__main__":
    asyncio.run(Attacker(sys.argv[1], sys.argv[2:]).run())
