"""House rule: the first lead of a hand is a trump."""

from dataclasses import replace
from typing import Any

from pinochle_lan.api import HouseRule, Register, RulesError, Variant, hookimpl


class TrumpFirst(HouseRule):
    """A bidder on lead to the first trick leads a trump if he has one."""

    id, version, title = "trump-first", "1.0", "Trump is led first"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        if variant.rules.auction is None:
            raise RulesError(f"nobody bids in {variant.title}")
        return variant.with_rules(following=replace(variant.rules.following, first_lead_trump=True))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(TrumpFirst())
