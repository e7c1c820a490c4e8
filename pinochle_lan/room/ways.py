"""How a person gets to a table: opens one, joins one, goes on with one, plays again, leaves.

Each way ends in the tenancy's room or in an error that says why. Owns what is being tried and what is waited
for; knows no other intents.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pinochle_lan.intents import JoinTable, OpenTable
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.signing import Identity
from pinochle_lan.net import code as codes
from pinochle_lan.net.addresses import Address
from pinochle_lan.net.errors import Gone, Reason
from pinochle_lan.profile import Profile
from pinochle_lan.room.clerk import Core
from pinochle_lan.room.doors import Doors, new_secret, secret_bytes
from pinochle_lan.room.finder import find
from pinochle_lan.room.network import Network, NoNetwork
from pinochle_lan.room.reach import Reach
from pinochle_lan.room.tenancy import Tenancy
from pinochle_lan.table.table import Table


class Ways:
    """Ways into the room and out of it."""

    def __init__(
        self,
        profile: Profile,
        identity: Identity,
        *,
        doors: Doors,
        reach: Reach,
        tenancy: Tenancy,
        tell: Callable[[], None],
        now_ms: Callable[[], int],
    ) -> None:
        """``tell`` is called when ``joining`` says something new."""
        self._profile = profile
        self._identity = identity
        self._doors = doors
        self._reach = reach
        self._tenancy = tenancy
        self._tell = tell
        self._now = now_ms
        self._again = b""
        """Key of the founder whose next table is waited for after "play again"."""
        self._shares = True
        """The last table that was founded hands out its plugin files."""
        self.joining = ""
        """What is being tried right now, in words."""
        self.problem = ""
        """Why it came to nothing, in a sentence."""

    async def open(self, opening: OpenTable) -> None:
        """Found a table. Raises RulesError for a game that cannot be played so."""
        await self.anew()
        self._shares = opening.shares
        if opening.alone:
            await self._reach.disconnect()
            self._tenancy.enter(self._doors.founding(opening, None, "", ()), NoNetwork(), alone=True)
            self._tenancy.post(ready)
            return
        self.problem = await self._reach.connect()
        network = self._reach.network
        if network is None:
            return
        secret, code = _lock(network, opening.locked)
        self._tenancy.enter(self._doors.founding(opening, secret, code, network.told()), network)

    def lock(self, locked: bool) -> None:
        """The table that is set up gets a new code, or has none any more."""
        network = self._reach.network
        if network is None or self._tenancy.alone:
            return
        secret, code = _lock(network, locked)
        self._tenancy.found(lambda core, now: core.relock(secret_bytes(secret), code))

    async def join(self, joining: JoinTable) -> None:
        """Go to somebody's table. Raises NetError if it is not found."""
        await self.anew()
        kept = self._doors.kept(joining.table_id) if joining.table_id else None
        if kept is not None:
            await self.go_on(kept)
            return
        self.problem = await self._reach.connect()
        network = self._reach.network
        if network is None:
            return
        door = await find(network, joining, self._trying)
        self.joining = ""
        network.mesh.want(door.key, ())
        core = self._doors.joining(door.key, door.secret, door.code, joining.table_id, network.told())
        self._tenancy.enter(core, network)

    def _trying(self, words: str) -> None:
        self.joining = words
        self._tell()

    async def go_on(self, path: Path) -> None:
        """Go on with an unfinished game. Raises GameFileError or RulesError."""
        await self.anew()
        loop = asyncio.get_running_loop()
        table, files = await loop.run_in_executor(None, self._doors.again, path, self._now())
        note = self._profile.note(path)
        seen = () if note is None else tuple(one.key for one in note.peers)
        members = dict.fromkeys((*(m.key for m in table.terms.genesis.members), *seen))
        others = [key for key in members if key != self._identity.key]
        if not others:
            await self._reach.disconnect()
            self._tenancy.enter(table, NoNetwork(), files, alone=True)
            return
        self.problem = await self._reach.connect()
        network = self._reach.network
        if network is None:
            files.close(over=False)
            return
        known = {} if note is None else {seen.key: seen.addresses for seen in note.peers}
        for key in others:
            network.mesh.want(key, [Address(*where) for where in known.get(key, ())])
        self._tenancy.enter(table, network, files)
        network.discovery.refresh()

    async def go_on_without(self, path: Path, plugins: Sequence[str]) -> None:
        """Go on with a game that a plugin stopped, without that plugin: the founder opens, the others wait.

        Raises GameFileError or RulesError.
        """
        await self.anew()
        self.problem = await self._reach.connect()
        network = self._reach.network
        core, genesis = self._doors.continuing(path, plugins, () if network is None else network.told())
        others = tuple(member for member in genesis.members if member.key != self._identity.key)
        if not others:
            await self._reach.disconnect()
            self._tenancy.enter(core, NoNetwork(), alone=True)
            self._tenancy.post(ready)
            return
        if genesis.members[0].key != self._identity.key:
            self._wait_for(genesis)
        elif network is not None:
            self._tenancy.enter(core, network)
            self._tenancy.friends = tuple(member.key for member in others)

    async def go_on_anew(self, path: Path) -> None:
        """Open a table that goes on from the hand where too few are left, for whoever comes.

        Raises GameFileError or RulesError.
        """
        await self.anew()
        self.problem = await self._reach.connect()
        network = self._reach.network
        if network is None:
            return
        core, genesis = self._doors.continuing(path, (), network.told(), anew=True)
        self._tenancy.enter(core, network)
        self._tenancy.friends = tuple(member.key for member in genesis.members)

    def _wait_for(self, genesis: Genesis) -> None:
        self._again = genesis.members[0].key
        self.joining = f"Waiting for {genesis.members[0].name}'s new table ..."

    async def play_again(self) -> None:
        """The founder opens the same table anew; the others wait for it in the list and join."""
        room = self._tenancy.room
        if room is None or room.snapshot is None or room.genesis is None:
            return
        genesis, alone = room.genesis, self._tenancy.alone
        if alone or genesis.members[0].key == self._identity.key:
            bots = tuple((chair, seat.bot) for chair, seat in enumerate(genesis.seats) if seat.bot)
            options = self._doors.once_more(genesis, room.snapshot.view)
            opening = OpenTable(room.snapshot.name, genesis.variant, options, bots)
            locked = bool(room.snapshot.code)
            await self.open(replace(opening, alone=alone, locked=locked, shares=self._shares))
            self._tenancy.friends = tuple(member.key for member in genesis.members)
            return
        await self.anew()
        self._wait_for(genesis)

    def awaited(self) -> JoinTable | None:
        """The new table of the founder who is waited for, once it is in the list."""
        if self._reach.network is None or self._tenancy.room is not None or not self._again:
            return None
        for found in self._reach.network.found():
            if found.notice.founder_key == self._again and not found.notice.under_way:
                self._again = b""
                return JoinTable(table_id=found.table_id)
        return None

    async def anew(self) -> None:
        """Nothing is open, nothing is waited for, nothing is wrong."""
        await self._tenancy.close(Gone(Reason.LEFT))
        self._again = b""
        self.joining = self.problem = ""


def _lock(network: Network, locked: bool) -> tuple[int | None, str]:
    """The secret of a new table code and the code to say aloud; none without a lock."""
    if not locked:
        return None, ""
    secret = new_secret()
    made = codes.codes(network.own(), network.mesh.port, secret)
    return secret, str(made[0][1]) if made else ""


def ready(core: Core, now_ms: int, *, yes: bool = True) -> Sequence[Any]:
    """The person's "ready", or taken back before the game began."""
    if isinstance(core, Table):
        return core.ready(now_ms) if yes else []
    return core.ready(now_ms, yes)
