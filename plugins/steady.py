"""Steady: a patient player that counts cards and bids what its hand is worth, less a little.

It looks at nothing but the view of its seat: own cards, calls, melds shown and tricks played. It bids what
trumps, aces and short suits take on average, plus its meld, plus what a partner brings, less a margin: a bid
at the mean loses (figures: docs/measurements.md). Cards are played by rule of thumb: sure winners
early, counters to the partner's sure trick, otherwise the cheapest card that serves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from pinochle_lan.api import (
    ActionOffer,
    BidOffer,
    Bury,
    Call,
    Card,
    CardView,
    Choice,
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
    TrickView,
    View,
    hookimpl,
)

WORTH = {
    "simple": {Rank.ACE: 10, Rank.TEN: 10, Rank.KING: 10},
    "half": {Rank.ACE: 10, Rank.TEN: 10, Rank.KING: 5, Rank.QUEEN: 5},
    "classic": {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2},
}
"""Trick points by the option ``counters``; ranks left out count nothing."""
RUN = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK)
LEGS = (Card(Rank.QUEEN, Suit.SPADES), Card(Rank.JACK, Suit.DIAMONDS))
AROUND = {Rank.ACE: 100, Rank.KING: 80, Rank.QUEEN: 60, Rank.JACK: 40}
MANIFOLD = (0, 10, 100, 150, 200)
"""Tenths of the single value for 0 to 4 complete copies of a run or an around."""
MARGIN = 20
"""How far below its expectation it bids, in full-scale points; bidding to the mean loses 21 a hand."""
SAFE = 60
"""Trick points that a hand strong enough for the bid takes without any help."""


def meld_points(hand: Iterable[Card], trump: Suit | None) -> int:
    """What the usual melds are worth on the full scale; a house rule's own are not known here."""
    have = Counter(hand)
    total = 0
    for suit in Suit:
        pairs = min(have[Card(Rank.KING, suit)], have[Card(Rank.QUEEN, suit)])
        if suit is trump:
            runs = min(have[Card(rank, suit)] for rank in RUN)
            total += 15 * MANIFOLD[runs] + 40 * (pairs - runs) + 10 * have[Card(Rank.NINE, suit)]
        else:
            total += 20 * pairs
    legs = min(have[card] for card in LEGS)
    total += (0, 40, 300, 600, 900)[legs]
    for rank, points in AROUND.items():
        total += points * MANIFOLD[min(have[Card(rank, suit)] for suit in Suit)] // 10
    return total


class Table:
    """What can be read off the view: who plays with whom, what is out, who is void."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        self.view = view
        self.me = view.viewer
        self.options = dict(view.options)
        mine = view.seats[self.me]
        self.side = view.sides[mine.side]
        self.mine: tuple[CardView, ...] = (*mine.hand, *mine.table)
        self.faces = {held.slot: held.card for held in self.mine if held.card is not None}
        self.cards = tuple(self.faces.values())
        self.partners = tuple(seat for seat in self.side.seats if seat != self.me)
        self.foes = tuple(
            chair.seat for chair in view.seats if chair.seat not in self.side.seats and not chair.dummy
        )
        size = len(mine.hand) + len(mine.table)
        self.big = "min_team_meld" in self.options or size > 18
        """The 80-card pack."""
        self.copies = 4 if self.big else 2
        self.unit = 1 if int(self.options.get("minimum_bid", 250)) >= 100 else 10
        """Full-scale points for one point of this game."""
        self._worth = WORTH[str(self.options.get("counters", "simple"))]

    def worth(self, card: Card) -> int:
        """Full-scale trick points of a card."""
        return self._worth.get(card.rank, 0)

    def played(self) -> tuple[TrickView, ...]:
        """All tricks of the hand so far, the running one last."""
        running = (self.view.trick,) if self.view.trick is not None else ()
        return (*self.view.tricks, *running)

    def unseen(self) -> Counter[Card]:
        """How many copies of each face this seat cannot see: in other hands, stock and kitty."""
        ranks = RUN if self.big else tuple(Rank)
        left = Counter({Card(rank, suit): self.copies for suit in Suit for rank in ranks})
        left.subtract(self.cards)
        left.subtract(play.card for trick in self.played() for play in trick.plays)
        return +left

    def voids(self) -> dict[int, set[Suit]]:
        """The suits that each seat is known not to have, by what it did not follow."""
        void: dict[int, set[Suit]] = {seat.seat: set() for seat in self.view.seats}
        for trick in self.played():
            if not trick.plays:
                continue
            led = trick.plays[0].card.suit
            for play in trick.plays[1:]:
                if play.card.suit is not led:
                    void[play.seat].add(led)
                    if play.card.suit is not self.view.trump and self.view.trump is not None:
                        void[play.seat].add(self.view.trump)
        return void

    def boss(self, card: Card, left: Counter[Card]) -> bool:
        """Whether no unseen card of its suit beats it."""
        return not any(other.beats(card) for other in left)

    def trumps_out(self, left: Counter[Card]) -> int:
        """Trumps that somebody else may hold."""
        return sum(count for card, count in left.items() if card.suit is self.view.trump)


# --- bidding


def tricks_expected(table: Table, cards: Sequence[Card], trump: Suit) -> int:
    """Trick points that declarer's side takes on average with these cards, on the full scale."""
    length = Counter(card.suit for card in cards)
    trumps = [card.rank for card in cards if card.suit is trump]
    aces = sum(card.rank is Rank.ACE for card in cards if card.suit is not trump)
    short = sum(max(0, 2 - length[suit]) for suit in Suit if suit is not trump)
    own = 13 * len(trumps) + 12 * trumps.count(Rank.ACE) + 5 * trumps.count(Rank.TEN) + 12 * aces + 5 * short
    if table.big:
        return 130 + own
    return (56 if table.partners else 20) + own


