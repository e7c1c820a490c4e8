"""One table on this laptop: what comes of its core to disk, network and bots.

Owns the order of things: what is posted is done at the desk by the ``Clerk``, who saves; what came of it is
sent, asked and shown here, on the event loop. Order is a law: saved, then sent. Knows no rules, and nothing
of a frame but its length.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Protocol

from pinochle_lan.log.genesis import Genesis, Member
from pinochle_lan.net.errors import Gone, Reason
from pinochle_lan.room.bots import Bots
from pinochle_lan.room.clerk import Call, Clerk, Core, Effects, Outcome
from pinochle_lan.room.desk import Desk
from pinochle_lan.room.files import TableFiles
from pinochle_lan.room.guard import Guard
from pinochle_lan.room.hints import Hints
from pinochle_lan.room.inbox import OWN, Inbox, Item
from pinochle_lan.room.review import Moments
from pinochle_lan.room.turns import Turns
from pinochle_lan.rules.actions import Choice
from pinochle_lan.table import looking
from pinochle_lan.table.effects import Addresses, AskBot, Closed, Happened, Send
from pinochle_lan.table.lobby import Lobby
from pinochle_lan.table.snapshot import Halt, Line, Snapshot
from pinochle_lan.table.table import Table

_log: Final = logging.getLogger(__name__)

SLOWEST_TICK_MS: Final = 1_000
"""Waiting times on screen count seconds: look again this often while the table waits for somebody."""

GRACE_S: Final = 10.0
"""How long a chair is kept for a laptop that is out of reach."""


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
        self._links = links
        self._bots = bots
        self._on_change = on_change
        self._on_event = on_event
        self._now_ms = now_ms
        self._desk = Desk("table")
        self._guard = Guard()
        self._linked: dict[bytes, None] = {}
        self._lost: dict[bytes, asyncio.TimerHandle] = {}
        """Laptops out of reach whose chairs are kept for a moment."""
        moments = Moments()
        self._clerk = Clerk(
            core,
            files=files,
            begin=begin,
            guard=self._guard,
            linked=self._linked,
            moments=moments,
            own_bot=own_bot,
            now_ms=now_ms,
        )
        self._turns = Turns(
            bots,
            own_bot=own_bot,
            pace_ms=pace_ms,
            game=lambda: self._clerk.game,
            post=self.post,
            spawn=self._spawn,
            on_event=on_event,
        )
        self._hints = Hints(bots, moments, self._renew)
        self._inbox = Inbox()
        self._wake = asyncio.Event()
        self._ended = asyncio.Event()
        self._wake_at_ms: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._refused_at = -1
        self.snapshot: Snapshot | None = None
        """The newest; None before the first visit to the desk."""
        self.closed = ""
        """Why this laptop is not at the table any more."""
        self.refusal = ""
        """Why the last choice was refused; empty once one was accepted or the table moved on."""

    @property
    def genesis(self) -> Genesis | None:
        """What was signed; None while the table is set up."""
        core = self._clerk.core
        return core.terms.genesis if isinstance(core, Table) else None

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody at the table under way, who came late too."""
        core = self._clerk.core
        return core.terms.members if isinstance(core, Table) else ()

    @property
    def file(self) -> str:
        """The game file's path; empty while the table is set up."""
        files = self._clerk.files
        return "" if files is None else str(files.path)

    def failed(self, error: BaseException) -> Halt | None:
        """What is at fault if a plugin's code ended the run; None if it was not a plugin."""
        core = self._clerk.core
        return looking.failed(core, error) if isinstance(core, Table) else None

    def post(self, call: Call, sender: bytes = OWN, size: int = 0) -> None:
        """Have the core do something, in order; ``sender``: whose frame of ``size`` bytes it is about."""
        self._inbox.post(Item(call, sender, size))
        self._wake.set()

    def receive(self, key: bytes, frame: bytes) -> None:
        """A frame of a linked laptop came; one that sends more than is read loses its link."""
        if self._guard.takes(key, len(frame), self._now_ms()):
            self.post(lambda core, now: self._clerk.received(key, frame, now), key, len(frame))
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
        self.post(lambda core, now: self._clerk.chosen(action, step, now))

    def link_up(self, key: bytes) -> None:
        """A laptop is linked, or its link was renewed."""
        self._linked[key] = None
        self._guard.linked(key)
        lost = self._lost.pop(key, None)
        if lost is not None:
            lost.cancel()
        self.post(lambda core, now: core.link_up(key, now), key)

    def link_down(self, key: bytes, gone: Gone) -> None:
        """A laptop is not linked any more."""
        self._linked.pop(key, None)
        if isinstance(self._clerk.core, Lobby) and gone.reason is Reason.LOST:
            # Before the game begins a lost laptop loses its chair: not for two seconds of bad radio.
            later = asyncio.get_running_loop().call_later(GRACE_S, self._went, key, gone)
            self._lost[key] = later
        else:
            self._went(key, gone)

    def _went(self, key: bytes, gone: Gone) -> None:
        self._lost.pop(key, None)
        self.post(lambda core, now: _gone(core, key, gone, now), key)

    async def run(self) -> None:
        """Do what is posted and tick when the core wants it, until ``close``."""
        self.post(lambda core, now: core.start(now))
        try:
            while not self.closed:
                items = self._inbox.take() or [Item(lambda core, now: core.tick(now))]
                self._wake.clear()
                outcome = await self._desk.run(partial(self._clerk.visit, [item.call for item in items]))
                self._inbox.back(items[outcome.done :])
                for item in items[: outcome.done]:
                    self._guard.read(item.sender, item.size)
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
            self._apply(await self._desk.run(lambda: self._clerk.visit([last])))
        self.closed = self.closed or "left"
        self._wake.set()
        await self._ended.wait()
        await self._desk.run(self._clerk.close)
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

    # --- what came of a visit

    def _apply(self, outcome: Outcome) -> None:
        self._wake_at_ms = outcome.wake_at_ms
        for effect in outcome.effects:
            match effect:
                case Send(to, frame):
                    self._links.send(to, frame)
                case AskBot():
                    self._turns.ask(effect)
                case Addresses(peers):
                    self._links.reach(peers)
                case Closed(why):
                    self.closed = why
                case Happened(event, data):
                    self._on_event(event, dict(data))
                case _:
                    pass  # Said: the line stands in the snapshot; Begun: done at the desk
        for key, why in outcome.ejected:
            if key in self._linked:
                self._eject(key, why)
        if outcome.refusals:
            self.refusal, self._refused_at = str(outcome.refusals[-1]), outcome.snapshot.step
        elif outcome.snapshot.pending or outcome.snapshot.step != self._refused_at:
            self.refusal = ""
        self._turns.follow(outcome)
        self.snapshot = self._completed(outcome.snapshot, outcome.trouble)
        self._on_change()

    def _completed(self, snapshot: Snapshot, trouble: str) -> Snapshot:
        """With what only the network and the disk know."""
        core = self._clerk.core
        keys = core.terms.keys if isinstance(core, Table) else {}
        laptops = tuple(
            replace(laptop, rtt_ms=self._links.rtt_ms(keys[laptop.member]))
            if laptop.member in keys
            else laptop
            for laptop in snapshot.laptops
        )
        snapshot = self._hints.onto(snapshot)
        return replace(snapshot, laptops=laptops, notice=trouble or self.refusal or snapshot.notice)

    def _eject(self, key: bytes, why: str) -> None:
        """End a link for what came over it. The people are told by ``link_down``, which follows."""
        core = self._clerk.core
        member = core.terms.number(key) if isinstance(core, Table) else None
        name = "" if member is None or not isinstance(core, Table) else core.terms.member_names[member]
        self._on_event("hostile", {"peer": key.hex(), "name": name, "why": why})
        _log.warning("the link to %s is ended: it %s", key.hex()[:8], why)
        self._inbox.drop(key)
        self._links.bar(key, why, self._guard.eject(key))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _advise(self) -> None:
        """A hint for the choice that is due, if one is; the snapshot brings it."""
        due = await self._desk.run(self._clerk.due)
        game = self._clerk.game
        if due is not None and game is not None:
            await self._hints.advise(due, game)

    async def _look_back(self) -> None:
        """The review of the person's last hand; the snapshots bring it as it grows."""
        game = self._clerk.game
        if game is not None:
            await self._hints.look_back(game)

    def _renew(self) -> None:
        """The snapshot again, with what bots found out since."""
        if self.snapshot is not None:
            self.snapshot = self._hints.onto(self.snapshot)
            self._on_change()


def _gone(core: Core, key: bytes, gone: Gone, now_ms: int) -> Effects:
    """Tell the core, and at a table the people too, why somebody went (F33)."""
    if isinstance(core, Table):
        member = core.terms.number(key)
        if member is not None:
            core.diary.keep(Line(gone.sentence(core.terms.member_names[member])))
        return core.link_down(key, now_ms, cast_out=gone.reason in (Reason.FAULT, Reason.SLOW))
    return core.link_down(key, now_ms)
