"""Identities, entries, acknowledgements and genesis: forms, ids and signatures (docs/log.md 2)."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from helpers_log import genesis, identity
from nacl.signing import VerifyKey

from pinochle_lan.codec import BODY, CodecError, Value, decode, encode
from pinochle_lan.log.entry import Ack, Entry, Malformed
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.signing import Identity, thing_id, verify

TABLE = b"t" * 16


def entry(body: Value = ("AS", 1), **changes: object) -> Entry:
    made = Entry.make(
        identity(1),
        table=TABLE,
        step=3,
        author=1,
        kind="card 2",
        body=body,
        before=b"b" * 32,
        state=b"s" * 8,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def test_what_is_signed_is_written_out_in_full() -> None:
    fields = (TABLE, 7)
    message = b"pinochle-lan/entry/1\x00" + encode(fields)
    signature = identity(0).sign("entry", fields)
    assert VerifyKey(identity(0).key).verify(message, signature) == message
    assert thing_id("entry", fields) == hashlib.sha256(message).digest()
    assert verify(identity(0).key, "entry", fields, signature)
    assert not verify(identity(0).key, "ack", fields, signature), "a signature is for one kind of thing"
    assert not verify(identity(1).key, "entry", fields, signature)


def test_hostile_keys_and_signatures_are_just_wrong() -> None:
    for key in (b"", bytes(32), b"\xff" * 32, b"k" * 31):
        for signature in (b"", bytes(64), b"\xff" * 64):
            assert not verify(key, "entry", (1,), signature)


def test_an_identity_needs_32_bytes_and_hides_them() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Identity(b"short")
    assert "test" not in repr(identity(0))


def test_a_signature_is_the_same_every_time() -> None:
    assert entry().signature == entry().signature


def test_an_entry_comes_back_from_wire_and_disk() -> None:
    one = entry()
    assert Entry.read(one.wire()[1:]) == one
    assert Entry.read(decode(one.payload())) == one
    assert one.signed_by(identity(1).key)


def test_the_id_covers_the_body_and_not_the_signature() -> None:
    assert entry().id != entry(("AS", 2)).id
    assert entry().id == entry(signature=bytes(64)).id
    assert not entry(riders=((1,),)).signed_by(identity(1).key)


def test_a_proof_of_two_entries_is_short() -> None:
    big = entry(b"x" * 30_000)
    assert len(encode((big.fields, big.signature))) * 2 < 512


@pytest.mark.parametrize(
    "change",
    [
        {"table": b"short"},
        {"step": -1},
        {"step": 2**50},
        {"step": True},
        {"author": -1},
        {"kind": ""},
        {"kind": "k" * 33},
        {"kind": "c\u00e9"},
        {"kind": "a\n"},
        {"before": b""},
        {"state": b"s" * 9},
        {"signature": b""},
        {"riders": (b"x" * 9_000,)},
    ],
)
def test_a_misshapen_entry_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        Entry.read(entry(**change).wire()[1:])


def test_F55_a_body_over_its_limits_is_refused() -> None:
    with pytest.raises(CodecError):
        entry(b"x" * BODY.size)
    deep: Value = 1
    for _ in range(BODY.depth + 1):
        deep = (deep,)
    with pytest.raises(Malformed, match="over its limits"):
        Entry.read((*entry().wire()[1:3], (deep, ())))


def test_a_swapped_body_has_no_signature() -> None:
    fields, signature, _ = entry().wire()[1:]
    assert Entry.read((fields, signature, entry().wire()[3])).signed_by(identity(1).key)
    assert not Entry.read((fields, signature, (("KS", 1), ()))).signed_by(identity(1).key)
    assert not Entry.read((fields, signature, (entry().body, ((1,),)))).signed_by(identity(1).key)


@pytest.mark.parametrize("parts", [None, (), (1,), ((), b"", ()), "x", ((1, 2, 3, 4, 5, 6), b"", (1, ()))])
def test_any_other_value_is_no_entry_no_ack_and_no_genesis(parts: Value) -> None:
    for kind in (Entry, Ack, Genesis):
        with pytest.raises(Malformed):
            kind.read(parts)


def test_an_acknowledgement_comes_back() -> None:
    ack = Ack.make(identity(0), table=TABLE, member=0, step=5, chain=b"c" * 32, state=b"s" * 8)
    assert Ack.read(ack.wire()[1:]) == ack
    assert Ack.read(decode(ack.payload())) == ack
    assert ack.signed_by(identity(0).key)
    assert not replace(ack, step=6).signed_by(identity(0).key)
    for bad in (replace(ack, chain=b""), replace(ack, step=-1), replace(ack, state=b"")):
        with pytest.raises(Malformed):
            Ack.read(bad.wire()[1:])


def test_a_draft_becomes_a_genesis_when_everybody_signed() -> None:
    draft = genesis(3, signed=False)
    assert draft.unsigned == (0, 1, 2)
    signed = draft
    for n in (2, 0, 1):
        signed = signed.with_signature(n, draft.sign(identity(n)))
    assert signed.unsigned == ()
    assert signed.digest == draft.digest, "signatures are not in the digest"
    assert Genesis.read(decode(signed.payload())) == signed


def test_a_signature_holds_for_one_draft_only() -> None:
    draft = genesis(2, signed=False)
    changed = replace(draft, variant="other")
    with pytest.raises(Malformed, match="member 0"):
        changed.with_signature(0, draft.sign(identity(0)))
    assert replace(genesis(2), options=()).unsigned == (0, 1)


def test_members_are_looked_up_both_ways() -> None:
    gene = genesis(2)
    assert gene.key(1) == identity(1).key
    assert gene.number(identity(1).key) == 1
    assert gene.key(9) == b""
    assert gene.number(b"x") is None


def test_a_misshapen_genesis_is_refused() -> None:
    gene = genesis(2)
    one, two = gene.members
    for bad in (
        replace(gene, members=(two, one)),
        replace(gene, members=(one, replace(two, key=one.key))),
        replace(gene, members=(replace(one, key=b"k"), two)),
        replace(gene, members=(replace(one, name="n" * 65), two)),
        replace(gene, plugins=(("p", b"short"),)),
        replace(gene, options=(("o", b"bytes"),)),  # type: ignore[arg-type]
        replace(gene, base=(1, 2, 3)),  # type: ignore[arg-type]
        replace(gene, table=b""),
        replace(gene, signatures=((0, b"x"),)),
    ):
        with pytest.raises(Malformed):
            Genesis.read(bad.wire())
    with pytest.raises(Malformed):
        Genesis.read(((*gene.fields[:8], (1,), None), ()))
