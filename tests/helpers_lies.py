"""Help for tests of lies in a live game: four real tables on an air, of which one signs what is not true.

A game is played honestly once and kept, disk by disk, at the moments where something is due; every lie
begins from such disks. The liar's program is the real one up to the signature: what it made is bent, signed
and sent. It says no truth beside it, and bends again what it is asked for again.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from helpers_log import identity
from helpers_table import Laptop, Room, make_game, passing

from pinochle_lan.codec import Value, decode
from pinochle_lan.log.effects import Effect, Send
from pinochle_lan.log.entry import Entry
from pinochle_lan.log.frames import pack
from pinochle_lan.log.ledger import LedgerError
from pinochle_lan.log.machine import Place
from pinochle_lan.log.records import RecordType, read_records
from pinochle_lan.sealed.group import POINT, SUITE1, Group
from pinochle_lan.table.bodies import basis, split
from pinochle_lan.table.places import rests_on, word

GAME = make_game()
STAGES = ("reveal", "key", "share", "call", "name", "pass", "remix", "meld", "card")
SHUFFLE = ("key", "mix", "proof", "seal")
LIES = ("reveal", *SHUFFLE, "share", "call", "name", "pass", "remix", "share for a remix", "meld", "card")
"""What a liar can lie about; the last but two stands in the step of a remix."""
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
"""A point of small order."""


@dataclass(frozen=True)
class Stage:
    """All disks and secrets just before something is due: some laptop shows it, none signed it."""

    disks: tuple[bytes, ...]
    secrets: tuple[dict[str, bytes], ...]


@functools.cache
def stages(group: Group) -> dict[str, Stage]:
    """One honest game, kept at each of ``STAGES``."""
    room = Room(GAME, seed=2, group=group, chooser=passing)
    room.start()
    found = {}
    for kind in STAGES:
        assert room.air.run(60_000, lambda kind=kind: any(due(laptop, kind) for laptop in room.laptops)), kind
        found[kind] = Stage(
            tuple(bytes(laptop.disk) for laptop in room.laptops),
            tuple(dict(laptop.secrets) for laptop in room.laptops),
        )
    return found


def due(laptop: Laptop, kind: str) -> bool:
    """Whether something of that word is due next in what the laptop shows."""
    return any(word(place.kind) == kind for place in laptop.machine().due())


class Liar(Laptop):
    """Honest until it is told what to lie about."""

    about = ""
    dice: random.Random
    lied: tuple[Place, Value, str | None] | None = None
    """The first lie: its place, its body, and what an honest judge says of it."""

    def write(self, place: Place, body: Value) -> list[Effect]:
        """In place of the ledger's own: bends and signs."""
        ledger = self.table.ledger
        wanted = "share" if self.about == "share for a remix" else self.about
        if word(place.kind) != wanted:
            if self.lied is not None and self.lied[2] is not None:
                raise LedgerError("this laptop has lied and says no more")
            return self._write(place, body)
        if (ledger.open_step, place.key) in self._told:
            raise LedgerError("this lie is told")
        self._told.append((ledger.open_step, place.key))
        held = dict(ledger.held())
        bent = bend(self.dice, body, self._others(place))
        if self.lied is None:
            self.lied = place, bent, ledger.settled.judge(place, bent, held, False)
        sent = [self._signed(place, bent)]
        if wanted == "mix":  # a deck is only measured; its proof is what tells
            proof = Place(place.author, place.kind.replace("mix", "proof"), place.sort, place.needs)
            chain = rests_on(proof, ledger.settled.roster)
            about = held | {place.key: bent}
            sent.append(self._signed(proof, (basis(chain, about), self._old_proof())))
        return sent

    def _signed(self, place: Place, body: Value) -> Effect:
        ledger = self.table.ledger
        entry = Entry.make(
            identity(self.number),
            table=self.genesis.table,
            step=ledger.open_step,
            author=self.number,
            kind=place.kind,
            body=body,
            before=ledger.chain,
            state=ledger.settled.digest(),
        )
        return Send(None, pack(entry.wire()))

    def _old_proof(self) -> bytes:
        return self.dice.randbytes(128 * len(GAME.pack) + 160)

    def _others(self, place: Place) -> list[Value]:
        """Bodies of the same kind in the log: of others, and the own earlier ones."""
        found: list[Value] = []
        for record in read_records(bytes(self.disk)).found:
            if record.type == RecordType.ENTRY:
                entry = Entry.read(decode(record.payload))
                if word(entry.kind) == word(place.kind):
                    found.append(entry.body)
        return [*found, *(body for (_, kind), body in self.table.ledger.held().items() if kind != place.kind)]

    def turn(self, about: str, dice: random.Random) -> None:
        """From now on this laptop lies."""
        self.about, self.dice = about, dice
        self._told: list[tuple[int, tuple[int, str]]] = []
        ledger, writer = self.table.ledger, self.table._writer
        self._write = ledger.write
        ledger.write = self.write  # type: ignore[method-assign]
        assert writer is not None
        writer.refused = lambda *_: None  # type: ignore[assignment]


