"""Programs of the hostile client suite, for laptops of the lab; JSON lines out, commands in.

    hostile_peer.py honest NAME PROFILE host|join [KIND]   a real player: the house with a bot on its seat;
                                                    with KIND its first contribution of that kind is a lie
    hostile_peer.py hostile PROFILE HOST...         the attacker: "attack NAME", or "quit", a line

The attacker sits on the laptop of a member and holds that member's key. It uses the real layers and breaks
them where it wants: raw handshakes, sealed frames, frames of the table. Times are CLOCK_MONOTONIC.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pinochle_lan import ENGINE, PROTOCOL, shipped
from pinochle_lan.bridge import Admit, Bridge, Front, JoinTable, Lobby, OpenTable, ReadyUp
from pinochle_lan.codec import Value, decode, encode
from pinochle_lan.log.effects import Effect, Send
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.frames import FrameType, pack, unpack
from pinochle_lan.log.ledger import Ledger, LedgerError
from pinochle_lan.log.machine import Place
from pinochle_lan.log.records import Record, RecordType, read_records
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.sync import Have
from pinochle_lan.net.channel import Channel, Kind
from pinochle_lan.net.greeting import Greeting, Way
from pinochle_lan.net.greeting import Kind as Greet
from pinochle_lan.net.handshake import Ask, Initiator, Purpose
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.profile import Profile
from pinochle_lan.room.house import House
from pinochle_lan.table import notes

PORT = 47470
FRIENDS = ("Ben", "Cleo", "Dora")
"""Whom the founder lets in."""
PACE_MS = 150


_speaking = threading.Lock()
"""Events come from the network thread."""


def say(what: str, **more: Any) -> None:
    line = json.dumps({"what": what, "at": time.monotonic(), **more}, default=str)
    with _speaking:
        print(line, flush=True)


# --- the honest side --------------------------------------------------------------------------------------


def lie_once(kind: str) -> None:
    """This program's next contribution of that kind is signed and sent with another content."""
    write = Ledger.write
    lied: list[str] = []

    def lying(self: Ledger, place: Place, body: Value) -> list[Effect]:
        if lied:
            raise LedgerError("this laptop has lied and says no more")
        if place.kind.partition(" ")[0] != kind:
            return write(self, place, body)
        lied.append(place.kind)
        assert self.me is not None
        entry = Entry.make(
            self._pen.identity,  # type: ignore[arg-type]
            table=self.genesis.table,
            step=self.open_step,
            author=self.me,
            kind=place.kind,
            body=spoilt(body),
            before=self.chain,
            state=self.settled.digest(),
        )
        say("lied", kind=place.kind)
        return [Send(None, pack(entry.wire()))]

    Ledger.write = lying  # type: ignore[method-assign]


def spoilt(body: Value) -> Value:
    """The same form with its last long byte string changed in one bit, or its number out of range.

    The bit stands in the proof of a key, before the boxes of its escrow: a bad box blames nobody.
    """
    if isinstance(body, tuple):
        for at in reversed(range(len(body))):
            if body[at] not in (None, (), b""):
                return (*body[:at], spoilt(body[at]), *body[at + 1 :])
    if isinstance(body, bytes):
        return body[:40] + bytes([body[40] ^ 1]) + body[41:] if len(body) > 40 else bytes(len(body))
    return 77


def honest(name: str, folder: str, role: str, lie: str = "") -> None:
    """Play until the input ends; tell every event and every card."""
    if lie:
        lie_once(lie)
    registry = load_all([("shipped", shipped.plugins())], installed=False)
    profile = Profile(Path(folder))
    profile.save_name(name)
    changed, ended = threading.Event(), threading.Event()
    bridge = Bridge(Front(Lobby(name, "")))
    bridge.connect(on_front=changed.set)
    house = House(
        profile,
        registry,
        bridge,
        seed=name,
        own_bot="steady",
        pace_ms=PACE_MS,
        on_event=lambda event, data: say("event", event=event, **data),
    )
    house.start()
    if role == "host":
        bridge.post(OpenTable("Kitchen", "partnership", (("target", 5000),), locked=True))
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set(), changed.set()), daemon=True).start()
    told: set[Any] = set()

    def fresh(*key: Any) -> bool:
        new = key not in told
        told.add(key)
        return new

    while not ended.is_set():
        changed.wait(0.5)
        changed.clear()
        front = bridge.read()
        table = front.table
        if table is None:
            if front.lobby.problem and fresh("problem", front.lobby.problem):
                say("lobby", problem=front.lobby.problem)
            if role == "join" and front.lobby.addresses and fresh("join"):
                bridge.post(JoinTable(address="10.77.0.1"))
            continue
        if table.code and fresh("code"):
            say("code", code=table.code)
        for key, who in table.requests:
            if fresh("knock", key):
                if who in FRIENDS:
                    bridge.post(Admit(key, True))
                say("knock", name=who)
        for line in table.lines:
            if fresh("line", line.text):
                say("line", text=line.text)
        if all(person.name for person in table.people) and not table.you_ready:
            bridge.post(ReadyUp())
        if table.stage == "play" and fresh("names"):
            say("names", members={laptop.member: laptop.name for laptop in table.laptops})
        if table.fault and fresh("fault"):
            say("fault", text=table.fault)
        view = table.view
        if view is not None and view.phase == "play":
            running = view.trick.plays if view.trick is not None else ()
            cards = sum(len(trick.plays) for trick in view.tricks) + len(running)
            if fresh("card", view.hand_number, cards):
                say("card", hand=view.hand_number, cards=cards)
    house.stop()
    profile.close()


