"""Lies at a table of three, real group: each is refused from the log's bytes alone, the truth is not.

The classes are those of docs/sealed-deal.md 7 and 8. A lie is a function that gives the check's answer to it.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from helpers_sealed import (
    OPEN_GROUP,
    held,
    identity,
    make_secrets,
    make_setup,
    opened,
    remixed,
    seed,
    shared,
    shuffled,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.sealed import SUITE1, Deal, Secrets, Setup, mix, pok, shares
from pinochle_lan.sealed.group import join, pieces
from pinochle_lan.sealed.hashing import HandHash
from pinochle_lan.sealed.refused import GroupError

PACK = ("AS", "AS", "10S", "10S", "KS", "KS", "QS", "QS", "JS", "JS", "9S", "9S")
Q = SUITE1.q
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
"""A point of order 8."""


@dataclass(frozen=True)
class Table:
    """A hand with all that an honest table of three said in it; the words of laptop 1 are bent."""

    setup: Setup
    secrets: tuple[Secrets, ...]
    sealed: Deal
    dealt: Deal
    before: tuple[Deal, ...]
    """After the keys; with mix 1; with mixes 1 and 2."""

    @property
    def key(self) -> bytes:
        """The key payload of laptop 1."""
        return self.secrets[1].key_payload()

    @property
    def share(self) -> bytes:
        """Laptop 1's shares at the deal."""
        return self.secrets[1].share_payload(self.sealed, "deal", self.sealed.slots_for_share(1))


@functools.cache
def table(hand: int = 1) -> Table:
    """The table of a hand: three laptops, 12 cards, 3 each and a kitty of 3."""
    setup = make_setup(3, pack=PACK, hand=hand)
    secrets = make_secrets(setup)
    sealed = shuffled(setup, secrets)
    keyed = Deal.new(setup).with_keys([mine.key_payload() for mine in secrets])
    one = keyed.with_mix(1, sealed.mixes[0])
    before = keyed, one, one.with_mix(2, sealed.mixes[1])
    return Table(setup, tuple(secrets), sealed, shared(sealed, secrets, "deal"), before)


def swap(data: bytes, a: int, b: int) -> bytes:
    """The 32-byte pieces ``a`` and ``b`` in each other's place."""
    found = list(pieces(data))
    found[a], found[b] = found[b], found[a]
    return join(found)


def put(data: bytes, at: int, piece: bytes) -> bytes:
    """Another piece at place ``at``."""
    found = list(pieces(data))
    found[at] = piece
    return join(found)


def bump(data: bytes, at: int, by: int) -> bytes:
    """The scalar at ``at`` raised by ``by``, not reduced: ``by = q`` says the same number in other bytes."""
    return put(data, at, (int.from_bytes(pieces(data)[at], "little") + by).to_bytes(32, "little"))


Lie = Callable[[Table], str | None]
LIES: dict[str, Lie] = {}


def lie(tell: Lie) -> Lie:
    """Registers a lie under its name."""
    LIES[tell.__name__] = tell
    return tell


def key_check(t: Table, payload: object) -> str | None:
    return Deal.new(t.setup).with_key(0, t.secrets[0].key_payload()).check_key(1, payload)


def proof_check(t: Table, payload: object, deck: bytes | None = None) -> str | None:
    """Proof 2 over the log's mix 2 or a bent one."""
    return t.before[1].with_mix(2, t.sealed.mixes[1] if deck is None else deck).check_proof(2, payload)


def proof_for_the_lie(t: Table, out: mix.Deck, perm: list[int], rho: list[int]) -> str | None:
    """The prover run on a false statement: everything about it is right but the mix itself."""
    deal = t.before[1]
    statement = mix.Statement("deal 2", deal.joint_key, deal.deck(1), out)
    hashes = HandHash(t.setup.hid, SUITE1)
    body = mix.prove(hashes, statement, perm, rho, t.secrets[1]._nonce)
    return proof_check(t, body, join(out))


def true_mix(t: Table) -> tuple[list[int], list[int], mix.Deck]:
    """What laptop 1 did, in the open."""
    deal = t.before[1]
    perm, rho, out = t.secrets[1]._mixed(deal, "deal 2", deal.deck(1))
    return list(perm), list(rho), out


def share_check(t: Table, payload: object) -> str | None:
    return t.sealed.check_share(1, "deal", t.sealed.slots_for_share(1), payload)


def secret(t: Table, peer: int) -> int:
    """A laptop's key secret, which the liar of a test may know as its own."""
    return t.secrets[peer]._x


