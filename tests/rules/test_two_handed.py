"""The stock game for two, by sections of docs/rules/two-handed.md; what two-person does differently."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from helpers_rules import Dealer, game
from helpers_stock import (
    dealt,
    do,
    down,
    lay,
    laying,
    offered,
    play,
    quiet,
    refused,
    shown,
    slots,
    to_the_last_trick,
)

from pinochle_lan.cards import FACES, Suit, card
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import zones
from pinochle_lan.rules.actions import Lay, Take
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.errors import OptionError
from pinochle_lan.rules.tricks import winner
from pinochle_lan.rules.view import ActionOffer, MeldOffer, PlayOffer

ID = "two-handed"
BOTH = ["two-handed", "two-person"]
A = "AH 10H KH QH JH 9H KC QC KS QS JD 9C"
B = "AC AC 10C 10C AD AD 10D 10D AS AS 10S 10S"


def asks(table: Dealer) -> list[tuple[str, int | None]]:
    return [(ask.kind, ask.seat) for ask in table.game.due(table.state)]


# --- 3 Deal and 5 Trump


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("packet", [1, 3, 4])
def test_twelve_each_the_next_card_turned_up_and_the_stock(name: str, packet: int) -> None:
    """two-handed 3, two-person 3: non-dealer first, card 25 turned up; README, deal mapping."""
    table = Dealer(game(name, first_dealer=0, deal_packet=packet), 3)
    table.until("shuffle")
    (ask,) = table.game.due(table.state)
    assert ask.slot_map[: 2 * packet] == (1,) * packet + (0,) * packet
    assert ask.slot_map[24:] == ("turn-up", *("stock",) * 23)
    table.step()
    due = table.game.due(table.state)
    assert [(one.kind, one.seat, len(one.slots)) for one in due] == [
        ("deal", 1, 12),
        ("deal", 0, 12),
        ("show", None, 1),
    ]
    assert all(one.sort is Sort.REVEAL for one in due), "one step"
    table.step()
    up = table.game.view(table.state, None, {}).turn_up
    assert up is not None
    assert up.card is not None
    assert table.state.trump is up.card.suit
    assert table.game.view(table.state, None, {}).stock_left == 24


@pytest.mark.parametrize("name", BOTH)
def test_the_dealer_scores_a_turned_nine(name: str) -> None:
    """two-handed 3, two-person 5: 10 at once; an option."""
    table = dealt(name, {"turn-up": "9H"})
    assert table.game.meld_points(table.state) == (0, 10)
    assert table.game.meld_points(dealt(name, {"turn-up": "9H"}, dealer_scores_turned_dix=False).state) == (
        0,
        0,
    )
    assert table.game.meld_points(dealt(name, {"turn-up": "10H"}).state) == (0, 0)


def test_first_dealers() -> None:
    """two-handed 3: random; two-person 3: the higher card, equal ones draw again."""
    assert game("two-handed").options["first_dealer"] == "random"
    seen = []
    for seed in range(12):
        table = Dealer(game("two-person"), seed)
        table.until("shuffle")
        last = dict(table.state.drawn[-2:])
        dealer = table.state.dealer
        assert dealer is not None
        assert last[dealer].rank.strength > last[1 - dealer].rank.strength
        seen.append(len(table.state.drawn))
    assert max(seen) > 2, "some drew twice"


def test_the_deal_alternates() -> None:
    """two-handed 3."""
    table = Dealer(game(ID, first_dealer=0, target=5000), 5)
    table.hands(3)
    assert [result.dealer for result in table.state.history] == [0, 1, 0]


# --- 6 Phase 1


@pytest.mark.parametrize("name", BOTH)
def test_no_duty_at_all_while_the_stock_lasts(name: str) -> None:
    """two-handed 10, two-person 10: any card, from hand or table, also against a trump led."""
    table = dealt(name, {0: A, 1: B})
    play(table, "AH")
    legal = table.game.legal(table.state, 1, table.mine(1))
    assert len(legal) == 12
    (offer,) = legal.offers
    assert isinstance(offer, PlayOffer)
    assert (len(offer.slots), offer.refused) == (12, ())
    play(table, "AC")
    assert table.state.winners == (0,)


def test_the_winner_draws_first_then_both_hands_are_mixed() -> None:
    """two-handed 6.3; docs/engine.md 5: one step of two remixes of the face-down slots."""
    table = dealt(ID, {0: A, 1: B})
    top = zones.in_zone(table.state.slots, zones.STOCK)[:2]
    play(table, "9C", "AC")
    first, second = table.game.due(table.state)
    assert [(first.kind, first.seat), (second.kind, second.seat)] == [("remix", 1), ("remix", 0)]
    assert top[0] in first.slots
    assert top[1] in second.slots
    assert (len(first.slots), len(second.slots)) == (12, 12)
    assert second.new[0] == first.new[-1] + 1
    table.step()
    assert asks(table) == [("lay", 1)]
    assert table.game.view(table.state, 0, table.mine(0)).stock_left == 22


def test_without_remixes_the_drawn_cards_are_dealt() -> None:
    """deal.remix_draws off: the two shares alone."""
    table = dealt(ID, {0: A, 1: B}, deal__remix_draws=False)
    top = zones.in_zone(table.state.slots, zones.STOCK)[:2]
    play(table, "9C", "AC")
    assert [(ask.kind, ask.seat, ask.slots) for ask in table.game.due(table.state)] == [
        ("deal", 1, top[:1]),
        ("deal", 0, top[1:]),
    ]


def test_only_the_winner_melds_and_declining_is_final() -> None:
    """two-handed 6.4."""
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    assert table.until("lay").seat == 0
    other = table.game.check(table.state, Lay(1), table.mine(1))
    assert str(other) == "It is A's turn."
    assert not table.game.legal(table.state, 1, table.mine(1))
    do(table, Lay(0))
    assert asks(table) == [("card", 0)]
    assert str(table.game.check(table.state, Lay(0))) == "Melding comes later."


def test_a_meld_lies_on_the_table_and_stays_out_of_the_mix() -> None:
    """two-handed 6, 7.7 and 8: points at once; docs/engine.md 6, trap 7."""
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"))
    assert down(table, 0) == ["KC", "QC"]
    assert table.game.meld_points(table.state) == (20, 0)
    view = table.game.view(table.state, 1, table.mine(1))
    assert sorted(str(one.card) for one in view.seats[0].table) == ["KC", "QC"]
    assert (view.seats[0].meld[0].title, view.seats[0].meld_points) == ("Marriage in clubs", 20)
    assert len(view.seats[0].hand) == 10
    play(table, "KC*", "10S")
    (mine, _) = sorted(table.game.due(table.state), key=lambda ask: ask.seat or 0)
    assert len(mine.slots) == 11, "ten of the hand and the drawn one"
    assert table.game.meld_points(table.state) == (20, 0), "the card is played, the points stay"
    assert down(table, 0) == ["QC"]


def test_a_card_from_the_table_needs_no_opening() -> None:
    """docs/engine.md 3, card: opening (none if open)."""
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"))
    (king,) = slots(table, 0, "KC*")
    assert table.game.opens(table.state, act.Play(0, shown(table, (king,))[0])) == ()
    (hidden,) = slots(table, 0, "KS")
    assert table.game.opens(table.state, act.Play(0, shown(table, (hidden,))[0])) == (hidden,)


def test_what_is_laid_is_checked_by_everybody() -> None:
    """docs/engine.md 5: meld legality from records in full, nothing later; refusals quote the rule."""
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    two = refused(table, ("marriage", "KC QC"), ("marriage", "KS QS"))
    assert (str(two), two.rule) == ("Only 1 meld after each trick.", "two-handed 7.1")
    assert refused(table, ("pinochle", "KC JD")).rule == "two-handed 7.2"
    lay(table, ("marriage", "KS QS"))
    play(table, "KH", "10S")
    again = refused(table, ("marriage", "KS* QS*"))
    assert (str(again), again.rule) == ("Add at least one card from your hand.", "two-handed 7.3")
    lay(table, ("pinochle", "QS* JD"))
    assert table.game.meld_points(table.state) == (60, 0)


def test_others_cards_and_played_cards_cannot_be_laid() -> None:
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    table.until("lay")
    foreign = shown(table, slots(table, 1, "AC"))
    made = Lay(0, (act.Laid("dix", foreign),))
    assert table.game.check(table.state, made, table.mine(0, 1)) is not None
    won = next(n for n, slot in enumerate(table.state.slots) if slot.zone == zones.WON)
    gone = Lay(0, (act.Laid("dix", shown(table, (won,))),))
    refusal = table.game.check(table.state, gone)
    assert str(refusal) == "A card of that meld is not in your hand or on your table."
    lie = Lay(0, (act.Laid("dix", (act.Shown(slots(table, 0, "KC")[0], card("9H")),)),))
    assert str(table.game.check(table.state, lie, table.mine(0))) == "The card shown as 9H is the KC."


def test_the_offer_lists_melds_and_the_empty_lay() -> None:
    """The choice is never empty: declining is always one of the options."""
    table = dealt(
        ID, {0: "9C 9C 9D 9D 10C 10C 10D 10D JC JC AS AS", 1: "AC AC KC KD 9S 9S JS JS JH JH 10H 10S"}
    )
    play(table, "AS", "9S")
    table.until("lay")
    legal = table.game.legal(table.state, 0, table.mine(0))
    assert legal[0] == Lay(0)
    (offer,) = legal.offers
    assert isinstance(offer, MeldOffer)
    assert (offer.kind, offer.most) == ("lay", 1)


def test_where_nothing_can_be_laid_the_program_declines() -> None:
    """docs/engine.md 5, lay: empty = declined, sent by the program; the place is due all the same."""
    table = dealt(ID, {0: A, 1: B})
    assert table.game.by_itself(table.state, 0, table.mine(0)) is None
    play(table, "9C", "AC")
    assert table.until("lay").seat == 1
    able = any(len(action.melds) for action in table.game.legal(table.state, 1, table.mine(1)))
    assert table.game.by_itself(table.state, 1, table.mine(1)) == (None if able else Lay(1))
    assert table.game.by_itself(table.state, 0, table.mine(0)) is None
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    table.until("lay")
    assert table.game.by_itself(table.state, 0, table.mine(0)) is None, "a marriage can be laid"


def test_melding_before_the_draw() -> None:
    """house-rules.md, meld_timing: the winner melds from eleven cards, then both draw."""
    table = dealt(ID, {0: A, 1: B}, meld_timing="before_draw")
    play(table, "AH", "10S")
    assert asks(table) == [("lay", 0)]
    assert len(table.state.hand(0)) == 11
    lay(table, ("dix-exchange", "9H"), ("royal-marriage", "KH QH"))
    asked = table.game.due(table.state)
    assert [(ask.kind, ask.seat) for ask in asked] == [("remix", 0), ("remix", 1)]
    assert len(asked[0].slots) == 10, "nine left, the turn-up and the drawn card"
    table.step()
    assert asks(table) == [("card", 0)]


@pytest.mark.parametrize("timing", ["after_draw", "before_draw"])
@pytest.mark.parametrize("remix", [True, False])
def test_twelve_cards_each_after_every_draw(timing: str, remix: bool) -> None:
    """docs/engine.md 6, trap 12: hand and table together."""
    table = Dealer(game(ID, meld_timing=timing, deal__remix_draws=remix), 9)

    def count(played: Dealer, actions: Any, before: Any) -> None:
        due = [ask.kind for ask in played.game.due(played.state)]
        if played.state.trick or due != ["card"] or len(played.state.winners) > 12:
            return
        sizes = [len(played.state.hand(s)) + len(down(played, s)) for s in range(2)]
        assert sizes == [12, 12]

    table.watch.append(count)
    table.hands(2)
    assert len(table.state.history) == 2


# --- 6 The nine of trump


def test_the_first_nine_is_exchanged_besides_the_meld() -> None:
    """two-handed 6: 10 points, the slot stays free, the card received may be used in the other meld."""
    table = dealt(ID, {0: A.replace("QH", "9S"), 1: B})
    play(table, "JH", "10S")
    table.until("lay")
    (offer,) = table.game.legal(table.state, 0, table.mine(0)).offers
    assert isinstance(offer, MeldOffer)
    assert offer.most == 2
    assert offer.melds[0].title == "Nine of hearts for the QH"
    assert "royal-marriage" in [meld.name for meld in offer.exchanged]
    lay(table, ("dix-exchange", "9H"), ("royal-marriage", "KH turn-up"))
    assert table.game.meld_points(table.state) == (50, 0)
    view = table.game.view(table.state, None, {})
    assert view.turn_up is not None
    assert str(view.turn_up.card) == "9H"
    assert down(table, 0) == ["KH", "QH"]
    assert asks(table) == [("card", 0)], "nothing of it is left to be mixed in"
    assert table.state.trump is Suit.HEARTS


def test_an_exchanged_card_left_in_the_hand_is_mixed_before_the_next_card() -> None:
    """docs/engine.md 5, exchange; docs/sealed-deal.md 4, remix."""
    table = dealt(ID, {0: A, 1: B}, deal__remix_draws=False)
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"), ("dix-exchange", "9H"))
    (ask,) = table.game.due(table.state)
    assert (ask.kind, ask.seat, len(ask.slots)) == ("remix", 0, 10)
    table.step()
    view = table.game.view(table.state, 1, table.mine(1))
    assert all(one.card is None for one in view.seats[0].hand)


def test_the_second_nine_uses_the_slot() -> None:
    """two-handed 6: simply shown for 10; whoever holds it."""
    table = dealt(ID, {0: A, 1: "9H " + B.removeprefix("AC ")})
    play(table, "AH", "10S")
    lay(table, ("dix-exchange", "9H"))
    play(table, "JD", "AD")
    king = next(str(table.faces[n]) for n in table.state.hand(1) if str(table.faces[n]) != "9H")
    assert refused(table, ("dix", "9H"), ("kings", king)).code == "meld_limit"
    lay(table, ("dix", "9H"))
    assert table.game.meld_points(table.state) == (10, 10)
    assert down(table, 1) == ["9H"]


def test_a_turned_nine_makes_the_other_a_second_one() -> None:
    """two-handed 6: no exchange, 10 points with the slot."""
    table = dealt(ID, {0: A, 1: B, "turn-up": "9H"})
    play(table, "AH", "10S")
    table.until("lay")
    assert "dix-exchange" not in offered(table, 0)
    assert refused(table, ("dix-exchange", "9H")).rule == "two-handed 6"
    assert refused(table, ("dix", "9H"), ("marriage", "KC QC")).code == "meld_limit"
    lay(table, ("dix", "9H"))
    assert table.game.meld_points(table.state) == (10, 10)


def test_without_the_exchange_every_nine_is_shown() -> None:
    """house-rules.md, dix_exchange off."""
    table = dealt(ID, {0: A, 1: B}, dix_exchange=False)
    play(table, "AH", "10S")
    assert refused(table, ("dix-exchange", "9H")).code == "no_exchange"
    lay(table, ("dix", "9H"))
    assert table.game.meld_points(table.state) == (10, 0)


# --- 6 The last draw


def last_draw(**options: Any) -> Dealer:
    table = dealt(ID, {0: A, 1: B}, **options)
    to_the_last_trick(table)
    return table


def test_the_winner_takes_either_of_the_last_two() -> None:
    """two-handed 6, last draw."""
    for turn_up in (False, True):
        table = last_draw()
        (down_,) = zones.in_zone(table.state.slots, zones.STOCK)
        (up,) = zones.in_zone(table.state.slots, zones.TURN_UP)
        faces = table.faces[down_], table.faces[up]
        quiet(table)
        quiet(table)
        ask = table.until("take")
        winner_ = ask.seat
        assert winner_ is not None
        (offer,) = table.game.legal(table.state, winner_, table.mine(winner_)).offers
        assert isinstance(offer, ActionOffer)
        assert offer.labels == ("Take the face-down card", "Take the QH")
        assert list(table.game.legal(table.state, winner_, table.mine(winner_))) == list(offer.actions)
        do(table, Take(winner_, turn_up))
        assert asks(table) == [("remix", winner_), ("remix", 1 - winner_)]
        table.step()
        mine = [table.faces[n] for n in table.state.hand(winner_)]
        assert faces[turn_up] in mine
        assert asks(table) == [("lay", winner_)]
        assert "dix-exchange" not in offered(table, winner_)
        do(table, Lay(winner_))
        assert asks(table) == [("card", winner_)]
        assert table.game.view(table.state, None, {}).phase == "play"


def test_no_choice_of_the_last_draw() -> None:
    """house-rules.md, last_draw_choice: the fold gives the winner the face-down card and shows it."""
    table = last_draw(last_draw_choice=False)
    (hidden,) = zones.in_zone(table.state.slots, zones.STOCK)
    quiet(table)
    quiet(table)
    won = table.state.leader
    assert won is not None
    due = table.game.due(table.state)
    assert [(ask.kind, ask.seat) for ask in due] == [("show", None), ("remix", won), ("remix", 1 - won)]
    assert (due[0].zone, due[0].slots) == ("stock", (hidden,))
    table.step()
    assert asks(table) == [("lay", won)]


def exchanged_and_drawn(table: Dealer, taker: int) -> None:
    """A exchanges the nine; ``taker`` ends with it after the last draw."""
    play(table, "AH", "10S")
    lay(table, ("dix-exchange", "9H"))
    to_the_last_trick(table)
    quiet(table)
    quiet(table)
    ask = table.until("take")
    assert ask.seat is not None
    do(table, Take(ask.seat, ask.seat == taker))
    table.until("lay")


@pytest.mark.parametrize("taker", [0, 1])
def test_a_nine_scores_once_in_a_hand(taker: int) -> None:
    """two-handed 6: whoever draws the exchanged nine at the last draw scores nothing for it."""
    table = dealt(ID, {0: A, 1: B})
    exchanged_and_drawn(table, taker)
    nine = [n for n in table.state.hand(taker) if table.state.slots[n].card == card("9H")]
    assert len(nine) == 1, "it stays open, or it could be shown again as the other nine"
    if table.game.due(table.state)[0].seat == taker:
        again = Lay(taker, (act.Laid("dix", shown(table, tuple(nine))),))
        refusal = table.game.check(table.state, again, table.mine(taker))
        assert str(refusal) == "This nine already counts in a dix exchange."
    table.hand()
    assert table.state.history[-1].meld[0] >= 10


# --- 10 to 12 Phase 2


@pytest.mark.parametrize("name", BOTH)
def test_melds_go_back_to_the_hand_and_duties_begin(name: str) -> None:
    """two-handed 10: the winner of trick 12 leads; follow, beat, trump; no more melds."""
    table = dealt(name, {0: A, 1: B})
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"))
    to_the_last_trick(table)
    quiet(table)
    quiet(table)
    while len(table.state.winners) < 12 or table.game.due(table.state)[0].kind != "card":
        quiet(table)
    assert table.state.leader == table.state.winners[-1]
    assert [len(table.state.hand(seat)) for seat in range(2)] == [12, 12]
    assert not zones.in_zone(table.state.slots, zones.MELD)
    assert table.game.view(table.state, None, {}).phase == "play"
    kinds = []
    while not table.state.history:
        kinds.append(table.game.due(table.state)[0].kind)
        table.step()
    assert kinds == ["card"] * 24, "a fully played hand settles nothing"


def test_a_refusal_in_phase_2_quotes_the_section() -> None:
    """two-handed 10."""
    table = to_phase_2(4)
    table.step()
    seat = 1 - (table.state.leader or 0)
    (offer,) = table.game.legal(table.state, seat, table.mine(seat)).offers
    assert isinstance(offer, PlayOffer)
    assert len(offer.slots) < 12, "this deal has a duty"
    for _, refusal in offer.refused:
        assert refusal.rule in ("two-handed 10.1", "two-handed 10.2")


def to_phase_2(seed: int, name: str = ID, **options: Any) -> Dealer:
    table = Dealer(game(name, first_dealer=1, **options), seed)
    while len(table.state.winners) < 12 or table.game.due(table.state)[0].kind != "card":
        table.step()
    return table


def test_open_and_hidden_copies_are_the_players_choice() -> None:
    """docs/engine.md 6, trap 6: stock games: the player says which."""
    table = dealt(ID, {0: "KC KC QC AH AH 10H 10H KH KH QH JH JH", 1: B})
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"))
    while table.game.view(table.state, None, {}).phase != "play":
        ask = table.game.due(table.state)[0]
        if ask.kind == "card" and ask.seat == 0:
            other = next(n for n in table.state.hand(0) if table.faces[n] != card("KC"))
            table.do(act.Play(0, shown(table, (other,))[0]))
        else:
            quiet(table)
    kings = [n for n in table.state.hand(0) if table.faces[n] == card("KC")]
    assert sorted(table.state.slots[n].open for n in kings) == [False, True]
    if table.game.due(table.state)[0].seat == 0:
        legal = list(table.game.legal(table.state, 0, table.mine(0)))
        assert all(act.Play(0, shown(table, (n,))[0]) in legal for n in kings)


def test_F04_phase_2_against_a_plain_reading() -> None:
    """two-handed 10: every led card, every pair of cards held, all trumps."""
    following = game(ID).rules.following
    for trump, led in itertools.product((Suit.HEARTS, Suit.CLUBS), FACES):
        for one, other in itertools.combinations(FACES, 2):
            hand = (one, other)
            suited = [c for c in hand if c.suit is led.suit]
            higher = [c for c in suited if c.rank.strength > led.rank.strength]
            trumps = [c for c in hand if c.suit is trump]
            expected = higher or suited or trumps or list(hand)
            assert list(following.legal(hand, (led,), trump)) == expected


def test_F05_the_follower_wins_only_with_a_higher_card_or_a_trump() -> None:
    """two-handed 11: every pair of cards; identical cards: the leader."""
    for led, second in itertools.product(FACES, FACES):
        follower = (led.suit is second.suit and second.rank.strength > led.rank.strength) or (
            second.suit is Suit.HEARTS and led.suit is not Suit.HEARTS
        )
        assert winner((led, second), Suit.HEARTS) == int(follower)


def test_all_tricks_count_here_and_only_later_ones_in_two_person() -> None:
    """two-handed 12: 250 together; two-person 12: the cards of later play and 10."""
    table = Dealer(game(ID, target=5000), 7)
    table.hands(3)
    assert all(sum(result.tricks) == 250 for result in table.state.history)
    table = to_phase_2(7, "two-person")
    assert table.state.points == (0, 0)
    later = [table.faces[n] for seat in range(2) for n in table.state.hand(seat)]
    view = table.game.view(table.state, None, {})
    assert {trick.points for trick in view.tricks} == {0}
    table.hand()
    worth = table.game.rules.counters.of_cards(later) + 10
    assert sum(table.state.history[-1].tricks) == worth


# --- 13, 14 Scores and end


@pytest.mark.parametrize(
    ("points", "rounded"),
    [(117, 120), (42, 40), (116, 110), (127, 130), (120, 120), (121, 120), (129, 130)],
)
def test_units_of_seven_and_more_go_up(points: int, rounded: int) -> None:
    """two-person 13; each player is rounded separately."""
    from pinochle_lan.rules.score import Tally

    for name in BOTH:
        score = game(name).rules.scoring.score(Tally(("A", "B"), (200, 0), (points, 250 - points)))
        assert score.delta[0] == 200 + rounded
        exact = game(name, rounding="none").rules.scoring.score(Tally(("A", "B"), (200, 0), (points, 0)))
        assert exact.delta[0] == 200 + points


@pytest.mark.parametrize(("name", "target", "raised"), [(ID, 1200, 1450), ("two-person", 1000, 1250)])
def test_F01_exactly_on_the_target(name: str, target: int, raised: int) -> None:
    """two-handed 14, two-person 14: on the target wins in both seatings; both there raises it for good."""
    end = game(name).rules.end
    assert end.after_hand((target, target - 10), None, target) == (0, target)
    assert end.after_hand((target - 10, target), None, target) == (1, target)
    assert end.after_hand((target, target), None, target) == (None, raised)
    assert end.after_hand((target, raised), None, target) == (None, raised + 250)
    assert end.after_hand((raised - 10, target), None, raised) == (None, raised)
    higher = game(name, both_reach="higher").rules.end
    assert higher.after_hand((target, target + 10), None, target) == (1, target)


def test_a_raised_target_stays_for_the_rest_of_the_game() -> None:
    """two-person 14, played out: both over 1,000 after one hand, play goes on to 1,250 and more."""
    table = Dealer(game("two-person", first_dealer=0), 3)
    table.until("card")
    table.state = replace(table.state, scores=(995, 995))
    table.hand()
    assert min(table.state.scores) >= 1000
    assert not table.state.over
    target = table.state.target
    assert target > max(table.state.scores)
    assert target in (1250, 1500)
    while not table.state.over:
        table.hand()
    assert table.state.winner is not None
    assert table.state.scores[table.state.winner] >= table.state.target >= target


def test_the_winner_is_asked_for_only_at_the_end_of_a_hand() -> None:
    """two-person 17: no win inside a hand."""
    table = dealt("two-person", {0: A, 1: B})
    table.state = replace(table.state, scores=(990, 0))
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"))
    assert not table.state.over
    assert not table.state.ended


# --- 15, 16 Irregularities and options


def test_a_breach_costs_the_tricks_and_never_the_melds() -> None:
    """README, found out later: meld scored at once in stock games stays."""
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    lay(table, ("marriage", "KC QC"))
    while table.game.view(table.state, None, {}).phase != "play":
        quiet(table)
    cheated = False
    while not table.state.history:
        ask = table.game.due(table.state)[0]
        assert ask.seat is not None
        legal = [
            action.shown.slot for action in table.game.legal(table.state, ask.seat, table.mine(ask.seat))
        ]
        wrong = [n for n in table.state.hand(ask.seat) if n not in legal and not table.state.slots[n].open]
        if not cheated and ask.seat == 0 and wrong:
            table.do(act.Play(0, shown(table, (wrong[0],))[0]))
            cheated = True
        else:
            table.step()
    assert cheated
    result = table.state.history[-1]
    assert (result.tricks[0], result.meld[0]) == (0, 20)
    assert any("A broke a rule of play: no trick points (two-handed 15)" in line for line in result.why)


def test_a_free_play_is_never_a_breach() -> None:
    """two-handed 10: nobody revokes while the stock lasts."""
    for seed in range(3):
        table = Dealer(game(ID, target=5000), seed)
        table.hands(2)
        assert not any("broke" in line for result in table.state.history for line in result.why)


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        (ID, "minimum_bid", 250),
        (ID, "pass_count", 4),
        (ID, "instant_win", True),
        (ID, "enforcement", "penalty"),
        (ID, "score_scale", "tenth"),
        ("two-person", "run_extra", "40_each"),
        ("two-person", "score_scale", "tenth"),
    ],
)
def test_what_is_not_offered_is_refused(name: str, option: str, value: Any) -> None:
    """house-rules.md: refused, not ignored; tenths contradict classic counters."""
    with pytest.raises(OptionError, match=option):
        game(name, **{option: value})


def test_tenths() -> None:
    """house-rules.md, score_scale: everything divided by ten, with simple counters."""
    tenths = game(ID, score_scale="tenth", counters="simple")
    assert tenths.rules.end.target == 120
    assert tenths.rules.counters.pool(tenths.faces) == 25
    assert tenths.rules.melds[0].points == (15, 150)
    table = Dealer(tenths, 3)
    table.hands(2)
    assert all(sum(result.tricks) == 25 for result in table.state.history)


def test_F08_rules_in_force_are_said_in_words() -> None:
    from pinochle_lan.rules.text import rules

    said = dict(rules(game(ID, melds_per_trick=0, meld_timing="before_draw", last_draw_choice=False)))
    text = " ".join(line for lines in said.values() for line in lines)
    assert "The winner melds before the draw." in text
    assert "as many melds as he likes" in text
    assert "bidd" not in text
    assert "Everybody scores meld and tricks." in text
    assert {"Play with the stock", "Play", "Scoring"} <= set(said)


def test_F55_hostile_bodies_of_lay_and_take_are_sentences() -> None:
    from pinochle_lan.rules.errors import RulesError

    playing = game(ID)
    for kind, body in (
        ("lay", 3),
        ("lay", (("run",),)),
        ("lay", ((3, (1,)),)),
        ("lay", (("run", (999,)),)),
        ("lay", (("run", (1, 1)),)),
        ("lay", tuple(("run", ()) for _ in range(99))),
        ("take", 1),
        ("take", None),
        ("proof?", "yes"),
    ):
        with pytest.raises(RulesError):
            playing.from_body(kind, 0, body, {1: card("AS")})
    empty = playing.from_body("lay", 0, (("run", ()),), {})
    table = dealt(ID, {0: A, 1: B})
    play(table, "AH", "10S")
    table.until("lay")
    assert table.game.check(table.state, empty) is not None, "a meld of no cards is none"
    assert laying(table) == Lay(0), "no meld at all is declining"
