"""Double-pack pinochle, section by section of docs/rules/double-pack.md."""

from __future__ import annotations

import pytest
from helpers_hands import asks, call, card, dealt, do, due, last, name, play
from helpers_rules import Dealer, game

from pinochle_lan.cards import Suit, cards
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import melds
from pinochle_lan.rules.score import Tally

ID = "double-pack"
HANDS = {
    1: "AC 10C KC QC JC AD 10D KD QD JD AH 10H KH QH JH AS 10S KS QS JS",
    2: "AC 10C KC QC JC AD 10D KD QD JD AH 10H KH QH JH AS 10S KS QS JS",
    3: "AC AC 10C 10C KC KC QC QC JC JC AD AD 10D 10D KD KD QD QD JD JD",
}
"""N has hearts and spades alone: nothing to follow clubs with but trumps."""


def playing(declarer: int = 3, bid: int = 500, trump: str = "S", **options: object) -> Dealer:
    table = dealt(ID, HANDS, **options)
    call(table, *[bid if seat == declarer else None for seat in (1, 2, 3, 0)])
    name(table, trump)
    table.step()
    return table


def test_twenty_cards_in_fives() -> None:
    """double-pack 3."""
    table = Dealer(game(ID, first_dealer=0), 1)
    table.until("shuffle")
    assert due(table, "shuffle").slot_map[:10] == (1,) * 5 + (2,) * 5
    assert game(ID).draws_first, "the highest card deals"


def test_the_auction_starts_at_500_in_tens_and_nobody_is_forced() -> None:
    """double-pack 4."""
    table = dealt(ID, {})
    for bid, sentence in ((490, "At least 500 now."), (505, "Bids go in 10s.")):
        refusal = table.game.check(table.state, act.Call(1, bid))
        assert (str(refusal), refusal and refusal.rule) == (sentence, "double-pack 4")
    call(table, None, None, None, None)
    assert (table.state.dealer, table.state.history) == (1, ())


def test_above_600_in_fifties_by_option() -> None:
    """House rules, bid_ladder."""
    table = dealt(ID, {}, bid_ladder="five_after_sixty")
    call(table, 600)
    refusal = table.game.check(table.state, act.Call(2, 660))
    assert (str(refusal), refusal and refusal.rule) == ("Above 600 bids go in 50s.", "double-pack 4")
    call(table, 650)


def test_any_suit_without_a_marriage() -> None:
    """double-pack 5."""
    table = dealt(ID, HANDS)
    call(table, None, None, 500, None)
    assert [
        a.suit for a in table.game.legal(table.state, 3, table.mine(3)) if isinstance(a, act.Name)
    ] == list(Suit)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AS 10S KS QS JS " * 4, {"run": 600}),
        ("KH QH " * 4, {"marriage": 80}),
        ("QS JD " * 4, {"pinochle": 3000}),
        ("QS JD " * 3, {"pinochle": 450}),
        ("AC AD AH AS " * 4, {"aces": 2000}),
        ("JC JD JH JS " * 3, {"jacks": 600}),
        ("10C 10D 10H 10S", {}),
        ("AS 10S KS QS JS KS QS", {"run": 150, "royal-marriage": 40}),
    ],
)
def test_the_meld_table(hand: str, points: dict[str, int]) -> None:
    """double-pack 7: flushes bring no bonus, a fourfold pinochle 3,000."""
    assert melds.items(melds.find(cards(hand), Suit.SPADES, game(ID).rules.melds)) == points


def test_the_bidder_leads_and_the_hand_is_played_out() -> None:
    """double-pack 9 and 10."""
    table = playing(bid=3000)
    assert asks(table) == [("card", 3)]
    refusal = table.game.check(table.state, act.GiveUp(3))
    assert (str(refusal), refusal and refusal.rule) == ("This hand cannot be given up now.", "double-pack 9")


