"""Sync: what one says one has, and what the other then sends.

Owns the HAVE and STORE frames of docs/log.md 6. Pure functions over the set of signed things; when to ask is
``asking``'s business. Applying an answer twice, or answering an old question, changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.acks import AckBook
from pinochle_lan.log.entry import Entry, Malformed
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.store import Store

ANSWER_BYTES: Final = 60_000
"""An answer's things; leaves room for the frame around them (64 KiB, docs/log.md 6)."""
HELD_MOST: Final = 600
"""Places named in one question, lowest steps first; with the longest kinds they still fit a frame."""
SHORT_ID: Final = 8


@dataclass(frozen=True, slots=True)
class Have:
    """What a laptop holds beyond its settled prefix; sent as a question for what it lacks."""

    table: bytes
    settled: int
    """Last settled step, -1 before the first."""
    chain: bytes
    """Chain value after it."""
    acks: tuple[tuple[int, int], ...]
    """(member, step) of the latest acknowledgement held."""
    held: tuple[tuple[int, int, str, tuple[bytes, ...]], ...]
    """(step, author, kind, first 8 bytes of each id) of open and early places."""

    def wire(self) -> Frame:
        """The HAVE frame; votes and riders are lists of their own, empty in this version."""
        return int(FrameType.HAVE), self.table, self.settled, self.chain, self.acks, self.held, (), ()

    @classmethod
    def read(cls, parts: Value) -> Have:
        """The question in a HAVE frame's fields. Raises Malformed."""
        match parts:
            case (
                bytes() as table,
                int() as settled,
                bytes() as chain,
                tuple() as acks,
                tuple() as held,
                tuple(),
                tuple(),
            ):
                return cls(
                    table,
                    settled,
                    chain,
                    tuple(_ack(item) for item in acks),
                    tuple(_held(item) for item in held),
                )
        raise Malformed("a question names table, step, chain, acknowledgements, places, votes and riders")


def _ack(item: Value) -> tuple[int, int]:
    match item:
        case (int() as member, int() as step):
            return member, step
    raise Malformed("an acknowledgement in a question is a member and a step")


def _held(item: Value) -> tuple[int, int, str, tuple[bytes, ...]]:
    match item:
        case (int() as step, int() as author, str() as kind, tuple() as ids):
            short = tuple(one for one in ids if isinstance(one, bytes) and len(one) == SHORT_ID)
            if len(short) == len(ids):
                return step, author, kind, short
    raise Malformed("a place in a question is a step, an author, a kind and short ids")


def question(table: bytes, settled: int, chain: bytes, store: Store, book: AckBook) -> Have:
    """What this laptop holds."""
    held: list[tuple[int, int, str, tuple[bytes, ...]]] = []
    for step in store.steps():
        if step <= settled:
            continue
        for (author, kind), entries in sorted(store.at(step).items()):
            held.append((step, author, kind, tuple(entry.id[:SHORT_ID] for entry in entries)))
    acks = tuple(sorted((member, ack.step) for member, ack in book.latest.items()))
    return Have(table, settled, chain, acks, tuple(held[:HELD_MOST]))


def lacking(have: Have, store: Store) -> tuple[Entry, ...]:
    """The entries here that the asker lacks, lowest step first; doubles included, for they are proofs."""
    there = {(step, author, kind): ids for step, author, kind, ids in have.held}
    return tuple(
        entry
        for step in store.steps()
        if step > have.settled
        for (author, kind), entries in sorted(store.at(step).items())
        for entry in entries
        if entry.id[:SHORT_ID] not in there.get((step, author, kind), ())
    )


def answer(have: Have, store: Store, book: AckBook) -> Frame | None:
    """The STORE frame with what the asker lacks, at most 64 KiB; None if nothing."""
    asked = dict(have.acks)
    things: list[Frame] = [
        ack.wire() for member, ack in sorted(book.latest.items()) if asked.get(member, -1) < ack.step
    ]
    room = ANSWER_BYTES - sum(len(encode(thing)) for thing in things)
    for entry in lacking(have, store):
        thing = entry.wire()
        room -= len(encode(thing))
        if room < 0:
            break
        things.append(thing)
    return (int(FrameType.STORE), have.table, tuple(things)) if things else None


def unknown_ids(have: Have, store: Store) -> bool:
    """Whether the other names an entry that is not here: then there is something to ask for."""
    return any(
        short not in [entry.id[:SHORT_ID] for entry in store.at(step).get((author, kind), ())]
        for step, author, kind, ids in have.held
        for short in ids
    )
