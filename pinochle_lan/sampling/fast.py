"""Playouts from tables, for rule sets that declare the standard trick rules: the cards that ``policy`` plays.

A suit in a hand is one number: the copies of each rank as digits, weakest rank first, in a base one above the
number of copies. Tables by that number give its top, its cheapest and its best gift. tests/sampling proves it
card for card against ``policy``.
"""

from __future__ import annotations

from collections.abc import Sequence

from pinochle_lan.cards import Rank
from pinochle_lan.rules.tricks import Counters
from pinochle_lan.sampling.book import SUITS, Book
from pinochle_lan.sampling.policy import Position, giving

_TABLES: dict[tuple[int, int, Counters, tuple[str, ...]], Tables] = {}


class Tables:
    """Look-ups by suit number for one pack and one scheme of counters."""

    def __init__(self, book: Book) -> None:
        ranks = book.ranks
        base = book.copies[0] + 1
        worth = [book.rules.counters.points[5 - rank.strength] for rank in ranks]
        gifts = [
            giving(points, max(worth), rank.strength, top=rank is Rank.ACE)
            for points, rank in zip(worth, ranks, strict=True)
        ]
        size = base ** len(ranks)
        self.power = [base**n for n in range(len(ranks) + 1)]
        self.worth = worth
        self.gifts = gifts
        self.top = [-1] * size
        self.dump = [-1] * size
        self.gift = [-1] * size
        self.count = [0] * size
        # The order in which dump and gift prefer ranks; ties never arise inside a suit.
        dumps = sorted(range(len(ranks)), key=lambda r: (worth[r], ranks[r].strength))
        self.order = [dumps.index(r) for r in range(len(ranks))]
        giving_order = sorted(range(len(ranks)), key=lambda r: -gifts[r])
        place = [giving_order.index(r) for r in range(len(ranks))]
        for code in range(1, size):
            top = max(r for r in range(len(ranks)) if self.power[r] <= code)
            less = code - self.power[top]
            self.top[code] = top
            self.count[code] = self.count[less] + 1
            dump, gift = self.dump[less], self.gift[less]
            self.dump[code] = top if dump < 0 or self.order[top] < self.order[dump] else dump
            self.gift[code] = top if gift < 0 or place[top] < place[gift] else gift


def tables(book: Book) -> Tables:
    """The tables of a game; made once for each pack and scheme."""
    counters = book.rules.counters
    key = (book.copies[0], len(book.faces), counters, tuple(str(rank) for rank in book.ranks))
    found = _TABLES.get(key)
    if found is None:
        found = _TABLES[key] = Tables(book)
    return found


