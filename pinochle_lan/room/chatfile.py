"""What was said at a table, on disk: a file of its own beside the game file, never part of it.

Nothing waits for it: where it cannot be read or written, the talk is only not there next time.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from pinochle_lan.codec import CodecError, decode, encode
from pinochle_lan.table.chat import KEPT
from pinochle_lan.table.snapshot import Remark

SUFFIX: Final = ".chat"
LENGTH_BYTES: Final = 4
"""Before each remark: its length, little-endian."""
_log: Final = logging.getLogger(__name__)

Said = tuple[int, str]
"""Who (member) and what."""


class ChatFile:
    """The talk beside one game file. ``kept``: number of the last remark that is on disk already."""

    def __init__(self, game: Path, kept: int = 0) -> None:
        self._path = game.with_suffix(SUFFIX)
        self._kept = kept

    def read(self) -> tuple[Said, ...]:
        """The last remarks, oldest first; a file that grew too long is cut. Whatever is broken ends it."""
        try:
            data = self._path.read_bytes()
        except OSError:
            return ()
        found: list[Said] = []
        try:
            for packed in _cut(data):
                match decode(packed):
                    case (int() as member, str() as text):
                        found.append((member, text))
        except CodecError as error:
            _log.warning("%s is damaged: %s", self._path.name, error)
        if len(found) > KEPT:
            self._write(b"".join(_packed(*said) for said in found[-KEPT:]), "wb")
        return tuple(found[-KEPT:])

    def keep(self, remarks: Sequence[Remark]) -> None:
        """Append what is not on disk yet."""
        new = [remark for remark in remarks if remark.number > self._kept]
        if new:
            self._kept = new[-1].number
            self._write(b"".join(_packed(remark.member, remark.text) for remark in new), "ab")

    def _write(self, data: bytes, mode: str) -> None:
        try:
            with self._path.open(mode) as file:
                file.write(data)
        except OSError as error:
            _log.warning("%s cannot be written: %s", self._path.name, error.strerror)


def _packed(member: int, text: str) -> bytes:
    data = encode((member, text))
    return len(data).to_bytes(LENGTH_BYTES, "little") + data


def _cut(data: bytes) -> Iterator[bytes]:
    """The packed remarks one after the other; a torn one at the end is left out."""
    at = 0
    while len(data) - at >= LENGTH_BYTES:
        end = at + LENGTH_BYTES + int.from_bytes(data[at : at + LENGTH_BYTES], "little")
        if end > len(data):
            return
        yield data[at + LENGTH_BYTES : end]
        at = end
