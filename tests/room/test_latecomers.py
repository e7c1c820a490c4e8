"""A house that joins a table under way: let in, it watches, then it plays in a bot's place."""

from __future__ import annotations

from pathlib import Path

import helpers_shell as shell

from pinochle_lan.intents import JoinTable, OpenTable, ReadyUp, SitDown
from pinochle_lan.table.snapshot import Snapshot


def test_F31_who_comes_late_watches_and_then_plays(tmp_path: Path) -> None:
    with (
        shell.player(tmp_path / "ann") as ann,
        shell.player(tmp_path / "ben", "Ben") as ben,
        shell.player(tmp_path / "cara", "Cara") as cara,
    ):
        bots = ((2, "steady"), (3, "steady"))
        ann.post(OpenTable("Kitchen", "partnership", (), bots, locked=False))
        ann.table(lambda table: table.founder)
        ben.until(lambda front: front.lobby.addresses)
        ben.post(JoinTable(address=_where(ann)))
        ann.table(lambda table: all(person.name for person in table.people))
        ann.post(ReadyUp())
        ben.table(lambda table: table.seat is not None)
        ben.post(ReadyUp())
        ben.table(lambda table: table.view is not None and table.view.phase not in ("ready", "draw"))
        cara.until(lambda front: front.lobby.addresses)
        cara.post(JoinTable(address=_where(ben)))
        table = cara.table(lambda table: table.watching and table.free)
        assert table.seat is None
        assert table.view is not None
        assert "watch" in table.notice

        cara.post(SitDown(table.free[0]))

        def sits(table: Snapshot) -> bool:
            _ready(ann, ben)
            return table.seat is not None

        table = cara.table(sits)
        assert not table.watching
        assert [person.name for person in table.people if not person.bot].count("Cara") == 1


def _ready(*players: shell.Player) -> None:
    """The next hand may begin, as far as these are asked."""
    for one in players:
        table = one.bridge.read().table
        if table is not None and table.seat is not None and not table.you_ready:
            one.post(ReadyUp())


def _where(player: shell.Player) -> str:
    network = player.house._network
    assert network is not None
    return f"127.0.0.1:{network.mesh.port}"
