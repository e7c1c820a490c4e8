"""Three-handed pinochle, section by section of docs/rules/three-handed.md."""

from __future__ import annotations

import pytest
from helpers_hands import asks, bury, call, card, dealt, do, due, held, last, play, slots
from helpers_rules import Dealer, game

from pinochle_lan.cards import Suit, cards
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.score import Tally

ID = "three-handed"
RUN = "AS 10S KS QS JS AS 10S KS QS JS AC AC AD AD AH"
HANDS = {1: RUN, "kitty": "9C 9C 9D"}


def shown_kitty(**options: object) -> Dealer:
    """B has the bid at 250 and the kitty in hand."""
    table = dealt(ID, HANDS, **options)
    call(table, 250, None, None)
    table.step()
    return table


def melded(**options: object) -> Dealer:
    table = shown_kitty(**options)
    bury(table, "9C 9C 9D", "S")
    table.step()
    return table


# --- 3 Deal


@pytest.mark.parametrize("packet", [1, 3, 4])
def test_three_to_the_kitty_after_the_first_round(packet: int) -> None:
    """three-handed 3; README, deal mapping: the kitty's packet comes at the end of its round."""
    table = Dealer(game(ID, first_dealer=0, deal_packet=packet), 1)
    table.until("shuffle")
    places = due(table, "shuffle").slot_map
    first = (1,) * packet + (2,) * packet + (0,) * packet + ("kitty",) * 3
    assert places[: len(first)] == first
    assert [places.count(seat) for seat in (0, 1, 2)] == [15, 15, 15]
    assert places[-1] != "kitty", "the last card of the pack may never go to the kitty"


def test_first_dealer_is_drawn_and_the_deal_passes_left() -> None:
    """three-handed 3."""
    playing = game(ID)
    assert playing.draws_first
    table = Dealer(playing, 3)
    table.hand()
    first = table.state.dealer
    assert first in (0, 1, 2)
    table.hand()
    assert table.state.dealer == (first + 1) % 3  # type: ignore[operator]


@pytest.mark.parametrize(("how", "seat"), [("draw_high", 1), ("draw_low", 0)])
def test_first_dealer_by_card(how: str, seat: int) -> None:
    """House rules, first_dealer."""
    table = Dealer(game(ID, first_dealer=how), 3)
    table.until("shuffle")
    assert table.state.dealer is not None
    drawn = {chair: card.rank.strength for chair, card in table.state.drawn[:3]}
    best = (max if how == "draw_high" else min)(drawn.values())
    assert drawn[table.state.dealer] == best


# --- 4 Auction


def test_two_passes_force_the_dealer_at_250() -> None:
    """three-handed 4: at exactly 250, without a call."""
    table = dealt(ID, {})
    call(table, None, None)
    assert (table.state.declarer, table.state.bid) == (0, 250)
    assert [ask.kind for ask in table.game.due(table.state)] == ["show", "remix"]


def test_bids_are_refused_with_the_section() -> None:
    """three-handed 4."""
    table = dealt(ID, {})
    refusal = table.game.check(table.state, act.Call(1, 240))
    assert (str(refusal), refusal and refusal.rule) == ("At least 250 now.", "three-handed 4")
    call(table, 265)
    assert str(table.game.check(table.state, act.Call(2, 270))) == "At least 275 now."


# --- 5 Kitty, discard, trump


def test_the_kitty_is_shown_to_all_then_mixed_into_eighteen() -> None:
    """three-handed 5.1; docs/engine.md 5: one step of show and remix, shares by the two others."""
    table = dealt(ID, HANDS)
    call(table, 250, None, None)
    show, remix = table.game.due(table.state)
    assert (show.kind, show.zone, len(show.slots), show.sort) == ("show", "kitty", 3, Sort.REVEAL)
    assert (remix.kind, remix.seat, len(remix.slots), len(remix.new)) == ("remix", 1, 18, 18)
    assert show.slots == (9, 10, 11)
    table.step()
    for seat in (0, 2, None):
        view = table.game.view(table.state, seat, table.mine(*([] if seat is None else [seat])))
        assert sorted(str(one.card) for one in view.kitty) == ["9C", "9C", "9D"]
        assert all(one.card is None for one in view.seats[1].hand), "where they lie in the hand is hidden"
    assert len(table.state.hand(1)) == 18


