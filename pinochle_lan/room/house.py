"""The program behind the window: one network thread with an event loop, the lobby, and at most one room.

Intents come in over the bridge, fronts go out. The window's thread never waits for anything here; what takes
long runs as a task of the loop or at the room's desk. Idle, it does nothing but answer heartbeats.
"""

from __future__ import annotations

import asyncio
import logging
import platform
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from pinochle_lan import intents as wishes
from pinochle_lan import shelf, shipped
from pinochle_lan.bridge import Bridge
from pinochle_lan.form import DropPreset, SavePreset, TakePreset
from pinochle_lan.front import Front, Lobby, SavedGame
from pinochle_lan.intents import Intent
from pinochle_lan.log.gamefile import GameFileError
from pinochle_lan.log.signing import Identity
from pinochle_lan.net.errors import Gone, NetError, Reason
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.profile import Profile, ProfileError
from pinochle_lan.room import lists
from pinochle_lan.room.doors import Doors
from pinochle_lan.room.form import Forms, fitted
from pinochle_lan.room.lookout import Lookout
from pinochle_lan.room.network import Network
from pinochle_lan.room.plugins import PluginsError, Stock
from pinochle_lan.room.presets import Presets
from pinochle_lan.room.reach import Reach
from pinochle_lan.room.tenancy import Tenancy
from pinochle_lan.room.ways import Ways, ready
from pinochle_lan.rules.errors import RulesError
from pinochle_lan.rules.options import OptionValue
from pinochle_lan.table.guest import Joining
from pinochle_lan.table.snapshot import Snapshot
from pinochle_lan.table.terms import TermsError

