"""What a seat may do now: offers for windows, concrete actions for opponents, one object."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.view import Offer

if TYPE_CHECKING:
    from pinochle_lan.cards import Card
    from pinochle_lan.rules.state import State

RUNGS: Final = 5
"""How many numbers of an endless ladder of bids are listed; any number that ``in`` accepts may be called."""


class Legal:
    """The legal actions of a seat. Lazy: iterating makes the actions, ``in`` asks the rules, ``len`` counts.

    Of a bid only the first rungs of the ladder are listed; of cards to pass or to bury every choice is.
    """

    __slots__ = ("_actions", "_allowed", "_count", "basis", "offers")

    def __init__(
        self,
        offers: tuple[Offer, ...] = (),
        actions: Callable[[], Iterator[Choice]] = lambda: iter(()),
        allowed: Callable[[object], bool] = lambda action: False,
        count: int | None = None,
        basis: tuple[State, int, Mapping[int, Card]] | None = None,
    ) -> None:
        """``basis``: (state, seat, own faces) that ``Game.legal`` makes the same from in another process."""
        self.offers = offers
        self.basis = basis
        self._actions = actions
        self._allowed = allowed
        self._count = count

    def __iter__(self) -> Iterator[Choice]:
        return self._actions()

    def __contains__(self, action: object) -> bool:
        return self._allowed(action)

    def __len__(self) -> int:
        if self._count is None:
            self._count = sum(1 for _ in self)
        return self._count

    def __bool__(self) -> bool:
        return next(self._actions(), None) is not None

    def __getitem__(self, place: int) -> Choice:
        """The action at ``place`` in order of iteration. Raises IndexError."""
        for n, action in enumerate(self):
            if n == place:
                return action
        raise IndexError(f"there are only {len(self)} choices")
