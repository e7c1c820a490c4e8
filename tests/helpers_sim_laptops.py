"""Laptops for the seeded world: with a clock and a disk of their own, one that lies, one that makes noise.

The code of the package runs in them unchanged; a liar's table is honest, what leaves the laptop is not.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from helpers_guests import Opener
from helpers_log import Air, Name, identity
from helpers_table import Crash

from pinochle_lan.codec import decode
from pinochle_lan.log.ballot import Ballot
from pinochle_lan.log.entry import Ack, Entry
from pinochle_lan.log.frames import FrameType, pack, unpack
from pinochle_lan.log.records import RecordType, read_records
from pinochle_lan.log.rider import BACK, Rider
from pinochle_lan.log.step import ABSENT
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.table.effects import DropSecret, Effect, Save, SaveSecret, Send
from pinochle_lan.table.notes import Hello

LONGEST_JUMP_MS = 3_600_000
NOISE_MS = 300
"""Between two frames of a stranger."""


class OwnClock:
    """The air as one laptop sees it: frames pass, the time is the laptop's own."""

    def __init__(self, air: Air) -> None:
        self.air = air
        self.ahead_ms = 0

    @property
    def now(self) -> int:
        """The laptop's monotonic clock."""
        return self.air.now + self.ahead_ms

    def send(self, sender: Name, to: Name | None, data: bytes) -> None:
        """See Air."""
        self.air.send(sender, to, data)


class Flushing(Opener):
    """A laptop whose writes reach the disk once per batch, before it sends; a crash loses the rest.

    Its clock may jump ahead, and begins anywhere after a restart.
    """

    flushes_left: int | None = None
    """Crash at this flush from now on, having written a part of it."""
    asleep = False
    """The lid is closed: nothing is read, nothing ticks."""

    def __init__(self, air: Air, number: int, *more: Any, **options: Any) -> None:
        self.clock = OwnClock(air)
        self.read_to = 0
        """How much of the disk ``entries`` has given."""
        super().__init__(self.clock, number, *more, **options)  # type: ignore[arg-type]

    def jump(self) -> None:
        """The clock jumps ahead."""
        self.clock.ahead_ms += self._random.choice([1_000, 20_000, LONGEST_JUMP_MS])

    def wish(self, asked: list[Effect] | Refusal) -> bool:
        """What the person asked for is carried out, as far as the laptop lives; False if it was refused."""
        if isinstance(asked, Refusal):
            return False
        self._guarded(lambda: asked)
        return True

    def entries(self) -> list[Entry]:
        """What was written to the disk since the last call."""
        found = read_records(bytes(self.disk[self.read_to :]))
        self.read_to += found.end
        return [Entry.read(decode(one.payload)) for one in found.found if one.type == RecordType.ENTRY]

    def restart(self) -> None:
        """A fresh process on what the disk kept."""
        self.flushes_left = None
        self.asleep = False
        found = read_records(bytes(self.disk))
        del self.disk[found.end :]
        self.clock.ahead_ms = self._random.randrange(LONGEST_JUMP_MS) - self.clock.air.now
        super().restart()
        self.table.patience = False

    def _carry_out(self, effects: list[Effect]) -> None:
        saves = [effect for effect in effects if isinstance(effect, Save | SaveSecret | DropSecret)]
        if self.flushes_left is not None and saves:
            self.flushes_left -= 1
            if self.flushes_left < 0:
                self._tear(saves)
                raise Crash
        super()._carry_out(effects)

    def _tear(self, saves: Sequence[Save | SaveSecret | DropSecret]) -> None:
        """Some of a batch is written, the last record perhaps in part; nothing of it was sent."""
        kept = list(saves)[: self._random.randrange(len(saves) + 1)]
        super()._carry_out([effect for effect in kept if not isinstance(effect, DropSecret)])
        rest = [effect for effect in saves[len(kept) :] if isinstance(effect, Save)]
        if rest and self._random.random() < 0.5:
            self.disk += rest[0].record[: self._random.randrange(len(rest[0].record))]

    # --- the air's node

    def linked(self, peer: Name, now_ms: int) -> None:
        super().linked(peer, self.clock.now)

    def unlinked(self, peer: Name, now_ms: int) -> None:
        super().unlinked(peer, self.clock.now)

    def receive(self, peer: Name, data: bytes, now_ms: int) -> None:
        self._guarded(lambda: [] if self.asleep else self._heard(peer, data))

    def _heard(self, peer: Name, data: bytes) -> list[Effect]:
        return self.table.receive(self._key(peer), data, self.clock.now)

    @staticmethod
    def _key(peer: Name) -> bytes:
        return identity(peer).key if isinstance(peer, int) else peer

    def tick(self, now_ms: int) -> None:
        super().tick(self.clock.now)

    @property
    def wake_at_ms(self) -> int | None:
        at = None if self.asleep else super().wake_at_ms
        return None if at is None else at - self.clock.ahead_ms


