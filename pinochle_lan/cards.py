"""Suits, ranks, cards, packs and their text notation (``10H``, ``QS``).

Knows nothing of tables, slots or laptops. Notation: rank then suit, as in ``docs/rules/README.md``; lists of
cards are multisets separated by blanks. The two copies of a card are equal here: on the table they are told
apart by their slot only.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class CardError(ValueError):
    """Text that is no card, suit or list of cards."""


class Suit(Enum):
    """One of the four suits, in the order of the rules text; suits have no rank among themselves."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    def __str__(self) -> str:
        return self.value

    @property
    def title(self) -> str:
        """The name for people: ``Spades``."""
        return self.name.capitalize()


class Rank(Enum):
    """One of the six ranks, strongest first: the ten is second."""

    ACE = "A"
    TEN = "10"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    NINE = "9"

    def __str__(self) -> str:
        return self.value

    @property
    def title(self) -> str:
        """The name for people: ``ten``."""
        return self.name.lower()

    @property
    def strength(self) -> int:
        """5 for the ace down to 0 for the nine (docs/rules/partnership.md 2)."""
        return _STRENGTH[self]


_STRENGTH: Final = {rank: 5 - place for place, rank in enumerate(Rank)}


class Card(NamedTuple):
    """A face. Two copies are equal; a slot tells them apart."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.value}"

    def __repr__(self) -> str:
        return f"Card({self.rank.value}{self.suit.value})"

    def beats(self, other: Card) -> bool:
        """Whether this is a strictly higher card of the same suit; an identical card never beats."""
        return self.suit is other.suit and self.rank.strength > other.rank.strength


FACES: Final[tuple[Card, ...]] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 24 faces: clubs, diamonds, hearts, spades, each from the ace down."""

_BY_NAME: Final = {str(card): card for card in FACES}
_SUITS: Final = {suit.value: suit for suit in Suit}


def card(text: str) -> Card:
    """The card named by ``text``. Raises CardError.

    >>> card("10H")
    Card(10H)
    """
    try:
        return _BY_NAME[text]
    except KeyError:
        raise CardError(f"'{text}' is no card; write rank then suit, such as 10H or QS") from None


def suit(text: str) -> Suit:
    """The suit named by its letter C, D, H or S. Raises CardError."""
    try:
        return _SUITS[text]
    except KeyError:
        raise CardError(f"'{text}' is no suit; write C, D, H or S") from None


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a list separated by blanks. Raises CardError.

    >>> cards("AS 10H")
    (Card(AS), Card(10H))
    """
    return tuple(card(word) for word in text.split())


def show(some: tuple[Card, ...] | list[Card]) -> str:
    """The list as text; ``cards(show(x)) == x``."""
    return " ".join(str(c) for c in some)


def pack(copies: int, ranks: tuple[Rank, ...] = tuple(Rank)) -> tuple[Card, ...]:
    """A pack in deck order: every face of ``ranks``, ``copies`` times each, copies side by side.

    48 cards are ``pack(2)``; the 80-card pack has no nines: four copies of five ranks.
    """
    return tuple(face for face in FACES if face.rank in ranks for _ in range(copies))
