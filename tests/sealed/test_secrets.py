"""A laptop's secrets: the same bytes after a crash, no nonce twice, nothing handed out that is not due."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from helpers_sealed import (
    OPEN_GROUP,
    held,
    identity,
    make_secrets,
    make_setup,
    remixed,
    seed,
    shared,
    shuffled,
    taken_over,
)

from pinochle_lan.sealed import SUITE1, Deal, Secrets
from pinochle_lan.sealed.hashing import HandHash, Part

SMALL = ("AS", "AS", "10S", "10S", "KS", "KS", "QS", "QS", "JS", "JS", "9S", "9S")


def everything(secrets: list[Secrets], deal: Deal) -> list[bytes]:
    """All that laptop 0 says in a hand."""
    mine = secrets[0]
    old = held(deal, 0)
    return [
        mine.key_payload(),
        mine.mix_payload(deal, 1),
        mine.proof_payload(deal, 1),
        mine.share_payload(deal, "deal", deal.slots_for_share(0)),
        mine.open_payload(shared(deal, secrets, "deal"), old),
        mine.remix_payload(deal, 0, old, range(deal.next_slot, deal.next_slot + len(old))),
    ]


def test_after_a_crash_the_same_bytes() -> None:
    setup = make_setup(3, pack=SMALL)
    first, again = make_secrets(setup), make_secrets(setup)
    deal = shuffled(setup, first)
    assert everything(first, deal) == everything(again, deal)
    assert deal == shuffled(setup, again)


def test_F24_same_bytes_in_processes_with_other_hash_seeds() -> None:
    script = (
        "from helpers_sealed import *; s = make_setup(2, suite=255); g = OPEN_GROUP;"
        "d = shuffled(s, make_secrets(s, g), g); print(d.digest().hex())"
    )
    root = Path(__file__).parents[2]
    seen = []
    for number in ("0", "1"):
        path = os.pathsep.join((str(root), str(root / "tests")))
        env = {**os.environ, "PYTHONHASHSEED": number, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
        )
        seen.append(done.stdout)
    assert seen[0] == seen[1]
    assert len(seen[0].strip()) == 64


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[Part, ...], set[int]]:
    """Every question a nonce was derived for, and the nonces given."""
    found: dict[tuple[Part, ...], set[int]] = {}
    scalar = HandHash.scalar

    def recording(self: HandHash, tag: str, *parts: Part) -> int:
        value = scalar(self, tag, *parts)
        if tag == "nonce":
            found.setdefault((self.hid, *parts), set()).add(value)
        return value

    monkeypatch.setattr(HandHash, "scalar", recording)
    return found


def test_no_nonce_serves_two_statements(asked: dict[tuple[Part, ...], set[int]]) -> None:
    for hand in (1, 2):
        setup = make_setup(3, suite=255, pack=SMALL, hand=hand)
        secrets = make_secrets(setup, OPEN_GROUP)
        deal = shared(shuffled(setup, secrets, OPEN_GROUP), secrets, "deal")
        deal = remixed(deal, secrets, 0, held(deal, 0))
        deal = remixed(deal, secrets, 0, held(deal, 0))
        for slot in held(deal, 0):
            secrets[0].open_payload(deal, [slot])
    values = [value for values in asked.values() for value in values]
    assert all(len(values) == 1 for values in asked.values())
    assert len(set(values)) == len(values) > 300


def test_no_nonce_serves_two_keys_of_one_laptop(asked: dict[tuple[Part, ...], set[int]]) -> None:
    """A stand-in proves with its own key and with parts of another's; sub-shares and openings included."""
    setup = make_setup(3, suite=255, pack=SMALL, takeover=True)
    secrets = make_secrets(setup, OPEN_GROUP)
    deal = shared(shuffled(setup, secrets, OPEN_GROUP), secrets, "deal")
    deal = taken_over(deal, secrets, 0, {0: 2}, held(deal, 0))
    secrets[2].open_payload(deal, held(deal, 0)[:1])
    part, public = secrets[2]._known_part(deal, 0), deal.sub_key(0, 2)[0]
    known = len(asked)
    secrets[2]._share(deal, "open", [0], part, public)
    assert len(asked) == known, "the same statement, the same nonce"
    secrets[2]._share(deal, "open", [0], secrets[2]._x, secrets[2]._public)
    assert len(asked) == known + 1
    values = [value for values in asked.values() for value in values]
    assert all(len(values) == 1 for values in asked.values())
    assert len(set(values)) == len(values) > 100


def test_letter_and_index_are_in_every_nonce_of_a_mix(asked: dict[tuple[Part, ...], set[int]]) -> None:
    setup = make_setup(1, suite=255, pack=SMALL)
    shuffled(setup, make_secrets(setup, OPEN_GROUP), OPEN_GROUP)
    letters = [(parts[2], parts[3]) for parts in asked if parts[2] != "pok"]
    places = range(1, 13)
    expected = [(letter, i) for letter in "rkvy" for i in places] + [("w", i) for i in range(1, 5)]
    assert sorted(letters) == sorted(expected)


