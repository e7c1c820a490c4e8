"""Houses on this machine, played by bots: for tests of rooms, commands and game files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pinochle_lan import shipped
from pinochle_lan.bridge import Bridge
from pinochle_lan.front import Front, Lobby
from pinochle_lan.intents import JoinTable, LeaveTable, OpenTable, ReadyUp, SeatBot, SitDown
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.pluginhost.registry import Registry
from pinochle_lan.profile import Profile
from pinochle_lan.room.house import House
from pinochle_lan.table.snapshot import Snapshot

LIMIT_S = 60.0
"""A test that waits longer has failed; nothing here waits for time to pass."""


def registry() -> Registry:
    """The shipped plugins alone."""
    return load_all([("shipped", shipped.plugins())], installed=False)


class Player:
    """A house, its bridge, and a way to wait until its front is as wanted."""

    def __init__(
        self, folder: Path, name: str, *, plugins: Registry | None = None, own_bot: str = "steady"
    ) -> None:
        self.profile = Profile(folder)
        self.profile.save_name(name)
        self.bridge = Bridge(Front(Lobby(name, "")))
        self.events: list[tuple[str, dict[str, object]]] = []
        self._changed = threading.Event()
        self.bridge.connect(on_front=self._changed.set)
        self.house = House(
            self.profile,
            plugins or registry(),
            self.bridge,
            seed="test",
            own_bot=own_bot,
            admit_all=True,
            on_event=lambda event, data: self.events.append((event, data)),
        )
        self.house.start()

    def post(self, *intents: object) -> None:
        for intent in intents:
            self.bridge.post(intent)  # type: ignore[arg-type]

    def until(self, wanted: Callable[[Front], object]) -> Front:
        """The first front that is as wanted."""
        for _ in range(int(LIMIT_S * 10)):
            front = self.bridge.read()
            if wanted(front):
                return front
            self._changed.wait(0.1)
            self._changed.clear()
        raise AssertionError(f"never came: {self.bridge.read()}")

    def table(self, wanted: Callable[[Snapshot], object]) -> Snapshot:
        """The first snapshot that is as wanted."""
        front = self.until(lambda f: f.table is not None and wanted(f.table))
        assert front.table is not None
        return front.table

    def play(self, hands: int) -> Snapshot:
        """Be ready whenever that is asked, until so many hands are scored."""

        def scored(table: Snapshot) -> bool:
            if table.view is not None and len(table.view.history) >= hands:
                return True
            if not table.you_ready:
                self.post(ReadyUp())
            return False

        return self.table(scored)

    def stop(self) -> None:
        self.house.stop()
        self.profile.close()


@contextmanager
def player(folder: Path, name: str = "Ann", **given: object) -> Iterator[Player]:
    """A player for the length of a test."""
    made = Player(folder, name, **given)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        made.stop()


def alone(variant: str = "partnership", **options: int | bool | str) -> OpenTable:
    """A table against three steady bots, without a network."""
    bots = ((1, "steady"), (2, "steady"), (3, "steady"))
    return OpenTable("Kitchen", variant, tuple(options.items()), bots, alone=True, locked=False)


def pair(ann: Player, ben: Player) -> None:
    """Ann opens a table, bots on two chairs; Ben joins by address; the game begins."""
    ann.post(OpenTable("Kitchen", "partnership", locked=False))
    ann.table(lambda table: table.stage == "setup" and table.people)
    assert ann.house._network is not None
    ben.post(JoinTable(address=f"127.0.0.1:{ann.house._network.mesh.port}"))
    ben.table(lambda table: table.seat is not None)
    ben.post(SitDown(2))
    ben.table(lambda table: table.seat == 2)
    ann.post(SeatBot(1, "steady"), SeatBot(3, "steady"))
    for one in (ann, ben):
        one.table(lambda table: all(person.name for person in table.people))
        one.post(ReadyUp())
    for one in (ann, ben):
        one.table(lambda table: table.view is not None)


def game_file(folder: Path, hands: int = 1) -> Path:
    """A game of so many hands, played by one laptop and left."""
    with player(folder) as ann:
        ann.post(alone())
        ann.play(hands)
        path = ann.until(lambda front: front.file).file
        ann.post(LeaveTable())
        ann.until(lambda front: front.table is None)
    return Path(path)
