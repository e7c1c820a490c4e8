"""Help for tests of people who come to a table under way: laptops that knock, people who open the door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helpers_log import identity
from helpers_table import Laptop, Room

from pinochle_lan.table.effects import Effect, Happened
from pinochle_lan.table.notes import Hello
from pinochle_lan.table.table import Table

SECRET = b"abc"


class Opener(Laptop):
    """A laptop whose person says yes (or no) to whoever knocks, and may know the table's code."""

    def __init__(self, *args: Any, secret: bytes = b"", **named: Any) -> None:
        self.secret = secret
        self.yes: bool | None = True
        """What the person says; None = nothing."""
        self.knocks: list[str] = []
        super().__init__(*args, **named)

    def _new(self, found: Sequence[Any] = ()) -> Table:
        return Table(
            identity(self.number),
            self.genesis,
            self.game,
            entropy=self._entropy.randbytes,
            records=found,
            secrets=dict(self.secrets),
            group=self.group,
            now_ms=self.air.now,
            secret=self.secret,
            knock=self.hello(),
        )

    def hello(self) -> Hello | None:
        """With what it knocks; a member need not."""
        return None

    def _carry_out(self, effects: list[Effect]) -> None:
        super()._carry_out(effects)
        for effect in effects:
            if isinstance(effect, Happened) and effect.event == "knock":
                data = dict(effect.data)
                self.knocks.append(str(data["name"]))
                if self.yes is not None:
                    key = bytes.fromhex(str(data["key"]))
                    self._carry_out(self.table.admit(key, self.yes, self.air.now))


class Guest(Opener):
    """A laptop that was not there when the game began."""

    code = b""
    called = "Oma"

    def hello(self) -> Hello | None:
        return Hello(self.genesis.protocol, self.genesis.engine, self.called, None, self.code, ())


def guest(room: Room, number: int, *, seed: int = 1, code: bytes = b"", name: str = "Oma") -> Guest:
    """A newcomer on the room's air, started and not linked yet."""
    made = Guest.__new__(Guest)
    made.code, made.called = code, name
    made.__init__(room.air, number, room.genesis, room.game, group=room.laptops[0].group, seed=seed)  # type: ignore[misc]
    made.chooser = room.laptops[0].chooser
    room.air.add(number, made)
    made.start()
    return made


def link(room: Room, one: int) -> None:
    """Links a laptop with everybody."""
    for other in list(room.air.nodes):
        if other != one:
            room.air.link(one, other)
