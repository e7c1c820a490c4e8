"""Saved before sent: nothing leaves the laptop before what it rests on is on disk (docs/log.md 14)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pinochle_lan.log.gamefile import GameFileError
from pinochle_lan.room.files import TableFiles
from pinochle_lan.table.effects import DropSecret, Save, SaveSecret, Send


class Recorder:
    """Stands for the game file and the seeds; one list of what was done, in order."""

    path = Path("game.pinochle")

    def __init__(self) -> None:
        self.done: list[Any] = []
        self.full = False

    def append(self, data: bytes) -> None:
        self.done.append(("append", data))

    def flush(self) -> None:
        if self.full:
            raise GameFileError("The disk is full.")
        self.done.append("flush")

    def write(self, name: str, data: bytes) -> None:
        self.done.append(("seed", name))

    def drop(self, name: str) -> None:
        self.done.append(("drop", name))


@pytest.fixture
def disk() -> Recorder:
    return Recorder()


@pytest.fixture
def files(disk: Recorder) -> TableFiles:
    return TableFiles(disk, disk, ())  # type: ignore[arg-type]


def test_everything_is_saved_in_order_with_one_flush_before_it_is_handed_back_to_be_sent(
    disk: Recorder, files: TableFiles
) -> None:
    send = Send(None, b"frame")
    left = files.keep([SaveSecret("hand-1", b"s"), Save(b"one"), send, Save(b"two"), send, DropSecret("old")])
    assert left == [send, send]
    assert disk.done == [("seed", "hand-1"), ("append", b"one"), ("append", b"two"), "flush", ("drop", "old")]


def test_what_was_only_received_is_flushed_with_the_first_thing_that_leaves(
    disk: Recorder, files: TableFiles
) -> None:
    files.keep([Save(b"received")])
    assert disk.done == [("append", b"received")]
    files.keep([Send(None, b"ack")])
    assert disk.done == [("append", b"received"), "flush"]
    files.keep([Send(None, b"again")])
    assert disk.done == [("append", b"received"), "flush"]


def test_F62_a_full_disk_drops_what_rests_on_it_and_names_what_is_lost(
    disk: Recorder, files: TableFiles
) -> None:
    files.keep([Save(b"received")])
    assert files.lost == ()
    disk.full = True
    assert files.keep([Save(b"entry"), Send(None, b"entry")]) == []
    assert files.trouble == "The disk is full."
    assert files.lost == (Save(b"received"), Save(b"entry"))
    disk.full = False
    ask = Send(None, b"a question, which rests on nothing")
    assert files.keep([Save(b"next"), SaveSecret("hand-2", b"s"), ask]) == [ask]
    assert disk.done == [("append", b"received"), ("append", b"entry")], "nothing is saved any more"
