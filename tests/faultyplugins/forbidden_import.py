"""Faulty on purpose: every laptop would throw its own dice."""

from random import randint

from pinochle_lan.api import HouseRule, hookimpl


class Dice(HouseRule):
    id, version, title = "forbidden-import", "1.0", "Dice for the target"

    def amend(self, variant, **options):
        return variant.with_bids(minimum=randint(20, 30) * 10)


@hookimpl
def register_house_rules(register):
    register(Dice())
