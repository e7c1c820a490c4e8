"""Which slot goes where: the deal as packets off the top of the shuffled pack (docs/rules/README.md, deal
mapping).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Packet(NamedTuple):
    """So many cards to one place: the n-th seat after the dealer (1 = left; the dealer is last), or a
    zone.
    """

    to: int | str
    cards: int


def rounds(players: int, hand: int, packet: int) -> tuple[Packet, ...]:
    """Rounds of ``packet`` cards to everybody from the dealer's left until each has ``hand``; a rest goes
    last.
    """
    sizes = [packet] * (hand // packet) + ([hand % packet] if hand % packet else [])
    return tuple(Packet(place, size) for size in sizes for place in range(1, players + 1))


def slot_map(packets: Sequence[Packet], dealer: int, players: int, pack: int) -> tuple[int | str, ...]:
    """For each slot from the top the seat or zone it is dealt to. The packets must use up the pack."""
    places: list[int | str] = []
    for packet in packets:
        to = packet.to if isinstance(packet.to, str) else (dealer + packet.to) % players
        places += [to] * packet.cards
    assert len(places) == pack, f"the deal places {len(places)} of {pack} cards"
    return tuple(places)
