"""Naming trump: by declarer, freely or with a marriage, or by the turned-up card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules import melds, zones
from pinochle_lan.rules.actions import Action, Choice, Name, Shown
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import Offer, SuitOffer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


def marriage(faces: OwnFaces, suit: Suit) -> tuple[int, ...]:
    """Slots of one king and one queen of ``suit``, lowest first; empty if there is no pair."""
    found = []
    for rank in (Rank.KING, Rank.QUEEN):
        slots = [n for n in sorted(faces) if faces[n] == Card(rank, suit)]
        if not slots:
            return ()
        found.append(slots[0])
    return tuple(sorted(found))


def marriage_refusal(
    state: State, seat: int, suit: Suit | None, shown: tuple[Shown, ...], hand: int
) -> Refusal | None:
    """Why ``shown`` does not do for naming ``suit`` where a marriage is needed (None = there is none), or
    None.
    """
    for one in shown:
        slot = state.slots[one.slot]
        if slot.zone != zones.HAND or slot.owner != seat:
            return refuse("not_in_hand")
    faces = {one.slot: one.card for one in shown}
    if suit is not None:
        pair = len(faces) == 2 and len(marriage(faces, suit)) == 2
        return None if pair else refuse("no_marriage", suit=suit.title.lower())
    if len(faces) != hand:
        return refuse("show_all", count=hand)
    married = [other for other in Suit if marriage(faces, other)]
    return refuse("has_marriage", suit=married[0].title.lower()) if married else None


@dataclass(frozen=True)
class NameTrump(Phase):
    """Declarer names a suit. ``marriage``: only one of which K and Q are shown; a hand without any ends."""

    marriage: bool = False
    source: str = "bidder"
    """bidder, or turn_up: the turned-up card fixes trump and nobody is asked."""

    name = "trump"

    def enter(self, game: Game, state: State) -> State:
        if self.source != "turn_up":
            return state
        card = next(slot.card for slot in state.slots if slot.zone == zones.TURN_UP)
        assert card is not None
        return replace(state, trump=card.suit)

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        return (Ask("name", state.declarer),) if state.trump is None and not state.ended else ()

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        if not isinstance(action, Name):
            return refuse("phase", what="That")
        if not self.marriage:
            return None if action.suit is not None and not action.shown else refuse("name_suit")
        hand = len(state.hand(action.seat))
        return marriage_refusal(state, action.seat, action.suit, action.shown, hand)

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        table = game.rules.melds
        worth = tuple((suit, melds.total(melds.find(mine.values(), suit, table))) for suit in Suit)
        allowed = tuple(suit for suit in Suit if not self.marriage or marriage(mine, suit))
        refused = tuple(
            (suit, game.cited(refuse("no_marriage", suit=suit.title.lower())))
            for suit in Suit
            if suit not in allowed
        )
        return (SuitOffer("name", allowed, refused, worth),)

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        if not self.marriage:
            yield from (Name(seat, suit) for suit in Suit)
            return
        married = [suit for suit in Suit if marriage(mine, suit)]
        for suit in married:
            yield Name(seat, suit, tuple(Shown(n, mine[n]) for n in marriage(mine, suit)))
        if not married:
            yield Name(seat, None, tuple(Shown(n, mine[n]) for n in sorted(mine)))

    def apply(self, game: Game, state: State, action: Action) -> State:
        if not isinstance(action, Name):
            return state
        slots = zones.reveal(state.slots, [(one.slot, one.card) for one in action.shown])
        ended = "no-marriage" if action.suit is None else ""
        return replace(state, trump=action.suit, slots=slots, ended=ended)

    def sentences(self, game: Game) -> tuple[str, ...]:
        if self.source == "turn_up":
            return ("The turned-up card fixes trump.",)
        if self.marriage:
            return (
                "The bidder names a suit of which he shows a king and a queen; without any the bid is lost.",
            )
        return ("The bidder names any suit.",)
