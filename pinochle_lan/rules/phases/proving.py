"""Tricks of a game that can be won inside a hand, and the opponent's question whether a contract stands.

``rules.end`` says when a game is won (``mid_hand``) and when there is something to ask (``doubtful``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action, AskProof, Choice
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.phases.base import OwnFaces
from pinochle_lan.rules.phases.play import TrickPlay
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import ActionOffer, Offer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game

DOUBT = "doubt"
"""Note: open while the opponent is asked, then what he said."""


@dataclass(frozen=True)
class ProvedPlay(TrickPlay):
    """Tricks after each of which the game may be won; before all else the question that is open.

    Subclasses say what else is due in ``asked``.
    """

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        if state.note(DOUBT) == "open" and zones.unplayed(state.slots) and not state.ended:
            assert state.declarer is not None
            side = game.sides[game.side_of(state.declarer)]
            others = [game.left_of(state.declarer, n) for n in range(1, game.seats)]
            return (Ask("proof?", next(seat for seat in others if seat not in side)),)
        return self.asked(game, state)

    def asked(self, game: Game, state: State) -> tuple[Ask, ...]:
        """What is due when no question is open."""
        return super().due(game, state)

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        if isinstance(action, AskProof):
            return None if self._open(game, state) else refuse("phase", what="The proof")
        return super().check(game, state, action, mine)

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        if self._open(game, state):
            labels = ("Ask for proof", "Let the contract stand")
            return (ActionOffer("proof?", labels, actions=(AskProof(seat, True), AskProof(seat, False))),)
        return super().offers(game, state, seat, mine)

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        if self._open(game, state):
            return iter((AskProof(seat, True), AskProof(seat, False)))
        return super().choices(game, state, seat, mine)

    def apply(self, game: Game, state: State, action: Action) -> State:
        if not isinstance(action, AskProof):
            return super().apply(game, state, action)
        if action.wanted:
            return replace(state, notes=state.noted(DOUBT, "wanted"))
        assert state.declarer is not None
        side = game.side_of(state.declarer)
        state = replace(state, ended="won", notes=state.noted(DOUBT, "let stand"))
        return replace(state, notes=state.noted("winner", side))

    def taken(self, game: Game, state: State) -> State:
        return game.scored(super().taken(game, state))

    def _open(self, game: Game, state: State) -> bool:
        return any(ask.kind == "proof?" for ask in self.due(game, state))