class Fast:
    """Plays positions of one game with one trump to their end. Standard trick rules only."""

    def __init__(self, book: Book) -> None:
        assert book.standard, "the fast playout knows the standard trick rules alone"
        self.book = book
        self.tables = tables(book)
        ranks = book.ranks
        self.suit = [SUITS.index(face.suit) for face in book.faces]
        self.rank = [ranks.index(face.rank) for face in book.faces]
        self.unit = [self.tables.power[rank] for rank in self.rank]
        self.face = [[0] * len(ranks) for _ in SUITS]
        for n, face in enumerate(book.faces):
            self.face[SUITS.index(face.suit)][ranks.index(face.rank)] = n
        seats = book.seats
        self.same = [[book.side[seat] == book.side[other] for other in range(seats)] for seat in range(seats)]

    def codes(self, hands: Sequence[Sequence[int]]) -> list[int]:
        """Suit numbers of all hands: four a seat, in seat order."""
        codes = [0] * (4 * len(hands))
        suit, unit = self.suit, self.unit
        for seat, hand in enumerate(hands):
            base = 4 * seat
            for n in hand:
                codes[base + suit[n]] += unit[n]
        return codes

    def play_out(self, at: Position) -> list[int]:
        """Trick points by side at the end of the position, which stays as it is."""
        trick = at.trick
        assert at.trump is not None
        return self.run(
            self.codes(at.hands),
            at.leader,
            SUITS.index(at.trump),
            at.declaring,
            [(seat, n) for seat, n in trick],
            list(at.points),
            sum(map(len, at.hands)),
            first=at.first,
        )

    def run(  # noqa: PLR0917 - the inner loop: names cost time
        self,
        h: list[int],
        leader: int,
        trump: int,
        declaring: Sequence[bool],
        trick: Sequence[tuple[int, int]],
        points: list[int],
        cards: int,
        *,
        first: bool = False,
        log: list[int] | None = None,
    ) -> list[int]:
        """Play ``cards`` more cards from the suit numbers ``h``, which it changes; trick points by side.

        ``first``: the next card is declarer's lead to trick 1. ``log`` gets the faces played.
        """
        t = self.tables
        top, dump, gift, count, power = t.top, t.dump, t.gift, t.count, t.power
        worth, gifts, order = t.worth, t.gifts, t.order
        seats, side = self.book.seats, self.book.side
        left = [sum(h[s::4]) for s in range(4)]
        played = len(trick)
        led = ws = wr = pot = 0
        winner = leader
        for place, (seat, n) in enumerate(trick):
            s, r = self.suit[n], self.rank[n]
            pot += worth[r]
            if place == 0:
                led = s
            if place == 0 or (s == ws and r > wr) or (s == trump and ws != trump):
                winner, ws, wr = seat, s, r
        duties = self.book.rules.following
        plain, either = duties.beat_plain, duties.either_suit
        forced = first and duties.first_lead_trump
        p = (leader + played) % seats
        end = seats - 1
        while cards:
            base = 4 * p
            if not played:
                # --- a lead
                own = h[base + trump]
                out = left[trump] - own
                if own and out and (declaring[p] or count[own] > count[out]) and top[own] >= top[out]:
                    s, r = trump, top[own]
                else:
                    s = most = -1
                    if not forced or not own:
                        for k in (0, 1, 2, 3):
                            c = h[base + k]
                            if c and k != trump:
                                other = left[k] - c
                                if top[c] >= top[other] and (other or not out):
                                    n = count[other]
                                    if n > most:
                                        s, most = k, n
                    if s >= 0:
                        r = top[h[base + s]]
                    elif own and not out:
                        s, r = trump, top[own]
                    elif forced and own:
                        s, r = trump, dump[own]
                    else:
                        best = 1 << 30
                        for k in (0, 1, 2, 3):
                            c = h[base + k]
                            if c:
                                low = dump[c]
                                key = (
                                    worth[low] * 65536
                                    + (4096 if k == trump else 0)
                                    + low * 128
                                    - count[c] * 4
                                    + k
                                )
                                if key < best:
                                    best, s, r = key, k, low
                forced = False
                led = ws = s
                wr = r
                winner = p
            else:
                c = h[base + led]
                ours = side[winner] == side[p]
                if c:
                    s = led
                    if ws == led:
                        hi = c - c % power[wr + 1]
                        if hi:
                            rest = top[left[led] - c]
                            if ours and (played == end or rest <= wr):
                                r = gift[hi if plain or led == trump else c]
                            elif played == end:
                                r = gift[hi]
                            elif top[hi] >= rest:
                                r = top[hi]
                            else:
                                r = dump[hi]
                            if r > wr:
                                wr = r
                                winner = p
                        elif ours and (played == end or top[left[led] - c] <= wr):
                            r = gift[c]
                        else:
                            r = dump[c]
                    elif either and h[base + trump]:
                        # ruffed: any card of the suit will do, or a trump, over the other if there is one
                        own = h[base + trump]
                        hi = own - own % power[wr + 1]
                        may = hi if hi and plain else own
                        if ours:
                            r, low = gift[c], gift[may]
                            a, b = (
                                gifts[r] * 256 - count[c] * 4 - led,
                                gifts[low] * 256 - count[own] * 4 - trump,
                            )
                            if b > a:
                                s, r = trump, low
                        elif hi:
                            s, r = trump, dump[hi]
                        else:
                            r, low = dump[c], dump[may]
                            a, b = (
                                order[r] * 256 + count[c] * 4 + led,
                                order[low] * 256 + count[own] * 4 + trump,
                            )
                            if b < a:
                                s, r = trump, low
                        if s == trump and r > wr:
                            wr = r
                            winner = p
                    else:
                        r = gift[c] if ours else dump[c]
                else:
                    c = h[base + trump]
                    if c:
                        s = trump
                        if ws == trump:  # led is another suit: it was ruffed
                            hi = c - c % power[wr + 1]
                            if hi:
                                if ours:
                                    r = gift[hi if plain else c]
                                else:
                                    r = dump[hi]
                                if r > wr:
                                    wr = r
                                    winner = p
                            else:
                                r = gift[c] if ours else dump[c]
                        else:
                            r = gift[c] if ours and (played == end or top[left[led]] <= wr) else dump[c]
                            ws = trump
                            wr = r
                            winner = p
                    elif ours and (played == end or ws != led or top[left[led]] <= wr):
                        best = -(1 << 30)
                        s = r = 0
                        for k in (0, 1, 2, 3):
                            c = h[base + k]
                            if c:
                                low = gift[c]
                                key = gifts[low] * 256 - count[c] * 4 - k
                                if key > best:
                                    best, s, r = key, k, low
                    else:
                        best = 1 << 30
                        s = r = 0
                        for k in (0, 1, 2, 3):
                            c = h[base + k]
                            if c:
                                low = dump[c]
                                key = order[low] * 256 + count[c] * 4 + k
                                if key < best:
                                    best, s, r = key, k, low
            code = power[r]
            h[base + s] -= code
            left[s] -= code
            pot += worth[r]
            if log is not None:
                log.append(self.face[s][r])
            cards -= 1
            if played == end:
                points[side[winner]] += pot
                pot = played = 0
                p = winner
            else:
                played += 1
                p += 1
                if p == seats:
                    p = 0
        points[side[winner]] += self.book.last
        return points
