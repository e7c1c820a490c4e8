"""House rule: four tens, one of each suit, are a meld like the other arounds."""

from typing import Any, ClassVar

from pinochle_lan.api import Around, HouseRule, Rank, Register, Variant, hookimpl


class TensAround(HouseRule):
    """Four tens of different suits are a meld; two sets count ten times as much."""

    id, version, title = "tens-around", "1.0", "Tens around score"
    options: ClassVar = {"points": 80}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        single = variant.scaled(options["points"])
        return variant.with_meld(Around((single, single * 10), Rank.TEN))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(TensAround())
