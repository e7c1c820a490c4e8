"""Passing cards between declarer and partner, hidden from everybody else by a remix after each gain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action, Choice, PassCards
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import Offer, PickOffer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


def picking_refusal(state: State, seat: int, slots: tuple[int, ...], count: int) -> Refusal | None:
    """Why these are not ``count`` slots of the seat's hand, or None."""
    if len(slots) != count or len(set(slots)) != count:
        return refuse("pick_count", count=count)
    hand = state.hand(seat)
    return None if all(n in hand for n in slots) else refuse("not_in_hand")


@dataclass(frozen=True)
class Passing(Phase):
    """Partner to declarer, then back, ``count`` cards each way; 0 = no passing.

    ``simultaneous``: declarer chooses before seeing the partner's cards (pass_order).
    """

    count: int
    simultaneous: bool = False

    name = "pass"

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        giver = self.giver(game, state)
        return () if giver is None else (Ask("pass", giver),)

    def giver(self, game: Game, state: State) -> int | None:
        """Who passes next: the partner first, then declarer, then nobody."""
        if self.count == 0 or state.declarer is None:
            return None
        return {0: game.partner_of(state.declarer), 1: state.declarer}.get(len(state.packets))

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        if not isinstance(action, PassCards):
            return refuse("phase", what="That")
        return picking_refusal(state, action.seat, action.slots, self.count)

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        return (PickOffer("pass", self.count, state.hand(seat), receiver=game.partner_of(seat)),)

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        return (PassCards(seat, slots) for slots in combinations(state.hand(seat), self.count))

    def apply(self, game: Game, state: State, action: Action) -> State:
        if not isinstance(action, PassCards):
            return state
        receiver = game.partner_of(action.seat)
        assert receiver is not None
        packets = (*state.packets, (action.seat, receiver))
        slots = zones.move(state.slots, action.slots, zones.PASSED, receiver)
        state = replace(state, packets=packets, slots=slots)
        if self.simultaneous and len(packets) < 2:
            return state
        arrived = [who for _, who in packets] if self.simultaneous else [receiver]
        for who in arrived:
            got = zones.held(state.slots, zones.PASSED, who)
            state = replace(state, slots=zones.move(state.slots, got, zones.HAND, who))
        for who in arrived:
            state = game.queue_remix(state, who)
        return state

    def sentences(self, game: Game) -> tuple[str, ...]:
        if not self.count:
            return ("No cards are passed.",)
        how = "both choose before seeing the other's cards" if self.simultaneous else "then as many come back"
        return (f"The bidder's partner passes {self.count} cards face down to the bidder; {how}.",)
