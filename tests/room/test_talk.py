"""Two houses on real links: what one says the other reads, and who has seen the melds."""

from __future__ import annotations

from pathlib import Path

import helpers_shell as shell

from pinochle_lan.intents import JoinTable, OpenTable, PutAway, ReadyUp, Say, SitDown


def test_talk_goes_over_the_links(tmp_path: Path) -> None:
    with (
        shell.player(tmp_path / "ann", own_bot="") as ann,
        shell.player(tmp_path / "ben", "Ben", own_bot="") as ben,
    ):
        ann.post(OpenTable("Kitchen", "two-handed", locked=False))
        ann.table(lambda table: table.stage == "setup" and table.people)
        assert ann.house._network is not None
        ben.post(JoinTable(address=f"127.0.0.1:{ann.house._network.mesh.port}"))
        ben.table(lambda table: table.people)
        ben.post(SitDown(1))
        ben.table(lambda table: table.seat == 1)
        for one in (ann, ben):
            one.table(lambda table: all(person.name for person in table.people))
            one.post(ReadyUp())
        for one in (ann, ben):
            one.table(lambda table: table.view is not None and table.view.turn)
        ann.post(Say("Hello Ben"), PutAway(1))
        heard = ben.table(lambda table: table.chat and table.people[0].seen == 1)
        assert [(one.member, one.text) for one in heard.chat] == [(0, "Hello Ben")]
        ben.post(Say("Hello Ann"))
        told = ann.table(lambda table: len(table.chat) == 2)
        assert [one.text for one in told.chat] == ["Hello Ben", "Hello Ann"]
