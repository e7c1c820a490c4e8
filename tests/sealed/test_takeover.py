"""A laptop that went away is stood in for: who sees what, who opens what, lies (docs/sealed-deal.md 6)."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from helpers_sealed import (
    OPEN_GROUP,
    held,
    make_secrets,
    make_setup,
    opened,
    remixed,
    shared,
    shuffled,
    subbed,
    taken_over,
)

from pinochle_lan.sealed import SUITE1, Deal, Group, Secrets, shares
from pinochle_lan.sealed.group import join, pieces
from pinochle_lan.sealed.hashing import HandHash
from pinochle_lan.sealed.shares import what_text

PACK = ("AS", "AS", "10S", "10S", "KS", "KS", "QS", "QS", "JS", "JS", "9S", "9S", "AH", "AH", "KH", "KH")
MAP = (*[0] * 3, *[1] * 3, *[2] * 3, *[3] * 3, *["kitty"] * 3, "dummy")
KITTY = (12, 13, 14)
PARTNERS = {0: 2}
"""Seat 0's partner stands in: laptop 2."""


def dealt(
    group: Group = OPEN_GROUP, *, hand: int = 1, seats: tuple[int, ...] = (0, 1, 2, 3)
) -> tuple[Deal, list[Secrets]]:
    """A dealt hand of four seats with takeover on; as many laptops as ``seats`` names."""
    setup = make_setup(
        max(seats) + 1, suite=group.suite, pack=PACK, seats=seats, slot_map=MAP, takeover=True, hand=hand
    )
    secrets = make_secrets(setup, group)
    return shared(shuffled(setup, secrets, group), secrets, "deal"), secrets


def partner_plays(group: Group = OPEN_GROUP, hand: int = 1) -> tuple[Deal, list[Secrets]]:
    """Laptop 0 has gone away, laptop 2 plays seat 0."""
    deal, secrets = dealt(group, hand=hand)
    return taken_over(deal, secrets, 0, PARTNERS, held(deal, 0)), secrets


@pytest.mark.parametrize("group", [OPEN_GROUP, SUITE1], ids=["open", "suite 1"])
def test_the_partners_laptop_sees_the_hand_opens_it_and_nobody_else_does(group: Group) -> None:
    before, secrets = dealt(group)
    truth = secrets[0].faces(before, held(before, 0))
    deal = taken_over(before, secrets, 0, PARTNERS, held(before, 0))
    assert deal.host(0) == 2
    assert secrets[2].faces(deal, held(deal, 0)) == truth
    for peer in (1, 3):
        assert secrets[peer].faces(deal, held(deal, 0)) == {}
    assert not deal.faces
    deal = opened(deal, secrets, held(deal, 0)[1:2])
    assert deal.faces == {1: truth[1]}
    deal = opened(deal, secrets, [0, 2])
    assert deal.faces == truth


def test_without_a_partners_laptop_the_hand_lies_face_up_for_all() -> None:
    before, secrets = dealt(SUITE1)
    truth = secrets[0].faces(before, held(before, 0))
    deal = taken_over(before, secrets, 0, {}, held(before, 0))
    assert deal.host(0) is None
    assert deal.faces == truth
    assert all(secrets[peer].faces(deal, held(deal, peer)) != {} for peer in (1, 2, 3))


@pytest.mark.parametrize("stand_ins", [PARTNERS, {}], ids=["partner", "face up"])
def test_its_other_shares_are_made_public_whole(stand_ins: dict[int, int]) -> None:
    """The kitty, and a remix of another seat, go on with the sum of the sub-shares."""
    before, secrets = dealt()
    deal = taken_over(before, secrets, 0, stand_ins, held(before, 0))
    deal = shared(deal.moved(KITTY, 3), secrets, "kitty", KITTY)
    kitty = [deal.face(slot) for slot in KITTY]
    assert None not in kitty
    hand = secrets[3].faces(deal, held(deal, 3)).values()
    deal = remixed(deal, secrets, 3, held(deal, 3))
    assert Counter(secrets[3].faces(deal, held(deal, 3)).values()) == Counter(hand)
    assert deal.face(held(deal, 3)[0]) is None
    for peer in (1, 2):
        assert secrets[peer].faces(deal, held(deal, 3)) == {}
    opened(deal, secrets, held(deal, 3))


