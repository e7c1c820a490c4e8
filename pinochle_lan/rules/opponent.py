"""What a computer player is: a view and the legal actions in, one of them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.view import View

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


@dataclass(frozen=True, slots=True)
class Advice:
    """A choice as a hint shows it."""

    choice: Choice
    points: int | None
    """Expected points of the own side less the best other side's, for the rest of the hand; None = not
    counted.
    """
    spread: int
    """95 % of the mean's error, in the same points; 0 = not counted."""
    reason: str
    """Why, in words: ``partner's ace is winning: give the ten``."""


class Opponent:
    """Base class of opponents; a fresh instance plays one seat for one hand.

    It never gets anything but the rules and the view of its seat, so what it cannot see cannot change what
    it does.
    """

    id: str = ""
    version: str = ""
    title: str = ""
    starter: bool = False
    """Whom the window offers first."""
    game: Game | None = None
    """The rules of the table, once ``prepare`` was called: never any card."""

    def prepare(self, game: Game) -> None:
        """Called once before the first choice of a hand, with the rules in force."""
        self.game = game

    def choose(self, view: View, options: Legal, rng: Any) -> Choice:
        """One of ``options``.

        ``rng`` is a seeded random.Random of this seat and hand; use no other chance.
        """
        # Not abstract: a plugin that forgot it is loaded, refused and told what to write (pluginhost/fit.py).
        raise NotImplementedError

    def explain(self, view: View, options: Legal, rng: Any) -> tuple[Advice, ...]:
        """The best choices, best first, at most three, each with a reason; empty = it cannot say."""
        return ()
