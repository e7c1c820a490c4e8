"""Seeded damage: mutated frames and files, and the real layers that must bear them.

The corpus is what four laptops said in one hand. ``Frames`` feeds what the mutator makes of it to the
decoder, to a table at several moments of that hand and to both sides of a lobby; ``damaged_files`` and
``verified`` do it to a game file.
"""

from __future__ import annotations

import gc
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from helpers_log import identity
from helpers_sealed import OPEN_GROUP, OpenGroup
from helpers_table import Room, key_of, make_game

from pinochle_lan.codec import CodecError, Value, decode, encode
from pinochle_lan.log.entry import Ack, Entry, Malformed
from pinochle_lan.log.frames import FrameType, pack, unpack
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import read_records
from pinochle_lan.log.signing import Identity
from pinochle_lan.log.sync import Have
from pinochle_lan.table import notes
from pinochle_lan.table.door import Founding
from pinochle_lan.table.effects import Effect, Happened
from pinochle_lan.table.guest import Joining
from pinochle_lan.table.lobby import Lobby
from pinochle_lan.table.table import Table
from pinochle_lan.table.verify import verify

STAGES = 8
"""Moments of the hand at which a table is attacked."""
ROUND = 10_000
"""Frames after which the attacked tables are made anew."""


def memory() -> int:
    """Bytes this process holds in memory; 0 where the system does not tell."""
    gc.collect()
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 if sys.platform == "linux" else 0


class Counting(OpenGroup):
    """The open group, counting every operation on a point."""

    def __init__(self) -> None:
        super().__init__()
        self.used = 0

    def mul(self, scalar: int, point: bytes) -> bytes:
        self.used += 1
        return super().mul(scalar, point)

    def base(self, scalar: int) -> bytes:
        self.used += 1
        return super().base(scalar)

    def add(self, a: bytes, b: bytes) -> bytes:
        self.used += 1
        return super().add(a, b)

    def sub(self, a: bytes, b: bytes) -> bytes:
        self.used += 1
        return super().sub(a, b)

    def is_valid(self, point: bytes) -> bool:
        self.used += 1
        return super().is_valid(point)


