"""A hand with a contract on imagined cards: passing, burying, meld and play in one go, for weighing bids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pinochle_lan.cards import Suit
from pinochle_lan.rules.score import AUTO_SET, CONCEDED, Tally
from pinochle_lan.sampling.book import SUITS, Book
from pinochle_lan.sampling.fast import Fast
from pinochle_lan.sampling.giving import spared, wanted
from pinochle_lan.sampling.policy import Position, play_out

HOPELESS = 6
"""A declarer who falls short by more than a sixth of the pool gives up where the rules allow it."""


class Made(NamedTuple):
    """What an imagined hand brought, by side."""

    meld: tuple[int, ...]
    tricks: tuple[int, ...]


class Contract:
    """Plays imagined hands of one game."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.fast = Fast(book) if book.standard else None
        options = book.game.options
        self.concede = options.get("allow_concede") is True

    def passed(self, hands: list[list[int]], declarer: int, trump: Suit) -> None:
        """Partner and declarer pass cards by rule of thumb. Changes ``hands``."""
        partner = self.book.game.partner_of(declarer)
        if not self.book.passed or partner is None:
            return
        sent = wanted(self.book, hands[partner], trump)[: self.book.passed]
        move(hands[partner], hands[declarer], sent)
        back = spared(self.book, hands[declarer], trump)[: self.book.passed]
        move(hands[declarer], hands[partner], back)

    def finish(
        self,
        hands: Sequence[Sequence[int]],
        declarer: int,
        trump: Suit,
        dealer: int,
        buried: Sequence[int] = (),
    ) -> Made:
        """Meld and play of hands that are complete: nothing is passed or buried any more."""
        book, game = self.book, self.book.game
        meld = [0] * len(game.sides)
        for seat, hand in enumerate(hands):
            if book.shows(seat, declarer):
                meld[book.side[seat]] += book.meld(hand, trump)
        points = [0] * len(game.sides)
        points[book.side[declarer]] += sum(book.worth[n] for n in buried)
        leader = declarer if game.declarer_leads else game.left_of(dealer)
        declaring = tuple(side == book.side[declarer] for side in book.side)
        points = self.play(hands, leader, trump, declaring, points, first=leader == declarer)
        return Made(tuple(meld), tuple(points))

    def play(
        self,
        hands: Sequence[Sequence[int]],
        leader: int,
        trump: Suit,
        declaring: tuple[bool, ...],
        points: list[int],
        *,
        first: bool = False,
    ) -> list[int]:
        """Trick points by side when all cards of ``hands`` are played; added to ``points``."""
        if self.fast is not None:
            codes, cards = self.fast.codes(hands), sum(map(len, hands))
            return self.fast.run(
                codes, leader, SUITS.index(trump), declaring, (), list(points), cards, first=first
            )
        at = Position([list(h) for h in hands], leader, trump, declaring, points=list(points), first=first)
        return play_out(self.book, at)

    def whole(
        self,
        hands: Sequence[Sequence[int]],
        declarer: int,
        trump: Suit,
        dealer: int,
        kitty: Sequence[int] = (),
    ) -> Made:
        """The hand from the contract on: kitty taken and as many buried, cards passed, meld, play."""
        full = [list(hand) for hand in hands]
        buried: list[int] = []
        if kitty:
            full[declarer] += kitty
            buried = spared(self.book, full[declarer], trump, bury=True)[: len(kitty)]
            for n in buried:
                full[declarer].remove(n)
        self.passed(full, declarer, trump)
        return self.finish(full, declarer, trump, dealer, buried)

    def delta(self, made: Made, declarer: int, bid: int) -> tuple[int, ...]:
        """Score by side of a hand at ``bid``; ``declarer`` is a side.

        A bid out of reach is not played; one that fails by much is given up.
        """
        names = self.book.game.side_names
        scoring = self.book.rules.scoring
        tally = Tally(names=names, meld=made.meld, tricks=made.tricks, declarer=declarer, bid=bid)
        if not scoring.playable(tally):
            return scoring.score(Tally(names, made.meld, made.tricks, declarer, bid, AUTO_SET)).delta
        short = bid - made.meld[declarer] - made.tricks[declarer]
        if self.concede and short * HOPELESS > self.book.pool:
            return scoring.score(Tally(names, made.meld, made.tricks, declarer, bid, CONCEDED)).delta
        return scoring.score(tally).delta


def move(giver: list[int], receiver: list[int], cards: Sequence[int]) -> None:
    """Move faces from one hand to the other."""
    for n in cards:
        giver.remove(n)
        receiver.append(n)
