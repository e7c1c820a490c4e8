"""House rule: a hand full of nines may be shown for a new deal."""

from typing import Any, ClassVar

from pinochle_lan.api import HouseRule, ManyNines, Option, Rank, Register, RulesError, Variant, hookimpl


class NinesMisdeal(HouseRule):
    """A hand with many nines may show them instead of its first call: the same dealer deals again."""

    id, version, title = "nines-misdeal", "1.0", "Misdeal for nines"
    options: ClassVar = (Option("least", "Nines needed", "So many nines ask for a new deal.", 5, (), 3, 8),)

    def amend(self, variant: Variant, **options: Any) -> Variant:
        if all(card.rank is not Rank.NINE for card in variant.pack):
            raise RulesError(f"the pack of {variant.title} has no nines")
        return variant.with_claim(ManyNines(least=options["least"]))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(NinesMisdeal())
