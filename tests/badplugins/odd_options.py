"""Bad on purpose: its options are nothing that a table could set."""

from pinochle_lan.api import HouseRule, hookimpl


class Odd(HouseRule):
    id, version, title = "odd-options", "1.0", "Odd options"
    options = ("points",)

    def amend(self, variant, **options):
        return variant


@hookimpl
def register_house_rules(register):
    register(Odd())