# --- the attacker -----------------------------------------------------------------------------------------


class Raw:
    """A TCP connection that speaks the link's protocol as far as it is told to."""

    def __init__(self, host: str, *, reads: bool = True) -> None:
        self.host = host
        self.reads = reads
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

    async def slow_reader(self) -> Any:
        """Asks for much, again and again, and reads nothing."""
        await self._log()

        async def one(host: str) -> None:
            raw = await linked(host)
            have = pack(Have(self.table, -1, bytes(32), (), ()).wire())
            for _ in range(300):
                await raw.seal(Kind.FRAME, have)
                await asyncio.sleep(0.012)
            await asyncio.sleep(2.5)
            raw.close()

        return await self._each(one)

    async def flood(self) -> Any:
        await self._log()
        have = pack(Have(self.table, 10, bytes(32), (), ()).wire())
        return await self._frames(*[have] * 6000, wait=0.5)

    # --- frames of the table

    async def deep_nesting(self) -> Any:
        return await self._frames(b"\x91" * 50_000 + b"\xc0")

    async def huge_array(self) -> Any:
        return await self._frames(b"\xdd\xff\xff\xff\xff")

    async def not_canonical(self) -> Any:
        return await self._frames(b"\x92\xcd\x00\x03\xa0")

    async def a_map(self) -> Any:
        return await self._frames(b"\x92\x01\x81\xa1a\x01")

    async def forged_author(self) -> Any:
        like = (await self._log()).other
        return await self._frames(self._entry(like, step=like.step + 1))

    async def no_such_author(self) -> Any:
        like = (await self._log()).other
        return await self._frames(self._entry(like, author=77))

    async def foreign_table(self) -> Any:
        like = (await self._log()).mine
        return await self._frames(self._entry(like, table=b"another table..."))

    async def replayed_entries(self) -> Any:
        log = await self._log()
        return await self._frames(*[pack(entry.wire()) for entry in log.entries[:20]] * 3)

    async def double_entry(self) -> Any:
        like = (await self._log()).mine
        return await self._frames(self._entry(like, body=("something else",)))

    async def stale_entry(self) -> Any:
        like = (await self._log()).mine
        return await self._frames(self._entry(like, kind="claim 0", step=max(0, like.step - 2)))

    async def wrong_turn(self) -> Any:
        """A card for each of the next steps, whoever's turn it is, on a history that never was."""
        like = (await self._log()).mine
        early = [self._entry(like, kind="card 1", step=like.step + n, before=bytes(32)) for n in range(1, 12)]
        return await self._frames(*early)

    async def wrong_state(self) -> Any:
        like = (await self._log()).mine
        early = [self._entry(like, kind="bid 0", step=like.step + n, state=bytes(8)) for n in range(1, 12)]
        return await self._frames(*early)

    async def oversized_body(self) -> Any:
        like = (await self._log()).mine
        good = unpack(pack(like.wire()))
        return await self._frames(encode((*good[:3], (bytes(40_000), ()))))

    async def body_of_another(self) -> Any:
        like = (await self._log()).mine
        good = unpack(pack(like.wire()))
        return await self._frames(encode((*good[:3], (("swapped",), ()))))

    async def forged_ack(self) -> Any:
        log = await self._log()
        like = next(ack for ack in log.acks if ack.member != log.me)
        forged = Ack.make(
            self.me, table=like.table, member=like.member, step=like.step, chain=bytes(32), state=bytes(8)
        )
        return await self._frames(pack(forged.wire()))

    async def double_ack(self) -> Any:
        log = await self._log()
        like = next(ack for ack in log.acks if ack.member == log.me)
        other = Ack.make(
            self.me, table=like.table, member=like.member, step=like.step, chain=bytes(32), state=bytes(8)
        )
        return await self._frames(pack(other.wire()))

    async def junk_answer(self) -> Any:
        await self._log()
        return await self._frames(encode((int(FrameType.STORE), self.table, ((99, b"junk"),))))

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
    if sys.argv[1] == "honest":
        honest(*sys.argv[2:6])
    else:
        asyncio.run(Attacker(sys.argv[2], sys.argv[3:]).run())
