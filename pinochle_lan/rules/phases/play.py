"""Tricks until the hands are empty, and before them the decision of a declarer who does not lead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.cards import Card
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action, Choice, Claim, GiveUp, GoOn, Play, Shown
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.phases.claiming import claim_choices, claim_offers, claim_refusal, claimed
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import Played, State
from pinochle_lan.rules.view import ActionOffer, Offer, PlayOffer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


def may_concede(game: Game) -> bool:
    """Whether declarer may give up before the first lead (option allow_concede)."""
    return game.options.get("allow_concede") is True


@dataclass(frozen=True)
class Go(Phase):
    """Declarer plays or gives up, where another seat leads and giving up is allowed."""

    name = "go"

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        asked = may_concede(game) and not game.declarer_leads and state.declarer is not None
        return (Ask("go", state.declarer),) if asked and not state.stage else ()

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        return None if isinstance(action, GoOn | GiveUp) else refuse("phase", what="That")

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        return (ActionOffer("go", ("Play", "Give up"), actions=(GoOn(seat), GiveUp(seat))),)

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        yield GoOn(seat)
        yield GiveUp(seat)

    def apply(self, game: Game, state: State, action: Action) -> State:
        match action:
            case GoOn():
                return replace(state, stage="play")
            case GiveUp():
                return replace(state, ended="conceded")
            case _:
                return state


@dataclass(frozen=True)
class TrickPlay(Phase):
    """Tricks under ``rules.following``, to the last card.

    Cards are played from the hand, open copies first.
    """

    name = "play"
    open_first = True

    def enter(self, game: Game, state: State) -> State:
        assert state.dealer is not None
        leader = state.leader
        if leader is None:
            declarer = state.declarer if game.declarer_leads else None
            leader = game.left_of(state.dealer) if declarer is None else declarer
        return replace(state, leader=leader)

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        turn = self.turn(game, state)
        return (Ask("card", turn),) if self.holding(state, turn) else ()

    def holding(self, state: State, seat: int) -> tuple[int, ...]:
        """Slots that the seat may play from."""
        return state.hand(seat)

    def turn(self, game: Game, state: State) -> int:
        """Who plays next."""
        assert state.leader is not None
        return game.left_of(state.leader, len(state.trick))

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        match action:
            case Play(seat, one) if one.slot not in self.holding(state, seat):
                return refuse("not_in_hand")
            case Play(seat, one):
                return self.refusal(
                    game, state, seat, one.slot, {**self.faces(state, seat, mine), one.slot: one.card}
                )
            case GiveUp(seat):
                return None if self.may_give_up(game, state, seat) else refuse("no_give_up")
            case Claim(seat):
                first = all(play.seat != seat for play in state.plays)
                return claim_refusal(game, state, action, "card") if first else refuse("no_claim")
            case _:
                return refuse("phase", what="That")

    def faces(self, state: State, seat: int, mine: OwnFaces | None) -> dict[int, Card]:
        """OwnFaces of the hand that may be used: the known ones, on arrival the public ones."""
        hand = self.holding(state, seat)
        if mine is not None:
            return {n: mine[n] for n in hand if n in mine}
        return {n: card for n in hand if (card := state.slots[n].card) is not None}

    def refusal(self, game: Game, state: State, seat: int, slot: int, faces: OwnFaces) -> Refusal | None:
        """Why the slot may not be played, or None; ``faces`` are those of the hand that are known, its own
        too.
        """
        card = faces[slot]
        hidden = self.open_first and not state.slots[slot].open
        if hidden and any(state.slots[n].open and faces[n] == card for n in faces):
            return refuse("open_copy", card=str(card))
        trick = [play.card for play in state.trick]
        return game.rules.following.refusal(
            card, [faces[n] for n in faces], trick, state.trump, first_lead=self.first_lead(game, state)
        )

    def first_lead(self, game: Game, state: State) -> bool:
        """Whether the next card is declarer's lead to trick 1 (first_lead_must_be_trump)."""
        return not state.plays and state.leader == state.declarer

    def may_give_up(self, game: Game, state: State, seat: int) -> bool:
        """Whether declarer, on lead to trick 1, may throw the hand in (docs/rules, section 9)."""
        return may_concede(game) and not state.plays and seat == state.declarer and game.declarer_leads

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        legal, refused = [], []
        hand = self.faces(state, seat, mine)
        for slot in hand:
            refusal = self.refusal(game, state, seat, slot, hand)
            if refusal is None:
                legal.append(slot)
            else:
                refused.append((slot, game.cited(refusal)))
        play = PlayOffer("card", tuple(legal), tuple(refused), self.may_give_up(game, state, seat))
        return (play, *self._claims(game, state, seat, mine))

    def _claims(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        first = all(play.seat != seat for play in state.plays)
        return claim_offers(game, seat, mine, "card") if first else ()

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        hand = self.faces(state, seat, mine)
        for slot, card in hand.items():
            if self.refusal(game, state, seat, slot, hand) is None:
                yield Play(seat, Shown(slot, card))
        if self.may_give_up(game, state, seat):
            yield GiveUp(seat)
        if all(play.seat != seat for play in state.plays):
            yield from claim_choices(game, seat, mine, "card")

    def apply(self, game: Game, state: State, action: Action) -> State:
        match action:
            case Play(seat, one):
                return self.played(game, state, Played(seat, one.slot, one.card))
            case GiveUp():
                return replace(state, ended="conceded")
            case Claim():
                return claimed(state, action)
            case _:
                return state

    def played(self, game: Game, state: State, play: Played) -> State:
        """The state after a card; a full trick goes to its winner's side."""
        slots = zones.reveal(state.slots, [(play.slot, play.card)])
        slots = zones.move(slots, [play.slot], zones.TRICK, play.seat)
        trick = (*state.trick, play)
        state = replace(state, slots=slots, trick=trick, plays=(*state.plays, play))
        if len(trick) < game.seats:
            return state
        return self.taken(game, state)

    def taken(self, game: Game, state: State) -> State:
        """The full trick to its winner, with its points."""
        cards = [play.card for play in state.trick]
        winner = state.trick[game.rules.winner(cards, state.trump)].seat
        side = game.side_of(winner)
        slots = zones.move(state.slots, [play.slot for play in state.trick], zones.WON, side)
        last = not zones.unplayed(slots)
        worth = game.trick_points(state, game.trick_number(state), cards, last=last)
        points = tuple(have + worth if n == side else have for n, have in enumerate(state.points))
        return replace(
            state, slots=slots, trick=(), leader=winner, winners=(*state.winners, winner), points=points
        )

    def sentences(self, game: Game) -> tuple[str, ...]:
        who = "The bidder" if game.declarer_leads else "The player left of the dealer"
        lost = "the bid is missed, and the others score their meld without a trick."
        give_up = (
            (f"The bidder may give up between meld and the first lead: {lost}",) if may_concede(game) else ()
        )
        claims = [line for claim in game.rules.claims if claim.kind == "card" for line in claim.sentences()]
        return (
            *give_up,
            f"{who} leads to the first trick; the winner of a trick leads to the next.",
            *game.rules.following.sentences(),
            "The highest trump wins, else the highest card of the suit led; of identical cards the first.",
            *game.rules.counters.sentences(game.faces),
            *claims,
        )
