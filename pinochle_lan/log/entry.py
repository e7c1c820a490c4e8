"""Entries and acknowledgements: their fields, ids, signatures and forms on the wire.

Owns docs/log.md 2 for these two things. Whether one is due, fits or counts is the ledger's business.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Final

from pinochle_lan.codec import BODY, CodecError, Value, decode, encode
from pinochle_lan.log.frames import Frame, FrameType
from pinochle_lan.log.signing import SIGNATURE_BYTES, Identity, thing_id, verify

TABLE_BYTES: Final = 16
HASH_BYTES: Final = 32
STATE_BYTES: Final = 8
KIND_LENGTH: Final = 32
RIDERS_BYTES: Final = 8 * 1024
STEP_MOST: Final = 2**40
"""Beyond any game; keeps step arithmetic small."""
MEMBER_MOST: Final = 2**16

Key = tuple[int, str]
"""(author, kind): a place within its step."""


class Malformed(ValueError):
    """A thing of the log whose fields have the wrong number, types or sizes."""


class OtherTable(Malformed):
    """Well formed, but about another table: a laptop that has not left it yet."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A signed contribution to one place. ``wire()`` and ``Entry.read`` are inverse."""

    table: bytes
    step: int
    author: int
    kind: str
    body: Value
    before: bytes
    """Chain value c_step, 32 bytes."""
    state: bytes
    """State digest before the step, 8 bytes."""
    signature: bytes
    riders: tuple[Value, ...] = ()
    fields: tuple[Value, ...] = field(init=False, repr=False, compare=False)
    """What is signed: table, step, author, kind, SHA-256 of (body, riders), before, state."""
    id: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        content = hashlib.sha256(encode((self.body, self.riders))).digest()
        fields = (self.table, self.step, self.author, self.kind, content, self.before, self.state)
        object.__setattr__(self, "fields", fields)
        object.__setattr__(self, "id", thing_id("entry", fields))

    @classmethod
    def make(
        cls,
        identity: Identity,
        *,
        table: bytes,
        step: int,
        author: int,
        kind: str,
        body: Value,
        before: bytes,
        state: bytes,
        riders: tuple[Value, ...] = (),
    ) -> Entry:
        """A signed entry. Raises CodecError if the body is over its limits (docs/log.md 15)."""
        decode(encode(body), BODY)
        blank = cls(table, step, author, kind, body, before, state, b"", riders)
        return replace(blank, signature=identity.sign("entry", blank.fields))

    @property
    def key(self) -> Key:
        """(author, kind)."""
        return self.author, self.kind

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is by this 32-byte public key."""
        return verify(key, "entry", self.fields, self.signature)

    def wire(self) -> Frame:
        """The ENTRY frame. The hash of body and riders does not travel: it follows from them."""
        plain = (*self.fields[:4], *self.fields[5:])
        return int(FrameType.ENTRY), plain, self.signature, (self.body, self.riders)

    def payload(self) -> bytes:
        """The record's payload in the game file: the frame without its type."""
        return encode(self.wire()[1:])

    @classmethod
    def read(cls, parts: Value) -> Entry:
        """The entry in ``(fields, signature, (body, riders))``. Raises Malformed. Checks no signature."""
        match parts:
            case (
                (
                    bytes() as table,
                    int() as step,
                    int() as author,
                    str() as kind,
                    bytes() as before,
                    bytes() as state,
                ),
                bytes() as signature,
                (body, tuple() as riders),
            ) if _number(step, STEP_MOST) and _number(author, MEMBER_MOST):
                pass
            case _:
                raise Malformed("an entry has six fields, a signature, a body and riders")
        if (
            len(table) != TABLE_BYTES
            or len(before) != HASH_BYTES
            or len(state) != STATE_BYTES
            or len(signature) != SIGNATURE_BYTES
            or not 0 < len(kind) <= KIND_LENGTH
            or not kind.isascii()
            or not kind.isprintable()
        ):
            raise Malformed("a field of an entry has the wrong size")
        try:
            decode(encode(body), BODY)
        except CodecError as error:
            raise Malformed(f"the body is over its limits: {error}") from None
        if len(encode(riders)) > RIDERS_BYTES:
            raise Malformed("the riders are over 8 KiB")
        return cls(table, step, author, kind, body, before, state, signature, riders)


@dataclass(frozen=True, slots=True)
class Ack:
    """A member's word that it holds all of a step on disk, with the chain and the state after that step."""

    table: bytes
    member: int
    step: int
    chain: bytes
    state: bytes
    voted: bool
    signature: bytes

    @classmethod
    def make(
        cls,
        identity: Identity,
        *,
        table: bytes,
        member: int,
        step: int,
        chain: bytes,
        state: bytes,
        voted: bool = False,
    ) -> Ack:
        """A signed acknowledgement. ``voted``: a place of the step rests on a vote's outcome."""
        blank = cls(table, member, step, chain, state, voted, b"")
        return replace(blank, signature=identity.sign("ack", blank.fields))

    @property
    def fields(self) -> tuple[Value, ...]:
        """What is signed."""
        return self.table, self.member, self.step, self.chain, self.state, self.voted

    @property
    def claim(self) -> tuple[bytes, bytes]:
        """(chain, state) after the step."""
        return self.chain, self.state

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is by this 32-byte public key."""
        return verify(key, "ack", self.fields, self.signature)

    def wire(self) -> Frame:
        """The ACK frame."""
        return int(FrameType.ACK), self.fields, self.signature

    def payload(self) -> bytes:
        """The record's payload in the game file: the frame without its type."""
        return encode(self.wire()[1:])

    @classmethod
    def read(cls, parts: Value) -> Ack:
        """The acknowledgement in ``(fields, signature)``. Raises Malformed. Checks no signature."""
        match parts:
            case (
                (
                    bytes() as table,
                    int() as member,
                    int() as step,
                    bytes() as chain,
                    bytes() as state,
                    bool() as voted,
                ),
                bytes() as signature,
            ) if _number(member, MEMBER_MOST) and _number(step, STEP_MOST):
                pass
            case _:
                raise Malformed("an acknowledgement has six fields and a signature")
        if (
            len(table) != TABLE_BYTES
            or len(chain) != HASH_BYTES
            or len(state) != STATE_BYTES
            or len(signature) != SIGNATURE_BYTES
        ):
            raise Malformed("a field of an acknowledgement has the wrong size")
        return cls(table, member, step, chain, state, voted, signature)


def _number(value: Value, most: int) -> bool:
    return type(value) is int and 0 <= value <= most
