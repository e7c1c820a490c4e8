"""What the auction and the play share about misdeal claims: offers, refusals, the fold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Claim, Shown
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import ActionOffer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game
    from pinochle_lan.rules.phases.base import OwnFaces


def claim_choices(game: Game, seat: int, mine: OwnFaces, kind: str) -> Iterator[Claim]:
    """The claims that the seat's hand proves in a place of ``kind``."""
    for claim in game.rules.claims:
        slots = claim.proof(tuple(mine.items())) if claim.kind == kind else ()
        if slots:
            yield Claim(seat, claim.name, tuple(Shown(n, mine[n]) for n in slots))


def claim_offers(game: Game, seat: int, mine: OwnFaces, kind: str) -> tuple[ActionOffer, ...]:
    """A button for each claim that the hand proves."""
    labels = {claim.name: claim.label for claim in game.rules.claims}
    return tuple(
        ActionOffer(kind, (labels[claim.what],), claim.what, (claim,))
        for claim in claim_choices(game, seat, mine, kind)
    )


def claim_refusal(game: Game, state: State, claim: Claim, kind: str) -> Refusal | None:
    """Why a claim does not stand, or None. Its cards are public with it, so everybody checks all of it."""
    known = next(
        (known for known in game.rules.claims if known.name == claim.what and known.kind == kind), None
    )
    if known is None:
        return refuse("no_claim")
    for one in claim.shown:
        slot = state.slots[one.slot]
        if slot.zone != zones.HAND or slot.owner != claim.seat:
            return refuse("not_in_hand")
    return known.refusal([one.card for one in claim.shown], len(state.hand(claim.seat)))


def claimed(state: State, claim: Claim) -> State:
    """The hand is over: same dealer, new shuffle."""
    faces = [(one.slot, one.card) for one in claim.shown]
    return replace(state, slots=zones.reveal(state.slots, faces), ended="misdeal")