def comes_later(table: Table) -> int:
    """What is not in the hand yet, on average: drawn cards' meld, the kitty, a partner's meld and cards."""
    if table.view.stock_left:
        return 75
    if not table.partners:
        return 50 if table.view.kitty else 0
    return 35 + 22 * int(table.options.get("pass_count", 0))


def bid(table: Table, offer: BidOffer) -> Call:
    """The lowest sensible call if the hand is worth it, else a pass."""
    view, unit = table.view, table.unit
    meld = {suit: points * unit for suit, points in offer.meld}
    value, sure = max(
        (
            meld.get(suit, 0) + tricks_expected(table, table.cards, suit),
            meld.get(suit, 0) + SAFE,
        )
        for suit in Suit
    )
    limit = value + comes_later(table) - MARGIN
    standing = view.standing[0] if view.standing is not None else None
    if standing in table.partners and all(view.seats[foe].passed for foe in table.foes):
        # The partner has it: only a hand that makes the bid all by itself takes it over, once (F13).
        again = any(seat == table.me and call is not None for seat, call in view.calls[-3:])
        limit = 0 if again else sure
    if limit < offer.minimum * unit and offer.may_pass:
        return Call(table.me, None)
    # Where bids rise by one, fives keep the auction short; the table need not hear every number.
    round_number = offer.minimum if unit == 1 else -(-offer.minimum // 5) * 5
    return Call(table.me, round_number if limit >= round_number * unit else offer.minimum)


def best_trump(table: Table, cards: Sequence[Card], suits: Sequence[Suit]) -> Suit:
    """The suit in which meld and expected tricks together are most."""
    return max(suits, key=lambda suit: meld_points(cards, suit) + tricks_expected(table, cards, suit))


# --- passing and burying


def gift(table: Table, card: Card, own: Counter[Card]) -> int:
    """How much the declarer will like a card: parts of the run, pinochle legs, aces, other meld."""
    trump = table.view.trump
    if card.suit is trump:
        return {Rank.ACE: 95, Rank.TEN: 90, Rank.KING: 85, Rank.QUEEN: 80, Rank.JACK: 75, Rank.NINE: 40}[
            card.rank
        ]
    if card in LEGS:  # with the one suit as trump the declarer's run holds the other leg
        return 60 if trump in (LEGS[0].suit, LEGS[1].suit) else 15
    if card.rank is Rank.ACE:
        return 65
    if card.rank in (Rank.KING, Rank.QUEEN):
        mate = Rank.QUEEN if card.rank is Rank.KING else Rank.KING
        return 45 if own[Card(mate, card.suit)] else 30
    return {Rank.TEN: 20, Rank.JACK: 25, Rank.NINE: 0}.get(card.rank, 0)


def cheapest(
    table: Table, slots: Sequence[int], count: int, trump: Suit | None, counters: bool
) -> tuple[int, ...]:
    """The ``count`` cards whose loss costs least: first no meld, then no trump and no ace, then short suits.

    ``counters`` = give away counters rather than worthless cards (a bury counts for the one who buried).
    """
    kept = dict(table.faces)

    def cost(slot: int) -> tuple[int, int, int, int]:
        card = kept[slot]
        left = meld_points((face for other, face in kept.items() if other != slot), trump)
        strong = 2 * (card.suit is trump) + (card.rank is Rank.ACE)
        length = sum(other.suit is card.suit for other in kept.values())
        return -left, strong, length, -table.worth(card) if counters else card.rank.strength

    chosen: list[int] = []
    for _ in range(count):
        slot = min((slot for slot in slots if slot in kept), key=cost)
        chosen.append(slot)
        del kept[slot]
    return tuple(sorted(chosen))


def pick(table: Table, offer: PickOffer) -> Choice:
    """Cards for the partner, back to the partner, or into the kitty."""
    view = table.view
    if offer.kind == "bury":
        suits = offer.suits or tuple(Suit)
        trump = best_trump(table, table.cards, suits)
        slots = cheapest(table, offer.slots, offer.count, trump, counters=True)
        return Bury(table.me, slots, trump if offer.suits else None)
    if table.me == view.declarer:
        return PassCards(table.me, cheapest(table, offer.slots, offer.count, view.trump, counters=False))
    own = Counter(table.cards)
    ranked = sorted(offer.slots, key=lambda slot: (-gift(table, table.faces[slot], own), slot))
    return PassCards(table.me, tuple(sorted(ranked[: offer.count])))


# --- playing


def lead(table: Table, faces: dict[int, Card]) -> int:
    """The slot to lead: sure winners while they are sure, then a worthless card of a long suit."""
    trump, left, voids = table.view.trump, table.unseen(), table.voids()
    declaring = table.view.declarer in table.side.seats
    out = table.trumps_out(left)
    bosses = [slot for slot, card in faces.items() if table.boss(card, left)]

    def safe(slot: int) -> bool:
        suit = faces[slot].suit
        return (
            suit is trump
            or not out
            or not any(suit in voids[foe] and trump not in voids[foe] for foe in table.foes)
        )

    draw = [slot for slot in bosses if faces[slot].suit is trump]
    own_trumps = sum(card.suit is trump for card in table.cards)
    if draw and out and (declaring or own_trumps > out):
        return draw[0]
    sure = [slot for slot in bosses if faces[slot].suit is not trump and safe(slot)]
    if sure:  # the suit in which others are least likely to be void yet
        return max(
            sure, key=lambda slot: (sum(n for c, n in left.items() if c.suit is faces[slot].suit), -slot)
        )
    if draw and not out:
        return draw[0]

    def price(slot: int) -> tuple[int, bool, bool, int, int]:
        card = faces[slot]
        guarded = any(other.beats(card) and table.boss(other, left) for other in faces.values())
        return table.worth(card), card.suit is trump, guarded, card.rank.strength, slot

    return min(faces, key=price)


def follow(table: Table, trick: TrickView, faces: dict[int, Card]) -> int:
    """The slot to add to a running trick."""
    trump, left, voids = table.view.trump, table.unseen(), table.voids()
    led = trick.plays[0].card.suit
    winning = next(play for play in trick.plays if play.winning)
    behind = _behind(table, trick)

    def wins(card: Card, other: Card) -> bool:
        return card.beats(other) or (card.suit is trump and other.suit is not trump)

    def holds(card: Card) -> bool:
        """Whether no foe still to play can beat ``card``, as far as one can know."""
        for foe in behind:
            if foe not in table.foes:
                continue
            if led not in voids[foe] and any(wins(other, card) for other in left if other.suit is led):
                return False
            may_trump = trump is not None and led is not trump and trump not in voids[foe]
            if (
                may_trump
                and led in voids[foe]
                and any(wins(other, card) for other in left if other.suit is trump)
            ):
                return False
        return True

    def spare(slot: int) -> tuple[int, int, int]:
        return (faces[slot].suit is trump, faces[slot].rank.strength, slot)

    if winning.seat in table.partners and holds(winning.card):
        return max(faces, key=lambda slot: (table.worth(faces[slot]), *(-n for n in spare(slot))))
    winners = [slot for slot in faces if wins(faces[slot], winning.card)]
    sure = [slot for slot in winners if holds(faces[slot])]
    if winning.seat not in table.partners and sure:
        if not behind:  # last to play: a counter that wins is as good as any
            return max(sure, key=lambda slot: (table.worth(faces[slot]), *(-n for n in spare(slot))))
        return min(sure, key=spare)
    return min(faces, key=lambda slot: (table.worth(faces[slot]), *spare(slot)))


def _behind(table: Table, trick: TrickView) -> tuple[int, ...]:
    """The seats that play to this trick after me."""
    done = {play.seat for play in trick.plays} | {table.me}
    return tuple(seat.seat for seat in table.view.seats if seat.seat not in done and not seat.dummy)


def play(table: Table, offer: PlayOffer) -> Play:
    """One of the legal cards."""
    faces = {slot: table.faces[slot] for slot in offer.slots}
    trick = table.view.trick
    if table.view.stock_left or table.view.phase == "stock":
        slot = draw_play(table, faces)
    elif trick is None or not trick.plays:
        slot = lead(table, faces)
    else:
        slot = follow(table, trick, faces)
    return Play(table.me, Shown(slot, faces[slot]))


# --- the stock games


def keepsake(table: Table, slot: int, faces: dict[int, Card]) -> int:
    """How much a card may still bring in meld: what it is part of, or half of."""
    card, trump = faces[slot], table.view.trump
    have = Counter(table.cards)
    value = 0
    if card.suit is trump and card.rank is not Rank.NINE:
        value += 10 * sum(bool(have[Card(rank, card.suit)]) for rank in RUN)
    if card.rank in (Rank.KING, Rank.QUEEN):
        value += 15
    if card in LEGS:
        value += 15
    if card.rank in AROUND:
        value += AROUND[card.rank] * sum(bool(have[Card(card.rank, suit)]) for suit in Suit) // 16
    if card.suit is trump and card.rank is Rank.NINE:
        value += 10
    if any(held.slot == slot for held in table.view.seats[table.me].table):
        value //= 3  # it has scored already
    return value


def draw_play(table: Table, faces: dict[int, Card]) -> int:
    """A card while the stock lasts: win what is worth it cheaply, else part with what brings no meld."""
    trick, trump = table.view.trick, table.view.trump

    def price(slot: int) -> tuple[int, int, int]:
        card = faces[slot]
        trumped = 15 if card.suit is trump else 0
        return keepsake(table, slot, faces) + table.worth(card) + trumped, card.rank.strength, slot

    if trick is None or not trick.plays:
        return min(faces, key=price)
    led = trick.plays[0].card
    winners = [s for s, c in faces.items() if c.beats(led) or (c.suit is trump and led.suit is not trump)]
    if winners:
        best = min(winners, key=price)
        if price(best)[0] <= table.worth(led) + 20:
            return best
    return min(faces, key=price)


def lay(table: Table, offer: MeldOffer) -> Lay:
    """The meld that is worth most now, or nothing."""
    if not offer.melds:
        return Lay(table.me)
    best = max(offer.melds, key=lambda meld: meld.points)
    shown = tuple(Shown(slot, card) for slot, card in zip(best.slots, best.cards, strict=True))
    return Lay(table.me, (Laid(best.name, shown),))


class Steady(Opponent):
    """Counts cards, remembers melds and voids, bids a little less than its hand is worth."""

    id, version, title = "steady", "1.0", "Steady"
    starter = True

    def choose(self, view: View, options: Legal, rng: Random) -> Choice:
        """The choice for the seat that looks; a kind of offer it does not know gets a quiet legal answer."""
        table = Table(view)
        for offer in view.offers:
            match offer:
                case BidOffer():
                    return bid(table, offer)
                case SuitOffer():
                    return name(table, offer, options)
                case PickOffer():
                    return pick(table, offer)
                case PlayOffer():
                    return play(table, offer)
                case MeldOffer():
                    return lay(table, offer)
                case ActionOffer():
                    continue
        return options[0]


def name(table: Table, offer: SuitOffer, options: Legal) -> Choice:
    """The best suit that may be named, as the game words it (some show a marriage with it)."""
    if not offer.suits:
        return options[0]
    suit = best_trump(table, table.cards, offer.suits)
    return next(
        (choice for choice in options if isinstance(choice, Name) and choice.suit is suit),
        Name(table.me, suit),
    )


@hookimpl
def register_opponents(register: Register) -> None:
    """Bring the player to the table."""
    register(Steady)
