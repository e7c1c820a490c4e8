"""F27: once the game runs, nothing that one laptop's menu offers touches the rules; only looks are local."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import helpers_shell as shell

from pinochle_lan.intents import ChangeTable, SeatBot, SetName, SitDown
from pinochle_lan.log.verify import verify
from pinochle_lan.profile import Settings
from pinochle_lan.table.machine import TableMachine
from pinochle_lan.table.terms import Terms


def test_F27_every_setting_of_one_laptop_in_mid_game_leaves_the_rules_alone(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(shell.alone())
        before = ann.play(1)
        ann.post(
            ChangeTable("partnership", (("target", 500), ("minimum_bid", 100))),
            ChangeTable("double_deck", ()),
            SeatBot(1, "novice"),
            SeatBot(2, ""),
            SitDown(3),
            SetName("Somebody"),
        )
        after = ann.play(2)
        assert (after.variant, after.options) == (before.variant, before.options)
        assert [person.bot for person in after.people] == [person.bot for person in before.people]
        assert after.seat == before.seat
        path = Path(ann.until(lambda front: front.file).file)
        games = ann.house._stock.games
    report = verify(path.read_bytes(), lambda genesis: TableMachine.begin(Terms(genesis, games.of(genesis))))
    assert report.fault is None
    rules = {name for name, _ in before.options}
    assert rules.isdisjoint(field.name for field in fields(Settings)), "no setting is a rule"
