"""Legal cards and trick winners against independent oracles, and the words of a refusal."""

from __future__ import annotations

import random
from itertools import product

import pytest
from helpers_rules import game

from pinochle_lan.cards import Card, Rank, Suit, cards, pack, show
from pinochle_lan.rules.tricks import Counters, Following, winner

ALWAYS = Following()
EITHER = Following(either_suit=True)
PLAIN_FREE = Following(beat_plain=False)
EITHER_FREE = Following(beat_plain=False, either_suit=True)


def best_of(trick: list[Card], trump: Suit) -> Card:
    """The winning card by sorting: trump first, then the suit led, then rank, then who played first."""
    led = trick[0].suit
    ranked = sorted(
        enumerate(trick),
        key=lambda item: (item[1].suit is trump, item[1].suit is led, item[1].rank.strength, -item[0]),
    )
    return ranked[-1][1]


def always_head(hand: list[Card], trick: list[Card], trump: Suit, beat_plain: bool) -> set[Card]:
    """The steps of docs/rules/partnership.md 10 as written."""
    if not trick:
        return set(hand)
    led, top = trick[0].suit, best_of(trick, trump)
    f = {c for c in hand if c.suit is led}
    r = {c for c in hand if c.suit is trump}
    if f:
        if led is not trump and top.suit is trump:
            return f
        b = {c for c in f if c.rank.strength > top.rank.strength}
        return b if b and (beat_plain or led is trump) else f
    if r:
        if top.suit is trump:
            b = {c for c in r if c.rank.strength > top.rank.strength}
            return b if b and (beat_plain or led is trump) else r
        return r
    return set(hand)


def either_suit(hand: list[Card], trick: list[Card], trump: Suit, beat_plain: bool) -> set[Card]:
    """The steps of docs/rules/auction.md 10 as written."""
    if not trick:
        return set(hand)
    led = trick[0].suit
    n = max(c.rank.strength for c in trick if c.suit is led)
    m = max((c.rank.strength for c in trick if c.suit is trump), default=-1)
    f = {c for c in hand if c.suit is led}
    r = {c for c in hand if c.suit is trump}
    if led is trump:
        return {c for c in f if c.rank.strength > n} or f or set(hand)
    if m < 0:
        return (({c for c in f if c.rank.strength > n} if beat_plain else set()) or f) or r or set(hand)
    r_star = ({c for c in r if c.rank.strength > m} if beat_plain else set()) or r
    return (f | r_star) or set(hand)


@pytest.mark.parametrize(
    ("following", "oracle", "beat_plain"),
    [
        (ALWAYS, always_head, True),
        (PLAIN_FREE, always_head, False),
        (EITHER, either_suit, True),
        (EITHER_FREE, either_suit, False),
    ],
)
@pytest.mark.parametrize("copies", [2, 4])
def test_F04_random_positions_agree_with_the_rules_as_written(
    following: Following, oracle: object, beat_plain: bool, copies: int
) -> None:
    """partnership 10 and its option must_beat; auction 10 and its option after_ruff."""
    assert callable(oracle)
    rng = random.Random(copies)
    deck = list(pack(copies))
    for _ in range(2500):
        rng.shuffle(deck)
        size = rng.randint(1, 12)
        played = rng.randint(0, 3)
        hand, trick, trump = deck[:size], deck[size : size + played], rng.choice(list(Suit))
        legal = following.legal(hand, trick, trump)
        assert set(legal) == oracle(hand, trick, trump, beat_plain), (show(hand), show(trick), trump)
        assert legal, "never an empty choice"
        for card in hand:
            refusal = following.refusal(card, hand, trick, trump)
            assert (refusal is None) == (card in legal)


def test_F04_pairs_decide_in_every_procedure() -> None:
    """docs/engine.md 2: the forbidden list rests on this."""
    rng = random.Random(5)
    deck = list(pack(2))
    for _ in range(1500):
        rng.shuffle(deck)
        hand, trick, trump = deck[:8], deck[8 : 8 + rng.randint(0, 3)], rng.choice(list(Suit))
        for following in (ALWAYS, EITHER, PLAIN_FREE, EITHER_FREE):
            legal = set(following.legal(hand, trick, trump))
            for card in hand:
                by_pairs = all(card in following.legal((card, other), trick, trump) for other in hand)
                assert (card in legal) == by_pairs


