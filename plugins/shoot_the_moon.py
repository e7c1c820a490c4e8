"""House rule: before the first lead the bidder may announce every trick."""

from dataclasses import replace
from typing import Any, ClassVar

from pinochle_lan.api import Asking, HouseRule, Register, Score, Tally, Variant, hookimpl


class ShootTheMoon(HouseRule):
    """Once the melds lie the bidder may announce all tricks: a bonus if he takes them, a loss if not."""

    id, version, title = "shoot-the-moon", "1.0", "Shoot the moon"
    options: ClassVar = {"points": 500}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        points = variant.scaled(options["points"])

        def moon(tally: Tally, score: Score) -> Score:
            if tally.note("moon") is None or not score.played or tally.tricks_won is None:
                return score
            side = tally.declarer
            taken = side is not None and tally.tricks_won[side] == sum(tally.tricks_won)
            more = points if taken else -points
            delta = tuple(have + more if n == side else have for n, have in enumerate(score.delta))
            line = f"{tally.names[side or 0]} shot the moon and {'took' if taken else 'missed'} it: {more}"
            return replace(score, delta=delta, why=(*score.why, ("moon", line)))

        says = f"After the melds the bidder may announce all tricks: {points} more, or {points} less."
        question = Asking(name="moon", answers=(("play", "Play on"), ("moon", "Shoot the moon")), says=says)
        return variant.after("meld", question).rescored(moon)


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(ShootTheMoon())
