"""House rule: partners pass no cards, and a hand that nobody wants is dealt again."""

from typing import Any

from pinochle_lan.api import HouseRule, Register, Variant, hookimpl


class NoPassingRedeal(HouseRule):
    """No cards are passed between partners; if nobody bids, the same dealer deals again."""

    id, version, title = "no-passing-redeal", "1.0", "No passing, and a redeal if nobody bids"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.without("pass").with_bids(nobody_bids="redeal_same")


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(NoPassingRedeal())
