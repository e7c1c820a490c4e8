"""One slot of the sealed pack: its sealed face, who holds it, and which shares of it are public.

Knows laptops by their index in the deal, seats by number, zones by name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Slot:
    """A sealed card. ``b - x a`` summed over all keys is the point of its face."""

    a: bytes
    b: bytes
    holder: int | str
    """The seat that holds it, or the zone it lies in."""
    shares: tuple[tuple[int, bytes], ...] = ()
    """(laptop, share) in ascending order of laptop."""
    subs: tuple[tuple[int, int, bytes], ...] = ()
    """(laptop taken over, custodian, sub-share) in ascending order; the custodians' sum is a share."""

    @property
    def seat(self) -> int | None:
        """The seat that holds it, None while it lies in a zone."""
        return self.holder if isinstance(self.holder, int) else None

    def held_by(self, holder: int | str) -> Slot:
        """The same card with another holder."""
        return replace(self, holder=holder)

    def with_share(self, peer: int, share: bytes) -> Slot:
        """With one more share; a second share of the same laptop is the same point and changes nothing."""
        if peer in dict(self.shares):
            return self
        return replace(self, shares=tuple(sorted((*self.shares, (peer, share)))))

    def with_sub(self, of: int, custodian: int, share: bytes) -> Slot:
        """With one more sub-share of the laptop ``of``; a second one of a custodian changes nothing."""
        if custodian in self.subs_of(of):
            return self
        return replace(self, subs=tuple(sorted((*self.subs, (of, custodian, share)))))

    def subs_of(self, of: int) -> dict[int, bytes]:
        """The public sub-shares of a laptop's share, by custodian."""
        return {custodian: share for owner, custodian, share in self.subs if owner == of}
