"""The rules in force in words, what an audit finds, and that every section of the rules text has its test."""

from __future__ import annotations

import re

import pytest
from helpers_rules import ROOT, Dealer, digest, game
from hypothesis import given
from hypothesis import strategies as st

from pinochle_lan import cards
from pinochle_lan.cards import FACES, CardError, Suit
from pinochle_lan.codec import encode
from pinochle_lan.rules import actions as act
from pinochle_lan.rules import audit, text
from pinochle_lan.rules.actions import Shown
from pinochle_lan.rules.encode import Packer, plain
from pinochle_lan.rules.refusal import SENTENCES, Refusal, refuse
from pinochle_lan.rules.state import Fault

# --- notation


@given(st.lists(st.sampled_from(FACES)))
def test_notation_reads_what_it_writes(hand: list[cards.Card]) -> None:
    """README, card notation: rank then suit."""
    assert cards.cards(cards.show(hand)) == tuple(hand)


@given(st.text(max_size=4))
def test_notation_takes_nothing_else(word: str) -> None:
    names = {str(face) for face in FACES}
    if word in names:
        assert str(cards.card(word)) == word
    else:
        with pytest.raises(CardError, match="is no card"):
            cards.card(word)


def test_packs() -> None:
    """partnership 2."""
    assert len(cards.pack(2)) == 48
    assert len(game().pack) == 48
    assert game().pack[:3] == ("AC", "AC", "10C")


# --- words


def words(**options: object) -> dict[str, tuple[str, ...]]:
    return dict(text.rules(game(**options)))


def test_the_rules_in_force_are_plain_sentences() -> None:
    found = words()
    assert list(found) == ["The game", "Deal", "Auction", "Trump", "Passing", "Meld", "Play", "Scoring"]
    for lines in found.values():
        assert all(line.endswith(".") and (line[0].isupper() or line[0].isdigit()) for line in lines)
    assert "First bid at least 250, later ones at least 10 higher." in found["Auction"]
    assert "If nobody else bids, the dealer has it at 250." in found["Auction"]
    assert "Run (A 10 K Q J of trump): 150, double 1,500." in found["Meld"]
    assert "Ace, ten, king 10; queen, jack, nine 0; last trick 10." in found["Play"]


def test_a_changed_option_changes_the_sentences_and_is_listed() -> None:
    found = words(minimum_bid=190, pass_count=0, all_pass="redeal_next", score_scale="tenth", nines_redeal=6)
    assert "First bid at least 19, later ones at least 1 higher." in found["Auction"]
    assert "If everybody passes, the next dealer deals." in found["Auction"]
    assert found["Passing"] == ("No cards are passed.",)
    assert any("6 or more nines" in line for line in found["Auction"])
    assert "Lowest bid: 19 (usually 25)." in found["Changed at this table"]
    assert "The numbers: tenth (usually full)." in found["Changed at this table"]
    assert len(found["Changed at this table"]) == 5


@pytest.mark.parametrize(
    ("options", "heading", "sentence"),
    [
        ({"must_beat": "trump_led_only"}, "Play", "You must beat the winning card only when trump is led."),
        (
            {"first_lead_must_be_trump": True},
            "Play",
            "Trick 1 must be led with a trump by a leader who has one.",
        ),
        (
            {"trump_needs_marriage": True},
            "Trump",
            "The bidder names a suit of which he shows a king and a queen; without any the bid is lost.",
        ),
        (
            {"set_rule": "opponents_score_bid"},
            "Scoring",
            "it scores nothing, and each opposing side adds the bid.",
        ),
        ({"run_extra": "40_each"}, "Meld", "Each further king or queen of trump beside one run: 40."),
        ({"roundhouse_bonus": 10}, "Meld", "A marriage in all four suits brings 10 more."),
        ({"concede_bonus": 100}, "Scoring", "Each opposing side gets 100 more for an unplayed hand."),
        ({"all_tricks_wins": True}, "Scoring", "A side that wins every trick of a hand wins the game."),
        ({"bid_ladder": "five_after_sixty"}, "Auction", "Above 600 in 50s."),
        ({"pass_order": "simultaneous"}, "Passing", "both choose before seeing the other's cards."),
        ({"first_leader": "left_of_dealer"}, "Play", "The player left of the dealer leads"),
    ],
)
def test_options_speak(options: dict[str, object], heading: str, sentence: str) -> None:
    assert any(sentence in line for line in words(**options)[heading])


def test_every_option_is_one_line() -> None:
    lines = text.options(game().variant)
    assert len(lines) == len(game().variant.options)
    assert "minimum_bid (100 to 600 in steps of 10; 250): The lowest number that opens the auction." in lines


