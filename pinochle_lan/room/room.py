"""One table on this laptop: its pure core at the desk, and what comes of it to disk, network, bots.

The core is the lobby's side of the table until everybody signed, the table itself from then on. Everything
on the event loop except what ``Desk`` runs; the core is touched at the desk alone. Order is a law: saved,
then sent.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

from pinochle_lan.log.gamefile import GameFileError
from pinochle_lan.log.genesis import Genesis, Member
from pinochle_lan.net.errors import Gone, Reason
from pinochle_lan.room.bots import Bots
from pinochle_lan.room.chatfile import ChatFile
from pinochle_lan.room.desk import Desk
from pinochle_lan.room.files import TableFiles
from pinochle_lan.room.guard import Guard
from pinochle_lan.room.review import Moment, Moments
from pinochle_lan.rules.actions import Choice
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.legal import Legal
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.view import View
from pinochle_lan.table import looking
from pinochle_lan.table.effects import Addresses, AskBot, Begun, Closed, Effect, Happened, LobbyEffect, Send
from pinochle_lan.table.lobby import Lobby
from pinochle_lan.table.snapshot import Halt, Hint, HintLine, Line, Review, Snapshot
from pinochle_lan.table.table import Table
from pinochle_lan.table.terms import TermsError

_log: Final = logging.getLogger(__name__)

SLOWEST_TICK_MS: Final = 1_000
"""Waiting times on screen count seconds: look again this often while the table waits for somebody."""

LONG_VISIT_MS: Final = 30
"""A visit to the desk that took this long ends with the call it is at."""

GRACE_S: Final = 10.0
"""How long a chair is kept for a laptop that is out of reach."""

Core = Lobby | Table
Call = Callable[[Any, int], "Sequence[Effect | LobbyEffect] | Refusal"]
"""What is asked of the core: (core, now in ms) -> effects, or a refusal."""


class Links(Protocol):
    """What a room needs of the network; a table against bots has none."""

    def send(self, key: bytes | None, frame: bytes) -> None:
        """To one laptop, or to all that are linked."""

    def reach(self, peers: Sequence[tuple[bytes, tuple[str, ...]]]) -> None:
        """Keep links to these laptops, at these addresses and those known already."""

    def bar(self, key: bytes, why: str, seconds: float) -> None:
        """End the link to a laptop that does not keep to the rules of the wire; it is told why."""

    def rtt_ms(self, key: bytes) -> int | None:
        """Measured round trip."""


@dataclass(frozen=True, slots=True)
class Question:
    """The own seat is due, and an opponent of this laptop is to answer for its person, or to advise."""

    step: int
    view: View
    legal: Legal
    on: bytes
    """Digest of the state: after a vote the same step may ask again about another one."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a visit to the desk gave."""

    effects: tuple[Effect | LobbyEffect, ...]
    snapshot: Snapshot
    wake_at_ms: int | None
    refusals: tuple[Refusal, ...] = ()
    question: Question | None = None
    itself: tuple[tuple[int, bytes], Choice] | None = None
    """A choice that leaves nothing to choose, and where: the program makes it after the usual pause."""
    trouble: str = ""
    ejected: tuple[tuple[bytes, str], ...] = ()
    """Laptops whose link is to be ended, and why."""
    done: int = 0
    """How many of the calls were made; the rest is for the next visit."""


