"""Why not: a code for programs, values for the sentence, and the rule it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused action. ``str(refusal)`` is the sentence a player reads.

    ``code`` is a key of SENTENCES; ``values`` fill its blanks, in order of name; ``rule`` is the section of the
    rules text, such as ``partnership 10.3b``.
    """

    code: str
    values: tuple[tuple[str, str], ...] = ()
    rule: str = ""

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**dict(self.values))


SENTENCES: Final[dict[str, str]] = {
    "follow": "You have {suit}. Follow suit.",
    "beat": "You must beat the {rank}. {which}",
    "trump": "No {suit} left: play a trump.",
    "overtrump": "You must beat the trump {card}: {which}.",
    "not_your_turn": "It is {who}'s turn.",
    "phase": "{what} comes later.",
    "not_in_hand": "That card is not in your hand.",
    "bid_low": "At least {least} now.",
    "bid_step": "Bids go in {step}s.",
    "bid_passed": "You passed this auction.",
}
"""The one table of refusal sentences (docs/look.md 11). House rules may register more."""
