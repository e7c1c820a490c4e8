"""The turns that this laptop takes without a click: its bots', its own bot's, and what is no choice at all.

Each is a task of the event loop that asks an opponent, waits the usual pause and posts the answer to the
table. Knows no network and no disk; a table that moved on meanwhile finds the answer stale by itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from pinochle_lan.room.bots import Bots
from pinochle_lan.room.clerk import Call, Core, Due, Effects, Outcome
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.view import View
from pinochle_lan.table.effects import AskBot
from pinochle_lan.table.snapshot import Line
from pinochle_lan.table.table import Table

_log: Final = logging.getLogger(__name__)


class Turns:
    """Of one table."""

    def __init__(
        self,
        bots: Bots,
        *,
        own_bot: str,
        pace_ms: int,
        game: Callable[[], Game | None],
        post: Callable[[Call], None],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        on_event: Callable[[str, dict[str, object]], None],
    ) -> None:
        """``own_bot`` answers for the person, if it is named. ``pace_ms``: the least time a bot takes."""
        self._bots = bots
        self._own_bot = own_bot
        self._pace_ms = pace_ms
        self._game = game
        self._post = post
        self._spawn = spawn
        self._on_event = on_event
        self._answered: tuple[int, bytes] | None = None

    def ask(self, ask: AskBot) -> None:
        """A bot of this laptop is due."""
        self._spawn(self._ask(ask))

    def follow(self, outcome: Outcome) -> None:
        """The own seat's turn, if nobody is asked for it; once for each place."""
        if outcome.due is not None and outcome.due.place != self._answered:
            self._answered = outcome.due.place
            self._spawn(self._answer(outcome.due))
        if outcome.itself is not None and outcome.itself[0] != self._answered:
            self._answered, choice = outcome.itself
            self._spawn(self._make_itself(self._answered[0], choice))

    async def _ask(self, ask: AskBot) -> None:
        choice = await self._think(ask.bot, ask.hand, ask.view, ask.legal)
        self._post(
            lambda core, now: core.bot_answer(ask.number, choice, now) if isinstance(core, Table) else []
        )

    async def _answer(self, due: Due) -> None:
        choice = await self._think(self._own_bot, due.view.hand_number, due.view, due.legal)
        self._submit(due.place[0], choice)

    async def _make_itself(self, step: int, choice: Choice) -> None:
        await asyncio.sleep(self._pace_ms / 1000)
        self._submit(step, choice)

    def _submit(self, step: int, choice: Choice) -> None:
        self._post(lambda core, now: core.submit(choice, step, now) if isinstance(core, Table) else [])

    async def _think(self, bot: str, hand: int, view: View, legal: Legal) -> Choice:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        answer = await self._bots.ask(bot, hand, view, legal, game=self._game())
        if answer.trouble:
            _log.warning("%s", answer.trouble)
            self._on_event("bot", {"bot": bot, "seat": view.viewer, "why": answer.trouble})
            self._post(lambda core, now: _noted(core, Line(answer.trouble, view.viewer)))
        await asyncio.sleep(max(0.0, begun + self._pace_ms / 1000 - loop.time()))
        return answer.choice


def _noted(core: Core, line: Line) -> Effects:
    """One line of the log panel, on this laptop alone."""
    if isinstance(core, Table):
        core.diary.keep(line)
    return []
