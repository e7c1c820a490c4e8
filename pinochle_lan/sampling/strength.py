"""What a hand is worth before a card is played: a straight rule, in the points of the game.

The numbers are those of docs/measurements.md (bidding): as good a guess at the mean as a simulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pinochle_lan.cards import Rank, Suit
from pinochle_lan.sampling.book import SUITS, Book

FULL: Final = 250
"""Trick points of a 48-card hand with simple counters: the scale of the numbers below."""


def tricks_expected(book: Book, hand: Sequence[int], trump: Suit) -> int:
    """Trick points that declarer's side takes on average, at most the whole pool."""
    weights, suit = _weights(book, trump), book.suit
    value = 0
    length = [0, 0, 0, 0]
    length[SUITS.index(trump)] = 2  # no shortness to count
    for n in hand:
        value += weights[n]
        length[suit[n]] += 1
    for cards in length:
        if cards < 2:
            value += 5 * (2 - cards)
    base = 56 if _partners(book) else 20
    return min(book.pool, (base + value * _share(book) // 100) * book.pool // FULL)


@lru_cache(maxsize=256)
def _weights(book: Book, trump: Suit) -> tuple[int, ...]:
    """What each face adds."""
    return tuple(
        13 + 12 * (rank is Rank.ACE) + 5 * (rank is Rank.TEN) if suit is trump else 12 * (rank is Rank.ACE)
        for rank, suit in book.faces
    )


@lru_cache(maxsize=64)
def _partners(book: Book) -> bool:
    return any(len(side) > 1 for side in book.game.sides)


@lru_cache(maxsize=64)
def _share(book: Book) -> int:
    """How much a card weighs against one of a 12-card hand, in hundredths."""
    return 100 * 12 * book.seats // max(12 * book.seats, len(book.game.faces))


def brought(book: Book) -> int:
    """What is not in the hand yet, on average: meld of drawn cards, or a partner's meld and passed cards."""
    if book.stock_tricks:
        return 140 * book.pool // FULL
    if not _partners(book):
        return 0
    return (35 + 22 * book.passed) * book.pool // FULL


def best_trump(book: Book, hand: Sequence[int], suits: Sequence[Suit] = SUITS) -> Suit:
    """The suit in which meld and tricks together promise most; of equal ones the first."""
    return max(suits, key=lambda suit: book.meld(hand, suit) + tricks_expected(book, hand, suit))


def value(book: Book, hand: Sequence[int]) -> int:
    """What declarer's side makes with this hand on average, in the best trump."""
    return brought(book) + max(book.meld(hand, suit) + tricks_expected(book, hand, suit) for suit in SUITS)
