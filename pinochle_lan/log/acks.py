"""Who says what about which step: acknowledgements, and entries that count as one.

Owns the counting of docs/log.md 3: an acknowledgement of a later step on the same chain counts for all steps
before it, and so does an entry's ``before``. Signatures were checked before; what a step folds to is told by
the caller.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pinochle_lan.log.entry import Ack

Claim = tuple[bytes, bytes]
"""(chain, state) after a step."""
CLAIMS_MOST: Final = 64
"""Per member; a liar's claims about steps far ahead push out each other only."""


class AckBook:
    """What each member said about the steps from ``first`` on, and its latest acknowledgement."""

    def __init__(self) -> None:
        self.capped = True
        """Off while a file is restored: what stands there was taken in once already."""
        self._claims: dict[int, dict[int, tuple[Claim, ...]]] = {}
        self._acks: dict[int, dict[int, Ack]] = {}
        self.latest: dict[int, Ack] = {}

    def note_ack(self, ack: Ack) -> Ack | None:
        """Notes a signed acknowledgement; gives the earlier one it contradicts, if that proves a lie.

        Same entries with another state is no lie: whose rules went wrong and were repaired says both.
        """
        held = self._acks.setdefault(ack.member, {}).get(ack.step)
        if held is not None and held.chain != ack.chain:
            return held if not (held.voted or ack.voted) else None
        self._acks[ack.member][ack.step] = ack
        self._shorten(self._acks[ack.member])
        if ack.member not in self.latest or self.latest[ack.member].step < ack.step:
            self.latest[ack.member] = ack
        self.note(ack.member, ack.step, ack.claim)
        return None

    def note(self, member: int, step: int, claim: Claim) -> None:
        """Notes that the member stands on this history after the step; the first chain it named stays."""
        claims = self._claims.setdefault(member, {})
        held = claims.get(step, ())
        if not held or (held[0][0] == claim[0] and len(held) == 1 and held[0] != claim):
            claims[step] = (*held, claim)
        self._shorten(claims)

    def _shorten(self, by_step: dict[int, tuple[Claim, ...]] | dict[int, Ack]) -> None:
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

    def withdraw(self, ack: Ack) -> None:
        """Forgets one's own acknowledgement, which could not be saved and so was never sent."""
        for by_step in (self._claims.get(ack.member, {}), self._acks.get(ack.member, {})):
            by_step.pop(ack.step, None)
        if self.latest.get(ack.member) == ack:
            del self.latest[ack.member]

    def claims(self, member: int, step: int) -> tuple[Claim, ...]:
        """What the member said about the step: nothing, one claim, or two if its rules were repaired."""
        if held := self._claims.get(member, {}).get(step):
            return held
        latest = self.latest.get(member)
        return (latest.claim,) if latest is not None and latest.step == step else ()

    def ack(self, member: int, step: int) -> Ack | None:
        """The member's acknowledgement of exactly this step."""
        return self._acks.get(member, {}).get(step)

    def supports(self, member: int, line: Iterable[tuple[int, Claim]]) -> bool:
        """Whether the member stands on this history: it claimed the same about any step of ``line``."""
        return any(claim in self.claims(member, step) for step, claim in line)
