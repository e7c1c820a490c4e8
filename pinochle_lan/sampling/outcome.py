"""What trick points at the end of a hand are worth to one side: the score, and the game if it ends."""

from __future__ import annotations

from collections.abc import Sequence

from pinochle_lan.rules.melds import Dix
from pinochle_lan.rules.score import CONCEDED, PLAYED, Tally
from pinochle_lan.rules.view import View
from pinochle_lan.sampling.book import Book

FINE = 8
"""A point of score weighs as much as this many trick points: they only decide between equal scores."""


class Outcome:
    """Worth of a finished hand to ``side``, in ``FINE``-ths of a point, by trick points of all sides."""

    def __init__(
        self,
        book: Book,
        side: int,
        *,
        scores: Sequence[int],
        target: int,
        meld: Sequence[int],
        declarer: int | None,
        bid: int | None,
        dix_only: Sequence[int] = (),
    ) -> None:
        """``scores``: before the hand, ``meld``: of the hand, both by side; ``declarer`` is a side."""
        self.book, self.side = book, side
        self.scores, self.target = tuple(scores), target
        self.meld, self.declarer, self.bid = tuple(meld), declarer, bid
        self.dix_only = tuple(dix_only)
        self._known: dict[tuple[int, ...], int] = {}
        others = [n for n in range(len(scores)) if n != side]
        self._rivals = [declarer] if declarer is not None and declarer != side and len(others) > 1 else others

    @classmethod
    def of_view(cls, book: Book, view: View) -> Outcome:
        """For the seat that looks, once meld is shown."""
        assert view.viewer is not None
        nines = tuple(
            n
            for n, side in enumerate(view.sides)
            if any(view.seats[seat].meld for seat in side.seats)
            and all(meld.name == Dix.name for seat in side.seats for meld in view.seats[seat].meld)
        )
        return cls(
            book,
            book.side[view.viewer],
            scores=[side.score for side in view.sides],
            target=view.target,
            meld=[side.meld for side in view.sides],
            declarer=None if view.declarer is None else book.side[view.declarer],
            bid=view.bid,
            dix_only=nines,
        )

    def __call__(self, tricks: Sequence[int]) -> int:
        """The worth of trick points by side, last trick and buried cards included."""
        key = tuple(tricks)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = FINE * self.points(key) + self._less(key)
        return found

    def conceded(self) -> int:
        """The points if declarer gives the hand up now."""
        return self.points((0,) * len(self.scores), CONCEDED)

    def points(self, tricks: tuple[int, ...], outcome: str = PLAYED) -> int:
        """Own score of the hand less the rivals'; a game won or lost weighs half the target more."""
        game = self.book.game
        tally = Tally(
            names=game.side_names,
            meld=self.meld,
            tricks=tricks,
            declarer=self.declarer,
            bid=self.bid,
            outcome=outcome,
            dix_only=self.dix_only,
        )
        delta = self.book.rules.scoring.score(tally).delta
        totals = [have + more for have, more in zip(self.scores, delta, strict=True)]
        winner, _ = self.book.rules.end.after_hand(totals, self.declarer, self.target)
        bonus = 0 if winner is None else self.target // (2 if winner == self.side else -2)
        return self._less(delta) + bonus

    def _less(self, values: Sequence[int]) -> int:
        return values[self.side] - sum(values[n] for n in self._rivals) // max(1, len(self._rivals))
