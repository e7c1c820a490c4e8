"""The published numbers of docs/sealed-deal.md: same bytes from the same nonces, every lie refused."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from helpers_sealed import vectors

from pinochle_lan import codec
from pinochle_lan.sealed import SUITE1, Deal, Refused, Rule, Setup, mix, pok, seal, shares
from pinochle_lan.sealed.group import pieces
from pinochle_lan.sealed.hashing import HandHash


def raw(text: str) -> bytes:
    """Hex as bytes."""
    return bytes.fromhex(text)


def number(text: str) -> int:
    """A scalar of the vectors."""
    return int.from_bytes(raw(text), "little")


def part(value: str | int) -> bytes | str | int:
    """A hashed part: ``hex:`` is bytes, other text and numbers as they are."""
    return raw(value[4:]) if isinstance(value, str) and value.startswith("hex:") else value


def plain(value: Any) -> Any:
    """A field of the hand id."""
    return tuple(plain(v) for v in value) if isinstance(value, list) else part(value)


def hashes(entry: dict[str, Any]) -> HandHash:
    """The hash functions of the entry's hand."""
    return HandHash(raw(entry["hid"]), SUITE1)


def nonces(lists: dict[str, list[str]]) -> mix.Nonce:
    """A source of the nonces that the vectors prescribe."""
    return lambda letter, index, *_: number(lists[letter][index - 1])


@pytest.mark.parametrize(("name", "point"), vectors()["points"].items())
def test_fixed_points(name: str, point: str) -> None:
    assert SUITE1.named(name) == raw(point)
    if name.startswith("H/"):
        assert SUITE1.h[int(name[2:])] == raw(point)
    else:
        assert SUITE1.card(name.removeprefix("card/")) == raw(point)


@pytest.mark.parametrize(("seed", "point"), vectors()["from_uniform"])
def test_from_uniform(seed: str, point: str) -> None:
    assert SUITE1.from_uniform(raw(seed)) == raw(point)


@pytest.mark.parametrize("entry", vectors()["hash"], ids=lambda e: f"{e['tag']} {len(e['parts'])}")
def test_hashes(entry: dict[str, Any]) -> None:
    parts = [part(p) for p in entry["parts"]]
    made = hashes(entry)
    assert made.t(entry["tag"], *parts) == raw(entry["T"])
    assert made.scalar(entry["tag"], *parts) == number(entry["Hs"])
    assert made.weight(entry["tag"], *parts) == int.from_bytes(raw(entry["Hc"]), "little")


def test_weights_are_the_hashes_one_by_one() -> None:
    made = hashes(vectors()["hash"][0])
    assert made.weights("u", b"seed", count=5) == [made.weight("u", b"seed", k) for k in range(1, 6)]


@pytest.mark.parametrize("entry", vectors()["hand_id"], ids=["attempt 1", "attempt 2"])
def test_hand_id(entry: dict[str, Any]) -> None:
    fields = plain(entry["fields"])
    assert codec.encode(fields) == raw(entry["msgpack"])
    assert hashlib.sha256(raw(entry["msgpack"])).digest() == raw(entry["hid"])
    table, hand, attempt, suite, rules, count, types, peers, seats, slot_map = fields
    assert count == len(types)
    assert Setup(table, hand, attempt, suite, rules, types, peers, seats, slot_map).hid == raw(entry["hid"])


@pytest.mark.parametrize("entry", vectors()["pok"], ids=["first", "second"])
def test_proof_of_knowledge(entry: dict[str, Any]) -> None:
    author, public = raw(entry["author"]), raw(entry["X"])
    assert SUITE1.base(number(entry["x"])) == public
    body = pok.prove(hashes(entry), author, number(entry["x"]), public, nonce=number(entry["w"]))
    assert body == raw(entry["body"])
    pok.check(hashes(entry), author, public, body)


@pytest.mark.parametrize("entry", vectors()["shares"], ids=lambda e: e["what"][:8])
def test_shares(entry: dict[str, Any]) -> None:
    a, public, what = [raw(p) for p in entry["A"]], raw(entry["X"]), entry["what"]
    body = shares.prove(hashes(entry), number(entry["x"]), public, a, what, nonce=number(entry["w"]))
    assert body == raw(entry["body"])
    assert shares.check(hashes(entry), public, a, what, body) == pieces(body)[:-2]
    purpose, *slots = what.split()
    assert shares.what_text(purpose, [int(s) for s in slots]) == what


@pytest.mark.parametrize("entry", vectors()["mix"], ids=lambda e: e["what"][:12])
def test_mix_and_its_proof(entry: dict[str, Any]) -> None:
    deck, joint = pieces(raw(entry["in"])), raw(entry["X"])
    rho = [number(r) for r in entry["rho"]]
    out = mix.mix(SUITE1, joint, deck, entry["perm"], rho)
    assert b"".join(out) == raw(entry["out"])
    statement = mix.Statement(entry["what"], joint, deck, out)
    body = mix.prove(hashes(entry), statement, entry["perm"], rho, nonces(entry["nonces"]))
    assert body == raw(entry["body"])
    mix.check(hashes(entry), statement, body)