@pytest.mark.parametrize("stand_ins", [PARTNERS, {}], ids=["partner", "face up"])
def test_crash_after_the_seal_the_hand_stands(stand_ins: dict[int, int]) -> None:
    """Nothing of laptop 0 but its shuffle is here: not one share of the deal. Nobody gets a redeal."""
    setup = make_setup(4, suite=255, pack=PACK, slot_map=MAP, takeover=True)
    secrets = make_secrets(setup, OPEN_GROUP)
    reference, _ = dealt()
    deal = shuffled(setup, secrets, OPEN_GROUP).with_takeover(0, stand_ins)
    deal = shared(deal, secrets, "deal")
    for peer in (1, 2, 3):
        mine = secrets[peer].faces(deal, held(deal, peer))
        assert mine == secrets[peer].faces(reference, held(reference, peer))
        assert len(mine) == 3
    deal = subbed(deal, secrets, held(deal, 0))
    truth = secrets[0].faces(reference, held(reference, 0))
    assert (secrets[2].faces(deal, held(deal, 0)) if stand_ins else deal.faces) == truth


def test_crash_among_three_laptops_two_parts_are_enough() -> None:
    before, secrets = dealt(seats=(0, 1, 2, 0))
    truth = secrets[0].faces(before, (*held(before, 0), *held(before, 3)))
    deal = taken_over(before, secrets, 0, {}, sorted(truth))
    assert deal.faces == truth


def test_two_seats_of_one_laptop_each_by_its_own_rule() -> None:
    """Laptop 0 hosts seats 0 and 3: the partner of seat 0 stands in, seat 3 lies face up."""
    before, secrets = dealt(seats=(0, 1, 2, 0))
    truth = secrets[0].faces(before, sorted(before.slots))
    deal = taken_over(before, secrets, 0, PARTNERS, sorted(truth))
    assert (deal.host(0), deal.host(3)) == (2, None)
    assert tuple(deal.faces) == held(deal, 3)
    assert secrets[2].faces(deal, held(deal, 0)) == {slot: truth[slot] for slot in held(deal, 0)}


def test_the_stand_in_remixes_and_passes_like_the_seats_own_laptop() -> None:
    deal, secrets = partner_plays()
    hand = Counter(secrets[2].faces(deal, held(deal, 0)).values())
    given = held(deal, 1)[:1]
    face = secrets[1].faces(deal, given)[given[0]]
    deal = remixed(deal.moved(given, 0), secrets, 0, sorted((*given, *held(deal, 0))))
    assert Counter(secrets[2].faces(deal, held(deal, 0)).values()) == hand + Counter([face])
    for peer in (1, 3):
        assert secrets[peer].faces(deal, held(deal, 0)) == {}
    back = held(deal, 0)[:1]
    deal = remixed(deal.moved(back, 1), secrets, 1, sorted((*back, *held(deal, 1))))
    assert len(secrets[1].faces(deal, held(deal, 1))) == 3
    assert secrets[2].faces(deal, held(deal, 1)) == {}
    deal = opened(deal, secrets, held(deal, 0))
    assert len(deal.faces) == 3


def test_the_dummy_stays_sealed_through_a_takeover() -> None:
    deal, secrets = partner_plays()
    assert all(secrets[peer].faces(deal, [15]) == {} for peer in range(4))
    assert deal.slots[15].subs == ()


# --- the return ------------------------------------------------------------------------------------


def test_back_it_plays_with_its_own_key_and_sees_what_it_gained() -> None:
    deal, secrets = partner_plays()
    deal = opened(deal, secrets, held(deal, 0)[:1])
    given = held(deal, 1)[:1]
    rest = sorted((*given, *held(deal, 0)[1:]))
    deal = remixed(deal.moved(given, 0), secrets, 0, rest)
    known = secrets[2].faces(deal, held(deal, 0))
    assert secrets[0].faces(deal, held(deal, 0)) == known, "while away it has its own cards in view"
    with pytest.raises(ValueError, match="not in a hand of this laptop"):
        secrets[0].open_payload(deal, held(deal, 0)[-1:])
    late = secrets[2].open_payload(deal, held(deal, 0)[-1:])
    deal = deal.with_return()
    assert deal.host(0) == 0
    assert deal.check_open(2, held(deal, 0)[-1:], late) is not None
    assert deal.check_open(0, held(deal, 0)[-1:], late) is not None
    deal = opened(deal, secrets, held(deal, 0)[-1:])
    deal = remixed(deal, secrets, 0, [slot for slot in held(deal, 0) if deal.face(slot) is None])
    assert set(secrets[2].faces(deal, held(deal, 0))) == set(deal.faces) & set(held(deal, 0))
    opened(deal, secrets, [slot for slot in held(deal, 0) if deal.face(slot) is None])


