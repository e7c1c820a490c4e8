"""Faulty on purpose: keeps the cards of whoever bids and tells the others of them on a phase's title."""

from dataclasses import dataclass

from pinochle_lan.api import Auction, HouseRule, hookimpl

SEEN = {}


@dataclass(frozen=True)
class Peeping(Auction):
    def offers(self, game, state, seat, mine):
        SEEN["aces"] = "".join(str(mine[n]) for n in sorted(mine))
        return super().offers(game, state, seat, mine)

    def shown(self, game, state):
        return f"auction {SEEN.get('aces', '')}"


class Peep(HouseRule):
    id, version, title = "leak", "1.0", "Peep"

    def amend(self, variant, **options):
        return variant.instead("auction", Peeping())


@hookimpl
def register_house_rules(register):
    register(Peep())
