"""The house: tables from intent to front, with real threads, files and (on loopback) real links."""

from __future__ import annotations

import threading
from pathlib import Path

import helpers_shell as shell
import pytest

from pinochle_lan import shipped
from pinochle_lan.intents import (
    Act,
    ContinueGame,
    EndEvening,
    JoinTable,
    LeaveTable,
    LockTable,
    OpenTable,
    PlayAgain,
    SetName,
)
from pinochle_lan.pluginhost import host
from pinochle_lan.room import house as houses
from pinochle_lan.room import ways
from pinochle_lan.rules.actions import Call


def test_a_table_against_bots_opens_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forbidden(houses.Network):
        async def start(self) -> None:
            raise AssertionError("a lone table must not listen")

    with shell.player(tmp_path) as ann:
        ann.until(lambda front: front.lobby.variants)
        monkeypatch.setattr(houses, "Network", Forbidden)
        ann.post(shell.alone())
        table = ann.play(1)
        assert table.stage == "play"
        assert [person.bot for person in table.people] == ["", "steady", "steady", "steady"]
        assert ann.house._network is None


def test_bots_think_in_a_process_of_their_own_and_a_bad_one_is_named_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "bad.py").write_text(
        "import sys\n"
        "from pinochle_lan.api import Opponent, hookimpl\n"
        "class Bad(Opponent):\n"
        "    id, version, title = 'bad', '1', 'Bad'\n"
        "    def choose(self, view, options, rng):\n"
        "        raise KeyError('the house' if 'pinochle_lan.room.house' in sys.modules else 'alone')\n"
        "@hookimpl\n"
        "def register_opponents(register):\n"
        "    register(Bad)\n",
        encoding="utf-8",
    )
    registry = host.load_all([("shipped", shipped.plugins()), ("profile", tmp_path / "plugins")])
    with shell.player(tmp_path, plugins=registry) as ann:
        bots = ((1, "bad"), (2, "steady"), (3, "steady"))
        ann.post(OpenTable("Kitchen", "partnership", (), bots, alone=True, locked=False))
        table = ann.play(1)
    said = {line.text for line in table.lines if line.text.startswith("The bot")}
    assert said == {"The bot bad failed (KeyError: 'alone'). Steady chose instead."}


