"""A hand phase by phase at the table: deal, trump, passing, meld, giving up, play, scores."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers_rules import Dealer, game

from pinochle_lan.cards import Suit, cards, show
from pinochle_lan.rules import actions as act
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.ask import Ask, Sort

RUN = "AS 10S KS QS JS 9H 9H 9D 9D 9C 9C JC"


def bid_by(dealer: Dealer, declarer: int, number: int = 250) -> None:
    """An auction that ``declarer`` wins."""
    while dealer.state.declarer is None:
        ask = dealer.until("call", "name")
        if ask.kind == "call":
            assert ask.seat is not None
            dealer.do(act.Call(ask.seat, number if ask.seat == declarer else None))


def table(
    hands: dict[int, str] | None = None, declarer: int = 1, number: int = 250, **options: object
) -> Dealer:
    """A table whose auction is over, with stacked hands. Seat 0 deals."""
    dealer = Dealer(game(first_dealer=0, **options), 11)
    dealer.until("shuffle")
    dealer.stack(hands or {})
    bid_by(dealer, declarer, number)
    return dealer


def slots(dealer: Dealer, seat: int, text: str) -> tuple[int, ...]:
    """Slots of these faces in the seat's hand, lowest first."""
    found: list[int] = []
    for card in cards(text):
        found.append(next(n for n in dealer.state.hand(seat) if dealer.faces[n] == card and n not in found))
    return tuple(found)


def hand(dealer: Dealer, seat: int) -> str:
    return show(sorted((dealer.faces[n] for n in dealer.state.hand(seat)), key=str))


def same(text: str, other: str) -> bool:
    return Counter(text.split()) == Counter(other.split())


# --- deal


@pytest.mark.parametrize("packet", [1, 3, 4])
def test_twelve_cards_each_in_packets_from_the_dealers_left(packet: int) -> None:
    """partnership 3; README, deal mapping: slot 0 is the top, packets clockwise, dealer last."""
    playing = game(first_dealer=2, deal_packet=packet)
    dealer = Dealer(playing, 5)
    ask = _shuffle(dealer)
    assert ask.slot_map[: 4 * packet] == (3,) * packet + (0,) * packet + (1,) * packet + (2,) * packet
    assert [ask.slot_map.count(seat) for seat in range(4)] == [12] * 4
    dealer.step()
    asks = playing.due(dealer.state)
    assert [(a.kind, a.seat, a.sort) for a in asks] == [("deal", s, Sort.REVEAL) for s in (3, 0, 1, 2)]
    assert all(len(a.slots) == 12 for a in asks)


def _shuffle(dealer: Dealer) -> Ask:
    while dealer.game.due(dealer.state)[0].kind != "shuffle":
        dealer.step()
    return dealer.game.due(dealer.state)[0]


def test_the_deal_passes_left_whatever_happened() -> None:
    """partnership 3: played, thrown in or set."""
    dealer = Dealer(game(first_dealer=3, target=5000), 6)
    seen = []
    for _ in range(5):
        seen.append(dealer.state.dealer)
        dealer.hand()
    assert seen[1:] == [0, 1, 2, 3]


def test_a_missing_share_is_due_again() -> None:
    """docs/engine.md 2: what is missing is due; 6, trap 3: never count messages."""
    dealer = Dealer(game(first_dealer=0), 5)
    _shuffle(dealer)
    dealer.step()
    dealer.do(act.Dealt(1), act.Dealt(3))
    assert [a.seat for a in dealer.game.due(dealer.state)] == [2, 0]
    dealer.do()
    dealer.do(act.Dealt(0), act.Dealt(2))
    assert dealer.game.due(dealer.state)[0].kind == "call"


# --- trump


def test_declarer_names_any_suit_before_the_pass() -> None:
    """partnership 5."""
    dealer = table({1: RUN})
    legal = dealer.game.legal(dealer.state, 1, dealer.mine(1))
    assert list(legal) == [act.Name(1, suit) for suit in Suit]
    offer = legal.offers[0]
    assert dict(offer.meld)[Suit.SPADES] == 150
    dealer.do(act.Name(1, Suit.HEARTS))
    assert dealer.state.trump is Suit.HEARTS
    assert [a.kind for a in dealer.game.due(dealer.state)] == ["pass"]


