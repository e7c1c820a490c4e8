"""Asks opponents for their choices: in a process of their own, with a deadline and a second opinion.

A bot may raise, hang or answer nonsense: the table gets a legal choice in any case, and one line says what
happened. Where there is no process to be had they think in threads. Knows no log and no network; what it may
look at is in the question.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pinochle_lan.room.players import Players, Question
from pinochle_lan.room.thinker import ADVISE, CHOOSE, Failed, Found, Rules, Task
from pinochle_lan.room.worker import Worker, WorkerGone
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.opponent import Advice, Opponent
from pinochle_lan.rules.view import View

T = TypeVar("T")

DEADLINE_S: Final = 1.0
"""The hard cap: a bot that thinks longer is late and does not play this time."""
ADVICE_S: Final = 3.0
"""Nobody waits for a hint but who asked for it."""
HANGS_S: Final = 3.0
"""A process that is so much later still is replaced; what it remembers of the hand is lost."""
START_S: Final = 15.0
"""How long a process may take to start; the time of no bot."""
STAND_BY: Final = "steady"
"""Who chooses where a bot failed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table gets, and a sentence if it is not the bot's own choice."""

    choice: Choice
    trouble: str = ""


class Late(Exception):
    """The deadline is over."""


class Bad(Exception):
    """There is no answer that may be used; the text goes after the bot's name."""


class Bots:
    """The opponents of one table. One instance plays one seat for one hand, as ``Opponent`` promises."""

    def __init__(
        self,
        opponents: Mapping[str, type[Opponent]],
        seed: str,
        deadline_s: float = DEADLINE_S,
        *,
        worker: Worker | None = None,
    ) -> None:
        """``seed`` sets all their chances apart from the deal's. Without a ``worker``: threads."""
        self._classes = opponents
        self._seed = seed
        self._deadline_s = deadline_s
        self._worker = worker
        self._here = Players(opponents, seed)

    def close(self) -> None:
        """End the process, if there is one. Blocks for a moment."""
        if self._worker is not None:
            self._worker.close()

    async def ask(
        self, bot: str, hand: int, view: View, options: Legal, *, game: Game | None = None
    ) -> Answer:
        """A legal choice for the seat that looks, by ``bot``, by the stand-by, or the first there is.

        ``hand``: number of the deal; a new one means a fresh opponent, which is told the rules (``game``).

        Raises ValueError if there is nothing to choose.
        """
        asked = Question(hand, view, options, game)
        trouble = ""
        for id, here in ((bot, False), (STAND_BY, True)):
            if here and id == bot and self._worker is None:
                break  # it had its chance
            if id not in self._classes:
                trouble = trouble or f"The bot {id} is not on this laptop."
                continue
            try:
                # The stand-by thinks here: the process may be hanging, and it is quick.
                choice = await self._choose(id, asked, here=here)
            except Late:
                seconds = "a second" if self._deadline_s == 1 else f"{self._deadline_s:g} seconds"
                trouble = trouble or f"The bot {id} thought for more than {seconds}."
            except Bad as bad:
                trouble = trouble or f"The bot {id} {bad}."
            else:
                return Answer(choice, trouble and f"{trouble} {STAND_BY.capitalize()} chose instead.")
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
        bot = self.adviser
        if not bot:
            return ()
        asked = Question(hand, view, options, game)
        found: tuple[Advice, ...]
        try:
            task = await self._task(ADVISE, bot, asked)
            if task is not None:
                found = await self._exchange(task, ADVICE_S)
            else:
                found = await _in_thread(lambda _: self._here.advise(bot, asked), ADVICE_S)
        except Exception:  # noqa: BLE001 - a plugin may raise anything; Late is one of them
            return ()
        return tuple(advice for advice in found if advice.choice in options)

    async def _choose(self, bot: str, asked: Question, *, here: bool) -> Choice:
        """A legal choice. Raises Late or Bad."""
        task = None if here else await self._task(CHOOSE, bot, asked)
        if task is not None:
            choice: Choice = await self._exchange(task, self._deadline_s)
        else:
            try:
                choice = await _in_thread(lambda _: self._here.choose(bot, asked), self._deadline_s)
            except TimeoutError:
                self._here = Players(self._classes, self._seed)  # the late ones may still be at work in these
                raise Late from None
            except Exception as error:  # noqa: BLE001 - a plugin may raise anything
                raise Bad(f"failed ({type(error).__name__}: {error})") from None
        if choice not in asked.options:
            raise Bad("wanted something that is not allowed")
        return choice

    async def _task(self, sort: str, bot: str, asked: Question) -> Task | None:
        """The question for the process; None if there is no process, or not with the same plugins."""
        game, basis = asked.game, asked.options.basis
        worker = self._worker
        if worker is None or game is None or basis is None or not worker.usable:
            return None
        if not worker.up:
            try:
                await _in_thread(lambda _: worker.start(), START_S)
            except TimeoutError:
                worker.usable = False
        rules = Rules(game.id, tuple(sorted(game.options.items())), tuple(one.id for one in game.house_rules))
        needed = [("opponent", bot), ("variant", game.id), *(("house rule", id) for id in rules.house_rules)]
        if not worker.usable or not all(worker.same(*one) for one in needed):
            return None
        state, _, own = basis
        return Task(sort, bot, asked.hand, asked.view, state, dict(own), rules)

    async def _exchange(self, task: Task, deadline_s: float) -> Any:
        """What the process found. Raises Late or Bad."""
        worker = self._worker
        assert worker is not None
        try:
            found = await _in_thread(lambda wanted: worker.exchange(task, wanted), deadline_s)
        except TimeoutError:
            asyncio.get_running_loop().call_later(HANGS_S, worker.kill, worker.number)
            raise Late from None
        except WorkerGone:
            raise Bad("ended the process it thought in") from None
        if isinstance(found, Failed):
            raise Bad(found.why)
        assert isinstance(found, Found)
        return found.what


async def _in_thread(work: Callable[[Callable[[], bool]], T], deadline_s: float) -> T:
    """The result of ``work``, in a thread of its own. Raises TimeoutError at the deadline.

    ``work`` gets a function that says whether its result is still waited for. A daemon thread: one that never
    ends must not keep the program from ending.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def deliver(found: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is not None:
            future.set_exception(error if isinstance(error, Exception) else RuntimeError(repr(error)))
        else:
            future.set_result(found)  # type: ignore[arg-type]

    def run() -> None:
        found, error = None, None
        try:
            found = work(lambda: not future.done())
        except BaseException as raised:  # noqa: BLE001 - a bot's SystemExit ends its thread only
            error = raised
        try:
            loop.call_soon_threadsafe(deliver, found, error)
        except RuntimeError:
            return  # the loop has ended: nobody waits any more

    threading.Thread(target=run, name="bot", daemon=True).start()
    return await asyncio.wait_for(future, deadline_s)
