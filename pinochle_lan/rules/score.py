"""Scores of a hand: from what was melded, taken and bid to points and sentences. One path for every ending.

Owns docs/rules sections 8, 9 and 13 as numbers by side; knows no seats, cards or slots. The table and the
referee use the same code; a variant with a scoring of its own replaces ``Scoring`` by a subclass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from pinochle_lan.cards import Suit
from pinochle_lan.codec import Value
from pinochle_lan.rules.options import Options

PLAYED = "played"
CONCEDED = "conceded"
AUTO_SET = "auto-set"
NO_MARRIAGE = "no-marriage"
FORFEIT = "forfeit"


@dataclass(frozen=True)
class Tally:
    """What a hand brought, by side."""

    names: tuple[str, ...]
    meld: tuple[int, ...]
    tricks: tuple[int, ...]
    """Trick points, last trick and buried cards included."""
    declarer: int | None = None
    """Side with the contract."""
    bid: int | None = None
    outcome: str = PLAYED
    """played, conceded, auto-set, no-marriage, forfeit, or a house rule's own (scored like conceded)."""
    tricks_won: tuple[int, ...] | None = None
    """Tricks by side; None = not told: a side with points has one."""
    dix_only: tuple[int, ...] = ()
    """Sides whose only meld is nines of trump."""
    breaches: tuple[tuple[int, int], ...] = ()
    """(side, tricks it had won before) of each proven breach of play."""
    offender: int | None = None
    """Side that forfeits the hand."""
    let_stand: bool = False
    """The opponent let the contract stand without proof: it is made."""
    trump: Suit | None = None
    """The suit named; None = none, or not told (the referee's cases tell no suit)."""
    notes: tuple[tuple[str, Value], ...] = ()
    """What phases noted during the hand, by name."""

    def note(self, name: str) -> Value:
        """What was noted under ``name``, or None."""
        return next((value for known, value in self.notes if known == name), None)

    def took_trick(self, side: int) -> bool:
        """Whether the side won a trick."""
        return bool(self.tricks_won[side]) if self.tricks_won is not None else self.tricks[side] > 0