class Mutator:
    """Makes damaged byte strings out of good ones; same seed, same damage."""

    def __init__(self, seed: int, pool: Sequence[bytes], *, signers: Sequence[Identity] = ()) -> None:
        self._random = random.Random(seed)
        self._pool = list(pool)
        self._signers = list(signers)

    def next(self) -> bytes:
        """The next damaged one; about one in a hundred is not damaged at all."""
        rng = self._random
        data = rng.choice(self._pool)
        kind = rng.random()
        if kind < 0.01:
            return data
        if kind < 0.35:
            return self._of_values(data)
        damaged = bytearray(data)
        for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
            self._damage(damaged)
        return bytes(damaged)

    def _damage(self, data: bytearray) -> None:
        rng = self._random
        at = rng.randrange(len(data) + 1)
        match rng.randrange(8):
            case 0 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
            case 1 if at < len(data):
                data[at] = rng.choice((0, 0x7F, 0x80, 0xC1, 0xC4, 0xC6, 0xD9, 0xDB, 0xDD, 0xDF, 0xFF))
            case 2:
                del data[at : at + rng.randrange(1, 40)]
            case 3:
                data[at:at] = rng.randbytes(rng.randrange(1, 40))
            case 4:
                del data[at:]
            case 5:
                other = rng.choice(self._pool)
                data[at:] = other[rng.randrange(len(other) + 1) :]
            case 6:
                data[at:at] = data[at : at + 64] * rng.randrange(1, 4)
            case 7:
                data[at:at] = b"\x91" * rng.choice((3, 11, 12, 13, 1000)) + b"\xdd" + rng.randbytes(4)

    def _of_values(self, data: bytes) -> bytes:
        """Well-formed, with other values; entries now and then properly signed by a member."""
        rng = self._random
        try:
            value = self._changed(decode(data))
            if rng.random() < 0.3 and isinstance(value, tuple) and value and value[0] == FrameType.ENTRY:
                value = self._signed(value)
            return encode(value)
        except (CodecError, Malformed):
            return data[: rng.randrange(len(data) + 1)]

    def _changed(self, value: Value) -> Value:
        rng = self._random
        if isinstance(value, tuple) and value and rng.random() < 0.85:
            at = rng.randrange(len(value))
            match rng.randrange(8):
                case 0:
                    return value[:at] + value[at + 1 :]
                case 1:
                    return (*value[:at], value[at], *value[at:])
                case _:
                    return (*value[:at], self._changed(value[at]), *value[at + 1 :])
        if isinstance(value, bytes) and value and rng.random() < 0.7:
            at = rng.randrange(len(value))
            return value[:at] + rng.randbytes(1) + value[at + 1 :]
        if type(value) is int and rng.random() < 0.7:
            return max(-(2**63), min(2**64 - 1, value + rng.choice((-1, 1, 2, -(2**31), 2**40, 2**63))))
        return rng.choice(
            (None, True, 0, -1, 2**64 - 1, "", "card 2", "\u202eann", "\0", b"", bytes(32), b"\xff" * 32, (),
             ((),) * 50, "x" * 400, bytes(4000))
        )  # fmt: skip

    def _signed(self, value: tuple[Value, ...]) -> Value:
        fields = value[1] if len(value) > 1 else None
        if not self._signers or not isinstance(fields, tuple) or len(fields) != 6 or len(value) < 4:
            return value
        entry = Entry.read(value[1:]) if self._random.random() < 0.3 else None
        table, step, author, kind, before, state = fields
        body = entry.body if entry is not None else self._body(value)
        if not (
            isinstance(table, bytes) and isinstance(kind, str) and isinstance(before, bytes)
            and isinstance(state, bytes) and type(step) is int and type(author) is int
        ):  # fmt: skip
            return value
        signer = self._signers[author % len(self._signers)]
        made = Entry.make(
            signer, table=table, step=step, author=author, kind=kind, body=body, before=before, state=state
        )
        return made.wire()

    def _body(self, value: tuple[Value, ...]) -> Value:
        match value:
            case (_, _, _, (body, _)):
                return self._changed(body)
        return ()


@dataclass(frozen=True)
class Moment:
    """A laptop's disk in the middle of the hand."""

    step: int
    disk: bytes
    secrets: dict[str, bytes]


