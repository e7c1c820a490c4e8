"""What nobody may compute: a face-down card of another laptop, from the log and everybody else's secrets.

Real group only (docs/sealed-deal.md 8 and 9). Laptop 0 is spied on; the others put all they have together.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest
from helpers_sealed import (
    held,
    make_secrets,
    make_setup,
    opened,
    readable,
    remixed,
    shared,
    shuffled,
    taken_over,
)

from pinochle_lan.sealed import SUITE1, Deal, Secrets

PACK = (
    "AS",
    "AS",
    "10S",
    "10S",
    "KS",
    "KS",
    "QS",
    "QS",
    "JS",
    "JS",
    "9S",
    "9S",
    "AH",
    "AH",
    "KH",
    "KH",
    "9H",
)


@dataclass
class Played:
    """A hand as it went: the deals after each stage, and what laptop 0 holds face down in each."""

    secrets: list[Secrets]
    stages: list[Deal] = field(default_factory=list)

    def sealed_slots(self, deal: Deal) -> list[int]:
        """Slots of laptop 0 that it never opened."""
        return [slot for slot in held(deal, 0) if deal.face(slot) is None]


@functools.cache
def play(peers: int, takeover: bool = False) -> Played:
    """Deal, kitty to laptop 0 and shown, remix, a pass from 1 and back, some cards opened by all."""
    setup = make_setup(peers, pack=PACK, hand=peers, takeover=takeover)
    secrets = make_secrets(setup)
    played = Played(secrets)
    deal = shared(shuffled(setup, secrets), secrets, "deal")
    played.stages.append(deal)
    kitty = [number for number, slot in deal.slots.items() if slot.holder == "kitty"]
    deal = shared(deal.moved(kitty, 0), secrets, "kitty", kitty)
    deal = remixed(deal, secrets, 0, held(deal, 0))
    played.stages.append(deal)
    given = held(deal, 1)[:1]
    deal = remixed(deal.moved(given, 0), secrets, 0, sorted((*given, *held(deal, 0))))
    back = held(deal, 0)[2:3]
    deal = remixed(deal.moved(back, 1), secrets, 1, sorted((*back, *held(deal, 1))))
    for seat in range(peers):
        deal = opened(deal, secrets, held(deal, seat)[:2])
    played.stages.append(deal)
    return played


def log_bytes(deal: Deal) -> bytes:
    """Every byte of the transcript that a laptop holds."""
    parts = [
        *(key or b"" for key in deal.keys),
        *deal.mixes,
        *deal.proofs,
        *(seal or b"" for seal in deal.seals),
    ]
    for slot in deal.slots.values():
        parts += [slot.a, slot.b, *(share for _, share in slot.shares)]
    return b"".join(parts)


def parts_of(secrets: list[Secrets], deal: Deal, spies: Iterable[int]) -> dict[tuple[int, int], int]:
    """The parts of others' keys that the spies hold, and those of their own keys."""
    found = {}
    for spy in spies:
        for other in deal.custodians(spy):
            for of, custodian in ((other, spy), (spy, other)):
                part = secrets[custodian]._sub_key(deal, of)
                assert part is not None
                found[of, custodian] = part
    return found


@pytest.mark.parametrize("peers", [2, 3, 4])
def test_F40_all_the_others_together_read_no_face_down_card(peers: int) -> None:
    played = play(peers)
    spies = {peer: mine._x for peer, mine in enumerate(played.secrets) if peer > 0}
    tried = 0
    for deal in played.stages:
        for slot in played.sealed_slots(deal):
            assert readable(deal, slot, spies) == []
            missing = SUITE1.mul(played.secrets[0]._x, deal.slots[slot].a)
            assert missing not in log_bytes(deal)
            tried += 1
    assert tried > 3 * (len(PACK) - 3) // peers


@pytest.mark.parametrize("peers", [3, 4])
def test_with_takeover_on_one_honest_other_laptop_protects_every_card(peers: int) -> None:
    """All but two put everything together, boxes opened: the missing part is the honest one's."""
    played = play(peers, takeover=True)
    for honest in range(1, peers):
        spies = {peer: mine._x for peer, mine in enumerate(played.secrets) if peer not in (0, honest)}
        for deal in played.stages[:: peers - 2]:
            parts = parts_of(played.secrets, deal, spies)
            for slot in played.sealed_slots(deal):
                assert readable(deal, slot, spies, parts) == []


@pytest.mark.parametrize("peers", [3, 4])
def test_with_takeover_on_all_the_others_together_can_read_a_hand(peers: int) -> None:
    """What docs/protocol.md warns of, and the control of the search above."""
    played = play(peers, takeover=True)
    deal = played.stages[0]
    spies = {peer: mine._x for peer, mine in enumerate(played.secrets) if peer > 0}
    parts = parts_of(played.secrets, deal, spies)
    mine = played.secrets[0].faces(deal, held(deal, 0))
    assert all(mine[slot] in readable(deal, slot, spies, parts) for slot in held(deal, 0))


