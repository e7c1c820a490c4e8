"""The program behind the window: one network thread with an event loop, the lobby, and at most one room.

Intents come in over the bridge, fronts go out. The window's thread never waits for anything here; what takes
long runs as a task of the loop or at the room's desk. Idle, it does nothing but answer heartbeats.
"""

from __future__ import annotations

import asyncio
import logging
import platform
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from pinochle_lan import ENGINE, PROTOCOL
from pinochle_lan import bridge as wishes
from pinochle_lan.bridge import Bridge, Front, Intent, Lobby
from pinochle_lan.log.gamefile import GameFileError
from pinochle_lan.log.signing import Identity
from pinochle_lan.net import code as codes
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.check import check
from pinochle_lan.net.doctor import diagnose
from pinochle_lan.net.errors import Gone, NetError, Reason
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.profile import Profile, ProfileError
from pinochle_lan.room import lists
from pinochle_lan.room.bots import Bots
from pinochle_lan.room.doors import Doors, new_secret
from pinochle_lan.room.files import TableFiles
from pinochle_lan.room.finder import find
from pinochle_lan.room.games import Games
from pinochle_lan.room.keeper import Keeper
from pinochle_lan.room.network import Network, NoNetwork
from pinochle_lan.room.room import Call, Core, Links, Room
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.table.door import Founding
from pinochle_lan.table.lobby import Lobby as Setup
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.table.table import Table
from pinochle_lan.table.terms import TermsError

_log: Final = logging.getLogger(__name__)

BLOCKED_S: Final = 10.0
"""After so long without a table the lobby is told again, so that it can say what may be wrong (F46)."""


