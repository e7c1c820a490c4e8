"""The handshake: published vectors, and what an attacker on the wire can try (docs/protocol.md, link)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers_net import seed
from nacl.bindings import crypto_scalarmult
from nacl.secret import SecretBox
from nacl.signing import SigningKey, VerifyKey

from pinochle_lan.net.channel import Channel, Kind
from pinochle_lan.net.errors import LinkError, VersionError
from pinochle_lan.net.handshake import MAX_MESSAGE, Ask, Initiator, Purpose, Responder

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "link-vectors.json").read_text(encoding="utf-8"))
ASK = Ask(Purpose.LINK, 47470)


def sides(protocol: int = 1) -> tuple[Initiator, Responder]:
    return (
        Initiator(seed("ann"), protocol, hashlib.sha256(b"ephemeral of ann").digest()),
        Responder(seed("bob"), protocol, hashlib.sha256(b"ephemeral of bob").digest()),
    )


def key_of(name: str) -> bytes:
    return bytes(SigningKey(seed(name)).verify_key)


@pytest.mark.parametrize("vector", VECTORS["handshakes"], ids=lambda v: v["name"])
def test_vectors(vector: dict[str, Any]) -> None:
    raw = {
        name: bytes.fromhex(value)
        for name, value in vector.items()
        if name not in ("name", "protocol", "purpose", "port")
    }
    ann = Initiator(raw["initiator_seed"], vector["protocol"], raw["initiator_ephemeral"])
    bob = Responder(raw["responder_seed"], vector["protocol"], raw["responder_ephemeral"])
    assert ann.first() == raw["message_1"]
    assert bob.answer(raw["message_1"]) == raw["message_2"]
    assert ann.meet(raw["message_2"]) == raw["responder_key"]
    message, mine = ann.finish(Ask(Purpose(vector["purpose"]), vector["port"]))
    assert message == raw["message_3"]
    ask, theirs = bob.accept(message)
    assert (ask.purpose, ask.port) == (vector["purpose"], vector["port"])
    assert (mine.send, mine.receive, mine.peer) == (
        raw["to_responder"],
        raw["to_initiator"],
        raw["responder_key"],
    )
    assert (theirs.send, theirs.receive, theirs.peer) == (
        raw["to_initiator"],
        raw["to_responder"],
        raw["initiator_key"],
    )
    assert Channel(mine).seal(Kind.FRAME, b"10H") == raw["first_frame_10H"]


def test_vectors_follow_from_the_published_formulas() -> None:
    """The document's formulas, written out once more without our code."""
    vector = {
        k: bytes.fromhex(v) for k, v in VECTORS["handshakes"][0].items() if isinstance(v, str) and k != "name"
    }
    m1, m2, m3 = vector["message_1"], vector["message_2"], vector["message_3"]
    head = len(b"pinochle-lan/1") + 2 + 4
    t1 = hashlib.sha256(m1 + m2[: head + 32]).digest()
    prk = hmac.digest(t1, crypto_scalarmult(vector["responder_ephemeral"], m1[head:]), "sha256")

    def key(label: bytes, transcript: bytes) -> bytes:
        return hmac.digest(prk, label + b"\0" + transcript, "sha256")

    plain = SecretBox(key(b"responder identity", t1)).decrypt(m2[head + 32 :], bytes(24))
    VerifyKey(plain[:32]).verify(b"pinochle-lan/link/1\0responder\0" + t1 + plain[:32], plain[32:])
    t2 = hashlib.sha256(t1 + m2[head + 32 :]).digest()
    plain = SecretBox(key(b"initiator identity", t2)).decrypt(m3[head:], bytes(24))
    VerifyKey(plain[:32]).verify(
        b"pinochle-lan/link/1\0initiator\0" + t2 + plain[:32] + plain[96:], plain[32:96]
    )
    t3 = hashlib.sha256(t2 + m3).digest()
    assert key(b"to responder", t3) == vector["to_responder"]
    assert key(b"to initiator", t3) == vector["to_initiator"]


def test_both_sides_know_each_other_and_share_keys() -> None:
    ann, bob = sides()
    assert ann.meet(bob.answer(ann.first())) == key_of("bob")
    message, mine = ann.finish(ASK)
    ask, theirs = bob.accept(message)
    assert ask == ASK
    assert theirs.peer == key_of("ann")
    assert (mine.send, mine.receive) == (theirs.receive, theirs.send)
    assert mine.send != mine.receive


def test_fresh_keys_every_time() -> None:
    def keys() -> bytes:
        ann, bob = Initiator(seed("ann"), 1), Responder(seed("bob"), 1)
        ann.meet(bob.answer(ann.first()))
        return ann.finish(ASK)[1].send

    assert keys() != keys()