@pytest.mark.parametrize(("leader", "due_now"), [("bidder", ("card", 3)), ("left_of_dealer", ("go", 3))])
def test_giving_up_by_option(leader: str, due_now: tuple[str, int]) -> None:
    """House rules, allow_concede and first_leader: declarer is asked before another leads."""
    table = playing(allow_concede=True, first_leader=leader)
    assert asks(table) == [due_now]
    meld = table.game.meld_points(table.state)
    do(table, act.GiveUp(3))
    assert table.state.history[-1].delta == (meld[0], -500)
    assert "EW gave up 500 (double-pack 9)" in last(table)


def test_automatic_set_by_option() -> None:
    """House rules, auto_set: 500 trick points at most."""
    table = playing(bid=3000, auto_set=True)
    assert table.state.history[-1].delta[1] == -3000
    assert "500 trick points at most" in last(table)


def test_who_can_follow_a_ruffed_suit_may_overtrump() -> None:
    """double-pack 10.5b."""
    table = playing()
    play(table, "AC", "KS")
    legal = [a for a in iter(table.game.legal(table.state, 1, table.mine(1))) if isinstance(a, act.Play)]
    assert {str(a.card) for a in legal} == {"AC", "10C", "KC", "QC", "JC", "AS", "10S"}
    refusal = table.game.check(table.state, card(table, 1, "JS"), table.mine(1))
    assert (str(refusal), refusal and refusal.rule) == (
        "You must beat the trump KS: AS or 10S.",
        "double-pack 10.5",
    )
    refusal = table.game.check(table.state, card(table, 1, "AD"), table.mine(1))
    assert (str(refusal), refusal and refusal.rule) == ("You have clubs. Follow suit.", "double-pack 10.3-5")


def test_five_hundred_points_and_twenty_for_the_last_trick() -> None:
    """double-pack 12."""
    counters = game(ID).rules.counters
    assert (counters.pool(game(ID).faces), counters.last) == (500, 20)
    table = playing()
    table.hand()
    assert sum(table.state.history[-1].tricks) == 500


def test_either_side_needs_a_trick() -> None:
    """double-pack 8 and 13."""
    scoring = game(ID).rules.scoring
    facts = Tally(("NS", "EW"), (400, 180), (500, 0), 0, 700, tricks_won=(20, 0))
    assert scoring.score(facts).delta == (900, 0)
    facts = Tally(("NS", "EW"), (400, 180), (0, 500), 0, 500, tricks_won=(0, 20))
    assert scoring.score(facts).delta == (-500, 680)


def test_target_3550_and_bidders_first() -> None:
    """double-pack 14."""
    assert game(ID).rules.end.after_hand((3550, 4000), 0, 3550) == (0, 3550)
    assert game(ID).rules.end.after_hand((3540, 3540), 0, 3550) == (None, 3550)


def test_tenths() -> None:
    """House rules, score_scale: 50 for 500."""
    tenth = game(ID, score_scale="tenth")
    assert tenth.rules.counters.pool(tenth.faces) == 50
    assert (tenth.options["minimum_bid"], tenth.options["target"], tenth.options["bid_multiple"]) == (
        50,
        355,
        1,
    )
    assert melds.total(melds.find(cards("QS JD " * 4), Suit.SPADES, tenth.rules.melds)) == 300


def test_the_technical_misdeal() -> None:
    """House rules, technical_misdeal."""
    poor = "QC QC QC QC QD QD QD QD JC JC JC JC JH 10C 10C 10C 10C KD KD KD"
    table = dealt(ID, {3: poor}, technical_misdeal=True)
    call(table, None, None, 500, None)
    name(table, "C")
    table.step()
    claim = next(a for a in iter(table.game.legal(table.state, 3, table.mine(3))) if isinstance(a, act.Claim))
    do(table, claim)
    assert (table.state.dealer, table.state.deals, asks(table)) == (0, 2, [("shuffle", None)])
