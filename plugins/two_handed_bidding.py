"""Two-handed pinochle with bidding: docs/rules/two-handed-bidding.md, section by section; in tenths.

A player may change anything here: save a copy under another name and give it another ``id``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pinochle_lan.api import (
    Auction,
    AuctionRules,
    Counters,
    Deal,
    Following,
    GameEnd,
    LaterPlay,
    Laying,
    NameTrump,
    Option,
    OptionError,
    Options,
    Packet,
    Register,
    Rules,
    Score,
    ScoreHand,
    Scoring,
    Settling,
    StockPlay,
    Tally,
    Variant,
    first_dealer,
    full_table,
    hookimpl,
    meld_table,
    option,
    pack,
    rounds,
)

# 2 Pack: two copies each of A 10 K Q J 9
PACK = pack(2)

# 7 Meld table: single, double; a further king or queen beside a run is the option run_extra
MELDS = full_table(
    run=(15, 150),
    royal_marriage=4,
    marriage=2,
    dix=1,
    pinochle=(4, 30),
    aces=(10, 100),
    kings=(8, 80),
    queens=(6, 60),
    jacks=(4, 40),
)


def packets(size: int) -> tuple[Packet, ...]:
    """3 Deal: twelve to each, the next card turned up, the rest is the stock."""
    return (*rounds(players=2, hand=12, packet=size), Packet("turn-up", 1), Packet("stock", 23))


@dataclass(frozen=True)
class AnyMoment(GameEnd):
    """14: 150 wins at any moment; the contract holder has to make his bid first."""

    instant: bool = True
    always_prove: bool = True

    def mid_hand(
        self, totals: Sequence[int], points: Sequence[int], declarer: int | None, bid: int | None, target: int
    ) -> int | None:
        """14.1 and 14.2: the player without the contract at once, its holder once the bid is made."""
        there = [side for side, total in enumerate(totals) if self.instant and total >= target]
        others = [side for side in there if side != declarer]
        if others:
            return others[0]
        return declarer if declarer in there and bid is not None and points[declarer] >= bid else None

    def doubtful(
        self, totals: Sequence[int], points: Sequence[int], declarer: int | None, bid: int | None, target: int
    ) -> bool:
        """14.2: the holder is there without his bid, and the opponent may let that stand."""
        asked = self.instant and not self.always_prove
        return asked and declarer is not None and totals[declarer] >= target

    def sentences(self) -> tuple[str, ...]:
        """14 as rules in force."""
        if not self.instant:
            return super().sentences()
        proof = (
            "the contract holder once his bid is made."
            if self.always_prove
            else "the contract holder once his bid is made or the opponent lets it stand."
        )
        return (f"{self.target} wins at any moment: a player without the contract at once, {proof}",)


@dataclass(frozen=True)
class Misplay(Scoring):
    """15, enforcement = penalty: a misplay erases meld and tricks of the hand; the opponent gets points."""

    bonus: int = 0

    def score(self, tally: Tally) -> Score:
        """The score without what the offender made, and the bonus."""
        guilty = [side for side in range(len(tally.names)) if any(side == who for who, _ in tally.breaches)]
        meld = tuple(0 if side in guilty else points for side, points in enumerate(tally.meld))
        found = super().score(replace(tally, meld=meld))
        if not guilty:
            return found
        gains = tuple(self.bonus * sum(other != side for other in guilty) for side in range(len(tally.names)))
        delta = tuple(have + more for have, more in zip(found.delta, gains, strict=True))
        lines = tuple(
            ("misplay", f"{name} scores {gain} for the misplay")
            for name, gain in zip(tally.names, gains, strict=True)
            if gain
        )
        return replace(found, delta=delta, why=(*found.why, *lines))

    def sentences(self) -> tuple[str, ...]:
        """15 as a rule in force."""
        return (
            *super().sentences(),
            f"A misplay erases the offender's meld and tricks of the hand; the opponent gets {self.bonus}.",
        )


def scoring(o: Options, pool: int) -> Scoring:
    """8, 13 and 15: meld counts at once, a missed bid is lost; penalty mode judges a misplay."""
    plain = replace(Scoring.of(o, pool), meld_stays=True)
    if o.word("enforcement") == "block":
        return plain
    bonus = o.number("penalty_misplay_bonus")
    return Misplay(pool, set_rule=plain.set_rule, meld_stays=True, bonus=bonus)


def handicap(o: Options) -> tuple[int, ...]:
    """16: the points that one player starts with."""
    points = o.number("handicap")
    if points >= o.number("target"):
        raise OptionError(f"'handicap' {points} must be below the 'target' {o.number('target')}")
    return tuple(points if side == o.number("handicap_seat") else 0 for side in range(2))


def rules(o: Options) -> Rules:
    """The rules under a table's options ``o``; ``unit=10`` says that they are written in tenths."""
    counters = Counters.of(o, last=1, unit=10)  # 12: A, 10, K 1 each, last trick 1
    end = GameEnd.of(o, unit=10)
    return Rules(
        # 4: the dealer speaks first, from 20; after his pass the opponent may take it at exactly 20
        auction=AuctionRules.of(o, unit=10, screen_step=1, dealer_first=True, accept_only=True),
        melds=meld_table(o, MELDS, unit=10),
        laying=Laying.of(o),  # 6 and 7: one meld after a trick won
        following=Following.of(o),  # 10, Trick Play: follow, beat, trump
        counters=counters,
        scoring=scoring(o, counters.pool(PACK)),  # 8, 13 and 15
        end=AnyMoment(end.target, instant=o.flag("instant_win"), always_prove=o.flag("prove_contract")),  # 14
        start_scores=handicap(o),
        phases=(
            Deal(packets(o.number("deal_packet"))),  # 3
            Auction(),  # 4
            NameTrump(source=o.word("trump_source")),  # 5
            StockPlay.of(o),  # 6 to 8: Meld Play, twelve tricks, the contract holder leads
            LaterPlay(),  # 10 to 12: Trick Play, twelve tricks
            Settling(),  # 14 and 15: duties proved after a win inside the hand
            ScoreHand(),  # 13 and 14
        ),
    )


