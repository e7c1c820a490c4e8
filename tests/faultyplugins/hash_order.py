"""Faulty on purpose: what it notes follows from the hashes of words, which differ in every process."""

from dataclasses import dataclass, replace

from pinochle_lan.api import HouseRule, Phase, hookimpl

WORDS = ("north", "east", "south", "west", "kitty", "stock", "trick", "meld")


@dataclass(frozen=True)
class Lucky(Phase):
    name = "lucky"

    def enter(self, game, state):
        return replace(state, notes=state.noted("lucky", max(WORDS, key=hash)))


class LuckyWord(HouseRule):
    id, version, title = "hash-order", "1.0", "Lucky word"

    def amend(self, variant, **options):
        return variant.after("auction", Lucky())


@hookimpl
def register_house_rules(register):
    register(LuckyWord())
