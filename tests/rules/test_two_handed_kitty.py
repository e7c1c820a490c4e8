"""Two-handed pinochle with kitty and dummy, by the sections of docs/rules/two-handed-kitty.md; in tenths."""

from __future__ import annotations

import pytest
from helpers_hands import asks, bury, call, card, dealt, do, due, last, play, slots
from helpers_rules import Dealer, game

from pinochle_lan.cards import Suit
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.score import Tally

ID = "two-handed-kitty"
RUN = "AS 10S KS QS JS AS 10S AC AC AD AD 10C 10D 10H 9H"
HANDS: dict[int | str, str] = {1: RUN, "kitty": "9C 9C 9D"}
"""A deals, B is the non-dealer."""
PENALTY = {"enforcement": "penalty", "penalty_no_bury": "bury_now"}


def shown_kitty(**options: object) -> Dealer:
    """B has the bid at 22 and the kitty in hand."""
    table = dealt(ID, HANDS, **options)
    call(table, 22)
    if table.state.declarer is None:
        call(table, None)
    table.step()
    return table


def melded(**options: object) -> Dealer:
    table = shown_kitty(**options)
    bury(table, "9C 9C 9D", "S")
    table.step()
    return table


def played(**options: object) -> Dealer:
    """As melded, with all fifteen tricks played."""
    table = melded(**options)
    while table.game.due(table.state)[0].kind == "card":
        seat = due(table, "card").seat
        assert seat is not None
        legal = table.game.legal(table.state, seat, table.mine(seat))
        do(table, next(a for a in iter(legal) if isinstance(a, act.Play)))
    return table


# --- 3 Deal


@pytest.mark.parametrize(
    ("layout", "starts"),
    [
        ("5+1", [(1, 5), ("dummy", 5), (0, 5), ("kitty", 1), (1, 5)]),
        ("3+1", [(1, 3), ("dummy", 3), (0, 3), ("kitty", 1), (1, 3)]),
        ("4+1", [(1, 4), ("dummy", 4), (0, 4), ("kitty", 1), (1, 4)]),
        ("3s", [(1, 3), ("dummy", 3), (0, 3), (1, 3), ("dummy", 3), (0, 3), ("kitty", 3), (1, 3)]),
    ],
)
def test_layouts(layout: str, starts: list[tuple[int | str, int]]) -> None:
    """two-handed-kitty 3: a round is non-dealer, dummy, dealer."""
    table = Dealer(game(ID, first_dealer=0, deal_layout=layout), 1)
    table.until("shuffle")
    places = due(table, "shuffle").slot_map
    expected = tuple(to for to, count in starts for _ in range(count))
    assert places[: len(expected)] == expected
    assert [places.count(to) for to in (0, 1, "dummy", "kitty")] == [15, 15, 15, 3]


def test_only_the_two_hands_are_dealt_and_the_deal_alternates() -> None:
    """two-handed-kitty 3; docs/engine.md 1: nobody ever gets a key to the dummy."""
    table = Dealer(game(ID, first_dealer=0), 1)
    table.until("shuffle")
    table.step()
    assert asks(table) == [("deal", 1), ("deal", 0)]
    dummy = zones.in_zone(table.state.slots, zones.DUMMY)
    assert not any(n in dummy for ask in table.game.due(table.state) for n in ask.slots)
    table.hand()
    assert table.state.dealer == 1


def test_the_dummy_stays_face_down_to_the_end() -> None:
    """two-handed-kitty 3: nobody looks at it, plays it or scores it."""
    table = played()
    while not table.state.history:
        assert all(table.state.slots[n].card is None for n in zones.in_zone(table.state.slots, zones.DUMMY))
        for seat in (0, 1, None):
            view = table.game.view(table.state, seat, dict(table.faces))
            assert view.seats[2].dummy
            assert all(one.card is None for one in view.seats[2].hand)
            assert len(view.seats[2].hand) == 15
        table.step()


# --- 4 Auction


