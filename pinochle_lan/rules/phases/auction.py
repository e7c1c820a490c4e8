"""The auction at the table: calls in turn until the contract stands or the hand is void."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.cards import Suit
from pinochle_lan.rules import melds, zones
from pinochle_lan.rules.actions import Action, Call, Choice, Claim
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.auction import AuctionRules, Bidding
from pinochle_lan.rules.legal import RUNGS
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.phases.claiming import claim_choices, claim_offers, claim_refusal, claimed
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import BidOffer, Offer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


def bidding(game: Game, state: State) -> Bidding:
    """The auction of the running hand, folded from its calls."""
    assert state.dealer is not None
    start = Bidding.start(numbers(game), game.seats, state.dealer, game.sides)
    return start.folded(state.calls)


def numbers(game: Game) -> AuctionRules:
    """The auction's numbers; a game with this phase has them."""
    assert game.rules.auction is not None, f"{game.id} has an auction without numbers"
    return game.rules.auction


@dataclass(frozen=True)
class Auction(Phase):
    """Calls by ``rules.auction``; what nobody can decide otherwise (forced dealer, last one standing) is not
    asked.
    """

    name = "auction"

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        turn = bidding(game, state).turn if state.declarer is None else None
        return () if turn is None else (Ask("call", turn),)

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        match action:
            case Call(_, bid):
                return bidding(game, state).judge(bid)
            case Claim(seat):
                first = all(other != seat for other, _ in state.calls)
                return claim_refusal(game, state, action, self._claim_kind) if first else refuse("no_claim")
            case _:
                return refuse("phase", what="That")

    _claim_kind = "call"

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        now = bidding(game, state)
        rules = numbers(game)
        table = game.rules.melds
        worth = tuple((suit, melds.total(melds.find(mine.values(), suit, table))) for suit in Suit)
        bid = BidOffer("call", now.least, rules.screen_step, rules.multiple, not now.must_bid, worth)
        return (bid, *self._claims(game, state, seat, mine))

    def _claims(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        first = all(other != seat for other, _ in state.calls)
        return claim_offers(game, seat, mine, "call") if first else ()

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        now = bidding(game, state)
        rules = numbers(game)
        if not now.must_bid:
            yield Call(seat, None)
        bid = now.least
        for _ in range(RUNGS):
            if now.judge(bid) is None:
                yield Call(seat, bid)
            bid = rules.at_least(bid + max(rules.screen_step, rules.increment))
        if all(other != seat for other, _ in state.calls):
            yield from claim_choices(game, seat, mine, "call")

    def apply(self, game: Game, state: State, action: Action) -> State:
        match action:
            case Call(seat, bid):
                return replace(state, calls=(*state.calls, (seat, bid)))
            case Claim():
                return claimed(state, action)
            case _:
                return state

    def after(self, game: Game, state: State) -> State:
        if state.ended or state.declarer is not None:
            return state
        now = bidding(game, state)
        if now.outcome == "won":
            assert now.high is not None
            return replace(state, declarer=now.high[0], bid=now.high[1])
        if now.outcome == "redeal":
            return replace(state, ended="redeal-same" if now.next_dealer == state.dealer else "redeal-next")
        rounds = now.spoken // game.seats
        hidden = [n for n in zones.in_zone(state.slots, zones.KITTY) if state.slots[n].card is None]
        if now.rules.style == "reveal_kitty" and hidden and len(state.kitty) < rounds and not state.pending:
            return game.queue_show(state, zones.KITTY, hidden[:1])
        return state

    def sentences(self, game: Game) -> tuple[str, ...]:
        claims = [line for claim in game.rules.claims if claim.kind == "call" for line in claim.sentences()]
        return (*numbers(game).sentences(), *claims)
