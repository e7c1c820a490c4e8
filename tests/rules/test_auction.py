"""The auction: turns, least bids, its endings, and the options that change them."""

from __future__ import annotations

import pytest
from helpers_rules import Dealer, game

from pinochle_lan.rules.actions import Call
from pinochle_lan.rules.auction import AuctionRules, Bidding

FOUR = ((0, 2), (1, 3))
TWO = ((0,), (1,))
PASS = None


def bidding(calls: list[tuple[int, int | None]], dealer: int = 0, **changes: object) -> Bidding:
    rules = AuctionRules(**({"minimum": 250, "increment": 10} | changes))  # type: ignore[arg-type]
    return Bidding.start(rules, 4, dealer, FOUR).folded(calls)


def two(calls: list[tuple[int, int | None]], dealer: int = 0, **changes: object) -> Bidding:
    rules = AuctionRules(**({"minimum": 20} | changes))  # type: ignore[arg-type]
    return Bidding.start(rules, 2, dealer, TWO).folded(calls)


def test_left_of_the_dealer_speaks_first_and_passed_players_are_skipped() -> None:
    """partnership 4.1 and 4.3."""
    assert bidding([]).turn == 1
    assert bidding([], dealer=3).turn == 0
    now = bidding([(1, 250), (2, PASS), (3, 260), (0, PASS)])
    assert now.turn == 1
    assert now.call(1, 270).turn == 3


def test_any_whole_number_ten_higher_is_legal() -> None:
    """partnership 4.2: 265 over 250, jumps allowed, no maximum."""
    now = bidding([(1, 250)])
    assert now.least == 260
    assert str(now.judge(255)) == "At least 260 now."
    assert now.judge(265) is None
    assert now.judge(100_000) is None
    assert now.call(2, 265).least == 275


def test_the_last_one_standing_has_the_bid_at_once() -> None:
    """partnership 4.4: nobody asks a lone player again."""
    now = bidding([(1, 250), (2, PASS), (3, PASS), (0, PASS)])
    assert (now.turn, now.outcome, now.high) == (None, "won", (1, 250))


def test_F07_three_passes_the_dealer_has_it_at_the_minimum() -> None:
    """partnership 4.5 and 4.6: no call is asked, nobody redeals."""
    now = bidding([(1, PASS), (2, PASS), (3, PASS)])
    assert (now.turn, now.outcome, now.high) == (None, "won", (0, 250))


@pytest.mark.parametrize(("rule", "dealer"), [("redeal_next", 1), ("redeal_same", 0)])
def test_F07_four_passes_deal_again(rule: str, dealer: int) -> None:
    """House rules, all_pass: the dealer may bid or pass."""
    now = bidding([(1, PASS), (2, PASS), (3, PASS)], nobody_bids=rule)
    assert now.turn == 0
    after = now.call(0, PASS)
    assert (after.outcome, after.next_dealer) == ("redeal", dealer)
    assert now.call(0, 300).high == (0, 300)


def test_bid_multiple_and_ladder() -> None:
    """House rules, bid_multiple and bid_ladder."""
    now = bidding([(1, 250)], multiple=10)
    assert str(now.judge(265)) == "Bids go in 10s."
    assert now.judge(270) is None
    rules = game(bid_ladder="five_after_sixty").rules.auction
    assert rules is not None
    high = Bidding.start(rules, 4, 0, FOUR).folded([(1, 600)])
    assert high.least == 650
    assert str(high.judge(660)) == "Above 600 bids go in 50s."
    assert Bidding.start(rules, 4, 0, FOUR).folded([(1, 590)]).least == 600
    tenth = game(bid_ladder="five_after_sixty", score_scale="tenth").rules.auction
    assert tenth is not None
    assert (tenth.minimum, tenth.increment, tenth.ladder_from, tenth.ladder_step) == (25, 1, 60, 5)


def test_single_round() -> None:
    """two-handed-kitty 4: each speaks once, a first pass forces the dealer."""
    assert two([(1, 22), (0, 23)], style="single_round").high == (0, 23)
    assert two([(1, 22), (0, PASS)], style="single_round").outcome == "won"
    assert two([(1, PASS)], style="single_round").high == (0, 20)


def test_dealer_first_and_accepting_at_the_minimum() -> None:
    """two-handed-bidding 4."""
    rules = {"dealer_first": True, "accept_only": True, "nobody_bids": "redeal_next"}
    now = two([(0, PASS)], **rules)
    assert now.turn == 1
    assert str(now.judge(21)) == "Only 20 or pass now."
    assert now.call(1, 20).outcome == "won"
    assert now.call(1, PASS).next_dealer == 1


def test_at_the_table_the_forced_dealer_is_not_asked() -> None:
    """partnership 4.5: the fold does it (docs/engine.md 6, trap 4)."""
    dealer = Dealer(game(first_dealer=0), 3)
    for seat in (1, 2, 3):
        assert dealer.until("call").seat == seat
        dealer.do(Call(seat, PASS))
    assert (dealer.state.declarer, dealer.state.bid) == (0, 250)
    assert dealer.game.due(dealer.state)[0].kind == "name"


def test_a_void_hand_scores_nothing_and_the_next_dealer_deals() -> None:
    """House rules, all_pass = redeal_next: shuffle, ready, deal."""
    dealer = Dealer(game(first_dealer=0, all_pass="redeal_next"), 3)
    for seat in (1, 2, 3, 0):
        dealer.until("call")
        dealer.do(Call(seat, PASS))
    assert (dealer.state.dealer, dealer.state.deals, dealer.state.history) == (1, 2, ())
    dealer.step()
    assert dealer.game.due(dealer.state)[0].kind == "ready"
    dealer.step()
    assert dealer.game.due(dealer.state)[0].kind == "deal"


def test_penalty_mode_accepts_a_bid_too_low_and_asks_again() -> None:
    """docs/engine.md 2, penalty mode: warns, the same seat is due again, the partner is out."""
    playing = game(first_dealer=0, enforcement="penalty", penalty_insufficient_bid=True)
    dealer = Dealer(playing, 3)
    dealer.until("call")
    dealer.do(Call(1, 250))
    low = Call(2, 255)
    assert playing.check(dealer.state, low) is None
    assert str(playing.warning(dealer.state, low)) == "At least 260 now."
    dealer.do(low)
    assert dealer.until("call").seat == 2
    refusal = playing.check(dealer.state, Call(2, PASS))
    assert str(refusal) == "Your bid was too low: bid at least 260, a pass will not do."
    assert all(action != Call(2, PASS) for action in playing.legal(dealer.state, 2, {}))
    dealer.do(Call(2, 260))
    dealer.do(Call(3, PASS))
    assert dealer.until("call").seat == 1, "the partner of the offender is out"
    view = playing.view(dealer.state, None, {})
    assert view.standing == (2, 260)


def test_penalty_mode_without_that_penalty_just_asks_again() -> None:
    """House rules: each penalty is switched separately, all default off."""
    playing = game(first_dealer=0, enforcement="penalty")
    dealer = Dealer(playing, 3)
    dealer.until("call")
    dealer.do(Call(1, 100))
    assert playing.view(dealer.state, None, {}).standing is None
    assert dealer.until("call").seat == 1
    dealer.do(Call(1, PASS))
    assert dealer.until("call").seat == 2
