"""What a hand's meld is worth, quickly: the counting procedure of the rules as plain arithmetic on numbers.

Only for tables whose melds are all the rules' own; any other table is asked through the rules themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules import melds
from pinochle_lan.rules.melds import (
    Around,
    Dix,
    Marriage,
    Meld,
    Pinochle,
    RoyalMarriage,
    Run,
)

KNOWN: Final = (Run, RoyalMarriage, Marriage, Dix, Pinochle)
"""What the arithmetic knows beside the arounds; a subclass is somebody else's meld."""


class MeldValue:
    """Points of the best meld in a hand, for one table of melds and one pack of numbered faces."""

    def __init__(self, table: Sequence[Meld], faces: Sequence[Card]) -> None:
        self.table = tuple(table)
        self.faces = tuple(faces)
        kinds = [type(meld) for meld in self.table if type(meld) is not Around]
        self.simple = all(kind in KNOWN for kind in kinds) and len(set(kinds)) == len(kinds)
        """Whether the arithmetic knows every meld of the table."""
        if Run in kinds and RoyalMarriage in kinds:
            self.simple = self.simple and kinds.index(Run) < kinds.index(RoyalMarriage)
        number = {face: n for n, face in enumerate(self.faces)}
        none = len(self.faces)  # the place of a face that the pack has not: always empty
        at = {Card(rank, suit): number.get(Card(rank, suit), none) for rank in Rank for suit in Suit}
        by = {type(meld): meld for meld in self.table if type(meld) is not Around}
        self._run, self._royal = by.get(Run), by.get(RoyalMarriage)
        self._plain, self._dix, self._legs = by.get(Marriage), by.get(Dix), by.get(Pinochle)
        self._runs = {suit: tuple(at[Card(rank, suit)] for rank in melds.RUN_RANKS) for suit in Suit}
        self._pairs = tuple((suit, at[Card(Rank.KING, suit)], at[Card(Rank.QUEEN, suit)]) for suit in Suit)
        self._nines = {suit: at[Card(Rank.NINE, suit)] for suit in Suit}
        self._pinochle = (at[Card(Rank.QUEEN, Suit.SPADES)], at[Card(Rank.JACK, Suit.DIAMONDS)])
        self._arounds = tuple(
            (meld, tuple(at[Card(meld.rank, suit)] for suit in Suit))
            for meld in self.table
            if type(meld) is Around
        )

    def __call__(self, hand: Sequence[int], trump: Suit | None) -> int:
        """Points of all melds that count together in the numbered faces ``hand``."""
        if not self.simple:
            return melds.total(melds.find([self.faces[n] for n in hand], trump, self.table))
        have = [0] * (len(self.faces) + 1)
        for n in hand:
            have[n] += 1
        total = runs = 0
        if trump is not None:
            if self._run is not None:
                a, ten, king, queen, jack = self._runs[trump]
                runs = min(have[a], have[ten], have[king], have[queen], have[jack])
                if runs:
                    total += self._run.worth(runs)
            if self._dix is not None:
                total += self._dix.points[0] * have[self._nines[trump]]
        for suit, king, queen in self._pairs:
            if have[king] and have[queen]:
                if suit is not trump:
                    if self._plain is not None:
                        total += self._plain.points[0] * min(have[king], have[queen])
                elif self._royal is not None:
                    total += self._royal.points[0] * (min(have[king], have[queen]) - runs)
        if self._legs is not None:
            legs = min(have[self._pinochle[0]], have[self._pinochle[1]])
            if legs:
                total += self._legs.worth(legs)
        for meld, (c, d, h, s) in self._arounds:
            if have[c] and have[d] and have[h] and have[s]:
                total += meld.worth(min(have[c], have[d], have[h], have[s]))
        return total

    def needed(self, hand: Sequence[int], trump: Suit | None) -> list[int]:
        """The least cards that show the whole meld: copies by face number."""
        count = len(self.faces)
        if not self.simple:
            found = melds.needed(melds.find([self.faces[n] for n in hand], trump, self.table))
            return [found.get(face, 0) for face in self.faces]
        have = [0] * (count + 1)
        for n in hand:
            have[n] += 1
        need = [0] * (count + 1)
        runs = 0
        if trump is not None:
            if self._run is not None:
                runs = min(have[n] for n in self._runs[trump])
                for n in self._runs[trump]:
                    need[n] = runs
            if self._dix is not None:
                need[self._nines[trump]] = have[self._nines[trump]]
        for suit, king, queen in self._pairs:
            if (self._plain if suit is not trump else self._royal) is not None:
                pairs = min(have[king], have[queen])
                need[king], need[queen] = max(need[king], pairs), max(need[queen], pairs)
        if self._legs is not None:
            queen, jack = self._pinochle
            legs = min(have[queen], have[jack])
            need[queen], need[jack] = max(need[queen], legs), max(need[jack], legs)
        for _, four in self._arounds:
            sets = min(have[n] for n in four)
            if sets:
                for n in four:
                    need[n] = max(need[n], sets)
        return need[:count]
