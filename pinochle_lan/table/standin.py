"""What a hand that lies face up plays, inside the fold, on every laptop alike (docs/sealed-deal.md 6).

A pure function of public facts: no clock, no chance. It plays safe rather than well: it passes where it may,
shows its full meld, else takes the first legal action that does not give the hand up.
"""

from __future__ import annotations

from collections.abc import Mapping

from pinochle_lan.cards import Card
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Action, Choice
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.state import State


def answer(game: Game, state: State, ask: Ask, faces: Mapping[int, Card]) -> Action:
    """What the seat of ``ask`` does; ``faces`` are those of its slots, all of them public."""
    assert ask.seat is not None
    if ask.kind == "meld":
        return game.best_meld(state, ask.seat, faces)
    if ask.kind == "settle":
        return game.settle(state, ask.seat, faces)
    return safe(ask.seat, game.legal(state, ask.seat, faces))


def safe(seat: int, legal: Legal) -> Choice:
    """A legal action that costs least: a pass where one may pass, else the first that gives nothing up."""
    passed = act.Call(seat, None)
    if passed in legal:
        return passed
    first = legal[0]
    return next((action for action in legal if not isinstance(action, act.GiveUp)), first)