_log: Final = logging.getLogger(__name__)


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
        self._on_event = on_event
        identity = Identity(profile.identity)
        self._stock = Stock(registry, profile.plugins)
        presets = Presets(shipped.plugins() / "presets", profile.plugins / "presets")
        self._forms = Forms(presets, self._publish)
        self._doors = Doors(profile, self._stock, identity)
        self._reach = Reach(self._new_network, self._publish)
        self._lookout = Lookout(self._publish)
        self._tenancy = Tenancy(
            profile,
            identity,
            doors=self._doors,
            stock=self._stock,
            reach=self._reach,
            seed=seed,
            own_bot=own_bot,
            admit_all=admit_all,
            pace_ms=pace_ms,
            on_event=on_event,
            on_change=self._publish,
            on_end=self._left,
            now_ms=self._now,
        )
        self._ways = Ways(
            profile,
            identity,
            doors=self._doors,
            reach=self._reach,
            tenancy=self._tenancy,
            tell=self._publish,
            now_ms=self._now,
        )
        self._thread = threading.Thread(target=self._main, name="network", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = threading.Event()
        self._knock = asyncio.Event()
        self._saved: tuple[SavedGame, ...] = ()

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
            self._ways.problem = f"The table's part of the program failed: {error}. Start pinochle-lan again."
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
        self._ways.problem = await self._reach.connect()
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
            await self._lookout.close()
            self._forms.close()
            await self._tenancy.close(Gone(Reason.CLOSED))
            await self._reach.disconnect()

    @property
    def _snapshot(self) -> Snapshot | None:
        """The table at hand."""
        room = self._tenancy.room
        return None if room is None else room.snapshot

    @property
    def _network(self) -> Network | None:
        """The network, while there is one."""
        return self._reach.network

    def _new_network(self) -> Network:
        return Network(
            self._profile.identity,
            name=lambda: self._profile.settings.name,
            tables=self._table_ids,
            on_up=lambda key: self._tenancy.link(lambda room: room.link_up(key)),
            on_frame=lambda key, frame: self._tenancy.link(lambda room: room.receive(key, frame)),
            on_down=lambda key, gone: self._tenancy.link(lambda room: room.link_down(key, gone)),
            on_change=self._heard,
            allowed=lambda key: self._tenancy.room is not None,
            on_fault=self._fault,
        )

    def _fault(self, key: bytes, host: str, gone: Gone) -> None:
        """A link that broke the protocol is named: by its key once that is proved, else by its address."""
        self._on_event("link-fault", {"peer": key.hex(), "host": host, "why": gone.words})

    # --- intents --------------------------------------------------------------------

    async def _obey(self, intent: Intent) -> None:
        """Do what the person wants; what cannot be done is one sentence in the lobby."""
        try:
            await self._do(intent)
        except PluginsError as error:
            self._stock.notice, self._stock.failed = str(error), True
        except (NetError, RulesError, TermsError, GameFileError, ProfileError) as error:
            self._ways.joining = ""
            self._ways.problem = str(error)

    async def _do(self, intent: Intent) -> None:
        tenancy = self._tenancy
        match intent:
            case wishes.SetName(name):
                self._profile.save_name(name)
            case wishes.Search():
                self._ways.problem = await self._reach.search()
            case wishes.RunCheck():
                self._lookout.begin()
            case wishes.OpenTable():
                await self._ways.open(intent)
            case wishes.JoinTable():
                await self._ways.join(intent)
            case wishes.ContinueGame(file, anew=True):
                await self._ways.go_on_anew(Path(file))
            case wishes.ContinueGame(file, ()):
                await self._ways.go_on(Path(file))
            case wishes.ContinueGame(file, without):
                await self._ways.go_on_without(Path(file), without)
                self._heard()
            case wishes.PlayAgain():
                await self._ways.play_again()
                self._heard()
            case wishes.LeaveTable():
                await self._leave()
            case wishes.EndEvening():
                tenancy.end_evening()
                await self._leave()
            case wishes.ChangeTable(variant, options):
                self._change(variant, dict(fitted(self._stock.games, variant, dict(options))))
                self._ways.problem = ""
            case SavePreset() | TakePreset() | DropPreset():
                self._forms.obey(intent, self._stock.games, self._snapshot)
                self._ways.problem = ""
            case shelf.ReloadPlugins():
                self._stock.failed = False
                await self._reload()
                self._stock.told_load()
            case shelf.SwitchPlugin(file, on):
                self._stock.switch(file, on=on)
                await self._reload()
            case shelf.AcceptPlugin(digest):
                self._stock.failed = False
                await self._accept(digest)
            case shelf.RefusePlugins():
                await self._leave()
            case wishes.LockTable(locked):
                self._ways.lock(locked)
            case wishes.SeatBot(seat, bot):
                tenancy.found(lambda core, now: core.seat_bot(seat, bot, now))
            case wishes.Admit(key, yes):
                tenancy.admit(key, yes)
            case wishes.SitDown(seat):
                tenancy.post(lambda core, now: core.sit(seat, now))
            case wishes.GiveSeat(seat, member):
                tenancy.at_table(lambda table, now: table.give_seat(seat, member, now))
            case wishes.Kick(member):
                tenancy.at_table(lambda table, now: table.kick(member, now))
            case wishes.VoidHand():
                tenancy.at_table(lambda table, now: table.void(now))
            case wishes.SetClock(seconds):
                tenancy.at_table(lambda table, now: table.set_clock(seconds, now))
            case wishes.ComeBack():
                tenancy.at_table(lambda table, now: table.come_back(now))
            case wishes.ReadyUp(yes):
                tenancy.post(partial(ready, yes=yes))
            case wishes.LetBotPlay(member):
                tenancy.at_table(lambda table, now: table.let_bot_play(member, now))
            case wishes.AskHint():
                if tenancy.room is not None:
                    tenancy.room.hint()
            case wishes.AskReview():
                if tenancy.room is not None:
                    tenancy.room.review()
            case wishes.Say(text):
                tenancy.at_table(lambda table, now: table.say(text, now))
            case wishes.PutAway(hand):
                tenancy.at_table(lambda table, now: table.put_away(hand))
            case wishes.Act(action, step):
                if tenancy.room is not None:
                    tenancy.room.choose(action, step)

    async def _leave(self) -> None:
        """Back to the lobby; the network comes back after a table against bots."""
        await self._ways.anew()
        self._saved = lists.saved(self._profile)
        self._publish()
        self._ways.problem = await self._reach.connect()

    # --- plugins --------------------------------------------------------------------

    async def _reload(self) -> None:
        """Read all plugins anew, and have the table that is set up take note."""
        loop = asyncio.get_running_loop()
        self._stock.take(await loop.run_in_executor(None, self._stock.load))
        self._tenancy.post(lambda core, now: core.plugins_changed(now) if isinstance(core, Joining) else [])
        room = self._tenancy.room
        table = None if room is None else room.snapshot
        if table is not None and table.founder and table.stage == "setup":
            self._change(table.variant, dict(table.options))

    def _change(self, variant: str, options: Mapping[str, OptionValue]) -> None:
        """Another game at the table that is set up here; its plugins as they are now. Raises RulesError."""
        terms, game = self._stock.games.terms(bytes(16), variant, options)
        changed = (variant, terms.options, terms.plugins, game.seats)
        self._tenancy.found(lambda core, now: core.change(*changed, now))

    async def _accept(self, digest: str) -> None:
        """The yes to an offer. Raises PluginsError."""
        room = self._tenancy.room
        lacks = () if room is None or room.snapshot is None else room.snapshot.lacks
        for lack in lacks:
            if lack.digest.hex() == digest and lack.source is not None:
                path = self._stock.keep(lack)
                await self._reload()
                self._stock.told_kept(lack, path)
                return
        raise PluginsError("That file is not offered any more.")

    def _left(self, why: str) -> None:
        """The table ended by itself: the lobby says why."""
        self._ways.problem = why
        self._saved = lists.saved(self._profile)
        self._publish()

    # --- the network's calls --------------------------------------------------------

    def _table_ids(self) -> tuple[bytes, ...]:
        room = self._tenancy.room
        snapshot = None if room is None else room.snapshot
        return () if snapshot is None or not snapshot.table_id else (snapshot.table_id,)

    def _heard(self) -> None:
        """The list of tables or the own addresses changed."""
        network, room = self._reach.network, self._tenancy.room
        if network is not None and room is not None and room.genesis is not None:
            network.follow(room.genesis.table, [member.key for member in room.members])
        awaited = self._ways.awaited()
        if awaited is not None:
            self._bridge.post(awaited)
        self._publish()

    # --- what the window sees -------------------------------------------------------

    def _publish(self) -> None:
        network, room, stock = self._reach.network, self._tenancy.room, self._stock
        found = () if network is None else network.found()
        table = None if room is None else room.snapshot
        lobby = Lobby(
            name=self._profile.settings.name,
            laptop=platform.node(),
            tables=tuple(lists.listed(table, stock.games.registry, self._doors.kept) for table in found),
            saved=self._saved,
            variants=stock.variants,
            opponents=stock.opponents,
            looks=stock.looks,
            searching_ms=0 if network is None else network.status().searching_ms,
            addresses=() if network is None else network.told(),
            joining=self._ways.joining,
            problem=self._ways.problem,
            check=self._lookout.lines,
            checking=self._lookout.busy,
            form=self._forms.of(stock.games, table),
            shelf=stock.shelf(table),
        )
        self._bridge.publish(Front(lobby, table, file="" if room is None else room.file))

    def _now(self) -> int:
        assert self._loop is not None
        return int(self._loop.time() * 1000)
