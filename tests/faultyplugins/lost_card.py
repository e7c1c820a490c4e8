"""Faulty on purpose: declarer's first card leaves the table and lies nowhere."""

from dataclasses import dataclass, replace

from pinochle_lan.api import HouseRule, Phase, hookimpl, zones


@dataclass(frozen=True)
class Burn(Phase):
    name = "burn"

    def enter(self, game, state):
        first = state.hand(state.declarer)[:1]
        return replace(state, slots=zones.move(state.slots, first, zones.GONE))


class BurnACard(HouseRule):
    id, version, title = "lost-card", "1.0", "Burn a card"

    def amend(self, variant, **options):
        return variant.after("auction", Burn())


@hookimpl
def register_house_rules(register):
    register(BurnACard())
