"""What this laptop votes: when, for what, and what its next ballot rests on.

Owns docs/log.md 9, rules 1, 2 and 4. Looks at the open step and its polls; signs and sends nothing. Whether a
missing contribution is put to the vote at all is the table's policy, ``may_vote``; it never touches safety.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pinochle_lan.log.ballot import ROUND_MOST, Ballot
from pinochle_lan.log.effects import Peer
from pinochle_lan.log.entry import Entry, Key
from pinochle_lan.log.line import Line
from pinochle_lan.log.machine import Place
from pinochle_lan.log.poll import Poll, agreed, carried
from pinochle_lan.log.polls import Polls
from pinochle_lan.log.step import ABSENT, Step, quorum
from pinochle_lan.log.store import Store

PATIENCE_MS: Final = 1_000
"""How long a voter with a quorum waits for the ballots of the others it hears (rules 2 and 4)."""
AT_ONCE: Final = 4
"""So many rounds follow one another at once, however they end."""
REST_MOST_MS: Final = 60_000


_Turn = tuple[Key, bool, int]


@dataclass(frozen=True, slots=True)
class Move:
    """The next ballot of this laptop, and the ballots that must be on disk before it is sent."""

    key: Key
    confirm: bool
    round: int
    value: bytes | None
    basis: tuple[Ballot, ...] = ()
    entry: Entry | None = None
    """What is voted for, if it is held; goes along."""


class Voting:
    """One laptop's part in the votes about the open step."""

    def __init__(self, line: Line, store: Store, polls: Polls) -> None:
        self._line = line
        self._store = store
        self._polls = polls
        self._since: dict[_Turn, int] = {}
        self._until: dict[_Turn, int] = {}
        """When a round is over that changes nothing."""
        self._step = -1

    def move(
        self,
        acked: Mapping[Key, bytes],
        may_vote: Callable[[Place], bool],
        peers: Sequence[Peer],
        now_ms: int,
    ) -> Move | None:
        """The next ballot to sign now, None if there is none.

        ``acked``: entry ids of the open step that this laptop acknowledged without a vote. ``peers``: who is
        heard.
        """
        step = self._line.open
        # Before anything else: who is off the roster waits for nobody, and must not be woken for it for ever.
        waiting, self._since = self._since, {}
        resting, self._until = self._until, {}
        if self._line.me is None or self._line.me not in step.roster:
            return None
        if self._step != step.number:
            self._step, waiting, resting = step.number, {}, {}

        def patient(turn: _Turn, here: Mapping[int, object]) -> bool:
            """Whether all that are heard have spoken, or were waited for long enough.

            Who signed two versions of the place is not waited for.
            """
            liar = turn[0][0] if self._double(step, turn[0]) else None
            awaited = [m for m in step.roster if m not in (self._line.me, liar) and m in peers]
            silent = [m for m in awaited if m not in here]
            since = waiting.get(turn, now_ms)
            if silent and now_ms < since + PATIENCE_MS:
                self._since[turn] = since
                return False
            return True

        def rested(turn: _Turn) -> bool:
            """Whether it was waited long enough for a round that can end otherwise."""
            until = resting.get(turn, now_ms + rest_ms(turn[2]))
            if now_ms < until:
                self._until[turn] = until
            return now_ms >= until

        for place in step.places:
            if place.key in step.decided or step.skipped(place):
                continue
            poll = self._polls.at(step.number).get(place.key)
            if poll is None or not poll.voted(self._line.me):
                move = self._begin(step, place, poll, acked, may_vote)
            else:
                move = self._go_on(step, place, poll, acked, patient=patient, rested=rested)
            if move is not None:
                self._since = {**waiting, **self._since}
                self._until = {**resting, **self._until}
                return move
        return None

    def rest(self) -> None:
        """Nothing is signed here: nobody is waited for either."""
        self._since, self._until = {}, {}

    def own(self, key: Key) -> bool:
        """Whether this laptop voted on a place of the open step: then only the outcome counts."""
        poll = self._polls.at(self._line.open.number).get(key)
        return poll is not None and self._line.me is not None and poll.voted(self._line.me) > 0

    def polling(self) -> tuple[Place, ...]:
        """Places of the open step under vote, in fold order."""
        step = self._line.open
        polls = self._polls.at(step.number)
        return tuple(
            place
            for place in step.places
            if place.key in polls and place.key not in step.decided and polls[place.key].called(step.roster)
        )

    @property
    def wake_at_ms(self) -> int | None:
        """When patience with somebody ends; None if nobody is waited for."""
        times = (*(since + PATIENCE_MS for since in self._since.values()), *self._until.values())
        return min(times, default=None)

    def _versions(self, step: Step, key: Key) -> list[Entry]:
        """Entries held that may fill the place; the one that fills it comes first."""
        held = [entry for entry in self._store.at(step.number).get(key, ()) if step.misfit(entry) is None]
        shown = step.entries.get(key)
        return sorted(held, key=lambda entry: (shown is None or entry.id != shown.id, entry.id))

    def _double(self, step: Step, key: Key) -> bool:
        return len(self._store.at(step.number).get(key, ())) > 1

    def _begin(
        self,
        step: Step,
        place: Place,
        poll: Poll | None,
        acked: Mapping[Key, bytes],
        may_vote: Callable[[Place], bool],
    ) -> Move | None:
        """Rule 1: the entry if it is held or was acknowledged, else absent; never absent on oneself."""
        versions = self._versions(step, place.key)
        mine = place.author == self._line.me
        double = self._double(step, place.key)
        called = poll is not None and poll.called(step.roster)
        if versions and (called or double):
            chosen = next((e for e in versions if e.id == acked.get(place.key)), versions[0])
            return Move(place.key, False, 1, chosen.id, entry=chosen)
        if versions or mine or len(step.roster) <= 2 or not step.ready(place) or not may_vote(place):
            return None
        return Move(place.key, False, 1, ABSENT)

    def _go_on(
        self,
        step: Step,
        place: Place,
        poll: Poll,
        acked: Mapping[Key, bytes],
        *,
        patient: Callable[[_Turn, Mapping[int, object]], bool],
        rested: Callable[[_Turn], bool],
    ) -> Move | None:
        """Rules 2 and 4: confirm a round once a quorum voted, vote again once a quorum confirmed."""
        assert self._line.me is not None
        round_ = poll.voted(self._line.me)
        confirming = poll.confirmed(self._line.me) < round_
        here = (poll.votes if confirming else poll.confirms)(round_, step.roster)
        turn = place.key, confirming, round_
        if len(here) < quorum(step.roster):
            return None
        if not patient(turn, here):
            return None
        basis = tuple(ballot for held in here.values() for ballot in held)
        if confirming:
            return Move(place.key, True, round_, agreed(here, quorum(step.roster)), basis)
        if round_ >= ROUND_MOST:
            return None
        value = carried(here)
        if value is None:
            value = self._preferred(step, place, poll, acked)
            if not self._news(step, place, poll, round_, value) and not rested(turn):
                return None
        entry = next((e for e in self._versions(step, place.key) if e.id == value), None)
        return Move(place.key, False, round_ + 1, value, basis, entry)

    def _news(self, step: Step, place: Place, poll: Poll, round_: int, value: bytes) -> bool:
        """Whether another round can end otherwise than this one, of which all confirms are split.

        Else it is waited for somebody who is not here, longer each time: all rounds would be used up at once.
        """
        assert self._line.me is not None
        votes = poll.votes(round_, step.roster)
        said = {member: [ballot.value for ballot in held] for member, held in votes.items()}
        if agreed(votes, quorum(step.roster)) is not None or value not in said.get(self._line.me, ()):
            return True
        liar = place.author if self._double(step, place.key) else None
        return any(
            ballot.value not in said.get(member, ())
            for member, held in poll.votes(round_ + 1, step.roster).items()
            for ballot in held
            if member != liar
        )

    def _preferred(self, step: Step, place: Place, poll: Poll, acked: Mapping[Key, bytes]) -> bytes:
        """Rule 4 a to e, when all confirms are split."""
        versions = [entry.id for entry in self._versions(step, place.key)]
        double = self._double(step, place.key)
        least = len(step.roster) - quorum(step.roster) + 1
        alive = [v for v in versions if poll.against(v, step.roster, place.author) < least]
        mine = acked.get(place.key)
        if mine is not None and (not double or poll.against(mine, step.roster, place.author) < least):
            return mine
        if double:
            return alive[0] if len(alive) == 1 else ABSENT
        return versions[0] if versions else ABSENT


def rest_ms(round_: int) -> int:
    """The pause after a round without news: none three times, 0.1 s, then doubled, at most a minute."""
    return 0 if round_ < AT_ONCE else min(100 << min(round_ - AT_ONCE, 10), REST_MOST_MS)