def test_F05_every_trick_of_a_reduced_deck_goes_to_the_right_card() -> None:
    """partnership 11: highest trump, else highest of the suit led; of two equals the first."""
    faces = [Card(rank, suit) for suit in list(Suit)[:3] for rank in (Rank.ACE, Rank.TEN, Rank.NINE)]
    for trick in product(faces, repeat=4):
        for trump in (Suit.CLUBS, Suit.SPADES):
            place = winner(trick, trump)
            assert trick[place] == best_of(list(trick), trump)
            assert trick.index(trick[place]) == place, "an equal card played later wins nothing"


def test_the_ten_is_second() -> None:
    """partnership 2."""
    assert [str(rank) for rank in Rank] == ["A", "10", "K", "Q", "J", "9"]
    assert winner(cards("KS 10S QS AS"), Suit.HEARTS) == 3
    assert winner(cards("KS 10S QS 9S"), Suit.HEARTS) == 1


def test_beating_holds_even_against_the_partner() -> None:
    """partnership 10: the duty to beat holds even when the winning card is your partner's."""
    assert ALWAYS.legal(cards("AS 9S"), cards("10S 9S"), Suit.HEARTS) == cards("AS")


def test_first_lead_must_be_trump() -> None:
    """House rules, first_lead_must_be_trump: only trick 1, only with a trump in hand."""
    rule = game(first_lead_must_be_trump=True).rules.following
    assert rule.legal(cards("AS 9H"), (), Suit.HEARTS, first_lead=True) == cards("9H")
    assert rule.legal(cards("AS 9H"), (), Suit.HEARTS) == cards("AS 9H")
    assert rule.legal(cards("AS 9D"), (), Suit.HEARTS, first_lead=True) == cards("AS 9D")
    refusal = rule.refusal(cards("AS")[0], cards("AS 9H"), (), Suit.HEARTS, first_lead=True)
    assert str(refusal) == "Lead a trump (hearts) to the first trick."


@pytest.mark.parametrize(
    ("card", "hand", "trick", "following", "sentence"),
    [
        ("9H", "9H AS", "KS", ALWAYS, "You have spades. Follow suit."),
        ("9S", "9S AS", "KS", ALWAYS, "You must beat the king. Play AS."),
        ("9S", "9S AS 10S", "KS", ALWAYS, "You must beat the king. Play AS or 10S."),
        ("AD", "AD 9H", "KS", ALWAYS, "No spades left: play a trump."),
        ("9H", "9H AH", "KS QH", ALWAYS, "You must beat the trump QH: AH."),
        ("9H", "9S 9H AH", "KS QH", EITHER, "You must beat the trump QH: AH."),
        ("AD", "9S AD", "KS QH", ALWAYS, "You have spades. Follow suit."),
        ("AH", "9S AH", "KS QH", ALWAYS, "You have spades. Follow suit."),
    ],
)
def test_a_refusal_names_the_card_and_the_way_out(
    card: str, hand: str, trick: str, following: Following, sentence: str
) -> None:
    refusal = following.refusal(cards(card)[0], cards(hand), cards(trick), Suit.HEARTS)
    assert str(refusal) == sentence


def test_counters_and_last_trick_make_250() -> None:
    """partnership 12: 24 counters of 10, last trick 10; all schemes total 240 in 48 cards."""
    for scheme in ("simple", "half", "classic"):
        counters = game(counters=scheme).rules.counters
        assert counters.of_cards(pack(2)) == 240
        assert counters.pool(pack(2)) == 250
    assert [game().rules.counters.worth(card) for card in cards("AS 10S KS QS JS 9S")] == [
        10,
        10,
        10,
        0,
        0,
        0,
    ]
    assert [game(counters="half").rules.counters.worth(c) for c in cards("AS 10S KS QS JS 9S")] == [
        10,
        10,
        5,
        5,
        0,
        0,
    ]
    assert game(score_scale="tenth").rules.counters == Counters((1, 1, 1, 0, 0, 0), 1)
