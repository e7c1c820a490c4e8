"""Melds of a whole hand against an independent brute force, the options, and which slots are laid."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest
from helpers_rules import game
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.cards import Card, Rank, Suit, cards, pack
from pinochle_lan.rules import melds

PLAIN = game().rules.melds
EXTRA = game(run_extra="40_each").rules.melds
TWENTY = game(run_extra="20_each").rules.melds
SINGLES = game(double_melds="two_singles").rules.melds
TENTH = game(score_scale="tenth").rules.melds
RUN = (0, 150, 1500)
FOUR_COPIES = melds.full_table(
    run=(15, 150, 225, 300),
    royal_marriage=4,
    marriage=2,
    dix=0,
    pinochle=(4, 30, 60, 90),
    aces=(10, 100, 150, 200),
    kings=(8, 80, 120, 160),
    queens=(6, 60, 90, 120),
    jacks=(4, 40, 60, 80),
)


def total(text: str, trump: str, table: tuple[melds.Meld, ...] = PLAIN) -> int:
    return melds.total(melds.find(cards(text), Suit(trump), table))


def items(text: str, trump: str, table: tuple[melds.Meld, ...] = PLAIN) -> dict[str, int]:
    return melds.items(melds.find(cards(text), Suit(trump), table))


# --- the oracle: try every way to lay cards, no counting procedure


@cache
def best_sequences(held: tuple[int, ...], marriage: int, runs: tuple[int, ...]) -> int:
    """Most points that the cards of one suit can make by laying runs and marriages one after another."""

    def lay(left: tuple[int, ...], laid_runs: int) -> int:
        best = runs[laid_runs]
        if all(left) and laid_runs + 1 < len(runs):
            best = max(best, lay(tuple(n - 1 for n in left), laid_runs + 1))
        if left[2] and left[3]:
            fewer = (left[0], left[1], left[2] - 1, left[3] - 1, left[4])
            best = max(best, marriage + lay(fewer, laid_runs))
        return best

    return lay(held, 0)


def oracle(hand: tuple[Card, ...], trump: Suit) -> int:
    held = Counter(hand)
    points = 0
    for suit in Suit:
        suited = tuple(held[Card(rank, suit)] for rank in melds.RUN_RANKS)
        runs = RUN if suit is trump else (0,)
        points += best_sequences(suited, 40 if suit is trump else 20, runs)
    points += 10 * held[Card(Rank.NINE, trump)]
    legs = min(held[Card(Rank.QUEEN, Suit.SPADES)], held[Card(Rank.JACK, Suit.DIAMONDS)])
    points += (0, 40, 300)[legs]
    for rank, single in ((Rank.ACE, 100), (Rank.KING, 80), (Rank.QUEEN, 60), (Rank.JACK, 40)):
        points += (0, single, single * 10)[min(held[Card(rank, suit)] for suit in Suit)]
    return points


HOLDINGS = list(product(range(3), repeat=6))


def holding(copies: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(Card(rank, Suit.HEARTS) for rank, n in zip(Rank, copies, strict=True) for _ in range(n))


def test_F02_all_729_trump_holdings_agree_with_brute_force() -> None:
    """partnership 7: a run's king and queen pay nothing more."""
    assert len(HOLDINGS) == 729
    for copies in HOLDINGS:
        hand = holding(copies)
        assert melds.total(melds.find(hand, Suit.HEARTS, PLAIN)) == oracle(hand, Suit.HEARTS), hand


@pytest.mark.parametrize(("table", "spare"), [(EXTRA, 40), (TWENTY, 20)])
def test_F02_the_extra_king_or_queen_counts_only_beside_exactly_one_run(
    table: tuple[melds.Meld, ...], spare: int
) -> None:
    """House rules, run_extra: 190 and 230, or 170 and 190."""
    for copies in HOLDINGS:
        a, ten, k, q, j, nine = copies
        hand = holding(copies)
        runs = min(a, ten, k, q, j)
        expected = 10 * nine + RUN[runs]
        expected += spare * (k + q - 2) if runs == 1 else 40 * (min(k, q) - runs)
        assert melds.total(melds.find(hand, Suit.HEARTS, table)) == expected, hand