def lying_share(t: Table, bent: list[bytes]) -> str | None:
    """Shares ``bent`` with the proof an honest program makes for them."""
    slots = t.sealed.slots_for_share(1)
    what = shares.what_text("deal", slots)
    hashes, public = HandHash(t.setup.hid, SUITE1), t.sealed.public_key(1)
    a = [t.sealed.slots[slot].a for slot in slots]
    weights = hashes.weights("batch", what, public, join(a), join(bent), count=len(a))
    base, combined = SUITE1.dot(weights, a), SUITE1.dot(weights, bent)
    c = hashes.scalar("dleq", what, public, base, combined, SUITE1.base(99), SUITE1.mul(99, base))
    s = (99 + c * secret(t, 1)) % Q
    return share_check(t, join([*bent, c.to_bytes(32, "little"), s.to_bytes(32, "little")]))


# --- key -------------------------------------------------------------------------------------------


@lie
def key_of_wrong_size(t: Table) -> str | None:
    return key_check(t, t.key + b"\0")


@lie
def key_of_another_author(t: Table) -> str | None:
    return key_check(t, t.secrets[2].key_payload())


@lie
def key_of_another_hand(t: Table) -> str | None:
    return key_check(t, table(2).key)


@lie
def key_of_another_attempt(t: Table) -> str | None:
    again = replace(t.setup, attempt=2)
    return key_check(t, Secrets(seed(1), again, 1, identity(1)).key_payload())


@lie
def key_with_response_plus_q(t: Table) -> str | None:
    return key_check(t, bump(t.key, 2, Q))


@lie
def key_that_is_the_identity(t: Table) -> str | None:
    return key_check(t, put(t.key, 0, SUITE1.identity))


@lie
def key_that_cancels_anothers(t: Table) -> str | None:
    rogue = SUITE1.sub(pieces(t.key)[0], pieces(t.secrets[0].key_payload())[0])
    return key_check(t, put(t.key, 0, rogue))


@lie
def key_that_is_a_twin(t: Table) -> str | None:
    """Two laptops in league with one secret: the proof is right, the key is not new."""
    x, public = secret(t, 0), pieces(t.secrets[0].key_payload())[0]
    hashes = HandHash(t.setup.hid, SUITE1)
    return key_check(t, public + pok.prove(hashes, identity(1), x, public, nonce=77))


# --- mix and proof ---------------------------------------------------------------------------------


@lie
def mix_one_card_short(t: Table) -> str | None:
    return t.before[1].check_mix(2, t.sealed.mixes[1][:-64])


@lie
def mix_with_two_cards_swapped_after_the_proof(t: Table) -> str | None:
    deck = t.sealed.mixes[1]
    return proof_check(t, t.sealed.proofs[1], swap(swap(deck, 0, 2), 1, 3))


@lie
def mix_with_halves_of_cards_swapped(t: Table) -> str | None:
    return proof_check(t, t.sealed.proofs[1], swap(t.sealed.mixes[1], 0, 2))


@lie
def mix_with_a_card_twice_proved(t: Table) -> str | None:
    perm, rho, out = true_mix(t)
    return proof_for_the_lie(t, (*out[:2], *out[:2], *out[4:]), perm, rho)


@lie
def mix_with_another_face_proved(t: Table) -> str | None:
    perm, rho, out = true_mix(t)
    shift = SUITE1.sub(SUITE1.card("AS"), SUITE1.card("9S"))
    return proof_for_the_lie(t, (out[0], SUITE1.add(out[1], shift), *out[2:]), perm, rho)


@lie
def mix_with_two_faces_exchanged_the_sum_kept_proved(t: Table) -> str | None:
    perm, rho, out = true_mix(t)
    shift = SUITE1.sub(SUITE1.card("AS"), SUITE1.card("9S"))
    bent = (out[0], SUITE1.add(out[1], shift), out[2], SUITE1.sub(out[3], shift), *out[4:])
    return proof_for_the_lie(t, bent, perm, rho)


@lie
def mix_that_is_no_permutation_proved(t: Table) -> str | None:
    perm, rho, _ = true_mix(t)
    twice = [perm[0], perm[0], *perm[2:]]
    deal = t.before[1]
    out = mix.mix(SUITE1, deal.joint_key, deal.deck(1), twice, rho)
    missing = perm[1]
    honest = [perm[0], missing, *perm[2:]]
    return proof_for_the_lie(t, out, honest, rho)


@lie
def mix_with_bytes_off_the_curve(t: Table) -> str | None:
    return proof_check(t, t.sealed.proofs[1], put(t.sealed.mixes[1], 4, (2).to_bytes(32, "little")))


