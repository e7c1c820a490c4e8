"""Who says what about which step: acknowledgements, and entries that count as one.

Owns the counting of docs/log.md 3: an acknowledgement of a later step on the same chain counts for all steps
before it, and so does an entry's ``before``. Signatures were checked before; what a step folds to is told by
the caller. A set: what a member said once counts for ever, also when a vote made it say something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pinochle_lan.log.entry import Ack

Claim = tuple[bytes, bytes]
"""(chain, state) after a step."""
CLAIMS_MOST: Final = 64
"""Per member; a liar's claims about steps far ahead push out each other only."""
CLAIMS_EACH: Final = 16
"""Of one member about one step: decisions change what was acknowledged, but not that often."""


def _always(_step: int) -> bool:
    return True


class AckBook:
    """What each member said about the steps from ``first`` on, and its latest acknowledgement."""

    def __init__(self) -> None:
        self.capped = True
        """Off while a file is restored: what stands there was taken in once already."""
        self._claims: dict[int, dict[int, dict[Claim, bool]]] = {}
        """By member, step, claim: whether it rests on votes in every form it was made."""
        self._acks: dict[int, dict[int, tuple[Ack, ...]]] = {}
        self.latest: dict[int, Ack] = {}
        self._furthest: dict[int, int] = {}

    def note_ack(self, ack: Ack) -> Ack | None:
        """Notes a signed acknowledgement; gives the earlier one it contradicts, if that proves a lie.

        Same entries with another state is no lie: whose rules went wrong and were repaired says both. Nor is
        another content after a vote.
        """
        by_step = self._acks.setdefault(ack.member, {})
        held = by_step.get(ack.step, ())
        if ack in held or len(held) >= CLAIMS_EACH:
            return None
        by_step[ack.step] = (*held, ack)
        self._shorten(by_step)
        latest = self.latest.get(ack.member)
        if latest is None or (latest.step, latest.voted) <= (ack.step, ack.voted):
            self.latest[ack.member] = ack
        self.note(ack.member, ack.step, ack.claim, voted=ack.voted)
        return next((one for one in held if one.chain != ack.chain and not (one.voted or ack.voted)), None)

    def note(self, member: int, step: int, claim: Claim, *, voted: bool = False) -> None:
        """Notes that the member stands on this history after the step."""
        self._furthest[member] = max(step, self.furthest(member))
        claims = self._claims.setdefault(member, {})
        held = claims.setdefault(step, {})
        if claim in held or len(held) < CLAIMS_EACH:
            held[claim] = held.get(claim, True) and voted
        self._shorten(claims)

    def _shorten(self, by_step: dict[int, dict[Claim, bool]] | dict[int, tuple[Ack, ...]]) -> None:
        while self.capped and len(by_step) > CLAIMS_MOST:
            del by_step[max(by_step)]

    def forget_before(self, step: int) -> None:
        """Drops what was said about steps before this one, except the latest acknowledgements."""
        for claims in self._claims.values():
            for old in [k for k in claims if k < step]:
                del claims[old]
        for acks in self._acks.values():
            for old in [k for k in acks if k < step]:
                del acks[old]

    def furthest(self, member: int) -> int:
        """The highest step that the member said anything about, true or not; -1 for none."""
        return self._furthest.get(member, -1)

    def withdraw(self, ack: Ack) -> None:
        """Forgets one's own acknowledgement, which could not be saved and so was never sent."""
        acks = self._acks.get(ack.member, {})
        rest = tuple(other for other in acks.get(ack.step, ()) if other != ack)
        self._claims.get(ack.member, {}).get(ack.step, {}).pop(ack.claim, None)
        if rest:
            acks[ack.step] = rest
        else:
            acks.pop(ack.step, None)
        if self.latest.get(ack.member) == ack:
            del self.latest[ack.member]
            if rest:
                self.latest[ack.member] = rest[-1]

    def claims(self, member: int, step: int) -> tuple[Claim, ...]:
        """What the member said about the step; more than one thing after a vote, a repair, or from a liar."""
        if held := self._claims.get(member, {}).get(step):
            return tuple(held)
        latest = self.latest.get(member)
        return (latest.claim,) if latest is not None and latest.step == step else ()

    def acks(self, member: int, step: int) -> tuple[Ack, ...]:
        """The member's acknowledgements of exactly this step."""
        return self._acks.get(member, {}).get(step, ())

    def acked(self, member: int) -> list[int]:
        """The steps of which acknowledgements of the member are held, ascending."""
        return sorted(self._acks.get(member, ()))

    def newest(self, member: int) -> tuple[Ack, ...]:
        """The member's acknowledgements of the latest step it acknowledged."""
        latest = self.latest.get(member)
        return () if latest is None else self.acks(member, latest.step) or (latest,)

    def supports(
        self,
        member: int,
        line: Iterable[tuple[int, Claim]],
        certified: Callable[[int], bool] = _always,
    ) -> bool:
        """Whether the member stands on this history: it claimed the same about any step of ``line``.

        A claim that rests on a vote counts only if the certificates are here, as ``certified`` tells by step.
        """
        for step, claim in line:
            if claim not in self.claims(member, step):
                continue
            held = self._claims.get(member, {}).get(step)
            voted = held[claim] if held else self.latest[member].voted
            if not voted or certified(step):
                return True
        return False
