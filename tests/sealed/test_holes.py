"""The rows of docs/sealed-deal.md 7 that the sealed deal alone closes, each test named after its row.

The rows about departures are in test_takeover, those about lies within a proof in test_tamper.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from helpers_sealed import (
    OPEN_GROUP,
    PACK48,
    held,
    identity,
    make_secret,
    make_secrets,
    make_setup,
    opened,
    readable,
    remixed,
    seed,
    shared,
    shuffled,
)

from pinochle_lan.sealed import SUITE1, Deal, Group, Secrets, Setup, mix
from pinochle_lan.sealed.group import POINT, join, pieces
from pinochle_lan.sealed.refused import Refused

PACK = ("AS", "AS", "10S", "10S", "KS", "KS", "QS", "QS", "JS", "JS", "9S", "9S")
MAP = (0, 0, 0, 1, 1, 1, 2, 2, 2, "kitty", "kitty", "kitty")


def dealt(
    setup: Setup | None = None, group: Group = OPEN_GROUP, *, hand: int = 1
) -> tuple[Deal, list[Secrets]]:
    """A dealt hand; without a setup three laptops, three cards each, and a kitty."""
    given = setup or make_setup(3, suite=group.suite, pack=PACK, slot_map=MAP, hand=hand)
    secrets = make_secrets(given, group)
    return shared(shuffled(given, secrets, group), secrets, "deal"), secrets


def two_handed(group: Group = OPEN_GROUP) -> tuple[Deal, list[Secrets]]:
    """Two laptops: four cards each, the turn-up, a stock of three."""
    places = (*[0] * 4, *[1] * 4, "turn-up", *["stock"] * 3)
    return dealt(make_setup(2, suite=group.suite, pack=PACK, slot_map=places), group)


def everybody_sees(deal: Deal, secrets: list[Secrets]) -> Counter[str]:
    """All faces that all laptops know between them, a public one once."""
    known = {slot: face for mine in secrets for slot, face in mine.faces(deal, sorted(deal.slots)).items()}
    return Counter(known.values())


# --- the hand as it goes -----------------------------------------------------------------------------


def test_kitty_turned_one_card_per_bidding_round() -> None:
    deal, secrets = dealt()
    for number, slot in enumerate((9, 10, 11), 1):
        assert secrets[0].faces(deal, [9, 10, 11]).keys() == set(range(9, 8 + number))
        one = secrets[0].share_payload(deal, "kitty", [slot])
        assert deal.check_share(0, "kitty", [slot], one) is None
        if slot < 11:
            assert deal.check_share(0, "kitty", [slot + 1], one) is not None
        deal = shared(deal, secrets, "kitty", [slot])
        assert tuple(deal.faces) == tuple(range(9, 9 + number))


def test_kitty_shown_only_when_the_last_share_is_in() -> None:
    deal, secrets = dealt()
    for peer in (0, 1):
        deal = deal.with_share(
            peer, "kitty", [9, 10, 11], secrets[peer].share_payload(deal, "kitty", [9, 10, 11])
        )
        assert all(mine.faces(deal, [9, 10, 11]) == {} for mine in secrets)


def test_bury_face_down_from_a_remixed_hand_and_opened_at_the_end() -> None:
    deal, secrets = dealt(group=SUITE1)
    deal = shared(deal.moved([9, 10, 11], 1), secrets, "kitty", [9, 10, 11])
    kitty = {deal.face(slot) for slot in (9, 10, 11)}
    deal = remixed(deal, secrets, 1, (3, 4, 5, 9, 10, 11))
    mine = secrets[1].faces(deal, held(deal, 1))
    buried = [slot for slot, face in mine.items() if face in kitty][:2]
    spies = {peer: secrets[peer]._x for peer in (0, 2)}
    assert all(readable(deal, slot, spies) == [] for slot in buried), (
        "even a shown kitty card is hidden again"
    )
    deal = opened(deal, secrets, buried)
    assert [deal.face(slot) for slot in buried] == [mine[slot] for slot in buried]


def test_stock_draws_hide_which_card_was_drawn() -> None:
    deal, secrets = two_handed()
    drawn = remixed(deal.moved([9], 0), secrets, 0, (0, 1, 2, 3, 9))
    assert len(secrets[0].faces(drawn, held(drawn, 0))) == 5
    assert secrets[1].faces(drawn, held(drawn, 0)) == {}
    assert not {0, 1, 2, 3, 9} & set(drawn.slots)


def test_stock_draws_leave_melded_cards_open_on_the_table() -> None:
    deal, secrets = two_handed()
    deal = opened(deal, secrets, [1, 2])
    melded = dict(deal.faces)
    deal = remixed(deal.moved([9], 0), secrets, 0, (0, 3, 9))
    assert deal.faces == melded
    assert held(deal, 0) == (1, 2, 12, 13, 14)


def test_turn_up_and_dix_exchange() -> None:
    """The turn-up is shown; the nine of trump is opened, both move, and the hand is remixed."""
    for hand in range(1, 40):
        places = (*[0] * 4, *[1] * 4, "turn-up", *["stock"] * 3)
        setup = make_setup(2, suite=255, pack=PACK, slot_map=places, hand=hand)
        deal, secrets = dealt(setup)
        nines = [slot for slot, face in secrets[0].faces(deal, held(deal, 0)).items() if face == "9S"]
        if nines:
            break
    deal = shared(deal, secrets, "turn-up", [8])
    turned = deal.face(8)
    deal = opened(deal, secrets, nines[:1])
    deal = deal.moved(nines[:1], "turn-up").moved([8], 0)
    assert deal.face(nines[0]) == "9S"
    before = Counter(secrets[0].faces(deal, held(deal, 0)).values())
    deal = remixed(deal, secrets, 0, held(deal, 0))
    assert Counter(secrets[0].faces(deal, held(deal, 0)).values()) == before
    assert turned in before
    assert deal.faces == {nines[0]: "9S"}, "the card taken is face down in the hand"
    # At the stock's end the nine that lies there goes to a hand and is already known.
    assert secrets[1].faces(deal.moved(nines[:1], 1), nines[:1]) == {nines[0]: "9S"}


@pytest.mark.parametrize("choice", ["stock", "turn-up"])
def test_last_stock_card_or_turn_up_winners_choice(choice: str) -> None:
    deal, secrets = two_handed()
    deal = shared(deal, secrets, "turn-up", [8])
    for slot, seat in ((9, 0), (10, 1)):
        deal = remixed(deal.moved([slot], seat), secrets, seat, sorted((*held(deal, seat), slot)))
    winner, loser = (11, 8) if choice == "stock" else (8, 11)
    deal = deal.moved([winner], 0).moved([loser], 1)
    for seat in (0, 1):
        deal = remixed(deal, secrets, seat, held(deal, seat))
    assert [len(secrets[seat].faces(deal, held(deal, seat))) for seat in (0, 1)] == [6, 6]
    assert everybody_sees(deal, secrets) == Counter(PACK)
    assert not deal.faces


@pytest.mark.parametrize("peers", [1, 2, 3])
def test_dummy_hand_never_dealt_and_never_opened(peers: int) -> None:
    """Nobody publishes a share: neither its host alone nor all but one together read it."""
    places = (*[0] * 3, *[1] * 3, *[2] * 3, *["dummy"] * 3)
    seats = {1: (0, 0, 0), 2: (0, 1, 0), 3: (0, 1, 2)}[peers]
    deal, secrets = dealt(make_setup(peers, pack=PACK, seats=seats, slot_map=places), SUITE1)
    for slot in (9, 10, 11):
        assert deal.slots[slot].shares == ()
        assert all(mine.faces(deal, [slot]) == {} for mine in secrets)
        for honest in range(peers):
            spies = {peer: mine._x for peer, mine in enumerate(secrets) if peer != honest}
            assert readable(deal, slot, spies) == []
    for seat in range(3):
        deal = opened(deal, secrets, held(deal, seat))
    rest = Counter(PACK) - Counter(deal.faces.values())
    assert sum(rest.values()) == 3, "its points are the total less all known ones"
    assert [deal.slots_for_share(peer) for peer in range(peers)] == [
        tuple(slot for slot in range(9) if seats[slot // 3] != peer) for peer in range(peers)
    ]


def test_misdeal_the_claimant_opens_its_cards_in_place_of_its_first_call() -> None:
    deal, secrets = dealt()
    mine = secrets[2].faces(deal, held(deal, 2))
    claimed = opened(deal, secrets, held(deal, 2))
    assert claimed.faces == mine
    assert all(secrets[2].faces(claimed, held(claimed, other)) == {} for other in (0, 1))


def test_exposed_card_nothing_opens_out_of_turn() -> None:
    """No call of a laptop's secrets gives a share of its own hand, before or after the deal."""
    setup = make_setup(3, suite=255, pack=PACK, slot_map=MAP)
    secrets = make_secrets(setup, OPEN_GROUP)
    sealed = shuffled(setup, secrets, OPEN_GROUP)
    with pytest.raises(ValueError, match="still waits for shares"):
        secrets[0].open_payload(sealed, [0])
    deal = shared(sealed, secrets, "deal")
    for purpose in ("deal", "draw", "remix 0", "open", "open 0", "sub 0"):
        with pytest.raises(ValueError, match="must not share"):
            secrets[0].share_payload(deal, purpose, [0])
    for slot in (3, 9):
        with pytest.raises(ValueError, match="cannot open"):
            secrets[0].open_payload(deal, [slot])