def test_trump_that_needs_a_marriage() -> None:
    """House rules, trump_needs_marriage: K and Q of the suit are opened and stay open."""
    dealer = table({1: RUN}, trump_needs_marriage=True, pass_count=0)
    legal = dealer.game.legal(dealer.state, 1, dealer.mine(1))
    assert len(legal) == 1
    assert [suit for suit, _ in legal.offers[0].refused] == [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS]
    refusal = dealer.game.check(dealer.state, act.Name(1, Suit.HEARTS))
    assert str(refusal) == "You need the king and queen of hearts to name it."
    name = legal[0]
    assert dealer.game.opens(dealer.state, name) == slots(dealer, 1, "KS QS")
    dealer.do(name)
    assert all(dealer.state.slots[n].open for n in slots(dealer, 1, "KS QS"))


def test_without_any_marriage_the_bid_is_lost() -> None:
    """double-deck 5, by option here: all cards shown, -bid, the others 0."""
    none = "AC AD AH AS 10C 10D 10H 10S JC JD JH JS"
    dealer = table({1: none}, trump_needs_marriage=True)
    refusal = dealer.game.check(dealer.state, act.Name(1, None, ()))
    assert str(refusal) == "Show all 12 cards of your hand."
    (name,) = dealer.game.legal(dealer.state, 1, dealer.mine(1))
    dealer.do(name)
    result = dealer.state.history[-1]
    assert (result.delta, result.played, result.made) == ((0, -250), False, False)


# --- passing


def test_partner_first_then_back_from_sixteen() -> None:
    """partnership 6: 4 cards to declarer, who may pass back what he just received; both hands are 12
    again.
    """
    dealer = table({1: RUN, 3: "AC AC AD AD AH AH 10C 10C 10D 10D 10H 10H"})
    dealer.do(act.Name(1, Suit.SPADES))
    assert dealer.until("pass").seat == 3
    partner = slots(dealer, 3, "AC AD AH 10C")
    assert str(dealer.game.check(dealer.state, act.PassCards(3, partner[:3]))) == "Pick exactly 4 cards."
    foreign = (*partner[:3], dealer.state.hand(0)[0])
    assert str(dealer.game.check(dealer.state, act.PassCards(3, foreign))) == "That card is not in your hand."
    dealer.do(act.PassCards(3, partner))
    (remix,) = dealer.game.due(dealer.state)
    assert (remix.kind, remix.seat, remix.sort, len(remix.slots), len(remix.new)) == (
        "remix",
        1,
        Sort.AUTO,
        16,
        16,
    )
    assert remix.new == tuple(range(48, 64)), "counted on from the highest so far"
    dealer.step()
    assert dealer.until("pass").seat == 1
    assert dealer.state.hand(1) == remix.new
    assert same(hand(dealer, 1), f"{RUN} AC AD AH 10C")
    dealer.do(act.PassCards(1, slots(dealer, 1, "10C JC 9H 9H")))
    (again,) = dealer.game.due(dealer.state)
    assert (again.seat, len(again.slots), again.new) == (3, 12, tuple(range(64, 76)))
    dealer.step()
    assert same(hand(dealer, 3), "AC AD AH 10C 10D 10D 10H 10H 10C JC 9H 9H")
    assert len(dealer.state.hand(1)) == 12
    assert dealer.game.due(dealer.state)[0].kind == "meld", "only then is meld laid"


def test_passing_can_choose_every_four() -> None:
    dealer = table({1: RUN})
    dealer.do(act.Name(1, Suit.SPADES))
    legal = dealer.game.legal(dealer.state, 3, dealer.mine(3))
    assert len(legal) == 495
    assert legal.offers[0].receiver == 1
    assert legal[7] in legal
    assert act.PassCards(3, (0, 1, 2)) not in legal


@pytest.mark.parametrize("count", [2, 3])
def test_simultaneous_passing_mixes_both_hands_in_one_step(count: int) -> None:
    """House rules, pass_order: both choose before seeing the other packet; no share before both."""
    dealer = table({1: RUN}, pass_count=count, pass_order="simultaneous")
    dealer.do(act.Name(1, Suit.SPADES))
    first = dealer.state.hand(3)[:count]
    dealer.do(act.PassCards(3, first))
    assert [(a.kind, a.seat) for a in dealer.game.due(dealer.state)] == [("pass", 1)]
    assert len(dealer.state.hand(1)) == 12, "the partner's packet is not there yet"
    legal = dealer.game.legal(dealer.state, 1, dealer.mine(1, 3))
    assert all(n not in first for n in legal.offers[0].slots)
    dealer.do(act.PassCards(1, dealer.state.hand(1)[:count]))
    asks = dealer.game.due(dealer.state)
    assert [(a.kind, a.seat) for a in asks] == [("remix", 1), ("remix", 3)]
    assert asks[1].new[0] == asks[0].new[-1] + 1
    dealer.do(act.Remixed(3))
    assert [(a.kind, a.seat) for a in dealer.game.due(dealer.state)] == [("remix", 1)]