def test_single_round_each_speaks_once() -> None:
    """two-handed-kitty 4."""
    table = dealt(ID, {})
    refusal = table.game.check(table.state, act.Call(1, 19))
    assert (str(refusal), refusal and refusal.rule) == ("At least 20 now.", "two-handed-kitty 4")
    call(table, 22, 23)
    assert (table.state.declarer, table.state.bid) == (0, 23)
    table = dealt(ID, {})
    call(table, None)
    assert (table.state.declarer, table.state.bid) == (0, 20), "forced, without a call"


def test_straight_goes_on_until_one_passes() -> None:
    """two-handed-kitty 4."""
    table = dealt(ID, {}, auction_style="straight")
    call(table, 22, 23, 24, 25, None)
    assert (table.state.declarer, table.state.bid) == (0, 25)
    table = dealt(ID, {}, auction_style="straight")
    call(table, None)
    assert (table.state.declarer, table.state.bid) == (0, 20)


def test_one_kitty_card_is_turned_after_each_full_round() -> None:
    """two-handed-kitty 4, reveal_kitty: for both; bidding goes on when all three are up."""
    table = dealt(ID, HANDS, auction_style="reveal_kitty")
    kitty = zones.in_zone(table.state.slots, zones.KITTY)
    for rounds, slot in enumerate(kitty, 1):
        call(table, 18 + 2 * rounds, 19 + 2 * rounds)
        (show,) = table.game.due(table.state)
        assert (show.kind, show.zone, show.slots, show.sort) == ("show", "kitty", (slot,), Sort.REVEAL)
        table.step()
        for seat in (0, 1, None):
            view = table.game.view(table.state, seat, {})
            assert len([one for one in view.kitty if one.card is not None]) == rounds
        assert due(table, "call").seat == 1
    call(table, 26, 27)
    assert due(table, "call").seat == 1, "nothing is left to turn"
    call(table, None)
    assert [ask.kind for ask in table.game.due(table.state)] == ["remix"], "no card is left to show"
    assert len(table.game.due(table.state)[0].slots) == 18


def test_what_is_not_turned_in_the_auction_is_shown_after_it() -> None:
    """docs/engine.md 5: show of what is left and the remix in one step."""
    table = dealt(ID, HANDS, auction_style="reveal_kitty")
    call(table, 20, 21)
    table.step()
    call(table, 22, None)
    show, remix = table.game.due(table.state)
    assert (show.kind, len(show.slots), remix.kind, len(remix.slots)) == ("show", 2, "remix", 18)
    table.step()
    assert [str(one) for _, one in table.state.kitty] == ["9C", "9C", "9D"]


@pytest.mark.parametrize(("all_pass", "dealer"), [("redeal_next", 1), ("redeal_same", 0)])
def test_all_pass_by_option(all_pass: str, dealer: int) -> None:
    """House rules, all_pass: the dealer may then speak."""
    table = dealt(ID, {}, all_pass=all_pass)
    call(table, None)
    assert due(table, "call").seat == 0
    call(table, None)
    assert (table.state.dealer, table.state.history) == (dealer, ())


# --- 5 Kitty, bury, trump


def test_three_are_buried_and_trump_named_before_meld() -> None:
    """two-handed-kitty 5."""
    table = shown_kitty()
    few = table.game.check(table.state, act.Bury(1, slots(table, 1, "9C 9C"), Suit.SPADES))
    assert (str(few), few and few.rule) == ("Pick exactly 3 cards.", "two-handed-kitty 5")
    empty = table.game.check(table.state, act.Bury(1, (), Suit.SPADES))
    assert str(empty) == "Pick exactly 3 cards."
    bury(table, "9C AS QS", "S")
    assert asks(table) == [("meld", 1), ("meld", 0)]
    hidden = zones.in_zone(table.state.slots, zones.BURIED)
    assert [table.state.slots[n].card for n in hidden] == [None] * 3
    assert table.game.view(table.state, 0, table.mine(0)).buried == 3


