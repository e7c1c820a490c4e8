"""House rule: somebody always plays. If all others pass, the dealer has the lowest bid, like it or not."""

from typing import Any, ClassVar

from pinochle_lan.api import HouseRule, Register, Variant, hookimpl


class StickTheDealer(HouseRule):
    """If everybody else passes, the dealer has to take the lowest bid; no hand is thrown in."""

    id, version, title = "stick-the-dealer", "1.0", "Stick the dealer"
    excludes: ClassVar = ("no-passing-redeal",)

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.with_bids(nobody_bids="dealer_forced")


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(StickTheDealer())
