"""Faulty on purpose: falls over when the melds are shown and nowhere else."""

from dataclasses import dataclass

from pinochle_lan.api import HouseRule, Phase, hookimpl


@dataclass(frozen=True)
class Admire(Phase):
    name = "admire"

    def enter(self, game, state):
        best = {meld.name: meld.points for melds in state.melds for meld in melds}
        return state if best["run"] else state


class AdmireTheRun(HouseRule):
    id, version, title = "raises-in-one-phase", "1.0", "Admire the run"

    def amend(self, variant, **options):
        return variant.after("meld", Admire())


@hookimpl
def register_house_rules(register):
    register(AdmireTheRun())
