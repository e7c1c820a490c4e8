"""Faulty on purpose: offers every card of the hand, although most of them are refused."""

from dataclasses import dataclass

from pinochle_lan.api import HouseRule, Play, Shown, TrickPlay, hookimpl


@dataclass(frozen=True)
class AnyCard(TrickPlay):
    def choices(self, game, state, seat, mine):
        return (Play(seat, Shown(n, mine[n])) for n in state.hand(seat))


class PlayAnything(HouseRule):
    id, version, title = "illegal-choice", "1.0", "Play anything"

    def amend(self, variant, **options):
        return variant.instead("play", AnyCard())


@hookimpl
def register_house_rules(register):
    register(PlayAnything())