def _spread(moments: Sequence[Moment], count: int) -> list[Moment]:
    return [moments[i * (len(moments) - 1) // (count - 1)] for i in range(count)]


class Corpus:
    """One hand of four laptops: what was said, and laptop 0's disk at some moments."""

    def __init__(self, seed: int = 3) -> None:
        self.game = make_game("partnership")
        room = Room(self.game, seed=seed)
        self.genesis = room.genesis
        room.start()
        moments: list[Moment] = []
        first = room.laptops[0]
        while not room.done():
            room.air.run(1, room.done)
            if not moments or len(first.disk) > len(moments[-1].disk):
                step = first.table.ledger.open_step
                moments.append(Moment(step, bytes(first.disk), dict(first.secrets)))
        self.disk = bytes(first.disk)
        # Half of them while keys, mixes and proofs of the shuffle are due: there the arithmetic is dear.
        shuffling = [moment for moment in moments if moment.step <= 1]
        self.moments = _spread(shuffling, STAGES // 2) + _spread(moments, STAGES - STAGES // 2)
        heard = [frame for laptop in room.laptops for frame in laptop.heard]
        self.frames = [*dict.fromkeys(heard), *(pack(note.wire()) for note in self._notes())]

    def _notes(self) -> list[notes.Note]:
        door = founding()
        consent = notes.Consent(3, self.genesis.signatures[1][1])
        hello = notes.Hello(1, 1, "Ben", 2, b"abc", ("10.0.0.7:47470",))
        peers = notes.Peers(((identity(1).key, ("10.0.0.7:47470",)),))
        refused = notes.Refused("full", (("who", "Ann"),))
        return [
            hello,
            door.draft,
            consent,
            notes.Started(self.genesis),
            notes.Sit(3),
            refused,
            peers,
            notes.Want("house rule tens-around 1.0", b"f" * 32),
            notes.File("house rule tens-around 1.0", b"x = 1\n"),
            notes.Bye(),
        ]

    def table(self, moment: Moment, group: Counting) -> Table:
        """Laptop 0's table as it was, linked with the others."""
        made = Table(
            identity(0),
            self.genesis,
            self.game,
            entropy=random.Random(5).randbytes,
            records=read_records(moment.disk).found,
            secrets=moment.secrets,
            group=group,
        )
        made.start(0)
        asked = pack(Have(self.genesis.table, -1, bytes(32), (), ()).wire())
        for number in (1, 2, 3):
            made.link_up(key_of(number), 0)
            # Everybody met: what this laptop owes itself is done before the first damaged frame.
            made.receive(key_of(number), asked, 0)
        return made


TERMS = Genesis(b"t" * 16, 1, 1, 1, "partnership", (("target", 1500),), (("partnership", b"f" * 32),), (), ())


def founding() -> Founding:
    """A founder's lobby that knows a code."""
    return Founding(identity(0), "Ann", terms=TERMS, title="Sunday", chairs=4, secret=b"abc")


def joining() -> Joining:
    """A joiner's lobby."""
    return Joining(
        identity(1),
        "Ben",
        founder=identity(0).key,
        protocol=1,
        engine=1,
        here={"partnership": ("1.0", b"f" * 32)}.get,
    )


class Frames:
    """Feeds damaged frames to decoder, table and lobbies. Raises whatever escapes them."""

    def __init__(self, corpus: Corpus, seed: int = 1) -> None:
        self.corpus = corpus
        self.counts: Counter[str] = Counter()
        self.unasked: list[bytes] = []
        """Frames without a signed entry that reached the group arithmetic: there must be none."""
        self.group = Counting()
        self._members = [member.key for member in corpus.genesis.members]
        signers = [identity(number) for number in range(4)]
        self._mutator = Mutator(seed, corpus.frames, signers=signers)
        self._tables: list[Table] = []
        self._lobbies: list[tuple[Lobby, bytes]] = []
        self._done = 0

    def run(self, count: int) -> None:
        """So many more frames."""
        for _ in range(count):
            if self._done % ROUND == 0:
                self._anew()
            self._one(self._mutator.next())
            self._done += 1

    def _anew(self) -> None:
        self._tables = [self.corpus.table(moment, self.group) for moment in self.corpus.moments]
        self._lobbies = [(founding(), identity(1).key), (joining(), identity(0).key)]
        for lobby, peer in self._lobbies:
            lobby.link_up(peer, 0)

    def _one(self, data: bytes) -> None:
        try:
            assert encode(decode(data)) == data
            self.counts["well-formed"] += 1
        except CodecError:
            self.counts["not decoded"] += 1
        number = self._done % len(self._tables)
        peer = key_of(b"stranger" * 4) if self._done % 7 == 0 else key_of(1 + self._done % 3)
        used, step = self.group.used, self._tables[number].ledger.open_step
        self._count(self._tables[number].receive(peer, data, self._done))
        if self.group.used > used:
            self.counts["reached the group"] += 1
            moved = self._tables[number].ledger.open_step > step
            # An acknowledgement that settles a step makes signed entries due that came early.
            if not self._has_signed(data) and not (moved and self._is_word(data)):
                self.unasked.append(data)
        if self._done % 4 == 0:
            for lobby, other in self._lobbies:
                lobby.receive(other, data, self._done)

    def _count(self, effects: Sequence[Effect]) -> None:
        refused = [e for e in effects if isinstance(e, Happened) and e.event == "refused"]
        self.counts["refused by name" if refused else "taken or ignored"] += 1

    def _is_word(self, data: bytes) -> bool:
        """A member's acknowledgement, alone or in an answer."""
        frame = unpack(data)
        things = frame[2] if frame[0] == FrameType.STORE and isinstance(frame[2], tuple) else (frame,)
        acks = [one[1:] for one in things if isinstance(one, tuple) and one[:1] == (FrameType.ACK,)]
        return any(self._acked(ack) for ack in acks)

    def _acked(self, parts: Value) -> bool:
        try:
            ack = Ack.read(parts)
        except Malformed:
            return False
        return ack.member < len(self._members) and ack.signed_by(self._members[ack.member])

    def _has_signed(self, data: bytes) -> bool:
        match unpack(data):
            case (FrameType.ENTRY, *rest):
                things: list[Value] = [tuple(rest)]
            case (FrameType.STORE, _, tuple() as stored):
                things = [
                    one[1:] for one in stored if isinstance(one, tuple) and one[:1] == (FrameType.ENTRY,)
                ]
            case _:
                return False
        for thing in things:
            try:
                entry = Entry.read(thing)
            except Malformed:
                continue
            if entry.author < 4 and entry.signed_by(self._members[entry.author]):
                return True
        return False


def damage(rng: random.Random, data: bytes) -> tuple[bytes, int]:
    """A damaged file, and how many of its first bytes are sound."""
    damaged = bytearray(data)
    sound = len(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(damaged) + 1)
        sound = min(sound, at)
        match rng.randrange(6):
            case 0 if at < len(damaged):
                damaged[at] ^= 1 << rng.randrange(8)
            case 1:
                del damaged[at:]
            case 2:
                del damaged[at : at + rng.randrange(1, 3000)]
            case 3:
                damaged[at:at] = rng.randbytes(rng.randrange(1, 300))
            case 4:
                source = rng.randrange(len(data))
                damaged[at:at] = data[source : source + rng.randrange(1, 3000)]
            case 5:
                damaged[at:at] = b"\xa5\x5a" + rng.choice((b"\xff" * 4, b"\x00\x00\x01\x00", b"\x10\0\0\0"))
    return bytes(damaged), min(sound, len(damaged))


def damaged_files(corpus: Corpus, seed: int, count: int) -> Counter[str]:
    """Reads damaged files; every record before the first damaged byte is there, and restoring takes the rest.

    Raises whatever escapes the reader or the ledger, AssertionError if a whole record is lost.
    """
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    whole = read_records(corpus.disk)
    for number in range(count):
        data, sound = damage(rng, corpus.disk)
        found = read_records(data)
        ends = [record.at for record in whole.found[1:]] + [whole.end]
        kept = sum(end <= sound for end in ends)
        assert [record.payload for record in found.found[:kept]] == [r.payload for r in whole.found[:kept]]
        assert all(record.at < found.end <= len(data) for record in found.found)
        counts["files"] += 1
        counts["records"] += len(found.found)
        counts["with a whole record"] += bool(found.found)
        counts["with damage"] += bool(found.damage or found.torn)
        if number % 100 == 0:
            moment = Moment(0, data, {})
            assert corpus.table(moment, Counting()).step >= 0
            counts["restored"] += 1
    return counts


def verified(corpus: Corpus, seed: int, count: int) -> Counter[str]:
    """Verifies damaged files: none may be called sound that lost or changed an entry. Raises what escapes."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    good = verify(corpus.disk, lambda genesis: corpus.game, OPEN_GROUP)
    assert good.ok
    for _ in range(count):
        data, _sound = damage(rng, corpus.disk)
        result = verify(data, lambda genesis: corpus.game, OPEN_GROUP)
        counts["files"] += 1
        counts["faults"] += not result.ok
        counts["sound but shorter, or as good as new"] += result.ok
        assert not result.ok or result.steps <= good.steps
        assert result.steps < good.steps or result.digest == good.digest
    return counts