class House:
    """Start it, post intents on the bridge, stop it. A context manager that stops."""

    def __init__(
        self,
        profile: Profile,
        registry: Registry,
        bridge: Bridge,
        *,
        seed: str,
        own_bot: str = "",
        admit_all: bool = False,
        pace_ms: int = 0,
        on_event: Callable[[str, dict[str, object]], None] = lambda event, data: None,
    ) -> None:
        """``seed`` sets the chances of bots. ``own_bot`` answers for this laptop's person.

        ``admit_all``: a table founded here lets everybody in who knocks. ``pace_ms``: the least time a bot
        takes. ``on_event`` is called on the network thread.
        """
        self._profile = profile
        self._bridge = bridge
        self._seed = seed
        self._own_bot = own_bot
        self._admit_all = admit_all
        self._pace_ms = pace_ms
        self._on_event = on_event
        self._games = Games(registry)
        self._identity = Identity(profile.identity)
        self._doors = Doors(profile, self._games, self._identity)
        self._variants = lists.variants(registry)
        self._opponents = lists.opponents(registry)
        self._thread = threading.Thread(target=self._main, name="network", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = threading.Event()
        self._knock = asyncio.Event()
        self._network: Network | None = None
        self._room: Room | None = None
        self._running: asyncio.Task[None] | None = None
        """The room's run."""
        self._dropping: asyncio.Task[None] | None = None
        self._keeper: Keeper | None = None
        self._alone = False
        """The room is a table against bots: no network."""
        self._friends: tuple[bytes, ...] = ()
        """Keys that a table opened by "play again" lets in at once."""
        self._again = b""
        """Key of the founder whose next table is waited for after "play again"."""
        self._joining = ""
        self._problem = ""
        self._saved: tuple[wishes.SavedGame, ...] = ()
        self._check: tuple[str, ...] = ()
        self._checking: asyncio.Task[None] | None = None

    def __enter__(self) -> House:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self, timeout: float = 8.0) -> None:
        """Leave the table, say goodbye, end the thread. Safe to call twice or before ``start``."""
        self._stopping.set()
        self._wake()
        if self._thread.is_alive():
            self._thread.join(timeout)

    # --- the network thread ---------------------------------------------------------

    def _main(self) -> None:
        try:
            asyncio.run(self._run())
        except Exception as error:  # noqa: BLE001 - the last door of the thread: the window must learn of it
            _log.exception("the network thread ended")
            self._problem = f"The table's part of the program failed: {error}. Start pinochle-lan again."
            self._publish()

    def _wake(self) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(self._knock.set)
            except RuntimeError:
                return  # the loop ended in this moment: nobody is left to wake

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._bridge.connect(on_intent=self._wake)
        self._saved = lists.saved(self._profile)
        self._publish()
        await self._connect()
        try:
            while not self._stopping.is_set():
                self._knock.clear()
                for intent in self._bridge.take():
                    await self._obey(intent)
                self._publish()
                if not self._stopping.is_set():
                    await self._knock.wait()
        finally:
            self._bridge.connect(on_intent=lambda: None)
            if self._checking is not None:
                self._checking.cancel()
                await asyncio.gather(self._checking, return_exceptions=True)
            await self._close_room(Gone(Reason.CLOSED))
            await self._disconnect()

    async def _connect(self) -> None:
        """Have a network, if there is none; the lobby says why if there cannot be one."""
        if self._network is not None:
            return
        network = Network(
            self._profile.identity,
            name=lambda: self._profile.settings.name,
            tables=self._table_ids,
            on_up=lambda key: self._link(lambda room: room.link_up(key)),
            on_frame=lambda key, frame: self._link(lambda room: room.receive(key, frame)),
            on_down=lambda key, gone: self._link(lambda room: room.link_down(key, gone)),
            on_change=self._heard,
            allowed=lambda key: self._room is not None,
            on_fault=self._fault,
        )
        try:
            await network.start()
        except NetError as error:
            self._problem = str(error)
            await network.close()
            return
        self._network = network
        self._tell_later()

    async def _disconnect(self) -> None:
        """A table against bots needs no network and gets none."""
        if self._network is not None:
            network, self._network = self._network, None
            await network.close(Gone(Reason.CLOSED))

    def _fault(self, key: bytes, host: str, gone: Gone) -> None:
        """A link that broke the protocol is named: by its key once that is proved, else by its address."""
        self._on_event("link-fault", {"peer": key.hex(), "host": host, "why": gone.words})

    def _tell_later(self) -> None:
        asyncio.get_running_loop().call_later(BLOCKED_S, self._publish)

    # --- intents --------------------------------------------------------------------

    async def _obey(self, intent: Intent) -> None:
        """Do what the person wants; what cannot be done is one sentence in the lobby."""
        try:
            await self._do(intent)
        except (NetError, RulesError, TermsError, GameFileError, ProfileError) as error:
            self._joining = ""
            self._problem = str(error)

    async def _do(self, intent: Intent) -> None:
        match intent:
            case wishes.SetName(name):
                self._profile.save_name(name)
            case wishes.Search():
                self._problem = ""
                await self._connect()
                if self._network is not None:
                    self._network.discovery.refresh()
                    self._tell_later()
            case wishes.RunCheck():
                if self._checking is None:
                    self._checking = asyncio.get_running_loop().create_task(self._look_around())
            case wishes.OpenTable():
                await self._open(intent)
            case wishes.JoinTable():
                await self._join(intent)
            case wishes.ContinueGame(file):
                await self._continue(Path(file))
            case wishes.PlayAgain():
                await self._play_again()
            case wishes.LeaveTable():
                await self._leave()
            case wishes.EndEvening():
                if self._keeper is not None:
                    self._keeper.end()
                await self._leave()
            case wishes.ChangeTable(variant, options):
                terms, game = self._games.terms(bytes(16), variant, dict(options))
                changed = (variant, terms.options, terms.plugins, game.seats)
                self._found(lambda core, now: core.change(*changed, now))
            case wishes.SeatBot(seat, bot):
                self._found(lambda core, now: core.seat_bot(seat, bot, now))
            case wishes.Admit(key, yes):
                self._found(lambda core, now: core.admit(key, yes, now))
            case wishes.SitDown(seat):
                self._post(lambda core, now: core.sit(seat, now) if isinstance(core, Setup) else [])
            case wishes.ReadyUp(ready):
                self._post(partial(_ready, yes=ready))
            case wishes.LetBotPlay(member):
                self._post(
                    lambda core, now: core.let_bot_play(member, now) if isinstance(core, Table) else []
                )
            case wishes.AskHint():
                if self._room is not None:
                    self._room.hint()
            case wishes.Act(action, step):
                self._post(
                    lambda core, now: core.submit(action, step, now) if isinstance(core, Table) else []
                )

    async def _look_around(self) -> None:
        """Why are no tables seen? The answer stands in the lobby until the next check."""
        try:
            facts = await check((PROTOCOL, ENGINE), (), self._looking)
            self._check = diagnose(facts).lines()
        except OSError as error:
            self._check = (f"The check failed: {error}. Join by code or address.",)
        finally:
            self._checking = None
        self._publish()

    def _looking(self, words: str) -> None:
        self._check = (words,)
        self._publish()

    async def _open(self, opening: wishes.OpenTable) -> None:
        await self._begin_anew()
        if opening.alone:
            self._alone = True
            await self._disconnect()
            self._enter(self._doors.founding(opening, None, "", ()), NoNetwork())
            self._post(partial(_ready, yes=True))
            return
        await self._connect()
        if self._network is None:
            return
        secret = new_secret() if opening.locked else None
        code = ""
        if secret is not None:
            made = codes.codes(self._network.own(), self._network.mesh.port, secret)
            code = str(made[0][1]) if made else ""
        self._enter(self._doors.founding(opening, secret, code, self._network.told()), self._network)

    async def _join(self, joining: wishes.JoinTable) -> None:
        await self._begin_anew()
        kept = self._doors.kept(joining.table_id) if joining.table_id else None
        if kept is not None:
            await self._continue(kept)
            return
        await self._connect()
        if self._network is None:
            return
        door = await find(self._network, joining, self._trying)
        self._joining = ""
        self._network.mesh.want(door.key, ())
        told = self._network.told()
        core = self._doors.joining(door.key, door.secret, door.code, joining.table_id, told)
        self._enter(core, self._network)

    def _trying(self, words: str) -> None:
        self._joining = words
        self._publish()

    async def _continue(self, path: Path) -> None:
        await self._begin_anew()
        loop = asyncio.get_running_loop()
        table, files = await loop.run_in_executor(None, self._doors.again, path, self._now())
        others = [m.key for m in table.terms.genesis.members if m.key != self._identity.key]
        if not others:
            self._alone = True
            await self._disconnect()
            self._enter(table, NoNetwork(), files)
            return
        await self._connect()
        if self._network is None:
            files.close(over=False)
            return
        note = self._profile.note(path)
        known = {} if note is None else {seen.key: seen.addresses for seen in note.peers}
        for key in others:
            self._network.mesh.want(key, [Address(*where) for where in known.get(key, ())])
        self._enter(table, self._network, files)
        self._network.discovery.refresh()

    async def _play_again(self) -> None:
        """The founder opens the same table anew; the others wait for it in the list and join."""
        room = self._room
        if room is None or room.snapshot is None or room.genesis is None:
            return
        genesis, alone = room.genesis, self._alone
        if alone or genesis.members[0].key == self._identity.key:
            bots = tuple((chair, seat.bot) for chair, seat in enumerate(genesis.seats) if seat.bot)
            name, locked = room.snapshot.name, bool(room.snapshot.code)
            await self._open(
                wishes.OpenTable(name, genesis.variant, genesis.options, bots, alone=alone, locked=locked)
            )
            self._friends = tuple(member.key for member in genesis.members)
            return
        await self._begin_anew()
        self._again = genesis.members[0].key
        self._joining = f"Waiting for {genesis.members[0].name}'s new table ..."
        self._heard()

    async def _leave(self) -> None:
        await self._begin_anew()
        self._saved = lists.saved(self._profile)
        self._publish()
        await self._connect()

    async def _begin_anew(self) -> None:
        """Nothing is open, nothing is waited for, nothing is wrong."""
        await self._close_room(Gone(Reason.LEFT))
        self._again = b""
        self._joining = self._problem = ""

    # --- the room -------------------------------------------------------------------

    def _enter(self, core: Core, links: Links, files: TableFiles | None = None) -> None:
        self._room = Room(
            core,
            links=links,
            bots=Bots(self._games.registry.opponents, self._seed),
            begin=lambda genesis, lobby: self._doors.begin(genesis, lobby, self._now()),
            files=files,
            on_change=self._changed,
            on_event=self._on_event,
            now_ms=self._now,
            own_bot=self._own_bot,
            pace_ms=self._pace_ms,
        )
        if self._network is not None:
            for key, state in self._network.links().items():
                if state.up:
                    self._room.link_up(key)
        self._running = asyncio.get_running_loop().create_task(self._room.run())
        self._running.add_done_callback(partial(self._room_ended, self._room))

    def _room_ended(self, room: Room, run: asyncio.Task[None]) -> None:
        if run.cancelled() or run.exception() is None:
            return
        _log.error("the room failed", exc_info=run.exception())
        room.closed = f"The table failed on this laptop: {run.exception()}. Go on with it from the list."
        self._changed()

    async def _close_room(self, gone: Gone) -> None:
        room, self._room = self._room, None
        self._alone = False
        self._friends = ()
        self._keeper = None
        if room is None:
            return
        await room.close(lambda core, now: core.leave(now))
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)
        if self._network is not None:
            self._network.announce(None)
            self._network.leave(list(self._network.links()), gone)

    def _post(self, call: Call) -> None:
        if self._room is not None:
            self._room.post(call)

    def _link(self, call: Callable[[Room], None]) -> None:
        if self._room is not None:
            call(self._room)

    def _found(self, call: Call) -> None:
        """What only a founder does."""
        self._post(lambda core, now: call(core, now) if isinstance(core, Founding) else [])

    def _changed(self) -> None:
        """The room's snapshot is new, or it closed."""
        room = self._room
        if room is None:
            return
        if room.closed:
            self._problem = room.closed
            if self._dropping is None:
                self._dropping = asyncio.get_running_loop().create_task(self._drop_room())
            return
        if room.snapshot is not None:
            self._tend(room, room.snapshot)
        self._publish()

    def _tend(self, room: Room, snapshot: Snapshot) -> None:
        """What follows from a snapshot without a person: the door, the announcement, the note."""
        for key, _ in snapshot.requests:
            if self._admit_all or key in self._friends:
                self._found(partial(_admit, key))
        if self._network is not None and not self._alone:
            name = self._profile.settings.name
            self._network.announce(lists.notice(snapshot, room.genesis, self._identity.key, name))
        if room.genesis is not None:
            if self._keeper is None:
                self._keeper = Keeper(self._profile, Path(room.file))
            links = {} if self._network is None else self._network.links()
            self._keeper.keep(snapshot, room.genesis, links)

    async def _drop_room(self) -> None:
        """The table ended by itself: back to the lobby, which says why."""
        await self._close_room(Gone(Reason.LEFT))
        self._dropping = None
        self._saved = lists.saved(self._profile)
        self._publish()

    # --- the network's calls --------------------------------------------------------

    def _table_ids(self) -> tuple[bytes, ...]:
        snapshot = None if self._room is None else self._room.snapshot
        return () if snapshot is None or not snapshot.table_id else (snapshot.table_id,)

    def _heard(self) -> None:
        """The list of tables or the own addresses changed."""
        network, room = self._network, self._room
        if network is not None and room is not None and room.genesis is not None:
            network.follow(room.genesis.table, [member.key for member in room.genesis.members])
        if network is not None and room is None and self._again:
            for found in network.found():
                if found.notice.founder_key == self._again and not found.notice.under_way:
                    self._again = b""
                    self._bridge.post(wishes.JoinTable(table_id=found.table_id))
                    break
        self._publish()

    # --- what the window sees -------------------------------------------------------

    def _publish(self) -> None:
        network, room = self._network, self._room
        found = () if network is None else network.found()
        lobby = Lobby(
            name=self._profile.settings.name,
            laptop=platform.node(),
            tables=tuple(lists.listed(table, self._games.registry, self._doors.kept) for table in found),
            saved=self._saved,
            variants=self._variants,
            opponents=self._opponents,
            searching_ms=0 if network is None else network.status().searching_ms,
            addresses=() if network is None else network.told(),
            joining=self._joining,
            problem=self._problem,
            check=self._check,
            checking=self._checking is not None,
        )
        table = None if room is None else room.snapshot
        self._bridge.publish(Front(lobby, table, file="" if room is None else room.file))

    def _now(self) -> int:
        assert self._loop is not None
        return int(self._loop.time() * 1000)


def _ready(core: Core, now_ms: int, *, yes: bool) -> Sequence[Any]:
    if isinstance(core, Table):
        return core.ready(now_ms) if yes else []
    return core.ready(now_ms, yes)


def _admit(key: bytes, core: Founding, now_ms: int) -> Sequence[Any]:
    return core.admit(key, True, now_ms)