def test_trump_that_needs_a_marriage() -> None:
    """House rules, trump_needs_marriage."""
    table = shown_kitty(trump_needs_marriage=True)
    legal = table.game.legal(table.state, 1, table.mine(1))
    bury_spades = next(a for a in iter(legal) if isinstance(a, act.Bury))
    assert bury_spades.suit is Suit.SPADES
    assert [str(one.card) for one in sorted(bury_spades.shown, key=lambda one: str(one.card))] == ["KS", "QS"]
    do(table, bury_spades)


# --- 8, 9 Meld, throwing in


def test_standard_both_meld_and_nothing_is_needed_to_keep_it() -> None:
    """two-handed-kitty 8."""
    scoring = game(ID).rules.scoring
    facts = Tally(("A", "B"), (19, 8), (18, 0), 0, 30, tricks_won=(15, 0))
    assert scoring.score(facts).delta == (37, 8)
    by_trick = game(ID, meld_needs="trick").rules.scoring
    assert by_trick.score(facts).delta == (37, 0)


def test_standard_has_no_throwing_in_and_no_automatic_set() -> None:
    """two-handed-kitty 9: points sleep in the dummy, so the limit is not fixed."""
    table = dealt(ID, HANDS)
    call(table, 200, None)
    table.step()
    bury(table, "9C 9C 9D", "S")
    table.step()
    assert asks(table) == [("card", 1)]
    refusal = table.game.check(table.state, act.GiveUp(1))
    assert (str(refusal), refusal and refusal.rule) == (
        "This hand cannot be given up now.",
        "two-handed-kitty 9",
    )


def test_throwing_in_by_option_costs_the_bid_and_25() -> None:
    """two-handed-kitty 9: declarer - bid, opponent + 25 + meld."""
    table = melded(allow_concede=True)
    meld = table.game.meld_points(table.state)
    do(table, act.GiveUp(1))
    assert table.state.history[-1].delta == (25 + meld[0], -22)
    assert "B gave up 22 (two-handed-kitty 9)" in last(table)
    assert due(table, "shuffle"), "nothing is opened"


def test_alternate_throws_in_by_default_for_one_point() -> None:
    """two-handed-kitty 9 and 13: -1 / +1; only declarer shows meld."""
    table = shown_kitty(scoring="alternate")
    bury(table, "9C 9C 9D", "S")
    assert asks(table) == [("meld", 1)]
    table.step()
    assert act.GiveUp(1) in table.game.legal(table.state, 1, table.mine(1))
    do(table, act.GiveUp(1))
    result = table.state.history[-1]
    assert (result.delta, result.played, result.made) == ((1, -1), False, False)
    assert "B loses 1, the opponent scores 1 (two-handed-kitty 13)" in last(table)
    refused = melded(scoring="alternate", allow_concede=False)
    assert str(refused.game.check(refused.state, act.GiveUp(1))) == "This hand cannot be given up now."


# --- 10 to 13 Play and scores


def test_declarer_leads_and_the_other_must_beat() -> None:
    """two-handed-kitty 10.3b."""
    hands = HANDS | {0: "KC QC JC JC 9H KD QD JD JD 9D AH AH KH QH JH"}
    table = dealt(ID, hands)
    call(table, 22, None)
    table.step()
    bury(table, "9C 9C 9D", "S")
    table.step()
    play(table, "10H")
    refusal = table.game.check(table.state, card(table, 0, "KH"), table.mine(0))
    assert (str(refusal), refusal and refusal.rule) == (
        "You must beat the ten. Play AH.",
        "two-handed-kitty 10.3b",
    )
    play(table, "AH")
    assert (table.state.winners, table.state.points) == ((0,), (2, 0))


