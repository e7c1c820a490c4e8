"""House rule: who misses a bid after play loses it twice."""

from dataclasses import replace
from typing import Any

from pinochle_lan.api import HouseRule, Register, RulesError, Score, Tally, Variant, hookimpl


def fined(tally: Tally, score: Score) -> Score:
    """The score, with a loss doubled that came from playing the hand; giving up costs the bid once."""
    if score.made is not False or not score.played:
        return score
    delta = tuple(points * 2 if points < 0 else points for points in score.delta)
    name = tally.names[tally.declarer or 0]
    return replace(
        score, delta=delta, why=(*score.why, ("fine", f"{name} played and missed: it costs double"))
    )


class SetCostsDouble(HouseRule):
    """A bid that was played and missed costs double; a hand given up costs the bid once."""

    id, version, title = "set-costs-double", "1.0", "A missed bid costs double"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        if variant.rules.auction is None:
            raise RulesError(f"nobody bids in {variant.title}")
        return variant.rescored(fined, "A bid that was played and missed is lost twice.")


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(SetCostsDouble())
