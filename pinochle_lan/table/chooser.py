"""Choices on their way: what a person or a bot decided and is not signed yet, and which bots are being asked.

Knows steps and kinds of places; what is legal it is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pinochle_lan.cards import Card
from pinochle_lan.rules.actions import Choice
from pinochle_lan.table.effects import AskBot
from pinochle_lan.table.hosts import STAND_IN
from pinochle_lan.table.machine import TableMachine


@dataclass(frozen=True, slots=True)
class Queued:
    """A choice for one place of one step."""

    step: int
    kind: str
    action: Choice
    on: bytes
    """Digest of the state it was made on: a vote may replace what was shown (docs/log.md 8)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a bot that waits for its answer."""

    step: int
    kind: str
    seat: int


class Chooser:
    """Choices by place. A choice is for one step only and forgotten when that is settled."""

    def __init__(self) -> None:
        self._queue: list[Queued] = []
        self._asked: dict[int, Asked] = {}
        self._numbers = 0
        self._last: tuple[int, str] | None = None

    def queue(self, choice: Queued) -> None:
        """Keeps a choice until its place may be signed."""
        self._queue.append(choice)

    def queued(self, step: int, kind: str, on: bytes) -> Choice | None:
        """What was chosen for a place; forgotten if it was chosen on another state than ``on``."""
        self._queue = [c for c in self._queue if (c.step, c.kind) != (step, kind) or c.on == on]
        return next((c.action for c in self._queue if (c.step, c.kind) == (step, kind)), None)

    def waiting(self, step: int) -> list[str]:
        """Kinds chosen for this step or a later one."""
        return [choice.kind for choice in self._queue if choice.step >= step]

    def ask(
        self, step: int, kind: str, machine: TableMachine, mine: Mapping[int, Card], me: int
    ) -> AskBot | None:
        """The question to the bot that plays the seat of ``kind``; None if that is a person or was asked.

        A person whose laptop is away has a bot on the laptop ``me`` that stands in.
        """
        seat = int(kind.partition(" ")[2])
        away = STAND_IN if machine.homes[seat] != me else None
        bot = machine.terms.bots(machine.state.chairs).get(seat, away)
        if bot is None or self._last == (step, kind):
            return None
        self._last = step, kind
        self._numbers += 1
        self._asked[self._numbers] = Asked(step, kind, seat)
        game, state = machine.terms.game, machine.state
        view, legal = game.view(state, seat, mine), game.legal(state, seat, mine)
        return AskBot(self._numbers, seat, bot, state.deals, view, legal)

    def take(self, number: int) -> Asked | None:
        """The question of that number, which is answered now; None if there is none or it is out of date."""
        return self._asked.pop(number, None)

    def drop(self, step: int, kind: str) -> None:
        """Forgets a choice that cannot be signed."""
        self._queue = [choice for choice in self._queue if (choice.step, choice.kind) != (step, kind)]

    def settled(self, step: int) -> None:
        """The step is settled: what was for it is history."""
        self._queue = [choice for choice in self._queue if choice.step > step]
        self._asked = {number: asked for number, asked in self._asked.items() if asked.step > step}
