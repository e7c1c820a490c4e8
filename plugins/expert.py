"""Expert: imagines the hidden cards again and again, plays each deal out, and takes what is best on average.

It looks at nothing but the rules and the view of its seat. How it thinks and what it was measured at stands
in docs/opponents.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from pinochle_lan.api import (
    ActionOffer,
    Advice,
    BidOffer,
    BidWeighed,
    Book,
    Bury,
    Call,
    Card,
    CardSearch,
    Choice,
    Contract,
    ContractSearch,
    Game,
    GiveUp,
    Known,
    Laid,
    Lay,
    Legal,
    MeldOffer,
    MeldView,
    Name,
    Opponent,
    PassCards,
    PickOffer,
    Play,
    PlayOffer,
    Register,
    Shown,
    StockSearch,
    Stopwatch,
    SuitOffer,
    Take,
    View,
    Weighed,
    hookimpl,
    known,
    marriage_of,
    rule_of_thumb,
    sensible,
    why,
    why_call,
    why_contract,
    why_drawing,
)

MOST = 3
"""So many choices are explained."""
TRUMPS = 4
"""It bids on a suit that long only, unless its meld makes the bid."""


class Expert(Opponent):
    """Samples deals that agree with everything public and plays them out."""

    id, version, title = "expert", "1.0", "Expert"
    samples = 100
    """Imagined deals for a card."""
    bid_samples = 60
    """Imagined deals for anything before the first card."""
    card_ms: int | None = 180
    bid_ms: int | None = 400
    """Time for a decision; None = as long as the imagined deals take."""
    made_at_least = 0.6
    """It bids only what it makes this often in its imagination."""

    def prepare(self, game: Game) -> None:
        """Look the rules up, once."""
        self.game = game
        self.book = Book(game)
        self.contract = Contract(self.book)
        self.gift: tuple[int, Counter[int], Counter[int]] | None = None
        """(receiver, faces that this seat passed, faces that it kept)."""

    def choose(self, view: View, options: Legal, rng: Random) -> Choice:
        """The choice that brings most in the imagined deals."""
        if self.game is None:
            return options[0]
        offers = {type(offer): offer for offer in view.offers}
        for offer in view.offers:
            match offer:
                case PlayOffer():
                    return self.card(view, offer, rng)
                case BidOffer():
                    return self.call(view, offer, options, rng)[0]
                case PickOffer() if offer.kind == "bury":
                    return self.bury(view, offer, options, rng)[0][0]
                case PickOffer():
                    return self.packet(view, offer, rng)[0][0]
                case SuitOffer() if PickOffer not in offers:
                    return self.name(view, offer, options, rng)[0][0]
                case ActionOffer() if offer.kind == "go":
                    return self.go(view, offer, rng)
                case ActionOffer() if offer.kind == "take":
                    return self.take(view, offer)
                case MeldOffer():
                    return self.lay(view, offer, options)
        return options[0]

    # --- the auction

    def call(
        self, view: View, offer: BidOffer, options: Legal, rng: Random
    ) -> tuple[Call, BidWeighed | None]:
        """The lowest call, if declaring brings more than defending and is likely enough to be made.

        With it what both bring, if that had to be looked at.
        """
        assert view.viewer is not None
        me = view.viewer
        bid = -(-offer.minimum // offer.step) * offer.step
        if Call(me, bid) not in options:
            bid = offer.minimum
        if not offer.may_pass:
            return Call(me, bid), None
        own_side = view.sides[view.seats[me].side].seats
        foes_out = all(seat.passed or seat.seat in own_side or seat.dummy for seat in view.seats)
        sure = max((points for _, points in offer.meld), default=0) + self.book.pool * 6 // 25 >= bid
        if view.standing is not None and view.standing[0] in own_side and foes_out:
            # The partner has it cheaply: only a hand that makes the bid by itself takes over (F13).
            again = any(seat == me and number is not None for seat, number in view.calls[-self.book.seats :])
            if not sure or again:
                return Call(me, None), None
        if view.stock_left:
            weighed = self.stock(view).weigh_bid(bid, rng, self.bid_samples, self.bid_ms)
        else:
            suits = Counter(card.suit for card in self.own(view).values())
            if max(suits.values()) < TRUMPS and not sure:
                return Call(me, None), None  # nothing to name (F14)
            weighed = self.contracts(view).weigh_bid(bid, rng, self.bid_samples, Stopwatch(self.bid_ms))
        wanted = weighed.declare > weighed.defend and weighed.made >= self.made_at_least
        return Call(me, bid if wanted else None), weighed

    def contracts(self, view: View) -> ContractSearch:
        """The search for everything before the first card."""
        return ContractSearch(self.book, view, self.known(view), self.contract)

    def known(self, view: View) -> Known:
        """What this seat knows, with what it passed and did not get back."""
        if self.gift is None:
            return known(self.book, view)
        receiver, sent, kept = self.gift
        number = self.book.number
        came = Counter(number[card] for card in self.own(view).values())
        tricks = (*view.tricks, *((view.trick,) if view.trick is not None else ()))
        came.update(number[one.card] for trick in tricks for one in trick.plays if one.seat == view.viewer)
        came.subtract(kept)
        return known(self.book, view, {receiver: list((sent - came).elements())})

    def name(self, view: View, offer: SuitOffer, options: Legal, rng: Random) -> list[tuple[Choice, float]]:
        """The best trumps with what they bring, best first, as the game words them (some show a marriage)."""
        if not offer.suits:
            return [(options[0], 0.0)]
        assert view.viewer is not None
        watch = Stopwatch(self.bid_ms)
        if view.stock_left:
            ranked = self.stock(view).trump(offer.suits, rng, self.bid_samples, watch)
        else:
            found = self.contracts(view).trump(offer.suits, rng, self.bid_samples, watch)
            ranked = [(suit, mean) for (_, suit), mean in found if suit is not None]
        names = {one.suit: one for one in reversed(list(options)) if isinstance(one, Name)}
        return [(names[suit], mean) for suit, mean in ranked]

    # --- the stock

    def stock(self, view: View) -> StockSearch:
        """The search while a stock is there."""
        return StockSearch(self.book, view, self.known(view), self.contract)

    def take(self, view: View, offer: ActionOffer) -> Choice:
        """Of the last two cards the open one if it is a trump, else the closed one."""
        card = None if view.turn_up is None else view.turn_up.card
        trump = card is not None and card.suit is view.trump
        return next(one for one in offer.actions if isinstance(one, Take) and one.turn_up is trump)

    def lay(self, view: View, offer: MeldOffer, options: Legal) -> Choice:
        """The exchange, then what scores most; a royal marriage before its run while there is time."""
        assert view.viewer is not None
        early = view.stock_left > view.tricks_total // 4
        run = any(meld.name == "run" for meld in offer.melds)

        def rank(meld: MeldView) -> tuple[bool, bool, int]:
            exchange = len(meld.cards) == 1 and meld.name != "dix" and meld in offer.melds
            return not exchange, not (early and run and meld.name == "royal-marriage"), -meld.points

        done: tuple[Laid, ...] = ()
        for meld in sorted((*offer.melds, *offer.exchanged), key=rank):
            shown = tuple(Shown(slot, card) for slot, card in zip(meld.slots, meld.cards, strict=True))
            more = (*done, Laid(meld.name, shown))
            if Lay(view.viewer, more) in options:
                done = more
        return Lay(view.viewer, done)

    # --- passing and burying

    def packet(self, view: View, offer: PickOffer, rng: Random) -> list[tuple[Choice, float]]:
        """The cards whose passing brings the own side most, best first."""
        assert view.viewer is not None
        assert offer.receiver is not None
        wide = {1: 12, 2: 10, 3: 9}.get(offer.count, 8)
        ranked = self.contracts(view).packets(
            offer.count, wide, rng, self.bid_samples, Stopwatch(self.bid_ms)
        )
        faces = ranked[0][0][0]
        kept = Counter(self.book.number[card] for card in self.own(view).values())
        kept.subtract(faces)
        self.gift = offer.receiver, Counter(faces), kept
        return [
            (PassCards(view.viewer, self.slots(view, some, offer.slots)), mean) for (some, _), mean in ranked
        ]

    def bury(self, view: View, offer: PickOffer, options: Legal, rng: Random) -> list[tuple[Choice, float]]:
        """What to lay away and which trump to name, best first."""
        assert view.viewer is not None
        number = self.book.number
        allowed = [number[card] for slot, card in self.own(view).items() if slot in offer.slots]
        watch = Stopwatch(self.bid_ms)
        ranked = (
            self.contracts(view).burials(
                offer.count, 8, offer.suits, allowed, rng=rng, samples=self.bid_samples, watch=watch
            )
            if offer.suits
            else []
        )
        found: list[tuple[Choice, float]] = []
        for (faces, suit), mean in ranked:
            assert suit is not None
            slots = self.slots(view, faces, offer.slots)
            kept = {slot: card for slot, card in self.own(view).items() if slot not in slots}
            choices = [Bury(view.viewer, slots, suit, shown) for shown in ((), marriage_of(kept, suit))]
            found += [(choice, mean) for choice in choices if choice in options][:1]
            if len(found) == MOST:
                break
        return found or [(options[0], 0.0)]

    def own(self, view: View) -> dict[int, Card]:
        """The own cards by slot."""
        assert view.viewer is not None
        seat = view.seats[view.viewer]
        return {held.slot: held.card for held in (*seat.hand, *seat.table) if held.card is not None}

    def slots(self, view: View, faces: Sequence[int], allowed: Sequence[int]) -> tuple[int, ...]:
        """Slots of the own hand with these faces, the lowest first, ascending."""
        wanted = Counter(faces)
        found = []
        for slot, card in sorted(self.own(view).items()):
            face = self.book.number[card]
            if slot in allowed and wanted[face]:
                wanted[face] -= 1
                found.append(slot)
        return tuple(found)

    # --- play

    def go(self, view: View, offer: ActionOffer, rng: Random) -> Choice:
        """Play, unless giving up costs less."""
        search = CardSearch(self.book, view, self.known(view))
        plays = search.mean(rng, self.samples, Stopwatch(self.card_ms)) >= search.outcome.conceded()
        return next(one for one in offer.actions if isinstance(one, GiveUp) is not plays)

    def card(self, view: View, offer: PlayOffer, rng: Random) -> Choice:
        """The card with the best mean; before the first lead the hand is given up if that costs less."""
        assert view.viewer is not None
        slots = self.playable(view, offer)
        weighed, search = self.weighed(view, list(slots), rng)
        if offer.may_give_up and search is not None and search.outcome.conceded() > weighed[0].mean:
            return GiveUp(view.viewer)
        return Play(view.viewer, slots[weighed[0].face])

    def playable(self, view: View, offer: PlayOffer) -> dict[int, Shown]:
        """The faces that may be played, with a slot each: of copies the one that scored already."""
        assert view.viewer is not None
        seat = view.seats[view.viewer]
        found: dict[int, Shown] = {}
        for held in (*seat.table, *seat.hand):
            if held.slot in offer.slots and held.card is not None:
                found.setdefault(self.book.number[held.card], Shown(held.slot, held.card))
        return {n: found[n] for n in sorted(found)}

    def weighed(self, view: View, legal: list[int], rng: Random) -> tuple[list[Weighed], CardSearch | None]:
        """The sensible cards, best first; the search that can tell why, unless a stock is there."""
        watch = Stopwatch(self.card_ms)
        if view.stock_left:
            return self.stock(view).weigh(legal, rng, self.samples // 4, watch), None
        search = CardSearch(self.book, view, self.known(view))
        candidates = self.candidates(search, legal)
        opening = not view.tricks and view.declarer == view.viewer
        if len(candidates) == 1 and not opening:
            return [Weighed(candidates[0], 0.0, 0.0)], search
        return search.weigh(candidates, rng, self.samples, watch), search

    def candidates(self, search: CardSearch, legal: list[int]) -> list[int]:
        """The sensible cards, the one that the rule of thumb plays first."""
        thumb = rule_of_thumb(search, legal)
        return sorted(sensible(search, legal), key=lambda n: n != thumb)

    # --- hints

    def explain(self, view: View, options: Legal, rng: Random) -> tuple[Advice, ...]:
        """The best three choices with what they bring and why, as far as there are three."""
        if self.game is None:
            return ()
        for offer in view.offers:
            match offer:
                case PlayOffer():
                    return self.advised(view, offer, rng)
                case BidOffer():
                    return why_call(offer, *self.call(view, offer, options, rng))
                case PickOffer() if offer.kind == "bury":
                    return told(self.bury(view, offer, options, rng))
                case PickOffer():
                    return told(self.packet(view, offer, rng))
                case SuitOffer():
                    return told(self.name(view, offer, options, rng))
        return (Advice(self.choose(view, options, rng), None, 0, "it brings most in the hands that may be"),)

    def advised(self, view: View, offer: PlayOffer, rng: Random) -> tuple[Advice, ...]:
        """The best cards; behind those that it would play itself any that bring less."""
        assert view.viewer is not None
        slots = self.playable(view, offer)
        legal = list(slots)
        search: CardSearch | None = None
        good = legal
        if view.stock_left:
            weighed, _ = self.weighed(view, legal, rng)
        else:
            search = CardSearch(self.book, view, self.known(view))
            good = self.candidates(search, legal)
            others = [n for n in legal if n not in good]
            weighed = search.weigh([*good, *others], rng, self.samples, Stopwatch(self.card_ms))
        best = [one for one in weighed if one.face in good]
        best += [one for one in weighed if one.face not in good and one.mean <= best[-1].mean]
        return tuple(
            Advice(
                Play(view.viewer, slots[one.face]),
                round(one.mean) if len(legal) > 1 else None,
                round(one.error) if len(legal) > 1 else 0,
                why(search, one.face) if search is not None else why_drawing(self.book, view, one.face),
            )
            for one in best[:MOST]
        )


def told(ranked: list[tuple[Choice, float]]) -> tuple[Advice, ...]:
    """Ranked choices before the first card in words."""
    return tuple(Advice(choice, round(mean), 0, why_contract(choice)) for choice, mean in ranked[:MOST])


@hookimpl
def register_opponents(register: Register) -> None:
    """Bring the player to the table."""
    register(Expert)
