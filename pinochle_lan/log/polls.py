"""All votes of one table: the polls of the open step and of later ones, the certificates of settled ones.

Owns the caps on ballots for steps that are not open yet (docs/log.md 15). Ballots it is given are signed by
their voters.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.entry import Key
from pinochle_lan.log.poll import Poll, Roster

EARLY_BALLOTS: Final = 256
"""What one voter's ballots for steps that are not open yet may take."""


class Polls:
    """Ballots by step and place."""

    def __init__(self) -> None:
        self.capped = True
        """Off while a file is restored: what stands there was taken in once already."""
        self.count = 0
        """Ballots taken in so far."""
        self._polls: dict[int, dict[Key, Poll]] = {}
        self._settled: dict[int, dict[Key, Certificate]] = {}
        self._early: dict[int, dict[int, int]] = {}  # voter -> step -> ballots

    def at(self, step: int) -> dict[Key, Poll]:
        """The step's polls, by place."""
        return self._polls.get(step, {})

    def steps(self) -> Iterator[int]:
        """Numbers of the steps with ballots or certificates, ascending."""
        return iter(sorted({**self._polls, **self._settled}))

    def certificates(self, step: int) -> dict[Key, Certificate]:
        """What was decided by vote in a settled step."""
        return self._settled.get(step, {})

    def add(self, ballot: Ballot, *, early: bool) -> tuple[bool, Ballot | None]:
        """Keeps a ballot; gives (new here, the voter's other one of that round if it contradicts it).

        When a voter's early window is full, what is for the highest step is left out; it is asked for again.
        """
        if early and self.capped:
            window = self._early.setdefault(ballot.member, {})
            if sum(window.values()) >= EARLY_BALLOTS:
                last = max(window)
                if last <= ballot.step:
                    return False, None
                self._drop(ballot.member, last)
            window[ballot.step] = window.get(ballot.step, 0) + 1
        poll = self._polls.setdefault(ballot.step, {}).setdefault(ballot.key, Poll())
        new, other = poll.add(ballot)
        self.count += new
        return new, other

    def _drop(self, member: int, step: int) -> None:
        """Forgets a voter's ballots for a step far ahead."""
        del self._early[member][step]
        for poll in self.at(step).values():
            for ballot in [ballot for ballot in poll.ballots() if ballot.member == member]:
                poll.remove(ballot)

    def remove(self, ballot: Ballot) -> None:
        """Forgets one's own ballot, which could not be saved and so was never sent."""
        poll = self.at(ballot.step).get(ballot.key)
        if poll is not None:
            poll.remove(ballot)

    def outcome(self, step: int, key: Key, roster: Roster) -> bytes | None:
        """What is decided about a place: an entry's id, empty for absent, or None for nothing yet."""
        if (certificate := self.certificates(step).get(key)) is not None:
            return certificate.value
        poll = self.at(step).get(key)
        decided = poll.decided(roster) if poll is not None else None
        return None if decided is None else decided[1]

    def spoken(self, step: int) -> bool:
        """Whether anything is here about a place of the step."""
        return bool(self.at(step)) or bool(self.certificates(step))

    def keys(self, step: int) -> list[Key]:
        """Places of the step about which something is here."""
        return sorted({**self.at(step), **self.certificates(step)})

    def opened(self, step: int) -> None:
        """The step is not early any more."""
        for window in self._early.values():
            window.pop(step, None)

    def settle(self, step: int, roster: Roster) -> None:
        """The step is settled: of its polls only the certificates are of use."""
        found = {key: poll.certificate(roster) for key, poll in sorted(self._polls.pop(step, {}).items())}
        kept = {key: certificate for key, certificate in found.items() if certificate is not None}
        if kept:
            self._settled[step] = kept
