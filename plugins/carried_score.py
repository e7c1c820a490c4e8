"""House rule: the game goes on from a score that was reached elsewhere, at another table or on paper."""

from typing import Any, ClassVar

from pinochle_lan.api import HouseRule, Option, Register, RulesError, Variant, hookimpl

PLACES = ("first", "second", "third", "fourth")


class CarriedScore(HouseRule):
    """Each side begins with the score that it had, in the order of the seats: North's side first."""

    id, version, title = "carried-score", "1.0", "Carried score"
    options: ClassVar = tuple(
        Option(name, f"Score of the {name} side", "What that side begins with.", 0, (), -100_000, 100_000)
        for name in PLACES
    )

    def amend(self, variant: Variant, **options: Any) -> Variant:
        scores = tuple(options[name] for name in PLACES)
        sides = len(variant.sides)
        if any(scores[sides:]):
            raise RulesError(f"{variant.title} has {sides} sides, there are scores for more")
        return variant.with_rules(start_scores=scores[:sides])


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(CarriedScore())
