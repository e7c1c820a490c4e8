"""What an opponent would do in the person's place: the hint for the choice that is due, and the review.

Owns what was found until the table has moved on and puts it into snapshots; nothing of it reaches the table
or the other laptops.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pinochle_lan.room.bots import Bots
from pinochle_lan.room.clerk import Due
from pinochle_lan.room.review import Moments
from pinochle_lan.rules.game import Game
from pinochle_lan.table.snapshot import Hint, HintLine, Review, Snapshot


class Hints:
    """For the person of this laptop, at one table."""

    def __init__(self, bots: Bots, moments: Moments, on_found: Callable[[], None]) -> None:
        """``moments``: the person's choices to look back at. ``on_found``: the snapshot is to be renewed."""
        self._bots = bots
        self._moments = moments
        self._on_found = on_found
        self._hint: Hint | None = None
        self._review: Review | None = None

    async def advise(self, due: Due, game: Game) -> None:
        """Find a hint for the choice that is due."""
        found = await self._bots.advise(due.view.hand_number, due.view, due.legal, game)
        lines = tuple(HintLine(one.choice, one.points, one.spread, one.reason) for one in found)
        self._hint = Hint(due.place[0], lines)
        self._on_found()

    async def look_back(self, game: Game) -> None:
        """Review the person's last hand; it is found bit by bit."""
        async for review in self._moments.looked_at(game, self._bots):
            self._review = review
            self._on_found()

    def onto(self, snapshot: Snapshot) -> Snapshot:
        """With the hint, as long as its choice is due, and the review of the last hand."""
        hint = self._hint if self._hint is not None and self._hint.step == snapshot.step else None
        return replace(snapshot, adviser=bool(self._bots.adviser), hint=hint, review=self._review)
