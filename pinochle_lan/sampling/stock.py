"""Games with a stock on imagined cards: tricks with draws and melds by rule of thumb, then the later play.

Melding is imagined a little simpler than the rules have it: a meld may be laid once for each copy of all its
cards, the best one after each trick won. Two seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from pinochle_lan.cards import FACES, Suit
from pinochle_lan.rules.score import Tally
from pinochle_lan.rules.view import View
from pinochle_lan.sampling import strength
from pinochle_lan.sampling.bidding import BidWeighed
from pinochle_lan.sampling.book import Book
from pinochle_lan.sampling.clock import Stopwatch
from pinochle_lan.sampling.contract import Contract, Made
from pinochle_lan.sampling.deals import Deals
from pinochle_lan.sampling.known import STOCK, Known
from pinochle_lan.sampling.search import Weighed

LEAST = 4
TRUMP_KEPT: Final = 12
"""What a trump is worth for the later play beside its meld, and each step of its rank 2 more."""


class Pattern(NamedTuple):
    """A meld as faces: what one more copy brings, by copies laid before."""

    faces: tuple[int, ...]
    points: tuple[int, ...]
    within: tuple[int, ...]
    """Patterns of the same class whose cards are all in this one: used up with it."""


@dataclass
class Stocked:
    """An imagined position while the stock lasts. Mutable; by seat where it is a list."""

    hands: list[list[int]]
    laid: list[list[int]]
    """By seat and pattern: how often laid."""
    stock: list[int]
    """In the order of drawing, the turn-up last."""
    leader: int
    trick: list[int]
    meld: list[int]
    points: list[int]


class StockPlay:
    """Plays imagined hands of one game with one trump."""

    def __init__(self, book: Book, contract: Contract, trump: Suit) -> None:
        assert book.seats == 2, "games with a stock are for two"
        self.book, self.trump, self.contract = book, trump, contract
        self.beats = book.beats(trump)
        self.counts = book.game.options.get("count_stock_tricks") is not False
        laying = book.rules.laying
        doubles = laying is None or laying.doubles
        found: list[tuple[str, tuple[int, ...], tuple[int, ...]]] = []
        for meld in book.rules.melds:
            for one in meld.find(dict.fromkeys(FACES, 1), trump, ()):
                if one.cards and all(card in book.number for card in one.cards):
                    faces = tuple(sorted({book.number[card] for card in one.cards}))
                    more = meld.worth(2) if doubles and len(meld.points) > 1 else one.points
                    found.append((one.group, faces, (one.points, more)))
        self.patterns = tuple(
            Pattern(
                faces,
                points,
                tuple(
                    k
                    for k, (other, some, _) in enumerate(found)
                    if other == group and some != faces and set(some) <= set(faces)
                ),
            )
            for group, faces, points in found
        )
        self.base = [
            (TRUMP_KEPT + 2 * book.strength[n] if face.suit is trump else 2 * book.strength[n])
            * book.pool
            // 250
            for n, face in enumerate(book.faces)
        ]

    def laid(self, view: View, seat: int) -> list[int]:
        """How often each pattern was laid by ``seat``."""
        counts = [0] * len(self.patterns)
        for meld in view.seats[seat].meld:
            faces = [self.book.number[card] for card in meld.cards]
            for k, pattern in enumerate(self.patterns):
                if all(n in faces for n in pattern.faces) and len(pattern.faces) * 2 > len(set(faces)):
                    counts[k] += min(faces.count(n) for n in pattern.faces)
        return counts

    def keep(self, have: Sequence[int], laid: Sequence[int]) -> list[int]:
        """By face: what holding on to it may still bring."""
        value = list(self.base)
        for k, (faces, points, _) in enumerate(self.patterns):
            done = laid[k]
            if done > 1:
                continue
            there = 0
            for n in faces:
                if have[n] > done:
                    there += 1
            size = len(faces)
            if not there:
                continue
            share = points[done] * there * there // (size * size * size)
            if done:
                share //= 4
            for n in faces:
                value[n] += share
        return value

    def ready(self, have: Sequence[int], laid: Sequence[int]) -> tuple[int, int]:
        """The best meld that may be laid: (points, pattern), or (0, -1)."""
        best, place = 0, -1
        for k, (faces, points, _) in enumerate(self.patterns):
            done = laid[k]
            if done < 2 and points[done] > best:
                for n in faces:
                    if have[n] <= done:
                        break
                else:
                    best, place = points[done], k
        return best, place

    def lay(self, laid: list[int], place: int) -> None:
        """Note that a pattern was laid; what lies within it is used up."""
        laid[place] += 1
        for k in self.patterns[place].within:
            laid[k] = max(laid[k], laid[place])

    def finish(self, at: Stocked, force: int | None = None) -> Made:
        """Play the position to the end of the hand; ``force``: the next card. Changes ``at``."""
        book, worth, beats = self.book, self.book.worth, self.beats
        have = [[0] * len(book.faces) for _ in at.hands]
        for seat, hand in enumerate(at.hands):
            for n in hand:
                have[seat][n] += 1
        counts = 1 if self.counts else 0
        trick = at.trick
        while at.stock or trick:
            seat = at.leader if not trick else 1 - at.leader
            mine = have[seat]
            if force is not None:
                card, force = force, None
            else:
                value = self.keep(mine, at.laid[seat])
                faces = [n for n, copies in enumerate(mine) if copies]
                card = min(faces, key=lambda n: value[n] + counts * worth[n])
                if trick:
                    led = trick[0]
                    winners = [n for n in faces if beats[led] >> n & 1]
                    if winners:
                        best = min(winners, key=lambda n: value[n] - counts * worth[n])
                        gain = counts * (2 * worth[led] + worth[best] + worth[card])
                        gain += self.ready(mine, at.laid[seat])[0] // 2 + book.pool // 50
                        if gain >= value[best] - value[card]:
                            card = best
            mine[card] -= 1
            trick.append(card)
            if len(trick) < 2:
                continue
            winner = 1 - at.leader if beats[trick[0]] >> trick[1] & 1 else at.leader
            at.points[winner] += counts * (worth[trick[0]] + worth[trick[1]])
            at.leader = winner
            trick.clear()
            first, second = at.stock[0], at.stock[1]
            del at.stock[:2]
            if (
                not at.stock
                and book.faces[second].suit is self.trump
                and book.faces[first].suit is not self.trump
            ):
                first, second = second, first
            have[winner][first] += 1
            have[1 - winner][second] += 1
            points, place = self.ready(have[winner], at.laid[winner])
            if place >= 0:
                at.meld[winner] += points
                self.lay(at.laid[winner], place)
        hands = [[n for n, copies in enumerate(some) for _ in range(copies)] for some in have]
        later = self.contract.play(hands, at.leader, self.trump, (False, False), at.points)
        return Made(tuple(at.meld), tuple(later))


class StockSearch:
    """Weighs choices of the seat that looks while the stock lasts, or before it is begun."""

    def __init__(self, book: Book, view: View, known: Known, contract: Contract) -> None:
        assert view.viewer is not None
        self.book, self.view, self.known, self.contract = book, view, known, contract
        self.me: int = view.viewer
        self._deals = Deals(known)
        self._values: dict[tuple[Made, int | None, int | None], int] = {}

    def imagined(self, rng: Random, play: StockPlay, leader: int) -> Stocked:
        """The position with hidden cards dealt at random."""
        view = self.view
        drawn = self._deals.draw(rng)
        hands = [
            list(self.known.hand) if seat == self.me else [*self.known.shown[seat], *drawn.get(seat, ())]
            for seat in range(2)
        ]
        stock = list(drawn.get(STOCK, ()))
        if view.turn_up is not None and view.turn_up.card is not None and view.stock_left:
            stock.append(self.book.number[view.turn_up.card])
        trick = [] if view.trick is None else [self.book.number[one.card] for one in view.trick.plays]
        return Stocked(
            hands,
            [play.laid(view, seat) for seat in range(2)],
            stock,
            leader,
            trick,
            [side.meld for side in view.sides],
            [side.points for side in view.sides],
        )

    def worth(self, made: Made, declarer: int | None, bid: int | None) -> int:
        """Own score less the rival's; a game won or lost weighs half the target more."""
        key = made, declarer, bid
        found = self._values.get(key)
        if found is None:
            names = self.book.game.side_names
            tally = Tally(names=names, meld=made.meld, tricks=made.tricks, declarer=declarer, bid=bid)
            delta = self.book.rules.scoring.score(tally).delta
            found = delta[self.me] - delta[1 - self.me]
            totals = [side.score + more for side, more in zip(self.view.sides, delta, strict=True)]
            winner, _ = self.book.rules.end.after_hand(totals, declarer, self.view.target)
            if winner is not None:
                found += self.view.target // (2 if winner == self.me else -2)
            self._values[key] = found
        return found

    def weigh(self, candidates: Sequence[int], rng: Random, samples: int, watch: Stopwatch) -> list[Weighed]:
        """The faces that may be played, best first."""
        view = self.view
        assert view.trump is not None
        play = StockPlay(self.book, self.contract, view.trump)
        leader = self.me if view.trick is None else view.trick.leader
        sums = [0] * len(candidates)
        squares = [0] * len(candidates)
        done = 0
        while done < samples and not watch.enough(done, LEAST):
            at = self.imagined(rng, play, leader)
            for k, face in enumerate(candidates):
                made = play.finish(_copy(at), face)
                value = self.worth(made, view.declarer, view.bid)
                sums[k] += value
                squares[k] += value * value
            done += 1
        weighed = []
        for k, face in enumerate(candidates):
            mean = sums[k] / done
            error = 1.96 * (max(0.0, squares[k] / done - mean * mean) / done) ** 0.5
            weighed.append(Weighed(face, mean, error))
        return sorted(weighed, key=lambda one: -one.mean)

    def weigh_bid(self, bid: int, rng: Random, samples: int, limit_ms: int | None) -> BidWeighed:
        """What a call of ``bid`` brings against a pass, with the better of the two most promising suits."""
        book, me = self.book, self.me
        hand = self.known.hand
        suits = sorted(Suit, key=lambda s: -book.meld(hand, s) - strength.tricks_expected(book, hand, s))
        half = None if limit_ms is None else limit_ms // 2
        found = self.contracts(suits[:2], rng, samples, Stopwatch(half), me)
        best = max(found, key=lambda suit: self._mean(found[suit], me, bid))
        made = sum(one.meld[me] + one.tricks[me] >= bid for one in found[best]) / len(found[best])
        defend = 0.0
        if self.view.standing is not None:
            # What the other makes of it in a suit of his that is not known.
            other = self.contracts(suits[-1:], rng, samples, Stopwatch(half), 1 - me)
            defend = self._mean(other[suits[-1]], 1 - me, self.view.standing[1])
        return BidWeighed(self._mean(found[best], me, bid), defend, made, best)

    def trump(
        self, suits: Sequence[Suit], rng: Random, samples: int, watch: Stopwatch
    ) -> list[tuple[Suit, float]]:
        """The suits that may be named with what they bring, best first."""
        found = self.contracts(suits, rng, samples, watch, self.me)
        means = [(suit, self._mean(some, self.me, self.view.bid)) for suit, some in found.items()]
        return sorted(means, key=lambda pair: -pair[1])

    def _mean(self, some: Sequence[Made], declarer: int, bid: int | None) -> float:
        return sum(self.worth(one, declarer, bid) for one in some) / len(some)

    def contracts(
        self, suits: Sequence[Suit], rng: Random, samples: int, watch: Stopwatch, declarer: int
    ) -> dict[Suit, list[Made]]:
        """Imagined hands with each of the suits as trump; ``declarer`` leads where declarer does."""
        game = self.book.game
        leader = declarer if game.declarer_leads else game.left_of(self.view.dealer or 0)
        plays = {suit: StockPlay(self.book, self.contract, suit) for suit in suits}
        found: dict[Suit, list[Made]] = {suit: [] for suit in suits}
        for n in range(samples):
            if watch.enough(n, LEAST):
                break
            for suit, play in plays.items():
                found[suit].append(play.finish(self.imagined(rng, play, leader)))
        return found


def _copy(at: Stocked) -> Stocked:
    return Stocked(
        [list(hand) for hand in at.hands],
        [list(laid) for laid in at.laid],
        list(at.stock),
        at.leader,
        list(at.trick),
        list(at.meld),
        list(at.points),
    )
