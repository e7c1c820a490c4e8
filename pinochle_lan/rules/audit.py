"""Faults that only later cards prove: broken duties of play and meld held back (docs/rules/README.md).

``breaches`` uses public faces alone and is part of the fold; ``judge`` looks at a finished hand with every
card known. In all legal-play procedures pairs of cards decide, so one later card is proof enough
(docs/engine.md 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pinochle_lan.cards import Card
from pinochle_lan.rules import melds, zones
from pinochle_lan.rules.state import Fault, State

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game

BREACH: Final = "breach"
HELD_BACK: Final = "meld held back"


def breaches(game: Game, state: State) -> tuple[Fault, ...]:
    """The first proven breach of play of each seat, from public faces, in order of seat."""
    return _breaches(game, state, {})


def judge(game: Game, state: State, faces: Mapping[int, Card]) -> tuple[Fault, ...]:
    """All faults of a hand whose cards are all in ``faces`` or public: breaches of play and meld held back.

    ``state``: the hand with its last card played and not yet scored (``Game.fold_only``).
    """
    return (*_breaches(game, state, faces), *_held_back(game, state, faces))


def _breaches(game: Game, state: State, faces: Mapping[int, Card]) -> tuple[Fault, ...]:
    free = state.note("free")
    first = free if isinstance(free, int) else 0
    faults = []
    for seat in range(game.seats):
        kept = _unplayed(state, seat, faces)
        mine = [n for n in range(first, len(state.plays)) if state.plays[n].seat == seat]
        for at, place in enumerate(mine):
            later = [state.plays[n].card for n in mine[at + 1 :]] + kept
            if _breaks(game, state, place, later):
                faults.append(Fault(seat, BREACH, place // game.seats + 1))
                break
    return tuple(faults)


def _breaks(game: Game, state: State, place: int, later: list[Card]) -> bool:
    """Whether the card at ``place`` may not be played beside one of the cards still held then."""
    card = state.plays[place].card
    start = place - place % game.seats
    trick = [play.card for play in state.plays[start:place]]
    first_lead = place == 0 and state.plays[0].seat == state.declarer
    following = game.rules.following
    return any(
        card not in following.legal((card, other), trick, state.trump, first_lead=first_lead)
        for other in dict.fromkeys(later)
    )


def _held_back(game: Game, state: State, faces: Mapping[int, Card]) -> tuple[Fault, ...]:
    faults = []
    for seat in range(game.seats):
        if not state.melded[seat]:
            continue
        hand = [play.card for play in state.plays if play.seat == seat] + _unplayed(state, seat, faces)
        whole = melds.total(melds.find(hand, state.trump, game.rules.melds))
        if melds.total(state.melds[seat]) < whole:
            faults.append(Fault(seat, HELD_BACK))
    return tuple(faults)


def _unplayed(state: State, seat: int, faces: Mapping[int, Card]) -> list[Card]:
    cards = [state.slots[n].card or faces.get(n) for n in zones.held(state.slots, zones.HAND, seat)]
    return [card for card in cards if card is not None]
