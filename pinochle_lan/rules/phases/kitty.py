"""The kitty: turned up for all, taken by declarer, mixed in; then the bury, with trump in the same entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from pinochle_lan.cards import Suit
from pinochle_lan.rules import melds, zones
from pinochle_lan.rules.actions import Action, Bury, Choice, Shown
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.phases.passing import picking_refusal
from pinochle_lan.rules.phases.trump import marriage, marriage_refusal
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import Offer, PickOffer, SuitOffer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


@dataclass(frozen=True)
class Kitty(Phase):
    """One step by itself: what is left of the kitty is shown, declarer's hand with it is mixed
    (docs/engine.md 5).
    """

    name = "kitty"

    def enter(self, game: Game, state: State) -> State:
        declarer = state.declarer
        assert declarer is not None
        slots = zones.in_zone(state.slots, zones.KITTY)
        hidden = [n for n in slots if state.slots[n].card is None]
        state = replace(state, slots=zones.move(state.slots, slots, zones.HAND, declarer))
        if hidden:
            state = game.queue_show(state, zones.KITTY, hidden)
        return game.queue_remix(state, declarer)

    def sentences(self, game: Game) -> tuple[str, ...]:
        return ("The bidder turns the kitty up for all and takes it.",)


@dataclass(frozen=True)
class Burying(Phase):
    """Declarer lays ``count`` cards away face down and names trump, in one entry; the cards never meld.

    ``marriage``: trump needs a king and a queen shown, both kept; without any the whole hand is shown.
    ``missing``: how penalty mode judges trump named without a bury (house-rules.md, penalty_no_bury): off =
    refused, bury_now = the bury is due at once, anything else = nothing more is asked here.
    """

    count: int
    marriage: bool = False
    missing: str = "off"

    name = "bury"

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        late = self.missing == "bury_now" and not zones.in_zone(state.slots, zones.BURIED)
        return (Ask("bury", state.declarer),) if (state.trump is None or late) and not state.ended else ()

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        if not isinstance(action, Bury):
            return refuse("phase", what="That")
        if self.marriage and action.suit is None:
            return marriage_refusal(state, action.seat, None, action.shown, len(state.hand(action.seat)))
        forgot = not action.slots and self.missing != "off" and state.trump is None
        refusal = None if forgot else picking_refusal(state, action.seat, action.slots, self.count)
        if refusal is not None:
            return refusal
        refusal = self._naming_refusal(state, action)
        return refuse("no_bury", count=self.count) if forgot and refusal is None else refusal

    def _naming_refusal(self, state: State, action: Bury) -> Refusal | None:
        if state.trump is not None:  # a late bury: trump stands, what was shown for it stays in the hand
            if action.suit is not state.trump or action.shown:
                return refuse("name_suit")
            closed = self._closed(state, action.seat)
            return None if all(n in closed for n in action.slots) else refuse("kept")
        if action.suit is None:
            return refuse("name_suit")
        if not self.marriage:
            return refuse("name_suit") if action.shown else None
        if any(one.slot in action.slots for one in action.shown):
            return refuse("no_marriage", suit=action.suit.title.lower())
        return marriage_refusal(state, action.seat, action.suit, action.shown, 0)

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        allowed = self._suits(state, mine)
        table = game.rules.melds
        worth = tuple((suit, melds.total(melds.find(mine.values(), suit, table))) for suit in Suit)
        pick = PickOffer("bury", self.count, self._closed(state, seat), suits=allowed)
        return (pick, SuitOffer("bury", allowed, (), worth))

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        allowed = self._suits(state, mine)
        if not allowed:
            yield Bury(seat, (), None, tuple(Shown(n, mine[n]) for n in sorted(mine)))
        paired = self.marriage and state.trump is None
        for slots in combinations(self._closed(state, seat), self.count):
            kept = {n: card for n, card in mine.items() if n not in slots}
            for suit in allowed:
                pair = marriage(kept, suit) if paired else ()
                if pair or not paired:
                    yield Bury(seat, slots, suit, tuple(Shown(n, mine[n]) for n in pair))

    def _closed(self, state: State, seat: int) -> tuple[int, ...]:
        return tuple(n for n in state.hand(seat) if not state.slots[n].open)

    def _suits(self, state: State, mine: OwnFaces) -> tuple[Suit, ...]:
        if state.trump is not None:
            return (state.trump,)
        return tuple(suit for suit in Suit if not self.marriage or marriage(mine, suit))

    def apply(self, game: Game, state: State, action: Action) -> State:
        if not isinstance(action, Bury):
            return state
        slots = zones.reveal(state.slots, [(one.slot, one.card) for one in action.shown])
        slots = zones.move(slots, action.slots, zones.BURIED, action.seat)
        ended = "no-marriage" if action.suit is None else ""
        return replace(state, slots=slots, trump=action.suit, ended=ended)

    def sentences(self, game: Game) -> tuple[str, ...]:
        return (
            f"The bidder buries {self.count} cards face down, then names trump.",
            "Buried cards never meld; their trick points count for the bidder.",
        )
