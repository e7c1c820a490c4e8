"""The fold: the state after the actions of a step, and what then follows by itself.

What every game does alike stands here (dealing, remixing, faces that come to light, one phase after the
other); what an action means beyond that is its phase's. Judges nothing: whoever folds has checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action, Dealt, Faces, Forfeit, Remixed, Shown
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.state import Fault, State

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


def fold(game: Game, state: State, actions: Sequence[Action]) -> State:
    """The state after the actions alone, before a finished phase is left; see ``Game.fold_only``."""
    for action in actions:
        state = _one(game, state, action)
    return game.phase(state).after(game, state) if actions else state


def run(game: Game, state: State) -> State:
    """Leave phases that have nothing to ask and enter the next ones, until somebody is asked."""
    while not state.over:
        phase = game.phase(state)
        if not state.ended or phase.always:
            if state.pending or phase.due(game, state):
                return state
        else:
            state = replace(state, pending=())
        after = (state.phase + 1) % len(game.phases)
        state = replace(state, phase=after, stage="")
        if not state.ended or game.phases[after].always:
            state = game.phases[after].enter(game, state)
    return state


def _one(game: Game, state: State, action: Action) -> State:
    match action:
        case Forfeit(seat):
            return replace(
                state,
                ended="forfeit",
                faults=(*state.faults, Fault(seat, "forfeit", game.trick_number(state))),
            )
        case Dealt(seat):
            state = _done(state, "deal", seat)
        case Remixed(seat):
            ask = next((a for a in state.pending if a.kind == "remix" and a.seat == seat), None)
            if ask is None:
                raise RulesError(f"No remix is due from {game.seat_names[seat]}")
            slots = zones.remixed(state.slots, seat, ask.slots, ask.new)
            state = _done(replace(state, slots=slots), "remix", seat)
        case Faces(zone, shown):
            state = _show(state, zone, shown)
        case _:
            pass
    return game.phase(state).apply(game, state, action)


def _show(state: State, zone: str, shown: Sequence[Shown]) -> State:
    faces = [(one.slot, one.card) for one in shown]
    kitty = state.kitty + tuple(faces) if zone == zones.KITTY else state.kitty
    state = replace(state, slots=zones.reveal(state.slots, faces, open=False), kitty=kitty)
    left = tuple(a for a in state.pending if not (a.kind == "show" and a.zone == zone))
    return replace(state, pending=left)


def _done(state: State, kind: str, seat: int) -> State:
    left = tuple(ask for ask in state.pending if not (ask.kind == kind and ask.seat == seat))
    return replace(state, pending=left)
