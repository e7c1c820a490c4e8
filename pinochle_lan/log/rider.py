"""Riders: small signed requests that nobody is due for, carried by the next entry that anybody signs.

Owns docs/log.md 11 as far as the log can judge it: form, size, signature, "away since", proofs of lies. What
a rider does is the machine's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from pinochle_lan.codec import CodecError, Limits, Value, decode, encode
from pinochle_lan.log.entry import MEMBER_MOST, TABLE_BYTES, Malformed
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.signing import KEY_BYTES, SIGNATURE_BYTES, Identity, thing_id, verify

RIDER_BYTES: Final = 512
"""What is signed of a rider, in its canonical form (docs/log.md 11)."""
_LIMITS: Final = Limits(size=RIDER_BYTES, depth=6, items=64)
TYPE_LENGTH: Final = 16

BACK: Final = "back"
"""(since,): the member is here again; ``since`` = the step after which it was off the roster."""
LEAVE: Final = "leave"
"""(step,): the member goes, politely; ``step`` = the last settled one when it said so."""
WELCOME: Final = "welcome"
"""(key, name, consent): the signer's laptop is at the door and lets that key in; see ``consent``."""
SEAT: Final = "seat"
"""(chair, member, hand): whoever signs wants the member to have the chair from the next hand."""
KICK: Final = "kick"
"""(member, hand): whoever signs wants the member to go."""
FAULT: Final = "fault"
"""(offender, tag, (fields, signature), (fields, signature)): two things that no honest laptop signs."""
VOID: Final = "void"
"""(hand,): whoever signs wants the hand to end without score."""
TURN: Final = "turn"
"""(seconds, hand): whoever signs wants that turn clock from the next hand; 0 = no clock."""


@dataclass(frozen=True, slots=True)
class Rider:
    """A signed request. ``wire()`` and ``Rider.read`` are inverse."""

    table: bytes
    member: int
    """Who signed it."""
    type: str
    fields: tuple[Value, ...]
    """Of the type; none are judged here."""
    signature: bytes

    @classmethod
    def make(
        cls, identity: Identity, table: bytes, member: int, type_: str, fields: tuple[Value, ...]
    ) -> Rider:
        """A signed rider. Raises Malformed if it is over its limits."""
        blank = cls(table, member, type_, fields, bytes(SIGNATURE_BYTES))
        return cls.read(((table, member, type_, fields), identity.sign("rider", blank.signed)))

    @property
    def signed(self) -> tuple[Value, ...]:
        """What is signed."""
        return self.table, self.member, self.type, self.fields

    @property
    def id(self) -> bytes:
        """SHA-256 over what is signed."""
        return thing_id("rider", self.signed)

    @property
    def offender(self) -> int | None:
        """Whom a ``fault`` is about."""
        return self.fields[0] if self.type == FAULT and self.fields and type(self.fields[0]) is int else None

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is by this 32-byte public key."""
        return verify(key, "rider", self.signed, self.signature)

    def wire(self) -> Frame:
        """The RIDER frame; without its type it is what an entry carries, and the record's payload."""
        return int(FrameType.RIDER), self.signed, self.signature

    def payload(self) -> bytes:
        """The record's payload in the game file."""
        return encode(self.wire()[1:])

    @classmethod
    def read(cls, parts: Value) -> Rider:
        """The rider in ``(signed, signature)``. Raises Malformed. Checks no signature."""
        match parts:
            case (
                (bytes() as table, int() as member, str() as type_, tuple() as fields) as signed,
                bytes() as signature,
            ) if type(member) is int and 0 <= member <= MEMBER_MOST:
                pass
            case _:
                raise Malformed("a rider has four fields and a signature")
        if (
            len(table) != TABLE_BYTES
            or len(signature) != SIGNATURE_BYTES
            or not 0 < len(type_) <= TYPE_LENGTH
        ):
            raise Malformed("a field of a rider has the wrong size")
        try:
            decode(encode(signed), _LIMITS)
        except CodecError as error:
            raise Malformed(f"the rider is over its limits: {error}") from None
        return cls(table, member, type_, fields, signature)


class Signed(Protocol):
    """An entry, an acknowledgement or a ballot."""

    @property
    def fields(self) -> tuple[Value, ...]:
        """What is signed."""

    @property
    def signature(self) -> bytes:
        """64 bytes."""


def fault_fields(offender: int, tag: str, first: Signed, second: Signed) -> tuple[Value, ...]:
    """The fields of a ``fault``: what one offender signed twice, without bodies."""
    return offender, tag, (first.fields, first.signature), (second.fields, second.signature)


def consent(identity: Identity, table: bytes, genesis: bytes, name: str) -> bytes:
    """A newcomer's signature under what it joins: the table as it began, and the name it comes with."""
    return identity.sign("welcome", (table, genesis, name))


def consents(fields: tuple[Value, ...], table: bytes, genesis: bytes) -> bool:
    """Whether these fields of a ``welcome`` name a key that agreed to be a member of this table."""
    match fields:
        case (bytes() as key, str() as name, bytes() as signature) if len(key) == KEY_BYTES:
            return verify(key, "welcome", (table, genesis, name), signature)
    return False


def is_proof(fields: tuple[Value, ...], table: bytes, key: bytes) -> bool:
    """Whether these fields of a ``fault`` prove a lie of the offender, whose 32-byte public key is given.

    Two entries for one place, two acknowledgements of one step neither of which rests on a vote, two votes
    or two confirms of one round (docs/log.md 7).
    """
    match fields:
        case (
            int() as offender,
            str() as tag,
            (tuple() as first, bytes() as one),
            (tuple() as second, bytes() as two),
        ) if first and second and first[0] == second[0] == table:
            pass
        case _:
            return False
    if not _contradict(tag, offender, first, second):
        return False
    return verify(key, tag, first, one) and verify(key, tag, second, two)


def _contradict(tag: str, offender: int, first: tuple[Value, ...], second: tuple[Value, ...]) -> bool:
    match tag, first, second:
        case "entry", (_, _, author, _, _, _, _), (_, _, _, _, _, _, _):
            return author == offender and first[:4] == second[:4] and first != second
        case "ack", (_, member, _, chain, _, False), (_, _, _, other, _, False):
            return member == offender and first[:3] == second[:3] and chain != other
        case "vote" | "confirm", (_, _, _, _, _, _, member), (_, _, _, _, _, _, _):
            same = first[:5] == second[:5] and first[6] == second[6]
            return member == offender and same and first[5] != second[5]
    return False
