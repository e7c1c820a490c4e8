"""Next week too few of the others are there: the game goes on at a new table, score and dealer kept."""

from __future__ import annotations

from pathlib import Path

import helpers_shell as shell

from pinochle_lan.intents import ContinueGame, JoinTable, LeaveTable, OpenTable, ReadyUp, SeatBot
from pinochle_lan.log.gamefile import genesis_of, load
from pinochle_lan.room.branch import standing
from pinochle_lan.room.plugins import Stock
from pinochle_lan.table.snapshot import Snapshot


def test_a_game_goes_on_with_whoever_is_there_and_both_are_kept(tmp_path: Path) -> None:
    with shell.player(tmp_path / "ann") as ann:
        with shell.player(tmp_path / "ben", "Ben") as ben:
            ann.post(OpenTable("Kitchen", "partnership", (), ((1, "steady"), (3, "steady")), locked=False))
            ann.table(lambda table: table.founder)
            assert ann.house._network is not None
            ben.post(JoinTable(address=f"127.0.0.1:{ann.house._network.mesh.port}"))
            for one in (ann, ben):
                one.table(_full)
                one.post(ReadyUp())
            before = ann.play(1)
            ben.play(1)
            path = Path(ann.until(lambda front: front.file).file)
        assert before.view is not None
        totals = before.view.history[0].totals
        ann.post(LeaveTable())
        ann.until(lambda front: front.table is None)
        ann.post(ContinueGame(str(path), anew=True))
        table = ann.table(lambda table: table.stage == "setup" and table.seat is not None)
        assert [person.name for person in table.people] == ["Ann", "Steady", "", "Steady"]
        assert table.name == "Kitchen"
        ann.post(SeatBot(2, "steady"))
        ann.table(_full)
        ann.post(ReadyUp())
        after = ann.table(lambda table: table.view is not None)
        assert after.view is not None
        assert after.table_id != before.table_id
        assert tuple(side.score for side in after.view.sides) == totals
        ann.play(1)
        ann.post(LeaveTable())
        saved = ann.until(lambda front: front.table is None and len(front.lobby.saved) == 2).lobby.saved
        old = next(game for game in saved if game.file == str(path))
        assert old.continued.startswith("continued by Ann on ")
        genesis = genesis_of(path, load(path).found)
        stock = Stock(shell.registry(), ann.profile.plugins)
        base = standing(genesis, stock.games.of(genesis), load(path).found)
        assert base.scores == totals
        new = Path(next(game.file for game in saved if game.file != str(path)))
        assert genesis_of(new, load(new).found).base == (genesis.table, base.step, base.chain)


def _full(table: Snapshot) -> bool:
    return all(person.name for person in table.people)