@settings(max_examples=300, deadline=None)
@given(st.permutations(pack(2)), st.integers(1, 18), st.sampled_from(Suit))
def test_whole_hands_agree_with_brute_force(deck: list[Card], size: int, trump: Suit) -> None:
    hand = tuple(deck[:size])
    assert melds.total(melds.find(hand, trump, PLAIN)) == oracle(hand, trump)


@settings(max_examples=200, deadline=None)
@given(
    st.permutations(pack(4, (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK))),
    st.integers(1, 30),
    st.sampled_from(Suit),
)
def test_hands_of_the_large_pack_agree_with_brute_force(deck: list[Card], size: int, trump: Suit) -> None:
    """Each row counts once, at the highest multiple held, up to four copies."""
    hand = tuple(deck[:size])
    held = Counter(hand)
    points = 0
    for suit in Suit:
        suited = tuple(held[Card(rank, suit)] for rank in melds.RUN_RANKS)
        runs = (0, 15, 150, 225, 300) if suit is trump else (0,)
        points += best_sequences(suited, 4 if suit is trump else 2, runs)
    legs = min(held[Card(Rank.QUEEN, Suit.SPADES)], held[Card(Rank.JACK, Suit.DIAMONDS)])
    points += (0, 4, 30, 60, 90)[legs]
    rows = {Rank.ACE: (0, 10, 100, 150, 200), Rank.KING: (0, 8, 80, 120, 160)}
    rows |= {Rank.QUEEN: (0, 6, 60, 90, 120), Rank.JACK: (0, 4, 40, 60, 80)}
    for rank, row in rows.items():
        points += row[min(held[Card(rank, suit)] for suit in Suit)]
    assert melds.total(melds.find(hand, trump, FOUR_COPIES)) == points


@pytest.mark.parametrize(
    ("hand", "plain", "trump"),
    [("KH QH QH", 20, 40), ("KH KH QH", 20, 40), ("KH KH QH QH", 40, 80), ("KH", 0, 0), ("QH QH", 0, 0)],
)
def test_F03_marriages_count_pairs_not_cards(hand: str, plain: int, trump: int) -> None:
    """partnership 7: a king with two queens of its suit is one marriage."""
    assert total(hand, "S") == plain
    assert total(hand, "H") == trump


def test_F03_a_lone_extra_queen_beside_a_run_pays_nothing() -> None:
    """partnership 7, run extras: 150 with one spare, 190 with both."""
    assert total("AH 10H KH QH QH JH", "H") == 150
    assert total("AH 10H KH KH QH JH", "H") == 150
    assert total("AH 10H KH KH QH QH JH", "H") == 190


def test_a_card_counts_once_in_each_class() -> None:
    """partnership 7, card sharing: the queen of spades in marriage, pinochle and queens around."""
    assert items("KS QS QH QD QC JD", "H") == {"marriage": 20, "pinochle": 40, "queens": 60}


def test_doubles_need_both_copies_in_one_hand() -> None:
    """partnership 7: double values."""
    aces = "AC AC AD AD AH AH AS AS"
    assert items(aces, "S") == {"aces": 1000}
    assert items(aces.replace("AS AS", "AS"), "S") == {"aces": 100}
    assert items("QS QS JD JD", "S") == {"pinochle": 300}


def test_tens_and_nines_around_and_plain_runs_score_nothing() -> None:
    """partnership 7."""
    assert items("10C 10D 10H 10S 9C 9D 9H", "S") == {}
    assert items("AH 10H KH QH JH", "S") == {"marriage": 20}