def test_everybody_passes_hand_thrown_in_nothing_more_is_opened() -> None:
    deal, secrets = dealt(group=SUITE1)
    for slot in range(9):
        spies = {peer: mine._x for peer, mine in enumerate(secrets) if peer != deal.owner_peer(slot)}
        assert readable(deal, slot, spies) == []
    following, _ = dealt(group=SUITE1, hand=2)
    assert not {deal.public_key(peer) for peer in range(3)} & {
        following.public_key(peer) for peer in range(3)
    }


def test_hand_conceded_after_tricks_began_all_unplayed_cards_are_settled() -> None:
    deal, secrets = dealt()
    hands = [secrets[seat].faces(deal, held(deal, seat)) for seat in range(3)]
    for seat in range(3):
        deal = opened(deal, secrets, held(deal, seat)[:1])
    for seat in range(3):
        rest = held(deal, seat)[1:]
        payload = secrets[seat].open_payload(deal, rest)
        assert len(payload) == POINT * (len(rest) + 2)
        assert deal.check_open(seat, rest[:1], payload) is not None, "not less than all that is due"
        deal = deal.with_open(seat, rest, payload)
    assert [deal.face(slot) for slot in range(9)] == [face for hand in hands for face in hand.values()]
    assert deal.face(9) is None


