"""Whether an action may be done now: is it due, are its faces true, does its phase allow it.

The one place that a refusal of an action comes from. Changes no state; what penalty mode accepts all the same
and lets the fold judge is listed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pinochle_lan.cards import Card
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import wire
from pinochle_lan.rules.actions import Action
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game

JUDGED: Final = (
    "bid_low",
    "bid_step",
    "bid_high",
    "follow",
    "beat",
    "trump",
    "overtrump",
    "lead_trump",
    "no_bury",
)
"""Refusals that penalty mode turns into warnings: the action is accepted, the fold judges it (docs/engine.md
2).
"""

_DEALINGS: Final = (
    act.Ready,
    act.Drawn,
    act.Shuffled,
    act.Dealt,
    act.Remixed,
    act.Faces,
    act.Forfeit,
)
"""What the table does by itself: the asks alone say whether it is due."""

_LATER: Final = {
    "call": "Bidding",
    "name": "Naming trump",
    "pass": "Passing",
    "bury": "Burying",
    "meld": "Meld",
    "card": "Play",
    "lay": "Melding",
    "take": "The last draw",
    "go": "The decision to play",
    "proof?": "The proof",
    "answer": "The answer",
    "settle": "The settlement",
}


def refusal(game: Game, state: State, action: Action, mine: Mapping[int, Card] | None) -> Refusal | None:
    """Why ``action`` breaks a rule now, whatever the enforcement, or None; see ``Game.warning``."""
    why = _place(game, state, action)
    if why is None:
        why = _shown(state, action, mine)
    if why is None and not isinstance(action, _DEALINGS):
        seat = getattr(action, "seat", None)
        own = None if mine is None or seat is None else game.own(state, seat, mine)
        why = game.phase(state).check(game, state, action, own)
    return None if why is None else game.cited(why)


def _place(game: Game, state: State, action: Action) -> Refusal | None:
    """Whether somebody is asked for it."""
    if isinstance(action, act.Forfeit):
        return None
    asks = game.due(state)
    if not asks:
        return refuse("over")
    kind, seat = game.kind_of(action), getattr(action, "seat", None)
    same = [ask for ask in asks if ask.kind == kind]
    if isinstance(action, act.Faces):
        slots = tuple(one.slot for one in action.shown)
        same = [ask for ask in same if ask.zone == action.zone and ask.slots == slots]
    if any(ask.seat == seat for ask in same):
        return None
    if same and same[0].seat is not None:
        return refuse(
            "not_your_turn",
            who=" and ".join(game.seat_names[ask.seat] for ask in same if ask.seat is not None),
        )
    return refuse("phase", what=_LATER.get(kind, kind.capitalize()))


def _shown(state: State, action: Action, mine: Mapping[int, Card] | None) -> Refusal | None:
    """Faces that contradict public or own knowledge, slots named twice or not at all."""
    shown = wire.shown(action)
    if len({one.slot for one in shown}) != len(shown):
        return refuse("pick_count", count=len(shown))
    for one in shown:
        if not 0 <= one.slot < len(state.slots):
            return refuse("not_in_hand")
        known = state.slots[one.slot].card or (None if mine is None else mine.get(one.slot))
        if known is not None and known != one.card:
            return refuse("false_face", said=str(one.card), is_=str(known))
    return None
