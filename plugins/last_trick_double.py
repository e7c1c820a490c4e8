"""House rule: the last trick counts twice."""

from dataclasses import replace
from typing import Any

from pinochle_lan.api import HouseRule, Register, Variant, hookimpl


class LastTrickDouble(HouseRule):
    """The last trick is worth twice its points."""

    id, version, title = "last-trick-double", "1.0", "The last trick counts double"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        counters = variant.rules.counters
        return variant.with_counters(replace(counters, last=counters.last * 2))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(LastTrickDouble())