def test_several_seats_on_one_laptop_pass_like_any_others() -> None:
    """Laptop 0 hosts seats 0 and 2; a pass between them runs move and remix, in the same sizes."""
    sizes = {}
    for seats in ((0, 1, 0), (0, 1, 2)):
        deal, secrets = dealt(make_setup(max(seats) + 1, suite=255, pack=PACK, seats=seats, slot_map=MAP))
        passed = deal.moved([0, 1], 2)
        old, new = (0, 1, 6, 7, 8), tuple(range(12, 17))
        payload = secrets[seats[2]].remix_payload(passed, 2, old, new)
        assert passed.check_remix(seats[2], 2, old, new, payload) is None
        passed = shared(passed.with_remix(2, old, new, payload), secrets, "remix 2", new)
        assert secrets[1].faces(passed, new) == {}
        assert len(secrets[seats[2]].faces(passed, new)) == 5
        sizes[seats] = len(payload)
    assert len(set(sizes.values())) == 1


# --- those who watch ---------------------------------------------------------------------------------


def test_spectators_verify_everything_and_see_only_what_is_public() -> None:
    """From the payloads alone, late, by one without a key; same digest as at the table."""
    deal, secrets = dealt(group=SUITE1)
    played = opened(shared(deal, secrets, "kitty", [9, 10, 11]), secrets, [0, 1])
    watch = Deal.new(played.setup)
    for peer in range(3):
        key = played.keys[peer]
        assert watch.check_key(peer, key) is None
        watch = watch.with_key(peer, key or b"")
    for k in (1, 2, 3):
        watch = watch.with_mix(k, played.mixes[k - 1])
    for k in (1, 2, 3):
        assert watch.check_proof(k, played.proofs[k - 1]) is None
        watch = watch.with_proof(k, played.proofs[k - 1])
    for peer in range(3):
        watch = watch.with_seal(peer, watch.seal_value)
    watch = shared(watch, secrets, "deal")
    watch = opened(shared(watch, secrets, "kitty", [9, 10, 11]), secrets, [0, 1])
    assert watch.digest() == played.digest()
    assert watch.faces == played.faces
    assert set(watch.faces) == {0, 1, 9, 10, 11}


