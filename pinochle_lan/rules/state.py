"""The state of a game: public facts only, frozen, the same on every laptop.

What a laptop knows besides (its own seats' faces) is never in here: that is the second argument ``mine`` of
``Game.check``, ``Game.legal`` and ``Game.view``. Canonical: ``rules.encode`` turns it into plain arrays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pinochle_lan.cards import Card, Suit
from pinochle_lan.codec import Value
from pinochle_lan.rules import zones
from pinochle_lan.rules.ask import Ask
from pinochle_lan.rules.view import HandResult
from pinochle_lan.rules.zones import Slots


class Played(NamedTuple):
    """A card played to a trick."""

    seat: int
    slot: int
    card: Card


class Melded(NamedTuple):
    """A meld that counts, with the slots that make it.

    Full-meld games and stock games keep the same record.
    """

    name: str
    """Heading of docs/rules/README.md or a house rule's own."""
    group: str
    """Class of card sharing: sequence, around, pinochle or a house rule's own."""
    points: int
    slots: tuple[int, ...]
    cards: tuple[Card, ...]


class Fault(NamedTuple):
    """An irregularity that was seen: a breach of play, a bid too low, a forfeit."""

    seat: int
    what: str
    trick: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A game between two steps. Tuples are by seat or by side as said; seats count clockwise from 0.

    The first block lives for the game, the second for one hand (``Deal`` clears it).
    """

    # --- the game
    scores: tuple[int, ...]
    """Game score by side, before the running hand."""
    target: int
    history: tuple[HandResult, ...] = ()
    """Scored hands; void ones leave none."""
    winner: int | None = None
    """Side that won the game."""
    deals: int = 0
    """How often the pack was shuffled: the number of the running deal, from 1; void hands count."""
    chairs: tuple[int, ...] = ()
    """Which chair of the draft plays each seat; other than 0, 1, 2, 3 only after a draw for seats."""
    dealer: int | None = None
    drawn: tuple[tuple[int, Card], ...] = ()
    """(chair, card) of the joint draw, in the order drawn."""
    phase: int = 0
    """Index into ``Game.phases``."""
    stage: str = ""
    """Where in its phase the hand is; each phase has its own words."""
    # --- the hand
    ended: str = ""
    """Why the hand ended before its last trick, or empty: conceded, auto-set, no-marriage, forfeit,
    redeal-same, redeal-next, misdeal or a house rule's own."""
    pending: tuple[Ask, ...] = ()
    """Deals, showings and remixes that are due before anything else."""
    slots: Slots = ()
    calls: tuple[tuple[int, int | None], ...] = ()
    """(seat, number or None for a pass) in order."""
    declarer: int | None = None
    bid: int | None = None
    trump: Suit | None = None
    packets: tuple[tuple[int, int], ...] = ()
    """(giver, receiver) of the packets passed so far."""
    kitty: tuple[tuple[int, Card], ...] = ()
    """Kitty cards that everybody saw, under the slot they had then."""
    melded: tuple[bool, ...] = ()
    """By seat: full meld shown."""
    melds: tuple[tuple[Melded, ...], ...] = ()
    """By seat."""
    leader: int | None = None
    """Who leads the running or next trick."""
    trick: tuple[Played, ...] = ()
    plays: tuple[Played, ...] = ()
    """All cards of finished tricks and of the running one, in play order."""
    winners: tuple[int, ...] = ()
    """Winning seat of each finished trick."""
    points: tuple[int, ...] = ()
    """Trick points by side so far, buried cards once opened."""
    faults: tuple[Fault, ...] = ()
    notes: tuple[tuple[str, Value], ...] = ()
    """Memory of phases and house rules, by name, ascending. Cleared with the hand."""

    @property
    def over(self) -> bool:
        """Whether the game is won."""
        return self.winner is not None

    def hand(self, seat: int) -> tuple[int, ...]:
        """Slots of the seat's hand, ascending."""
        return zones.held(self.slots, zones.HAND, seat)

    def note(self, name: str) -> Value:
        """What was noted under ``name``, or None."""
        for known, value in self.notes:
            if known == name:
                return value
        return None

    def noted(self, name: str, value: Value) -> tuple[tuple[str, Value], ...]:
        """``notes`` with one more or changed entry, in order of name; None removes it."""
        others = [(n, v) for n, v in self.notes if n != name]
        if value is not None:
            others.append((name, value))
        return tuple(sorted(others, key=lambda pair: pair[0]))
