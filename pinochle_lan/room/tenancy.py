"""The one room that is open in a house, and what follows from its table without a person.

Owns who is let in at once, what is announced, the note beside the game file, and how a room ends. Knows no
intents and no lobby.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from pinochle_lan.log.signing import Identity
from pinochle_lan.net.errors import Gone, Reason
from pinochle_lan.profile import Profile
from pinochle_lan.room import lists
from pinochle_lan.room.bots import Bots
from pinochle_lan.room.clerk import Call, Core
from pinochle_lan.room.doors import Doors
from pinochle_lan.room.files import TableFiles
from pinochle_lan.room.keeper import Keeper
from pinochle_lan.room.plugins import Stock
from pinochle_lan.room.reach import Reach
from pinochle_lan.room.room import Links, Room
from pinochle_lan.room.worker import Worker
from pinochle_lan.table.door import Founding
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.table.table import Table

_log: Final = logging.getLogger(__name__)


class Tenancy:
    """At most one room at a time."""

    def __init__(
        self,
        profile: Profile,
        identity: Identity,
        *,
        doors: Doors,
        stock: Stock,
        reach: Reach,
        seed: str,
        own_bot: str,
        admit_all: bool,
        pace_ms: int,
        on_event: Callable[[str, dict[str, object]], None],
        on_change: Callable[[], None],
        on_end: Callable[[str], None],
        now_ms: Callable[[], int],
    ) -> None:
        """``on_change``: the table's snapshot is new. ``on_end``: it closed by itself, for that reason."""
        self._profile = profile
        self._identity = identity
        self._doors = doors
        self._stock = stock
        self._reach = reach
        self._seed = seed
        self._own_bot = own_bot
        self._admit_all = admit_all
        self._pace_ms = pace_ms
        self._on_event = on_event
        self._on_change = on_change
        self._on_end = on_end
        self._now = now_ms
        self._running: asyncio.Task[None] | None = None
        self._dropping: asyncio.Task[None] | None = None
        self._keeper: Keeper | None = None
        self.room: Room | None = None
        self.alone = False
        """The room is a table against bots: no network."""
        self.friends: tuple[bytes, ...] = ()
        """Keys that a table opened by "play again" lets in at once."""

    def enter(
        self, core: Core, links: Links, files: TableFiles | None = None, *, alone: bool = False
    ) -> None:
        """Open the room of a table; there must be none."""
        self.alone = alone
        registry = self._stock.games.registry
        self.room = Room(
            core,
            links=links,
            bots=Bots(registry.opponents, self._seed, worker=Worker(registry, self._seed)),
            begin=lambda genesis, lobby: self._doors.begin(genesis, lobby, self._now()),
            files=files,
            on_change=self._changed,
            on_event=self._on_event,
            now_ms=self._now,
            own_bot=self._own_bot,
            pace_ms=self._pace_ms,
        )
        if self._reach.network is not None:
            for key, state in self._reach.network.links().items():
                if state.up:
                    self.room.link_up(key)
        self._running = asyncio.get_running_loop().create_task(self.room.run())
        self._running.add_done_callback(partial(self._room_ended, self.room))

    async def close(self, gone: Gone) -> None:
        """Leave the room, if there is one; the others are told why."""
        room, self.room = self.room, None
        self.alone = False
        self.friends = ()
        self._keeper = None
        if room is None:
            return
        await room.close(lambda core, now: core.leave(now))
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)
        network = self._reach.network
        if network is not None:
            network.announce(None)
            network.leave(list(network.links()), gone)

    def end_evening(self) -> None:
        """The score stands as it is: the game is not offered again."""
        if self._keeper is not None:
            self._keeper.end()

    def post(self, call: Call) -> None:
        """Have the table do something."""
        if self.room is not None:
            self.room.post(call)

    def link(self, call: Callable[[Room], None]) -> None:
        """Tell the room of a link."""
        if self.room is not None:
            call(self.room)

    def found(self, call: Call) -> None:
        """What only a founder does."""
        self.post(lambda core, now: call(core, now) if isinstance(core, Founding) else [])

    def at_table(self, call: Call) -> None:
        """What can be done once the game is under way."""
        self.post(lambda core, now: call(core, now) if isinstance(core, Table) else [])

    def admit(self, key: bytes, yes: bool) -> None:
        """The person's yes or no to a laptop that knocks, before the game or under way."""
        self.post(lambda core, now: core.admit(key, yes, now) if isinstance(core, Founding | Table) else [])

    def _room_ended(self, room: Room, run: asyncio.Task[None]) -> None:
        if run.cancelled() or run.exception() is None:
            return
        error = run.exception()
        _log.error("the room failed", exc_info=error)
        halt = room.failed(error) if error is not None else None
        if halt is not None and room.snapshot is not None:
            room.snapshot = replace(room.snapshot, halt=halt)
            self._tend(room, room.snapshot)
        said = f"The table failed on this laptop: {error}. Go on with it from the list."
        room.closed = said if halt is None else halt.sentence
        self._changed()

    def _changed(self) -> None:
        """The room's snapshot is new, or it closed."""
        room = self.room
        if room is None:
            return
        if room.closed:
            if self._dropping is None:
                self._dropping = asyncio.get_running_loop().create_task(self._drop(room.closed))
            return
        if room.snapshot is not None:
            self._tend(room, room.snapshot)
        self._on_change()

    def _tend(self, room: Room, snapshot: Snapshot) -> None:
        """What follows from a snapshot without a person: the door, the announcement, the note."""
        for key, _ in snapshot.requests:
            if self._admit_all or key in self.friends:
                self.admit(key, True)
        network = self._reach.network
        if network is not None and not self.alone:
            me, name = self._identity.key, self._profile.settings.name
            network.announce(lists.notice(snapshot, room.genesis, me, name, self._stock.games))
        if room.genesis is not None:
            if self._keeper is None:
                self._keeper = Keeper(self._profile, Path(room.file))
                if room.genesis.base is not None:
                    people = [person.name for person in snapshot.people if not person.bot]
                    self._doors.continued(room.genesis.base[0], people)
            links = {} if network is None else network.links()
            self._keeper.keep(snapshot, room.members, links)

    async def _drop(self, why: str) -> None:
        """The table ended by itself: back to the lobby, which says why."""
        await self.close(Gone(Reason.LEFT))
        self._dropping = None
        self._on_end(why)
