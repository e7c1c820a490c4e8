"""Looking back at one's own choices: what an opponent would have done in the person's place, one by one.

Keeps the states that this laptop knew when its person chose, for one hand. The opponent gets the view of
then, as with a hint: nothing that came to light since.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace

from pinochle_lan.cards import Card
from pinochle_lan.room.bots import Bots
from pinochle_lan.rules.actions import Call, Choice, Name, Play
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.state import State
from pinochle_lan.table.snapshot import HintLine, Review, Reviewed


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice and what was known when it was made."""

    state: State
    mine: Mapping[int, Card]
    choice: Choice


class Moments:
    """The choices of this laptop's person in the hand that is played, or was played last."""

    def __init__(self) -> None:
        self._moments: list[Moment] = []

    def note(self, moment: Moment) -> None:
        """One more choice; a new hand begins anew."""
        if not isinstance(moment.choice, Call | Name | Play):
            return  # what is passed, buried or laid is not judged card by card
        if self._moments and self._moments[-1].state.deals != moment.state.deals:
            self._moments.clear()
        self._moments.append(moment)

    async def looked_at(self, game: Game, bots: Bots) -> AsyncIterator[Review]:
        """The review as it grows; the last one is complete. Without choices there is nothing to say."""
        moments = tuple(self._moments)
        if not moments:
            return
        hand = len(moments[0].state.history) + 1
        review = Review(hand, (), done=False)
        for moment in moments:
            seat = moment.choice.seat
            view = game.view(moment.state, seat, moment.mine)
            options = game.legal(moment.state, seat, moment.mine)
            found = await bots.advise(moment.state.deals, view, options, game)
            lines = tuple(HintLine(one.choice, one.points, one.spread, one.reason) for one in found)
            trick = view.trick.number if view.trick is not None and isinstance(moment.choice, Play) else 0
            review = replace(review, choices=(*review.choices, Reviewed(moment.choice, trick, lines)))
            yield review
        yield replace(review, done=True)
