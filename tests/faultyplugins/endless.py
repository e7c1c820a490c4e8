"""Faulty on purpose: every hand is thrown in and dealt again."""

from dataclasses import dataclass, replace

from pinochle_lan.api import HouseRule, Phase, hookimpl


@dataclass(frozen=True)
class Again(Phase):
    name = "again"

    def enter(self, game, state):
        return replace(state, ended="redeal-same")


class DealAgain(HouseRule):
    id, version, title = "endless", "1.0", "Deal again"

    def amend(self, variant, **options):
        return variant.after("deal", Again())


@hookimpl
def register_house_rules(register):
    register(DealAgain())
