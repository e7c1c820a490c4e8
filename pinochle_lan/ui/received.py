"""Which cards came to the own hand: passed, from the kitty, or drawn. Compares faces, since a remix
numbers anew.

Pure; remembers the last hand that was known whole.
"""

from __future__ import annotations

from pinochle_lan.cards import Card
from pinochle_lan.rules.view import View


class Received:
    """Follows the viewer's hand from front to front."""

    def __init__(self) -> None:
        self._known: tuple[Card, ...] = ()
        self._hand = 0
        self.fresh: tuple[Card, ...] = ()
        """Cards to mark until the first play."""

    def forget(self) -> None:
        """Another table."""
        self._known, self._hand, self.fresh = (), 0, ()

    def follow(self, view: View | None) -> tuple[Card, ...]:
        """The cards that came with this view; none on a deal, or while faces are still unknown."""
        if view is None or view.viewer is None:
            return ()
        hand = view.seats[view.viewer].hand
        held = [item.card for item in hand if item.card is not None]
        if len(held) < len(hand):
            return ()
        left = list(self._known) if self._hand == view.hand_number else []
        dealt = not left
        came: list[Card] = []
        for card in held:
            if card in left:
                left.remove(card)
            else:
                came.append(card)
        self._known, self._hand = tuple(held), view.hand_number
        if came and not dealt:
            self.fresh = tuple(came)
            return self.fresh
        begun = view.trick is not None and bool(view.trick.plays or view.last_trick) and not view.stock_left
        if dealt or begun:
            self.fresh = ()
        return ()
