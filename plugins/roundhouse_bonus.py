"""House rule: a roundhouse (a marriage in all four suits) is worth more than its parts."""

from typing import Any, ClassVar

from pinochle_lan.api import HouseRule, Register, Roundhouse, Variant, hookimpl


class RoundhouseBonus(HouseRule):
    """A marriage in all four suits brings a bonus beside the marriages and the kings and queens around."""

    id, version, title = "roundhouse-bonus", "1.0", "Roundhouse bonus"
    options: ClassVar = {"points": 10}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.with_meld(Roundhouse((variant.scaled(options["points"]),)))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(RoundhouseBonus())
