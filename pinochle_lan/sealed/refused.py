"""Why a message of the sealed deal is refused.

Owns the reasons, not the checks and not the names of people: whoever shows one puts the author before it.
"""

from __future__ import annotations

from enum import Enum


class Rule(Enum):
    """The rule a message broke, in the order in which a check looks at them (docs/sealed-deal.md 2)."""

    LENGTH = "it has the wrong length"
    SCALAR = "it holds a number outside the allowed range"
    POINT = "it holds bytes that are no point of the group"
    IDENTITY = "it cancels itself out, which an honest proof never does"
    CHALLENGE = "its proof does not fit"
    TWIN = "it repeats the key of another laptop"
    ESCROW = "the parts of its key do not add up to the key"
    TRANSCRIPT = "it seals another shuffle than the one in the log"
    BOXES = "it does not name bad boxes of others in ascending order"


class Refused(ValueError):
    """A message that the sealed deal refuses: ``rule`` for programs, the text for people."""

    def __init__(self, rule: Rule, detail: str = "") -> None:
        self.rule = rule
        super().__init__(f"{rule.value} ({detail})" if detail else rule.value)


class GroupError(Refused):
    """The group refused an operation: bytes that are no point of it, or a scalar that is 0."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(Rule.POINT, detail)


class BrokenDeal(RuntimeError):
    """A slot opened to no card although every proof was right: a fault of this program, never of a player."""
