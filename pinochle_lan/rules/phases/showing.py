"""The showing of full melds: every seat's program lays its whole meld, the cards go back to the hand,
open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.rules import melds, zones
from pinochle_lan.rules.actions import Action, ShowMeld
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


@dataclass(frozen=True)
class ShowMelds(Phase):
    """All seats, or declarer alone, show their meld in one step.

    Then the automatic set, if the bid is out of reach.
    """

    declarer_only: bool = False

    name = "meld"

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        return tuple(Ask("meld", seat, Sort.REVEAL) for seat in self.missing(game, state))

    def missing(self, game: Game, state: State) -> tuple[int, ...]:
        """Seats that have not shown yet, from the dealer's left."""
        assert state.dealer is not None
        order = [game.left_of(state.dealer, n) for n in range(1, game.seats + 1)]
        wanted = [state.declarer] if self.declarer_only else order
        return tuple(seat for seat in order if seat in wanted and not state.melded[seat])

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        if not isinstance(action, ShowMeld):
            return refuse("phase", what="That")
        hand = state.hand(action.seat)
        if any(one.slot not in hand for one in action.shown):
            return refuse("not_in_hand")
        extra = melds.superfluous([one.card for one in action.shown], state.trump, game.rules.melds)
        return refuse("superfluous", card=str(extra[0])) if extra else None

    def apply(self, game: Game, state: State, action: Action) -> State:
        if not isinstance(action, ShowMeld):
            return state
        faces = {one.slot: one.card for one in action.shown}
        made = melds.laid(faces, state.trump, game.rules.melds)
        seat = action.seat
        return replace(
            state,
            slots=zones.reveal(state.slots, faces.items()),
            melded=(*state.melded[:seat], True, *state.melded[seat + 1 :]),
            melds=(*state.melds[:seat], made, *state.melds[seat + 1 :]),
        )

    def after(self, game: Game, state: State) -> State:
        if self.missing(game, state) or state.ended or game.playable(state):
            return state
        return replace(state, ended="auto-set")

    def sentences(self, game: Game) -> tuple[str, ...]:
        who = "The bidder lays" if self.declarer_only else "Everybody lays"
        lines = [f"{who} all meld face up before the first lead; a card counts once in each class."]
        lines += [line for meld in game.rules.melds for line in meld.sentences()]
        return tuple(lines)
