"""The choice of a card by imagined deals: each legal card played out in each, the best mean wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from pinochle_lan.rules.view import View
from pinochle_lan.sampling.book import SUITS, Book
from pinochle_lan.sampling.clock import Stopwatch
from pinochle_lan.sampling.deals import Deals
from pinochle_lan.sampling.fast import Fast
from pinochle_lan.sampling.known import BURIED, Known
from pinochle_lan.sampling.outcome import FINE, Outcome
from pinochle_lan.sampling.policy import Policy, Position, dump, play_out, put

LEAST = 8
"""Deals that are looked at before the time may be up; half as many where playouts are slow."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A face and what playing it brings: own points less the rivals' for the hand, mean and 95 % error."""

    face: int
    mean: float
    error: float


class CardSearch:
    """Weighs the cards of the seat that looks, whose turn it is."""

    def __init__(self, book: Book, view: View, known: Known) -> None:
        assert view.viewer is not None
        self.book, self.view, self.known = book, view, known
        self.me: int = view.viewer
        self.trick: list[tuple[int, int]] = (
            [] if view.trick is None else [(play.seat, book.number[play.card]) for play in view.trick.plays]
        )
        side = None if view.declarer is None else book.side[view.declarer]
        self.declaring = tuple(side is not None and other == side for other in book.side)
        self.first = not self.trick and not view.tricks and view.declarer == self.me
        self.outcome = Outcome.of_view(book, view)
        self.fast = Fast(book) if book.standard and view.trump is not None else None
        self._deals = Deals(known)
        self._buried = sum(book.worth[book.number[c.card]] for c in view.laid_away if c.card is not None)

    def deal(self, rng: Random) -> Position:
        """The position with hidden cards dealt at random; the buried ones' worth is in ``points``."""
        view, book = self.view, self.book
        drawn = self._deals.draw(rng)
        hands = [
            list(self.known.hand) if seat == self.me else [*self.known.shown[seat], *drawn.get(seat, ())]
            for seat in range(book.seats)
        ]
        points = [side.points for side in view.sides]
        if view.declarer is not None:
            buried = sum(book.worth[n] for n in drawn.get(BURIED, ()))
            points[book.side[view.declarer]] += buried + self._buried
        leader = self._leader()
        return Position(hands, leader, view.trump, self.declaring, list(self.trick), points, self.first)

    def _leader(self) -> int:
        view, game = self.view, self.book.game
        if view.trick is not None:
            return view.trick.leader
        if game.declarer_leads and view.declarer is not None:
            return view.declarer
        return game.left_of(view.dealer or 0)

    def mean(self, rng: Random, samples: int, watch: Stopwatch) -> float:
        """What the rest of the hand brings if all play by rule of thumb: own points less the rivals'."""
        total = done = 0
        while done < samples and not watch.enough(done, LEAST):
            done += 1
            at = self.deal(rng)
            points = self.fast.play_out(at) if self.fast is not None else play_out(self.book, at)
            total += self.outcome(points)
        return total / done / FINE

    def weigh(self, candidates: Sequence[int], rng: Random, samples: int, watch: Stopwatch) -> list[Weighed]:
        """The candidates, best first; ties stand in their given order."""
        sums = [0] * len(candidates)
        squares = [0] * len(candidates)
        done = 0
        least = LEAST if self.fast is not None else LEAST // 2
        while done < samples and not watch.enough(done, least):
            values = self._values(candidates, self.deal(rng))
            for k, value in enumerate(values):
                sums[k] += value
                squares[k] += value * value
            done += 1
        weighed = []
        for k, face in enumerate(candidates):
            mean = sums[k] / done
            variance = max(0.0, squares[k] / done - mean * mean)
            weighed.append(Weighed(face, mean / FINE, 1.96 * (variance / done) ** 0.5 / FINE))
        return sorted(weighed, key=lambda one: -one.mean)

    def _values(self, candidates: Sequence[int], at: Position) -> list[int]:
        if self.fast is None:
            return [self._slow(face, at) for face in candidates]
        fast, book, me = self.fast, self.book, self.me
        codes = fast.codes(at.hands)
        cards = sum(map(len, at.hands)) - 1
        assert at.trump is not None
        trump = SUITS.index(at.trump)
        values = []
        for face in candidates:
            h = list(codes)
            h[4 * me + fast.suit[face]] -= fast.unit[face]
            trick = [*at.trick, (me, face)]
            points = list(at.points)
            leader = at.leader
            if len(trick) == book.seats:
                played = [n for _, n in trick]
                leader = trick[book.winner(played, at.trump)][0]
                points[book.side[leader]] += sum(book.worth[n] for n in played)
                trick = []
            if cards:
                points = fast.run(h, leader, trump, at.declaring, trick, points, cards)
            else:
                points[book.side[leader]] += book.last
            values.append(self.outcome(points))
        return values

    def _slow(self, face: int, at: Position) -> int:
        after = at.copy()
        put(self.book, after, face)
        return self.outcome(play_out(self.book, after))


def sensible(search: CardSearch, legal: Sequence[int]) -> list[int]:
    """The candidates without the blunders of docs/opponents.md, cheapest first; never empty.

    Left out: taking a trick that the partner holds for sure, keeping a counter from it, counters to a trick
    that is lost for sure, each while another card may be played; a low lead away from a boss while trumps
    are out.
    """
    book, known = search.book, search.known
    order = sorted(legal, key=lambda n: dump(book, n))
    trump = search.view.trump
    beats = book.beats(trump)
    faces = book.faces
    rest = known.pool + [n for seat, some in enumerate(known.shown) if seat != search.me for n in some]

    def boss(n: int) -> bool:
        return not any(beats[n] >> other & 1 for other in rest if faces[other].suit is faces[n].suit)

    if not search.trick:
        trumps = trump is not None and any(faces[n].suit is trump for n in rest)
        kept = [
            suit
            for suit in SUITS
            if suit is not trump and any(faces[n].suit is suit and boss(n) for n in legal)
        ]
        good = [n for n in order if not trumps or faces[n].suit not in kept or boss(n)]
        return good or order
    played = [n for _, n in search.trick]
    holder, top = search.trick[book.winner(played, trump)]
    winning = [n for n in order if book.winner((*played, n), trump) == len(played)]
    last = len(played) == book.seats - 1
    led = faces[played[0]].suit
    if book.side[holder] == book.side[search.me]:
        sure = last or (boss(top) and faces[top].suit is trump and led is trump)
        good = ([n for n in order if n not in winning] if sure else order) or order
        counters = [n for n in good if last and book.worth[n] and not boss(n)]  # F17
        return counters or good
    mates = [seat for seat in _behind(search) if book.side[seat] == book.side[search.me]]
    lost = [n for n in order if n not in winning]
    free = [n for n in lost if not book.worth[n]]
    return order if mates or not free else [n for n in order if n in winning or n in free]


def _behind(search: CardSearch) -> list[int]:
    done = [seat for seat, _ in search.trick]
    return [seat for seat in range(search.book.seats) if seat not in done and seat != search.me]


def rule_of_thumb(search: CardSearch, legal: Sequence[int]) -> int:
    """What the policy would play, knowing what the seat knows."""
    book, known = search.book, search.known
    rest = known.pool + [n for seat, some in enumerate(known.shown) if seat != search.me for n in some]
    policy = Policy(book)
    trump = search.view.trump
    if not search.trick:
        return policy.lead(known.hand, legal, rest, trump, declaring=search.declaring[search.me])
    return policy.follow(search.me, known.hand, legal, rest, trick=search.trick, trump=trump)
