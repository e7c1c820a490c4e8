"""A member's program, patched: it plays with the others, and attacks when it is told to (tests/lab).

    hostile_member.py NAME PROFILE join [ATTACK]    plays like ``honest_peer.py``; ATTACK waits for
                                                    its occasion from the start, others: "attack NAME"

It is the member: its key, its links, its place in the game. Three sorts of attack: frames of the table
(``helpers_hostile``), what the link forbids (``LINKS``), and a contribution that is due and false, or told
to each differently (``DUE``). "attacked" is said in the moment in which it leaves.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent), str(HERE)]

from helpers_hostile import ATTACKS, Member  # noqa: E402
from honest_peer import honest, say  # noqa: E402
from raw_link import Raw  # noqa: E402

from pinochle_lan import ENGINE, PROTOCOL  # noqa: E402
from pinochle_lan.codec import Value, encode  # noqa: E402
from pinochle_lan.log.effects import Effect  # noqa: E402
from pinochle_lan.log.effects import Send as Told  # noqa: E402
from pinochle_lan.log.entry import Ack  # noqa: E402
from pinochle_lan.log.frames import FrameType, pack  # noqa: E402
from pinochle_lan.log.ledger import Ledger  # noqa: E402
from pinochle_lan.log.machine import Place  # noqa: E402
from pinochle_lan.log.signing import Identity  # noqa: E402
from pinochle_lan.net.channel import Kind  # noqa: E402
from pinochle_lan.net.errors import Gone, Reason  # noqa: E402
from pinochle_lan.net.link import Link  # noqa: E402
from pinochle_lan.room.house import House  # noqa: E402
from pinochle_lan.rules.actions import Play, Shown  # noqa: E402
from pinochle_lan.table.bodies import basis  # noqa: E402
from pinochle_lan.table.effects import Effect as TableEffect  # noqa: E402
from pinochle_lan.table.effects import Send  # noqa: E402
from pinochle_lan.table.machine import TableMachine  # noqa: E402
from pinochle_lan.table.places import rests_on  # noqa: E402
from pinochle_lan.table.table import Table  # noqa: E402

FRESH_MS = 50
"""Frames leave when a step has just been opened: what is about it arrives before it is settled."""


MOST_TRIES = 2_000
"""So often it looks whether all are linked; then it strikes those that are."""


def struck(name: str) -> None:
    """It leaves now."""
    say("attacked", name=name, begun=time.monotonic())


# --- what the link forbids


def _bit_flip(link: Link) -> None:
    assert link._channel is not None
    sealed = bytearray(link._channel.seal(Kind.FRAME, b"\x91\x03"))
    sealed[-1] ^= 1
    link._stream.write(bytes(sealed))


def _replay(link: Link) -> None:
    assert link._channel is not None
    link._stream.write(link._channel.seal(Kind.PING, b"1") * 2)


def _unknown(link: Link) -> None:
    assert link._channel is not None
    for kind in (6, 99, 255):
        link._stream.write(link._channel.seal(kind, b"future"))  # type: ignore[arg-type]


LINKS: dict[str, Callable[[Link], None]] = {
    "a flipped bit in a sealed frame": _bit_flip,
    "a sealed frame sent twice": _replay,
    "a frame of 100 kB announced": lambda link: link._stream.write(
        (100_000).to_bytes(4, "little") + bytes(1000)
    ),
    "an empty frame": lambda link: link._say(Kind.FRAME, b""),
    "a second hello": lambda link: link._say(Kind.HELLO, encode((PROTOCOL, ENGINE, (), "Mallory"))),
    "a heartbeat of 9 bytes": lambda link: link._say(Kind.PING, bytes(9)),
    "a link chosen twice": lambda link: link._say(Kind.CHOSEN),
    "a goodbye of nonsense": lambda link: link._say(Kind.BYE, b"\x91" * 900),
    "kinds of the link that nobody knows": _unknown,
}


async def _slow_reader(house: House, links: list[Link]) -> None:
    """Speaks all the time and reads nothing."""
    for link in links:
        link._stream._transport.pause_reading()  # type: ignore[union-attr]
    heard = pack((int(FrameType.PRESENCE), _tables[0].terms.genesis.table, (0, 1, 2, 3)))
    for _ in range(50):
        for link in links:
            now = asyncio.get_running_loop().time()  # else its own program looks for another way
            link._heart.heard(now)
            link._heart._answered = now
            link.send(heard)
        await asyncio.sleep(0.2)
    for link in links:
        link.close(Gone(Reason.CLOSED), abort=True)


async def _half_open(house: House, links: list[Link]) -> None:
    """A second link under its own key that never says hello."""
    for link in links:
        raw = await Raw(link.remote).connect()
        await raw.greet(house._profile.identity, hello=None)
        asyncio.get_running_loop().call_later(5, raw.close)


SLOWLY = {"a slow reader": _slow_reader, "a second link, half open": _half_open}


# --- what is due from it

Bent = Callable[[Ledger, TableMachine, Place, Value], Value]


def _slot(which: Callable[[TableMachine, int], list[int]]) -> Bent:
    """A card's body about a slot that is not one of the hand's."""

    def bent(ledger: Ledger, machine: TableMachine, place: Place, body: Value) -> Value:
        seat = int(place.kind.split()[1])
        slots = which(machine, seat)
        assert isinstance(body, tuple)
        if body[1] is None:
            return None  # a card of its meld, which lies open
        _, (_, payload) = body  # type: ignore[misc]
        return (slots[0], ((slots[0],), payload)) if slots else None

    return bent


def _held(machine: TableMachine, seat: int) -> list[int]:
    view = machine.terms.game.view(machine.state, None, {})
    return [card.slot for card in view.seats[seat].hand]


def _others(machine: TableMachine, seat: int) -> list[int]:
    return _held(machine, (seat + 1) % 4)


def _played(machine: TableMachine, seat: int) -> list[int]:
    return [played.slot for played in machine.state.plays]


def _basis(ledger: Ledger, machine: TableMachine, place: Place, body: Value) -> Value:
    assert isinstance(body, tuple)
    return (bytes(32), *body[1:])


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


def _false(ledger: Ledger, machine: TableMachine, place: Place, body: Value) -> Value:
    return spoilt(body)


def _as(value: Value) -> Bent:
    return lambda ledger, machine, place, body: value


def _breaks_the_rules(ledger: Ledger, machine: TableMachine, place: Place, body: Value) -> Value:
    """A card of the own hand, truly opened, that may not be played now, as everybody can see."""
    seat = int(place.kind.split()[1])
    table = _tables[0]
    assert table._writer is not None
    mine, game = table.mine(seat), machine.terms.game
    for slot in _held(machine, seat):
        # What only hidden cards could tell is found at the hand's end: here the open ones must tell it.
        if slot in mine and game.check(machine.state, Play(seat, Shown(slot, mine[slot]))) is not None:
            return table._writer.own.action_body(machine, Play(seat, Shown(slot, mine[slot])))
    return None


DUE: dict[str, tuple[str, Bent]] = {
    "a false key": ("key", _false),
    "a mix of junk": ("mix", _false),
    "a mix on another basis": ("mix", _basis),
    "a false proof of the shuffle": ("proof", _false),
    "a false seal": ("seal", _false),
    "a false share": ("share", _false),
    "a bid that is none": ("call", _as((3, None))),
    "a bid of wrong types": ("call", _as(("x", ("y",)))),
    "a meld it does not hold": ("meld", _false),
    "a card with a false face": ("card", _false),
    "a card of another seat": ("card", _slot(_others)),
    "a card that lies on the table": ("card", _slot(_played)),
    "a card against the rules": ("card", _breaks_the_rules),
}
TOLD_APART = "two entries for one place"
TOLD_TO_ONE = "an entry told to one laptop only"
OTHER_STATE = "another state acknowledged from now on"
WITHHELD = "a share withheld"
WITHHELD_S = 18
"""Then it plays on: a person who does not choose is waited for, or asked to go."""

_due: list[str] = []
_tables: list[Table] = []
_lied: list[str] = []
_write, _wanted, _sign_ack, _start = Ledger.write, Ledger.wanted, Ack.make, Table.start


def write(self: Ledger, place: Place, body: Value) -> list[Effect]:
    """In place of the ledger's own."""
    name = _due[0] if _due else ""
    kind = DUE[name][0] if name in DUE else "card"
    if not name or place.kind.partition(" ")[0] != kind:
        return _write(self, place, body)
    others = [member for member in self.settled.roster if member != self.me]
    if name == TOLD_TO_ONE:
        _due.clear()
        struck(name)
        effects = _write(self, place, body)
        return [Told(others[0], e.frame) if isinstance(e, Told) and e.to is None else e for e in effects]
    table = _tables[0]
    if name == TOLD_APART:
        bodies = [(body, ()), (body, ((),)), (body, ((),))]
    else:
        bent = DUE[name][1](self, table._settled, place, body)
        if bent is None:
            return _write(self, place, body)  # no occasion yet
        bodies = [(bent, ())] * 3
    _due.clear()
    _lied.append(name)
    struck(name)
    member = Member(table._identity, table)
    frames = [member.entry(kind=place.kind, body=one, riders=riders) for one, riders in bodies]
    told: list[Effect] = [Told(to, frame) for to, frame in zip(others, frames, strict=True)]
    if kind == "mix":  # a deck is only measured; its proof is what tells
        proof = Place(place.author, place.kind.replace("mix", "proof"), place.sort, place.needs)
        held = {**self.held(), place.key: bodies[0][0]}
        junk = bytes(128 * len(table.terms.game.pack) + 160)
        body = basis(rests_on(proof, self.settled.roster), held), junk
        told.append(Told(None, member.entry(kind=proof.kind, body=body)))
    return told