def deal_setup() -> Setup:
    """The setup of the vectors' whole deal, which is that of their first hand id."""
    table, hand, attempt, suite, rules, _, types, peers, seats, slot_map = plain(
        vectors()["hand_id"][0]["fields"]
    )
    return Setup(table, hand, attempt, suite, rules, types, peers, seats, slot_map)


def test_whole_deal() -> None:
    entry = vectors()["deal"]
    deal, made = Deal.new(deal_setup()), hashes(entry)
    for peer, its in enumerate(entry["peers"]):
        assert deal.setup.peers[peer] == raw(its["author"])
        assert deal.check_key(peer, raw(its["key"])) is None
        deal = deal.with_key(peer, raw(its["key"]))
    assert deal.joint_key == raw(entry["X"])
    for k, its in enumerate(entry["peers"], 1):
        shuffle = its["mix"]
        rho = [number(r) for r in shuffle["rho"]]
        out = mix.mix(SUITE1, deal.joint_key, deal.deck(k - 1), shuffle["perm"], rho)
        assert b"".join(out) == raw(shuffle["out"])
        statement = mix.Statement(f"deal {k}", deal.joint_key, deal.deck(k - 1), out)
        assert mix.prove(made, statement, shuffle["perm"], rho, nonces(shuffle["nonces"])) == raw(
            shuffle["body"]
        )
        deal = deal.with_mix(k, raw(shuffle["out"]))
        assert deal.check_proof(k, raw(shuffle["body"])) is None
        deal = deal.with_proof(k, raw(shuffle["body"]))
    assert deal.seal_value == raw(entry["seal"])
    for peer in range(3):
        assert deal.check_seal(peer, raw(entry["seal"])) is None
        deal = deal.with_seal(peer, raw(entry["seal"]))
    for purpose in ("deal", "kitty", "open"):
        for peer, its in enumerate(entry["peers"]):
            for share in (s for s in its["shares"] if s["purpose"] == purpose):
                slots, body = share["slots"], raw(share["body"])
                a = [deal.slots[s].a for s in slots]
                x, public = number(its["x"]), deal.public_key(peer)
                proved = shares.prove(made, x, public, a, share["what"], nonce=number(share["w"]))
                assert proved == body
                if purpose == "open":
                    assert deal.check_open(peer, slots, body) is None
                    deal = deal.with_open(peer, slots, body)
                else:
                    assert deal.check_share(peer, purpose, slots, body) is None
                    assert purpose != "deal" or tuple(slots) == deal.slots_for_share(peer)
                    deal = deal.with_share(peer, purpose, slots, body)
        if purpose == "deal":
            assert hands(deal) == [its["hand"] for its in entry["peers"]]
    assert [deal.face(s) for s in entry["kitty_slots"]] == entry["kitty"]
    assert [[slot, deal.face(slot)] for slot, _ in entry["opened"]] == entry["opened"]


def hands(deal: Deal) -> list[list[str]]:
    """What each laptop of the vectors sees in its own slots, with its secret and the others' shares."""
    found = []
    for peer, its in enumerate(vectors()["deal"]["peers"]):
        hand = []
        for slot in (deal.slots[s] for s in its["slots"]):
            own = SUITE1.mul(number(its["x"]), slot.a)
            assert peer not in dict(slot.shares)
            hand.append(deal.face_of(SUITE1.sub(slot.b, SUITE1.sum([own, *dict(slot.shares).values()])), 0))
        found.append(hand)
    return found


def refuse(entry: dict[str, Any], check: str) -> None:
    """Runs the check of an entry."""
    if check == "pok":
        pok.check(hashes(entry), raw(entry["author"]), raw(entry["X"]), raw(entry["body"]))
    elif check == "shares":
        a = [raw(p) for p in entry["A"]]
        shares.check(hashes(entry), raw(entry["X"]), a, entry["what"], raw(entry["body"]))
    else:
        deck, out = pieces(raw(entry["in"])), pieces(raw(entry["out"]))
        statement = mix.Statement(entry["what"], raw(entry["X"]), deck, out)
        mix.check(hashes(entry), statement, raw(entry["body"]))


@pytest.mark.parametrize("lie", vectors()["invalid"], ids=lambda lie: lie["name"][:60])
def test_lies_are_refused(lie: dict[str, Any]) -> None:
    change = dict(lie["change"])
    refused_by = change.pop("refused_by", lie.get("refused_by"))
    entry = vectors()[lie["check"]][lie["base"]] | change
    with pytest.raises(Refused) as caught:
        refuse(entry, lie["check"])
    assert caught.value.rule is Rule[refused_by.upper()]


def test_51_lies_are_tried() -> None:
    assert len(vectors()["invalid"]) == 51


def test_seal_is_one_field_for_each_payload() -> None:
    entry = vectors()["deal"]
    made = hashes(entry)
    keys = [raw(p["key"]) for p in entry["peers"]]
    mixes = [raw(p["mix"]["out"]) for p in entry["peers"]]
    proofs = [raw(p["mix"]["body"]) for p in entry["peers"]]
    assert seal.seal(made, keys, mixes, proofs) == raw(entry["seal"])
    assert seal.seal(made, keys, mixes, proofs[::-1]) != raw(entry["seal"])