def resumed(group: Group, stage: str, about: str, seed: int, liar: int | None) -> tuple[Room, Liar]:
    """A game at a stage, and who lies in it: whoever is due, or ``liar`` where all are."""
    kept = stages(group)[stage]
    room = Room(GAME, seed=2, group=group, chooser=passing, kind=Liar)
    for laptop, disk, secrets in zip(room.laptops, kept.disks, kept.secrets, strict=True):
        laptop.disk, laptop.secrets = bytearray(disk), dict(secrets)
        laptop.table = laptop._new(read_records(disk).found)
        laptop.table.start(room.air.now)
    places = next(laptop.machine().due() for laptop in room.laptops if due(laptop, stage))
    wanted = "share" if about == "share for a remix" else about
    authors = [place.author for place in places if word(place.kind) == wanted]
    chosen = authors[0] if liar is None or liar not in authors else liar
    one = room.laptops[chosen]
    assert isinstance(one, Liar)
    one.turn(about, random.Random(seed))
    room.air.link_all()
    return room, one


def tell(group: Group, about: str, liar: int, seed: int) -> str:
    """One lie in a live game. Gives how every honest laptop named its author; empty if it was no lie.

    Fails if an honest laptop did not name it, named somebody else, or the three do not go on alike.
    """
    stage = {"mix": "key", "proof": "key", "seal": "key", "share for a remix": "remix"}.get(about, about)
    room, one = resumed(group, stage, about, seed, liar)
    honest = [laptop for laptop in room.laptops if laptop is not one]
    assert room.air.run(20_000, lambda: one.lied is not None), "it had no occasion"
    assert one.lied is not None
    place, body, why = one.lied
    strays = (
        split(body) is not None
        and why is None
        and bool(rests_on(place, room.laptops[0].table.machine.roster))
    )
    if why is None and about != "mix" and not strays:
        return ""
    assert room.air.run(60_000, lambda: all(named(laptop, one.number) for laptop in honest)), (place, why)
    for laptop in honest:
        for event in laptop.happened:
            data = dict(event.data)
            assert event.event not in ("illegal", "double", "gone") or data["member"] == one.number, data
    steps = [laptop.table.step for laptop in honest]
    assert room.air.run(60_000, lambda: all(laptop.table.step > max(steps) for laptop in honest)), (
        room.stuck()
    )
    assert len({laptop.machine().roster for laptop in honest}) == 1
    assert one.number not in honest[0].machine().roster
    return next(named(laptop, one.number) for laptop in honest)


def named(laptop: Laptop, liar: int) -> str:
    """The word of the event in which a laptop named the liar."""
    for event in laptop.happened:
        data = dict(event.data)
        if event.event in ("illegal", "gone") and data["member"] == liar:
            return event.event
    return ""


# --- bending


def bend(dice: random.Random, body: Value, others: list[Value]) -> Value:
    """Something else of almost the same form."""
    for _ in range(100):
        if others and dice.random() < 0.15:
            bent = dice.choice(others)
        else:
            path = dice.choice(list(paths(body)))
            bent = put(body, path, _bent(dice, get(body, path)))
        if bent != body:
            return bent
    raise AssertionError(f"{body!r} cannot be bent")


def paths(body: Value, so_far: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Where its parts stand."""
    yield so_far
    if isinstance(body, tuple):
        for at, item in enumerate(body):
            yield from paths(item, (*so_far, at))


def get(body: Value, path: tuple[int, ...]) -> Value:
    """The part at a path."""
    for at in path:
        assert isinstance(body, tuple)
        body = body[at]
    return body


def put(body: Value, path: tuple[int, ...], part: Value) -> Value:
    """The body with another part at a path."""
    if not path:
        return part
    assert isinstance(body, tuple)
    at, *rest = path
    return (*body[:at], put(body[at], tuple(rest), part), *body[at + 1 :])


def _bent(dice: random.Random, part: Value) -> Value:
    if isinstance(part, bytes) and part:
        return _bent_bytes(dice, part)
    if isinstance(part, tuple) and part:
        at = dice.randrange(len(part))
        ways: list[Value] = [part[:at] + part[at + 1 :], (*part[:at], part[at], *part[at:]), part[::-1], ()]
        return dice.choice(ways)
    if type(part) is int:
        return dice.choice((part + 1, part - 1, 0, 47, 48, 10**6, -1, 2**40, None))
    return dice.choice((None, 7, "x", b"", b"x" * 96, (), (0,), "S", "H"))


def _bent_bytes(dice: random.Random, part: bytes) -> bytes:
    size = len(part)
    at = dice.randrange(size)
    chunk = at // POINT * POINT
    other = dice.randrange(size) // POINT * POINT
    one, two = part[chunk : chunk + POINT], part[other : other + POINT]
    moved = (int.from_bytes(one, "little") + SUITE1.q) % 2**256
    match dice.randrange(9):
        case 0:
            return part[:-1] if dice.random() < 0.5 else part[:-POINT]
        case 1:
            return part + part[-POINT:]
        case 2:
            return dice.randbytes(size)
        case 3 if len(one) == len(two):
            swapped = part[:chunk] + two + part[chunk + POINT :]
            return swapped[:other] + one + swapped[other + POINT :]
        case 4 if len(one) == POINT:
            return part[:chunk] + moved.to_bytes(POINT, "little") + part[chunk + POINT :]
        case 5 if len(one) == POINT:
            point = dice.choice((SUITE1.identity, ORDER_8, SUITE1.card("AS"), SUITE1.base(1), bytes(POINT)))
            return part[:chunk] + point + part[chunk + POINT :]
        case 6 if len(one) == POINT:
            return part[:chunk] + bytes(POINT) + part[chunk + POINT :]
        case _:
            return part[:at] + bytes([part[at] ^ 1 << dice.randrange(8)]) + part[at + 1 :]