def test_buried_pointers_are_opened_and_count_for_declarer() -> None:
    """two-handed-kitty 12: the sum is 25 less what sleeps in the dummy."""
    table = shown_kitty()
    bury(table, "AC AC 10C", "S")
    table.step()
    while table.game.due(table.state)[0].kind == "card":
        table.step()
    (ask,) = table.game.due(table.state)
    assert (ask.kind, ask.seat, len(ask.slots), ask.sort) == ("settle", 1, 3, Sort.REVEAL)
    before = table.state.points
    dummy = [table.faces[n] for n in zones.in_zone(table.state.slots, zones.DUMMY)]
    table.step()
    result = table.state.history[-1]
    assert result.tricks[1] == before[1] + 3
    assert sum(result.tricks) == 25 - game(ID).rules.counters.of_cards(dummy)


def test_the_dummys_points_go_with_the_last_trick_by_option() -> None:
    """House rules, dummy_points: 25 less all known ones, nothing of it is ever opened."""
    table = played(dummy_points="last_trick_winner")
    points, winner = table.state.points, table.state.winners[-1]
    table.step()
    result = table.state.history[-1]
    assert sum(result.tricks) == 25
    assert result.tricks[1 - winner] == points[1 - winner], "nothing that counts was buried"


def test_alternate_scores_two_for_a_made_bid() -> None:
    """two-handed-kitty 13; a bid set by opponents_score_bid changes nothing there."""
    facts = Tally(("A", "B"), (19, 0), (12, 6), 0, 31)
    for options in ({}, {"set_rule": "opponents_score_bid"}):
        scoring = game(ID, scoring="alternate", **options).rules.scoring
        assert scoring.score(facts).delta == (2, 0)
        assert scoring.score(Tally(("A", "B"), (19, 0), (12, 6), 0, 32)).delta == (-1, 1)
    forfeit = Tally(("A", "B"), (19, 0), (2, 6), 0, 31, outcome="forfeit", offender=1)
    assert scoring.score(forfeit).delta == (2, 0)


def test_a_breach_is_told_in_alternate_scoring_too() -> None:
    """two-handed-kitty 13 and 15."""
    facts = Tally(("A", "B"), (19, 0), (12, 6), 0, 31, tricks_won=(9, 6), breaches=((0, 3),))
    found = game(ID, scoring="alternate").rules.scoring.score(facts)
    assert (found.delta, [code for code, _ in found.why]) == ((-1, 1), ["set", "breach", "alternate"])


def test_alternate_says_why() -> None:
    """two-handed-kitty 13."""
    table = played(scoring="alternate")
    table.step()
    result = table.state.history[-1]
    assert result.delta in ((0, 2), (1, -1))
    assert len(result.why) == 2
    assert all("(two-handed-kitty 13)" in line for line in result.why)


# --- 14 End


def test_targets_of_both_scorings() -> None:
    """two-handed-kitty 14; house rules: 120, alternate 15."""
    assert game(ID).rules.end.after_hand((125, 124), 1, 120) == (1, 120)
    alternate = game(ID, scoring="alternate")
    assert (alternate.options["target"], alternate.rules.end.target) == (15, 15)
    assert alternate.rules.end.after_hand((15, 3), 1, 15) == (0, 15)
    assert game(ID, scoring="alternate", target=25).start().target == 25


def test_defaults_follow_the_scoring() -> None:
    """House rules: allow_concede and concede_bonus, standard and alternate."""
    names = ("target", "allow_concede", "concede_bonus")
    assert [game(ID).options[name] for name in names] == [120, False, 25]
    assert [game(ID, scoring="alternate").options[name] for name in names] == [15, True, 0]


# --- 15 A missing bury


def forgotten(how: str, **options: object) -> Dealer:
    """Declarer named spades without a bury, in penalty mode."""
    table = shown_kitty(enforcement="penalty", penalty_no_bury=how, **options)
    nothing = act.Bury(1, (), Suit.SPADES)
    warning = table.game.warning(table.state, nothing, table.mine(1))
    assert (str(warning), warning and warning.rule) == (
        "Bury 3 cards before the hand goes on.",
        "two-handed-kitty 15",
    )
    assert nothing not in table.game.legal(table.state, 1, table.mine(1))
    do(table, nothing)
    return table


