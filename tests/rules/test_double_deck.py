"""Double-deck pinochle, section by section of docs/rules/double-deck.md; all numbers in tenths."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers_hands import asks, call, dealt, do, due, last, name, slots
from helpers_rules import Dealer, game
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_lan.cards import Card, Rank, Suit, cards
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import melds
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.score import Tally

ID = "double-deck"
PACK = game(ID).faces
TABLES = {
    "double-deck": (
        game(ID).rules.melds,
        (0, 15, 150, 225, 300),
        4,
        2,
        (0, 4, 30, 60, 90),
        (0, 1, 10, 15, 20),
    ),
    "double-pack": (
        game("double-pack").rules.melds,
        (0, 150, 300, 450, 600),
        40,
        20,
        (0, 40, 300, 450, 3000),
        (0, 10, 100, 150, 200),
    ),
}
"""Meld table, then by multiple: run; royal marriage and marriage each; pinochle; around x 10, 8, 6, 4."""
MARRIED = "KS QS " + "AH AH AH AH 10H 10H 10H 10H AD AD AD AD 10D 10D 10D 10D JH JH"
SINGLE = "AC AC AC AC 10C 10C 10C 10C KC KC KC KC JC JC JC JC AS AS AS AS"


def named(**options: object) -> Dealer:
    """E declares spades at 50 with one marriage; meld lies."""
    table = dealt(ID, {1: MARRIED}, **options)
    call(table, 50, None, None, None)
    name(table, "S")
    table.step()
    return table


# --- 2 and 3 Pack and deal


def test_eighty_cards_without_nines() -> None:
    """double-deck 2."""
    assert len(PACK) == 80
    assert set(Counter(PACK).values()) == {4}
    assert all(card.rank is not Rank.NINE for card in PACK)


@pytest.mark.parametrize("packet", [4, 5])
def test_twenty_cards_in_packets(packet: int) -> None:
    """double-deck 3."""
    table = Dealer(game(ID, first_dealer=3, deal_packet=packet), 1)
    table.until("shuffle")
    places = due(table, "shuffle").slot_map
    assert places[: 2 * packet] == (0,) * packet + (1,) * packet
    assert [places.count(seat) for seat in range(4)] == [20] * 4


# --- 4 Auction


def test_bids_go_up_by_one_from_50_and_the_dealer_is_forced() -> None:
    """double-deck 4."""
    table = dealt(ID, {})
    refusal = table.game.check(table.state, act.Call(1, 49))
    assert (str(refusal), refusal and refusal.rule) == ("At least 50 now.", "double-deck 4")
    call(table, 50, 51, 63, None, 64, None, None)
    assert (table.state.declarer, table.state.bid) == (1, 64)
    table = dealt(ID, {})
    call(table, None, None, None)
    assert (table.state.declarer, table.state.bid) == (0, 50)


def test_above_sixty_only_fives_by_option() -> None:
    """House rules, bid_ladder."""
    table = dealt(ID, {}, bid_ladder="five_after_sixty")
    call(table, 60)
    refusal = table.game.check(table.state, act.Call(2, 66))
    assert (str(refusal), refusal and refusal.rule) == ("Above 60 bids go in 5s.", "double-deck 4")
    assert str(table.game.check(table.state, act.Call(2, 64))) == "At least 65 now."
    call(table, 65)
    bids = [a.bid for a in table.game.legal(table.state, 3, {}) if isinstance(a, act.Call)]
    assert bids[:3] == [None, 70, 75]


# --- 5 Trump


def test_declarer_names_a_suit_of_which_he_shows_a_marriage() -> None:
    """double-deck 5."""
    table = dealt(ID, {1: MARRIED})
    call(table, 50, None, None, None)
    (only,) = table.game.legal(table.state, 1, table.mine(1))
    assert isinstance(only, act.Name)
    assert (only.suit, {str(one.card) for one in only.shown}) == (Suit.SPADES, {"KS", "QS"})
    refusal = table.game.check(table.state, act.Name(1, Suit.HEARTS))
    assert (str(refusal), refusal and refusal.rule) == (
        "You need the king and queen of hearts to name it.",
        "double-deck 5",
    )
    everything = tuple(Shown(n, table.faces[n]) for n in table.state.hand(1))
    refusal = table.game.check(table.state, act.Name(1, None, everything))
    assert str(refusal) == "You hold a marriage in spades: name trump."
    do(table, only)
    assert all(table.state.slots[one.slot].open for one in only.shown)


def test_without_a_marriage_the_bid_is_lost_and_the_others_score_nothing() -> None:
    """double-deck 5: all twenty opened."""
    table = dealt(ID, {1: SINGLE})
    call(table, 50, None, None, None)
    (only,) = table.game.legal(table.state, 1, table.mine(1))
    assert isinstance(only, act.Name)
    assert (only.suit, len(only.shown)) == (None, 20)
    few = act.Name(1, None, only.shown[:19])
    assert str(table.game.check(table.state, few)) == "Show all 20 cards of your hand."
    do(table, only)
    result = table.state.history[-1]
    assert (result.delta, result.played, result.made) == ((0, -50), False, False)
    assert "EW has no marriage and cannot name trump (double-deck 5)" in last(table)


# --- 7 Meld: brute force over every way to lay runs and marriages


def most(left: tuple[int, ...], runs: tuple[int, ...], pair: int) -> int:
    """Most points of A 10 K Q J in one suit: every number of runs and of pairs beside them is tried."""
    a, ten, king, queen, jack = left
    return max(
        runs[r] + pair * m
        for r in range(min(left) + 1)
        if r < len(runs)
        for m in range(min(king, queen) - r + 1)
        if a >= r and ten >= r and jack >= r
    )


@pytest.mark.parametrize("variant", list(TABLES))
@settings(max_examples=200, deadline=None)
@given(deck=st.permutations(PACK), size=st.integers(1, 40), trump=st.sampled_from(Suit))
def test_the_meld_of_eighty_cards_is_the_most_there_is(
    variant: str, deck: list[Card], size: int, trump: Suit
) -> None:
    """double-deck 7 and double-pack 7: each row once, at the highest multiple held; a card once a class."""
    table, runs, royal, plain, pinochle, around = TABLES[variant]
    hand = tuple(deck[:size])
    held = Counter(hand)
    points = 0
    for suit in Suit:
        left = tuple(held[Card(rank, suit)] for rank in melds.RUN_RANKS)
        points += most(left, runs if suit is trump else (0,), royal if suit is trump else plain)
    points += pinochle[min(held[Card(Rank.QUEEN, Suit.SPADES)], held[Card(Rank.JACK, Suit.DIAMONDS)])]
    for rank, worth in ((Rank.ACE, 10), (Rank.KING, 8), (Rank.QUEEN, 6), (Rank.JACK, 4)):
        points += around[min(held[Card(rank, suit)] for suit in Suit)] * worth
    assert melds.total(melds.find(hand, trump, table)) == points
    faces = dict(enumerate(hand))
    shown = [faces[n] for n in melds.best_slots(faces, (), trump, table)]
    assert melds.total(melds.find(shown, trump, table)) == points
    assert melds.superfluous(shown, trump, table) == ()


def items(text: str, **options: object) -> dict[str, int]:
    return melds.items(melds.find(cards(text), Suit.SPADES, game(ID, **options).rules.melds))


def test_two_runs_are_150_and_a_run_with_two_pairs_beside_it_23() -> None:
    """double-deck 7."""
    run = "AS 10S KS QS JS "
    assert items(run * 2) == {"run": 150}
    assert items(run + "KS KS QS QS") == {"run": 15, "royal-marriage": 8}
    assert items(run * 4) == {"run": 300}
    assert items("QS JD " * 3) == {"pinochle": 60}


def test_meld_options() -> None:
    """House rules, run_extra and double_melds, in tenths."""
    run = "AS 10S KS QS JS "
    assert items(run + "KS KS QS", run_extra="40_each") == {"run": 15, "spare": 12}
    assert items(run + "KS QS", run_extra="20_each") == {"run": 15, "spare": 4}
    assert items(run * 3 + "KS QS", run_extra="40_each") == {"run": 225, "royal-marriage": 4}
    assert items(run * 3, double_melds="two_singles") == {"run": 45}
    assert items("QS JD " * 4, double_melds="two_singles") == {"pinochle": 16}


# --- 8, 9 and 13 Scores


def score(options: dict[str, object] | None = None, **changes: object) -> tuple[int, ...]:
    facts: dict[str, object] = {
        "names": ("NS", "EW"),
        "meld": (14, 30),
        "tricks": (20, 30),
        "declarer": 1,
        "bid": 60,
    }
    return game(ID, **(options or {})).rules.scoring.score(Tally(**(facts | changes))).delta  # type: ignore[arg-type]


def test_made_set_and_the_point_that_keeps_meld() -> None:
    """double-deck 8 and 13."""
    assert score() == (34, 60)
    assert score(bid=61) == (34, -61)
    assert score(tricks=(0, 50)) == (0, 80)


def test_the_floors_of_twenty() -> None:
    """double-deck 8, options: meld below 20 is nothing; 20 trick points keep it, declarer needs them too."""
    floors: dict[str, object] = {"min_team_meld": 20, "meld_needs_points": 20}
    assert score(floors) == (20, 60)
    assert score(floors, meld=(24, 30)) == (44, 60)
    assert score(floors, meld=(24, 50), tricks=(19, 31)) == (19, 81)
    assert score(floors, meld=(24, 50), tricks=(31, 19)) == (55, -60), "set without 20 trick points"


def test_fifty_short_is_playable_and_51_is_not() -> None:
    """double-deck 9."""
    scoring = game(ID).rules.scoring
    facts = Tally(("NS", "EW"), (14, 30), (0, 0), 1, 80)
    assert scoring.playable(facts)
    assert not scoring.playable(Tally(("NS", "EW"), (14, 30), (0, 0), 1, 81))


def test_declarer_leads_or_gives_up() -> None:
    """double-deck 9 and 10; concede_bonus is 25 in tenths."""
    table = named(concede_bonus=25)
    assert asks(table) == [("card", 1)]
    meld = table.game.meld_points(table.state)
    do(table, act.GiveUp(1))
    assert table.state.history[-1].delta == (meld[0] + 25, -50)


def test_fifty_points_in_every_hand() -> None:
    """double-deck 12."""
    counters = game(ID).rules.counters
    assert (counters.pool(PACK), counters.last) == (50, 2)
    table = named(allow_concede=False, auto_set=False)
    table.hand()
    assert sum(table.state.history[-1].tricks) == 50
    assert len([play for play in table.log if isinstance(play[0], act.Play)]) == 80


def test_the_game_is_500_and_the_target_rises_by_25() -> None:
    """double-deck 14; house rules, target_raise in tenths."""
    assert game(ID).rules.end.after_hand((520, 500), 1, 500) == (1, 500)
    assert game(ID, both_reach="raise_target").rules.end.after_hand((520, 500), 1, 500) == (None, 525)


# --- 16 Technical misdeal

POOR = "QC QC QC QC QD QD QD QD JC JC JC JC JH 10C 10C 10C 10C KD KD KD"


def test_a_hand_without_aces_may_ask_for_a_new_deal_instead_of_its_first_card() -> None:
    """House rules, technical_misdeal: all of it shown, same dealer, no ready."""
    table = dealt(ID, {2: POOR, 1: MARRIED}, technical_misdeal=True)
    call(table, 50, None, None, None)
    name(table, "S")
    table.step()
    assert not any(isinstance(a, act.Claim) for a in iter(table.game.legal(table.state, 1, table.mine(1))))
    do(table, act.Play(1, Shown(*next((n, table.faces[n]) for n in slots(table, 1, "AH")))))
    claim = next(a for a in iter(table.game.legal(table.state, 2, table.mine(2))) if isinstance(a, act.Claim))
    assert len(claim.shown) == 20
    offer = table.game.view(table.state, 2, table.mine(2)).offers[-1]
    assert offer.actions == (claim,)  # type: ignore[union-attr]
    few = act.Claim(2, claim.what, claim.shown[:13])
    refusal = table.game.check(table.state, few)
    assert (str(refusal), refusal and refusal.rule) == (
        "Show all 20 cards to ask for a new deal.",
        "double-deck 16",
    )
    do(table, claim)
    assert (table.state.dealer, table.state.deals, table.state.history) == (0, 2, ())
    assert asks(table) == [("shuffle", None)]
    table.step()
    assert asks(table)[0][0] == "deal", "no ready after a misdeal"


@pytest.mark.parametrize("hand", [POOR.replace("KD KD KD", "KD KD AD"), POOR.replace("JH", "KH")])
def test_one_ace_or_twelve_low_cards_cannot_ask(hand: str) -> None:
    """House rules, technical_misdeal: no ace and 13 or more queens and jacks."""
    table = dealt(ID, {1: hand}, technical_misdeal=True, trump_needs_marriage=False, auto_set=False)
    call(table, 50, None, None, None)
    name(table, "S")
    table.step()
    assert due(table, "card").seat == 1
    assert not any(isinstance(a, act.Claim) for a in iter(table.game.legal(table.state, 1, table.mine(1))))
    claim = act.Claim(1, "no-aces", tuple(Shown(n, table.faces[n]) for n in table.state.hand(1)))
    refusal = table.game.check(table.state, claim, table.mine(1))
    assert (str(refusal), refusal and refusal.rule) == (
        "This hand cannot ask for a new deal.",
        "double-deck 16",
    )
