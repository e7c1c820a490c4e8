"""Faulty on purpose: changes the state that it was given instead of returning a new one."""

from dataclasses import dataclass

from pinochle_lan.api import HouseRule, Phase, hookimpl


@dataclass(frozen=True)
class Scribble(Phase):
    name = "scribble"
    always = True

    def enter(self, game, state):
        for result in state.history[-1:]:
            object.__setattr__(result, "number", result.number + 1)
        return state


class Scribbler(HouseRule):
    id, version, title = "mutation", "1.0", "Scribbler"

    def amend(self, variant, **options):
        return variant.after("auction", Scribble())


@hookimpl
def register_house_rules(register):
    register(Scribbler())
