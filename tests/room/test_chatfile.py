"""The file of what was said: appended, cut to its newest part, harmless when damaged or not writable."""

from __future__ import annotations

from pathlib import Path

import helpers_shell as shell
import pytest

from pinochle_lan.intents import ContinueGame, LeaveTable, Say
from pinochle_lan.room import chatfile
from pinochle_lan.room.chatfile import ChatFile
from pinochle_lan.table.snapshot import Remark


def remarks(*texts: str) -> tuple[Remark, ...]:
    return tuple(Remark(place + 1, place % 2, text) for place, text in enumerate(texts))


def test_each_remark_is_appended_once(tmp_path: Path) -> None:
    file = ChatFile(tmp_path / "a.pinochle")
    assert file.read() == ()
    file.keep(remarks("Hello", "Hi"))
    file.keep(remarks("Hello", "Hi", "Nice!"))
    file.keep(remarks("Hello", "Hi", "Nice!"))
    assert ChatFile(tmp_path / "a.pinochle").read() == ((0, "Hello"), (1, "Hi"), (0, "Nice!"))
    assert [path.name for path in tmp_path.iterdir()] == ["a.chat"]


def test_what_was_there_before_is_not_written_again(tmp_path: Path) -> None:
    ChatFile(tmp_path / "a.pinochle").keep(remarks("Hello"))
    again = ChatFile(tmp_path / "a.pinochle", kept=1)
    again.keep(remarks("Hello", "Hi"))
    assert again.read() == ((0, "Hello"), (1, "Hi"))


def test_a_long_talk_is_cut_to_its_newest_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chatfile, "KEPT", 3)
    file = ChatFile(tmp_path / "a.pinochle")
    file.keep(remarks(*"abcdef"))
    before = (tmp_path / "a.chat").stat().st_size
    assert [text for _, text in file.read()] == ["d", "e", "f"]
    assert (tmp_path / "a.chat").stat().st_size < before
    assert [text for _, text in file.read()] == ["d", "e", "f"]


@pytest.mark.parametrize("tail", [b"\x05\x00\x00\x00ab", b"\xff" * 9, b"\x01\x00\x00\x00\xc1"])
def test_damage_ends_the_talk_and_nothing_else(tmp_path: Path, tail: bytes) -> None:
    file = ChatFile(tmp_path / "a.pinochle")
    file.keep(remarks("Hello"))
    with (tmp_path / "a.chat").open("ab") as damaged:
        damaged.write(tail)
    assert file.read() == ((0, "Hello"),)


def test_where_nothing_can_be_written_nothing_happens(tmp_path: Path) -> None:
    file = ChatFile(tmp_path / "missing" / "a.pinochle")
    file.keep(remarks("Hello"))
    assert file.read() == ()


def test_the_talk_is_there_when_the_game_goes_on(tmp_path: Path) -> None:
    with shell.player(tmp_path, own_bot="") as ann:
        ann.post(shell.alone())
        ann.table(lambda table: table.view is not None)
        ann.post(Say("See you on Sunday"))
        ann.table(lambda table: table.chat)
        ann.post(LeaveTable())
        saved = ann.until(lambda front: front.table is None and front.lobby.saved).lobby.saved
        ann.post(ContinueGame(saved[0].file))
        again = ann.table(lambda table: table.view is not None)
        assert [one.text for one in again.chat] == ["See you on Sunday"]