def test_the_kitty_is_shown_even_when_the_dealer_is_forced() -> None:
    """three-handed 17."""
    table = dealt(ID, {"kitty": "9C 9C 9D"})
    call(table, None, None)
    table.step()
    assert [str(card) for _, card in table.state.kitty] == ["9C", "9C", "9D"]
    assert due(table, "bury").seat == 0


def test_discard_and_trump_are_one_entry_of_exactly_three() -> None:
    """three-handed 5.2 and 5.3."""
    table = shown_kitty()
    three = slots(table, 1, "9C 9D AS")
    few = table.game.check(table.state, act.Bury(1, three[:2], Suit.SPADES))
    assert (str(few), few and few.rule) == ("Pick exactly 3 cards.", "three-handed 5.2")
    twice = table.game.check(table.state, act.Bury(1, (three[0], three[0], three[1]), Suit.SPADES))
    assert twice is not None
    none = table.game.check(table.state, act.Bury(1, three, None))
    assert (str(none), none and none.rule) == ("Name a suit.", "three-handed 5.3")
    foreign = act.Bury(1, (*three[:2], table.state.hand(0)[0]), Suit.SPADES)
    assert str(table.game.check(table.state, foreign)) == "That card is not in your hand."
    assert len(table.game.legal(table.state, 1, table.mine(1))) == 816 * 4
    do(table, act.Bury(1, three, Suit.SPADES))
    assert (table.state.trump, len(table.state.hand(1))) == (Suit.SPADES, 15)
    assert table.game.view(table.state, 0, table.mine(0)).buried == 3


def test_discards_never_meld_and_stay_hidden() -> None:
    """three-handed 5.4: all three show from 15 cards."""
    table = shown_kitty()
    bury(table, "AS QS 9D", "S")
    assert asks(table) == [("meld", 1), ("meld", 2), ("meld", 0)]
    gone = next(n for n, slot in enumerate(table.state.slots) if slot.zone == "buried")
    lie = act.ShowMeld(1, (Shown(gone, table.faces[gone]),))
    assert str(table.game.check(table.state, lie)) == "That card is not in your hand."
    table.step()
    first = table.state.melds[1][0]
    assert (first.name, first.points) == ("run", 150), "one run only without the second ace and queen"
    assert all(slot.card is None for slot in table.state.slots if slot.zone == "buried")
    own = table.game.view(table.state, 1, table.mine(1))
    assert own.buried == 3


def test_trump_that_needs_a_marriage_keeps_the_pair() -> None:
    """House rules, trump_needs_marriage."""
    table = shown_kitty(trump_needs_marriage=True)
    legal = table.game.legal(table.state, 1, table.mine(1))
    assert {a.suit for a in legal if isinstance(a, act.Bury)} == {Suit.SPADES}
    refusal = table.game.check(table.state, act.Bury(1, slots(table, 1, "9C 9C 9D"), Suit.HEARTS))
    assert str(refusal) == "You need the king and queen of hearts to name it."
    pair = tuple(Shown(n, table.faces[n]) for n in sorted(slots(table, 1, "KS QS")))
    buried = act.Bury(1, (pair[0].slot, *slots(table, 1, "9C 9C")), Suit.SPADES, pair)
    assert table.game.check(table.state, buried) is not None, "a shown card may not be buried"
    do(table, act.Bury(1, slots(table, 1, "9C 9C 9D"), Suit.SPADES, pair))
    assert [table.state.slots[one.slot].open for one in pair] == [True, True]


def test_without_a_marriage_the_bid_is_lost() -> None:
    """House rules, trump_needs_marriage: all 18 shown, the others score nothing."""
    none = "AS AS 10S 10S JS JS AC AC 10C 10C JC JC AD AD 10D"
    table = dealt(ID, {1: none, "kitty": "9C 9C 9D"}, trump_needs_marriage=True)
    call(table, 250, None, None)
    table.step()
    (only,) = table.game.legal(table.state, 1, table.mine(1))
    assert isinstance(only, act.Bury)
    assert len(only.shown) == 18
    do(table, only)
    assert table.state.history[-1].delta == (0, -250, 0)


# --- 8, 9 Meld and giving up