def test_no_passing() -> None:
    """House rules, pass_count 0."""
    dealer = table({1: RUN}, pass_count=0)
    dealer.do(act.Name(1, Suit.SPADES))
    assert [a.kind for a in dealer.game.due(dealer.state)] == ["meld"] * 4


def test_a_shown_marriage_stays_out_of_the_remix() -> None:
    """docs/engine.md 6, trap 7: face-down slots only."""
    dealer = table({1: RUN}, trump_needs_marriage=True)
    dealer.do(dealer.game.legal(dealer.state, 1, dealer.mine(1))[0])
    dealer.do(act.PassCards(3, dealer.state.hand(3)[:4]))
    (remix,) = dealer.game.due(dealer.state)
    assert len(remix.slots) == 14
    dealer.step()
    assert len(dealer.state.hand(1)) == 16


# --- meld


def melding(hands: dict[int, str] | None = None, number: int = 250, **options: object) -> Dealer:
    dealer = table(hands or {1: RUN}, 1, number, **({"pass_count": 0} | options))
    dealer.do(act.Name(1, Suit.SPADES))
    return dealer


def test_all_four_lay_in_one_step_and_take_the_cards_back_open() -> None:
    """partnership 8; docs/engine.md 3."""
    dealer = melding()
    asks = dealer.game.due(dealer.state)
    assert [(a.kind, a.seat, a.sort) for a in asks] == [("meld", s, Sort.REVEAL) for s in (1, 2, 3, 0)]
    shown = dealer.game.best_meld(dealer.state, 1, dealer.mine(1))
    assert tuple(one.slot for one in shown.shown) == tuple(sorted(slots(dealer, 1, "AS 10S KS QS JS")))
    assert dealer.game.opens(dealer.state, shown) == tuple(one.slot for one in shown.shown)
    dealer.step()
    assert dealer.game.meld_points(dealer.state)[1] >= 150
    assert all(dealer.state.slots[n].open for n in slots(dealer, 1, "AS 10S KS QS JS"))
    assert len(dealer.state.hand(1)) == 12
    view = dealer.game.view(dealer.state, None, {})
    assert view.seats[1].meld[0].title == "Run in spades"


def test_a_superfluous_card_is_refused_and_a_short_meld_counts_short() -> None:
    """docs/engine.md 6, trap 10."""
    dealer = melding()
    run = slots(dealer, 1, "AS 10S KS QS JS")
    more = tuple(Shown(n, dealer.faces[n]) for n in (*run, *slots(dealer, 1, "JC")))
    assert str(dealer.game.check(dealer.state, act.ShowMeld(1, more))).startswith(
        "The JC is in no meld that counts"
    )
    pair = tuple(Shown(n, dealer.faces[n]) for n in slots(dealer, 1, "KS QS"))
    assert dealer.game.check(dealer.state, act.ShowMeld(1, pair)) is None
    dealer.do(act.ShowMeld(1, pair))
    assert sum(meld.points for meld in dealer.state.melds[1]) == 40
    assert [a.seat for a in dealer.game.due(dealer.state)] == [2, 3, 0], "who is missing is due again"


def test_a_false_face_is_refused() -> None:
    dealer = melding()
    (slot,) = slots(dealer, 1, "9C")
    lie = act.ShowMeld(1, (Shown(slot, cards("9S")[0]),))
    assert str(dealer.game.check(dealer.state, lie, dealer.mine(1))) == "The card shown as 9S is the 9C."
    assert dealer.game.check(dealer.state, lie) is None, "without the face only the proof can tell"


