"""What one table keeps on disk: its game file and its hand seeds. Here it is saved before it is sent.

Takes a table's effects in order, does those that save, and hands the others back once everything before them
is on disk. If saving fails, nothing is sent any more; what is received is still shown. Used on one thread.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from pinochle_lan.log.gamefile import GameFile, GameFileError
from pinochle_lan.log.genesis import Genesis
from pinochle_lan.log.records import Record, RecordType, pack_record
from pinochle_lan.room.seeds import SeedFiles
from pinochle_lan.table.effects import DropSecret, Effect, Save, SaveSecret, Send


class TableFiles:
    """The files of one table, open."""

    def __init__(self, file: GameFile, seeds: SeedFiles, records: Sequence[Record]) -> None:
        self.path = file.path
        self.records = tuple(records)
        """What the file held when it was opened."""
        self.trouble = ""
        """Why nothing can be saved any more; empty while all is well."""
        self._file = file
        self._seeds = seeds
        self._genesis = b""
        self._waiting: list[Save] = []
        """Appended, not flushed."""

    @classmethod
    def create(cls, path: Path, secrets: Path, genesis: Genesis) -> TableFiles:
        """Files of a new table. Raises GameFileError."""
        files = cls(GameFile.create(path, genesis), SeedFiles(secrets, genesis.table), ())
        files._genesis = pack_record(RecordType.GENESIS, genesis.payload())
        return files

    @classmethod
    def open(cls, path: Path, secrets: Path) -> TableFiles:
        """Files of a table to go on with. Raises GameFileError."""
        file, records = GameFile.open(path)
        return cls(file, SeedFiles(secrets, records.table), records.found)

    def secrets(self) -> Mapping[str, bytes]:
        """The seeds on disk, by name. Raises GameFileError."""
        try:
            return self._seeds.read()
        except OSError as error:
            why = f"The hand seeds of {self.path.name} cannot be read: {error.strerror}."
            raise GameFileError(why) from error

    @property
    def lost(self) -> tuple[Save, ...]:
        """What the disk did not take for sure, once there is trouble."""
        return tuple(self._waiting) if self.trouble else ()

    def keep(self, effects: Sequence[Effect]) -> list[Effect]:
        """Do what saves, in order, one flush before anything is sent; the rest comes back.

        What was to be sent in the batch that could not be saved is dropped. From then on nothing is saved:
        the caller tells its core of ``lost``, and that signs nothing any more (docs/log.md 14).
        """
        left: list[Effect] = [
            effect for effect in effects if not isinstance(effect, Save | SaveSecret | DropSecret)
        ]
        if self.trouble:
            return left
        self._waiting += [effect for effect in effects if isinstance(effect, Save)]
        try:
            self._save(effects)
        except GameFileError as error:
            self.trouble = str(error)
        except OSError as error:
            self.trouble = f"A hand seed cannot be saved: {error.strerror}. Free some space, start again."
        return [effect for effect in left if not isinstance(effect, Send)] if self.trouble else left

    def _save(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, SaveSecret):
                self._seeds.write(effect.name, effect.data)
            elif isinstance(effect, Save) and effect.record != self._genesis:
                self._file.append(effect.record)
        # What was only received may wait: it is flushed with the first thing that rests on it.
        if self._waiting and any(isinstance(effect, Send) for effect in effects):
            self._file.flush()
            self._waiting.clear()
        for effect in effects:
            if isinstance(effect, DropSecret):
                self._seeds.drop(effect.name)

    def close(self, *, over: bool) -> None:
        """Close the file; of a game that is over the seeds go too, if the disk lets them."""
        self._file.close()
        if over:
            with contextlib.suppress(OSError):
                self._seeds.drop_all()
