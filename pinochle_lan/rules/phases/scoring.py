"""The end of a hand by itself: breaches, scores, totals, the end of the game. Nobody is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pinochle_lan.rules import audit
from pinochle_lan.rules.melds import Dix
from pinochle_lan.rules.phases.base import Phase
from pinochle_lan.rules.phases.deal import VOID
from pinochle_lan.rules.score import PLAYED, Tally
from pinochle_lan.rules.state import Fault, State
from pinochle_lan.rules.view import HandResult

if TYPE_CHECKING:
    from pinochle_lan.rules.game import Game


@dataclass(frozen=True)
class ScoreHand(Phase):
    """Scores the hand by ``rules.scoring``, adds it to the sheet and ends the game by ``rules.end``."""

    name = "score"
    always = True

    def enter(self, game: Game, state: State) -> State:
        if state.ended in VOID:
            return state
        found = audit.breaches(game, state)
        state = replace(state, faults=(*state.faults, *found))
        facts = tally(game, state)
        score = game.rules.scoring.score(facts)
        totals = tuple(have + more for have, more in zip(state.scores, score.delta, strict=True))
        at_once = won_at_once(state, facts)
        won = () if at_once is None else (("won", f"{facts.names[at_once]} wins the game inside the hand"),)
        result = HandResult(
            number=len(state.history) + 1,
            dealer=state.dealer or 0,
            declarer=state.declarer,
            bid=state.bid,
            trump=state.trump,
            meld=score.meld,
            tricks=score.tricks,
            delta=score.delta,
            totals=totals,
            played=score.played,
            made=score.made,
            why=tuple(f"{text} ({game.cite(code)})" for code, text in (*score.why, *won)),
        )
        winner, target = self._end(game, state, facts, totals)
        return replace(state, scores=totals, history=(*state.history, result), winner=winner, target=target)

    def _end(self, game: Game, state: State, facts: Tally, totals: tuple[int, ...]) -> tuple[int | None, int]:
        at_once = won_at_once(state, facts)
        if at_once is not None:
            return at_once, state.target
        won = facts.tricks_won or ()
        full = sum(won) if facts.outcome == PLAYED else 0
        sweep = next((side for side, tricks in enumerate(won) if full and tricks == full), None)
        return game.rules.end.after_hand(totals, facts.declarer, state.target, sweep)

    def sentences(self, game: Game) -> tuple[str, ...]:
        return (*game.rules.scoring.sentences(), *game.rules.end.sentences())


def won_at_once(state: State, facts: Tally) -> int | None:
    """The side that won inside the hand, unless its own breach of play came to light since."""
    winner = state.note("winner")
    if not isinstance(winner, int) or any(guilty == winner for guilty, _ in facts.breaches):
        return None
    return winner


def tally(game: Game, state: State) -> Tally:
    """The hand's facts by side, for the scoring."""
    won = tuple(sum(winner in side for winner in state.winners) for side in game.sides)
    nines = tuple(
        n
        for n, side in enumerate(game.sides)
        if any(state.melds[seat] for seat in side)
        and all(meld.name == Dix.name for seat in side for meld in state.melds[seat])
    )
    breaches = tuple(
        (
            game.side_of(fault.seat),
            sum(game.side_of(w) == game.side_of(fault.seat) for w in state.winners[: fault.trick - 1]),
        )
        for fault in state.faults
        if fault.what == audit.BREACH
    )
    forfeit: Fault | None = next((fault for fault in state.faults if fault.what == "forfeit"), None)
    return Tally(
        names=game.side_names,
        meld=game.meld_points(state),
        tricks=state.points,
        declarer=None if state.declarer is None else game.side_of(state.declarer),
        bid=state.bid,
        outcome=PLAYED if state.ended in ("", "won") else state.ended,
        tricks_won=won,
        dix_only=nines,
        breaches=breaches,
        offender=None if forfeit is None else game.side_of(forfeit.seat),
        let_stand=state.note("doubt") == "let stand",
        trump=state.trump,
        notes=state.notes,
    )
