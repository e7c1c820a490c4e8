"""Whole hands of the sealed deal: who learns what, and when (docs/sealed-deal.md 3 and 4)."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest
from helpers_sealed import (
    OPEN_GROUP,
    PACK48,
    PACK80,
    held,
    identity,
    make_secrets,
    make_setup,
    opened,
    remixed,
    shared,
    shuffled,
)

from pinochle_lan.sealed import SUITE1, Deal, Group, Secrets, Setup
from pinochle_lan.sealed.refused import BrokenDeal


def dealt(setup: Setup, group: Group = SUITE1) -> tuple[Deal, list[Secrets]]:
    """A hand after the deal's shares."""
    secrets = make_secrets(setup, group)
    return shared(shuffled(setup, secrets, group), secrets, "deal"), secrets


def hands(deal: Deal, secrets: list[Secrets]) -> list[dict[int, str]]:
    """What every laptop sees of the whole table."""
    return [mine.faces(deal, sorted(deal.slots)) for mine in secrets]


@pytest.mark.parametrize(
    ("peers", "group", "pack"),
    [
        (1, SUITE1, PACK48),
        (2, SUITE1, PACK48),
        (3, OPEN_GROUP, PACK48),
        (4, SUITE1, PACK48),
        (4, OPEN_GROUP, PACK80),
    ],
    ids=["1 laptop", "2 laptops", "3 open", "4 laptops", "4 open 80"],
)
def test_everybody_sees_the_own_hand_only_and_all_cards_are_there(
    peers: int, group: Group, pack: tuple[str, ...]
) -> None:
    setup = make_setup(peers, suite=group.suite, pack=pack)
    deal, secrets = dealt(setup, group)
    seen = hands(deal, secrets)
    for peer, mine in enumerate(seen):
        assert tuple(mine) == held(deal, peer)
    assert not deal.faces
    kitty = [number for number, slot in deal.slots.items() if slot.holder == "kitty"]
    deal = shared(deal, secrets, "kitty", kitty)
    public = [deal.face(number) for number in kitty]
    assert Counter([*public, *(face for mine in seen for face in mine.values())]) == Counter(pack)


def test_one_laptop_with_bots_needs_no_shares() -> None:
    setup = make_setup(1, seats=(0, 0, 0, 0), slot_map=[seat for seat in range(4) for _ in range(12)])
    secrets = make_secrets(setup)
    deal = shuffled(setup, secrets)
    assert deal.slots_for_share(0) == ()
    assert Counter(secrets[0].faces(deal, sorted(deal.slots)).values()) == Counter(PACK48)


def test_seats_of_one_laptop_are_known_to_it_and_to_no_other() -> None:
    setup = make_setup(2, suite=255, seats=(0, 1, 0, 1))
    deal, secrets = dealt(setup, OPEN_GROUP)
    seen = hands(deal, secrets)
    assert tuple(seen[0]) == (*held(deal, 0), *held(deal, 2))
    assert tuple(seen[1]) == (*held(deal, 1), *held(deal, 3))


def test_nobody_sees_stock_or_dummy_not_even_one_laptop_alone() -> None:
    slot_map = [*[0] * 12, *[1] * 12, *["stock"] * 12, *["dummy"] * 12]
    for peers, seats in ((1, (0, 0)), (2, (0, 1))):
        setup = make_setup(peers, suite=255, seats=seats, slot_map=slot_map)
        deal, secrets = dealt(setup, OPEN_GROUP)
        for mine in hands(deal, secrets):
            assert max(mine) < 24


def test_kitty_is_known_to_all_when_the_last_share_is_in() -> None:
    setup = make_setup(3)
    deal, secrets = dealt(setup)
    kitty = [45, 46, 47]
    for peer, mine in enumerate(secrets):
        assert all(deal.face(slot) is None for slot in kitty)
        payload = mine.share_payload(deal, "kitty", kitty)
        assert deal.check_share(peer, "kitty", kitty, payload) is None
        deal = deal.with_share(peer, "kitty", kitty, payload)
    assert all(deal.face(slot) in PACK48 for slot in kitty)


def test_an_opening_shows_the_face_its_owner_saw() -> None:
    deal, secrets = dealt(make_setup(3))
    own = secrets[1].faces(deal, held(deal, 1))
    three = held(deal, 1)[2:5]
    after = opened(deal, secrets, three)
    assert after.faces == {slot: own[slot] for slot in three}
    assert not deal.faces, "the deal before is another value"
    assert len(secrets[1].open_payload(deal, three[:1])) == 96


