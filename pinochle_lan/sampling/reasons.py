"""Why a card is a good one, in words: what hints and the review after a hand say."""

from __future__ import annotations

from pinochle_lan.rules.actions import Bury, Call, Choice, Name
from pinochle_lan.rules.opponent import Advice
from pinochle_lan.rules.view import BidOffer, View
from pinochle_lan.sampling.bidding import BidWeighed
from pinochle_lan.sampling.book import Book
from pinochle_lan.sampling.search import CardSearch


def why(search: CardSearch, face: int) -> str:
    """One clause for playing ``face`` now: ``partner's ace is winning: give the ten``."""
    book, known, view = search.book, search.known, search.view
    card = book.faces[face]
    name = card.rank.title
    trump = view.trump
    rest = known.pool + [n for seat, some in enumerate(known.shown) if seat != search.me for n in some]
    beats = book.beats(trump)[face]
    same = [n for n in rest if book.faces[n].suit is card.suit]
    boss = not any(beats >> n & 1 for n in same)
    if not search.trick:
        if card.suit is trump:
            return f"draw trumps: the {name} cannot be beaten" if boss else "draw trumps"
        if boss:
            return f"the {name} is the best {card.suit.title.lower()} left"
        return (
            "a low lead gives little away" if not book.worth[face] else f"lead the {name} towards the partner"
        )
    played = [n for _, n in search.trick]
    holder, top = search.trick[book.winner(played, trump)]
    if book.winner((*played, face), trump) == len(played):
        if card.suit is trump and book.faces[played[0]].suit is not trump:
            return f"trump it with the {name}"
        last = len(played) == book.seats - 1
        return f"the {name} takes the trick" if last or boss else f"the {name} may take the trick"
    best = book.faces[top].rank.title
    if book.side[holder] == book.side[search.me]:
        if book.worth[face]:
            return f"partner's {best} is winning: give the {name}"
        return f"partner's {best} is winning: keep the better cards"
    return f"the {best} cannot be beaten: give as little as possible"


def why_drawing(book: Book, view: View, face: int) -> str:
    """One clause for playing ``face`` while cards are drawn."""
    name = book.faces[face].rank.title
    played = [] if view.trick is None else [book.number[one.card] for one in view.trick.plays]
    if played:
        if book.winner((*played, face), view.trump) == len(played):
            return f"the {name} takes the trick"
        return f"the {name} costs least, and the trick is not worth more"
    if book.worth[face]:
        return f"the {name} may take points home"
    return f"the {name} brings little meld any more"


def why_contract(choice: Choice) -> str:
    """One clause for a choice between the auction and the first card."""
    match choice:
        case Name(_, suit) | Bury(_, _, suit) if suit is not None:
            return f"meld and tricks together with {suit.title.lower()} as trump"
        case Bury():
            return "the bid cannot be made"
        case _:
            return "so the side melds and takes most"


def why_call(offer: BidOffer, call: Call, weighed: BidWeighed | None) -> tuple[Advice, ...]:
    """The call that is best, and what speaks for it; then the other one, if both were looked at."""
    if not offer.may_pass:
        return (Advice(call, None, 0, "you may not pass"),)
    if weighed is None:
        return (Advice(call, None, 0, "your own hand alone does not make the next bid"),)
    often = f"in {round(10 * weighed.made)} of 10 hands that may be"
    bid = Call(call.seat, call.bid if call.bid is not None else offer.minimum)
    suit = weighed.trump.title.lower()
    declare = Advice(bid, round(weighed.declare), 0, f"with {suit} as trump it is made {often}")
    less = weighed.declare <= weighed.defend
    reason = "defending brings more" if less else f"the bid is made only {often}"
    pass_ = Advice(Call(call.seat, None), round(weighed.defend), 0, reason)
    if call.bid is None:
        return pass_, declare
    return declare, Advice(pass_.choice, pass_.points, 0, "defending brings less")
