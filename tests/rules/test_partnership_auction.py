"""Partnership auction pinochle, section by section of docs/rules/auction.md."""

from __future__ import annotations

import pytest
from helpers_hands import asks, call, card, dealt, do, due, last, name, play
from helpers_rules import Dealer, game

from pinochle_lan.cards import cards
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.score import Tally
from pinochle_lan.rules.state import State

ID = "auction"
NAMES = ("NS", "EW")
SPLIT = {
    0: "AC AC 10C 10C KC KC QC QC JC JC 9C 9C",
    1: "AS 10S KS QS JS 9S AD 10D KD QD JD 9D",
    2: "AH AH 10H 10H KH KH QH QH JH JH 9H 9H",
    3: "AS 10S KS QS JS 9S AD 10D KD QD JD 9D",
}


def playing(trump: str = "S", hands: dict[int, str] | None = None, **options: object) -> Dealer:
    """N deals, W has the bid at 100, trump is named, meld lies."""
    table = dealt(ID, hands or SPLIT, **options)
    call(table, None, None, 100, None)
    name(table, trump)
    table.step()
    return table


# --- 1 and 3 Seats and deal


def drawn(**options: object) -> State:
    table = Dealer(game(ID, **options), 6)
    table.until("shuffle")
    return table.state


def test_the_highest_card_deals_first() -> None:
    """auction 1: drawn by default; who sits where is the lobby's."""
    state = drawn()
    assert game(ID).draws_first
    cards_drawn = {chair: card.rank.strength for chair, card in state.drawn[:4]}
    assert state.dealer is not None
    assert cards_drawn[state.dealer] == max(cards_drawn.values())
    assert state.chairs == (0, 1, 2, 3)


def test_the_two_higher_draws_are_partners() -> None:
    """auction 1: two high against two low, ties draw on until all four differ."""
    state = drawn(seating="draw")
    order = [chair for chair, _ in sorted(state.drawn[:4], key=lambda row: -row[1].rank.strength)]
    ranks = [card.rank for _, card in state.drawn[:4]]
    assert len(dict.fromkeys(ranks)) == 4, "a seed without a tie"
    assert sorted((state.chairs[0], state.chairs[2])) == sorted(order[:2])
    assert sorted((state.chairs[1], state.chairs[3])) == sorted(order[2:])
    assert state.dealer is not None
    assert state.chairs[state.dealer] == order[0]


# --- 4 Auction


def test_bids_are_multiples_of_ten_from_100() -> None:
    """auction 4.2."""
    table = dealt(ID, {})
    for bid, sentence in ((90, "At least 100 now."), (105, "Bids go in 10s.")):
        refusal = table.game.check(table.state, act.Call(1, bid))
        assert (str(refusal), refusal and refusal.rule) == (sentence, "auction 4.2")
    call(table, 100)
    assert str(table.game.check(table.state, act.Call(2, 100))) == "At least 110 now."
    call(table, 300)


def test_four_passes_void_the_hand_and_the_next_dealer_deals() -> None:
    """auction 4.5: nobody scores, nothing is written down."""
    table = dealt(ID, {})
    call(table, None, None, None, None)
    assert (table.state.dealer, table.state.scores, table.state.history) == (1, (0, 0), ())
    assert due(table, "shuffle")


def test_the_dealer_may_bid_after_three_passes_and_that_ends_it() -> None:
    """auction 4.5: never forced."""
    table = dealt(ID, {})
    call(table, None, None, None)
    assert due(table, "call").seat == 0
    call(table, 120)
    assert (table.state.declarer, table.state.bid) == (0, 120)


@pytest.mark.parametrize(("all_pass", "dealer"), [("redeal_same", 0), ("redeal_next", 1)])
def test_all_pass(all_pass: str, dealer: int) -> None:
    """House rules, all_pass."""
    table = dealt(ID, {}, all_pass=all_pass)
    call(table, None, None, None, None)
    assert table.state.dealer == dealer


# --- 5 to 7 Trump, passing, meld


def test_trump_then_meld_without_passing() -> None:
    """auction 5 to 7."""
    table = dealt(ID, SPLIT)
    call(table, None, None, 100, None)
    assert len(table.game.legal(table.state, 3, table.mine(3))) == 4
    name(table, "S")
    assert asks(table) == [("meld", seat) for seat in (1, 2, 3, 0)]


