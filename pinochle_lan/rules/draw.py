"""The joint draw: one shuffle of the pack's faces from the common seed, open to all (docs/engine.md 3).

Owns the stream, the shuffle and who draws what. The seed comes from everybody's 32 bytes, so nobody steers
it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

from pinochle_lan.cards import Card

T = TypeVar("T")


class Stream:
    """Counter-mode SHA-256 of a 32-byte seed: block n is SHA-256(seed, n as 8 bytes big-endian), read in 32
    bits.
    """

    def __init__(self, seed: bytes) -> None:
        self._words = _words(seed)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each equally likely (rejection sampling)."""
        limit = 2**32 - 2**32 % bound
        while True:
            word = next(self._words)
            if word < limit:
                return word % bound

    def shuffled(self, things: Sequence[T]) -> tuple[T, ...]:
        """Fisher-Yates, from the last place down."""
        deck = list(things)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)


def _words(seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(seed + block.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def ranking(
    deck: Sequence[Card], chairs: Sequence[int], absent: Sequence[int] = ()
) -> tuple[tuple[int, ...], tuple[tuple[int, Card], ...]]:
    """Chairs from the highest card to the lowest, and what each drew in order.

    Chair i draws card i; equal ranks draw on down the pack, only those chairs, until all differ. Suits do not
    count. ``absent`` chairs rank last, in order of chair, and draw nothing.
    """
    cards = iter(deck)
    drawn: list[tuple[int, Card]] = []

    def settled(group: Sequence[int]) -> list[int]:
        if len(group) < 2:
            return list(group)
        here = [(chair, next(cards)) for chair in group]
        drawn.extend(here)
        order: list[int] = []
        for strength in range(5, -1, -1):
            order += settled([chair for chair, card in here if card.rank.strength == strength])
        return order

    return (*settled([c for c in chairs if c not in absent]), *absent), tuple(drawn)