def test_automatic_set_when_the_bid_is_out_of_reach() -> None:
    """three-handed 9: more than 250 short is not played, both defenders score their meld, nothing is
    opened.
    """
    hands = {1: "AS 10S KS JS 9S AC 10C KC JC 9C AD 10D KD JD 9D", "kitty": "9H 9H 9D"}
    table = dealt(ID, hands)
    call(table, 270, None, None)
    table.step()
    bury(table, "9H 9H 9D", "S")
    table.step()
    result = table.state.history[-1]
    assert (result.played, result.made, result.delta[1]) == (False, False, -270)
    assert (result.delta[0], result.delta[2]) == (result.meld[0], result.meld[2])
    assert "(three-handed 9)" in last(table)
    assert due(table, "shuffle"), "a hand that was not played settles nothing"
    table = dealt(ID, hands)
    call(table, 260, None, None)
    table.step()
    bury(table, "9H 9H 9D", "S")
    table.step()
    assert table.game.meld_points(table.state)[1] == 10
    assert asks(table) == [("card", 1)]


def test_declarer_may_give_up_after_meld_only() -> None:
    """three-handed 9: not before trump is named."""
    table = shown_kitty()
    assert str(table.game.check(table.state, act.GiveUp(1))) == "Play comes later."
    bury(table, "9C 9C 9D", "S")
    table.step()
    meld = table.game.meld_points(table.state)
    assert act.GiveUp(1) in table.game.legal(table.state, 1, table.mine(1))
    do(table, act.GiveUp(1))
    assert table.state.history[-1].delta == (meld[0], -250, meld[2])
    assert "B gave up 250 (three-handed 9)" in last(table)


# --- 10 to 13 Play, settlement, scores


def test_declarer_leads_and_defenders_are_bound_against_each_other() -> None:
    """three-handed 10: the third player must beat the second, his partner in defence, if he can."""
    hands = {
        0: "10C KC QC AH AH 10H 10H KH KH QH QH JH JH 9H 9H",
        1: "9C JC AS AS 10S 10S KS KS QS QS JS JS AD AD 10D",
        2: "JC QC KC 10C AC AC 9S 9S 9D 9D JD JD QD QD KD",
        "kitty": "9C KD 10D",
    }
    table = dealt(ID, hands)
    call(table, 250, None, None)
    table.step()
    bury(table, "9C KD 10D", "S")
    table.step()
    assert due(table, "card").seat == 1
    play(table, "JC", "AC")
    refusal = table.game.check(table.state, card(table, 0, "AH"), table.mine(0))
    assert (str(refusal), refusal and refusal.rule) == ("You have clubs. Follow suit.", "three-handed 10.3")
    play(table, "QC")
    assert table.state.winners == (2,)
    play(table, "JC", "10C")
    refusal = table.game.check(table.state, card(table, 1, "AD"), table.mine(1))
    assert (str(refusal), refusal and refusal.rule) == ("You have clubs. Follow suit.", "three-handed 10.3")


def test_the_discards_are_opened_at_the_end_and_count_for_declarer() -> None:
    """three-handed 12: the sum of all three is 250."""
    table = shown_kitty(allow_concede=False)
    bury(table, "AC AC AD", "S")
    table.step()
    while table.game.due(table.state)[0].kind == "card":
        table.step()
    ask = due(table, "settle")
    assert (ask.seat, len(ask.slots), ask.sort) == (1, 3, Sort.REVEAL)
    before = table.state.points
    short = act.Settle(1, tuple(Shown(n, table.faces[n]) for n in ask.slots[:2]))
    refusal = table.game.check(table.state, short)
    assert (str(refusal), refusal and refusal.rule) == (
        "All of your 3 hidden cards must be shown.",
        "three-handed 12",
    )
    table.step()
    result = table.state.history[-1]
    assert result.tricks[1] == before[1] + 30
    assert sum(result.tricks) == 250


def test_a_concession_settles_nothing() -> None:
    """docs/engine.md 3: a hand not played opens nothing more."""
    table = melded()
    do(table, act.GiveUp(1))
    assert due(table, "shuffle")


