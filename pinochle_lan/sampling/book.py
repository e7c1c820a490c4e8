"""The rules of one game as opponents ask for them: faces by number, worth, who beats whom, what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from pinochle_lan.cards import Card, Rank, Suit
from pinochle_lan.rules import tricks, zones
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.phases.deal import Deal
from pinochle_lan.rules.phases.passing import Passing
from pinochle_lan.rules.phases.showing import ShowMelds
from pinochle_lan.rules.tricks import Counters, Following
from pinochle_lan.sampling.meldvalue import MeldValue

SUITS: Final = tuple(Suit)


class MeldBans(NamedTuple):
    """What a hand that showed all its meld does not hold besides: faces as bits, and pairs face to faces."""

    single: int
    pairs: tuple[tuple[int, int], ...]


class Book:
    """A game's tables, looked up once. Faces are numbered in pack order, copies share a number."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self.faces: tuple[Card, ...] = tuple(dict.fromkeys(game.faces))
        self.number: dict[Card, int] = {face: n for n, face in enumerate(self.faces)}
        self.copies: tuple[int, ...] = tuple(game.faces.count(face) for face in self.faces)
        self.suit: tuple[int, ...] = tuple(SUITS.index(face.suit) for face in self.faces)
        """By face number the place of its suit in SUITS."""
        self.strength: tuple[int, ...] = tuple(face.rank.strength for face in self.faces)
        self.worth: tuple[int, ...] = tuple(game.rules.counters.worth(face) for face in self.faces)
        self.side: tuple[int, ...] = tuple(game.side_of(seat) for seat in range(game.seats))
        self.seats = game.seats
        self.last = game.rules.counters.last
        self.pool = game.rules.counters.pool(game.faces)
        self.meld = MeldValue(game.rules.melds, self.faces)
        self._beats: dict[Suit | None, tuple[int, ...]] = {}
        self._bans: dict[tuple[tuple[int, ...], Suit | None], MeldBans] = {}
        self._excluded: dict[tuple[Suit | None, bool, tuple[int, ...], int], int] = {}

    @cached_property
    def standard(self) -> bool:
        """Whether tricks go by the standard rules, which the fast playout knows (docs/rules, section 10).

        Ranks, winner and counters must be the rules' own, and every face must have as many copies.
        """
        plain = type(self.rules.following) is Following
        counted = type(self.rules.counters) is Counters and self.rules.winner is tricks.winner
        even = len(set(self.copies)) == 1 and len(self.faces) % len(SUITS) == 0
        return plain and counted and even

    @cached_property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of the pack, weakest first."""
        there = {face.rank: None for face in self.faces}
        return tuple(sorted(there, key=lambda rank: rank.strength))

    @cached_property
    def passed(self) -> int:
        """How many cards partners pass each other; 0 = none."""
        return next((phase.count for phase in self.game.phases if isinstance(phase, Passing)), 0)

    @cached_property
    def stock_tricks(self) -> int:
        """How many tricks are played while a stock lasts; 0 in most games."""
        packets = [
            packet for phase in self.game.phases if isinstance(phase, Deal) for packet in phase.packets
        ]
        stock = sum(packet.cards for packet in packets if packet.to in (zones.STOCK, zones.TURN_UP))
        return stock // self.seats

    def shows(self, seat: int, declarer: int | None) -> bool:
        """Whether this seat shows all its meld before the first trick."""
        showing = [phase for phase in self.game.phases if isinstance(phase, ShowMelds)]
        return bool(showing) and (not showing[0].declarer_only or seat == declarer)

    def beats(self, trump: Suit | None) -> tuple[int, ...]:
        """For each face led the set of faces, as bits, that take it from the lead."""
        found = self._beats.get(trump)
        if found is None:
            winner = self.rules.winner
            found = tuple(
                sum(1 << n for n, other in enumerate(self.faces) if winner((face, other), trump) == 1)
                for face in self.faces
            )
            self._beats[trump] = found
        return found

    def legal(
        self, hand: Sequence[int], trick: Sequence[int], trump: Suit | None, *, first: bool = False
    ) -> tuple[int, ...]:
        """The faces of ``hand`` that may be played, each once, in order of number."""
        faces = self.faces
        cards = self.rules.following.legal(
            [faces[n] for n in hand], [faces[n] for n in trick], trump, first_lead=first
        )
        return tuple(sorted({self.number[card] for card in cards}))

    def excluded(self, trick: Sequence[int], card: int, trump: Suit | None, *, first: bool = False) -> int:
        """The faces, as bits, that nobody holds who plays ``card`` to ``trick``: with one of them in hand the
        card would be illegal.
        """
        key = (trump, first, tuple(trick), card)
        found = self._excluded.get(key)
        if found is None:
            found = sum(
                1 << n
                for n in range(len(self.faces))
                if n != card and card not in self.legal((card, n), trick, trump, first=first)
            )
            self._excluded[key] = found
        return found

    def meld_bans(self, shown: tuple[int, ...], trump: Suit | None) -> MeldBans:
        """What a hand whose whole meld is ``shown`` (ascending) cannot hold besides."""
        found = self._bans.get((shown, trump))
        if found is None:
            worth, count = self.meld(shown, trump), len(self.faces)
            single = sum(1 << n for n in range(count) if self.meld((*shown, n), trump) > worth)
            free = [n for n in range(count) if not single >> n & 1]
            pairs = []
            for n in free:
                beside = sum(1 << m for m in free if self.meld((*shown, n, m), trump) > worth)
                if beside:
                    pairs.append((n, beside))
            found = self._bans[shown, trump] = MeldBans(single, tuple(pairs))
        return found

    def winner(self, trick: Sequence[int], trump: Suit | None) -> int:
        """Place of the winning card."""
        return self.rules.winner([self.faces[n] for n in trick], trump)
