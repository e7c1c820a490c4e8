"""From a seat's body to its action, and from the rules' zones to the deal's holders.

The two places where slots of the engine and slots of the sealed deal are brought together. Faces come from
proved openings alone, never from an author's word.
"""

from __future__ import annotations

from typing import Final

from pinochle_lan.cards import card
from pinochle_lan.codec import Value
from pinochle_lan.log.machine import Place
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.state import State
from pinochle_lan.sealed.deal import Deal

_OWNED: Final = (zones.HAND, zones.PASSED, zones.BURIED, zones.MELD)
"""Zones whose slots only the owner's laptop can open."""


def read(
    game: Game, state: State, place: Place, body: Value, deal: Deal | None, *, peer: int, checked: bool
) -> tuple[Action, Deal | None]:
    """The action in the body of a seat's place, and the deal after what the body opens.

    A body is ``(said, None)`` or ``(said, (slots, proof))``. Raises RulesError, with a sentence, for one that
    is no action or opens other cards than it shows. ``peer``: the author's number in the deal.
    ``checked``: the proof was looked at before.
    """
    word, _, seat = place.kind.partition(" ")
    faces = game.public(state)
    if deal is not None:  # cards that a stand-in's hand showed to all
        faces |= {slot: card(face) for slot, face in deal.faces.items()}
    known = deal
    slots: tuple[int, ...] = ()
    match body:
        case (said, None):
            pass
        case (said, (tuple() as named, bytes() as proof)) if deal is not None:
            slots = tuple(slot for slot in named if type(slot) is int)
            if slots != named:
                raise RulesError("it opens something that is no slot")
            deal = _opened(deal, peer, slots, proof, checked)
            faces |= {slot: card(face) for slot in slots if (face := deal.face(slot)) is not None}
        case _:
            raise RulesError("it is not an action with its opening")
    action = game.from_body(word, int(seat), said, faces)
    if slots != to_open(game, state, action, known):
        raise RulesError("it does not open exactly the cards it shows")
    return action, deal


def to_open(game: Game, state: State, action: Action, deal: Deal | None) -> tuple[int, ...]:
    """The slots that an action must open, ascending: shown, and face down so far."""
    faces = {} if deal is None else deal.faces
    return tuple(slot for slot in sorted(game.opens(state, action)) if slot not in faces)


def _opened(deal: Deal, peer: int, slots: tuple[int, ...], proof: bytes, checked: bool) -> Deal:
    """The deal after an opening. Raises RulesError. ``checked``: it was looked at before, at its judging."""
    why = None if checked else deal.check_open(peer, slots, proof)
    if why is not None:
        raise RulesError(why)
    return deal.with_open(peer, slots, proof)


def held_by(deal: Deal, slots: zones.Slots) -> Deal:
    """The deal with each living slot held by the seat that owns it now, or lying in its zone."""
    moves: dict[int | str, list[int]] = {}
    for number, slot in enumerate(slots):
        known = deal.slots.get(number)
        if known is None or slot.zone == zones.GONE:
            continue
        holder = slot.owner if slot.zone in _OWNED and slot.owner is not None else slot.zone
        if known.holder != holder:
            moves.setdefault(holder, []).append(number)
    for holder, numbers in moves.items():
        deal = deal.moved(numbers, holder)
    return deal
