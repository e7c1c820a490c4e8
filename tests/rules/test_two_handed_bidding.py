"""The stock game with an auction, by sections of docs/rules/two-handed-bidding.md; wins inside a hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from helpers_rules import Dealer, game
from helpers_stock import dealt, do, down, lay, offered, play, quiet, refused, shown

from pinochle_lan.cards import Suit
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import AskProof, Call, Lay, Name
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.score import Tally
from pinochle_lan.rules.view import ActionOffer

ID = "two-handed-bidding"
A = "AH 10H KH QH JH 9H KC QC KS QS JD 9C"
B = "AC AC 10C 10C AD AD 10D 10D AS AS 10S 10S"


def asks(table: Dealer) -> list[tuple[str, int | None]]:
    return [(ask.kind, ask.seat) for ask in table.game.due(table.state)]


def started(bid: int = 20, suit: str = "H", holder: int = 0, scores: Any = (0, 0), **options: Any) -> Dealer:
    """B deals; ``holder`` has the contract; trump is named, he leads."""
    hands: dict[int | str, str] = {0: A, 1: B} | options.pop("hands", {})
    table = dealt(ID, hands, **options)
    if holder == 1:
        do(table, Call(1, bid))
        do(table, Call(0, None))
    else:
        do(table, Call(1, None) if bid == 20 else Call(1, bid - 1))
        do(table, Call(0, bid))
        if bid > 20:
            do(table, Call(1, None))
    if table.state.trump is None:
        do(table, Name(holder, Suit(suit)))
    table.state = replace(table.state, scores=scores)
    return table


def to_trick_play(table: Dealer) -> None:
    """Play on, nothing melded, to the first lead of Trick Play."""
    while table.game.view(table.state, None, {}).phase != "play" and not table.state.history:
        quiet(table)


# --- 3 to 5


def test_the_lower_card_deals() -> None:
    """two-handed-bidding 3; same rank: draw again."""
    for seed in range(6):
        table = Dealer(game(ID), seed)
        table.until("shuffle")
        last = dict(table.state.drawn[-2:])
        dealer = table.state.dealer
        assert dealer is not None
        assert last[dealer].rank.strength < last[1 - dealer].rank.strength


def test_the_dealer_speaks_first_from_twenty() -> None:
    """two-handed-bidding 4.1 and 4.2: whole numbers, at least one more, jumps allowed."""
    table = dealt(ID, {0: A, 1: B})
    assert asks(table) == [("call", 1)]
    low = table.game.check(table.state, Call(1, 19))
    assert (str(low), low and low.rule) == ("At least 20 now.", "two-handed-bidding 4.1")
    do(table, Call(1, 21))
    assert str(table.game.check(table.state, Call(0, 21))) == "At least 22 now."
    do(table, Call(0, 30))
    do(table, Call(1, None))
    assert (table.state.declarer, table.state.bid) == (0, 30)


def test_after_the_dealers_pass_twenty_or_pass() -> None:
    """two-handed-bidding 4.3 and 4.4: exactly 20, else the hand is void and the other deals."""
    table = dealt(ID, {0: A, 1: B})
    do(table, Call(1, None))
    high = table.game.check(table.state, Call(0, 21))
    assert (str(high), high and high.rule) == ("Only 20 or pass now.", "two-handed-bidding 4.3")
    legal = list(table.game.legal(table.state, 0, table.mine(0)))
    assert legal == [Call(0, None), Call(0, 20)]
    do(table, Call(0, None))
    assert (table.state.history, table.state.dealer, table.state.deals) == ((), 0, 2)


@pytest.mark.parametrize(("rule", "dealer"), [("redeal_same", 1), ("dealer_forced", 1)])
def test_if_both_pass(rule: str, dealer: int) -> None:
    """House rules, all_pass."""
    table = dealt(ID, {0: A, 1: B}, all_pass=rule)
    do(table, Call(1, None))
    do(table, Call(0, None))
    assert table.state.dealer == dealer
    if rule == "dealer_forced":
        assert (table.state.declarer, table.state.bid) == (1, 20)


def test_the_holder_names_any_suit_and_leads() -> None:
    """two-handed-bidding 5 and 6; the turn-up fixes nothing and brings the dealer nothing."""
    table = dealt(ID, {0: A, 1: B, "turn-up": "9H"})
    do(table, Call(1, 20))
    do(table, Call(0, None))
    assert asks(table) == [("name", 1)]
    assert table.state.trump is None
    assert len(table.game.legal(table.state, 1, table.mine(1))) == 4
    do(table, Name(1, Suit.HEARTS))
    assert asks(table) == [("card", 1)]
    assert table.game.meld_points(table.state) == (0, 0)
    assert asks(started(first_leader="left_of_dealer", holder=1)) == [("card", 0)]


def test_trump_by_the_turn_up() -> None:
    """House rules, trump_source = turn_up: nobody is asked."""
    table = started(trump_source="turn_up")
    assert table.state.trump is Suit.HEARTS
    assert asks(table) == [("card", 0)]


def test_the_exchange_only_if_the_turn_up_is_trump() -> None:
    """two-handed-bidding 6: otherwise each nine is an ordinary meld of 1 point."""
    table = started()
    play(table, "AH", "10S")
    table.until("lay")
    assert offered(table, 0)[0] == "dix-exchange"
    lay(table, ("dix-exchange", "9H"), ("royal-marriage", "KH QH"))
    assert table.game.meld_points(table.state) == (5, 0)
    plain = started(suit="C")
    play(plain, "KC", "10S")
    plain.until("lay")
    assert "dix-exchange" not in offered(plain, 0)
    assert refused(plain, ("dix-exchange", "9C")).rule == "two-handed-bidding 6"
    lay(plain, ("dix", "9C"))
    assert (plain.game.meld_points(plain.state), down(plain, 0)) == ((1, 0), ["9C"])


def test_a_run_with_its_spare() -> None:
    """two-handed-bidding 7: 17 with one."""
    table = started(hands={0: "AH 10H KH QH JH KH KC QC KS QS 9H 9C"})
    play(table, "9H", "10S")
    lay(table, ("run+spare", "AH 10H KH QH JH KH"))
    assert table.game.meld_points(table.state) == (17, 0)
    assert table.state.melds[0][0].name == "run+spare"


# --- 12 and 13


def test_only_trick_play_counts() -> None:
    """two-handed-bidding 12: ace, ten, king 1 each, last trick 1."""
    table = started()
    to_trick_play(table)
    assert table.state.points == (0, 0)
    held = [table.faces[n] for seat in range(2) for n in table.state.hand(seat)]
    table.hand()
    assert sum(table.state.history[-1].tricks) == sum(c.rank.strength in (5, 4, 3) for c in held) + 1
    assert game(ID).rules.counters.pool(table.game.faces) == 25


@pytest.mark.parametrize(
    ("meld", "tricks", "made", "delta"),
    [
        ((20, 9), (8, 10), False, (-30, 19)),
        ((20, 9), (10, 8), True, (30, 17)),
        ((0, 0), (0, 18), False, (-30, 18)),
    ],
)
def test_a_contract_of_thirty(meld: Any, tricks: Any, made: bool, delta: Any) -> None:
    """two-handed-bidding 13: H >= bid scores H, else - bid and nothing else; the other scores his own."""
    score = game(ID).rules.scoring.score(Tally(("A", "B"), meld, tricks, 0, 30))
    assert (score.made, score.delta) == (made, delta)


def test_set_rule_and_handicap() -> None:
    """House rules, set_rule and handicap: points that one player starts with, below the target."""
    facts = Tally(("A", "B"), (0, 5), (0, 18), 0, 30)
    assert game(ID, set_rule="opponents_score_bid").rules.scoring.score(facts).delta == (0, 53)
    assert game(ID, handicap=25, handicap_seat=1).start().scores == (0, 25)
    assert game(ID).start().scores == (0, 0)
    with pytest.raises(OptionError, match="'handicap' 150 must be below the 'target' 150"):
        game(ID, handicap=150)


# --- 14 At any moment


def test_F01_the_player_without_the_contract_wins_on_exactly_150() -> None:
    """two-handed-bidding 14.1, either seat; 149 goes on."""
    end = game(ID).rules.end
    for holder in (0, 1):
        other = 1 - holder
        totals = [100, 100]
        totals[other] = 150
        assert end.mid_hand(totals, (0, 0), holder, 20, 150) == other
        totals[other] = 149
        assert end.mid_hand(totals, (0, 0), holder, 20, 150) is None
    assert end.mid_hand((150, 0), (25, 0), 0, 25, 150) == 0
    assert end.mid_hand((150, 0), (24, 0), 0, 25, 150) is None, "14.2: the contract first"
    assert end.mid_hand((150, 150), (24, 0), 0, 25, 150) == 1


def test_a_meld_wins_at_once_and_nothing_is_opened() -> None:
    """two-handed-bidding 14.1; docs/engine.md 5: in Meld Play no settlement."""
    table = started(holder=1, scores=(148, 0))
    play(table, "AC", "KH")
    lay(table, ("marriage", "KC QC"))
    assert (table.state.over, table.state.winner) == (True, 0)
    result = table.state.history[-1]
    assert (result.totals[0], result.made) == (150, False)
    assert result.why[-1] == "A wins the game inside the hand (two-handed-bidding 14)"
    assert any(slot.card is None for slot in table.state.slots if slot.zone == zones.HAND)
    assert table.game.due(table.state) == ()
    assert str(table.game.check(table.state, Lay(0))) == "The game is over."


def test_the_holder_wins_at_the_moment_his_bid_is_made() -> None:
    """two-handed-bidding 14.2: at 150 without the bid the hand goes on until it is made."""
    table = started(scores=(146, 0))
    play(table, "AH", "10S")
    lay(table, ("royal-marriage", "KH QH"))
    assert table.game.meld_points(table.state) == (4, 0)
    assert not table.state.over
    assert asks(table) == [("card", 0)], "prove_contract: nobody is asked"
    play(table, "JH", "10S")
    lay(table, ("marriage", "KC QC"))
    assert not table.state.over
    table.state = replace(table.state, bid=8)
    play(table, "9H", "10C")
    lay(table, ("marriage", "KS QS"))
    assert (table.state.winner, table.state.history[-1].delta[0]) == (0, 8)


def trick_play(scores: tuple[int, int], **options: Any) -> Dealer:
    table = started(holder=1, **options)
    to_trick_play(table)
    table.state = replace(table.state, scores=scores)
    return table


def to_a_win(table: Dealer) -> None:
    while table.state.ended != "won" and not table.state.history:
        table.step()


def test_a_trick_wins_at_once_and_duties_are_proved_first() -> None:
    """two-handed-bidding 14; docs/engine.md 5: in Trick Play ``settle s`` of both, score after it."""
    table = trick_play((149, 0))
    to_a_win(table)
    assert table.state.points[0] >= 1
    due = table.game.due(table.state)
    assert [(ask.kind, ask.seat, ask.sort) for ask in due] == [
        ("settle", 0, Sort.REVEAL),
        ("settle", 1, Sort.REVEAL),
    ]
    for ask in due:
        hidden = [n for n in table.state.hand(ask.seat or 0) if table.state.slots[n].card is None]
        assert ask.slots == tuple(hidden)
    assert not table.state.history
    table.step()
    assert (table.state.over, table.state.winner) == (True, 0)
    assert table.game.due(table.state) == ()


def cheated(seed: int) -> Dealer | None:
    """A hand that the player without the contract wins by an illegal trump; None if he never can."""
    table = Dealer(game(ID, first_dealer=1, target=50), seed)
    table.until("card")
    to_trick_play(table)
    assert table.state.declarer is not None
    other = 1 - table.state.declarer
    table.state = replace(table.state, scores=(49, 0) if other == 0 else (0, 49))
    while table.state.ended != "won" and not table.state.history:
        ask = table.game.due(table.state)[0]
        wrong: list[int] = []
        if ask.seat == other and table.state.trick:
            legal = [a.shown.slot for a in table.game.legal(table.state, other, table.mine(other))]
            hand = [n for n in table.state.hand(other) if n not in legal]
            wrong = [n for n in hand if table.faces[n].suit is table.state.trump]
        if wrong:
            table.do(act.Play(other, shown(table, (wrong[0],))[0]))
            if table.state.ended == "won":
                return table
        else:
            table.step()
    return None


def test_a_winner_whose_breach_is_proved_has_not_won() -> None:
    """docs/engine.md 6, trap 14: score after proof; README, found out later."""
    found = [table for seed in range(6) if (table := cheated(seed)) is not None]
    assert found, "one of these hands can be won so"
    for table in found:
        assert table.state.declarer is not None
        other = 1 - table.state.declarer
        assert {ask.kind for ask in table.game.due(table.state)} == {"settle"}
        table.step()
        result = table.state.history[-1]
        assert result.tricks[other] == 0
        assert table.state.winner != other
        assert not any("inside the hand" in line for line in result.why)


def doubt(**options: Any) -> Dealer:
    """A holds 20 and stands at the target with 4 points: the opponent is asked."""
    table = started(scores=(146, 0), prove_contract=False, **options)
    play(table, "AH", "10S")
    lay(table, ("royal-marriage", "KH QH"))
    return table


def test_the_opponent_may_let_the_contract_stand() -> None:
    """two-handed-bidding 14.2, prove_contract off: a choice of the opponent when it first matters."""
    table = doubt()
    assert asks(table) == [("proof?", 1)]
    (offer,) = table.game.legal(table.state, 1, table.mine(1)).offers
    assert isinstance(offer, ActionOffer)
    assert offer.labels == ("Ask for proof", "Let the contract stand")
    assert list(table.game.legal(table.state, 1, table.mine(1))) == list(offer.actions)
    assert str(table.game.check(table.state, AskProof(0, True))) == "It is B's turn."
    do(table, AskProof(1, False))
    assert (table.state.over, table.state.winner) == (True, 0)
    result = table.state.history[-1]
    assert (result.delta, result.made) == ((4, 0), True)
    assert "A's 20 stands without proof: 4 meld and 0 trick points (two-handed-bidding 14.2)" in result.why


def test_asked_for_proof_the_hand_goes_on_and_he_is_not_asked_again() -> None:
    """two-handed-bidding 14.2."""
    table = doubt()
    do(table, AskProof(1, True))
    assert asks(table) == [("card", 0)]
    assert table.game.check(table.state, AskProof(1, True)) is not None
    play(table, "JH", "10S")
    lay(table, ("marriage", "KC QC"))
    assert asks(table) == [("card", 0)]
    before = table.state
    table.hand()
    assert table.state.history[-1].made in (True, False)
    assert before.note("doubt") == "wanted"


def test_without_instant_win_only_the_end_of_a_hand_counts() -> None:
    """House rules, instant_win off."""
    table = started(scores=(149, 149), instant_win=False)
    play(table, "AH", "10S")
    lay(table, ("royal-marriage", "KH QH"))
    assert not table.state.over
    table.hand()
    assert table.state.history


# --- 15 Irregularities


def test_a_misplay_erases_meld_and_tricks_and_brings_the_bonus() -> None:
    """two-handed-bidding 15, enforcement = penalty: opponent + 25."""
    scoring = game(ID, enforcement="penalty").rules.scoring
    facts = Tally(("A", "B"), (20, 9), (12, 6), 0, 30, breaches=((0, 3),))
    assert scoring.score(facts).delta == (-30, 40)
    assert ("misplay", "B scores 25 for the misplay") in scoring.score(facts).why
    other = Tally(("A", "B"), (20, 9), (12, 6), 0, 30, breaches=((1, 0),))
    assert scoring.score(other).delta == (57, 0)
    block = game(ID).rules.scoring.score(other)
    assert block.delta == (32, 9), "block: the tricks alone, meld scored at once stays"


def test_penalty_mode_takes_an_illegal_card_and_judges_it() -> None:
    """house-rules.md: accepted and judged; an illegal meld stays impossible."""
    table = started(enforcement="penalty", hands={0: A.replace("9H", "9D")})
    play(table, "AH", "10S")
    assert refused(table, ("marriage", "KC QS")).code == "not_meld"
    to_trick_play(table)
    while not table.state.history:
        ask = table.game.due(table.state)[0]
        assert ask.seat is not None
        legal = [a.shown.slot for a in table.game.legal(table.state, ask.seat, table.mine(ask.seat))]
        wrong = [n for n in table.state.hand(ask.seat) if n not in legal]
        if wrong:
            cheat = act.Play(ask.seat, shown(table, (wrong[0],))[0])
            assert table.game.check(table.state, cheat, table.mine(ask.seat)) is None
            assert table.game.warning(table.state, cheat, table.mine(ask.seat)) is not None
            table.do(cheat)
        else:
            table.step()
    assert any("for the misplay" in line for line in table.state.history[-1].why)


def test_a_forfeit_loses_the_bid() -> None:
    """docs/engine.md 2: two laptops, a proven fault: with a contract it loses the bid."""
    table = started(bid=25)
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"))
    table.do(act.Forfeit(0))
    assert table.state.history[-1].delta == (-25, 25), "all 25 trick points of the pack"


def test_rules_in_force_say_when_the_game_is_won() -> None:
    from pinochle_lan.rules.text import rules

    text = " ".join(line for _, lines in rules(game(ID)) for line in lines)
    assert "150 wins at any moment" in text
    assert "once his bid is made." in text
    off = " ".join(line for _, lines in rules(game(ID, instant_win=False)) for line in lines)
    assert "at any moment" not in off
    penalty = " ".join(line for _, lines in rules(game(ID, enforcement="penalty")) for line in lines)
    assert "A misplay erases" in penalty
