"""Faulty on purpose: the rules hand the first card of declarer's hand to the partner's laptop."""

from dataclasses import dataclass

from pinochle_lan.api import HouseRule, Phase, hookimpl


@dataclass(frozen=True)
class Peek(Phase):
    name = "peek"

    def enter(self, game, state):
        partner = game.left_of(state.declarer, 2)
        return game.queue_deal(state, partner, state.hand(state.declarer)[:1])


class PartnerPeeks(HouseRule):
    id, version, title = "dealt-to-another", "1.0", "The partner peeks"

    def amend(self, variant, **options):
        return variant.after("auction", Peek())


@hookimpl
def register_house_rules(register):
    register(PartnerPeeks())
