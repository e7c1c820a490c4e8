"""What one seat knows of the cards: its own, the public ones, and of each hidden place what it cannot hold.

Built from a view alone, so nothing in here can hold a card that the seat may not know. What nobody holds
follows from the rules: a card that would have made a play illegal was not in the hand (void, could not beat);
a card that would have made more meld was not in a hand that had to show all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pinochle_lan.rules.view import SeatView, TrickView, View
from pinochle_lan.sampling.book import Book

STOCK = -1
BURIED = -2
KITTY = -3
DUMMY = -4
ELSEWHERE = -5


@dataclass
class Place:
    """Somewhere that hidden cards lie: a seat (0 and up) or one of the words above."""

    where: int
    size: int
    """How many hidden cards."""
    banned: int = 0
    """Faces, as bits, that are not among them."""
    sure: list[int] = field(default_factory=list)
    """Faces that are among them for certain."""
    pairs: dict[int, int] = field(default_factory=dict)
    """Face to faces, as bits, that are not beside it."""


@dataclass
class Known:
    """A seat's knowledge. Faces are numbers of the book."""

    me: int
    hand: list[int]
    """Own cards that may still be played, the table's among them."""
    shown: list[list[int]]
    """By seat: public cards that it may still play; own ones too, which stand in ``hand`` as well."""
    places: list[Place]
    pool: list[int]
    """All hidden faces, copies and all, in order of number."""
    pinned: list[int]
    """Faces that declarer took from the kitty and has not shown since: in his hand or buried."""
    declarer: int | None


def known(book: Book, view: View, given: Mapping[int, Iterable[int]] | None = None) -> Known:
    """The knowledge of the seat that looks.

    ``given``: faces that this seat passed to another one and that did not come back, by receiver.
    """
    assert view.viewer is not None
    number, me = book.number, view.viewer
    left = Counter(dict(enumerate(book.copies)))
    shown: list[list[int]] = []
    places: list[Place] = []
    accounted = 0
    for seat in view.seats:
        public = [number[c.card] for c in (*seat.hand, *seat.table) if c.card is not None]
        left.subtract(public)
        hidden = sum(c.card is None for c in seat.hand)
        accounted += len(seat.hand) + len(seat.table)
        if seat.dummy:
            places.append(Place(DUMMY, hidden))
            continue
        shown.append(public)
        if hidden:
            places.append(Place(seat.seat, hidden))
    tricks = [*view.tricks, *((view.trick,) if view.trick is not None else ())]
    played = [play for trick in tricks for play in trick.plays]
    left.subtract(number[play.card] for play in played)
    laid_away = [number[c.card] for c in view.laid_away if c.card is not None]
    left.subtract(laid_away)
    accounted += len(played) + view.stock_left + view.buried
    stock = view.stock_left
    if view.turn_up is not None and view.turn_up.card is not None and view.stock_left:
        left.subtract([number[view.turn_up.card]])
        stock -= 1
    if stock:
        places.append(Place(STOCK, stock))
    if view.buried > len(laid_away):
        places.append(Place(BURIED, view.buried - len(laid_away)))
    lying = bool(view.kitty) and len(book.game.faces) - accounted >= len(view.kitty)
    if lying:
        left.subtract(number[c.card] for c in view.kitty if c.card is not None)
        accounted += len(view.kitty)
        hidden = sum(c.card is None for c in view.kitty)
        if hidden:
            places.append(Place(KITTY, hidden))
    elsewhere = len(book.game.faces) - accounted
    if elsewhere > 0:
        places.append(Place(ELSEWHERE, elsewhere))
    knowledge = Known(me, shown[me], shown, places, sorted((+left).elements()), [], view.declarer)
    for place in places:
        if place.where >= 0:
            seat = view.seats[place.where]
            place.banned = _unplayable(book, view, tricks, place.where)
            _meld_bans(book, view, seat, tricks, place)
            passed = Counter((given or {}).get(place.where, ()))
            passed.subtract(shown[place.where])
            passed.subtract(number[play.card] for play in played if play.seat == place.where)
            place.sure = sorted((passed & Counter(knowledge.pool)).elements())
    if view.kitty and not lying and view.declarer is not None and view.declarer != me:
        taken = Counter(number[c.card] for c in view.kitty if c.card is not None)
        taken.subtract(shown[view.declarer])
        taken.subtract(number[play.card] for play in played if play.seat == view.declarer)
        knowledge.pinned = [n for n in sorted((+taken).elements()) if n in knowledge.pool]
    return knowledge


def _unplayable(book: Book, view: View, tricks: list[TrickView], seat: int) -> int:
    """Faces that the seat's own plays rule out, since the stock is gone."""
    banned = 0
    for trick in tricks:
        if trick.number <= book.stock_tricks:
            continue
        before: list[int] = []
        for play in trick.plays:
            face = book.number[play.card]
            if play.seat == seat:
                first = not before and trick.number == 1 and seat == view.declarer
                banned |= book.excluded(before, face, view.trump, first=first)
            before.append(face)
    return banned


def _meld_bans(book: Book, view: View, seat: SeatView, tricks: list[TrickView], place: Place) -> None:
    """Faces and pairs of faces that would have been shown, had they been in the hand."""
    if not tricks or not book.shows(seat.seat, view.declarer):
        return
    cards = {slot: card for meld in seat.meld for slot, card in zip(meld.slots, meld.cards, strict=True)}
    base = tuple(sorted(book.number[card] for card in cards.values()))
    bans = book.meld_bans(base, view.trump)
    place.banned |= bans.single
    place.pairs = dict(bans.pairs)