def test_the_automatic_set_is_done_by_the_fold() -> None:
    """partnership 9: more than 250 short is not played, exactly 250 is."""
    none = {1: RUN, 3: "AC AC AD AD AH AH 10C 10C 10D 10D 10H 10H"}
    dealer = melding(none, number=400)
    dealer.step()
    assert dealer.game.due(dealer.state)[0].kind == "card"
    dealer = melding(none, number=410)
    others = sum(dealer.game.best_meld(dealer.state, s, dealer.mine(s)).shown != () for s in (0, 2))
    dealer.step()
    result = dealer.state.history[-1]
    assert (result.played, result.made, result.delta[1]) == (False, False, -410)
    assert result.delta[0] == result.meld[0]
    assert others
    assert "(partnership 9)" in result.why[0]
    assert melding(none, number=410, auto_set=False).step()


# --- giving up


def test_declarer_may_give_up_between_meld_and_the_first_lead_only() -> None:
    """partnership 9: not before meld, not after a card."""
    dealer = melding()
    early = dealer.game.check(dealer.state, act.GiveUp(1))
    assert str(early) == "Play comes later."
    dealer.step()
    legal = dealer.game.legal(dealer.state, 1, dealer.mine(1))
    assert legal.offers[0].may_give_up
    assert act.GiveUp(1) in legal
    meld = dealer.game.meld_points(dealer.state)
    before = dealer.state
    dealer.do(act.GiveUp(1))
    assert dealer.state.history[-1].delta == (meld[0], -250)
    dealer.state = before
    dealer.do(legal[0])
    assert str(dealer.game.check(dealer.state, act.GiveUp(1))) == "It is S's turn."
    dealer.until("card")
    for _ in range(3):
        dealer.step()
    seat = dealer.game.due(dealer.state)[0].seat
    assert seat is not None
    assert act.GiveUp(seat) not in dealer.game.legal(dealer.state, seat, dealer.mine(seat))


def test_giving_up_can_be_forbidden() -> None:
    """House rules, allow_concede."""
    dealer = melding(allow_concede=False)
    dealer.step()
    assert str(dealer.game.check(dealer.state, act.GiveUp(1))) == "This hand cannot be given up now."
    assert act.GiveUp(1) not in list(dealer.game.legal(dealer.state, 1, dealer.mine(1)))


def test_where_another_leads_declarer_is_asked_first() -> None:
    """docs/engine.md 2, give up: a choice place ``go`` of declarer before the lead (first_leader)."""
    dealer = melding(first_leader="left_of_dealer")
    dealer.step()
    assert (dealer.until("go").seat, dealer.until("go").kind) == (1, "go")
    assert dealer.game.kind_of(act.GiveUp(1)) == "go"
    assert list(dealer.game.legal(dealer.state, 1, {})) == [act.GoOn(1), act.GiveUp(1)]
    stays = dealer.state
    dealer.do(act.GoOn(1))
    assert dealer.until("card").seat == 1, "left of dealer 0"
    dealer.state = stays
    dealer.do(act.GiveUp(1))
    assert dealer.state.history[-1].played is False


# --- play


def playing(hands: dict[int, str], **options: object) -> Dealer:
    dealer = melding(hands, **options)
    dealer.step()
    return dealer


SPLIT = {
    0: "AC AC 10C 10C KC KC QC QC JC JC 9C 9C",
    1: "AS 10S KS QS JS 9S AD 10D KD QD JD 9D",
    2: "AH AH 10H 10H KH KH QH QH JH JH 9H 9H",
    3: "AS 10S KS QS JS 9S AD 10D KD QD JD 9D",
}


def play(dealer: Dealer, seat: int, text: str) -> act.Play:
    known = [n for n in slots(dealer, seat, text) if dealer.state.slots[n].open]
    open_ones = [
        n for n in dealer.state.hand(seat) if dealer.state.slots[n].open and str(dealer.faces[n]) == text
    ]
    slot = (open_ones or known or list(slots(dealer, seat, text)))[0]
    return act.Play(seat, Shown(slot, dealer.faces[slot]))


def test_declarer_leads_and_turns_go_left() -> None:
    """partnership 1 and 10."""
    dealer = playing(SPLIT)
    for seat, card in ((1, "KS"), (2, "AH"), (3, "AS"), (0, "9C")):
        assert dealer.until("card").seat == seat
        wrong = play(dealer, (seat + 1) % 4, str(dealer.faces[dealer.state.hand((seat + 1) % 4)[0]]))
        assert str(dealer.game.check(dealer.state, wrong)).endswith("'s turn.")
        dealer.do(play(dealer, seat, card))
    assert dealer.state.winners == (3,)
    assert dealer.state.points == (0, 30)
    assert dealer.until("card").seat == 3, "the winner leads next (partnership 11)"