def test_a_game_that_was_left_is_listed_and_goes_on_where_it_was(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(shell.alone())
        before = ann.play(1)
        ann.post(LeaveTable())
        saved = ann.until(lambda front: front.table is None and front.lobby.saved).lobby.saved
        assert len(saved) == 1
        assert saved[0].title == "Kitchen"
        assert saved[0].people[0] == "Ann"
        assert before.view is not None
        totals = before.view.history[0].totals
        assert saved[0].scores == tuple(zip(("NS", "EW"), totals, strict=True))
        ann.post(ContinueGame(saved[0].file))
        after = ann.play(2)
        assert after.table_id == before.table_id
        assert after.view is not None
        assert after.view.history[0].totals == totals


def test_F30_it_goes_on_after_the_program_was_started_anew(tmp_path: Path) -> None:
    path = shell.game_file(tmp_path)
    with shell.player(tmp_path) as ann:
        saved = ann.until(lambda front: front.lobby.saved).lobby.saved
        assert saved[0].file == str(path)
        ann.post(ContinueGame(saved[0].file))
        assert ann.play(2).name == "Kitchen"


def test_an_ended_evening_is_not_offered_again(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(shell.alone())
        ann.play(1)
        ann.post(EndEvening())
        ann.until(lambda front: front.table is None)
        assert ann.until(lambda front: front.table is None).lobby.saved == ()


def test_play_again_is_a_new_table_with_the_same_people(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(shell.alone(target=500))
        first = ann.play(1)
        ann.post(PlayAgain())
        second = ann.table(lambda table: table.table_id != first.table_id and table.view is not None)
        assert second.options == first.options
        assert [person.bot for person in second.people] == [person.bot for person in first.people]


def test_F37_a_click_on_an_old_snapshot_does_nothing(tmp_path: Path) -> None:
    with shell.player(tmp_path, own_bot="") as ann:
        ann.post(shell.alone())
        table = ann.table(lambda table: table.view is not None and table.view.offers)
        ann.post(Act(Call(0, None), table.step - 1))
        after = ann.table(lambda table: "moved on" in table.notice)
        assert after.step == table.step
        assert after.view is not None
        assert after.view.offers


def test_what_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(OpenTable("x", "whist", alone=True))
        assert ann.until(lambda front: front.lobby.problem).lobby.problem == (
            "There is no game 'whist' on this laptop."
        )
        ann.post(OpenTable("x", "partnership", (("minimum_bid", 3),), alone=True))
        assert "100 to 600" in ann.until(lambda front: "whist" not in front.lobby.problem).lobby.problem


def test_an_address_where_nobody_is_is_one_sentence(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(JoinTable(address="127.0.0.1:9"))
        problem = ann.until(lambda front: front.lobby.problem).lobby.problem
        assert "127.0.0.1:9" in problem


def test_a_name_is_kept(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(SetName("Oma\n Anni"))
        ann.until(lambda front: front.lobby.name == "Oma Anni")
    with shell.player(tmp_path, "Oma Anni") as ann:
        assert ann.profile.settings.name == "Oma Anni"


def test_the_code_of_a_table_is_dropped_and_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A code holds an address and a port; this machine may have none that fits.
    monkeypatch.setattr(ways.codes, "codes", lambda own, port, secret: ((None, f"H3T9-{secret}"),))
    with shell.player(tmp_path) as ann:
        ann.post(OpenTable("Kitchen", "partnership"))
        first = ann.table(lambda table: table.code).code
        ann.post(LockTable(False))
        ann.table(lambda table: not table.code)
        ann.post(LockTable(True))
        assert ann.table(lambda table: table.code).code != first


def test_F30_F33_two_laptops_play_a_hand_one_goes_and_comes_back(tmp_path: Path) -> None:
    with shell.player(tmp_path / "ann") as ann:
        with shell.player(tmp_path / "ben", "Ben") as ben:
            shell.pair(ann, ben)
            hers, his = ann.play(1), ben.play(1)
            assert hers.view is not None
            assert his.view is not None
            assert hers.view.history == his.view.history
            assert [person.name for person in hers.people] == ["Ann", "Steady", "Ben", "Steady 2"]
            file = ben.until(lambda front: front.file).file
        gone = ann.table(lambda table: not table.laptops[1].linked)
        assert gone.laptops[1].name == "Ben"
        assert any(line.text == "Ben closed the program." for line in gone.lines)  # F33: why somebody went
        with shell.player(tmp_path / "ben", "Ben") as ben:
            ben.post(ContinueGame(file))
            ben.table(lambda table: table.laptops[0].linked)
            threads = [threading.Thread(target=one.play, args=(2,)) for one in (ann, ben)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            digests = [
                data["digest"]
                for one in (ann, ben)
                for event, data in one.events
                if event == "scored" and data["number"] == 2
            ]
            assert len(digests) == 2
            assert digests[0] == digests[1]


def test_F28_a_joiner_with_another_plugin_is_told_which(tmp_path: Path) -> None:
    source = (shell.shipped.plugins() / "partnership.py").read_text(encoding="utf-8")
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "partnership.py").write_text(source + "# changed\n", encoding="utf-8")
    other = shell.load_all([("shipped", tmp_path / "plugins")], installed=False)
    with shell.player(tmp_path / "ann") as ann, shell.player(tmp_path / "ben", "Ben", plugins=other) as ben:
        ann.post(OpenTable("Kitchen", "partnership", locked=False))
        ann.table(lambda table: table.people)
        assert ann.house._network is not None
        ben.post(JoinTable(address=f"127.0.0.1:{ann.house._network.mesh.port}"))
        front = ben.until(lambda front: front.lobby.shelf.meeting)
        assert front.lobby.shelf.meeting is not None
        (differs,) = front.lobby.shelf.meeting.differences
        assert "The variant partnership differs: Ann's is" in differs.sentence
        assert ann.table(lambda table: True).people[1].name == ""