def test_each_defender_needs_his_own_point() -> None:
    """three-handed 8: his partner in defence does not save him; nines alone are kept."""
    scoring = game(ID).rules.scoring
    facts = Tally(("A", "B", "C"), (150, 60, 40), (130, 120, 0), 0, 250)
    found = scoring.score(facts)
    assert found.delta == (280, 180, 0)
    assert ("meld_lost", "C loses 40 meld: no trick point") in found.why
    nines = Tally(("A", "B", "C"), (150, 60, 10), (140, 110, 0), 0, 300, dix_only=(2,))
    assert scoring.score(nines).delta == (-300, 170, 10)


@pytest.mark.parametrize(("needs", "kept"), [("trick", 40), ("none", 40), ("point", 0)])
def test_meld_needs(needs: str, kept: int) -> None:
    """House rules, meld_needs: Wikipedia's trick instead of a point."""
    facts = Tally(("A", "B", "C"), (150, 60, 40), (130, 120, 0), 0, 250, tricks_won=(8, 6, 1))
    assert game(ID, meld_needs=needs).rules.scoring.score(facts).delta[2] == kept


def test_each_defender_scores_the_missed_bid_by_option() -> None:
    """three-handed 17, set_rule opponents_score_bid."""
    facts = Tally(("A", "B", "C"), (40, 60, 40), (130, 100, 20), 0, 250)
    assert game(ID, set_rule="opponents_score_bid").rules.scoring.score(facts).delta == (0, 410, 310)


def test_a_breach_is_found_without_partners() -> None:
    """README, found out later: the offender's own side only."""
    hands = {
        0: "AC AC 10C 10C KC KC QC QC JC JC 9D 9D 9H 9H 9S",
        1: "AS AS 10S 9S KS KS QS QS JS JS AD AD 10D KD QD",
        2: "AH AH 10H 10H KH KH QH QH JH JH JD JD QD KD 10S",
        "kitty": "9C 9C 10D",
    }
    table = dealt(ID, hands, auto_set=False)
    call(table, 250, None, None)
    table.step()
    bury(table, "9C 9C 10D", "S")
    table.step()
    play(table, "AS")
    cheat = card(table, 2, "JH")
    assert table.game.check(table.state, cheat, table.mine(2)) is not None
    assert table.game.check(table.state, cheat) is None, "nobody else can see it yet"
    table.do(cheat)
    table.hand()
    result = table.state.history[-1]
    assert result.tricks[2] == 0
    assert "C broke a rule of play: no trick points (three-handed 15)" in result.why


# --- 14 End


def test_two_defenders_there_the_higher_wins_and_equals_play_on() -> None:
    """three-handed 14."""
    end = game(ID).rules.end
    assert end.after_hand((1500, 1700, 1600), 0, 1500) == (0, 1500)
    assert end.after_hand((1400, 1510, 1570), 0, 1500) == (2, 1500)
    assert end.after_hand((1400, 1510, 1510), 0, 1500) == (None, 1500)
    assert end.after_hand((1499, 1499, 1499), 0, 1500) == (None, 1500)


def test_the_target_can_rise() -> None:
    """House rules, both_reach raise_target."""
    end = game(ID, both_reach="raise_target").rules.end
    assert end.after_hand((1500, 1760, 0), 0, 1500) == (None, 2000)


def test_nines_may_ask_for_a_new_deal() -> None:
    """House rules, nines_redeal: instead of the first call."""
    table = dealt(ID, {1: "9C 9C 9D 9D 9H AC AD AH AS 10C 10D 10H KC KD KH"}, nines_redeal=5)
    claim = next(a for a in table.game.legal(table.state, 1, table.mine(1)) if isinstance(a, act.Claim))
    assert [one.card for one in claim.shown] == list(cards("9C 9C 9D 9D 9H"))
    do(table, claim)
    assert (table.state.dealer, table.state.deals, due(table, "shuffle").kind) == (0, 2, "shuffle")


def test_the_last_card_is_not_asked_twice_and_hands_are_equal() -> None:
    """three-handed 11: fifteen tricks of three cards."""
    table = melded(allow_concede=False)
    cards_played = 0
    while table.game.due(table.state)[0].kind == "card":
        table.step()
        cards_played += 1
    assert cards_played == 45
    assert len(table.state.winners) == 15
    assert [held(table, seat) for seat in range(3)] == [[], [], []]
