"""Genesis: what a table agreed on before its first step, and the members' signatures under it.

A draft is a genesis that not everybody has signed (docs/log.md 2, "Beginning"). Knows nothing of steps; what
the options and plugins mean is the table's business.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from itertools import pairwise

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.entry import HASH_BYTES, MEMBER_MOST, TABLE_BYTES, Malformed
from pinochle_lan.log.signing import KEY_BYTES, SIGNATURE_BYTES, Identity, verify

NAME_LENGTH = 64
MEMBERS_MOST = 64


@dataclass(frozen=True, slots=True)
class Member:
    """A laptop's identity at this table."""

    number: int
    key: bytes
    name: str


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who sits on a seat and whose laptop writes for it."""

    holder: int
    """Member: the person, or who brought the bot."""
    bot: str
    """Opponent id; empty for a person."""
    host: int
    """Member whose laptop writes."""


@dataclass(frozen=True, slots=True)
class Genesis:
    """The fields of docs/log.md 2, in that order, and the signatures beside them (empty bytes = not yet)."""

    table: bytes
    protocol: int
    engine: int
    suite: int
    variant: str
    options: tuple[tuple[str, int | bool | str], ...]
    """Resolved, sorted by name."""
    plugins: tuple[tuple[str, bytes], ...]
    """(plugin id, fingerprint), sorted by id."""
    members: tuple[Member, ...]
    """Ascending by number."""
    seats: tuple[SeatPlan, ...]
    base: tuple[bytes, int, bytes] | None = None
    """For a branch: table, step and chain it goes on from (docs/log.md 13)."""
    signatures: tuple[tuple[int, bytes], ...] = ()
    """(member, signature), ascending; not part of the digest."""

    @property
    def fields(self) -> tuple[Value, ...]:
        """What the digest covers."""
        return (
            self.table,
            self.protocol,
            self.engine,
            self.suite,
            self.variant,
            self.options,
            self.plugins,
            tuple((m.number, m.key, m.name) for m in self.members),
            tuple((s.holder, s.bot, s.host) for s in self.seats),
            self.base,
        )

    @property
    def digest(self) -> bytes:
        """c_0, which is the draft's digest: SHA-256 over the fields (docs/log.md 2)."""
        return hashlib.sha256(encode(self.fields)).digest()

    def sign(self, identity: Identity) -> bytes:
        """One's signature under exactly this draft."""
        return identity.sign("genesis", (self.digest,))

    def with_signature(self, member: int, signature: bytes) -> Genesis:
        """The draft with one more signature. Raises Malformed if it is not the member's under this draft."""
        if not verify(self.key(member), "genesis", (self.digest,), signature):
            raise Malformed(f"member {member} did not sign this draft")
        others = tuple(pair for pair in self.signatures if pair[0] != member)
        return replace(self, signatures=tuple(sorted((*others, (member, signature)))))

    @property
    def unsigned(self) -> tuple[int, ...]:
        """Members whose signature is missing or wrong, ascending; empty = this is a genesis."""
        given = dict(self.signatures)
        digest = self.digest
        return tuple(
            m.number
            for m in self.members
            if not verify(m.key, "genesis", (digest,), given.get(m.number, b""))
        )

    def key(self, member: int) -> bytes:
        """The member's public key; empty bytes for an unknown number, which no signature fits."""
        return next((m.key for m in self.members if m.number == member), b"")

    def number(self, key: bytes) -> int | None:
        """The member number of a key, None for a stranger."""
        return next((m.number for m in self.members if m.key == key), None)

    def wire(self) -> tuple[Value, ...]:
        """(fields, signatures): the genesis record's payload, and what a newcomer is sent."""
        return self.fields, self.signatures

    def payload(self) -> bytes:
        """The record's payload in the game file."""
        return encode(self.wire())

    @classmethod
    def read(cls, parts: Value) -> Genesis:
        """The draft or genesis in ``wire()``'s form. Raises Malformed. ``unsigned`` checks the signatures."""
        match parts:
            case (
                (
                    bytes() as table,
                    int() as protocol,
                    int() as engine,
                    int() as suite,
                    str() as variant,
                    tuple() as options,
                    tuple() as plugins,
                    tuple() as members,
                    tuple() as seats,
                    base,
                ),
                tuple() as signatures,
            ) if len(table) == TABLE_BYTES and len(variant) <= NAME_LENGTH and len(members) <= MEMBERS_MOST:
                pass
            case _:
                raise Malformed("a genesis has ten fields and signatures")
        return cls(
            table,
            protocol,
            engine,
            suite,
            variant,
            tuple(_option(item) for item in options),
            tuple(_plugin(item) for item in plugins),
            _members(members),
            tuple(_seat(item) for item in seats),
            _base(base),
            tuple(_signature(item) for item in signatures),
        )


def _option(item: Value) -> tuple[str, int | bool | str]:
    match item:
        case (str() as name, bool() | int() | str() as value):
            return name, value
    raise Malformed("an option is a name and a number, a truth value or a text")


def _plugin(item: Value) -> tuple[str, bytes]:
    match item:
        case (str() as name, bytes() as fingerprint) if len(fingerprint) == HASH_BYTES:
            return name, fingerprint
    raise Malformed("a plugin is an id and a fingerprint of 32 bytes")


def _members(items: tuple[Value, ...]) -> tuple[Member, ...]:
    members: list[Member] = []
    for item in items:
        match item:
            case (int() as number, bytes() as key, str() as name):
                members.append(Member(number, key, name))
            case _:
                raise Malformed("a member is a number, a key and a name")
    for member in members:
        if isinstance(member.number, bool) or not 0 <= member.number <= MEMBER_MOST:
            raise Malformed("a member number is out of range")
        if len(member.key) != KEY_BYTES or len(member.name) > NAME_LENGTH:
            raise Malformed("a member's key or name has the wrong size")
    if any(one.number >= two.number for one, two in pairwise(members)):
        raise Malformed("member numbers do not ascend")
    if len({m.key for m in members}) != len(members):
        raise Malformed("two members have the same key")
    return tuple(members)


def _seat(item: Value) -> SeatPlan:
    match item:
        case (int() as holder, str() as bot, int() as host):
            return SeatPlan(holder, bot, host)
    raise Malformed("a seat is a holder, a bot and a host")


def _base(item: Value) -> tuple[bytes, int, bytes] | None:
    match item:
        case None:
            return None
        case (bytes() as table, int() as step, bytes() as chain) if (
            len(table) == TABLE_BYTES and type(step) is int and step >= 0 and len(chain) == HASH_BYTES
        ):
            return table, step, chain
    raise Malformed("a base is a table, a step and a chain value")


def _signature(item: Value) -> tuple[int, bytes]:
    match item:
        case (int() as member, bytes() as signature) if len(signature) == SIGNATURE_BYTES:
            return member, signature
    raise Malformed("a signature is a member and 64 bytes")
