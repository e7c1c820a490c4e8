"""What tests of the sealed deal share: a group fast enough for thousands of deals, tables, the vectors."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pinochle_lan.sealed import SUITE1, Deal, Group, Secrets, Setup, box_key
from pinochle_lan.sealed.refused import GroupError

FACES = tuple(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", "10", "K", "Q", "J", "9"))
PACK48 = tuple(face for face in FACES for _ in range(2))
PACK80 = tuple(face for face in FACES if not face.startswith("9") for _ in range(4))


class OpenGroup(Group):
    """Suite 255: numbers mod q under addition, so "sealed" cards can be read off. For the tests alone.

    Points of weight 0 stand for the identity; bytes of q or more are no point, as they would be on the curve.
    """

    suite = 255
    q = SUITE1.q
    identity = bytes(32)

    def mul(self, scalar: int, point: bytes) -> bytes:
        """See Group."""
        number = self._read(point)
        if number == 0 or scalar % self.q == 0:
            raise GroupError
        return (scalar * number % self.q).to_bytes(32, "little")

    def base(self, scalar: int) -> bytes:
        """See Group; the base point is 1."""
        if scalar % self.q == 0:
            raise GroupError
        return (scalar % self.q).to_bytes(32, "little")

    def add(self, a: bytes, b: bytes) -> bytes:
        """See Group."""
        return ((self._read(a) + self._read(b)) % self.q).to_bytes(32, "little")

    def sub(self, a: bytes, b: bytes) -> bytes:
        """See Group."""
        return ((self._read(a) - self._read(b)) % self.q).to_bytes(32, "little")

    def from_uniform(self, seed: bytes) -> bytes:
        """See Group."""
        return (int.from_bytes(hashlib.sha512(seed).digest(), "little") % self.q).to_bytes(32, "little")

    def is_valid(self, point: bytes) -> bool:
        """See Group."""
        return len(point) == 32 and 0 < int.from_bytes(point, "little") < self.q

    def _read(self, point: bytes) -> int:
        number = int.from_bytes(point, "little")
        if len(point) != 32 or number >= self.q:
            raise GroupError
        return number


OPEN_GROUP = OpenGroup()


def identity(peer: int) -> bytes:
    """An identity key of a made-up laptop."""
    return hashlib.sha256(f"laptop {peer}".encode()).digest()


def seed(peer: int, hand: int = 1) -> bytes:
    """A hand seed of a made-up laptop."""
    return hashlib.sha256(f"seed of laptop {peer}, hand {hand}".encode()).digest()


def box_secret(peer: int) -> bytes:
    """The secret of a made-up laptop's box key."""
    return hashlib.sha256(f"box of laptop {peer}".encode()).digest()


def make_setup(
    peers: int,
    *,
    suite: int = 1,
    pack: Sequence[str] = PACK48,
    seats: Sequence[int] | None = None,
    slot_map: Sequence[int | str] | None = None,
    hand: int = 1,
    attempt: int = 1,
    takeover: bool = False,
) -> Setup:
    """A table of laptops, one seat each unless ``seats`` says who hosts which; the rest is the kitty."""
    seat_peer = tuple(range(peers)) if seats is None else tuple(seats)
    if slot_map is None:
        each = (len(pack) - 3) // len(seat_peer)
        hands = [seat for seat in range(len(seat_peer)) for _ in range(each)]
        slot_map = (*hands, *["kitty"] * (len(pack) - len(hands)))
    return Setup(
        table_id=b"a table of tests",
        hand=hand,
        attempt=attempt,
        suite=suite,
        rules_hash=hashlib.sha256(b"rules").digest(),
        types=tuple(pack),
        peers=tuple(identity(peer) for peer in range(peers)),
        seat_peer=seat_peer,
        slot_map=tuple(slot_map),
        box_keys=tuple(box_key(box_secret(peer)) for peer in range(peers)) if takeover else (),
    )


def make_secrets(setup: Setup, group: Group = SUITE1) -> list[Secrets]:
    """Every laptop's secrets of a hand."""
    return [make_secret(setup, peer, group) for peer in range(len(setup.peers))]


def make_secret(setup: Setup, peer: int, group: Group = SUITE1, number: int | None = None) -> Secrets:
    """One laptop's secrets of a hand; ``number`` for another seed than that of the hand."""
    own = seed(peer, setup.hand if number is None else number)
    return Secrets(own, setup, peer, setup.peers[peer], group, box_secret=box_secret(peer))


def shuffled(
    setup: Setup, secrets: Sequence[Secrets], group: Group = SUITE1, *, checked: bool = True
) -> Deal:
    """The deal after key, mix, proof and seal of everybody, each payload checked by the rules of the step."""
    deal = Deal.new(setup, group)
    for peer, mine in enumerate(secrets):
        payload = mine.key_payload()
        assert not checked or deal.check_key(peer, payload) is None
        deal = deal.with_key(peer, payload)
    for k, mine in enumerate(secrets, 1):
        payload = mine.mix_payload(deal, k)
        assert deal.check_mix(k, payload) is None
        deal = deal.with_mix(k, payload)
    for k, mine in enumerate(secrets, 1):
        payload = mine.proof_payload(deal, k)
        assert not checked or deal.check_proof(k, payload) is None
        deal = deal.with_proof(k, payload)
    for peer, mine in enumerate(secrets):
        payload = mine.seal_payload(deal)
        assert deal.check_seal(peer, payload) is None
        deal = deal.with_seal(peer, payload)
    return deal