def test_a_missing_bury_is_refused_where_nobody_judges_it() -> None:
    """two-handed-kitty 15: in block mode, and in penalty mode with penalty_no_bury off."""
    for options in ({"penalty_no_bury": "forfeit"}, {"enforcement": "penalty"}):
        table = shown_kitty(**options)
        refusal = table.game.check(table.state, act.Bury(1, (), Suit.SPADES))
        assert str(refusal) == "Pick exactly 3 cards."


def test_bury_now_buries_at_once_without_loss() -> None:
    """two-handed-kitty 15: trump stands."""
    table = forgotten("bury_now")
    assert (table.state.trump, asks(table)) == (Suit.SPADES, [("bury", 1)])
    three = slots(table, 1, "9C 9C 9D")
    assert str(table.game.check(table.state, act.Bury(1, three, Suit.HEARTS))) == "Name a suit."
    assert str(table.game.check(table.state, act.Bury(1, (), Suit.SPADES))) == "Pick exactly 3 cards."
    legal = table.game.legal(table.state, 1, table.mine(1))
    assert {a.suit for a in iter(legal) if isinstance(a, act.Bury)} == {Suit.SPADES}
    do(table, act.Bury(1, three, Suit.SPADES))
    assert asks(table) == [("meld", 1), ("meld", 0)]
    table.step()
    assert asks(table) == [("card", 1)]


def test_a_late_bury_keeps_what_was_shown_for_trump() -> None:
    """two-handed-kitty 5: with trump_needs_marriage the pair shown stays in the hand."""
    table = shown_kitty(trump_needs_marriage=True, **PENALTY)
    unproved = table.game.check(table.state, act.Bury(1, (), Suit.SPADES))
    assert str(unproved) == "You need the king and queen of spades to name it."
    pair = tuple(Shown(n, table.faces[n]) for n in sorted(slots(table, 1, "KS QS")))
    do(table, act.Bury(1, (), Suit.SPADES, pair))
    refusal = table.game.check(
        table.state, act.Bury(1, (pair[0].slot, *slots(table, 1, "9C 9C")), Suit.SPADES)
    )
    assert (str(refusal), refusal and refusal.rule) == (
        "What you showed to name trump stays in your hand.",
        "two-handed-kitty 5",
    )
    assert pair[0].slot not in table.game.legal(table.state, 1, table.mine(1)).offers[0].slots  # type: ignore[union-attr]
    bury(table, "9C 9C 9D", "S")
    table.step()


def test_forfeit_loses_the_hand_after_the_opponents_meld() -> None:
    """two-handed-kitty 15: declarer - bid, opponent + 25 + meld; declarer shows nothing."""
    table = forgotten("forfeit")
    assert asks(table) == [("meld", 0)]
    table.step()
    result = table.state.history[-1]
    assert (result.delta, result.played, result.made) == ((25 + result.meld[0], -22), False, False)
    assert "B loses 22: no bury (two-handed-kitty 15)" in last(table)


def test_forfeit_in_alternate_scoring_costs_one() -> None:
    """two-handed-kitty 15: -1 / +1, at once."""
    table = forgotten("forfeit", scoring="alternate")
    assert table.state.history[-1].delta == (1, -1)
    assert due(table, "shuffle")


def test_the_revoke_of_a_player_without_partner() -> None:
    """README, found out later: his own trick points alone are lost."""
    hands = HANDS | {0: "KC QC JC JC 9H KD QD JD JD 9D AH AH KH QH JH"}
    table = dealt(ID, hands)
    call(table, 22, None)
    table.step()
    bury(table, "9C 9C 9D", "S")
    table.step()
    play(table, "10H")
    table.do(card(table, 0, "9H"))
    table.hand()
    result = table.state.history[-1]
    assert result.tricks[0] == 0
    assert "A broke a rule of play: no trick points (two-handed-kitty 15)" in result.why