def shake(number: int, forge: Callable[[bytes], bytes]) -> None:
    """A whole handshake in which message ``number`` is forged on the way."""
    ann, bob = sides()
    wire = {1: bytes, 2: bytes, 3: bytes, number: forge}
    ann.meet(wire[2](bob.answer(wire[1](ann.first()))))
    bob.accept(wire[3](ann.finish(ASK)[0]))


@pytest.mark.parametrize(("number", "length"), [(1, 52), (2, 164), (3, 135)])
def test_a_bit_flipped_anywhere_ends_it(number: int, length: int) -> None:
    for place in range(length):

        def flip(message: bytes, place: int = place) -> bytes:
            assert len(message) == length
            return message[:place] + bytes([message[place] ^ 1]) + message[place + 1 :]

        with pytest.raises((LinkError, VersionError)):
            shake(number, flip)


@pytest.mark.parametrize("cut", [0, 1, 15, 20, 51, 52, 100])
def test_short_and_long_messages_are_refused(cut: int) -> None:
    ann, bob = sides()
    first = ann.first()
    with pytest.raises(LinkError):
        bob.answer(first[:cut] if cut < len(first) else first + bytes(cut))
    ann, bob = sides()
    second = bob.answer(first)
    for damaged in (second[:cut], second + bytes(1)):
        with pytest.raises(LinkError):
            sides()[0].meet(damaged)
    ann.meet(second)
    third = ann.finish(ASK)[0]
    for damaged in (third[:cut], third + bytes(1)):
        with pytest.raises(LinkError):
            bob.accept(damaged)


def test_own_messages_sent_back_are_refused() -> None:
    """Reflection: an attacker who only echoes never becomes a peer."""
    ann, _ = sides()
    with pytest.raises(LinkError, match="out of order"):
        ann.meet(ann.first())
    bob, other = Responder(seed("bob"), 1), Initiator(seed("bob"), 1)
    other.meet(bob.answer(other.first()))
    _, secrets = other.finish(ASK)
    assert secrets.peer == key_of("bob")  # oneself is provable; the mesh turns it away (test_mesh)


def test_a_recorded_handshake_cannot_be_replayed() -> None:
    ann, bob = Initiator(seed("ann"), 1), Responder(seed("bob"), 1)
    first = ann.first()
    second = bob.answer(first)
    ann.meet(second)
    third, _ = ann.finish(ASK)
    fresh = Responder(seed("bob"), 1)
    fresh.answer(first)
    with pytest.raises(LinkError):
        fresh.accept(third)
    with pytest.raises(LinkError):
        Initiator(seed("ann"), 1).meet(second)


def test_a_man_in_the_middle_is_only_himself() -> None:
    """He may talk to both sides as himself; he cannot pass on the proof of either."""
    ann, bob = sides()
    to_ann, to_bob = Responder(seed("mallory"), 1), Initiator(seed("mallory"), 1)
    bobs = bob.answer(to_bob.first())
    assert to_bob.meet(bobs) == key_of("bob")
    assert ann.meet(to_ann.answer(ann.first())) == key_of("mallory")
    with pytest.raises(LinkError):
        sides()[0].meet(bobs)
    third, _ = ann.finish(ASK)
    with pytest.raises(LinkError):
        bob.accept(third)


def test_swapped_keys_in_the_middle_are_noticed() -> None:
    ann, bob = sides()
    mallory = Initiator(seed("mallory"), 1)
    head = len(mallory.first()) - 32
    first = ann.first()[:head] + mallory.first()[head:]
    with pytest.raises(LinkError):
        ann.meet(bob.answer(first))


@pytest.mark.parametrize("public", [bytes(32), bytes([1]) + bytes(31)])
def test_keys_of_low_order_are_refused(public: bytes) -> None:
    ann, bob = sides()
    head = len(ann.first()) - 32
    with pytest.raises(LinkError, match="unusable key"):
        bob.answer(ann.first()[:head] + public)


def test_versions_are_compared_before_anything_else() -> None:
    ann, bob = Initiator(seed("ann"), 1), Responder(seed("bob"), 3)
    with pytest.raises(VersionError, match="The other laptop runs an older") as caught:
        bob.answer(ann.first()[:-32] + b"whatever a later version sends here")
    with pytest.raises(VersionError, match=r"This laptop runs an older .*protocol 1, .* has 3"):
        ann.meet(caught.value.reply)


def test_unknown_purpose_is_refused() -> None:
    ann, bob = sides()
    ann.meet(bob.answer(ann.first()))

    class Odd(Ask):
        def pack(self) -> bytes:
            return b"\x09\x00\x00"

    with pytest.raises(LinkError, match="something unknown"):
        bob.accept(ann.finish(Odd(Purpose.LINK, 0))[0])


def test_messages_are_short() -> None:
    ann, bob = sides()
    second = bob.answer(ann.first())
    ann.meet(second)
    assert max(len(ann.first()), len(second), len(ann.finish(ASK)[0])) <= MAX_MESSAGE