class Room:
    """Made and used on the event loop. ``run`` until the room is closed."""

    def __init__(
        self,
        core: Core,
        *,
        links: Links,
        bots: Bots,
        begin: Callable[[Genesis, Lobby], tuple[Table, TableFiles]],
        files: TableFiles | None = None,
        on_change: Callable[[], None],
        on_event: Callable[[str, dict[str, object]], None],
        now_ms: Callable[[], int],
        own_bot: str = "",
        pace_ms: int = 0,
    ) -> None:
        """``begin`` makes the table once everybody signed (called at the desk; may raise GameFileError).

        ``own_bot``: opponent that answers for this laptop's person. ``pace_ms``: the least time a bot takes.
        """
        self._core = core
        self._patient(core, own_bot)
        self._links = links
        self._bots = bots
        self._begin = begin
        self._files = files
        self._on_change = on_change
        self._on_event = on_event
        self._now_ms = now_ms
        self._own_bot = own_bot
        self._pace_ms = pace_ms
        self._desk = Desk("table")
        self._inbox: list[Call] = []
        self._wake = asyncio.Event()
        self._ended = asyncio.Event()
        self._wake_at_ms: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._answered: tuple[int, bytes] | None = None
        self._guard = Guard()
        self._hostile: dict[bytes, str] = {}
        """Found at the desk, ended on the loop."""
        self._linked: dict[bytes, None] = {}
        self._lost: dict[bytes, asyncio.TimerHandle] = {}
        """Laptops out of reach whose chairs are kept for a moment."""
        self._refused_at = -1
        self._hint: Hint | None = None
        self._chat: ChatFile | None = None
        self._moments = Moments()
        self._review: Review | None = None
        self._hands = 0
        self.snapshot: Snapshot | None = None
        """The newest; None before the first visit to the desk."""
        self.closed = ""
        """Why this laptop is not at the table any more."""
        self.refusal = ""
        """Why the last choice was refused; empty once one was accepted or the table moved on."""

    @property
    def genesis(self) -> Genesis | None:
        """What was signed; None while the table is set up."""
        return self._core.terms.genesis if isinstance(self._core, Table) else None

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody at the table under way, who came late too."""
        return self._core.terms.members if isinstance(self._core, Table) else ()

    @property
    def file(self) -> str:
        """The game file's path; empty while the table is set up."""
        return "" if self._files is None else str(self._files.path)

    def failed(self, error: BaseException) -> Halt | None:
        """What is at fault if a plugin's code ended the run; None if it was not a plugin."""
        return looking.failed(self._core, error) if isinstance(self._core, Table) else None

    def post(self, call: Call) -> None:
        """Have the core do something, in order."""
        self._inbox.append(call)
        self._wake.set()

    def receive(self, key: bytes, frame: bytes) -> None:
        """A frame of a linked laptop came; one that sends more than is read loses its link."""
        if self._guard.takes(key, len(frame), self._now_ms()):
            self.post(lambda core, now: self._judged(key, core.receive(key, frame, now)))
        elif key in self._linked:
            self._eject(key, "sends more than can be read")

    def hint(self) -> None:
        """Have an opponent say what it would do in the person's place."""
        self._spawn(self._advise())

    def review(self) -> None:
        """Have an opponent look at the person's choices of the last hand."""
        self._spawn(self._look_back())

    def choose(self, action: Choice, step: int) -> None:
        """The person's choice on the snapshot of that step."""
        self.post(lambda core, now: self._chosen(core, action, step, now))

    def link_up(self, key: bytes) -> None:
        """A laptop is linked, or its link was renewed."""
        self._linked[key] = None
        self._guard.linked(key)
        lost = self._lost.pop(key, None)
        if lost is not None:
            lost.cancel()
        self.post(lambda core, now: core.link_up(key, now))

    def link_down(self, key: bytes, gone: Gone) -> None:
        """A laptop is not linked any more."""
        self._linked.pop(key, None)
        if isinstance(self._core, Lobby) and gone.reason is Reason.LOST:
            # Before the game begins a lost laptop loses its chair: not for two seconds of bad radio.
            later = asyncio.get_running_loop().call_later(GRACE_S, self._went, key, gone)
            self._lost[key] = later
        else:
            self._went(key, gone)

    def _went(self, key: bytes, gone: Gone) -> None:
        self._lost.pop(key, None)
        self.post(lambda core, now: _gone(core, key, gone, now))

    async def run(self) -> None:
        """Do what is posted and tick when the core wants it, until ``close``."""
        self.post(lambda core, now: core.start(now))
        try:
            while not self.closed:
                calls, self._inbox = self._inbox or [lambda core, now: core.tick(now)], []
                self._guard.read()
                self._wake.clear()
                outcome = await self._desk.run(partial(self._visit, calls))
                self._inbox[:0] = calls[outcome.done :]
                self._apply(outcome)
                if not self.closed:
                    await self._rest()
        finally:
            self._ended.set()

    async def close(self, last: Call | None = None) -> None:
        """End the room: ``last`` is done first (a goodbye)."""
        for task in self._tasks:
            task.cancel()
        for lost in self._lost.values():
            lost.cancel()
        if last is not None and not self.closed:
            self._apply(await self._desk.run(lambda: self._visit([last])))
        self.closed = self.closed or "left"
        self._wake.set()
        await self._ended.wait()
        core, files = self._core, self._files
        if files is not None:
            over = isinstance(core, Table) and core.over and not core.machine.stopped
            await self._desk.run(lambda: files.close(over=over))
        await asyncio.get_running_loop().run_in_executor(None, self._bots.close)
        await asyncio.get_running_loop().run_in_executor(None, self._desk.close)

    async def _rest(self) -> None:
        """Until something is posted or the core wants to be woken."""
        if self._inbox:
            return
        pause: float | None = None
        if self._wake_at_ms is not None:
            pause = max(0, self._wake_at_ms - self._now_ms()) / 1000
        if self.snapshot is not None and self.snapshot.waiting:
            pause = SLOWEST_TICK_MS / 1000 if pause is None else min(pause, SLOWEST_TICK_MS / 1000)
        try:
            async with asyncio.timeout(pause):
                await self._wake.wait()
        except TimeoutError:
            return

    # --- at the desk ----------------------------------------------------------------

    def _visit(self, calls: Sequence[Call]) -> _Outcome:
        """One visit: what was asked for, saved with one flush. Runs on the desk's thread.

        Ends early once it was long, so that nothing made waits for the proofs of a shuffle to be checked.
        """
        begun, count = self._now_ms(), 0
        effects: list[Effect | LobbyEffect] = []
        refusals: list[Refusal] = []
        trouble = ""
        for call in calls:
            done = call(self._core, self._now_ms())
            if isinstance(done, Refusal):
                refusals.append(done)
            else:
                effects += done
            effects += self._scored()
            count += 1
            if self._now_ms() - begun >= LONG_VISIT_MS:
                break
        for signed in [effect for effect in effects if isinstance(effect, Begun)]:
            if isinstance(self._core, Lobby):
                try:
                    self._core, self._files = self._begin(signed.genesis, self._core)
                    self._patient(self._core, self._own_bot)
                except (GameFileError, RulesError, TermsError) as error:
                    effects.append(Closed(str(error)))  # the others go on without this laptop
                else:
                    effects += self._core.start(self._now_ms())
                    for key in list(self._linked):
                        effects += self._core.link_up(key, self._now_ms())
        if self._files is not None:
            well = not self._files.trouble
            self._keep_chat(self._files)
            effects = list(self._files.keep(effects))  # type: ignore[arg-type]
            trouble = trouble or self._files.trouble
            if well and trouble and isinstance(self._core, Table):
                effects += self._core.save_failed(self._files.lost, self._now_ms())
        core = self._core
        ejected, self._hostile = tuple(self._hostile.items()), {}
        return _Outcome(
            tuple(effects),
            core.snapshot(self._now_ms()),
            core.wake_at_ms,
            tuple(refusals),
            self._question() if self._own_bot else None,
            None if self._own_bot else self._itself(),
            trouble,
            ejected,
            count,
        )

    def _keep_chat(self, files: TableFiles) -> None:
        """What was said goes to its own file; what a table from a file began with is there already."""
        if not isinstance(self._core, Table):
            return
        remarks = self._core.chat.remarks
        if self._chat is None:
            self._chat = ChatFile(files.path, remarks[-1].number if remarks else 0)
        self._chat.keep(remarks)

    def _judged(self, key: bytes, effects: Sequence[Effect | LobbyEffect]) -> Sequence[Effect | LobbyEffect]:
        """The effects of a frame of that laptop; what was refused counts against it."""
        for effect in effects:
            if isinstance(effect, Happened) and effect.event == "refused":
                data = dict(effect.data)
                if self._guard.refused(key, bool(data.get("hard"))):
                    self._hostile.setdefault(key, f"sent what is not understood ({data['why']})")
        return effects

    @staticmethod
    def _patient(core: Core, own_bot: str) -> None:
        """Where a bot answers for the person, nobody is asked whether a bot should play for a missing one."""
        if isinstance(core, Table):
            core.patience = not own_bot

    def _scored(self) -> list[Effect | LobbyEffect]:
        """An event with the digest for every hand that was scored since the last look."""
        core = self._core
        if not isinstance(core, Table):
            return []
        hands = len(core.machine.state.history)
        if hands == self._hands:
            return []
        self._hands = hands
        data = (("number", hands), ("step", core.step), ("digest", core.ledger.chain.hex()))
        return [Happened("scored", data)]

    def _question(self) -> Question | None:
        """The choice of the own seat, if it is due."""
        core = self._core
        if not isinstance(core, Table) or core.pending:
            return None
        seat = core.seat()
        if seat is None or not core.asked:
            return None
        game, state, mine = core.terms.game, core.machine.state, core.mine(seat)
        legal = game.legal(state, seat, mine)
        if not legal.offers:
            return None
        return Question(core.step, game.view(state, seat, mine), legal, core.machine.digest())

    def _itself(self) -> tuple[tuple[int, bytes], Choice] | None:
        """What the program chooses for its person: there is nothing to choose."""
        core = self._core
        choice = core.by_itself if isinstance(core, Table) and not core.pending else None
        if choice is None or not isinstance(core, Table):
            return None
        return (core.step, core.machine.digest()), choice

    def _chosen(self, core: Core, action: Choice, step: int, now_ms: int) -> Sequence[Effect] | Refusal:
        if not isinstance(core, Table):
            return []
        moment = Moment(core.machine.state, core.mine(action.seat), action)
        done = core.submit(action, step, now_ms)
        if not isinstance(done, Refusal):
            self._moments.note(moment)
        return done

    # --- on the loop ----------------------------------------------------------------

    def _apply(self, outcome: _Outcome) -> None:
        self._wake_at_ms = outcome.wake_at_ms
        for effect in outcome.effects:
            match effect:
                case Send(to, frame):
                    self._links.send(to, frame)
                case AskBot():
                    self._spawn(self._ask(effect))
                case Addresses(peers):
                    self._links.reach(peers)
                case Closed(why):
                    self.closed = why
                case Happened(event, data):
                    self._on_event(event, dict(data))
                case _:
                    pass  # Said: the line stands in the snapshot; Begun: done at the desk
        for key, why in outcome.ejected:
            self._eject(key, why)
        if outcome.refusals:
            self.refusal, self._refused_at = str(outcome.refusals[-1]), outcome.snapshot.step
        elif outcome.snapshot.pending or outcome.snapshot.step != self._refused_at:
            self.refusal = ""
        if outcome.question is not None and (outcome.question.step, outcome.question.on) != self._answered:
            self._answered = outcome.question.step, outcome.question.on
            self._spawn(self._answer(outcome.question))
        if outcome.itself is not None and outcome.itself[0] != self._answered:
            self._answered, choice = outcome.itself
            self._spawn(self._make_itself(self._answered[0], choice))
        self.snapshot = self._completed(outcome.snapshot, outcome.trouble)
        self._on_change()

    def _completed(self, snapshot: Snapshot, trouble: str) -> Snapshot:
        """With what only the network and the disk know."""
        keys = self._core.terms.keys if isinstance(self._core, Table) else {}
        laptops = tuple(
            replace(laptop, rtt_ms=self._links.rtt_ms(keys[laptop.member]))
            if laptop.member in keys
            else laptop
            for laptop in snapshot.laptops
        )
        snapshot = self._hinted(snapshot)
        return replace(snapshot, laptops=laptops, notice=trouble or self.refusal or snapshot.notice)

    def _eject(self, key: bytes, why: str) -> None:
        """End a link for what came over it. The people are told by ``link_down``, which follows."""
        self._on_event("hostile", {"peer": key.hex(), "why": why})
        _log.warning("the link to %s is ended: it %s", key.hex()[:8], why)
        self._links.bar(key, why, self._guard.eject(key))

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, ask: AskBot) -> None:
        choice = await self._think(ask.bot, ask.hand, ask.view, ask.legal)
        self.post(
            lambda core, now: core.bot_answer(ask.number, choice, now) if isinstance(core, Table) else []
        )

    async def _answer(self, question: Question) -> None:
        choice = await self._think(self._own_bot, question.view.hand_number, question.view, question.legal)
        self.post(
            lambda core, now: core.submit(choice, question.step, now) if isinstance(core, Table) else []
        )

    async def _advise(self) -> None:
        """Find a hint for the choice that is due, if one is; the snapshot brings it."""
        question = await self._desk.run(self._question)
        if question is None or not isinstance(self._core, Table):
            return
        game = self._core.terms.game
        found = await self._bots.advise(question.view.hand_number, question.view, question.legal, game)
        lines = tuple(HintLine(one.choice, one.points, one.spread, one.reason) for one in found)
        self._hint = Hint(question.step, lines)
        self._renew()

    async def _look_back(self) -> None:
        """Review the person's last hand; the snapshots bring it as it grows."""
        if not isinstance(self._core, Table):
            return
        async for review in self._moments.looked_at(self._core.terms.game, self._bots):
            self._review = review
            self._renew()

    async def _make_itself(self, step: int, choice: Choice) -> None:
        await asyncio.sleep(self._pace_ms / 1000)
        self.post(lambda core, now: core.submit(choice, step, now) if isinstance(core, Table) else [])

    def _renew(self) -> None:
        """The snapshot again, with what bots found out since."""
        if self.snapshot is not None:
            self.snapshot = self._hinted(self.snapshot)
            self._on_change()

    def _hinted(self, snapshot: Snapshot) -> Snapshot:
        """With the hint, as long as its choice is due, and the review of the last hand."""
        hint = self._hint if self._hint is not None and self._hint.step == snapshot.step else None
        return replace(snapshot, adviser=bool(self._bots.adviser), hint=hint, review=self._review)

    async def _think(self, bot: str, hand: int, view: View, legal: Legal) -> Choice:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        game = self._core.terms.game if isinstance(self._core, Table) else None
        answer = await self._bots.ask(bot, hand, view, legal, game=game)
        if answer.trouble:
            _log.warning("%s", answer.trouble)
            self._on_event("bot", {"bot": bot, "seat": view.viewer, "why": answer.trouble})
            self.post(lambda core, now: _noted(core, Line(answer.trouble, view.viewer)))
        await asyncio.sleep(max(0.0, begun + self._pace_ms / 1000 - loop.time()))
        return answer.choice


def _noted(core: Core, line: Line) -> Sequence[Effect | LobbyEffect]:
    """One line of the log panel, on this laptop alone."""
    if isinstance(core, Table):
        core.diary.keep(line)
    return []


def _gone(core: Core, key: bytes, gone: Gone, now_ms: int) -> Sequence[Effect | LobbyEffect]:
    """Tell the core, and at a table the people too, why somebody went (F33)."""
    if isinstance(core, Table):
        member = core.terms.number(key)
        if member is not None:
            core.diary.keep(Line(gone.sentence(core.terms.member_names[member])))
    return core.link_down(key, now_ms)
