"""Votes and confirms: one voter's signed word about one place in one round, and certificates made of them.

Owns docs/log.md 2 for these things. Whether a ballot counts is ``poll``'s business, when one is cast is
``voting``'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.entry import (
    HASH_BYTES,
    KIND_LENGTH,
    MEMBER_MOST,
    STEP_MOST,
    TABLE_BYTES,
    Key,
    Malformed,
)
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.signing import SIGNATURE_BYTES, Identity, thing_id, verify

SPLIT: Final = None
"""The value of a confirm whose voter saw no value with a quorum of votes."""
ROUND_MOST: Final = 64
"""Then the vote pauses and the window says so (docs/log.md 15)."""
SIGNERS_MOST: Final = 64


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote, or a confirm if ``confirm``. ``wire()`` and ``Ballot.read`` are inverse."""

    confirm: bool
    table: bytes
    step: int
    author: int
    """Of the place."""
    kind: str
    round: int
    """From 1."""
    value: bytes | None
    """An entry's id, empty for absent, or, for a confirm only, SPLIT."""
    member: int
    """The voter."""
    signature: bytes

    @classmethod
    def make(
        cls,
        identity: Identity,
        *,
        confirm: bool,
        table: bytes,
        step: int,
        key: Key,
        round_: int,
        value: bytes | None,
        member: int,
    ) -> Ballot:
        """A signed ballot."""
        blank = cls(confirm, table, step, *key, round_, value, member, b"")
        return cls(confirm, table, step, *key, round_, value, member, identity.sign(blank.tag, blank.fields))

    @property
    def tag(self) -> str:
        """What it is signed as."""
        return "confirm" if self.confirm else "vote"

    @property
    def fields(self) -> tuple[Value, ...]:
        """What is signed."""
        return self.table, self.step, self.author, self.kind, self.round, self.value, self.member

    @property
    def key(self) -> Key:
        """(author, kind) of the place."""
        return self.author, self.kind

    @property
    def id(self) -> bytes:
        """SHA-256 over what is signed."""
        return thing_id(self.tag, self.fields)

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is by this 32-byte public key."""
        return verify(key, self.tag, self.fields, self.signature)

    def wire(self) -> Frame:
        """The VOTE or CONFIRM frame."""
        return int(FrameType.CONFIRM if self.confirm else FrameType.VOTE), self.fields, self.signature

    def payload(self) -> bytes:
        """The record's payload in the game file: the frame without its type."""
        return encode(self.wire()[1:])

    @classmethod
    def read(cls, parts: Value, *, confirm: bool) -> Ballot:
        """The ballot in ``(fields, signature)``. Raises Malformed. Checks no signature."""
        match parts:
            case (
                (
                    bytes() as table,
                    int() as step,
                    int() as author,
                    str() as kind,
                    int() as round_,
                    bytes() | None as value,
                    int() as member,
                ),
                bytes() as signature,
            ):
                pass
            case _:
                raise Malformed("a ballot has seven fields and a signature")
        for number, most in ((step, STEP_MOST), (author, MEMBER_MOST), (member, MEMBER_MOST)):
            if isinstance(number, bool) or not 0 <= number <= most:
                raise Malformed("a number of a ballot is out of range")
        if isinstance(round_, bool) or not 0 < round_ <= ROUND_MOST:
            raise Malformed(f"a ballot's round is 1 to {ROUND_MOST}")
        if value is None and not confirm:
            raise Malformed("a vote names an entry or nobody")
        if (
            len(table) != TABLE_BYTES
            or (value is not None and len(value) not in (0, HASH_BYTES))
            or len(signature) != SIGNATURE_BYTES
            or not 0 < len(kind) <= KIND_LENGTH
        ):
            raise Malformed("a field of a ballot has the wrong size")
        return cls(confirm, table, step, author, kind, round_, value, member, signature)


@dataclass(frozen=True, slots=True)
class Certificate:
    """More than half of a step's roster voted and confirmed one value in one round (docs/log.md 9).

    Two certificates of one decision may name other signers; the value is what counts.
    """

    table: bytes
    step: int
    author: int
    kind: str
    round: int
    value: bytes
    votes: tuple[tuple[int, bytes], ...]
    """(member, signature), ascending."""
    confirms: tuple[tuple[int, bytes], ...]
    """(member, signature), ascending."""

    @property
    def key(self) -> Key:
        """(author, kind) of the place."""
        return self.author, self.kind

    def ballots(self) -> tuple[Ballot, ...]:
        """Its parts, each with its signature."""
        place = self.table, self.step, self.author, self.kind, self.round, self.value
        votes = tuple(Ballot(False, *place, member, signature) for member, signature in self.votes)
        return votes + tuple(Ballot(True, *place, member, signature) for member, signature in self.confirms)

    def wire(self) -> Frame:
        """The CERTIFICATE frame."""
        place = self.table, self.step, self.author, self.kind, self.round, self.value
        return int(FrameType.CERTIFICATE), place, self.votes, self.confirms

    def payload(self) -> bytes:
        """The record's payload in the game file: the frame without its type."""
        return encode(self.wire()[1:])

    @classmethod
    def read(cls, parts: Value) -> Certificate:
        """The certificate in ``(place, votes, confirms)``. Raises Malformed. Checks no signature."""
        match parts:
            case (
                (
                    bytes() as table,
                    int() as step,
                    int() as author,
                    str() as kind,
                    int() as round_,
                    bytes() as value,
                ),
                tuple() as votes,
                tuple() as confirms,
            ) if len(votes) <= SIGNERS_MOST and len(confirms) <= SIGNERS_MOST:
                pass
            case _:
                raise Malformed("a certificate has six fields, votes and confirms")
        made = cls(
            table,
            step,
            author,
            kind,
            round_,
            value,
            tuple(_signer(item) for item in votes),
            tuple(_signer(item) for item in confirms),
        )
        for ballot in made.ballots():
            Ballot.read((ballot.fields, ballot.signature), confirm=ballot.confirm)
        return made


def _signer(item: Value) -> tuple[int, bytes]:
    match item:
        case (int() as member, bytes() as signature):
            return member, signature
    raise Malformed("a signer in a certificate is a member and a signature")