def test_refusals_are_sentences_with_all_blanks_filled() -> None:
    for code, sentence in SENTENCES.items():
        blanks = re.findall(r"{(\w+)}", sentence)
        filled = str(refuse(code, **dict.fromkeys(blanks, "x.")))
        assert "{" not in filled
        assert filled.endswith(".")
    assert refuse("bid_low", least=260) == Refusal("bid_low", (("least", "260"),))


# --- encoding


def test_a_state_is_plain_arrays_and_changes_its_digest_with_every_step() -> None:
    """docs/log.md 2: arrays, bytes, text, integers, true, false, nil."""
    dealer = Dealer(game(), 3)
    digests = [digest(dealer.game, dealer.state)]
    dealer.watch.append(lambda played, actions, before: digests.append(digest(played.game, played.state)))
    dealer.hand()
    assert len(set(digests)) == len(digests)
    for wrong in ({1}, {1: 2}, 1.5):
        with pytest.raises(TypeError, match="no canonical form"):
            plain((wrong,))


def test_the_bytes_of_a_state_are_those_of_its_plain_form_whatever_was_encoded_before() -> None:
    dealer = Dealer(game(), 3)
    states = [dealer.state]
    dealer.watch.append(lambda played, actions, before: states.append(played.state))
    for _ in range(2):
        dealer.hand()
    assert len(states[-1].history) == 2
    for state in (*states, *reversed(states)):
        assert dealer.game.encode(state) == encode(plain(state))
    with pytest.raises(TypeError, match="no record"):
        Packer().packed((1, 2))


# --- audit


def finished(seed: int, cheat: bool = False, hide: bool = False) -> tuple[Dealer, tuple[Fault, ...]]:
    """Play one hand to its last card and judge it with every card known; perhaps with a fault."""
    dealer = Dealer(game(first_dealer=0, auto_set=False, allow_concede=False, pass_count=0), seed)
    dealer.until("name")
    while dealer.game.due(dealer.state)[0].kind != "meld":
        dealer.step()
    melds = [dealer.answer(ask) for ask in dealer.game.due(dealer.state)]
    if hide:
        full = next(one for one in melds if isinstance(one, act.ShowMeld) and one.shown)
        melds[melds.index(full)] = act.ShowMeld(full.seat, ())
    dealer.do(*melds)
    cheated = False
    while True:
        ask = dealer.game.due(dealer.state)[0]
        assert ask.seat is not None
        mine = dealer.mine(ask.seat)
        refused = [
            n
            for n in dealer.state.hand(ask.seat)
            if not dealer.state.slots[n].open
            and dealer.game.check(dealer.state, act.Play(ask.seat, Shown(n, mine[n]))) is None
            and dealer.game.check(dealer.state, act.Play(ask.seat, Shown(n, mine[n])), mine) is not None
        ]
        if cheat and refused and not cheated:
            cheated = True
            action: act.Action = act.Play(ask.seat, Shown(refused[0], mine[refused[0]]))
        else:
            action = dealer.answer(ask)
        last = sum(len(dealer.state.hand(seat)) for seat in range(4)) == 1
        if last:
            state = dealer.game.fold_only(dealer.state, [action])
            return dealer, audit.judge(dealer.game, state, dealer.faces)
        dealer.do(action)


def test_honest_hands_have_no_fault() -> None:
    """partnership 15: block mode makes every illegal action impossible."""
    for seed in range(5):
        assert finished(seed)[1] == ()


def test_a_revoke_is_found() -> None:
    """README, found out later."""
    assert [fault.what for fault in finished(1, cheat=True)[1]] == ["breach"]


def test_meld_held_back_is_found_and_changes_nothing_else() -> None:
    """README, found out later: it does not score; the window names the laptop."""
    assert [fault.what for fault in finished(1, hide=True)[1]] == ["meld held back"]


# --- every section has its test


@pytest.mark.parametrize("section", range(1, 17))
def test_every_section_of_the_rules_is_cited_by_a_test(section: int) -> None:
    title = re.search(rf"^## {section} (.+)$", (ROOT / "docs/rules/partnership.md").read_text("utf-8"), re.M)
    assert title
    quoted = re.compile(rf"partnership (?:\d+[\d.a-z]*(?:, | and ))?{section}(?![0-9])")
    tests = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "rules").glob("test_*.py"))]
    assert any(quoted.search(test) for test in tests), f"no test cites partnership {section} ({title[1]})"


def test_suits_have_no_rank_among_themselves() -> None:
    """partnership 2."""
    assert not cards.card("AS").beats(cards.card("9C"))
    assert [suit.title for suit in Suit] == ["Clubs", "Diamonds", "Hearts", "Spades"]