def test_double_melds_as_two_singles() -> None:
    """House rules, double_melds."""
    assert items("AS AS 10S 10S KS KS QS QS JS JS", "S", SINGLES) == {"run": 300}
    assert items("QS QS JD JD", "H", SINGLES) == {"pinochle": 80}
    assert items("JC JC JD JD JH JH JS JS", "H", SINGLES) == {"jacks": 80}


def test_tenth_scale_divides_everything() -> None:
    """House rules, score_scale."""
    assert items("AS 10S KS QS JS 9S KH QH", "S", TENTH) == {"run": 15, "marriage": 2, "dix": 1}


def test_roundhouse_needs_a_marriage_that_counts_in_all_four_suits() -> None:
    """House rules, roundhouse_bonus: 240 + 10."""
    table = game(roundhouse_bonus=10).rules.melds
    four = "KC QC KD QD KH QH KS QS"
    assert total(four, "S", table) == 250
    assert total(four, "S") == 240
    assert items("KC QC KD QD KH QH", "S", table) == {"marriage": 60}
    assert items(f"{four} AS 10S JS", "S", table) == {"run": 150, "marriage": 60, "kings": 80, "queens": 60}
    assert game(roundhouse_bonus=10, score_scale="tenth").rules.melds[-1].points == (1,)


# --- which slots


def test_best_meld_takes_the_least_slots_open_ones_first_then_the_lowest() -> None:
    """docs/engine.md 3, meld by the owner's program."""
    faces = dict(enumerate(cards("KS KS QS JD QH QD QC 9H AS")))
    assert melds.best_slots(faces, (), Suit.HEARTS, PLAIN) == (0, 2, 3, 4, 5, 6, 7)
    assert melds.best_slots(faces, (1,), Suit.HEARTS, PLAIN) == (1, 2, 3, 4, 5, 6, 7)


@settings(max_examples=200, deadline=None)
@given(st.permutations(pack(2)), st.sampled_from(Suit))
def test_what_is_laid_is_worth_the_whole_hand_and_not_a_card_more(deck: list[Card], trump: Suit) -> None:
    faces = dict(enumerate(deck[:12]))
    slots = melds.best_slots(faces, (), trump, PLAIN)
    shown = {n: faces[n] for n in slots}
    made = melds.laid(shown, trump, PLAIN)
    assert melds.total(made) == melds.total(melds.find(faces.values(), trump, PLAIN))
    assert melds.superfluous(list(shown.values()), trump, PLAIN) == ()
    for meld in made:
        assert tuple(shown[n] for n in meld.slots) == meld.cards
    for group in ("sequence", "around", "pinochle"):
        used = [n for meld in made if meld.group == group for n in meld.slots]
        assert len(used) == len(set(used)), "a slot serves twice in one class"
    for without in slots:
        rest = [card for n, card in shown.items() if n != without]
        assert melds.total(melds.find(rest, trump, PLAIN)) < melds.total(made), "a card too many"


def test_a_superfluous_card_is_found() -> None:
    """docs/engine.md 3: it would tell a partner something."""
    assert melds.superfluous(cards("KH QH AS"), Suit.HEARTS, PLAIN) == cards("AS")
    assert melds.superfluous(cards("KH KH QH"), Suit.HEARTS, PLAIN) == cards("KH")


@pytest.mark.parametrize(
    ("name", "hand", "words"),
    [
        ("run", "AS 10S KS QS JS", "Run in spades"),
        ("run", "AS 10S KS QS JS AS 10S KS QS JS", "Double run in spades"),
        ("marriage", "KH QH", "Marriage in hearts"),
        ("royal-marriage", "KH QH", "Royal marriage in hearts"),
        ("dix", "9C", "Nine of clubs"),
        ("spare", "KC", "Spare king of clubs"),
        ("aces", "AC AD AH AS", "Aces around"),
        ("pinochle", "QS JD QS JD", "Double pinochle"),
        ("roundhouse", "", "Roundhouse"),
    ],
)
def test_melds_have_names_for_people(name: str, hand: str, words: str) -> None:
    assert melds.title(name, cards(hand)) == words