def test_passing_by_option() -> None:
    """House rules, pass_count."""
    table = dealt(ID, SPLIT, pass_count=2)
    call(table, None, None, 100, None)
    name(table, "S")
    assert due(table, "pass").seat == 1
    do(table, act.PassCards(1, table.state.hand(1)[:2]))
    table.step()
    assert (due(table, "pass").seat, len(table.state.hand(3))) == (3, 14)


# --- 9 and 10 First lead, play


def test_left_of_dealer_leads_whoever_has_the_bid() -> None:
    """auction 10."""
    assert due(playing(), "card").seat == 1
    assert due(playing(first_leader="bidder"), "card").seat == 3


def test_no_giving_up_and_no_automatic_set() -> None:
    """auction 9: the hand is played out, whatever was bid."""
    table = dealt(ID, SPLIT)
    call(table, None, None, 1000, None)
    name(table, "C")
    table.step()
    assert due(table, "card").seat == 1
    assert str(table.game.check(table.state, act.GiveUp(3))) != "None"


def test_giving_up_by_option_is_asked_before_another_leads() -> None:
    """House rules, allow_concede; docs/engine.md 3: a choice place ``go`` of declarer."""
    table = playing(allow_concede=True, concede_bonus=100)
    assert asks(table) == [("go", 3)]
    meld = table.game.meld_points(table.state)
    do(table, act.GiveUp(3))
    assert table.state.history[-1].delta == (meld[0] + 100, -100)
    assert "EW gave up 100 (auction 9)" in last(table)
    table = playing(allow_concede=True)
    do(table, act.GoOn(3))
    assert due(table, "card").seat == 1


def test_after_a_ruff_who_can_follow_may_also_overtrump() -> None:
    """auction 10.5b, either_suit: any card of the suit led, or a trump that overtrumps if it can."""
    following = game(ID).rules.following
    found = following.legal(cards("9C KS JS AH"), cards("AC QS"), cards("AS")[0].suit)
    assert [str(one) for one in found] == ["9C", "KS"]
    strict = game(ID, after_ruff="follow_any").rules.following
    assert [str(one) for one in strict.legal(cards("9C KS JS"), cards("AC QS"), cards("AS")[0].suit)] == [
        "9C"
    ]
    loose = game(ID, must_beat="trump_led_only").rules.following
    found = loose.legal(cards("9C KS JS"), cards("AC QS"), cards("AS")[0].suit)
    assert [str(one) for one in found] == ["9C", "KS", "JS"]


def test_a_low_trump_beside_an_overtrump_is_refused_with_the_section() -> None:
    """auction 10.5."""
    hands = {
        0: "9C 9C JC JS 10S AH AH 10H 10H KH KH QH",
        1: "AC AC 10C 10C KC KC QC QC JC JD JD 10D",
        2: "QS 9S AD AD 10D KD KD QD QD 9D 9D JH",
        3: "AS AS KS KS 10S QS JS 9S QH JH 9H 9H",
    }
    table = playing(hands=hands)
    play(table, "AC", "QS", "KS")
    refusal = table.game.check(table.state, card(table, 0, "JS"), table.mine(0))
    assert (str(refusal), refusal and refusal.rule) == ("You must beat the trump KS: 10S.", "auction 10.5")
    refusal = table.game.check(table.state, card(table, 0, "AH"), table.mine(0))
    assert (str(refusal), refusal and refusal.rule) == ("You have clubs. Follow suit.", "auction 10.3-5")
    legal = table.game.legal(table.state, 0, table.mine(0))
    faces = sorted({str(a.card) for a in legal if isinstance(a, act.Play)})
    assert faces == ["10S", "9C", "JC"]


