"""One step: its places, what fills them, what may be signed, and what it folds to.

Owns docs/log.md 3 for a single step: needs, skipped places, illegal content, completeness, the chain value.
Knows no peers, signatures or acknowledgements; entries it is given were checked before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pinochle_lan.codec import Value, encode
from pinochle_lan.log.entry import Entry, Key
from pinochle_lan.log.machine import Blank, Content, Illegal, Machine, Place
from pinochle_lan.log.past import NO_PAST, Past, RiderRules
from pinochle_lan.log.rider import Rider

ABSENT: Final = b""
"""The outcome of a vote that calls a place absent."""
ABSENT_ID: Final = bytes(32)
SKIPPED_ID: Final = b"\x01" * 32
"""What stands in the chain for a place without an entry (docs/log.md 2)."""


def quorum(roster: tuple[int, ...]) -> int:
    """More than half (docs/log.md 1): 1 of 1, 2 of 2, 2 of 3, 3 of 4."""
    return len(roster) // 2 + 1


def next_chain(chain: bytes, step: int, ids: tuple[bytes, ...]) -> bytes:
    """c_{k+1} = SHA-256 over canonical [c_k, k, ids in fold order] (docs/log.md 2)."""
    return hashlib.sha256(encode((chain, step, ids))).digest()


@dataclass(frozen=True, slots=True)
class After:
    """What a complete step folds to."""

    machine: Machine
    chain: bytes
    state: bytes
    contents: tuple[tuple[Place, Content], ...]
    past: Past = NO_PAST
    riders: tuple[Rider, ...] = ()
    """What was folded with it."""
    void: bool = False
    """Too many were absent: folded to nothing, the same places are due again (docs/log.md 3)."""

    @property
    def claim(self) -> tuple[bytes, bytes]:
        """(chain, state), as acknowledgements name it."""
        return self.chain, self.state


class Step:
    """A step on top of a machine. Filled by ``put``; ``after`` is there once it is complete."""

    def __init__(
        self,
        number: int,
        machine: Machine,
        chain: bytes,
        state: bytes,
        *,
        trusted: bool = False,
        past: Past = NO_PAST,
        rules: RiderRules | None = None,
    ) -> None:
        """On ``machine``, whose chain value and state digest these are.

        ``trusted``: this laptop acknowledged the step, so the machine need not check proofs again. ``past``:
        what the log remembers of the steps before. Without ``rules`` no rider counts. Raises ValueError if
        the machine names a place twice, or a need that is not a place of the step: our fault.
        """
        self.number = number
        self.machine = machine
        self.chain = chain
        self.state = state
        self.trusted = trusted
        self.past = past
        self._rules = rules
        self.roster = machine.roster
        self.places = tuple(machine.due())
        self._place = {place.key: place for place in self.places}
        if len(self._place) != len(self.places):
            raise ValueError(f"step {number}: a place is due twice")
        if any(need not in self._place for place in self.places for need in place.needs):
            raise ValueError(f"step {number}: a need is not due in the same step")
        self.later = False
        """Long proofs are put off: more than half of the others are past this step (docs/log.md 6)."""
        self.unproved: dict[Key, None] = {}
        """Places whose long proof was put off, in the order in which they were judged."""
        self.entries: dict[Key, Entry] = {}
        self._verdict: dict[Key, str | None] = {}
        self.decided: dict[Key, bytes] = {}
        """Outcomes of votes: an entry's id, or ABSENT."""
        self._after: After | None = None
        self._waits = False
        """Looked at and not complete; everybody asks after every frame."""
        self._skips: dict[Key, bool] = {}
        """Whether a place is skipped, as far as it was asked; emptied at every change."""

    @property
    def over(self) -> bool:
        """Nothing is due any more: the game is over."""
        return not self.places

    def place(self, key: Key) -> Place | None:
        """The due place, or None."""
        return self._place.get(key)

    def misfit(self, entry: Entry) -> str | None:
        """Why an entry for this step's number is refused (docs/log.md 3), None if it may fill its place."""
        if entry.key not in self._place:
            return f"'{entry.kind}' is not due from member {entry.author} in step {self.number}"
        if entry.before != self.chain:
            return "it stands on another history"
        if entry.state != self.state:
            return "its rules disagree with ours about the steps before"
        return None

    def put(self, entry: Entry, *, judged: bool = False) -> None:
        """Fills the place with a fitting entry (``judged``: found legal), judges what can be judged now."""
        self.entries[entry.key] = entry
        if judged:
            self._verdict[entry.key] = None
        self._changed()

    def decide(self, key: Key, value: bytes) -> None:
        """A vote's outcome: the place is filled by this entry only, or, if ABSENT, by none at all.

        Whatever needs an absent place is skipped. Another entry that fills the place is taken out.
        """
        if self.decided.get(key) == value:
            return
        self.decided[key] = value
        if key in self.entries and self.entries[key].id != value:
            del self.entries[key]
            self._verdict.clear()  # what rests on it was judged with it
            self.unproved.clear()
        self._changed()

    def takes(self, entry: Entry) -> bool:
        """Whether the entry fits and no vote decided otherwise."""
        return self.misfit(entry) is None and self.decided.get(entry.key, entry.id) == entry.id

    def absent(self, key: Key) -> bool:
        """Whether the place was decided absent."""
        return self.decided.get(key) == ABSENT

    @property
    def absentees(self) -> tuple[int, ...]:
        """Members with a place that was decided absent, in fold order.

        Not those whose place is skipped: what was decided about that, some may never learn.
        """
        missed = [place for place in self.places if self.absent(place.key) and not self.skipped(place)]
        return tuple(dict.fromkeys(place.author for place in missed))

    def _changed(self) -> None:
        self._after = None
        self._waits = False
        self._judge()

    def _judge(self) -> None:
        self._skips.clear()
        again = True
        while again:
            again = False
            for place in self.places:
                key = place.key
                if key not in self.entries or key in self._verdict or not self.ready(place):
                    continue
                body = self.entries[key].body
                put_off = self.later and not self.trusted and self.machine.has_proof(place)
                why = self.machine.judge(place, body, self.bodies(), self.trusted or put_off)
                self._verdict[key] = why
                if put_off and why is None:
                    self.unproved[key] = None
                self._skips.clear()
                again = True

    def prove(self) -> None:
        """Checks the first proof that was put off. If it does not hold, all is judged anew, none put off."""
        key = next(iter(self.unproved))
        del self.unproved[key]
        if self.judge(self._place[key], self.entries[key].body) is not None:
            self.later = False
            self.unproved.clear()
            self._verdict.clear()
            self._changed()

    def illegal(self) -> tuple[tuple[Place, str], ...]:
        """Places whose content is illegal, and why, in fold order."""
        judged = [(place, self._verdict.get(place.key)) for place in self.places]
        return tuple((place, why) for place, why in judged if why is not None)

    def judge(self, place: Place, body: Value) -> str | None:
        """What the machine says to a content, all proofs checked."""
        return self.machine.judge(place, body, self.bodies(), False)

    def ready(self, place: Place) -> bool:
        """Whether all that it needs is held and legal."""
        return all(need in self._verdict and self._verdict[need] is None for need in place.needs)

    def skipped(self, place: Place) -> bool:
        """Whether something it needs is absent, illegal or skipped itself (docs/log.md 3)."""
        known = self._skips.get(place.key)
        if known is None:
            known = any(
                self.absent(need) or self._verdict.get(need) is not None or self.skipped(self._place[need])
                for need in place.needs
            )
            self._skips[place.key] = known
        return known

    def open_for(self, author: int) -> tuple[Place, ...]:
        """The author's places that nothing fills and whose needs are held, in fold order."""
        return tuple(place for place in self.missing if place.author == author and self.ready(place))

    @property
    def missing(self) -> tuple[Place, ...]:
        """Places that nothing fills, in fold order."""
        return tuple(
            place
            for place in self.places
            if place.key not in self.entries and not self.absent(place.key) and not self.skipped(place)
        )

    @property
    def complete(self) -> bool:
        """Every due place has an entry, a decision, or is skipped."""
        return not self.over and not self.missing

    def bodies(self) -> dict[Key, Value]:
        """Legal bodies held so far, by key, in fold order."""
        return {
            place.key: self.entries[place.key].body
            for place in self.places
            if place.key in self._verdict and self._verdict[place.key] is None
        }

    def ids(self) -> Mapping[Key, bytes]:
        """Entry ids held so far, by key, in fold order; skipped places have none, entry or not."""
        return {
            place.key: self.entries[place.key].id
            for place in self.places
            if place.key in self.entries and not self.skipped(place)
        }

    @property
    def after(self) -> After | None:
        """What the step folds to, None while it is not complete. Folded once."""
        if self._after is None and not self._waits:
            if self.complete:
                self._after = self._fold()
            else:
                self._waits = True
        return self._after

    def _fold(self) -> After:
        contents: list[tuple[Place, Content]] = []
        ids: list[bytes] = []
        for place in self.places:
            content, thing = self._content(place)
            contents.append((place, content))
            ids.append(thing)
        chain = next_chain(self.chain, self.number, tuple(ids))
        if self._void:
            return After(self.machine, chain, self.state, tuple(contents), self.past, void=True)
        riders = self._riders()
        machine = self.machine.fold(contents, self.ids(), riders)
        past = self.past.after(self.number, self.roster, machine.roster, riders)
        return After(machine, chain, machine.digest(), tuple(contents), past, riders)

    @property
    def _void(self) -> bool:
        """More than (roster - 1) / 2 absent in a step that is due from all (docs/log.md 3)."""
        authors = [place.author for place in self.places]
        if any(member not in authors for member in self.roster):
            return False
        return len(self.absentees) > (len(self.roster) - 1) // 2

    def _riders(self) -> tuple[Rider, ...]:
        """What the folded entries carry, in fold order, each rider once (docs/log.md 11)."""
        if self._rules is None:
            return ()
        found: dict[bytes, Rider] = {}
        for place in self.places:
            content, _ = self._content(place)
            if not isinstance(content, Illegal | Blank):
                for rider in self._rules.carried(self.entries[place.key], self.past, self.machine.members):
                    found.setdefault(rider.id, rider)
        return tuple(found.values())

    def _content(self, place: Place) -> tuple[Content, bytes]:
        if self.skipped(place):
            return Blank.SKIPPED, SKIPPED_ID
        if self.absent(place.key):
            return Blank.ABSENT, ABSENT_ID
        entry = self.entries[place.key]
        why = self._verdict[place.key]
        return (entry.body if why is None else Illegal(why)), entry.id
