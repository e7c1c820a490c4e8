"""One place under vote: every ballot about it, which of them count, and what they decide.

Owns docs/log.md 9, rules 3 and 5. A set: order of arrival means nothing, and what counts once counts for
ever. Ballots it is given are signed by their voters; of one who voted both ways each value is held.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pinochle_lan.log.ballot import Ballot, Certificate
from pinochle_lan.log.step import quorum

VALUES_MOST: Final = 4
"""Different values of one voter in one round: more than one is a proof already."""

Roster = tuple[int, ...]
_Round = dict[int, tuple[Ballot, ...]]


class Poll:
    """The ballots about one place."""

    def __init__(self) -> None:
        self._votes: dict[int, _Round] = {}
        self._confirms: dict[int, _Round] = {}

    def add(self, ballot: Ballot) -> tuple[bool, Ballot | None]:
        """Keeps a ballot; gives (new here, the voter's other one of that round if it contradicts it)."""
        voters = (self._confirms if ballot.confirm else self._votes).setdefault(ballot.round, {})
        held = voters.get(ballot.member, ())
        if any(ballot.value == other.value for other in held) or len(held) >= VALUES_MOST:
            return False, None
        voters[ballot.member] = (*held, ballot)
        return True, held[0] if held else None

    def has(self, ballot: Ballot) -> bool:
        """Whether this very ballot is held, signature and all."""
        voters = (self._confirms if ballot.confirm else self._votes).get(ballot.round, {})
        return ballot in voters.get(ballot.member, ())

    def remove(self, ballot: Ballot) -> None:
        """Forgets one's own ballot, which could not be saved and so was never sent."""
        voters = (self._confirms if ballot.confirm else self._votes).get(ballot.round, {})
        rest = tuple(other for other in voters.get(ballot.member, ()) if other.value != ballot.value)
        if rest:
            voters[ballot.member] = rest
        else:
            voters.pop(ballot.member, None)

    def ballots(self) -> Iterator[Ballot]:
        """All ballots, lowest round first, votes before confirms: what later ones rest on comes first."""
        for round_ in sorted({**self._votes, **self._confirms}):
            for side in (self._votes, self._confirms):
                for _, held in sorted(side.get(round_, {}).items()):
                    yield from held

    def voted(self, member: int) -> int:
        """The highest round in which the member voted, 0 for none."""
        return max((round_ for round_, voters in self._votes.items() if member in voters), default=0)

    def confirmed(self, member: int) -> int:
        """The highest round in which the member confirmed, 0 for none."""
        return max((round_ for round_, voters in self._confirms.items() if member in voters), default=0)

    def called(self, roster: Roster) -> bool:
        """Whether somebody of the roster voted at all."""
        return any(member in roster for voters in self._votes.values() for member in voters)

    def against(self, version: bytes, roster: Roster, owner: int) -> int:
        """How many voters of round 1, the owner aside, voted for something else (rule 4 b)."""
        return sum(
            member in roster and member != owner and any(ballot.value != version for ballot in held)
            for member, held in self._votes.get(1, {}).items()
        )

    # What counts (rule 5)

    def votes(self, round_: int, roster: Roster) -> dict[int, tuple[Ballot, ...]]:
        """The votes of a round that count, by voter.

        A vote after round 1 rests on a quorum of confirms of the round before that allows its value.
        """
        before = self.confirms(round_ - 1, roster) if round_ > 1 else {}
        return {
            member: counting
            for member, held in sorted(self._votes.get(round_, {}).items())
            if member in roster
            and (counting := tuple(b for b in held if _vote_counts(b, before, quorum(roster))))
        }

    def confirms(self, round_: int, roster: Roster) -> dict[int, tuple[Ballot, ...]]:
        """The confirms of a round that count, by voter."""
        votes = self.votes(round_, roster)
        return {
            member: counting
            for member, held in sorted(self._confirms.get(round_, {}).items())
            if member in roster
            and (counting := tuple(b for b in held if _confirm_counts(b, votes, quorum(roster))))
        }

    # What is decided (rule 3)

    def decided(self, roster: Roster) -> tuple[int, bytes] | None:
        """(round, value) that more than half of the roster voted for and confirmed, None if there is none.

        Its parts suffice: among more than half there is one who checked what they rest on before it signed.
        """
        most = quorum(roster)
        for round_, confirms in sorted(self._confirms.items()):
            votes = self._votes.get(round_, {})
            for value in sorted({b.value for held in confirms.values() for b in held if b.value is not None}):
                here = [_saying(side, value) for side in (votes, confirms)]
                if all(sum(member in roster for member in side) >= most for side in here):
                    return round_, value
        return None

    def certificate(self, roster: Roster) -> Certificate | None:
        """The proof of what is decided."""
        decided = self.decided(roster)
        if decided is None:
            return None
        round_, value = decided
        most = quorum(roster)
        sides = []
        for side in (self._votes, self._confirms):
            signers = sorted(_saying(side[round_], value).items())
            sides.append([(m, b) for m, b in signers if m in roster][:most])
        first = sides[0][0][1]
        votes, confirms = (tuple((m, b.signature) for m, b in side) for side in sides)
        return Certificate(first.table, first.step, *first.key, round_, value, votes, confirms)


def _saying(voters: _Round, value: bytes | None) -> dict[int, Ballot]:
    """Who says this, by voter."""
    return {member: ballot for member, held in voters.items() for ballot in held if ballot.value == value}


def _vote_counts(vote: Ballot, before: _Round, most: int) -> bool:
    """Round 1 needs nothing; later ones a quorum of confirms that are split or carry this very value."""
    if vote.round == 1:
        return True
    split, same = _saying(before, None), _saying(before, vote.value)
    return len({**split, **same} if same else split) >= most


def _confirm_counts(confirm: Ballot, votes: _Round, most: int) -> bool:
    """A value rests on a quorum of votes for it, a split on any quorum of votes."""
    return len(votes if confirm.value is None else _saying(votes, confirm.value)) >= most


def agreed(votes: _Round, most: int) -> bytes | None:
    """The value that a quorum of these votes is for, None if they are split."""
    values = sorted({b.value for held in votes.values() for b in held if b.value is not None})
    return next((value for value in values if len(_saying(votes, value)) >= most), None)


def carried(confirms: _Round) -> bytes | None:
    """The value that one of these confirms carries: it may be decided already. None if all are split."""
    values = sorted({b.value for held in confirms.values() for b in held if b.value is not None})
    return max(values, key=lambda value: len(_saying(confirms, value)), default=None)