def test_only_declarer_must_lead_trump_by_option() -> None:
    """House rules, first_lead_must_be_trump."""
    table = playing(first_lead_must_be_trump=True)
    assert len(list(iter(table.game.legal(table.state, 1, table.mine(1))))) == 12
    table = playing(first_lead_must_be_trump=True, first_leader="bidder")
    legal = table.game.legal(table.state, 3, table.mine(3))
    assert {str(a.card) for a in legal if isinstance(a, act.Play)} == {"AS", "10S", "KS", "QS", "JS", "9S"}
    refusal = table.game.check(table.state, card(table, 3, "AD"), table.mine(3))
    assert (str(refusal), refusal and refusal.rule) == (
        "Lead a trump (spades) to the first trick.",
        "auction 10",
    )


# --- 8 and 13 Scores


def score(options: dict[str, object] | None = None, **changes: object) -> tuple[int, ...]:
    facts: dict[str, object] = {
        "names": NAMES,
        "meld": (190, 40),
        "tricks": (107, 143),
        "declarer": 0,
        "bid": 290,
        "tricks_won": (5, 7),
    }
    return game(ID, **(options or {})).rules.scoring.score(Tally(**(facts | changes))).delta  # type: ignore[arg-type]


def test_classic_counters() -> None:
    """auction 12: 8 x 30 + 10 = 250."""
    counters = game(ID).rules.counters
    assert counters.of_cards(cards("AS 10S KS QS JS 9S")) == 30
    assert counters.pool(game(ID).faces) == 250


def test_either_side_needs_a_trick_for_its_meld() -> None:
    """auction 8: any trick will do, even one without points; declarer's side too."""
    assert score(tricks=(250, 0), tricks_won=(12, 0)) == (440, 0)
    assert score(tricks=(250, 0), tricks_won=(11, 1)) == (440, 40)
    assert score(bid=150, tricks=(0, 250), tricks_won=(0, 12)) == (-150, 290)
    assert score({"bidders_meld_needs": "none"}, bid=150, tricks=(0, 250), tricks_won=(0, 12)) == (190, 290)


def test_297_does_not_make_300_unless_rounded() -> None:
    """auction 13; house rules, rounding: 7, 8 and 9 up."""
    assert score(bid=300) == (-300, 183)
    assert score({"rounding": "seven_up"}, bid=300) == (300, 180)
    assert score({"rounding": "seven_up"}, bid=300, tricks=(106, 144)) == (-300, 180)


def test_tenths_need_no_rounding() -> None:
    """House rules, score_scale: all points are whole tenths, so rounding to tens of them would be wrong."""
    tenth = {"score_scale": "tenth", "counters": "simple", "rounding": "seven_up"}
    assert score(tenth, meld=(19, 4), tricks=(11, 14), bid=30) == (30, 18)


def test_the_whole_hand_at_the_table_scores_as_the_text_says() -> None:
    """auction 13: a line for each side, with its section."""
    table = playing()
    table.hand()
    result = table.state.history[-1]
    assert sum(result.tricks) == 250
    assert "(auction 13)" in last(table)


def test_bidders_count_first() -> None:
    """auction 14."""
    end = game(ID).rules.end
    assert end.after_hand((1000, 1300), 0, 1000) == (0, 1000)
    assert end.after_hand((990, 1300), 0, 1000) == (1, 1000)
    assert end.after_hand((990, 990), 0, 1000) == (None, 1000)
    assert game(ID, both_reach="higher").rules.end.after_hand((1000, 1300), 0, 1000) == (1, 1000)
    assert game(ID, both_reach="raise_target").rules.end.after_hand((1000, 1300), 0, 1000) == (None, 1500)


def test_a_bid_too_low_in_penalty_mode_puts_the_partner_out() -> None:
    """House rules, penalty_insufficient_bid: the same seat must bid higher at once."""
    table = dealt(ID, {}, enforcement="penalty", penalty_insufficient_bid=True)
    call(table, 150)
    assert table.game.check(table.state, act.Call(2, 120)) is None
    assert str(table.game.warning(table.state, act.Call(2, 120))) == "At least 160 now."
    call(table, 120)
    assert due(table, "call").seat == 2
    assert next(a.bid for a in table.game.legal(table.state, 2, {}) if isinstance(a, act.Call)) == 160
    refusal = table.game.check(table.state, act.Call(2, None))
    assert (refusal and refusal.code, refusal and refusal.rule) == ("bid_again", "auction 15")
    call(table, 160, None)
    assert due(table, "call").seat == 1, "N, the partner, is out"