@lie
def mix_with_a_marked_card(t: Table) -> str | None:
    marked = SUITE1.add(t.before[2].deck(2)[0], ORDER_8)
    return proof_check(t, t.sealed.proofs[1], put(t.sealed.mixes[1], 0, marked))


@lie
def proof_one_scalar_short(t: Table) -> str | None:
    return proof_check(t, t.sealed.proofs[1][:-32])


@lie
def proof_with_scalar_plus_q(t: Table) -> str | None:
    return proof_check(t, bump(t.sealed.proofs[1], 30, Q))


@lie
def proof_of_another_hand(t: Table) -> str | None:
    return proof_check(t, table(2).sealed.proofs[1], table(2).sealed.mixes[1])


@lie
def proof_of_another_shuffler(t: Table) -> str | None:
    return proof_check(t, t.sealed.proofs[0])


@lie
def proof_with_commitments_swapped(t: Table) -> str | None:
    return proof_check(t, swap(t.sealed.proofs[1], 0, 1))


@lie
def proof_over_another_deck_before(t: Table) -> str | None:
    other = t.before[0].with_mix(1, swap(swap(t.sealed.mixes[0], 0, 2), 1, 3)).with_mix(2, t.sealed.mixes[1])
    return other.check_proof(2, t.sealed.proofs[1])


# --- seal ------------------------------------------------------------------------------------------


@lie
def seal_of_wrong_size(t: Table) -> str | None:
    return t.sealed.check_seal(1, t.sealed.seal_value[:32])


@lie
def seal_of_another_shuffle(t: Table) -> str | None:
    return t.sealed.check_seal(1, table(2).sealed.seal_value)


@lie
def seal_over_a_second_deck_of_the_last_shuffler(t: Table) -> str | None:
    """The last shuffler shows laptop 1 a second valid deck; its seal betrays that."""
    second = Secrets(seed(2, 9), t.setup, 2, identity(2))
    out = second.mix_payload(t.before[2], 3)
    other = replace(t.sealed, mixes=(*t.sealed.mixes[:2], out))
    return t.sealed.check_seal(1, other.seal_value)


# --- share -----------------------------------------------------------------------------------------


@lie
def share_one_short(t: Table) -> str | None:
    return share_check(t, t.share[32:])


@lie
def shares_in_another_order(t: Table) -> str | None:
    return share_check(t, swap(t.share, 0, 1))


@lie
def shares_of_another_author(t: Table) -> str | None:
    payload = t.secrets[1].share_payload(t.sealed, "kitty", [9, 10, 11])
    return t.sealed.check_share(2, "kitty", [9, 10, 11], payload)


@lie
def shares_of_another_hand(t: Table) -> str | None:
    return share_check(t, table(2).share)


@lie
def shares_for_another_purpose(t: Table) -> str | None:
    payload = t.secrets[1].share_payload(t.sealed, "kitty", [9, 10, 11])
    return t.sealed.check_share(1, "turn-up", [9, 10, 11], payload)


@lie
def shares_one_bent_proved(t: Table) -> str | None:
    true = list(pieces(t.share)[:-2])
    return lying_share(t, [SUITE1.add(true[0], SUITE1.base(1)), *true[1:]])


@lie
def shares_two_bent_the_sum_kept_proved(t: Table) -> str | None:
    true, g = list(pieces(t.share)[:-2]), SUITE1.base(1)
    return lying_share(t, [SUITE1.add(true[0], g), SUITE1.sub(true[1], g), *true[2:]])


@lie
def share_with_a_part_of_order_8(t: Table) -> str | None:
    return share_check(t, put(t.share, 0, SUITE1.add(t.share[:32], ORDER_8)))


@lie
def share_of_the_own_hand(t: Table) -> str | None:
    return t.sealed.check_share(1, "deal", held(t.sealed, 1), t.share)


@lie
def share_of_slots_not_ascending(t: Table) -> str | None:
    return t.sealed.check_share(1, "deal", t.sealed.slots_for_share(1)[::-1], t.share)


@lie
def share_of_a_slot_that_is_not_there(t: Table) -> str | None:
    return t.sealed.check_share(1, "deal", [0, 99], t.share)


# --- open ------------------------------------------------------------------------------------------


@lie
def opening_of_another_slot(t: Table) -> str | None:
    return t.dealt.check_open(1, [4], t.secrets[1].open_payload(t.dealt, [3]))


@lie
def opening_of_a_card_of_another(t: Table) -> str | None:
    return t.dealt.check_open(1, [0], t.secrets[0].open_payload(t.dealt, [0]))


