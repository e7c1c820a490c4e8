"""Faulty on purpose: its option is 80 by default, but may be 50 at most."""

from pinochle_lan.api import Around, HouseRule, Option, Rank, hookimpl


class Tens(HouseRule):
    id, version, title = "option-out-of-range", "1.0", "Tens score"
    options = (Option("points", "Points", "What tens around are worth.", 80, (), 0, 50),)

    def amend(self, variant, **options):
        return variant.with_meld(Around((options["points"],), Rank.TEN))


@hookimpl
def register_house_rules(register):
    register(Tens())
