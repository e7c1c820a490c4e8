"""Plugin files on their way from the founder's laptop to one that lacks them.

Owns which file is given out and which is taken. Runs and writes nothing: what was taken waits for a person's
yes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from pinochle_lan.pluginhost.fingerprint import fingerprint
from pinochle_lan.pluginhost.naming import parse
from pinochle_lan.pluginhost.received import ReceivedError, read
from pinochle_lan.table import notes
from pinochle_lan.table.draft import Draft
from pinochle_lan.table.snapshot import Lack

FILES_A_MINUTE: Final = 16
"""Plugin files that one laptop may ask for."""
MINUTE_MS: Final = 60_000

Source = Callable[[str, bytes], bytes | None]
"""The file of a plugin of this laptop, by its name at a table and its fingerprint."""


class Files:
    """The giving side."""

    def __init__(self, source: Source | None) -> None:
        """``source`` None = the table hands out none."""
        self._source = source
        self._asked: dict[bytes, tuple[int, ...]] = {}

    def answer(self, peer: bytes, want: notes.Want, draft: Draft, now_ms: int) -> notes.File:
        """The file, or why it does not come. Only what the draft names is given, few times a minute."""
        recent = tuple(at for at in self._asked.get(peer, ()) if now_ms - at < MINUTE_MS)
        self._asked[peer] = (*recent, now_ms)[:FILES_A_MINUTE]
        if self._source is None or not draft.shares:
            return notes.File(want.plugin, b"", "files_kept")
        if len(recent) >= FILES_A_MINUTE:
            return notes.File(want.plugin, b"", "file_slow")
        if (want.plugin, want.digest) not in draft.terms.plugins:
            return notes.File(want.plugin, b"", "file_gone")
        data = self._source(want.plugin, want.digest)
        if data is None:
            return notes.File(want.plugin, b"", "file_gone")
        try:
            read(data)
        except ReceivedError:
            return notes.File(want.plugin, b"", "file_unknown")
        return notes.File(want.plugin, data)


class Lacks:
    """The taking side: what a draft needs and this laptop does not have, and what came of it."""

    def __init__(self, here: Callable[[str], tuple[str, bytes] | None]) -> None:
        """``here``: (version, fingerprint) of a plugin of this laptop, by its name at a table."""
        self._here = here
        self._lacks: dict[str, Lack] = {}

    @property
    def all(self) -> tuple[Lack, ...]:
        """In the draft's order; empty = all plugins agree."""
        return tuple(self._lacks.values())

    def here(self, plugin: str) -> tuple[str, bytes] | None:
        """(version, fingerprint) of a plugin of this laptop, by its name at a table."""
        return self._here(plugin)

    def compare(self, draft: Draft) -> tuple[notes.Want, ...]:
        """Look at a draft; what is to be asked for, each file once."""
        before, self._lacks = self._lacks, {}
        wants = []
        for plugin, theirs in draft.terms.plugins:
            mine = self._here(plugin)
            if mine is not None and mine[1] == theirs:
                continue
            known = before.get(plugin)
            if known is not None and known.digest == theirs and (draft.shares or known.source is not None):
                self._lacks[plugin] = replace(known, mine=mine)
                continue
            self._lacks[plugin] = Lack(plugin, theirs, mine)
            if draft.shares and parse(plugin).fit and len(self._lacks) <= FILES_A_MINUTE:
                wants.append(notes.Want(plugin, theirs))
        return tuple(wants)

    def take(self, file: notes.File, values: Mapping[str, str]) -> bool:
        """A file came, or why it does not; False if nobody asked. ``values`` fill a sentence's blanks."""
        lack = self._lacks.get(file.plugin)
        if lack is None or lack.source is not None or not parse(file.plugin).fit:
            return False
        words = {"plugin": f"the {parse(file.plugin).plain}", **values}
        if file.why:
            self._lacks[file.plugin] = replace(lack, why=notes.sentence(file.why, words))
            return True
        if fingerprint(file.data) != lack.digest:
            self._lacks[file.plugin] = replace(lack, why=notes.sentence("file_wrong", words))
            return True
        try:
            read(file.data)
        except ReceivedError as error:
            self._lacks[file.plugin] = replace(lack, why=str(error))
        else:
            self._lacks[file.plugin] = replace(lack, source=file.data, why="")
        return True