@lie
def opening_of_the_kitty(t: Table) -> str | None:
    return t.dealt.check_open(1, [9], t.secrets[1].share_payload(t.dealt, "kitty", [9]))


@lie
def opening_that_lies_about_the_face(t: Table) -> str | None:
    payload = t.secrets[1].open_payload(t.dealt, [3])
    bent = SUITE1.add(payload[:32], SUITE1.sub(SUITE1.card("AS"), SUITE1.card("9S")))
    return t.dealt.check_open(1, [3], put(payload, 0, bent))


@lie
def opening_twice(t: Table) -> str | None:
    payload = t.secrets[1].open_payload(t.dealt, [3])
    return opened(t.dealt, t.secrets, [3]).check_open(1, [3], payload)


@lie
def opening_before_the_others_shared(t: Table) -> str | None:
    payload = t.secrets[1].open_payload(t.dealt, [3])
    return t.sealed.check_open(1, [3], payload)


@lie
def opening_of_a_slot_that_died_in_a_remix(t: Table) -> str | None:
    payload = t.secrets[1].open_payload(t.dealt, [3])
    return remixed(t.dealt, t.secrets, 1, [3, 4, 5]).check_open(1, [3], payload)


# --- remix -----------------------------------------------------------------------------------------


NEW = (12, 13, 14)


def remix(t: Table) -> bytes:
    """Laptop 1's true remix of its three cards."""
    return t.secrets[1].remix_payload(t.dealt, 1, (3, 4, 5), NEW)


@lie
def remix_by_another_laptop(t: Table) -> str | None:
    return t.dealt.check_remix(2, 1, (3, 4, 5), NEW, remix(t))


@lie
def remix_of_a_foreign_slot(t: Table) -> str | None:
    return t.dealt.check_remix(1, 1, (2, 4, 5), NEW, remix(t))


@lie
def remix_under_other_numbers(t: Table) -> str | None:
    return t.dealt.check_remix(1, 1, (3, 4, 5), (13, 14, 15), remix(t))


@lie
def remix_into_numbers_used_before(t: Table) -> str | None:
    return t.dealt.check_remix(1, 1, (3, 4, 5), (11, 12, 13), remix(t))


@lie
def remix_into_too_few(t: Table) -> str | None:
    return t.dealt.check_remix(1, 1, (3, 4, 5), (12, 13), remix(t))


@lie
def remix_into_none(t: Table) -> str | None:
    return t.dealt.check_remix(1, 1, (3, 4, 5), (), remix(t))


@lie
def remix_of_wrong_size(t: Table) -> str | None:
    return t.dealt.check_remix(1, 1, (3, 4, 5), NEW, remix(t)[:-1])


@lie
def remix_said_again(t: Table) -> str | None:
    after = remixed(t.dealt, t.secrets, 1, [3, 4, 5])
    return after.check_remix(1, 1, NEW, (15, 16, 17), remix(t))


@lie
def remix_that_relays_a_card_of_another_proved(t: Table) -> str | None:
    """A foreign slot re-encrypted among mine, so that everybody's automatic shares would open it to me."""
    deal, old = t.dealt, (3, 4, 5)
    perm, rho, _ = t.secrets[1]._mixed(deal, "remix 1 12 13 14", deal.cards(old))
    stolen = mix.mix(SUITE1, deal.joint_key, deal.cards((0, 4, 5)), perm, rho)
    statement = mix.Statement("remix 1 12 13 14", deal.joint_key, deal.cards(old), stolen)
    body = mix.prove(HandHash(t.setup.hid, SUITE1), statement, perm, rho, t.secrets[1]._nonce)
    return deal.check_remix(1, 1, old, NEW, join(stolen) + body)


@pytest.mark.parametrize("name", LIES)
def test_lie_is_refused(name: str) -> None:
    reason = LIES[name](table())
    assert reason is not None
    assert reason[0].islower()
    assert not reason.endswith(".")


def test_the_truth_beside_them_is_accepted() -> None:
    t = table()
    assert key_check(t, t.key) is None
    assert t.before[1].check_mix(2, t.sealed.mixes[1]) is None
    assert proof_check(t, t.sealed.proofs[1]) is None
    perm, rho, out = true_mix(t)
    assert proof_for_the_lie(t, out, perm, rho) is None
    assert t.sealed.check_seal(1, t.sealed.seal_value) is None
    assert share_check(t, t.share) is None
    assert lying_share(t, list(pieces(t.share)[:-2])) is None
    assert t.dealt.check_open(1, [3], t.secrets[1].open_payload(t.dealt, [3])) is None
    assert t.dealt.check_remix(1, 1, (3, 4, 5), NEW, remix(t)) is None
    assert len(LIES) >= 24