def test_a_refusal_quotes_the_section_of_the_rules() -> None:
    """partnership 10.3b."""
    dealer = playing(SPLIT)
    dealer.do(play(dealer, 1, "KS"))
    dealer.do(play(dealer, 2, "AH"))
    refusal = dealer.game.check(dealer.state, play(dealer, 3, "9S"), dealer.mine(3))
    assert refusal is not None
    assert (str(refusal), refusal.rule) == ("You must beat the king. Play AS or 10S.", "partnership 10.3b")
    offer = dealer.game.view(dealer.state, 3, dealer.mine(3)).offers[0]
    assert {why.rule for _, why in offer.refused} == {"partnership 10.3b", "partnership 10.3"}
    assert {str(dealer.faces[n]) for n in offer.slots} == {"AS", "10S"}


def test_the_open_copy_goes_first() -> None:
    """docs/engine.md 6, trap 6: playing the hidden twin would make two honest logs possible."""
    dealer = playing(
        SPLIT | {0: "KC KC QC JC 9H 9H AC AC 10C 10C JC 9C", 2: "AH AH 10H 10H KH KH QH QH JH JH 9C QC"}
    )
    dealer.do(play(dealer, 1, "9S"))
    dealer.do(play(dealer, 2, "9C"))
    dealer.do(play(dealer, 3, "JS"))
    open_king = [
        n for n in dealer.state.hand(0) if dealer.state.slots[n].open and str(dealer.faces[n]) == "KC"
    ]
    hidden = [n for n in dealer.state.hand(0) if n not in open_king and str(dealer.faces[n]) == "KC"]
    assert len(open_king) == len(hidden) == 1
    twin = act.Play(0, Shown(hidden[0], dealer.faces[hidden[0]]))
    assert str(dealer.game.check(dealer.state, twin)) == "Play the KC that everybody has seen first."
    assert hidden[0] not in dealer.game.legal(dealer.state, 0, dealer.mine(0)).offers[0].slots


def test_a_breach_that_open_cards_show_is_refused_on_arrival() -> None:
    """docs/engine.md 3: public forbidden faces, checked by everybody at once."""
    dealer = playing(SPLIT)
    dealer.do(play(dealer, 1, "KS"))
    dealer.do(play(dealer, 2, "AH"))
    assert str(dealer.game.check(dealer.state, play(dealer, 3, "9D"))) == "You have spades. Follow suit."


def test_what_nobody_can_see_yet_passes_on_arrival_and_is_found_at_the_end() -> None:
    """README, found out later: a later card proves the breach; trick points 0, meld without an earlier
    trick lost.
    """
    quiet = {
        0: "AC AC 10C 10C AD AD 10D 10D JC JC 9C 9C",
        1: "AS 10S KS 9S AS 10S 9D 9D JD JD 9S QD",
        2: "AH AH 10H 10H KH KH JH JH 9H 9H JS JS",
        3: "KC KC KD KD QH QH KS QS QS QC QC QD",
    }
    dealer = playing(quiet)
    dealer.do(play(dealer, 1, "AS"))
    cheat = play(dealer, 2, "9H")
    assert str(dealer.game.check(dealer.state, cheat, dealer.mine(2))) == "You have spades. Follow suit."
    assert dealer.game.check(dealer.state, cheat) is None
    dealer.do(cheat)
    dealer.hand()
    result = dealer.state.history[-1]
    assert result.tricks[0] == 0
    assert "NS broke a rule of play: no trick points (partnership 15)" in result.why
    assert result.tricks[1] < 250, "the other side keeps only its own"


def test_penalty_mode_plays_the_illegal_card_and_judges_it() -> None:
    """docs/engine.md 2, penalty mode: a revoke counts as played."""
    dealer = playing(SPLIT, enforcement="penalty", penalty_revoke=True)
    dealer.do(play(dealer, 1, "KS"))
    dealer.do(play(dealer, 2, "AH"))
    revoke = play(dealer, 3, "9D")
    assert dealer.game.check(dealer.state, revoke, dealer.mine(3)) is None
    assert str(dealer.game.warning(dealer.state, revoke, dealer.mine(3))) == "You have spades. Follow suit."
    assert revoke not in dealer.game.legal(dealer.state, 3, dealer.mine(3))
    dealer.do(revoke)
    dealer.hand()
    assert dealer.state.history[-1].tricks[1] == 0