def test_pass_of_four_remixed_by_the_receiver_and_four_back() -> None:
    setup = make_setup(4, suite=255, slot_map=[seat for seat in range(4) for _ in range(12)])
    deal, secrets = dealt(setup, OPEN_GROUP)
    before = hands(deal, secrets)
    sent = held(deal, 0)[:4]
    deal = remixed(deal.moved(sent, 2), secrets, 2, sorted((*sent, *held(deal, 2))))
    fresh = held(deal, 2)
    assert fresh == tuple(range(48, 64))
    seen = secrets[2].faces(deal, fresh)
    expected = [before[0][slot] for slot in sent] + list(before[2].values())
    assert Counter(seen.values()) == Counter(expected)
    assert secrets[0].faces(deal, fresh) == {}, "the sender cannot find its cards again"
    back = fresh[5:9]
    deal = remixed(deal.moved(back, 0), secrets, 0, sorted((*held(deal, 0), *back)))
    assert held(deal, 0) == tuple(range(64, 76))
    assert deal.next_slot == 76
    everyone = [face for mine in hands(deal, secrets) for face in mine.values()]
    assert Counter(everyone) == Counter(PACK48)
    assert not set(sent) & set(deal.slots), "old slots are dead"


def test_kitty_to_the_declarer_shown_and_remixed_then_buried_and_settled() -> None:
    deal, secrets = dealt(make_setup(3))
    kitty = [45, 46, 47]
    deal = shared(deal.moved(kitty, 1), secrets, "kitty", kitty)
    public = [deal.face(slot) for slot in kitty]
    deal = remixed(deal, secrets, 1, held(deal, 1))
    assert not deal.faces, "a kitty card taken into the hand is face down again"
    hand = secrets[1].faces(deal, held(deal, 1))
    assert not Counter(public) - Counter(hand.values())
    buried = held(deal, 1)[3:6]
    # The pile keeps its owner: buried slots stay held by the seat, the engine knows their zone.
    deal = opened(deal, secrets, held(deal, 1)[:1])
    deal = opened(deal, secrets, buried)
    assert [deal.face(slot) for slot in buried] == [hand[slot] for slot in buried]


def test_settle_opens_all_that_is_left_in_one_batch() -> None:
    deal, secrets = dealt(make_setup(2, suite=255), OPEN_GROUP)
    deal = opened(deal, secrets, held(deal, 0)[:3])
    rest = held(deal, 0)[3:]
    deal = opened(deal, secrets, rest)
    assert tuple(sorted(deal.faces)) == held(deal, 0)


def test_both_draws_of_a_trick_remix_in_one_step() -> None:
    setup = make_setup(2, suite=255, slot_map=[*[0] * 12, *[1] * 12, *["stock"] * 24])
    deal, secrets = dealt(setup, OPEN_GROUP)
    deal = deal.moved([24], 0).moved([25], 1)
    first, second = tuple(range(48, 61)), tuple(range(61, 74))
    old = held(deal, 0), held(deal, 1)
    payloads = [secrets[s].remix_payload(deal, s, old[s], new) for s, new in enumerate((first, second))]
    assert deal.check_remix(0, 0, old[0], first, payloads[0]) is None
    assert deal.check_remix(1, 1, old[1], second, payloads[1]) is None
    both = deal.with_remix(0, old[0], first, payloads[0]).with_remix(1, old[1], second, payloads[1])
    both = shared(shared(both, secrets, "remix 0", first), secrets, "remix 1", second)
    assert [len(mine) for mine in hands(both, secrets)] == [13, 13]
    assert both.next_slot == 74


def test_a_draw_without_remix_is_shared_by_the_others() -> None:
    setup = make_setup(2, suite=255, slot_map=[*[0] * 12, *[1] * 12, *["stock"] * 24])
    deal, secrets = dealt(setup, OPEN_GROUP)
    deal = shared(deal.moved([24], 0), secrets, "draw", [24])
    assert tuple(secrets[0].faces(deal, [24])) == (24,)
    assert secrets[1].faces(deal, [24]) == {}


