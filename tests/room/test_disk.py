"""F62: a full or read-only disk under a running program: one sentence in the window, and nothing is lost."""

from __future__ import annotations

import errno
import io
import os
from pathlib import Path

import helpers_shell as shell
import pytest

from pinochle_lan.intents import ContinueGame, LeaveTable
from pinochle_lan.log import gamefile
from pinochle_lan.log.records import read_records


class Disk:
    """Refuses writes to game files while ``trouble`` is an error number."""

    trouble = 0

    def file(self, path: Path, mode: str) -> io.FileIO:
        """In the place of FileIO."""
        disk = self

        class File(io.FileIO):
            def write(self, data: object, /) -> int:
                disk.check()
                return super().write(data)  # type: ignore[arg-type]

        if mode != "rb":
            self.check()
        return File(path, mode)

    def check(self) -> None:
        if self.trouble:
            raise OSError(self.trouble, os.strerror(self.trouble))


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    made = Disk()
    monkeypatch.setattr(gamefile, "FileIO", made.file)
    return made


def test_F62_the_disk_fills_up_in_mid_game(tmp_path: Path, disk: Disk) -> None:
    with shell.player(tmp_path) as ann:
        ann.post(shell.alone())
        ann.play(1)
        path = Path(ann.until(lambda front: front.file).file)
        disk.trouble = errno.ENOSPC
        table = ann.table(lambda table: "Cannot write the game file" in table.notice)
        assert "No space left on device" in table.notice
        assert "free some space" in table.notice
        assert table.stage == "play", "the table is still on screen"
        ann.post(LeaveTable())
        ann.until(lambda front: front.table is None)
        disk.trouble = 0
        whole = read_records(path.read_bytes())
        assert (whole.damage, whole.torn) == ((), 0)
        ann.post(ContinueGame(str(path)))
        again = ann.play(2)
        assert again.notice == ""


@pytest.mark.parametrize("trouble", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_F62_a_folder_that_cannot_be_written_to(tmp_path: Path, disk: Disk, trouble: int) -> None:
    disk.trouble = trouble
    with shell.player(tmp_path) as ann:
        ann.post(shell.alone())
        problem = ann.until(lambda front: front.table is None and front.lobby.problem).lobby.problem
        assert problem.startswith("Cannot create the game file")
        assert os.strerror(trouble) in problem
        assert "choose a folder that can be written to" in problem
        disk.trouble = 0
        ann.post(shell.alone())
        assert ann.play(1).notice == ""


def test_F62_a_game_in_a_folder_that_became_read_only_stays_whole(tmp_path: Path, disk: Disk) -> None:
    path = shell.game_file(tmp_path)
    before = path.read_bytes()
    disk.trouble = errno.EROFS
    with shell.player(tmp_path) as ann:
        ann.post(ContinueGame(str(path)))
        problem = ann.until(lambda front: front.lobby.problem).lobby.problem
        assert problem.startswith("Cannot open the game file")
    assert path.read_bytes() == before
