"""Naming trump: the cards that go with a suit where the table wants a marriage shown.

Which suits may be named comes from the offer; here only the king and queen to show are picked, lowest
slots first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.view import SuitOffer, View

OPTION = "trump_needs_marriage"


def shown_for(view: View, suit: Suit | None, away: Collection[int] = ()) -> tuple[Shown, ...]:
    """What is shown with naming ``suit`` (None = no marriage: the whole hand). ``away`` is being buried."""
    if view.viewer is None or not dict(view.options).get(OPTION, False) or view.trump is not None:
        return ()
    held = {item.slot: item.card for item in view.seats[view.viewer].hand if item.card is not None}
    if suit is None:
        return tuple(Shown(slot, card) for slot, card in sorted(held.items()))
    pair = []
    for rank in (Rank.KING, Rank.QUEEN):
        slots = [slot for slot, card in sorted(held.items()) if card == Card(rank, suit) and slot not in away]
        if not slots:
            return ()
        pair.append(slots[0])
    return tuple(Shown(slot, held[slot]) for slot in sorted(pair))


def may_name(view: View, suit: Suit, away: Collection[int]) -> bool:
    """Whether the cards that stay still hold the marriage that the suit needs."""
    needs = bool(dict(view.options).get(OPTION, False)) and view.trump is None
    return not needs or bool(shown_for(view, suit, away))


def worth(view: View) -> Mapping[Suit, int]:
    """Meld value of the own hand for each trump, where an offer tells it."""
    return {
        suit: value for offer in view.offers if isinstance(offer, SuitOffer) for suit, value in offer.meld
    }
