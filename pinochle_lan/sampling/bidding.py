"""Weighing contracts by imagined deals: declare or defend, which trump, which cards to pass or to bury."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from pinochle_lan.cards import Suit
from pinochle_lan.rules.view import View
from pinochle_lan.sampling import strength
from pinochle_lan.sampling.book import SUITS, Book
from pinochle_lan.sampling.clock import Stopwatch
from pinochle_lan.sampling.contract import Contract, Made, move
from pinochle_lan.sampling.deals import Deals
from pinochle_lan.sampling.giving import spared, wanted
from pinochle_lan.sampling.known import BURIED, KITTY, Known

DRAWS = 3
"""Deals drawn for each one kept: the one that fits the calls best."""
LEAST = 6
"""Deals that are looked at before the time may be up."""
NARROW = 12
"""Candidates at most where playouts go the long way through the rules."""


class BidWeighed(NamedTuple):
    """A bid against a pass: own points less the rivals', means; how often it is made; the trump to name."""

    declare: float
    defend: float
    made: float
    trump: Suit


class ContractSearch:
    """What the seat that looks may expect of contracts, before a card is played."""

    def __init__(self, book: Book, view: View, known: Known, contract: Contract) -> None:
        assert view.viewer is not None
        self.book, self.view, self.known, self.contract = book, view, known, contract
        self.me: int = view.viewer
        self.side = book.side[self.me]
        self.dealer = view.dealer or 0
        self._deals = Deals(known)
        self._limits = _limits(view)
        self._scores = [side.score for side in view.sides]

    def deal(self, rng: Random) -> tuple[list[list[int]], list[int]]:
        """Hands by seat and the kitty (or what was buried), dealt to fit what is known and the calls."""
        best: tuple[int, list[list[int]], list[int]] | None = None
        for _ in range(DRAWS if self._limits else 1):
            drawn = self._deals.draw(rng)
            hands = [
                list(self.known.hand) if seat == self.me else [*self.known.shown[seat], *drawn.get(seat, ())]
                for seat in range(self.book.seats)
            ]
            lying = [self.book.number[c.card] for c in self.view.kitty if c.card is not None]
            kitty = [*lying, *drawn.get(KITTY, ())] if self.view.declarer is None else drawn.get(BURIED, [])
            wrong = self._misfit(hands)
            if best is None or wrong < best[0]:
                best = wrong, hands, kitty
            if not wrong:
                break
        assert best is not None
        return best[1], best[2]

    def _misfit(self, hands: Sequence[Sequence[int]]) -> int:
        """By how many points hands and calls disagree."""
        wrong = 0
        for seat, (low, high) in self._limits.items():
            worth = strength.value(self.book, hands[seat])
            if low is not None and worth < low:
                wrong += low - worth
            elif high is not None and worth > high:
                wrong += worth - high
        return wrong

    def worth(self, made: Made, declarer: int, bid: int) -> int:
        """Own score less the rivals'; a game won or lost weighs half the target more.

        ``declarer`` is a seat.
        """
        side = self.book.side[declarer]
        delta = self.contract.delta(made, side, bid)
        others = [delta[n] for n in range(len(delta)) if n != self.side]
        if side != self.side and len(others) > 1:
            others = [delta[side]]
        value = delta[self.side] - sum(others) // max(1, len(others))
        totals = [have + more for have, more in zip(self._scores, delta, strict=True)]
        winner, _ = self.book.rules.end.after_hand(totals, side, self.view.target)
        if winner is None:
            return value
        return value + self.view.target // (2 if winner == self.side else -2)

    # --- the auction

    def weigh_bid(self, bid: int, rng: Random, samples: int, watch: Stopwatch) -> BidWeighed:
        """What a call of ``bid`` brings against a pass: declare or defend, from the same imagined deals."""
        book, view = self.book, self.view
        me = self.me
        own = self.suits(SUITS)
        declared = dict.fromkeys(own, 0)
        made = dict.fromkeys(own, 0)
        passed = count = 0
        price = view.standing[1] if view.standing is not None else bid
        for n in range(samples):
            if watch.enough(n, LEAST):
                break
            hands, kitty = self.deal(rng)
            count += 1
            for suit in own:
                one = self.contract.whole(hands, me, suit, self.dealer, kitty)
                declared[suit] += self.worth(one, me, bid)
                made[suit] += one.meld[self.side] + one.tricks[self.side] >= bid
            other = self._taker(hands, bid)
            if other is not None:
                trump = strength.best_trump(book, hands[other])
                passed += self.worth(
                    self.contract.whole(hands, other, trump, self.dealer, kitty), other, price
                )
        best = max(own, key=lambda suit: declared[suit])
        return BidWeighed(declared[best] / count, passed / count, made[best] / count, best)

    def _taker(self, hands: Sequence[Sequence[int]], bid: int) -> int | None:
        """Who declares if the own seat passes: who stands, else the strongest that may still bid, else the
        dealer where he must; None = the cards are thrown in.
        """
        view = self.view
        if view.standing is not None:
            return view.standing[0]
        free = [seat for seat in range(self.book.seats) if seat != self.me and not view.seats[seat].passed]
        if free:
            best = max(free, key=lambda seat: strength.value(self.book, hands[seat]))
            if strength.value(self.book, hands[best]) >= bid:
                return best
        auction = self.book.rules.auction
        return self.dealer if auction is not None and auction.nobody_bids == "dealer_forced" else None

    # --- trump, passing and burying

    def choose(
        self,
        candidates: Sequence[Choice],
        rng: Random,
        samples: int,
        watch: Stopwatch,
        finish: Callable[[Choice, list[list[int]], list[int]], Made],
    ) -> list[tuple[Choice, float]]:
        """The candidates with their mean worth, best first: all on the same deals, the worse half dropped
        again and again.
        """
        assert self.view.declarer is not None
        bid = self.view.bid or 0
        alive = list(candidates) if self.contract.fast is not None else list(candidates)[:NARROW]
        sums: dict[Choice, int] = dict.fromkeys(alive, 0)
        done = 0
        dropped: list[tuple[Choice, float]] = []
        step = max(4, samples // 8)
        while done < samples and not watch.enough(done, LEAST):
            hands, kitty = self.deal(rng)
            for one in alive:
                made = finish(one, [list(hand) for hand in hands], kitty)
                sums[one] += self.worth(made, self.view.declarer, bid)
            done += 1
            if done % step == 0 and len(alive) > 4:
                alive.sort(key=lambda one: -sums[one])
                cut = max(4, len(alive) // 2)
                dropped = [(one, sums[one] / done) for one in alive[cut:]] + dropped
                alive = alive[:cut]
        best = sorted(((one, sums[one] / done) for one in alive), key=lambda pair: -pair[1])
        return best + dropped

    def suits(self, suits: Sequence[Suit]) -> list[Suit]:
        """The two suits that promise most as trump; short ones only if there is no other (F14)."""
        book, hand = self.book, self.known.hand
        least = len(hand) // len(SUITS) + 1
        long = [s for s in suits if sum(book.faces[n].suit is s for n in hand) >= least]
        promise = {s: book.meld(hand, s) + strength.tricks_expected(book, hand, s) for s in suits}
        return sorted(long or suits, key=lambda s: -promise[s])[:2]

    def trump(
        self, suits: Sequence[Suit], rng: Random, samples: int, watch: Stopwatch
    ) -> list[tuple[Choice, float]]:
        """The suits that may be named, best first; a candidate is (faces, suit)."""

        def finish(one: Choice, hands: list[list[int]], kitty: list[int]) -> Made:
            assert one[1] is not None
            self.contract.passed(hands, self.me, one[1])
            return self.contract.finish(hands, self.me, one[1], self.dealer, kitty)

        return self.choose([((), suit) for suit in self.suits(suits)], rng, samples, watch, finish)

    def packets(
        self, count: int, wide: int, rng: Random, samples: int, watch: Stopwatch
    ) -> list[tuple[Choice, float]]:
        """What to pass, best first: from the ``wide`` cards that the rule of thumb likes most."""
        view, trump = self.view, self.view.trump
        assert trump is not None
        declarer = view.declarer
        partner = self.book.game.partner_of(self.me)
        assert partner is not None
        back = declarer == self.me
        order = (
            spared(self.book, self.known.hand, trump) if back else wanted(self.book, self.known.hand, trump)
        )

        def finish(one: Choice, hands: list[list[int]], kitty: list[int]) -> Made:
            move(hands[self.me], hands[partner], one[0])
            if not back:
                move(hands[partner], hands[self.me], spared(self.book, hands[partner], trump)[:count])
            assert declarer is not None
            return self.contract.finish(hands, declarer, trump, self.dealer, kitty)

        if back:
            sets = self._cheapest(order, wide, count, trump)
        else:
            nines = [n for n in order if self._idle(n, trump)]
            others = [n for n in order if n not in nines]
            sets = _sets((others + nines)[: max(min(wide, len(others)), count)], count)  # F12
        return self.choose([(some, trump) for some in sets], rng, samples, watch, finish)

    def _idle(self, n: int, trump: Suit) -> bool:
        """Whether a face is of the lowest rank and no trump: no use to anybody."""
        return not self.book.strength[n] and self.book.faces[n].suit is not trump

    def _cheapest(self, order: Sequence[int], wide: int, count: int, trump: Suit) -> list[tuple[int, ...]]:
        """The sets that cost the own hand least meld (F09): of the ``wide`` first faces, or of all where
        those cannot do without a loss.
        """
        for faces in (order[: max(wide, count)], order):
            left = {}
            for some in _sets(faces, count):
                rest = list(self.known.hand)
                for n in some:
                    rest.remove(n)
                left[some] = self.book.meld(rest, trump)
            most = max(left.values(), default=0)
            if most == self.book.meld(self.known.hand, trump):
                break
        return [some for some in left if left[some] == most]

    def burials(
        self,
        count: int,
        wide: int,
        suits: Sequence[Suit],
        allowed: Sequence[int],
        *,
        rng: Random,
        samples: int,
        watch: Stopwatch,
    ) -> list[tuple[Choice, float]]:
        """What to bury and which trump to name, best first; only ``allowed`` faces may be buried."""
        book, hand = self.book, self.known.hand
        candidates: dict[Choice, None] = {}
        for suit in self.suits(suits):
            free = list(allowed)
            order = []
            for n in spared(book, hand, suit, bury=True):
                if n in free:
                    free.remove(n)
                    order.append(n)
            for some in self._cheapest(order, wide, count, suit):
                candidates[some, suit] = None

        def finish(one: Choice, hands: list[list[int]], kitty: list[int]) -> Made:
            assert one[1] is not None
            for n in one[0]:
                hands[self.me].remove(n)
            return self.contract.finish(hands, self.me, one[1], self.dealer, one[0])

        return self.choose(list(candidates), rng, samples, watch, finish)


Choice = tuple[tuple[int, ...], Suit | None]
"""Faces to give away, ascending, and the trump."""


def _sets(faces: Sequence[int], count: int) -> list[tuple[int, ...]]:
    """All choices of ``count`` of the faces, each once, in the order of the faces."""
    return list(dict.fromkeys(tuple(sorted(some)) for some in combinations(faces, count)))


def _limits(view: View) -> dict[int, tuple[int | None, int | None]]:
    """By other seat: what its calls say it is worth at least and at most, as the rule of thumb counts."""
    found: dict[int, tuple[int | None, int | None]] = {}
    standing = 0
    for seat, number in view.calls:
        low, high = found.get(seat, (None, None))
        if number is not None:
            standing = number
            found[seat] = (number, high)
        elif seat != view.declarer and standing:
            found[seat] = (low, max(standing * 11 // 10, low or 0))
    found.pop(view.viewer if view.viewer is not None else -1, None)
    return found