def test_after_one_is_back_another_may_be_taken_over() -> None:
    deal, secrets = partner_plays()
    deal = deal.with_return()
    truth = secrets[2].faces(deal, held(deal, 2))
    deal = taken_over(deal, secrets, 2, {2: 0}, held(deal, 2))
    assert secrets[0].faces(deal, held(deal, 2)) == truth
    assert secrets[0].faces(opened(deal, secrets, held(deal, 2)[:1]), [6]) == {6: truth[6]}
    again = taken_over(deal.with_return(), secrets, 0, PARTNERS, held(deal, 0))
    assert [again.slots_for_sub(peer, held(deal, 0)) for peer in range(4)] == [(), (), (), ()]


def test_one_laptop_at_a_time_is_taken_over_and_by_all_the_others() -> None:
    deal, _ = dealt()
    assert deal.takeover_place(0, [1, 2, 3]) is None
    assert "all the other laptops" in (deal.takeover_place(0, [1, 2]) or "")
    away = deal.with_takeover(0, PARTNERS)
    assert "one at a time" in (away.takeover_place(1, [0, 2, 3]) or "")
    with pytest.raises(ValueError, match="one at a time"):
        away.with_takeover(1, {})
    for stand_ins in ({1: 2}, {0: 0}, {0: 7}):
        with pytest.raises(ValueError, match="cannot stand in"):
            deal.with_takeover(0, stand_ins)
    setup = deal.setup
    assert "done again" in (Deal.new(setup, OPEN_GROUP).takeover_place(0, [1, 2, 3]) or "")


def test_a_sub_share_said_twice_changes_nothing() -> None:
    t = table()
    assert t.after.with_sub(1, 0, (0, 1, 2), t.sub).digest() == t.after.digest()


def test_who_plays_is_in_the_state_digest() -> None:
    deal, secrets = dealt()
    away = deal.with_takeover(0, PARTNERS)
    states = [
        deal,
        away,
        deal.with_takeover(0, {}),
        subbed(away, secrets, held(deal, 0)),
        subbed(away, secrets, held(deal, 0)).with_return(),
    ]
    assert len({state.digest() for state in states}) == len(states)
    assert away.with_return().digest() == deal.digest()


# --- what the own client refuses to say -------------------------------------------------------------


def test_a_laptop_gives_no_sub_share_that_is_not_due() -> None:
    deal, secrets = dealt()
    with pytest.raises(ValueError, match="is not taken over"):
        secrets[1].sub_payload(deal, 0, [0])
    away = deal.with_takeover(0, PARTNERS)
    with pytest.raises(ValueError, match="is not taken over"):
        secrets[1].sub_payload(away, 3, [9])
    with pytest.raises(ValueError, match="its sub-share opens the card"):
        secrets[2].sub_payload(away, 0, [0, 1])
    with pytest.raises(ValueError, match="part of its own key"):
        secrets[0].sub_payload(away, 0, [0])
    with pytest.raises(ValueError, match="public already"):
        secrets[1].sub_payload(away, 0, [3])
    with pytest.raises(ValueError, match="a sub-share, not a share"):
        secrets[1].share_payload(away, "sub 0", [0])
    assert away.slots_for_sub(0, [0, 1, 2]) == ()
    assert away.slots_for_sub(2, [0, 1, 2]) == ()
    assert away.slots_for_sub(1, [2, 0, 1, 3, 12]) == (0, 1, 2, 12)


# --- lies --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table:
    """Laptop 0 is away and 2 plays for it; laptop 1's sub-shares and laptop 2's openings are bent."""

    secrets: tuple[Secrets, ...]
    before: Deal
    """Taken over, no sub-share given."""
    after: Deal

    @property
    def sub(self) -> bytes:
        """Laptop 1's true sub-shares of the hand."""
        return self.secrets[1].sub_payload(self.before, 0, (0, 1, 2))

    @property
    def opening(self) -> bytes:
        """Laptop 2's true opening of slot 1."""
        return self.secrets[2].open_payload(self.after, [1])


