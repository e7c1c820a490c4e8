"""The settlement: what must be opened before a hand is scored (docs/engine.md 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action, Settle
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


@dataclass(frozen=True)
class Settling(Phase):
    """Buried cards of a played hand count; unplayed hands prove their duties after a win in mid-hand.

    A hand that was not played opens nothing.
    """

    name = "settle"
    always = True

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        asks = []
        for seat in range(game.seats):
            slots = self.owed(game, state, seat)
            if slots:
                asks.append(Ask("settle", seat, Sort.REVEAL, slots))
        return tuple(asks)

    def owed(self, game: Game, state: State, seat: int) -> tuple[int, ...]:
        """Hidden slots that the seat must open, ascending."""
        if state.ended not in ("", "won"):
            return ()
        owned = zones.held(state.slots, zones.BURIED, seat)
        free = state.note("free")
        if state.ended == "won" and len(state.plays) > (free if isinstance(free, int) else 0):
            owned += state.hand(seat)
        return tuple(sorted(n for n in owned if state.slots[n].card is None))

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        if not isinstance(action, Settle):
            return refuse("phase", what="That")
        owed = self.owed(game, state, action.seat)
        if tuple(one.slot for one in action.shown) != owed:
            return refuse("settle_all", count=len(owed))
        return None

    def apply(self, game: Game, state: State, action: Action) -> State:
        if not isinstance(action, Settle):
            return state
        faces = [(one.slot, one.card) for one in action.shown]
        buried = [card for n, card in faces if state.slots[n].zone == zones.BURIED]
        side = game.side_of(action.seat)
        worth = game.rules.counters.of_cards(buried)
        points = tuple(have + worth if n == side else have for n, have in enumerate(state.points))
        return replace(state, slots=zones.reveal(state.slots, faces), points=points)
