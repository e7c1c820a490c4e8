"""Faulty on purpose: waits in the fold for something that never comes."""

from dataclasses import dataclass

from pinochle_lan.api import HouseRule, Phase, hookimpl


@dataclass(frozen=True)
class Wait(Phase):
    name = "wait"

    def enter(self, game, state):
        while not state.over:
            state = self.enter_once(state)
        return state

    def enter_once(self, state):
        return state


class WaitForever(HouseRule):
    id, version, title = "never-returns", "1.0", "Wait"

    def amend(self, variant, **options):
        return variant.after("auction", Wait())


@hookimpl
def register_house_rules(register):
    register(WaitForever())
