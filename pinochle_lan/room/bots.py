"""Asks opponents for their choices: each in a thread of its own, with a deadline and a second opinion.

A bot may raise, hang or answer nonsense: the table gets a legal choice in any case, and one line says what
happened. Knows no log and no network; what it may look at is in the question.
"""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.opponent import Advice, Opponent
from pinochle_lan.rules.view import View

T = TypeVar("T")

DEADLINE_S: Final = 2.0
"""A bot that thinks longer is late: twice the hard cap that the shipped ones keep."""
STAND_BY: Final = "steady"
"""Who chooses where a bot failed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table gets, and a sentence if it is not the bot's own choice."""

    choice: Choice
    trouble: str = ""


class Bots:
    """The opponents of one table. One instance plays one seat for one hand, as ``Opponent`` promises."""

    def __init__(
        self, opponents: Mapping[str, type[Opponent]], seed: str, deadline_s: float = DEADLINE_S
    ) -> None:
        """``seed`` sets all their chances apart from the deal's."""
        self._classes = opponents
        self._seed = seed
        self._deadline_s = deadline_s
        self._playing: dict[tuple[str, int], tuple[int, Opponent, random.Random]] = {}

    async def ask(
        self, bot: str, hand: int, view: View, options: Legal, *, game: Game | None = None
    ) -> Answer:
        """A legal choice for the seat that looks, by ``bot``, by the stand-by, or the first there is.

        ``hand``: number of the deal; a new one means a fresh opponent, which is told the rules (``game``).

        Raises ValueError if there is nothing to choose.
        """
        trouble = ""
        for id in dict.fromkeys((bot, STAND_BY)):
            if id not in self._classes:
                trouble = trouble or f"The bot {id} is not on this laptop."
                continue
            try:
                choice = await self._think(id, hand, view, options, game)
            except TimeoutError:
                trouble = trouble or f"The bot {id} thought for more than {self._deadline_s:g} seconds."
            except Exception as error:  # noqa: BLE001 - a plugin may raise anything
                trouble = trouble or f"The bot {id} failed ({type(error).__name__}: {error})."
            else:
                if choice in options:
                    return Answer(choice, trouble and f"{trouble} {STAND_BY.capitalize()} chose instead.")
                trouble = trouble or f"The bot {id} wanted something that is not allowed."
        first = next(iter(options), None)
        if first is None:
            raise ValueError("a bot was asked although there is nothing to choose")
        return Answer(first, f"{trouble} The first legal choice was taken.")

    @property
    def adviser(self) -> str:
        """The first opponent that can explain a choice; empty = none can."""
        told = (id for id, player in self._classes.items() if player.explain is not Opponent.explain)
        return next(told, "")

    async def advise(self, hand: int, view: View, options: Legal, game: Game) -> tuple[Advice, ...]:
        """What the adviser would do in the place of the seat that looks, best first; empty = it cannot say.

        It is a fresh instance every time: hints leave no trace in the opponents that play.
        """
        if not self.adviser:
            return ()
        player = self._classes[self.adviser]()
        chance = random.Random(f"{self._seed}/hint/{view.viewer}/{hand}")  # noqa: S311 - a game

        def think() -> tuple[Advice, ...]:
            player.prepare(game)
            return player.explain(view, options, chance)

        try:
            found = await _in_thread(think, self._deadline_s)
        except Exception:  # noqa: BLE001 - a plugin may raise anything; TimeoutError is one of them
            return ()
        return tuple(advice for advice in found if advice.choice in options)

    async def _think(self, id: str, hand: int, view: View, options: Legal, game: Game | None) -> Choice:
        assert view.viewer is not None
        untold = None
        number, player, chance = self._playing.get((id, view.viewer), (0, None, None))
        if player is None or chance is None or number != hand:
            player = self._classes[id]()
            chance = random.Random(f"{self._seed}/{id}/{view.viewer}/{hand}")  # noqa: S311 - a game
            self._playing[id, view.viewer] = (hand, player, chance)
            untold = game

        def think() -> Choice:
            if untold is not None:
                player.prepare(untold)
            return player.choose(view, options, chance)

        return await _in_thread(think, self._deadline_s)


async def _in_thread(think: Callable[[], T], deadline_s: float) -> T:
    """The result of ``think``, in a thread of its own. Raises TimeoutError at the deadline.

    A daemon thread: one that never ends must not keep the program from ending.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def deliver(choice: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))
        elif choice is not None:
            future.set_result(choice)
        else:
            future.set_exception(RuntimeError("it chose nothing"))

    def work() -> None:
        choice, error = None, None
        try:
            choice = think()
        except BaseException as raised:  # noqa: BLE001 - a bot's SystemExit ends its thread only
            error = raised
        if not loop.is_closed():
            loop.call_soon_threadsafe(deliver, choice, error)

    threading.Thread(target=work, name="bot", daemon=True).start()
    return await asyncio.wait_for(future, deadline_s)
