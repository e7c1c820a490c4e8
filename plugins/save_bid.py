"""House rule: a dealer on whom the bid was dropped plays for less."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pinochle_lan.api import Game, HouseRule, Phase, Register, State, Variant, hookimpl


@dataclass(frozen=True)
class Save(Phase):
    """The moment after the auction in which a bid that nobody called is lowered."""

    bid: int
    name = "save"

    def enter(self, game: Game, state: State) -> State:
        called = any(bid is not None for _, bid in state.calls)
        return state if called or state.declarer is None else replace(state, bid=self.bid)

    def sentences(self, game: Game) -> tuple[str, ...]:
        return (f"A dealer who has to play because nobody bid saves the hand at {self.bid}.",)


class SaveBid(HouseRule):
    """A dealer who has to play because nobody bid plays for less than the lowest bid."""

    id, version, title = "save-bid", "1.0", "Save bid"
    options: ClassVar = {"points": 150}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        forced = variant.with_bids(nobody_bids="dealer_forced")
        return forced.after("auction", Save(variant.scaled(options["points"])))


@hookimpl
def register_house_rules(register: Register) -> None:
    """Bring the rule."""
    register(SaveBid())
