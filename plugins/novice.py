"""Novice: knows the rules and means well, but forgets the cards that were played and is often careless.

It looks at nothing but the rules and the view of its seat: own cards, calls and the running trick. One card
in four is a weaker choice, yet never an insult to the partner: no counter goes to the other side for it.
"""

from __future__ import annotations

from random import Random

from pinochle_lan.api import (
    BidOffer,
    Book,
    Bury,
    Call,
    Card,
    Choice,
    Game,
    Laid,
    Lay,
    Legal,
    MeldOffer,
    Name,
    Opponent,
    PassCards,
    PickOffer,
    Play,
    PlayOffer,
    Rank,
    Register,
    Shown,
    Suit,
    SuitOffer,
    View,
    hookimpl,
    marriage_of,
    spared,
    strength,
    wanted,
)

CARELESS = 4
"""One card in so many is a weaker choice."""
SHY = 25
"""How far below its expectation it bids, in hundredths of the trick points of a hand."""


class Novice(Opponent):
    """Plays by simple rules, without a memory."""

    id, version, title = "novice", "1.0", "Novice"

    def prepare(self, game: Game) -> None:
        """Look the rules up, once."""
        self.game = game
        self.book = Book(game)

    def choose(self, view: View, options: Legal, rng: Random) -> Choice:
        """The first thing that seems right."""
        if self.game is None:
            return options[0]
        for offer in view.offers:
            match offer:
                case PlayOffer():
                    return self.card(view, offer, rng)
                case BidOffer():
                    return self.call(view, offer)
                case PickOffer():
                    return self.give(view, offer, options)
                case SuitOffer():
                    return self.name(view, offer, options)
                case MeldOffer() if offer.melds:
                    return self.lay(view, offer)
        return options[0]

    def own(self, view: View) -> dict[int, Card]:
        """The own cards by slot."""
        assert view.viewer is not None
        seat = view.seats[view.viewer]
        return {held.slot: held.card for held in (*seat.hand, *seat.table) if held.card is not None}

    def hand(self, view: View) -> list[int]:
        """The own faces by number."""
        return [self.book.number[card] for card in self.own(view).values()]

    def call(self, view: View, offer: BidOffer) -> Choice:
        """The least that may be called, while the hand is worth clearly more; nothing against its partner."""
        assert view.viewer is not None
        partners = view.sides[view.seats[view.viewer].side].seats
        worth = strength.value(self.book, self.hand(view)) - SHY * self.book.pool // 100
        theirs = view.standing is not None and view.standing[0] in partners
        if offer.may_pass and (theirs or worth < offer.minimum):
            return Call(view.viewer, None)
        return Call(view.viewer, offer.minimum)

    def name(self, view: View, offer: SuitOffer, options: Legal) -> Choice:
        """The suit with the most meld and strength."""
        if not offer.suits:
            return options[0]
        suit = strength.best_trump(self.book, self.hand(view), offer.suits)
        return next(one for one in options if isinstance(one, Name) and one.suit is suit)

    def give(self, view: View, offer: PickOffer, options: Legal) -> Choice:
        """Trumps and aces to the declarer; from the declarer or into the kitty what serves least."""
        assert view.viewer is not None
        hand = self.hand(view)
        if offer.kind != "bury":
            assert view.trump is not None
            mine = view.viewer == view.declarer
            order = (spared if mine else wanted)(self.book, hand, view.trump)
            return PassCards(view.viewer, self.slots(view, order, offer))
        if not offer.suits:
            return options[0]
        for suit in sorted(offer.suits, key=lambda suit: -self.promise(hand, suit)):
            slots = self.slots(view, spared(self.book, hand, suit, bury=True), offer)
            kept = {slot: card for slot, card in self.own(view).items() if slot not in slots}
            for shown in ((), marriage_of(kept, suit)):
                choice = Bury(view.viewer, slots, suit, shown)
                if choice in options:
                    return choice
        return options[0]

    def promise(self, hand: list[int], suit: Suit) -> int:
        """What the hand promises with this trump."""
        return self.book.meld(hand, suit) + strength.tricks_expected(self.book, hand, suit)

    def slots(self, view: View, order: list[int], offer: PickOffer) -> tuple[int, ...]:
        """Slots of the first faces of ``order`` that may be picked, as many as are asked for."""
        left = {slot: self.book.number[card] for slot, card in self.own(view).items() if slot in offer.slots}
        found: list[int] = []
        for face in order:
            slot = next((slot for slot, other in left.items() if other == face), None)
            if slot is not None and len(found) < offer.count:
                found.append(slot)
                del left[slot]
        return tuple(sorted(found))

    def card(self, view: View, offer: PlayOffer, rng: Random) -> Choice:
        """The first thought; now and then any other card that costs no more points."""
        assert view.viewer is not None
        book, own = self.book, self.own(view)
        faces = {book.number[own[slot]]: slot for slot in sorted(offer.slots, reverse=True)}
        legal = sorted(faces)
        best = self.first_thought(view, legal)
        if rng.randrange(CARELESS) == 0:
            best = rng.choice([n for n in legal if book.worth[n] <= book.worth[best]])
        return Play(view.viewer, Shown(faces[best], own[faces[best]]))

    def first_thought(self, view: View, legal: list[int]) -> int:
        """An ace to lead, else something low; a counter if the partner has the trick; else a cheap winner."""
        assert view.viewer is not None
        book = self.book
        if view.trick is None or not view.trick.plays:
            aces = [
                n for n in legal if book.faces[n].rank is Rank.ACE and book.faces[n].suit is not view.trump
            ]
            return aces[0] if aces else min(legal, key=self.cost)
        played = [book.number[play.card] for play in view.trick.plays]
        holder = view.trick.plays[book.winner(played, view.trump)].seat
        if holder in view.sides[view.seats[view.viewer].side].seats and len(played) == book.seats - 1:
            return max(legal, key=lambda n: (book.worth[n], -book.faces[n].rank.strength))
        winners = [n for n in legal if book.winner((*played, n), view.trump) == len(played)]
        return min(winners or legal, key=self.cost)

    def cost(self, face: int) -> tuple[int, int]:
        """How dear a card seems: its points, then its rank."""
        return self.book.worth[face], self.book.faces[face].rank.strength

    def lay(self, view: View, offer: MeldOffer) -> Choice:
        """The first meld that it sees."""
        assert view.viewer is not None
        meld = offer.melds[0]
        shown = tuple(Shown(slot, card) for slot, card in zip(meld.slots, meld.cards, strict=True))
        return Lay(view.viewer, (Laid(meld.name, shown),))


@hookimpl
def register_opponents(register: Register) -> None:
    """Bring the player to the table."""
    register(Novice)