class Guest(Flushing):
    """Comes when the game has begun: knocks, watches, and takes a bot's chair if there is one."""

    def hello(self) -> Hello | None:
        return Hello(self.genesis.protocol, self.genesis.engine, "Oma", None, b"", ())

    def do(self, effects: list[Effect]) -> None:
        self.plays = self.table.seat() is not None
        super().do(effects)

    def sit(self) -> None:
        """Ask for the chair of a bot."""
        if self.dead or self.table.me is None or self.table.seat() is not None:
            return
        for seat in range(self.game.seats):
            if self.wish(self.table.sit(seat, self.clock.now)):
                return


class Liar(Flushing):
    """A member that sometimes tells two laptops two things: entries, acknowledgements, votes, confirms."""

    lies = 0
    """How many were told."""
    boldness = 0.03
    """Chance of a lie, for each thing of its own that it sends."""

    def _carry_out(self, effects: list[Effect]) -> None:
        done: list[Effect] = []
        for effect in effects:
            other = self._other(effect.frame) if isinstance(effect, Send) and effect.to is None else None
            if isinstance(effect, Send) and other is not None and self._random.random() < self.boldness:
                self.lies += 1
                names = [n for n in range(len(self.genesis.members)) if n != self.number]
                believers = self._random.sample(names, self._random.randrange(1, len(names) + 1))
                done += [Send(identity(n).key, other if n in believers else effect.frame) for n in names]
            else:
                done.append(effect)
        super()._carry_out(done)

    def _other(self, frame: bytes) -> bytes | None:
        """The contrary of something of its own, signed; None for everything else."""
        parts = unpack(frame)
        me = identity(self.number)
        if parts[0] == FrameType.ENTRY:
            return self._entry(Entry.read(parts[1:]))
        if parts[0] == FrameType.ACK:
            ack = Ack.read(parts[1:])
            if ack.member != self.number:
                return None
            lie = replace(ack, chain=self._random.randbytes(32))
            return pack(replace(lie, signature=me.sign("ack", lie.fields)).wire())
        if parts[0] in (FrameType.VOTE, FrameType.CONFIRM):
            ballot = Ballot.read(parts[1:], confirm=parts[0] == FrameType.CONFIRM)
            if ballot.member != self.number:
                return None
            wanted = self._random.randbytes(32) if ballot.value == ABSENT else ABSENT
            changed = replace(ballot, value=wanted)
            return pack(replace(changed, signature=me.sign(changed.tag, changed.fields)).wire())
        return None

    def _entry(self, entry: Entry) -> bytes | None:
        if entry.author != self.number:
            return None
        me = identity(self.number)
        what = self._random.randrange(3)
        if what == 0:  # another entry that says the same: it carries a stale request
            rider = Rider.make(me, entry.table, self.number, BACK, (self._random.getrandbits(30),))
            lie = replace(entry, riders=(*entry.riders, rider.wire()[1:]))
        elif what == 1:  # content that the rules refuse
            lie = replace(entry, body=(self._random.getrandbits(8), "x"))
        else:  # another history
            lie = replace(entry, before=self._random.randbytes(32))
        return pack(replace(lie, signature=me.sign("entry", lie.fields)).wire())


class Noise:
    """A stranger that was let in: what it hears it says again, whole, damaged or too late."""

    def __init__(self, air: Air, name: int, knock: Hello, seed: int) -> None:
        self.air, self.name = air, name
        self.said = 0
        self._knock = pack(knock.wire())
        self._random = random.Random(seed)
        self._kept: list[bytes] = []
        self._next = NOISE_MS

    def linked(self, peer: Name, now_ms: int) -> None:
        """Knock at every door."""
        self.air.send(self.name, peer, self._knock)

    def unlinked(self, peer: Name, now_ms: int) -> None:
        """It stays."""

    def receive(self, peer: Name, data: bytes, now_ms: int) -> None:
        """Keep it for later."""
        if len(self._kept) < 200:
            self._kept.append(data)
        else:
            self._kept[self._random.randrange(200)] = data

    def tick(self, now_ms: int) -> None:
        """Say something."""
        self._next = now_ms + self._random.randrange(20, 2 * NOISE_MS)
        if self._kept:
            self.said += 1
            self.air.send(self.name, None, self._spoilt(self._random.choice(self._kept)))

    @property
    def wake_at_ms(self) -> int | None:
        return self._next

    def _spoilt(self, data: bytes) -> bytes:
        what = self._random.randrange(4)
        if what == 0:
            return data
        if what == 1:
            at = self._random.randrange(len(data))
            return data[:at] + bytes([data[at] ^ (1 << self._random.randrange(8))]) + data[at + 1 :]
        if what == 2:
            return data[: self._random.randrange(len(data))]
        at, size = self._random.randrange(len(data)), self._random.randrange(1, 40)
        return data[:at] + self._random.randbytes(size) + data[at + size :]
