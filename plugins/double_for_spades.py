"""House rule: a hand with spades as trump counts double, for whoever wins or loses by it."""

from dataclasses import replace
from typing import Any

from pinochle_lan.api import HouseRule, Register, Score, Suit, Tally, Variant, hookimpl


def doubled(tally: Tally, score: Score) -> Score:
    """The score of the hand, twice if trump is spades."""
    if tally.trump is not Suit.SPADES or not any(score.delta):
        return score
    delta = tuple(points * 2 for points in score.delta)
    return replace(
        score, delta=delta, why=(*score.why, ("double", "Spades are trump: the hand counts double"))
    )


class DoubleForSpades(HouseRule):
    """With spades as trump every score of the hand counts double, a missed bid too."""

    id, version, title = "double-for-spades", "1.0", "Double for spades"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.rescored(doubled, "With spades as trump the hand counts double.")


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(DoubleForSpades())