def checks(t: Table) -> dict[str, tuple[bytes, Callable[[object], str | None]]]:
    """Every kind of message of the table: its true payload, and the check of another one in its place."""
    opening = t.secrets[1].open_payload(t.dealt, [3])
    return {
        "key": (t.key, lambda p: key_check(t, p)),
        "mix": (t.sealed.mixes[1], lambda p: deck_check(t, p)),
        "proof": (t.sealed.proofs[1], lambda p: proof_check(t, p)),
        "seal": (t.sealed.seal_value, lambda p: t.sealed.check_seal(1, p)),
        "share": (t.share, lambda p: share_check(t, p)),
        "open": (opening, lambda p: t.dealt.check_open(1, [3], p)),
        "remix": (remix(t), lambda p: t.dealt.check_remix(1, 1, (3, 4, 5), NEW, p)),
    }


def deck_check(t: Table, payload: object) -> str | None:
    """A mix as the table judges it: its size when it comes, the rest by its proof."""
    reason = t.before[1].check_mix(2, payload)
    if reason is None:
        assert isinstance(payload, bytes)
        reason = proof_check(t, t.sealed.proofs[1], payload)
    return reason


@pytest.mark.parametrize(
    ("kind", "flips"),
    [
        ("key", 250),
        ("mix", 100),
        ("proof", 150),
        ("seal", 100),
        ("share", 150),
        ("open", 150),
        ("remix", 100),
    ],
)
def test_every_flipped_bit_is_refused(kind: str, flips: int) -> None:
    payload, check = checks(table())[kind]
    rng = random.Random(f"flips of {kind}")
    assert check(payload) is None
    for _ in range(flips):
        bit = rng.randrange(8 * len(payload))
        bent = bytearray(payload)
        bent[bit // 8] ^= 1 << bit % 8
        assert check(bytes(bent)) is not None, f"bit {bit}"


WILD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(), st.binary(max_size=300), st.tuples(st.binary())
)


@pytest.mark.parametrize("kind", ["key", "mix", "proof", "seal", "share", "open", "remix"])
@settings(max_examples=30, deadline=None, derandomize=True)
@given(wild=WILD)
def test_F55_whatever_a_peer_sends_is_refused_and_raises_nothing(kind: str, wild: object) -> None:
    assert checks_cached()[kind][1](wild) is not None


@pytest.mark.parametrize("kind", ["key", "mix", "proof", "seal", "share", "open", "remix"])
@settings(max_examples=30, deadline=None, derandomize=True)
@given(data=st.data())
def test_random_bytes_of_the_right_size_are_refused(kind: str, data: st.DataObject) -> None:
    payload, check = checks_cached()[kind]
    wild = data.draw(st.randoms(use_true_random=False)).randbytes(len(payload))
    assert check(wild) is not None


@functools.cache
def checks_cached() -> dict[str, tuple[bytes, Callable[[object], str | None]]]:
    """``checks`` of the table, made once."""
    return checks(table())


@pytest.mark.parametrize(
    "point", [(2).to_bytes(32, "little"), SUITE1.identity, SUITE1.add(SUITE1.card("AS"), ORDER_8)]
)
def test_an_unproved_deck_that_is_no_deck_is_not_mixed(point: bytes) -> None:
    """Mixing goes ahead of the proof: a marked or senseless deck is noticed before more is built on it."""
    t = table()
    deal = t.before[0].with_mix(1, put(t.sealed.mixes[0], 5, point))
    assert deal.check_mix(1, deal.mixes[0]) is None
    assert not deal.mixable(1)
    with pytest.raises(GroupError):
        t.secrets[1].mix_payload(deal, 2)
    assert deal.check_proof(1, t.sealed.proofs[0]) is not None
    assert t.before[1].mixable(0)
    assert t.before[1].mixable(1)


def test_the_open_test_group_refuses_the_same_lies() -> None:
    """The table's fast tests rest on it: what the real group refuses as no point, it refuses too."""
    setup = make_setup(2, suite=255, pack=PACK)
    secrets = make_secrets(setup, OPEN_GROUP)
    deal = shared(shuffled(setup, secrets, OPEN_GROUP), secrets, "deal")
    slots = deal.slots_for_share(1)
    payload = secrets[1].share_payload(deal, "deal", slots)
    for bent in (OPEN_GROUP.identity, b"\xff" * 32, OPEN_GROUP.add(payload[:32], OPEN_GROUP.base(1))):
        assert deal.check_share(1, "deal", slots, put(payload, 0, bent)) is not None
    assert deal.check_share(1, "deal", slots, payload) is None