def test_old_log_on_a_stolen_disk() -> None:
    """Seeds and box secrets are gone: with the whole log, unopened cards stay sealed."""
    setup = make_setup(3, pack=PACK, slot_map=MAP, takeover=True)
    deal, secrets = dealt(setup, SUITE1)
    for slot in (0, 3, 6):
        deal = opened(deal, secrets, [slot])
    for slot in deal.slots:
        assert readable(deal, slot, {}) == ([deal.face(slot)] if slot in deal.faces else [])


def test_crash_in_the_middle_of_the_shuffle_nothing_carries_over_to_the_next_attempt() -> None:
    """Laptop 2 vanished before its mix: attempt 2 by the two others, whose first messages serve nobody."""
    first = make_setup(3, suite=255, pack=PACK, slot_map=MAP)
    second = replace(make_setup(2, suite=255, pack=PACK, seats=(0, 1, 0), slot_map=MAP), attempt=2)
    secrets = make_secrets(first, OPEN_GROUP)
    deal = Deal.new(first, OPEN_GROUP).with_keys([mine.key_payload() for mine in secrets])
    deal = deal.with_mix(1, secrets[0].mix_payload(deal, 1))
    deal = deal.with_proof(1, secrets[0].proof_payload(deal, 1))
    assert not deal.sealed
    assert not deal.slots
    again = Deal.new(second, OPEN_GROUP)
    assert again.check_key(0, deal.keys[0]) is not None
    fresh = [Secrets(seed(p, 2), second, p, identity(p), OPEN_GROUP) for p in (0, 1)]
    again = again.with_keys([mine.key_payload() for mine in fresh])
    assert again.with_mix(1, deal.mixes[0]).check_proof(1, deal.proofs[0]) is not None
    whole = shared(shuffled(second, fresh, OPEN_GROUP), fresh, "deal")
    assert sum(len(mine.faces(whole, sorted(whole.slots))) for mine in fresh) == 9


# --- cheats ------------------------------------------------------------------------------------------


def test_bad_or_copied_slot_two_versions_of_a_remix_give_the_mixer_its_own_cards_only() -> None:
    deal, secrets = dealt(group=SUITE1)
    truth = Counter(secrets[1].faces(deal, held(deal, 1)).values())
    other = make_secret(deal.setup, 1, number=9)
    other._x, other._public = secrets[1]._x, secrets[1]._public
    new, spies = (12, 13, 14), {1: secrets[1]._x}
    for mixer in (secrets[1], other):
        payload = mixer.remix_payload(deal, 1, (3, 4, 5), new)
        assert deal.check_remix(1, 1, (3, 4, 5), new, payload) is None
        told = shared(deal.with_remix(1, (3, 4, 5), new, payload), secrets, "remix 1", new)
        assert Counter(secrets[1].faces(told, new).values()) == truth
        for slot in (0, 1, 2, 6, 7, 8, 9, 10, 11):
            assert readable(told, slot, spies) == []