def test_the_last_trick_brings_ten() -> None:
    """partnership 12: 250 points in every hand."""
    dealer = playing(SPLIT)
    totals = []
    dealer.watch.append(lambda d, actions, before: totals.append(sum(d.state.points)))
    dealer.hand()
    assert sum(dealer.state.history[-1].tricks) == 250
    assert max(totals) <= 250


def test_all_twelve_tricks_win_the_game_by_option() -> None:
    """House rules, all_tricks_wins."""
    dealer = playing(SPLIT, all_tricks_wins=True)
    dealer.hand()
    assert dealer.state.winner == 1
    assert dealer.state.scores[1] < 1500
    assert dealer.game.due(dealer.state) == ()
    assert dealer.game.view(dealer.state, 0, {}).over


def test_the_game_ends_and_nothing_is_due_any_more() -> None:
    """partnership 14; docs/log.md 5: after the last hand no shuffle is due."""
    dealer = playing(SPLIT, target=500)
    dealer.hand()
    assert dealer.state.winner == 1
    assert dealer.game.due(dealer.state) == ()
    assert str(dealer.game.check(dealer.state, act.Ready())) == "The game is over."


# --- misdeal claims


def test_nines_may_ask_for_a_new_deal() -> None:
    """House rules, nines_redeal: same dealer, new shuffle without ready, instead of the first call."""
    dealer = Dealer(game(first_dealer=0, nines_redeal=5), 2)
    _shuffle(dealer)
    dealer.stack({1: "9C 9C 9D 9D 9H AC AD AH AS 10C 10D 10H", 2: "9S 9S 9H AC AD AH AS 10C 10D 10H KS KS"})
    dealer.until("call")
    legal = dealer.game.legal(dealer.state, 1, dealer.mine(1))
    claim = next(a for a in legal if isinstance(a, act.Claim))
    assert legal.offers[-1].actions == (claim,)
    few = act.Claim(1, "nines", claim.shown[:4])
    assert (
        str(dealer.game.check(dealer.state, few))
        == "Show at least 5 nines and nothing else to ask for a new deal."
    )
    assert dealer.game.check(dealer.state, claim) is None
    dealer.do(claim)
    assert (dealer.state.dealer, dealer.state.deals) == (0, 2)
    assert dealer.game.due(dealer.state)[0].kind == "shuffle"
    dealer.step()
    assert dealer.game.due(dealer.state)[0].kind == "deal"


def test_a_claim_comes_before_the_first_call_only() -> None:
    dealer = Dealer(game(first_dealer=0, nines_redeal=5), 2)
    _shuffle(dealer)
    dealer.stack({1: "9C 9C 9D 9D 9H AC AD AH AS 10C 10D 10H"})
    dealer.until("call")
    claim = next(a for a in dealer.game.legal(dealer.state, 1, dealer.mine(1)) if isinstance(a, act.Claim))
    dealer.do(act.Call(1, 250))
    dealer.do(act.Call(2, 260))
    dealer.do(act.Call(3, None))
    dealer.do(act.Call(0, None))
    assert str(dealer.game.check(dealer.state, claim)) == "This hand cannot ask for a new deal."
    assert all(not isinstance(a, act.Claim) for a in dealer.game.legal(dealer.state, 1, dealer.mine(1)))


# --- forfeit


def test_a_forfeit_ends_the_hand_at_any_moment() -> None:
    """docs/engine.md 2, two laptops: proven fault, the other side scores its meld and all trick points."""
    dealer = playing(SPLIT)
    meld = dealer.game.meld_points(dealer.state)
    dealer.do(play(dealer, 1, "KS"))
    dealer.do(act.Forfeit(2))
    assert dealer.state.history[-1].delta == (0, meld[1] + 250)
    assert dealer.game.due(dealer.state)[0].kind == "shuffle"


def test_the_score_sheet_is_shown_until_the_next_deal() -> None:
    """docs/log.md 5: people look at the sheet while the next shuffle runs; a void hand shows none."""
    dealer = playing(SPLIT)
    dealer.hand()
    words = []
    while dealer.game.due(dealer.state)[0].kind != "call":
        words.append(dealer.game.view(dealer.state, 0, {}).phase)
        dealer.step()
    assert words == ["score", "score", "deal"]
    void = Dealer(game(first_dealer=0, all_pass="redeal_next"), 3)
    for seat in (1, 2, 3, 0):
        void.until("call")
        void.do(act.Call(seat, None))
    assert void.game.view(void.state, 0, {}).phase == "deal"
