"""Faulty on purpose: the first side gets five trick points that no card brought."""

from dataclasses import dataclass, replace

from pinochle_lan.api import HouseRule, Phase, hookimpl


@dataclass(frozen=True)
class Gift(Phase):
    name = "gift"

    def enter(self, game, state):
        return replace(state, points=(state.points[0] + 5, *state.points[1:]))


class FivePoints(HouseRule):
    id, version, title = "wrong-sum", "1.0", "Five points as a gift"

    def amend(self, variant, **options):
        return variant.after("play", Gift())


@hookimpl
def register_house_rules(register):
    register(FivePoints())