@dataclass(frozen=True)
class Said:
    """Everything laptop 1 says in a hand, by kind, and the check of something else in its place."""

    payloads: dict[str, bytes]
    checks: dict[str, Callable[[object], str | None]]


def said(setup: Setup, number: int | None = None) -> Said:
    """A hand of three with takeover on, laptop 0 away at its end."""
    secrets = [make_secret(setup, peer, number=number) for peer in range(3)]
    sealed = shuffled(setup, secrets)
    deal = shared(sealed, secrets, "deal")
    away = deal.with_takeover(0, {})
    before = Deal.new(setup).with_keys([key or b"" for key in sealed.keys])
    both = before.with_mix(1, sealed.mixes[0]).with_mix(2, sealed.mixes[1])
    mine, new = secrets[1], (12, 13, 14)
    return Said(
        {
            "key": mine.key_payload(),
            "proof": sealed.proofs[1],
            "seal": mine.seal_payload(sealed),
            "share": mine.share_payload(deal, "deal", [0, 1, 2]),
            "open": mine.open_payload(deal, [3]),
            "remix": mine.remix_payload(deal, 1, (3, 4, 5), new),
            "sub": mine.sub_payload(away, 0, (0, 1, 2)),
        },
        {
            "key": lambda p: Deal.new(setup).check_key(1, p),
            "proof": lambda p: both.check_proof(2, p),
            "seal": lambda p: sealed.check_seal(1, p),
            "share": lambda p: deal.check_share(1, "deal", [0, 1, 2], p),
            "open": lambda p: deal.check_open(1, [3], p),
            "remix": lambda p: deal.check_remix(1, 1, (3, 4, 5), new, p),
            "sub": lambda p: away.check_sub(1, 0, (0, 1, 2), p),
        },
    )


@functools.cache
def here() -> Said:
    """The hand into which things are replayed."""
    return said(make_setup(3, pack=PACK, slot_map=MAP, takeover=True), number=1)


ELSEWHERE: dict[str, dict[str, object]] = {
    "hand": {"hand": 2},
    "attempt": {"attempt": 2},
    "table": {"table_id": b"another table"},
    "rules": {"rules_hash": bytes(32)},
    "slot map": {"slot_map": (0, 1, 0, 1, 0, 1, 2, 2, 2, "kitty", "kitty", "kitty")},
}


@pytest.mark.parametrize("where", ELSEWHERE)
def test_replay_from_another_hand_attempt_or_table(where: str) -> None:
    """Even with the very same seed, nothing said there counts here."""
    there = replace(make_setup(3, pack=PACK, slot_map=MAP, takeover=True), **ELSEWHERE[where])
    if where == "slot map":
        secrets = [make_secret(there, peer, number=1) for peer in range(3)]
        payloads = {"key": secrets[1].key_payload(), "proof": shuffled(there, secrets).proofs[1]}
    else:
        payloads = said(there, number=1).payloads
    for kind, payload in payloads.items():
        assert here().checks[kind](here().payloads[kind]) is None
        assert len(payload) == len(here().payloads[kind])
        assert here().checks[kind](payload) is not None, kind


def test_rogue_key_my_x_cancels_yours() -> None:
    """The last one announces "my key less all of yours", with any proof it can make."""
    setup = make_setup(3, pack=PACK, slot_map=MAP)
    keys = [make_secret(setup, peer).key_payload() for peer in range(3)]
    points = [pieces(key)[0] for key in keys]
    rogue = SUITE1.sub(SUITE1.sub(points[2], points[0]), points[1])
    deal = Deal.new(setup).with_key(0, keys[0]).with_key(1, keys[1])
    for proof in (key[POINT:] for key in keys):
        assert deal.check_key(2, rogue + proof) is not None
    assert deal.check_key(2, keys[0]) is not None, "nor can it take over a key with its proof"


