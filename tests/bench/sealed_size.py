"""Bytes of a hand's entries at a table of four laptops: ``python tests/bench/sealed_size.py [--json]``.

Plays whole hands with the real group and wraps everything said in signed entries of the log, as they stand in
the game file; acknowledgements are not counted. Beside them the targets of docs/sealed-deal.md 8, in KB of
1000 bytes. Then hands of whole games at real tables, and what the game file grew by with acknowledgements and
the frames of its records. Not a test: nothing fails here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from helpers_sealed import (  # noqa: E402  (runs from a checkout, without being installed)
    PACK48,
    PACK80,
    held,
    make_secrets,
    make_setup,
    shuffled,
    subbed,
)
from helpers_table import Room, make_game, passing  # noqa: E402

from pinochle_lan.codec import Value, decode  # noqa: E402
from pinochle_lan.log.entry import Entry  # noqa: E402
from pinochle_lan.log.records import RecordType, read_records  # noqa: E402
from pinochle_lan.log.signing import Identity  # noqa: E402
from pinochle_lan.sealed import SUITE1, Deal, Secrets, escrow  # noqa: E402

BASIS = hashlib.sha256(b"ids of the entries a body needs").digest()


@dataclass
class Hand:
    """A hand in play: the deal, everybody's secrets, and the bytes of the entries so far by kind."""

    deal: Deal
    secrets: list[Secrets]
    bytes_of: dict[str, int] = field(default_factory=dict)
    entries: int = 0

    def say(self, author: int, kind: str, body: Value) -> None:
        """One signed entry, counted under the first word of its kind."""
        entry = Entry.make(
            IDENTITIES[author],
            table=bytes(16),
            step=1000 + self.entries,
            author=author,
            kind=kind,
            body=body,
            before=BASIS,
            state=BASIS[:8],
        )
        word = kind.partition(" ")[0]
        self.bytes_of[word] = self.bytes_of.get(word, 0) + len(entry.payload())
        self.entries += 1

    def share(self, purpose: str, slots: Sequence[int] | None = None) -> None:
        """Shares of everybody, and sub-shares if somebody is away."""
        before = self.deal
        for peer, mine in enumerate(self.secrets):
            numbers = before.slots_for_share(peer) if slots is None else slots
            own = slots is not None and before.owner_peer(numbers[0]) == peer
            if peer != before.away and not own:
                payload = mine.share_payload(before, purpose, numbers)
                self.deal = self.deal.with_share(peer, purpose, numbers, payload)
                self.say(peer, "share", (BASIS, payload) if purpose.startswith("remix") else payload)

    def remix(self, seat: int, old: Sequence[int]) -> None:
        """A seat's remix and the others' shares."""
        new = tuple(range(self.deal.next_slot, self.deal.next_slot + len(old)))
        payload = self.secrets[seat].remix_payload(self.deal, seat, old, new)
        self.say(seat, "remix", payload)
        self.deal = self.deal.with_remix(seat, old, new, payload)
        self.share(f"remix {seat}", new)

    def takeover(self, of: int, stand_in: int) -> None:
        """Laptop ``of`` is taken over: sub-shares of its hand."""
        self.deal = self.deal.with_takeover(of, {of: stand_in})
        hand = held(self.deal, of)
        for peer, mine in enumerate(self.secrets):
            due = self.deal.slots_for_sub(peer, hand)
            if due:
                self.say(peer, f"sub {of}", mine.sub_payload(self.deal, of, due))
        self.deal = subbed(self.deal, self.secrets, hand)

    def play(self) -> None:
        """Nine calls, trump, melds of five cards, and all cards, each opened by whoever hosts the seat."""
        for call in range(9):
            self.say(call % 4, "bid", 20 + call)
        self.say(0, "trump", "S")
        for seat in range(4):
            self.open(seat, "meld", held(self.deal, seat)[:5])
        for _ in range(len(held(self.deal, 0))):
            for seat in range(4):
                hidden = [slot for slot in held(self.deal, seat) if self.deal.face(slot) is None]
                if hidden:
                    self.open(seat, "card", hidden[:1])
                else:
                    self.say(seat, "card", held(self.deal, seat)[0])

    def open(self, seat: int, kind: str, slots: Sequence[int]) -> None:
        """Cards opened by the host of a seat."""
        host = self.deal.host(seat)
        assert host is not None
        payload = self.secrets[host].open_payload(self.deal, slots)
        self.deal = self.deal.with_open(host, slots, payload)
        self.say(host, kind, (tuple(slots), payload))


