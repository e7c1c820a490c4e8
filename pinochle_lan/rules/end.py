"""The end of the game: who wins, or the target that play goes on to (docs/rules section 14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pinochle_lan.rules.options import Options


@dataclass(frozen=True)
class GameEnd:
    """When a game ends. A variant with an end of its own replaces it by a subclass."""

    target: int
    both_reach: str = "bidder"
    """bidder, higher or raise_target."""
    raise_by: int = 250
    sweep_wins: bool = False
    """A side that wins every trick of a played hand wins the game (all_tricks_wins)."""

    @classmethod
    def of(cls, o: Options, *, unit: int = 1) -> GameEnd:
        """The end under a table's options; ``unit`` 10 for a variant written in tenths."""
        return cls(
            target=o.number("target"),
            both_reach=o.word("both_reach", "bidder"),
            raise_by=o.number("target_raise", 250 // (unit * o.tenth)),
            sweep_wins=o.flag("all_tricks_wins"),
        )

    def after_hand(
        self, totals: Sequence[int], declarer: int | None, target: int, sweep: int | None = None
    ) -> tuple[int | None, int]:
        """(winning side or None, target in force) after a scored hand.

        ``sweep``: the side with every trick.
        """
        if self.sweep_wins and sweep is not None:
            return sweep, target
        there = [side for side, score in enumerate(totals) if score >= target]
        if not there:
            return None, target
        if len(there) == 1:
            return there[0], target
        if self.both_reach == "raise_target":
            steps = (max(totals) - target) // self.raise_by + 1
            return None, target + steps * self.raise_by
        if self.both_reach == "bidder" and declarer in there:
            return declarer, target
        best = max(totals)
        leaders = [side for side in there if totals[side] == best]
        return (leaders[0] if len(leaders) == 1 else None), target

    def mid_hand(
        self, totals: Sequence[int], points: Sequence[int], declarer: int | None, bid: int | None, target: int
    ) -> int | None:
        """Side that wins at once inside a hand, or None. ``totals`` already hold ``points`` of this hand.

        Asked after every scoring event. Here nobody ever does; a variant that can be won in mid-hand
        overrides it.
        """
        return None

    def doubtful(
        self, totals: Sequence[int], points: Sequence[int], declarer: int | None, bid: int | None, target: int
    ) -> bool:
        """Whether the opponent is asked if declarer's side, at the target, has to prove its contract first.

        Asked after ``mid_hand`` said nobody, once a hand. Here never.
        """
        return False

    def sentences(self) -> tuple[str, ...]:
        """The end as rules in force."""
        both = {
            "bidder": "if several reach it at once, the bidding side wins if there, else the higher.",
            "higher": "if several reach it at once, the higher score wins.",
            "raise_target": f"if several reach it at once, the target rises by {self.raise_by}.",
        }[self.both_reach]
        sweep = ("A side that wins every trick of a hand wins the game.",) if self.sweep_wins else ()
        return (f"The game is won at {self.target:,}; {both}", *sweep)
