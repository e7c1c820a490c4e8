"""Opponents at work: one instance for each seat and hand, each with a chance of its own.

The same in a worker process and in a thread. Catches nothing: a plugin may raise or hang here.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.opponent import Advice, Opponent
from pinochle_lan.rules.view import View


class Question(NamedTuple):
    """A choice that is due."""

    hand: int
    """Number of the deal; a new one means a fresh instance, which is told the rules."""
    view: View
    options: Legal
    game: Game | None
    """The rules; None = nobody is told them."""


class Players:
    """The opponents of one table."""

    def __init__(self, opponents: Mapping[str, type[Opponent]], seed: str) -> None:
        """``seed`` sets all their chances apart from the deal's."""
        self._classes = opponents
        self._seed = seed
        self._playing: dict[tuple[str, int], tuple[int, Opponent, random.Random]] = {}

    def choose(self, bot: str, asked: Question) -> Choice:
        """What ``bot`` chooses for the seat that looks."""
        seat = asked.view.viewer
        assert seat is not None
        number, player, chance = self._playing.get((bot, seat), (0, None, None))
        if player is None or chance is None or number != asked.hand:
            player = self._classes[bot]()
            chance = self._chance(f"{bot}/{seat}/{asked.hand}")
            self._playing[bot, seat] = (asked.hand, player, chance)
            if asked.game is not None:
                player.prepare(asked.game)
        return player.choose(asked.view, asked.options, chance)

    def advise(self, bot: str, asked: Question) -> tuple[Advice, ...]:
        """What ``bot`` says in the place of the seat that looks: a fresh instance that leaves no trace."""
        player = self._classes[bot]()
        if asked.game is not None:
            player.prepare(asked.game)
        return player.explain(
            asked.view, asked.options, self._chance(f"hint/{asked.view.viewer}/{asked.hand}")
        )

    def _chance(self, what: str) -> random.Random:
        return random.Random(f"{self._seed}/{what}")  # noqa: S311 - a game
