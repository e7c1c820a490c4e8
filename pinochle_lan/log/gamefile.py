"""The game file on disk: created, opened, appended to, flushed. One append-only file per table.

Owns the calls of docs/log.md 14 that touch a disk. The bytes are ``records``' business; what they mean, the
ledger's. Every failure is a GameFileError whose text is for the player.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import Self

from pinochle_lan.codec import CodecError, decode
from pinochle_lan.log.entry import Malformed
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import VERSION, Record, Records, RecordType, header, pack_record, read_records


class GameFileError(Exception):
    """The game file cannot be created, read or written; the text says what to do."""


class GameFile:
    """An open game file. After an error nothing more is written to it."""

    def __init__(self, path: Path, file: FileIO, end: int) -> None:
        """Use ``create`` or ``open``."""
        self.path = path
        self._file = file
        self._end = end
        """Bytes that stand whole; after a failed write the rest is cut."""
        self._broken = False

    @classmethod
    def create(cls, path: Path, genesis: Genesis) -> Self:
        """A new file with its header and genesis, on disk when this returns, the folder's entry too.

        Raises GameFileError, also if the file is there already.
        """
        data = header(genesis.table) + pack_record(RecordType.GENESIS, genesis.payload())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            game = cls(path, FileIO(path, "xb+"), 0)
        except OSError as error:
            raise GameFileError(_sentence("create", path, error)) from error
        try:
            game.append(data)
            game.flush()
            _flush_folder(path.parent)
        except GameFileError:
            game.close()
            raise
        except OSError as error:
            game.close()
            raise GameFileError(_sentence("create", path, error)) from error
        return game

    @classmethod
    def open(cls, path: Path) -> tuple[Self, Records]:
        """Opens a file to go on with; a torn tail is cut off first. Raises GameFileError."""
        records = load(path)
        try:
            file = FileIO(path, "rb+")
        except OSError as error:
            raise GameFileError(_sentence("open", path, error)) from error
        game = cls(path, file, records.end)
        try:
            if records.torn:
                file.truncate(records.end)
            file.seek(records.end)
        except OSError as error:
            game.close()
            raise GameFileError(_sentence("repair", path, error)) from error
        return game, records

    def append(self, data: bytes) -> None:
        """Writes whole records at the end; they count as saved after ``flush``. Raises GameFileError."""
        if self._broken:
            raise GameFileError(f"The game file {self.path} could not be written before; restart the game.")
        try:
            rest = memoryview(data)
            while rest:
                written = self._file.write(rest)
                rest = rest[written or 0 :]
        except OSError as error:
            self._cut_back()
            raise GameFileError(_sentence("write", self.path, error)) from error
        self._end += len(data)

    def _cut_back(self) -> None:
        """Half a record must not stay before whole ones; if even that fails, reading copes with it."""
        self._broken = True
        try:
            self._file.truncate(self._end)
        except OSError:
            return

    def flush(self) -> None:
        """Returns when everything appended survives a crash. Raises GameFileError."""
        try:
            _flush(self._file.fileno())
        except OSError as error:
            self._broken = True
            raise GameFileError(_sentence("write", self.path, error)) from error

    def close(self) -> None:
        """Closes the file; nothing is flushed by it, so a disk that complains loses nothing."""
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def load(path: Path) -> Records:
    """Reads a file without opening it for writing. Raises GameFileError if it is no game file of ours."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GameFileError(_sentence("read", path, error)) from error
    records = read_records(data)
    if records.version > VERSION:
        raise GameFileError(
            f"{path} was written by a newer version of pinochle-lan; update this one to open it."
        )
    if 0 < records.version < VERSION:
        raise GameFileError(
            f"{path} was written by an older version of pinochle-lan; use that version to open it."
        )
    if not records.found:
        raise GameFileError(f"{path} is not a pinochle game file, or nothing in it can be read any more.")
    return records


def genesis_of(path: Path, records: Sequence[Record]) -> Genesis:
    """The genesis in a file; whether all signed it says ``unsigned``. Raises GameFileError if it is lost."""
    for record in records:
        if record.type == RecordType.GENESIS:
            try:
                return Genesis.read(decode(record.payload))
            except (CodecError, Malformed):
                continue
    raise GameFileError(f"The beginning of {path} is damaged; copy the file from another laptop.")


def _flush(descriptor: int) -> None:
    if sys.platform == "darwin":
        # fsync leaves the data in the drive's cache there
        import fcntl  # noqa: PLC0415

        fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
    else:
        os.fsync(descriptor)


def _flush_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return  # folders cannot be opened there; NTFS journals the new name
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sentence(verb: str, path: Path, error: OSError) -> str:
    why = error.strerror or type(error).__name__
    return (
        f"Cannot {verb} the game file {path}: {why}. Without it nothing can be played; "
        "free some space or choose a folder that can be written to, then open the table again."
    )