@dataclass(frozen=True)
class Score:
    """A scored hand. ``why`` holds (code, sentence): the game adds the section of its rules for the code."""

    played: bool
    made: bool | None
    delta: tuple[int, ...]
    meld: tuple[int, ...]
    """Meld that was kept."""
    tricks: tuple[int, ...]
    """Trick points that counted."""
    why: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Scoring:
    """Contract scoring with all options of house-rules.md; without a contract everybody scores what he
    made.
    """

    pool: int
    """Trick points that play can bring to declarer: the whole pack's, last trick included."""
    set_rule: str = "lose_bid"
    meld_needs: str = "none"
    """none, trick or point: what a side without the contract must win to keep its meld."""
    meld_needs_points: int = 1
    bidders_meld_needs: str = "none"
    dix_only_kept: bool = False
    min_team_meld: int = 0
    auto_set: bool = False
    concede_bonus: int = 0
    rounding: str = "none"
    meld_stays: bool = False
    """Meld scored when it was laid is never lost (stock games)."""
    contract: bool = True
    """Somebody plays for a bid; a game without an auction says nothing of it."""

    @classmethod
    def of(cls, o: Options, pool: int) -> Scoring:
        """The scoring under a table's options; ``pool`` from ``Counters.pool``."""
        return cls(
            pool=pool,
            set_rule=o.word("set_rule", "lose_bid"),
            meld_needs=o.word("meld_needs", "none"),
            meld_needs_points=o.number("meld_needs_points", 1),
            bidders_meld_needs=o.word("bidders_meld_needs", "none"),
            dix_only_kept=o.flag("dix_only_kept"),
            min_team_meld=o.number("min_team_meld"),
            auto_set=o.flag("auto_set"),
            concede_bonus=o.number("concede_bonus"),
            rounding=o.word("rounding", "none") if o.tenth == 1 else "none",  # tens of points have no units
            contract="minimum_bid" in o,
        )

    def with_pool(self, pool: int) -> Scoring:
        """The same scoring where play can bring ``pool`` trick points."""
        return replace(self, pool=pool)

    def playable(self, tally: Tally) -> bool:
        """Whether a hand whose meld is shown is played: false if the bid is out of reach (automatic set)."""
        if not self.auto_set or tally.declarer is None or tally.bid is None:
            return True
        return self.short(tally) <= self.pool

    def short(self, tally: Tally) -> int:
        """Points that declarer's side needs beside its meld; 0 without a contract."""
        if tally.declarer is None or tally.bid is None:
            return 0
        return tally.bid - self._meld(tally)[tally.declarer]

    def score(self, tally: Tally) -> Score:
        """The hand's points for each side."""
        if tally.outcome == FORFEIT:
            return self._forfeited(tally)
        if tally.outcome != PLAYED:
            return self._unplayed(tally)
        if tally.declarer is None or tally.bid is None:
            return self._without_contract(tally)
        return self._played(tally, tally.declarer, tally.bid)

    def sentences(self) -> tuple[str, ...]:
        """The scoring as rules in force."""
        lines = []
        least = "a point" if self.meld_needs_points == 1 else f"{self.meld_needs_points} points"
        needs = {
            "point": f"The others keep their meld only if they win {least} in tricks.",
            "trick": "The others keep their meld only if they win a trick.",
            "none": "Meld counts without any trick.",
        }
        if self.meld_stays:
            needs["none"] = "Meld counts as soon as it is laid."
        lines.append(needs[self.meld_needs])
        if self.meld_needs == "point" and self.meld_needs_points > 1:
            lines.append(
                f"The bidding side is set if it wins fewer than {self.meld_needs_points} points in tricks."
            )
        if self.dix_only_kept and self.meld_needs != "none":
            lines.append("A side whose only meld is nines of trump keeps it in any case.")
        if self.bidders_meld_needs == "trick":
            lines.append("The bidding side needs a trick for its meld, too.")
        if self.min_team_meld:
            lines.append(f"A side's meld below {self.min_team_meld} counts nothing.")
        if self.auto_set:
            lines.append(
                f"A bid more than {self.pool} above the bidding side's meld is not played: it is missed, and "
                "the others score their meld without a trick."
            )
        missed = (
            "it loses the bid and scores nothing else."
            if self.set_rule == "lose_bid"
            else "it scores nothing, and each opposing side adds the bid."
        )
        lines.append(
            f"Made: the bidding side scores meld and tricks. Missed: {missed}"
            if self.contract
            else "Everybody scores meld and tricks."
        )
        if self.concede_bonus:
            lines.append(f"Each opposing side gets {self.concede_bonus} more for an unplayed hand.")
        if self.rounding == "seven_up":
            lines.append("A side's points of a hand are rounded to tens: 7, 8 and 9 up, the rest down.")
        return tuple(lines)

    # --- the endings

    def _played(self, tally: Tally, declarer: int, bid: int) -> Score:
        why: list[tuple[str, str]] = []
        tricks = self._tricks(tally, why)
        meld = self._kept(tally, why)
        total = self._rounded(meld[declarer] + tricks[declarer])
        name = tally.names[declarer]
        short_of_points = self.meld_needs == "point" and 1 < self.meld_needs_points > tricks[declarer]
        made = (total >= bid and not short_of_points) or tally.let_stand
        sums = f"{meld[declarer]} meld and {tricks[declarer]} trick points"
        if made and total < bid:
            why.insert(0, ("let_stand", f"{name}'s {bid} stands without proof: {sums}"))
        elif made:
            why.insert(0, ("made", f"{name} made {bid} with {sums}"))
        elif short_of_points and total >= bid:
            why.insert(0, ("set", f"{name} is set: fewer than {self.meld_needs_points} trick points"))
        else:
            why.insert(0, ("set", f"{name} is set: {sums} are {bid - total} short of {bid}"))
        delta = tuple(
            (total if made else self._lost(bid))
            if side == declarer
            else self._rounded(meld[side] + tricks[side]) + self._given(bid, made=made)
            for side in range(len(tally.names))
        )
        why += self._others(tally, meld, tricks, declarer, 0 if made else self._given(bid, made=False))
        return Score(True, made, delta, meld, tricks, tuple(why))

    def _unplayed(self, tally: Tally) -> Score:
        nothing = (0,) * len(tally.names)
        if tally.declarer is None or tally.bid is None:
            return Score(False, None, nothing, nothing, nothing, (("void", "Nobody scores"),))
        bid, declarer = tally.bid, tally.declarer
        meld = nothing if tally.outcome == NO_MARRIAGE else self._meld(tally)
        bonus = self.concede_bonus
        given = self._given(bid, made=False)
        delta = tuple(
            self._lost(bid) if side == declarer else meld[side] + given + bonus
            for side in range(len(tally.names))
        )
        name = tally.names[declarer]
        first = {
            CONCEDED: f"{name} gave up {bid}",
            AUTO_SET: f"{name} cannot reach {bid}: {meld[declarer]} meld, {self.pool} trick points at most",
            NO_MARRIAGE: f"{name} has no marriage and cannot name trump",
        }.get(tally.outcome, f"{name} loses {bid}: {tally.outcome.replace('-', ' ')}")
        code = tally.outcome.replace("-", "_")
        why = [(code, first)]
        for side, other in enumerate(tally.names):
            if side != declarer:
                parts = [f"{meld[side]} meld"]
                parts += [f"{given} for the bid"] if given else []
                parts += [f"{bonus} for the unplayed hand"] if bonus else []
                why.append((code, f"{other} scores {_listed(parts)}"))
        return Score(False, False, delta, meld, nothing, tuple(why))

    def _without_contract(self, tally: Tally) -> Score:
        why: list[tuple[str, str]] = []
        tricks = self._tricks(tally, why)
        meld = self._kept(tally, why)
        delta = tuple(self._rounded(m + t) for m, t in zip(meld, tricks, strict=True))
        why += self._others(tally, meld, tricks, None, 0)
        return Score(True, None, delta, meld, tricks, tuple(why))

    def _forfeited(self, tally: Tally) -> Score:
        """An offender that nobody can replace: docs/engine.md 2."""
        meld = self._meld(tally)
        offender = tally.offender
        delta = []
        for side in range(len(tally.names)):
            if side != offender:
                delta.append(meld[side] + self.pool)
            else:
                delta.append(self._lost(tally.bid) if side == tally.declarer and tally.bid is not None else 0)
        name = tally.names[offender] if offender is not None else "Nobody"
        tricks = tuple(0 if side == offender else self.pool for side in range(len(tally.names)))
        made = None if tally.declarer is None else tally.declarer != offender
        return Score(False, made, tuple(delta), meld, tricks, (("forfeit", f"{name} forfeits the hand"),))

    # --- parts

    def _meld(self, tally: Tally) -> tuple[int, ...]:
        return tuple(0 if points < self.min_team_meld else points for points in tally.meld)

    def _tricks(self, tally: Tally, why: list[tuple[str, str]]) -> tuple[int, ...]:
        guilty = sorted({side for side, _ in tally.breaches})
        for side in guilty:
            why.append(("breach", f"{tally.names[side]} broke a rule of play: no trick points"))
        return tuple(0 if side in guilty else points for side, points in enumerate(tally.tricks))

    def _kept(self, tally: Tally, why: list[tuple[str, str]]) -> tuple[int, ...]:
        kept = []
        for side, points in enumerate(self._meld(tally)):
            reason = self._why_lost(tally, side) if points else ""
            if reason:
                why.append(("meld_lost", f"{tally.names[side]} loses {points} meld: {reason}"))
            elif points and self._only_nines(tally, side):
                why.append(
                    ("dix_kept", f"{tally.names[side]} keeps {points}: nines of trump are its only meld")
                )
            kept.append(0 if reason else points)
        return tuple(kept)

    def _why_lost(self, tally: Tally, side: int) -> str:
        if self.meld_stays:
            return ""
        if any(guilty == side and before == 0 for guilty, before in tally.breaches):
            return "no trick before the breach"
        if side == tally.declarer:
            lost = self.bidders_meld_needs == "trick" and not tally.took_trick(side)
            return "no trick" if lost else ""
        if tally.declarer is None or (self.dix_only_kept and side in tally.dix_only):
            return ""
        if self.meld_needs == "trick" and not tally.took_trick(side):
            return "no trick"
        if self.meld_needs == "point" and tally.tricks[side] < self.meld_needs_points:
            return (
                "no trick point"
                if self.meld_needs_points == 1
                else f"under {self.meld_needs_points} trick points"
            )
        return ""

    def _only_nines(self, tally: Tally, side: int) -> bool:
        needs = self.meld_needs == "point" and tally.tricks[side] < self.meld_needs_points
        needs = needs or (self.meld_needs == "trick" and not tally.took_trick(side))
        return self.dix_only_kept and side in tally.dix_only and side != tally.declarer and needs

    def _others(
        self, tally: Tally, meld: tuple[int, ...], tricks: tuple[int, ...], declarer: int | None, given: int
    ) -> list[tuple[str, str]]:
        lines = []
        for side, name in enumerate(tally.names):
            if side != declarer:
                parts = [f"{meld[side]} meld", f"{tricks[side]} trick points"]
                parts += [f"{given} for the missed bid"] if given else []
                lines.append(("others", f"{name} scores {_listed(parts)}"))
        return lines

    def _lost(self, bid: int) -> int:
        return -bid if self.set_rule == "lose_bid" else 0

    def _given(self, bid: int, *, made: bool) -> int:
        return 0 if made or self.set_rule == "lose_bid" else bid

    def _rounded(self, points: int) -> int:
        return (points + 3) // 10 * 10 if self.rounding == "seven_up" else points


Change = Callable[[Tally, Score], Score]
"""What a house rule makes of a scored hand: facts and score in, score out."""


@dataclass(frozen=True)
class Rescored(Scoring):
    """A scoring whose result a house rule changes. Any number of them stack: each sees what came before."""

    base: Scoring | None = None
    change: Change = lambda tally, score: score
    says: tuple[str, ...] = ()

    @classmethod
    def over(cls, base: Scoring, change: Change, says: tuple[str, ...]) -> Rescored:
        """``base`` with ``change`` behind it; all of its numbers are kept."""
        numbers = {one.name: getattr(base, one.name) for one in fields(Scoring)}
        return cls(**numbers, base=base, change=change, says=says)

    def playable(self, tally: Tally) -> bool:
        assert self.base is not None
        return self.base.playable(tally)

    def score(self, tally: Tally) -> Score:
        assert self.base is not None
        return self.change(tally, self.base.score(tally))

    def sentences(self) -> tuple[str, ...]:
        assert self.base is not None
        return (*self.base.sentences(), *self.says)

    def with_pool(self, pool: int) -> Scoring:
        assert self.base is not None
        return self.over(self.base.with_pool(pool), self.change, self.says)


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