def test_another_seed_hand_or_attempt_is_another_shuffle() -> None:
    keys = set()
    for hand, attempt, number in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2)):
        setup = make_setup(1, suite=255, hand=hand, attempt=attempt)
        mine = Secrets(seed(0, number), setup, 0, identity(0), OPEN_GROUP)
        deal = Deal.new(setup, OPEN_GROUP).with_key(0, mine.key_payload())
        keys.add((mine.key_payload(), mine.mix_payload(deal, 1)))
    assert len(keys) == 4


def test_a_remix_of_the_same_cards_under_another_name_is_another_shuffle() -> None:
    setup = make_setup(1, suite=255)
    secrets = make_secrets(setup, OPEN_GROUP)
    deal = shuffled(setup, secrets, OPEN_GROUP)
    old = held(deal, 0)
    first = secrets[0].remix_payload(deal, 0, old, range(48, 48 + len(old)))
    second = secrets[0].remix_payload(deal, 0, old, range(100, 100 + len(old)))
    assert first[:64] != second[:64]


def test_nothing_leaves_before_the_last_seal() -> None:
    setup = make_setup(2, suite=255)
    secrets = make_secrets(setup, OPEN_GROUP)
    whole = shuffled(setup, secrets, OPEN_GROUP)
    deal = Deal.new(setup, OPEN_GROUP).with_keys([mine.key_payload() for mine in secrets])
    for k in (1, 2):
        deal = deal.with_mix(k, whole.mixes[k - 1])
    for k in (1, 2):
        deal = deal.with_proof(k, whole.proofs[k - 1])
    deal = deal.with_seal(0, deal.seal_value)
    assert not deal.sealed
    with pytest.raises(ValueError, match="sealed"):
        secrets[0].share_payload(deal, "deal", [30])
    assert secrets[0].faces(deal, []) == {}


def test_own_cards_are_never_shared_only_opened() -> None:
    setup = make_setup(2, suite=255)
    secrets = make_secrets(setup, OPEN_GROUP)
    deal = shared(shuffled(setup, secrets, OPEN_GROUP), secrets, "deal")
    for purpose in ("deal", "draw", "remix 0"):
        with pytest.raises(ValueError, match="not in the hand of another"):
            secrets[0].share_payload(deal, purpose, [0])
    with pytest.raises(ValueError, match="own entry"):
        secrets[0].share_payload(deal, "open", [0])
    with pytest.raises(ValueError, match="not in a hand of this laptop"):
        secrets[0].open_payload(deal, held(deal, 1)[:1])
    with pytest.raises(ValueError, match="another laptop"):
        secrets[0].share_payload(deal, "deal", [45, 46])
    with pytest.raises(ValueError, match="not hosted"):
        secrets[0].remix_payload(deal, 1, held(deal, 1), range(48, 48 + len(held(deal, 1))))


def test_a_mix_that_is_not_its_own_is_not_proved() -> None:
    setup = make_setup(2, suite=255)
    secrets = make_secrets(setup, OPEN_GROUP)
    deal = Deal.new(setup, OPEN_GROUP).with_keys([mine.key_payload() for mine in secrets])
    other = Secrets(seed(9), setup, 0, identity(0), OPEN_GROUP).mix_payload(deal, 1)
    with pytest.raises(ValueError, match="another mix"):
        secrets[0].proof_payload(deal.with_mix(1, other), 1)
    with pytest.raises(ValueError, match="not this laptop's"):
        secrets[1].mix_payload(deal, 1)


def test_secrets_are_made_for_one_laptop_of_the_deal() -> None:
    setup = make_setup(2)
    with pytest.raises(ValueError, match="32 bytes"):
        Secrets(b"short", setup, 0, identity(0))
    with pytest.raises(ValueError, match="not the laptop"):
        Secrets(seed(0), setup, 0, identity(1))


def test_the_seed_is_in_no_text() -> None:
    setup = make_setup(1)
    shown = repr(make_secrets(setup)[0])
    assert shown == "Secrets(peer=0, hand=1)"
    assert seed(0).hex() not in shown


def test_every_order_is_equally_likely() -> None:
    """Chi-square of 20,000 shuffles by one honest laptop: where the first and the last card go."""
    rounds, cards = 20_000, 12
    setup = make_setup(1, suite=255, pack=SMALL)
    deck = tuple(OPEN_GROUP.base(i + 1) for i in range(2 * cards))
    first, last, pair = [0] * cards, [0] * cards, [0] * cards * cards
    for number in range(rounds):
        mine = Secrets(number.to_bytes(32, "big"), setup, 0, identity(0), OPEN_GROUP)
        order = mine._permutation("deal 1", deck, cards)
        first[order.index(0)] += 1
        last[order.index(cards - 1)] += 1
        pair[order[0] * cards + order[1]] += 1
    for counts, cells, limit in ((first, 12, 31.26), (last, 12, 31.26), (pair, 132, 186.0)):
        used = [n for n in counts if cells == 12 or n]
        assert len(used) == cells
        # chi-square below its 0.999 quantile for 11 and 131 degrees of freedom
        assert sum((n - rounds / cells) ** 2 for n in used) / (rounds / cells) < limit


def test_the_fixed_points_are_computed_once() -> None:
    assert SUITE1.h is SUITE1.h
    assert SUITE1.card("AS") is SUITE1.card("AS")