@functools.cache
def table(hand: int = 1) -> Table:
    """The table of a hand, real group."""
    deal, secrets = dealt(SUITE1, hand=hand)
    before = deal.with_takeover(0, PARTNERS)
    return Table(tuple(secrets), before, subbed(before, secrets, held(deal, 0)))


def sub_check(t: Table, payload: object, peer: int = 1) -> str | None:
    return t.before.check_sub(peer, 0, (0, 1, 2), payload)


def open_check(t: Table, payload: object, peer: int = 2) -> str | None:
    return t.after.check_open(peer, [1], payload)


def proved(t: Table, bent: list[bytes], secret: int, public: bytes, what: str) -> bytes:
    """A body over shares of slots 0 1 2 that are not secret times A; the proof is made all the same."""
    hashes = HandHash(t.before.setup.hid, SUITE1)
    a = [t.before.slots[slot].a for slot in (0, 1, 2)]
    weights = hashes.weights("batch", what, public, join(a), join(bent), count=3)
    base = SUITE1.dot(weights, a)
    combined = SUITE1.mul(secret, base)
    c = hashes.scalar("dleq", what, public, base, combined, SUITE1.base(4), SUITE1.mul(4, base))
    return join([*bent, c.to_bytes(32, "little"), ((4 + c * secret) % SUITE1.q).to_bytes(32, "little")])


def part(t: Table, custodian: int) -> int:
    """A custodian's sub-key of laptop 0."""
    found = t.secrets[custodian]._sub_key(t.before, 0)
    assert found is not None
    return found


Lie = Callable[[Table], str | None]
LIES: dict[str, Lie] = {}


def lie(tell: Lie) -> Lie:
    """Registers a lie under its name."""
    LIES[tell.__name__] = tell
    return tell


@lie
def sub_one_short(t: Table) -> str | None:
    return sub_check(t, t.sub[32:])


@lie
def sub_of_another_custodian(t: Table) -> str | None:
    return sub_check(t, t.secrets[3].sub_payload(t.before, 0, (0, 1, 2)))


@lie
def sub_with_the_own_key_instead(t: Table) -> str | None:
    mine, a = t.secrets[1], [t.before.slots[slot].a for slot in (0, 1, 2)]
    return sub_check(t, shares.prove(mine._hashes, mine._x, mine._public, a, "sub 0 0 1 2", nonce=5))


@lie
def sub_of_another_hand(t: Table) -> str | None:
    return sub_check(t, table(2).sub)


@lie
def sub_for_another_purpose(t: Table) -> str | None:
    a = [t.before.slots[slot].a for slot in (0, 1, 2)]
    public = t.before.sub_key(0, 1)[0]
    body = shares.prove(t.secrets[1]._hashes, part(t, 1), public, a, "open 0 1 2", nonce=5)
    return sub_check(t, body)


@lie
def sub_in_another_order(t: Table) -> str | None:
    one, two, *rest = pieces(t.sub)
    return sub_check(t, join([two, one, *rest]))


@lie
def sub_two_bent_the_sum_kept_proved(t: Table) -> str | None:
    true, g = list(pieces(t.sub)[:3]), SUITE1.base(1)
    bent = [SUITE1.add(true[0], g), SUITE1.sub(true[1], g), true[2]]
    what = what_text("sub 0", (0, 1, 2))
    return sub_check(t, proved(t, bent, part(t, 1), t.before.sub_key(0, 1)[0], what))


@lie
def sub_of_a_slot_this_laptop_plays(t: Table) -> str | None:
    a = [t.before.slots[slot].a for slot in (0, 1, 2)]
    body = shares.prove(
        t.secrets[2]._hashes, part(t, 2), t.before.sub_key(0, 2)[0], a, "sub 0 0 1 2", nonce=5
    )
    return sub_check(t, body, peer=2)


@lie
def sub_of_a_laptop_that_is_there(t: Table) -> str | None:
    return t.before.check_sub(1, 3, (9, 10, 11), t.sub)


@lie
def sub_by_the_one_away(t: Table) -> str | None:
    return sub_check(t, t.sub, peer=0)


@lie
def sub_when_it_is_back(t: Table) -> str | None:
    return t.before.with_return().check_sub(1, 0, (0, 1, 2), t.sub)


