"""Irregularities that only the referee judges: exposed cards, a suit named by opponents, taking a card back.

Owns the penalties of docs/rules/house-rules.md that cannot arise at a table which the program runs; knows
cards and the order of play, no table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pinochle_lan.cards import Card, Suit


def bound(legal: Sequence[Card], exposed: Sequence[Card], named: Suit | None) -> tuple[Card, ...]:
    """What of the legal cards may be played by one who has exposed cards, or leads under a named suit.

    An exposed card must be played at the first turn where it is legal; a named suit must be led unless the
    hand has none of it (penalty_exposed_card).
    """
    first = tuple(card for card in legal if card in exposed)
    if first:
        return first
    suited = tuple(card for card in legal if card.suit is named)
    return suited or tuple(legal)


@dataclass(frozen=True, slots=True)
class Correction:
    """Whether an illegal card may still be taken back, and which later cards of its trick go back with it."""

    open: bool
    back: tuple[int, ...]
    """Places in the order of play."""


def correction(seats: Sequence[int], at: int, team: Sequence[int], size: int) -> Correction:
    """May the card at place ``at`` be corrected (penalty_revoke)?

    ``seats``: who played, in order, from the first card of a trick; ``team``: the offender's side; ``size``:
    cards in a trick. Until the team's next card, across the end of a trick.
    """
    later = range(at + 1, len(seats))
    if any(seats[place] in team for place in later):
        return Correction(False, ())
    end = (at // size + 1) * size
    return Correction(True, tuple(place for place in later if place < end))