@pytest.mark.parametrize("peers", [3, 4])
def test_with_takeover_on_a_spectator_and_a_stolen_log_read_nothing_more(peers: int) -> None:
    deal = play(peers, takeover=True).stages[-1]
    for slot in deal.slots:
        face = deal.face(slot)
        assert set(readable(deal, slot, {})) == (set() if face is None else {face})


def test_while_a_partner_stands_in_the_two_opponents_read_neither_hand() -> None:
    """Laptop 0 is away, 2 plays for it; 1 and 3 have all sub-shares that were published, and their own."""
    played = play(4, takeover=True)
    deal = taken_over(played.stages[1], played.secrets, 0, {0: 2}, held(played.stages[1], 0))
    deal = remixed(deal, played.secrets, 0, held(deal, 0)[:4])
    spies = {1: played.secrets[1]._x, 3: played.secrets[3]._x}
    parts = parts_of(played.secrets, deal, spies)
    for slot in (*held(deal, 0), *held(deal, 2)):
        assert readable(deal, slot, spies, parts) == []
    # The partner alone, with what it holds, reads the hand it plays and nothing of the opponents'.
    partner = {2: played.secrets[2]._x}
    known = parts_of(played.secrets, deal, partner)
    mine = played.secrets[2].faces(deal, held(deal, 0))
    assert all(mine[slot] in readable(deal, slot, partner, known) for slot in held(deal, 0))
    for slot in (*held(deal, 1), *held(deal, 3)):
        assert readable(deal, slot, partner, known) == []


def test_the_one_away_learns_nothing_of_others_from_being_stood_in_for() -> None:
    """It knows all parts of its own key; everything else it has is the log."""
    played = play(4, takeover=True)
    deal = taken_over(played.stages[0], played.secrets, 0, {}, held(played.stages[0], 0))
    spies = {0: played.secrets[0]._x}
    parts = parts_of(played.secrets, deal, spies)
    for peer in (1, 2, 3):
        for slot in held(deal, peer):
            assert readable(deal, slot, spies, parts) == []


def test_back_again_and_remixed_the_stand_in_reads_no_card_any_more() -> None:
    played = play(4, takeover=True)
    deal = taken_over(played.stages[0], played.secrets, 0, {0: 2}, held(played.stages[0], 0)).with_return()
    deal = remixed(deal, played.secrets, 0, held(deal, 0))
    spies = {peer: played.secrets[peer]._x for peer in (1, 2)}
    parts = parts_of(played.secrets, deal, spies)
    for slot in held(deal, 0):
        assert readable(deal, slot, spies, parts) == []


@pytest.mark.parametrize("peers", [2, 4])
def test_the_search_would_find_a_card(peers: int) -> None:
    """The control: with laptop 0's secret too, or where it opened, every face is found."""
    played = play(peers)
    deal = played.stages[-1]
    everybody = {peer: mine._x for peer, mine in enumerate(played.secrets)}
    mine = played.secrets[0].faces(deal, held(deal, 0))
    for slot in held(deal, 0):
        assert mine[slot] in readable(deal, slot, everybody)
        if deal.face(slot) is not None:
            assert mine[slot] in readable(deal, slot, {})


def test_F19_a_laptop_is_told_no_card_of_another_seat() -> None:
    for deal in (played := play(4)).stages:
        for peer, secrets in enumerate(played.secrets):
            hidden = {slot for slot in secrets.faces(deal, sorted(deal.slots)) if deal.face(slot) is None}
            assert hidden <= set(held(deal, peer))


def test_a_spectator_sees_what_is_public_and_no_more() -> None:
    deal = play(3).stages[-1]
    for slot in deal.slots:
        face = deal.face(slot)
        assert set(readable(deal, slot, {})) == (set() if face is None else {face})


def test_cards_passed_back_cannot_be_found_again() -> None:
    """No new point equals an old one, and no difference A' - A is in the log."""
    deal = play(3).stages[0]
    secrets = make_secrets(deal.setup)
    old = held(deal, 0)
    after = remixed(deal, secrets, 0, old)
    before = {point for slot in old for point in (deal.slots[slot].a, deal.slots[slot].b)}
    fresh = {point for slot in held(after, 0) for point in (after.slots[slot].a, after.slots[slot].b)}
    assert not before & fresh
    differences = {SUITE1.sub(after.slots[n].a, deal.slots[o].a) for n in held(after, 0) for o in old}
    assert not any(difference in log_bytes(after) for difference in differences)
