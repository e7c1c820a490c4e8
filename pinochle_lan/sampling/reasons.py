"""Why a card is a good one, in words: what hints and the review after a hand say."""

from __future__ import annotations

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