def wanted(self: Ledger) -> tuple[Place, ...]:
    """Who lied says no more."""
    places = () if _lied else _wanted(self)
    if _due[:1] == [WITHHELD] and any(place.kind.partition(" ")[0] == "share" for place in places):
        _due.clear()
        _lied.append(WITHHELD)
        struck(WITHHELD)
        threading.Timer(WITHHELD_S, _lied.clear).start()
        return ()
    return places


def other_state(identity: Identity, **fields: Any) -> Ack:
    """An acknowledgement with another state."""
    return _sign_ack(identity, **fields | {"state": bytes(8)})


def start(self: Table, now_ms: int) -> list[TableEffect]:
    """Remembers the table."""
    _tables[:] = [self]
    return _start(self, now_ms)


# --- being told


def obey(house: House, line: str) -> None:
    """From the thread that reads the input to the one that plays."""
    assert house._loop is not None
    house._loop.call_soon_threadsafe(_begin, house, line.removeprefix("attack "))


def _begin(house: House, name: str, tries: int = 0) -> None:
    """Strikes once all three are linked, and what is about the open step soon after that was opened."""
    room, network = house._tenancy.room, house._network
    assert room is not None
    assert network is not None
    table = room._clerk.core
    assert isinstance(table, Table)
    keys = [key for key in table.terms.keys.values() if key != network.mesh.key]
    peers = network.mesh._peers
    links = [peers[key].link for key in keys if key in peers and peers[key].link is not None]
    if len(links) < len(keys) and tries < MOST_TRIES:
        house._loop.call_later(0.005, _begin, house, name, tries + 1)  # type: ignore[union-attr]
    elif name in ATTACKS:
        room.post(lambda core, now: _strike(house, core, now, name, keys))
    elif name in LINKS:
        struck(name)
        for link in links:
            LINKS[name](link)  # type: ignore[arg-type]
    elif name in SLOWLY:
        struck(name)
        room._spawn(SLOWLY[name](house, links))  # type: ignore[arg-type]
    elif name == OTHER_STATE:
        struck(name)
        Ack.make = other_state  # type: ignore[method-assign,assignment]
    else:
        assert name in DUE or name in (TOLD_APART, TOLD_TO_ONE, WITHHELD), name
        _due.append(name)


def _strike(house: House, table: Table, now_ms: int, name: str, keys: list[bytes]) -> list[Send]:
    """At the desk."""
    if table.ledger.complete or now_ms - table._since_ms > FRESH_MS:
        assert house._loop is not None
        house._loop.call_soon_threadsafe(house._loop.call_later, 0.005, _begin, house, name)
        return []
    frames = ATTACKS[name].frames(Member(table._identity, table))
    struck(name)
    return [Send(key, frame) for frame in frames for key in keys]


if __name__ == "__main__":
    Ledger.write, Ledger.wanted = write, wanted  # type: ignore[method-assign]
    Table.start = start  # type: ignore[method-assign]
    _due += sys.argv[4:5]
    honest(*sys.argv[1:4], obey=obey)
