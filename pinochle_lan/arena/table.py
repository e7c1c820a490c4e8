"""A table on one laptop that needs no seals: plays hands of a game between opponents, every card known to it.

Opponents get what they get at a real table: the rules, the view of their seat, their legal actions, a chance.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

from pinochle_lan.faceup import FaceUp
from pinochle_lan.rules.actions import Action, Choice
from pinochle_lan.rules.ask import Ask, Sort
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.opponent import Opponent
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import View
from pinochle_lan.sampling.clock import untimed

Watch = Callable[["ArenaTable", int, View, Legal, Choice], None]


@dataclass(slots=True)
class Timing:
    """How long one opponent thought, in tenths of a millisecond: (kind of choice, tenths) to how often."""

    counts: dict[tuple[str, int], int] = field(default_factory=dict)

    def add(self, kind: str, ns: int) -> None:
        """Count one decision."""
        key = (kind, ns // 100_000)
        self.counts[key] = self.counts.get(key, 0) + 1


class ArenaTable(FaceUp):
    """One game between opponents, by seat. ``seed`` fixes all deals; the opponents' chances are apart."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[type[Opponent]],
        seed: str,
        *,
        bidder: type[Opponent] | None = None,
        timed: bool = True,
    ) -> None:
        """``bidder`` makes every choice before the first card, for all seats; None = each its own.

        ``timed``: False = no deadline for anybody, so that the same seed gives the same choices.
        """
        super().__init__(game, random.Random(f"{seed}/cards"), random.Random(f"{seed}/mixing"))  # noqa: S311
        self.timed = timed
        self.classes = tuple(seats)
        self.bidder = bidder
        self.seed = seed
        self.timing: dict[str, Timing] = {one.id: Timing() for one in seats}
        self.faults: list[str] = []
        self.watch: list[Watch] = []
        self._players: dict[tuple[str, int], tuple[Opponent, random.Random]] = {}

    def step(self) -> tuple[Action, ...]:
        """Play one step; its actions."""
        actions = tuple(self.answer(ask) for ask in self.game.due(self.state))
        self.state = self.game.apply(self.state, actions)
        return actions

    def hand(self) -> State:
        """Play the running hand to its end; the last state of it before the next deal.

        A hand that is void (thrown in) ends like any other: it leaves no line in the history.
        """
        deals = self.state.deals
        self._players.clear()
        before = self.state
        while not self.state.over and self.state.deals == deals:
            before = self.state
            self.step()
        return before

    def chosen(self, ask: Ask, seat: int) -> Choice:
        """What the opponent of the seat chooses; a fault of it is noted, and the first legal choice made."""
        assert ask.sort is Sort.CHOICE
        game, state, mine = self.game, self.state, self.mine(seat)
        view, legal = game.view(state, seat, mine), game.legal(state, seat, mine)
        playing = ask.kind in ("card", "lay", "take")
        player, chance = self._player(
            self.classes[seat] if playing or self.bidder is None else self.bidder, seat
        )
        began = time.perf_counter_ns()
        try:
            with nullcontext() if self.timed else untimed():
                choice: Choice | None = player.choose(view, legal, chance)
        except Exception as error:  # noqa: BLE001 - a plugin may raise anything
            choice = None
            self.faults.append(f"{player.id} failed ({type(error).__name__}: {error})")
        took = time.perf_counter_ns() - began
        if player.id in self.timing:
            self.timing[player.id].add("card" if playing else "bid", took)
        if choice is None or choice not in legal:
            if choice is not None:
                self.faults.append(f"{player.id} wanted {choice}, which is not allowed")
            choice = legal[0]
        for watcher in self.watch:
            watcher(self, seat, view, legal, choice)
        return choice

    def _player(self, kind: type[Opponent], seat: int) -> tuple[Opponent, random.Random]:
        if (kind.id, seat) not in self._players:
            player = kind()
            player.prepare(self.game)
            chance = random.Random(f"{self.seed}/{self.state.deals}/{seat}/{kind.id}")  # noqa: S311 - a game
            self._players[kind.id, seat] = player, chance
        return self._players[kind.id, seat]


def arrangements(game: Game, names: int) -> tuple[tuple[int, ...], ...]:
    """Who sits where in the plays of one deal: by seat the place of a name; each sits everywhere as often.

    Two names: the first has one side against the second at all others, and the other way round, for each
    side. As many names as seats: all move on by one seat, once for each side.
    """
    if names == game.seats and game.seats > 2:
        return tuple(
            tuple((seat - turn) % game.seats for seat in range(game.seats)) for turn in range(len(game.sides))
        )
    found: dict[tuple[int, ...], None] = {}
    for alone in range(len(game.sides)):
        for one in (0, 1):
            seats = tuple(one if game.side_of(seat) == alone else 1 - one for seat in range(game.seats))
            found[seats] = None
    return tuple(found)
