"""A question that a house rule puts to one seat after another: buttons, and what each word does to the hand.

The words are public as soon as they are said. Knows nothing of what they mean: later phases and the scoring
read them as a note under the phase's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from pinochle_lan.rules.actions import Action, Answer, Choice
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.phases.base import OwnFaces, Phase
from pinochle_lan.rules.refusal import Refusal, refuse
from pinochle_lan.rules.state import State
from pinochle_lan.rules.view import ActionOffer, Offer

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


def declarer(game: Game, state: State) -> tuple[int, ...]:
    """Declarer alone, as who is asked."""
    return () if state.declarer is None else (state.declarer,)


def everybody(game: Game, state: State) -> tuple[int, ...]:
    """All seats from the dealer's left, as who is asked."""
    assert state.dealer is not None
    return tuple(game.left_of(state.dealer, n) for n in range(1, game.seats + 1))


@dataclass(frozen=True, kw_only=True)
class Asking(Phase):
    """Asks ``seats`` one after the other; the first word that is not the first answer ends the asking.

    That word is noted under the phase's name, as ``(seat, word)``: ``state.note(name)`` in a phase,
    ``tally.note(name)`` in a scoring. ``ends`` says which words end the hand at once, and how.
    """

    name: str
    answers: tuple[tuple[str, str], ...]
    """(word, button). The first changes nothing and is what a computer player says that knows no better."""
    seats: Callable[[Game, State], tuple[int, ...]] = declarer
    """Who is asked, in order, from public facts alone."""
    ends: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Word to ``State.ended``: ``redeal-same``, ``redeal-next``, ``conceded`` or a word of your own."""
    says: str = ""
    """The rule as a sentence for the rules page."""

    def due(self, game: Game, state: State) -> tuple[Ask, ...]:
        asked = self.seats(game, state)
        done = len(state.stage)
        over = state.note(self.name) is not None or bool(state.ended) or done >= len(asked)
        return () if over else (Ask("answer", asked[done]),)

    def check(self, game: Game, state: State, action: Action, mine: OwnFaces | None) -> Refusal | None:
        words = [word for word, _ in self.answers]
        if isinstance(action, Answer) and action.word in words:
            return None
        return refuse("house", text=f"Answer {' or '.join(words)}.")

    def offers(self, game: Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        labels = tuple(label for _, label in self.answers)
        actions = tuple(Answer(seat, word) for word, _ in self.answers)
        return (ActionOffer("answer", labels, actions=actions),)

    def choices(self, game: Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        return (Answer(seat, word) for word, _ in self.answers)

    def apply(self, game: Game, state: State, action: Action) -> State:
        if not isinstance(action, Answer):
            return state
        if action.word == self.answers[0][0]:
            return replace(state, stage=f"{state.stage}.")  # one dot for each seat that wants nothing
        notes = state.noted(self.name, (action.seat, action.word))
        return replace(state, notes=notes, ended=self.ends.get(action.word, ""))

    def sentences(self, game: Game) -> tuple[str, ...]:
        return (self.says,) if self.says else ()
