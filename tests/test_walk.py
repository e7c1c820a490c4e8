"""The way of one choice from the click to the other laptop, as docs/design.md tells it ("One card ...").

Records which functions are gone through, and on which thread, from the intent of one person until another
laptop's front shows what was chosen. Real threads, real links on loopback, the real deal.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import helpers_shell as shell
import pytest

from pinochle_lan.bridge import Bridge
from pinochle_lan.intents import Act
from pinochle_lan.log.ledger import Ledger
from pinochle_lan.net.mesh import Mesh
from pinochle_lan.room.clerk import Clerk
from pinochle_lan.rules.actions import Call
from pinochle_lan.rules.game import Game
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.own import Own
from pinochle_lan.table.table import Table

HERE: tuple[tuple[type, str], ...] = (
    (Clerk, "chosen"),
    (Table, "submit"),
    (Game, "check"),
    (Own, "action_body"),
    (Ledger, "write"),
    (Clerk, "_saved"),
)
"""On the desk of the laptop where it was clicked, in this order; then ``Mesh.send`` on its network thread."""
THERE: tuple[tuple[type, str], ...] = (
    (Clerk, "received"),
    (TableMachine, "judge"),
    (TableMachine, "fold"),
    (Game, "apply"),
    (Game, "view"),
)
"""On the desk of the other laptop."""


class Walk:
    """Calls in the order in which they begin, with their thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, int]] = []
        for owner, name in (*HERE, *THERE, (Bridge, "post"), (Bridge, "publish"), (Mesh, "send")):
            monkeypatch.setattr(owner, name, self._noted(owner, name, getattr(owner, name)))

    def _noted(self, owner: type, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(real)
        def noted(*given: Any, **more: Any) -> Any:
            self.calls.append((f"{owner.__name__}.{name}", threading.get_ident()))
            return real(*given, **more)

        return noted

    def after(self, at: int, name: str, thread: int | None = None, *, other: int | None = None) -> int:
        """Where ``name`` begins next, on that thread or on any but ``other``. Fails if it does not."""
        for number in range(at + 1, len(self.calls)):
            call, on = self.calls[number]
            if call == name and thread in (None, on) and on != other:
                return number
        raise AssertionError(f"{name} does not come after {self.calls[at][0]}")


def test_the_walk_of_one_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        shell.player(tmp_path / "ann", own_bot="") as ann,
        shell.player(tmp_path / "ben", "Ben", own_bot="") as ben,
    ):
        shell.pair(ann, ben)
        # Whoever of the two is asked first clicks; the other one watches it arrive.
        ann.until(lambda _: any(offers(one) for one in (ann, ben)))
        clicks, watches = (ann, ben) if offers(ann) else (ben, ann)
        table = clicks.table(lambda table: table.view is not None and table.view.offers)
        assert table.view is not None
        assert table.view.viewer is not None
        walk = Walk(monkeypatch)
        clicks.post(Act(Call(table.view.viewer, None), table.step))
        watches.table(lambda seen: seen.step > table.step)
        calls = list(walk.calls)
    walk.calls = calls
    at = walk.after(-1, "Bridge.post")
    at = walk.after(at, "Clerk.chosen")
    desk = calls[at][1]
    for owner, name in HERE[1:]:
        at = walk.after(at, f"{owner.__name__}.{name}", desk)
    at = walk.after(at, "Mesh.send", other=desk)
    at = walk.after(at, "Clerk.received", other=desk)
    there = calls[at][1]
    for owner, name in THERE[1:]:
        at = walk.after(at, f"{owner.__name__}.{name}", there)
    walk.after(at, "Bridge.publish", other=there)


def offers(player: shell.Player) -> bool:
    table = player.bridge.read().table
    return table is not None and table.view is not None and bool(table.view.offers)