def real(name: str, hands: int) -> tuple[float, float]:
    """(bytes of the entries of a hand, bytes the game file grows by) at a real table, the mean over hands.

    From one shuffle's first key to the next one's.
    """
    room = Room(make_game(name), seed=5, group=SUITE1, hands=hands, chooser=passing)
    room.start()
    room.play()
    marks: list[int] = []
    sizes: list[tuple[int, int]] = []
    for record in read_records(bytes(room.laptops[0].disk)).found:
        if record.type == RecordType.ENTRY:
            entry = Entry.read(decode(record.payload))
            if entry.kind == "key" and entry.author == 0:
                marks.append(record.at)
            sizes.append((record.at, len(record.payload)))
    first, last = marks[0], marks[-1]
    entries = sum(size for at, size in sizes if first <= at < last)
    return entries / (len(marks) - 1), (last - first) / (len(marks) - 1)


IDENTITIES = [Identity(hashlib.sha256(f"laptop {peer}".encode()).digest()) for peer in range(4)]


def hand(pack: tuple[str, ...], *, takeover: bool, passing: bool = False, away: bool = False) -> Hand:
    """A whole hand, all cards dealt to four seats."""
    each = len(pack) // 4
    slot_map = [seat for seat in range(4) for _ in range(each)]
    setup = make_setup(4, pack=pack, slot_map=slot_map, takeover=takeover)
    secrets = make_secrets(setup)
    deal = shuffled(setup, secrets, checked=False)
    found = Hand(deal, secrets)
    for peer in range(4):
        found.say(peer, "key", deal.keys[peer])
        found.say(peer, f"mix {peer + 1}", (BASIS, deal.mixes[peer]))
        found.say(peer, f"proof {peer + 1}", (BASIS, deal.proofs[peer]))
        found.say(peer, "seal", (BASIS, deal.seals[peer]))
        found.say(peer, "ready", None)
    found.share("deal")
    if passing:
        for sender, receiver in ((2, 0), (0, 2)):
            given = held(found.deal, sender)[:4]
            found.say(sender, "pass", given)
            found.deal = found.deal.moved(given, receiver)
            found.remix(receiver, held(found.deal, receiver))
    if away:
        found.takeover(1, 3)
    found.play()
    return found


ROWS = (
    ("48", PACK48, {}, 64, 56),
    ("48 with a pass of 4", PACK48, {"passing": True}, 72, 64),
    ("80", PACK80, {}, 100, 91),
    ("48, one laptop taken over", PACK48, {"away": True}, None, None),
)


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    as_json = parser.parse_args().json
    found: dict[str, Hand] = {}
    for name, pack, options, _, _ in ROWS:
        for takeover in (True,) if options.get("away") else (False, True):
            found[f"{name}, takeover {'on' if takeover else 'off'}"] = hand(
                pack, takeover=takeover, **options
            )
    if as_json:
        print(json.dumps({name: played.bytes_of for name, played in found.items()}))
        return
    targets = {name: (floor, moonshot) for name, _, _, floor, moonshot in ROWS}
    print(
        f"{'hand of four laptops':42} {'KB':>6} {'floor':>6} {'moonshot':>9} {'entries':>8}   largest kinds"
    )
    for name, played in found.items():
        floor, moonshot = targets[name.rpartition(",")[0]]
        largest = sorted(played.bytes_of.items(), key=lambda item: -item[1])[:5]
        shown = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in largest)
        total = sum(played.bytes_of.values()) / 1000
        print(f"{name:42} {total:6.1f} {floor or '':>6} {moonshot or '':>9} {played.entries:8}   {shown}")
    print(f"escrow: {4 * 3 * escrow.PART} bytes more in the keys of a hand of four laptops")
    for name in ("partnership", "double-deck"):
        entries, grown = (size / 1000 for size in real(name, 4))
        print(
            print(f"{name} at a real table: {entries:.1f} KB of entries a hand, {grown:.1f} KB in the file")
        )


if __name__ == "__main__":
    main()