@lie
def sub_of_slots_not_ascending(t: Table) -> str | None:
    return t.before.check_sub(1, 0, (2, 1, 0), t.sub)


@lie
def sub_of_a_slot_that_is_not_there(t: Table) -> str | None:
    return t.before.check_sub(1, 0, (0, 1, 99), t.sub)


@lie
def sub_of_a_share_that_is_public(t: Table) -> str | None:
    return t.before.check_sub(1, 0, (3, 4, 5), t.sub)


@lie
def opening_by_an_opponent(t: Table) -> str | None:
    return open_check(t, t.opening, peer=1)


@lie
def opening_by_the_one_away(t: Table) -> str | None:
    return open_check(t, t.secrets[0].open_payload(t.after.with_return(), [1]), peer=0)


@lie
def opening_by_the_stand_in_with_its_own_key(t: Table) -> str | None:
    mine, a = t.secrets[2], [t.after.slots[1].a]
    return open_check(t, shares.prove(mine._hashes, mine._x, mine._public, a, "open 1", nonce=5))


@lie
def opening_by_the_stand_in_that_lies_about_the_face(t: Table) -> str | None:
    bent = SUITE1.add(t.opening[:32], SUITE1.sub(SUITE1.card("AS"), SUITE1.card("9S")))
    return open_check(t, bent + t.opening[32:])


@lie
def opening_before_all_sub_shares(t: Table) -> str | None:
    return t.before.with_sub(1, 0, (0, 1, 2), t.sub).check_open(2, [1], t.opening)


@lie
def opening_of_two_laptops_cards_in_one(t: Table) -> str | None:
    a = [t.after.slots[slot].a for slot in (1, 6)]
    body = shares.prove(t.secrets[2]._hashes, part(t, 2), t.after.sub_key(0, 2)[0], a, "open 1 6", nonce=5)
    return t.after.check_open(2, [1, 6], body)


@lie
def opening_when_the_seats_own_laptop_is_back(t: Table) -> str | None:
    return t.after.with_return().check_open(2, [1], t.opening)


@lie
def opening_of_a_face_up_hand_by_anybody(t: Table) -> str | None:
    return t.before.with_return().with_takeover(0, {}).check_open(2, [1], t.opening)


@lie
def remix_by_an_opponent_of_the_stand_in(t: Table) -> str | None:
    remix = t.secrets[2].remix_payload(t.after, 0, (0, 1, 2), (16, 17, 18))
    return t.after.check_remix(1, 0, (0, 1, 2), (16, 17, 18), remix)


@lie
def remix_by_the_one_away(t: Table) -> str | None:
    back = t.after.with_return()
    remix = t.secrets[0].remix_payload(back, 0, (0, 1, 2), (16, 17, 18))
    return t.after.check_remix(0, 0, (0, 1, 2), (16, 17, 18), remix)


@pytest.mark.parametrize("name", LIES)
def test_lie_is_refused(name: str) -> None:
    reason = LIES[name](table())
    assert reason is not None
    assert reason[0].islower()
    assert not reason.endswith(".")


def test_the_truth_beside_them_is_accepted() -> None:
    t = table()
    assert sub_check(t, t.sub) is None
    what, public = what_text("sub 0", (0, 1, 2)), t.before.sub_key(0, 1)[0]
    assert sub_check(t, proved(t, list(pieces(t.sub)[:3]), part(t, 1), public, what)) is None
    assert open_check(t, t.opening) is None
    assert len(t.opening) == 96
    remix = t.secrets[2].remix_payload(t.after, 0, (0, 1, 2), (16, 17, 18))
    assert t.after.check_remix(2, 0, (0, 1, 2), (16, 17, 18), remix) is None


@pytest.mark.parametrize("kind", ["sub", "open"])
def test_every_flipped_bit_is_refused(kind: str) -> None:
    t, rng = table(), random.Random(f"flips of {kind}, takeover")
    payload = t.sub if kind == "sub" else t.opening
    check = sub_check if kind == "sub" else open_check
    for _ in range(60):
        bit = rng.randrange(8 * len(payload))
        bent = bytearray(payload)
        bent[bit // 8] ^= 1 << bit % 8
        assert check(t, bytes(bent)) is not None, f"bit {bit}"
    for wild in (None, "text", 7, b"", (b"",), bytes(len(payload))):
        assert check(t, wild) is not None