TWO_HANDED_BIDDING = Variant(
    id="two-handed-bidding",
    version="1.0",
    title="Two-handed pinochle with bidding",
    summary=(
        "Two players with a stock and an auction; 48 cards, two of each.",
        "All numbers in tenths: a run is 15, an ace, ten or king in tricks is 1.",
        "A 10 K Q J 9 is the order in every suit: the ten is second.",
    ),
    # 1 Seats, each a side
    seat_names=("A", "B"),
    sides=((0,), (1,)),
    side_names=("A", "B"),
    pack=PACK,
    # 9 Nothing to give up. 16 Options
    options=(
        option("minimum_bid", 20, low=10, high=60, step=1),
        option("bid_increment", 1, 1, 2, 5),
        option("all_pass", "redeal_next"),
        option("trump_source"),
        option("run_extra", "20_each"),
        option("double_melds", "own"),
        option("counters", "simple", "simple"),
        option("count_stock_tricks", False),
        option("meld_timing"),
        option("melds_per_trick"),
        option("run_from_marriage"),
        option("dix_exchange", True),
        option("last_draw_choice", True),
        option("first_leader", "bidder"),
        option("must_beat"),
        option("set_rule"),
        option("instant_win", True),
        option("prove_contract", True),
        option("handicap"),
        Option("handicap_seat", "Handicap for", "Who gets the handicap: 0 is A, 1 is B.", 0, (0, 1)),
        option("target", 150, low=50, high=500, step=1),
        option("penalty_misplay_bonus"),
        option("enforcement"),
        first_dealer(2, "draw_low"),
        option("deal_packet", 3),
        option("deal.remix_draws"),
    ),
    # what a refusal or a line of the score sheet quotes
    sections={
        "counters": "12",
        "meld": "7",
        "free": "10",
        "winner": "11",
        "auction": "4",
        "end": "14",
        "auto_set": "9",
        "bid_low": "4.1",
        "bid_exact": "4.3",
        "bid_passed": "4.2",
        "name_suit": "5",
        "not_in_hand": "6",
        "meld_limit": "7.1",
        "meld_gone": "7.2",
        "not_meld": "7.2",
        "meld_new": "7.3",
        "meld_reuse": "7.4",
        "meld_unknown": "7",
        "run_broken": "7",
        "no_exchange": "6",
        "dix_first": "6",
        "follow": "10.1",
        "beat": "10.1",
        "trump": "10.2",
        "settle_all": "14",
        "made": "13",
        "set": "13",
        "others": "13",
        "let_stand": "14.2",
        "won": "14",
        "misplay": "15",
        "breach": "15",
        "forfeit": "15",
    },
    make=rules,
)


@hookimpl
def register_variants(register: Register) -> None:
    """Bring the game."""
    register(TWO_HANDED_BIDDING)