@pytest.mark.parametrize("kind", ["key", "proof", "share", "open", "remix", "sub"])
def test_identity_or_zero_tricks(kind: str) -> None:
    """Every 32 bytes of every message, replaced by the neutral point and by zero."""
    payload, check = here().payloads[kind], here().checks[kind]
    whole = list(pieces(payload[: len(payload) - len(payload) % POINT]))
    # In a key the boxes are no group elements: their owners judge them (test_escrow).
    places = [0, 1, 2, 3] if kind == "key" else range(len(whole))
    for place in places:
        for nothing in (SUITE1.identity, bytes(POINT)):
            bent = [*whole[:place], nothing, *whole[place + 1 :]]
            assert check(join(bent) + payload[len(join(whole)) :]) is not None, place


def test_identity_deck_is_refused_by_its_proof() -> None:
    """All cards the neutral point would open to one face for all."""
    setup = make_setup(2, pack=PACK)
    secrets = make_secrets(setup)
    deal = Deal.new(setup).with_keys([mine.key_payload() for mine in secrets])
    nothing = SUITE1.identity * 24
    true = deal.with_mix(1, secrets[0].mix_payload(deal, 1))
    proof = secrets[0].proof_payload(true, 1)
    assert not deal.with_mix(1, nothing).mixable(1)
    assert deal.with_mix(1, nothing).check_proof(1, proof) is not None


@pytest.mark.parametrize("honest", [0, 1, 2, 3])
def test_lazy_shuffler_one_honest_laptop_is_enough(honest: int) -> None:
    """Three hand the deck on as it came (order kept, rho = 0), provably; the order is the honest one's."""
    for hand in range(1, 6):
        setup = make_setup(
            4, suite=255, pack=PACK, slot_map=(*[0] * 3, *[1] * 3, *[2] * 3, *[3] * 3), hand=hand
        )
        secrets = make_secrets(setup, OPEN_GROUP)
        deal = Deal.new(setup, OPEN_GROUP).with_keys([mine.key_payload() for mine in secrets])
        order: list[int] = []
        for k, mine in enumerate(secrets, 1):
            if k - 1 == honest:
                order = mine._permutation(f"deal {k}", deal.deck(k - 1), len(PACK))
                deal = deal.with_mix(k, mine.mix_payload(deal, k))
                deal = deal.with_proof(k, mine.proof_payload(deal, k))
            else:
                same = deal.deck(k - 1)
                deal = deal.with_mix(k, join(same))
                statement = mix.Statement(f"deal {k}", deal.joint_key, same, same)
                lazy = mix.prove(mine._hashes, statement, range(len(PACK)), [0] * len(PACK), mine._nonce)
                deal = deal.with_proof(k, lazy)
            assert deal.check_proof(k, deal.proofs[k - 1]) is None
        for peer in range(4):
            deal = deal.with_seal(peer, deal.seal_value)
        deal = shared(deal, secrets, "deal")
        for seat in range(4):
            deal = opened(deal, secrets, held(deal, seat))
        assert [deal.face(slot) for slot in range(12)] == [PACK[source] for source in order]


@pytest.mark.parametrize("kind", ["key", "proof", "seal", "share", "open", "remix", "sub"])
def test_wrong_number_of_cards_and_huge_bodies(kind: str) -> None:
    payload, check = here().payloads[kind], here().checks[kind]
    for wrong in (payload[:-32], payload + payload[-32:], payload * 2, bytes(2**20), b""):
        reason = check(wrong)
        assert reason is not None
        assert kind == "seal" or "length" in reason
    deal = Deal.new(make_setup(3, pack=PACK, slot_map=MAP))
    assert deal.check_mix(1, bytes(2**20)) is not None


def test_a_face_that_is_not_in_the_pack_cannot_be_dealt() -> None:
    """The pack is in the hand id: with another one, the same messages are worth nothing."""
    setup = make_setup(2, pack=PACK48)
    other = replace(setup, types=("AS", *setup.types[1:]))
    key = make_secret(setup, 0).key_payload()
    assert Deal.new(other).check_key(0, key) is not None
    with pytest.raises(Refused):
        SUITE1.scalar(bytes(POINT))
