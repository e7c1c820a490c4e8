"""Which cards to give away: to the declarer, back to the partner, into the kitty. Quick rules of thumb.

They serve the imagined players of a simulation, and order what a thinking player looks at closer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules.actions import Shown
from pinochle_lan.sampling.book import SUITS, Book

LEGS: Final = (Card(Rank.QUEEN, Suit.SPADES), Card(Rank.JACK, Suit.DIAMONDS))
TRUMPS: Final = dict(zip(Rank, (95, 90, 88, 86, 84, 30), strict=True))
PLAIN: Final = dict(zip(Rank, (70, 18, 22, 20, 16, 0), strict=True))


def marriage_of(hand: Mapping[int, Card], suit: Suit) -> tuple[Shown, ...]:
    """A king and a queen of ``suit`` by lowest slot, as they are shown; empty if one is missing."""
    found = []
    for rank in (Rank.KING, Rank.QUEEN):
        slots = [slot for slot, card in hand.items() if card == Card(rank, suit)]
        if not slots:
            return ()
        found.append(min(slots))
    return tuple(Shown(slot, hand[slot]) for slot in sorted(found))


def wanted(book: Book, hand: Sequence[int], trump: Suit) -> list[int]:
    """The hand in the order in which the declarer would like its cards, best first.

    Trumps first, then aces; legs of a pinochle where a run of trump holds the other leg (F10), else late;
    a nine of a plain suit last (F12). A king and a queen of one suit go together: they score there as well.
    """
    wish, mates = _wishes(book, trump)
    return sorted(hand, key=lambda n: (-wish[n] - (12 if mates[n] in hand else 0), n))


@lru_cache(maxsize=256)
def _wishes(book: Book, trump: Suit) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By face: how welcome it is, and the other card of its marriage (-1 = none)."""
    wish, mates = [], []
    for card in book.faces:
        mate = {Rank.KING: Rank.QUEEN, Rank.QUEEN: Rank.KING}.get(card.rank)
        plain = card.suit is not trump and card not in LEGS
        mates.append(-1 if mate is None or not plain else book.number[Card(mate, card.suit)])
        if card.suit is trump:
            wish.append(TRUMPS[card.rank])
        elif card in LEGS:
            wish.append(60 if trump in (Suit.SPADES, Suit.DIAMONDS) else 12)
        else:
            wish.append(PLAIN[card.rank])
    return tuple(wish), tuple(mates)


def spared(book: Book, hand: Sequence[int], trump: Suit, *, bury: bool = False) -> list[int]:
    """The hand in the order in which its owner spares its cards, first those that cost nothing.

    No meld, no trump, no ace is given away while there is anything else (F09); short suits go first.
    ``bury``: the cards count for the owner's side, so counters that win nothing go rather than low cards.
    """
    needed = book.meld.needed(hand, trump)
    suit, strength, trumps = book.suit, book.strength, SUITS.index(trump)
    have = [0] * len(book.faces)
    length = [0, 0, 0, 0]
    aces = [False] * 4
    for n in hand:
        have[n] += 1
        length[suit[n]] += 1
        if strength[n] == 5:
            aces[suit[n]] = True
    ordered: list[tuple[int, int]] = []
    for n, copies in enumerate(have):
        for copy in range(copies):
            # The copies that meld needs are the last to go.
            cost = 200 + 20 * strength[n] if copies - copy <= needed[n] else 0
            if suit[n] == trumps:
                cost += 150 + strength[n]
            elif strength[n] == 5:
                cost += 90
            else:
                guarded = strength[n] == 4 and aces[suit[n]]
                cost += 6 * length[suit[n]]
                if bury:
                    cost += 0 if book.worth[n] and not guarded else 10
                else:
                    cost += 3 * strength[n] + (8 if guarded else 0)
            ordered.append((cost, n))
    ordered.sort()
    return [n for _, n in ordered]
