"""A table inside one program, all cards face up to it: does what laptops do together with seals and shares.

Owns the state and the faces, and answers every ask that is no choice. Whoever plays on it makes the choices,
and brings the chance that shuffles. Knows no opponents, seals, log or network.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence

from pinochle_lan.cards import Card
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Action, Shown
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.state import State


class FaceUp(ABC):
    """One game. ``faces`` holds the face of every living slot."""

    def __init__(self, game: Game, cards: random.Random, mixing: random.Random) -> None:
        """``cards`` draws and shuffles, ``mixing`` mixes hands anew."""
        self.game = game
        self.state: State = game.start()
        self.faces: dict[int, Card] = {}
        self._cards = cards
        self._mixing = mixing

    def mine(self, *seats: int) -> dict[int, Card]:
        """The faces that a laptop which hosts ``seats`` may know."""
        return {
            n: self.faces[n]
            for n, slot in enumerate(self.state.slots)
            if slot.owner in seats and slot.zone in (zones.HAND, zones.MELD, zones.BURIED) and n in self.faces
        }

    def answer(self, ask: Ask) -> Action:
        """The action that answers one ask."""
        seat = -1 if ask.seat is None else ask.seat
        match ask.kind:
            case "ready":
                return act.Ready()
            case "draw":
                return act.Drawn(self._cards.randbytes(32))
            case "shuffle":
                self.faces = dict(enumerate(self.shuffled()))
                return act.Shuffled()
            case "deal":
                return act.Dealt(seat)
            case "show":
                return act.Faces(ask.zone, tuple(Shown(n, self.faces[n]) for n in ask.slots))
            case "remix":
                mixed = [self.faces.pop(n) for n in ask.slots]
                self._mixing.shuffle(mixed)
                self.faces.update(zip(ask.new, mixed, strict=True))
                return act.Remixed(seat)
            case "meld":
                return self.game.best_meld(self.state, seat, self.mine(seat))
            case "settle":
                return self.game.settle(self.state, seat, self.mine(seat))
            case _:
                return self.chosen(ask, seat)

    def shuffled(self) -> Sequence[Card]:
        """The pack for the next deal, in slot order."""
        pack = list(self.game.faces)
        self._cards.shuffle(pack)
        return pack

    @abstractmethod
    def chosen(self, ask: Ask, seat: int) -> Action:
        """The choice of a seat."""
