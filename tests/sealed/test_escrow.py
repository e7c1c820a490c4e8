"""A key in parts: what a key payload must hold then, and what comes of bad boxes (docs/sealed-deal.md 6)."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pytest
from helpers_sealed import (
    OPEN_GROUP,
    box_secret,
    make_secret,
    make_secrets,
    make_setup,
    seed,
    shuffled,
)

from pinochle_lan.sealed import SUITE1, Deal, Secrets, Setup, box_key, escrow, usable_box_key
from pinochle_lan.sealed.group import POINT, join
from pinochle_lan.sealed.shuffle import KEY_LENGTH

PACK = ("AS", "AS", "10S", "10S", "KS", "KS", "QS", "QS", "JS", "JS", "9S", "9S")
ORDER_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def four(hand: int = 1) -> Setup:
    """A table of four laptops with takeover on."""
    return make_setup(4, pack=PACK, takeover=True, hand=hand)


def key_with(key: bytes, place: int, *, point: bytes | None = None, box: bytes | None = None) -> bytes:
    """A key payload with another point or box for its ``place``-th custodian."""
    at = KEY_LENGTH + place * escrow.PART
    old = key[at : at + POINT], key[at + POINT : at + escrow.PART]
    new = (old[0] if point is None else point) + (old[1] if box is None else box)
    return key[:at] + new + key[at + escrow.PART :]


def sealed_with(setup: Setup, keys: dict[int, bytes]) -> tuple[Deal, list[Secrets]]:
    """A sealed hand in which some laptops said another key payload than the true one; all keys pass."""
    secrets = make_secrets(setup)
    deal = Deal.new(setup)
    for peer, mine in enumerate(secrets):
        key = keys.get(peer, mine.key_payload())
        assert deal.check_key(peer, key) is None
        deal = deal.with_key(peer, key)
    for k, mine in enumerate(secrets, 1):
        deal = deal.with_mix(k, mine.mix_payload(deal, k))
    for k, mine in enumerate(secrets, 1):
        deal = deal.with_proof(k, mine.proof_payload(deal, k))
    for peer, mine in enumerate(secrets):
        seal = mine.seal_payload(deal)
        assert deal.check_seal(peer, seal) is None
        deal = deal.with_seal(peer, seal)
    return deal, secrets


@pytest.mark.parametrize(("peers", "size"), [(1, 96), (2, 96), (3, 96 + 2 * 112), (4, 96 + 3 * 112)])
def test_a_point_and_a_box_for_each_other_laptop_of_three_or_four(peers: int, size: int) -> None:
    setup = make_setup(peers, pack=PACK, takeover=True)
    assert setup.takeover == (peers >= 3)
    assert len(make_secret(setup, 0).key_payload()) == size
    assert len(make_secret(make_setup(peers, pack=PACK), 0).key_payload()) == 96


@pytest.mark.parametrize("peers", [3, 4])
def test_the_parts_in_the_boxes_add_up_to_the_key(peers: int) -> None:
    setup = make_setup(peers, pack=PACK, takeover=True)
    secrets = make_secrets(setup)
    deal = Deal.new(setup).with_keys([mine.key_payload() for mine in secrets])
    for of in range(peers):
        parts = [secrets[custodian]._sub_key(deal, of) for custodian in deal.custodians(of)]
        assert sum(part for part in parts if part is not None) % SUITE1.q == secrets[of]._x
        assert len(set(parts)) == peers - 1
    assert [mine.bad_boxes(deal) for mine in secrets] == [()] * peers


def test_n_2_no_escrow_the_one_opponent_would_hold_the_whole_key() -> None:
    setup = make_setup(2, pack=PACK, takeover=True)
    deal = shuffled(setup, make_secrets(setup))
    assert not deal.escrowed(0)
    assert deal.takeover_place(0, [1]) == "takeover is off in this hand"
    assert setup.hid == make_setup(2, pack=PACK).hid


def test_after_a_crash_the_same_key_payload_boxes_and_all() -> None:
    setup = four()
    assert make_secret(setup, 2).key_payload() == make_secret(setup, 2).key_payload()
    assert make_secret(setup, 2).key_payload() != make_secret(setup, 2, number=7).key_payload()


def test_every_box_has_a_key_stream_of_its_own_even_to_one_box_key_twice() -> None:
    """Two laptops in league may name the same box key; two boxes with one stream would tell a difference."""
    good = four()
    setup = replace(good, box_keys=(*good.box_keys[:3], good.box_keys[2]))
    boxes = escrow.boxes(make_secret(setup, 0).key_payload()[KEY_LENGTH:])
    assert len({box[:POINT] for box in boxes}) == 3


def test_points_that_do_not_add_up_are_refused() -> None:
    setup = four()
    key = make_secret(setup, 1).key_payload()
    deal = Deal.new(setup)
    assert deal.check_key(1, key) is None
    assert "add up" in (deal.check_key(1, key_with(key, 0, point=SUITE1.base(5))) or "")
    swapped = escrow.points(key[KEY_LENGTH:])
    assert deal.check_key(1, key_with(key_with(key, 0, point=swapped[1]), 1, point=swapped[0])) is None
    assert deal.check_key(1, key[:KEY_LENGTH]) is not None
    assert deal.check_key(1, key + bytes(112)) is not None


def test_points_of_small_order_that_cancel_in_the_sum_are_refused() -> None:
    """Else the custodian, whose sub-shares cannot pass, would look like the liar."""
    setup = four()
    key = make_secret(setup, 1).key_payload()
    first, second, _ = escrow.points(key[KEY_LENGTH:])
    bent = key_with(key, 0, point=SUITE1.add(first, ORDER_8))
    bent = key_with(bent, 1, point=SUITE1.sub(second, ORDER_8))
    assert SUITE1.sum(escrow.points(bent[KEY_LENGTH:])) == bent[:POINT]
    assert "no point" in (Deal.new(setup).check_key(1, bent) or "")
    nothing = key_with(key, 0, point=SUITE1.identity)
    nothing = key_with(nothing, 1, point=SUITE1.add(first, second))
    assert "no point" in (Deal.new(setup).check_key(1, nothing) or "")


def test_false_accusation_a_bad_box_is_named_and_nobody_is_blamed() -> None:
    setup = four()
    key = make_secret(setup, 1).key_payload()
    box = bytearray(escrow.boxes(key[KEY_LENGTH:])[2])
    box[40] ^= 1
    deal, secrets = sealed_with(setup, {1: key_with(key, 2, box=bytes(box))})
    assert [mine.bad_boxes(deal) for mine in secrets] == [(), (), (), (1,)]
    assert deal.seals[3] == deal.seal_value + b"\1"
    assert deal.sealed
    assert [deal.escrowed(peer) for peer in range(4)] == [True, False, True, True]
    assert "did not all arrive" in (deal.takeover_place(1, [0, 2, 3]) or "")
    assert deal.takeover_place(0, [1, 2, 3]) is None
    with pytest.raises(ValueError, match="cannot be taken over"):
        deal.with_takeover(1, {})
    # Another laptop may be taken over: what the named one holds of it is good.
    assert secrets[1].sub_payload(deal.with_takeover(0, {}), 0, [3])


@pytest.mark.parametrize("kind", ["to another laptop", "another number", "no number", "small order"])
def test_boxes_that_open_to_nothing_good_are_named(kind: str) -> None:
    setup = four()
    mine = make_secret(setup, 0)
    key = mine.key_payload()
    hashes, author, to = mine._hashes, setup.peers[0], setup.box_keys[1]
    part = escrow.split(hashes, seed(0), mine._x, 0, 4)[1]
    ephemeral = seed(99)
    box = {
        "to another laptop": escrow._boxed(hashes, ephemeral, author, setup.box_keys[2], part),
        "another number": escrow._boxed(hashes, ephemeral, author, to, part + 1),
        "no number": escrow._boxed(hashes, ephemeral, author, to, SUITE1.q),
        "small order": bytes(POINT) + escrow._boxed(hashes, ephemeral, author, to, part)[POINT:],
    }[kind]
    good = escrow._boxed(hashes, ephemeral, author, to, part)
    point = escrow.points(key[KEY_LENGTH:])[0]
    assert escrow.unboxed(hashes, box_secret(1), author, point, good) == part
    deal = Deal.new(setup).with_key(0, key_with(key, 0, box=box))
    deal = deal.with_key(2, make_secret(setup, 2).key_payload())
    deal = deal.with_key(3, make_secret(setup, 3).key_payload())
    assert make_secret(setup, 1).bad_boxes(deal) == (0,)


def test_rogue_part_a_box_copied_from_anothers_key_is_bad() -> None:
    """Two of four against one, with a plain sealed box: 1 and 3 against 2, while 0 is honest.

    Laptop 1 gives out laptop 2's part for laptop 0 as its own, box included, and makes up the sum with a part
    that only its friend 3 would have to accept. Taken over for laptop 1, laptop 0 would then have published
    its part of laptop 2's shares, and 1 and 3 hold the other two. Author and hand are in the nonce of a box.
    """
    setup = four()
    key, victim = make_secret(setup, 1).key_payload(), make_secret(setup, 2).key_payload()
    stolen_point, stolen_box = escrow.points(victim[KEY_LENGTH:])[0], escrow.boxes(victim[KEY_LENGTH:])[0]
    second = escrow.points(key[KEY_LENGTH:])[1]
    rest = SUITE1.sub(SUITE1.sub(key[:POINT], stolen_point), second)
    bent = key_with(key_with(key, 0, point=stolen_point, box=stolen_box), 2, point=rest)
    deal = Deal.new(setup)
    assert deal.check_key(1, bent) is None, "the points add up"
    deal = deal.with_key(1, bent).with_key(2, victim).with_key(3, make_secret(setup, 3).key_payload())
    honest = make_secret(setup, 0)
    assert honest._sub_key(deal, 2) is not None
    assert honest.bad_boxes(deal) == (1,)
    with pytest.raises(ValueError, match="holds no part"):
        honest._known_part(deal, 1)


def test_a_box_of_another_hand_or_attempt_is_bad() -> None:
    now, author = make_secret(four(), 0), four().peers[0]
    for other in (four(2), replace(four(), attempt=2)):
        then = make_secret(other, 0)
        key = then.key_payload()[KEY_LENGTH:]
        point, box = escrow.points(key)[0], escrow.boxes(key)[0]
        assert escrow.unboxed(then._hashes, box_secret(1), author, point, box) is not None
        assert escrow.unboxed(now._hashes, box_secret(1), author, point, box) is None


@pytest.mark.parametrize("bad", [b"\1\1", b"\2\1", b"\3", b"\4", b"\0\1\2", b"\0\1\2\3", b"\xff"])
def test_a_seal_names_others_once_and_in_order(bad: bytes) -> None:
    deal, _ = sealed_with(four(), {})
    value = deal.seal_value
    reason = deal.check_seal(3, value + bad)
    assert (reason is None) == (bad == b"\0\1\2")
    assert deal.check_seal(3, value + b"\0\2") is None
    assert deal.check_seal(3, value[:-1] + b"\0" + b"\0") is not None


def test_a_seal_without_takeover_names_nobody() -> None:
    setup = make_setup(3, pack=PACK)
    deal = shuffled(setup, make_secrets(setup))
    assert deal.check_seal(1, deal.seal_value) is None
    assert deal.check_seal(1, deal.seal_value + b"\0") is not None


def test_box_keys_that_cannot_be_used_are_refused_at_the_door() -> None:
    assert usable_box_key(box_key(box_secret(0)))
    for wild in (bytes(32), b"\1" + bytes(31), bytes(31), None, "text", 5, ORDER_8[:31]):
        assert not usable_box_key(wild)
    good = four()
    with pytest.raises(ValueError, match="cannot be used"):
        replace(good, box_keys=(bytes(32), *good.box_keys[1:]))
    with pytest.raises(ValueError, match="or none"):
        replace(good, box_keys=good.box_keys[:3])
    with pytest.raises(ValueError, match="32 bytes"):
        box_key(b"short")


def test_secrets_need_the_secret_of_their_own_box_key() -> None:
    setup = four()
    for wrong in (None, box_secret(1)):
        with pytest.raises(ValueError, match="box key"):
            Secrets(seed(0), setup, 0, setup.peers[0], box_secret=wrong)
    off = dataclasses.replace(setup, box_keys=())
    assert Secrets(seed(0), off, 0, off.peers[0]).bad_boxes(Deal.new(off)) == ()


def test_box_keys_are_in_the_hand_id_so_nobody_is_told_others() -> None:
    setup = four()
    other = replace(setup, box_keys=(*setup.box_keys[:3], box_key(seed(5))))
    assert setup.hid != other.hid
    assert Deal.new(other).check_key(0, make_secret(setup, 0).key_payload()) is not None


def test_the_open_test_group_splits_keys_alike() -> None:
    setup = make_setup(3, suite=255, pack=PACK, takeover=True)
    secrets = make_secrets(setup, OPEN_GROUP)
    deal = shuffled(setup, secrets, OPEN_GROUP)
    assert [deal.escrowed(peer) for peer in range(3)] == [True] * 3
    key = secrets[0].key_payload()
    bent = key_with(key, 0, point=OPEN_GROUP.base(3))
    assert Deal.new(setup, OPEN_GROUP).check_key(0, bent) is not None
    assert join(escrow.points(key[KEY_LENGTH:])) != b""
