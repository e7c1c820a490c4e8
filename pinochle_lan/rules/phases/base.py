"""What a phase is: a part of a hand with its own asks, refusals, offers and fold.

Stateless; parameters only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pinochle_lan.cards import Card
from pinochle_lan.rules.actions import Action, Choice
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import Offer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game

OwnFaces = Mapping[int, Card]
"""Slot to card: the faces of one seat's own hand, public ones included."""


class Phase:
    """Base of all phases. Every method is a pure function of its arguments.

    ``mine`` in ``check`` is None on arrival: then only public faces may be used. In ``offers`` and
    ``choices`` it holds the faces of the seat's own slots that this laptop knows.
    """

    name: str = ""
    """The word of ``View.phase``; unique in a variant."""
    always: bool = False
    """Entered even when the hand has ended early."""

    def enter(self, game: Game, state: State) -> State:
        """What happens by itself when the phase begins."""
        return state

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        """The asks of the next step, from the state alone; empty = the phase is over."""
        return ()

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        """Why an action that answers a due ask is refused, or None.

        ``mine``: faces of that seat's own slots.
        """
        return None

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        """What a window shows to the seat whose choice is due."""
        return ()

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        """The concrete actions of the seat whose choice is due; never none. Lazy."""
        return iter(())

    def by_itself(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Choice | None:
        """The choice that a seat's program makes without asking, where its hand leaves no other; else
        None.
        """
        return None

    def apply(self, game: Game, state: State, action: Action) -> State:
        """The state after one action of the step."""
        return state

    def after(self, game: Game, state: State) -> State:
        """What follows by itself once the whole step is folded."""
        return state

    def shown(self, game: Game, state: State) -> str:
        """The word for ``View.phase`` now."""
        return self.name

    def sentences(self, game: Game) -> tuple[str, ...]:
        """The phase as rules in force, for players."""
        return ()
