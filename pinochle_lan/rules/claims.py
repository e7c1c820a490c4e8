"""Misdeal claims: a hand so poor that its owner may ask for a new deal by showing it (docs/engine.md 3)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from pinochle_lan.cards import Card, Rank
from pinochle_lan.rules.refusal import Refusal, refuse


@dataclass(frozen=True)
class Misdeal(ABC):
    """A claim: offered in place of a seat's first ``kind`` (call or card); the same dealer deals again."""

    name: str
    """What ``Claim.what`` says."""
    kind: str
    """``call`` or ``card``: the place that takes it."""
    label: str
    """The button."""

    @abstractmethod
    def proof(self, hand: Sequence[tuple[int, Card]]) -> tuple[int, ...]:
        """Slots of the hand to show for it, ascending; empty = the hand cannot claim."""

    @abstractmethod
    def refusal(self, shown: Sequence[Card], hand_size: int) -> Refusal | None:
        """Why the cards shown do not prove the claim, or None."""

    @abstractmethod
    def sentences(self) -> tuple[str, ...]:
        """The claim as a rule in force."""


@dataclass(frozen=True)
class ManyNines(Misdeal):
    """At least ``least`` nines, shown instead of the first call (option nines_redeal)."""

    name: str = "nines"
    kind: str = "call"
    label: str = "Show the nines: new deal"
    least: int = 5

    def proof(self, hand: Sequence[tuple[int, Card]]) -> tuple[int, ...]:
        nines = tuple(sorted(slot for slot, card in hand if card.rank is Rank.NINE))
        return nines if len(nines) >= self.least else ()

    def refusal(self, shown: Sequence[Card], hand_size: int) -> Refusal | None:
        nines = sum(card.rank is Rank.NINE for card in shown)
        if nines < self.least or nines < len(shown):
            return refuse("claim_short", least=f"at least {self.least} nines and nothing else")
        return None

    def sentences(self) -> tuple[str, ...]:
        return (f"A hand with {self.least} or more nines may show them instead of its first call: new deal.",)


@dataclass(frozen=True)
class NoAces(Misdeal):
    """No ace and at least ``low`` queens and jacks, all shown instead of the first card
    (technical_misdeal).
    """

    name: str = "no-aces"
    kind: str = "card"
    label: str = "Show the hand: new deal"
    low: int = 13

    def proof(self, hand: Sequence[tuple[int, Card]]) -> tuple[int, ...]:
        cards = [card for _, card in hand]
        return tuple(sorted(slot for slot, _ in hand)) if self._poor(cards) else ()

    def refusal(self, shown: Sequence[Card], hand_size: int) -> Refusal | None:
        if len(shown) != hand_size:
            return refuse("claim_short", least=f"all {hand_size} cards")
        return None if self._poor(shown) else refuse("no_claim")

    def _poor(self, cards: Sequence[Card]) -> bool:
        low = sum(card.rank in (Rank.QUEEN, Rank.JACK) for card in cards)
        return low >= self.low and all(card.rank is not Rank.ACE for card in cards)

    def sentences(self) -> tuple[str, ...]:
        return (
            f"A hand with no ace and {self.low} or more queens and jacks may be shown instead of its first "
            "card: new deal.",
        )