def test_turn_up_exchanged_for_the_nine() -> None:
    setup = make_setup(2, suite=255, slot_map=[*[0] * 12, *[1] * 12, "turn-up", *["stock"] * 23])
    deal, secrets = dealt(setup, OPEN_GROUP)
    deal = shared(deal, secrets, "turn-up", [24])
    card, given = deal.face(24), held(deal, 1)[0]
    deal = opened(deal, secrets, [given]).moved([24], 1).moved([given], "turn-up")
    assert deal.owner_peer(given) is None
    deal = remixed(deal, secrets, 1, held(deal, 1))
    assert card in secrets[1].faces(deal, held(deal, 1)).values()
    assert deal.face(given) is not None


def test_sizes_are_those_of_the_protocol() -> None:
    deal, secrets = dealt(make_setup(2, suite=255), OPEN_GROUP)
    assert [len(key or b"") for key in deal.keys] == [96, 96]
    assert [len(m) for m in deal.mixes] == [64 * 48] * 2
    assert [len(p) for p in deal.proofs] == [128 * 48 + 160] * 2
    assert [len(s or b"") for s in deal.seals] == [64, 64]
    old = held(deal, 0)[:16]
    assert len(secrets[0].remix_payload(deal, 0, old, range(48, 64))) == 192 * 16 + 160


def test_steps_out_of_order_are_a_fault_of_the_caller() -> None:
    setup = make_setup(2, suite=255)
    secrets = make_secrets(setup, OPEN_GROUP)
    deal = Deal.new(setup, OPEN_GROUP)
    with pytest.raises(ValueError, match="not here yet"):
        secrets[0].mix_payload(deal, 1)
    with pytest.raises(ValueError, match="not the next"):
        deal.with_mix(1, bytes(64 * 48))
    deal = deal.with_keys([mine.key_payload() for mine in secrets])
    with pytest.raises(ValueError, match="said this already"):
        deal.with_key(0, secrets[0].key_payload())
    with pytest.raises(ValueError, match="not complete"):
        secrets[0].seal_payload(deal)
    with pytest.raises(ValueError, match="not the next"):
        deal.with_proof(1, b"")
    assert not deal.sealed


def test_setups_that_cannot_be_dealt() -> None:
    good = make_setup(2)
    with pytest.raises(ValueError, match="one to four"):
        make_setup(5)
    with pytest.raises(ValueError, match="one to four"):
        dataclasses.replace(good, peers=(identity(0), identity(0)))
    with pytest.raises(ValueError, match="slot map one entry"):
        dataclasses.replace(good, slot_map=good.slot_map[1:])
    with pytest.raises(ValueError, match="hosted by"):
        dataclasses.replace(good, seat_peer=(0, 2))
    with pytest.raises(ValueError, match="seat that does not exist"):
        dataclasses.replace(good, slot_map=(7, *good.slot_map[1:]))
    with pytest.raises(ValueError, match="suite"):
        Deal.new(good, OPEN_GROUP)


def test_every_term_of_the_hand_is_in_its_id() -> None:
    good = make_setup(3, takeover=True)
    changes = {
        "table_id": b"another table id",
        "hand": 2,
        "attempt": 2,
        "suite": 2,
        "rules_hash": bytes(32),
        "types": good.types[::-1],
        "peers": good.peers[::-1],
        "seat_peer": (1, 0, 2),
        "slot_map": good.slot_map[::-1],
        "box_keys": good.box_keys[::-1],
    }
    assert set(changes) == {f.name for f in dataclasses.fields(Setup)}
    ids = [dataclasses.replace(good, **{name: value}).hid for name, value in changes.items()]
    assert len({good.hid, *ids}) == len(changes) + 1


def test_the_digest_tells_states_apart_and_nothing_else() -> None:
    setup = make_setup(2, suite=255)
    deal, secrets = dealt(setup, OPEN_GROUP)
    again, _ = dealt(setup, OPEN_GROUP)
    states = [
        Deal.new(setup, OPEN_GROUP),
        deal,
        deal.moved([0], 1),
        opened(deal, secrets, [0]),
        remixed(deal, secrets, 0, held(deal, 0)),
    ]
    assert deal.digest() == again.digest()
    assert len({state.digest() for state in states}) == len(states)


def test_a_slot_that_opens_to_no_card_stops_loudly() -> None:
    deal, _ = dealt(make_setup(2, suite=255), OPEN_GROUP)
    with pytest.raises(BrokenDeal, match="slot 3"):
        deal.face_of(OPEN_GROUP.base(12345), 3)
    with pytest.raises(BrokenDeal, match="slot 0"):
        deal.with_share(0, "open", [0], OPEN_GROUP.base(7))
