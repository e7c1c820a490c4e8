"""Sync: what one says one has, and what the other lacks.

Owns the HAVE frame of docs/log.md 6. Pure functions over the set of signed things; when to ask is the
business of ``asking``, what goes out in which frame of ``answers``. An old question changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import Value
from pinochle_lan.log.acks import AckBook
from pinochle_lan.log.entry import STEP_MOST, Entry, Malformed
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.polls import Polls
from pinochle_lan.log.pool import Pool
from pinochle_lan.log.store import Store

HELD_MOST: Final = 600
"""Places named in one question, lowest steps first; with the longest kinds they still fit a frame."""
BALLOTS_MOST: Final = 1_000
"""Votes and confirms named in one question; honest votes end within a few rounds."""
SHORT_ID: Final = 8
ASKED_MOST: Final = 64
"""Members named as asked in one question; nobody has links to more."""


@dataclass(frozen=True, slots=True)
class Have:
    """What a laptop holds beyond its settled prefix; sent as a question for what it lacks."""

    table: bytes
    settled: int
    """Last settled step, -1 before the first."""
    chain: bytes
    """Chain value after it."""
    acks: tuple[tuple[int, int, tuple[bytes, ...]], ...]
    """(member, step, first 8 bytes of each signature) of the latest acknowledgements held."""
    held: tuple[tuple[int, int, str, tuple[bytes, ...]], ...]
    """(step, author, kind, first 8 bytes of each id) of open and early places."""
    ballots: tuple[tuple[int, int, str, tuple[bytes, ...]], ...] = ()
    """The same of votes and confirms, by the place they are about."""
    riders: tuple[bytes, ...] = ()
    """First 8 bytes of each unfolded rider's id."""
    asked: tuple[int, ...] = ()
    """Members that the sender has links to and so asks too: each sends its share of what is much."""

    def wire(self) -> Frame:
        """The HAVE frame."""
        return (
            int(FrameType.HAVE),
            self.table,
            self.settled,
            self.chain,
            self.acks,
            self.held,
            self.ballots,
            self.riders,
            self.asked,
        )

    @staticmethod
    def names(thing: bytes, ids: tuple[bytes, ...]) -> bool:
        """Whether the id or signature of a thing is among short ones."""
        return thing[:SHORT_ID] in ids

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
                tuple() as ballots,
                tuple() as riders,
                tuple() as asked,
            ) if -1 <= settled <= STEP_MOST and len(asked) <= ASKED_MOST:
                return cls(
                    table,
                    settled,
                    chain,
                    tuple(_ack(item) for item in acks),
                    tuple(_held(item) for item in held),
                    tuple(_held(item) for item in ballots),
                    _short(riders),
                    _members(asked),
                )
        raise Malformed("a question names table, step, chain, acks, places, votes, riders and who is asked")


def _short(items: tuple[Value, ...]) -> tuple[bytes, ...]:
    short = tuple(one for one in items if isinstance(one, bytes) and len(one) == SHORT_ID)
    if len(short) != len(items):
        raise Malformed("a short id in a question has 8 bytes")
    return short


def _members(items: tuple[Value, ...]) -> tuple[int, ...]:
    numbers = tuple(one for one in items if type(one) is int)
    if len(numbers) != len(items):
        raise Malformed("who is asked is named by member numbers")
    return numbers


def _ack(item: Value) -> tuple[int, int, tuple[bytes, ...]]:
    match item:
        case (int() as member, int() as step, tuple() as signatures):
            return member, step, _short(signatures)
    raise Malformed("an acknowledgement in a question is a member, a step and short signatures")


def _held(item: Value) -> tuple[int, int, str, tuple[bytes, ...]]:
    match item:
        case (int() as step, int() as author, str() as kind, tuple() as ids):
            return step, author, kind, _short(ids)
    raise Malformed("a place in a question is a step, an author, a kind and short ids")


@dataclass(frozen=True, slots=True)
class Shelf:
    """Everything signed that a laptop holds of one table."""

    store: Store
    book: AckBook
    polls: Polls
    pool: Pool


def question(table: bytes, settled: int, chain: bytes, shelf: Shelf, asked: tuple[int, ...] = ()) -> Have:
    """What this laptop holds, asked of these members."""
    held: list[tuple[int, int, str, tuple[bytes, ...]]] = []
    for step in shelf.store.steps():
        if step <= settled:
            continue
        for (author, kind), entries in sorted(shelf.store.at(step).items()):
            held.append((step, author, kind, tuple(entry.id[:SHORT_ID] for entry in entries)))
    acks = tuple(
        (member, ack.step, tuple(one.signature[:SHORT_ID] for one in shelf.book.newest(member)))
        for member, ack in sorted(shelf.book.latest.items())
    )
    riders = tuple(rider.id[:SHORT_ID] for rider in shelf.pool.riders())
    ballots = _ballots(settled, shelf.polls)
    return Have(table, settled, chain, acks, tuple(held[:HELD_MOST]), ballots, riders, asked)


def _ballots(settled: int, polls: Polls) -> tuple[tuple[int, int, str, tuple[bytes, ...]], ...]:
    """Votes and confirms held, lowest step first, as many as a question has room for."""
    found: list[tuple[int, int, str, tuple[bytes, ...]]] = []
    room = BALLOTS_MOST
    for step in polls.steps():
        if step <= settled:
            continue
        for (author, kind), poll in sorted(polls.at(step).items()):
            ids = tuple(ballot.id[:SHORT_ID] for ballot in poll.ballots())[:room]
            room -= len(ids) + 1
            if room < 0:
                return tuple(found)
            found.append((step, author, kind, ids))
    return tuple(found)


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


def votes_lacking(have: Have, step: int, polls: Polls) -> list[Frame]:
    """What the asker lacks of a step's votes: certificates if it is settled here, else the ballots."""
    if certificates := polls.certificates(step):
        return [certificate.wire() for _, certificate in sorted(certificates.items())]
    there = {(author, kind): ids for number, author, kind, ids in have.ballots if number == step}
    return [
        ballot.wire()
        for key, poll in sorted(polls.at(step).items())
        for ballot in poll.ballots()
        if ballot.id[:SHORT_ID] not in there.get(key, ())
    ]


def unknown_ids(have: Have, store: Store) -> bool:
    """Whether the other names an entry that is not here: then there is something to ask for."""
    return any(
        short not in [entry.id[:SHORT_ID] for entry in store.at(step).get((author, kind), ())]
        for step, author, kind, ids in have.held
        for short in ids
    )


def unknown_ballots(have: Have, settled: int, polls: Polls) -> bool:
    """Whether the other names a vote or confirm, of a step that is not settled here, that is not here."""
    for step, author, kind, ids in have.ballots:
        if step <= settled:
            continue
        poll = polls.at(step).get((author, kind))
        here = [] if poll is None else [ballot.id[:SHORT_ID] for ballot in poll.ballots()]
        if any(short not in here for short in ids):
            return True
    return False


def unknown_ack(have: Have, member: int | None, settled: int, book: AckBook) -> bool:
    """Whether the other names an acknowledgement of the member, of a step not settled here, that is new."""
    for number, step, ids in have.acks:
        if number == member and step > settled:
            known = [ack.signature[:SHORT_ID] for ack in book.acks(member, step)]
            return any(short not in known for short in ids)
    return False
