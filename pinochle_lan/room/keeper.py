"""Keeps the note beside a game file up to date: people, score, and where the others were last reached.

The note is only a help, for the lobby's list and for finding each other again; the game stands in the file.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pinochle_lan.log.genesis import Member
from pinochle_lan.net.peer import LinkState
from pinochle_lan.profile import GameNote, Profile, ProfileError, Seen, Stopped
from pinochle_lan.table.snapshot import Snapshot

_log: Final = logging.getLogger(__name__)


class Keeper:
    """The note of one table."""

    def __init__(self, profile: Profile, path: Path) -> None:
        self._profile = profile
        self._path = path
        self._note = profile.note(path)

    def keep(self, snapshot: Snapshot, members: Sequence[Member], links: Mapping[bytes, LinkState]) -> None:
        """Write the note if it changed."""
        known = {} if self._note is None else {seen.key: seen for seen in self._note.peers}
        peers = []
        for member in members:
            state = links.get(member.key)
            if state is not None and state.address is not None:
                where = (state.address.host, state.address.port)
                before = known[member.key].addresses if member.key in known else ()
                others = tuple(address for address in before if address != where)[:7]
                peers.append(Seen(member.key, member.name, (where, *others)))
            elif member.key in known:
                peers.append(known[member.key])
        stopped = _stopped(snapshot) or (None if self._note is None else self._note.stopped)
        said = "" if self._note is None else self._note.continued
        self._write(replace(_note(snapshot, tuple(peers), stopped), continued=said))

    def end(self) -> None:
        """The score stands as it is: the game is not offered again."""
        if self._note is not None:
            self._write(replace(self._note, over=True))

    def _write(self, note: GameNote) -> None:
        if note == self._note:
            return
        self._note = note
        try:
            self._profile.save_note(self._path, note)
        except ProfileError as error:
            _log.warning("%s", error)


def _stopped(snapshot: Snapshot) -> Stopped | None:
    halt = snapshot.halt
    if halt is None:
        return None
    return Stopped(halt.plugins, halt.step, halt.chain, halt.scores, halt.dealer, halt.seats)


def _note(snapshot: Snapshot, peers: tuple[Seen, ...], stopped: Stopped | None) -> GameNote:
    view = snapshot.view
    scores: tuple[tuple[str, int], ...] = ()
    if view is not None:
        last = view.history[-1].totals if view.history else tuple(side.score for side in view.sides)
        scores = tuple(zip((side.name for side in view.sides), last, strict=False))
    people = tuple(person.name for person in snapshot.people)
    return GameNote(snapshot.name, snapshot.variant, people, scores, snapshot.stage == "over", peers, stopped)