def shared(deal: Deal, secrets: Sequence[Secrets], purpose: str, slots: Sequence[int] | None = None) -> Deal:
    """The deal after everybody's shares that ``purpose`` asks for; ``slots`` None = the deal's own."""
    after = deal
    for peer, mine in enumerate(secrets):
        if peer == deal.away:
            continue
        numbers = deal.slots_for_share(peer) if slots is None else slots
        if numbers and not (purpose.startswith(("remix", "draw")) and deal.owner_peer(numbers[0]) == peer):
            payload = mine.share_payload(deal, purpose, numbers)
            assert deal.check_share(peer, purpose, numbers, payload) is None
            after = after.with_share(peer, purpose, numbers, payload)
    if deal.away is None:
        return after
    due = sorted({*(after.slots_for_share(deal.away) if slots is None else slots)} & {*after.slots})
    return subbed(after, secrets, due)


def subbed(deal: Deal, secrets: Sequence[Secrets], numbers: Sequence[int]) -> Deal:
    """The deal after all custodians' sub-shares of the laptop away, where these slots need them."""
    after, of = deal, deal.away
    assert of is not None
    for peer, mine in enumerate(secrets):
        due = deal.slots_for_sub(peer, numbers)
        if due:
            payload = mine.sub_payload(deal, of, due)
            assert deal.check_sub(peer, of, due, payload) is None
            after = after.with_sub(peer, of, due, payload)
    return after


def taken_over(
    deal: Deal, secrets: Sequence[Secrets], of: int, stand_ins: Mapping[int, int], hands: Sequence[int]
) -> Deal:
    """The deal after a laptop was taken over: sub-shares of its face-down ``hands`` and of what it owed."""
    away = deal.with_takeover(of, stand_ins)
    return subbed(away, secrets, [*hands, *deal.slots_for_share(of)])


def remixed(deal: Deal, secrets: Sequence[Secrets], seat: int, old: Sequence[int]) -> Deal:
    """The deal after a seat's remix and the others' shares of its new slots."""
    host = deal.host(seat)
    assert host is not None
    new = tuple(range(deal.next_slot, deal.next_slot + len(old)))
    payload = secrets[host].remix_payload(deal, seat, old, new)
    assert deal.check_remix(host, seat, old, new, payload) is None
    return shared(deal.with_remix(seat, old, new, payload), secrets, f"remix {seat}", new)


def held(deal: Deal, seat: int) -> tuple[int, ...]:
    """The slots a seat holds."""
    return tuple(number for number, slot in sorted(deal.slots.items()) if slot.holder == seat)


def opened(deal: Deal, secrets: Sequence[Secrets], slots: Sequence[int]) -> Deal:
    """The deal after the opening of slots by their host."""
    host = deal.host(int(deal.slots[slots[0]].holder))
    assert host is not None
    payload = secrets[host].open_payload(deal, slots)
    assert deal.check_open(host, slots, payload) is None
    return deal.with_open(host, slots, payload)


@functools.cache
def vectors() -> dict[str, Any]:
    """The published numbers that every implementation must reproduce."""
    text = (Path(__file__).parent / "data" / "sealed-vectors.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def readable(
    deal: Deal, slot: int, keys: dict[int, int], parts: dict[tuple[int, int], int] | None = None
) -> list[str]:
    """The faces that somebody with the log and the secrets ``keys`` (laptop -> x) could read in a slot.

    ``parts``: (laptop, custodian) -> sub-key, of which those of the slot's owner count.

    Takes off every subset of the shares at hand, and beyond all of them each share ever published:
    a hit means that the missing share, or a sum standing in for it, was in the bytes of the log.
    """
    group, sealed = deal.group, deal.slots[slot]
    faces = {group.card(face): face for face in deal.setup.types}
    own = dict(sealed.shares) | {peer: group.mul(x, sealed.a) for peer, x in keys.items()}
    own_parts = {
        (of, custodian): group.mul(x, sealed.a)
        for (of, custodian), x in (parts or {}).items()
        if of == deal.owner_peer(slot) and of not in own
    }
    subs = {(of, custodian): share for of, custodian, share in sealed.subs if of not in own}
    rests = [sealed.b]
    for share in [*own.values(), *(subs | own_parts).values()]:
        rests += [group.sub(rest, share) for rest in rests]
    published = {share for other in deal.slots.values() for _, share in other.shares}
    published |= {share for other in deal.slots.values() for _, _, share in other.subs}
    for whole in (rests[2 ** len(own) - 1], rests[-1]):
        rests += [group.sub(whole, share) for share in sorted(published)]
    return [faces[rest] for rest in rests if rest in faces]
