"""How the imagined players of a playout play, by any rules: a patient rule of thumb that counts cards.

The sentences here are the specification; ``fast`` plays the same cards from tables. Rank order, worth and
legality come from the rules, so a house rule that changes them is played as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pinochle_lan.cards import Rank, Suit
from pinochle_lan.sampling.book import SUITS, Book


@dataclass
class Position:
    """A trick position with all cards on the table: what a playout starts from. Mutable.

    ``hands`` holds face numbers by seat; ``trick`` (seat, face) in play order; ``points`` by side.
    """

    hands: list[list[int]]
    leader: int
    trump: Suit | None
    declaring: tuple[bool, ...]
    """By seat: on the declarer's side."""
    trick: list[tuple[int, int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    first: bool = False
    """The next card is declarer's lead to trick 1."""

    def copy(self) -> Position:
        """The same position, to be played on by itself."""
        return Position(
            [list(hand) for hand in self.hands],
            self.leader,
            self.trump,
            self.declaring,
            list(self.trick),
            list(self.points),
            self.first,
        )


def dump(book: Book, face: int) -> tuple[int, int]:
    """How dear a card is to lose: worth, then strength."""
    return book.worth[face], book.faces[face].rank.strength


def gift(book: Book, face: int) -> int:
    """How good a card is to put on a trick that the own side wins: counters, but not the aces."""
    rank = book.faces[face].rank
    return giving(book.worth[face], max(book.worth), rank.strength, top=rank is Rank.ACE)


def giving(worth: int, most: int, strength: int, *, top: bool) -> int:
    """``gift`` of a card's worth, of ``most`` points a card can have, and strength; ``top`` = an ace."""
    points = 400 * worth // max(most, 1)
    return 8 * (points - 20 * strength - 3 * points // 10 * top) - strength


class Policy:
    """Chooses a card for the seat whose turn it is, from its own hand and the faces still out."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def seat(self, at: Position) -> int:
        """Whose turn it is."""
        return (at.leader + len(at.trick)) % self.book.seats

    def choose(self, at: Position) -> int:
        """The face number to play."""
        seat = self.seat(at)
        rest = [n for other, hand in enumerate(at.hands) if other != seat for n in hand]
        hand = at.hands[seat]
        if not at.trick:
            legal = self.book.legal(hand, (), at.trump, first=at.first)
            return self.lead(hand, legal, rest, at.trump, declaring=at.declaring[seat])
        legal = self.book.legal(hand, [face for _, face in at.trick], at.trump)
        return self.follow(seat, hand, legal, rest, trick=at.trick, trump=at.trump)

    def lead(
        self,
        hand: Sequence[int],
        legal: Sequence[int],
        rest: Sequence[int],
        trump: Suit | None,
        *,
        declaring: bool,
    ) -> int:
        """1 Draw trumps with the boss trump while others hold any: declarer's side, or who has most of them.
        2 A boss of a plain suit, the suit of which most is out; none of a suit that others can only ruff.
        3 With no trump out, the best trump. 4 The cheapest: no counter, no trump, low, of the longest suit.
        """
        book = self.book
        faces, beats = book.faces, book.beats(trump)
        out = sum(1 << n for n in dict.fromkeys(rest))
        by_suit = {suit: [n for n in legal if faces[n].suit is suit] for suit in SUITS}
        size = {suit: sum(faces[n].suit is suit for n in hand) for suit in SUITS}
        gone = {suit: sum(faces[n].suit is suit for n in rest) for suit in SUITS}

        def boss(suit: Suit) -> int | None:
            bosses = [
                n for n in by_suit[suit] if not any(beats[n] >> m & 1 for m in rest if faces[m].suit is suit)
            ]
            return max(bosses, key=lambda n: faces[n].rank.strength, default=None)

        out_trumps = gone[trump] if trump is not None else 0
        if trump is not None and out and out_trumps and (declaring or size[trump] > out_trumps):
            best = boss(trump)
            if best is not None:
                return best
        found: tuple[int, int] | None = None
        for suit in SUITS:
            best = None if suit is trump or (out_trumps and not gone[suit]) else boss(suit)
            if best is not None and (found is None or gone[suit] > found[0]):
                found = gone[suit], best
        if found is not None:
            return found[1]
        if trump is not None and by_suit[trump] and not out_trumps:
            return max(by_suit[trump], key=lambda n: faces[n].rank.strength)
        return min(
            legal,
            key=lambda n: (
                book.worth[n],
                faces[n].suit is trump,
                faces[n].rank.strength,
                -size[faces[n].suit],
                SUITS.index(faces[n].suit),
            ),
        )

    def follow(
        self,
        seat: int,
        hand: Sequence[int],
        legal: Sequence[int],
        rest: Sequence[int],
        *,
        trick: Sequence[tuple[int, int]],
        trump: Suit | None,
    ) -> int:
        """1 On a trick that the own side wins for sure, the best gift. 2 Win it if possible: as last with the
        best gift; with a boss of the suit led; else cheaply. 3 The cheapest card.
        """
        book = self.book
        faces, beats = book.faces, book.beats(trump)
        played = [face for _, face in trick]
        place = book.winner(played, trump)
        holder, top = trick[place]
        led = faces[played[0]].suit
        ours = book.side[holder] == book.side[seat]
        last = len(trick) == book.seats - 1
        sure = last or faces[top].suit is not led or not _beaten(book, top, rest, beats)
        size = {suit: sum(faces[n].suit is suit for n in hand) for suit in SUITS}

        def generous(n: int) -> tuple[int, int, int]:
            return -gift(book, n), size[faces[n].suit], SUITS.index(faces[n].suit)

        def cheap(n: int) -> tuple[tuple[int, int], int, int]:
            return dump(book, n), size[faces[n].suit], SUITS.index(faces[n].suit)

        if ours and sure:
            return min(legal, key=generous)
        winners = [n for n in legal if book.winner((*played, n), trump) == len(played)]
        if not winners:
            return min(legal, key=cheap)
        plain = [n for n in winners if faces[n].suit is led]
        if last and plain:
            return min(plain, key=generous)
        bosses = [n for n in plain if not _beaten(book, n, rest, beats)]
        if bosses:
            return max(bosses, key=lambda n: faces[n].rank.strength)
        return min(winners, key=cheap)


def _beaten(book: Book, face: int, rest: Sequence[int], beats: Sequence[int]) -> bool:
    """Whether a card of the same suit among ``rest`` beats ``face``."""
    suit = book.faces[face].suit
    return any(beats[face] >> n & 1 for n in rest if book.faces[n].suit is suit)


def put(book: Book, at: Position, face: int) -> None:
    """Play ``face`` in the position: the trick goes to its winner's side when it is full."""
    seat = (at.leader + len(at.trick)) % book.seats
    at.hands[seat].remove(face)
    at.trick.append((seat, face))
    at.first = False
    if len(at.trick) < book.seats:
        return
    played = [n for _, n in at.trick]
    winner = at.trick[book.winner(played, at.trump)][0]
    at.points[book.side[winner]] += sum(book.worth[n] for n in played)
    if not any(at.hands):
        at.points[book.side[winner]] += book.last
    at.leader = winner
    at.trick.clear()


def play_out(book: Book, at: Position) -> list[int]:
    """Play the position to its end, all seats by the policy; trick points by side. Changes ``at``."""
    policy = Policy(book)
    while at.trick or any(at.hands):
        put(book, at, policy.choose(at))
    return at.points
