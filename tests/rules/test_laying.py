"""Melding during play by the record of each card: section 7 of the three stock games, rule by rule."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from helpers_rules import game

from pinochle_lan.cards import FACES, Card, Rank, Suit, card, cards
from pinochle_lan.rules.laying import Desk, laid
from pinochle_lan.rules.melds import Around
from pinochle_lan.rules.refusal import Refusal
from pinochle_lan.rules.state import Melded

HEARTS, SPADES = Suit.HEARTS, Suit.SPADES


class Player:
    """A player who lays, plays and draws; slots are counted up."""

    def __init__(self, variant: str, hand: str, trump: Suit = SPADES, **options: object) -> None:
        self.game = game(variant, **options)
        assert self.game.rules.laying is not None
        self.rules, self.table = self.game.rules.laying, self.game.rules.melds
        self.next = 0
        self.desk = Desk(trump, {}, {}, (), None)
        self.draw(hand)

    def draw(self, text: str) -> None:
        hand = dict(self.desk.hand)
        for face in cards(text):
            hand[self.next] = face
            self.next += 1
        self.desk = Desk(self.desk.trump, hand, self.desk.table, self.desk.records, self.desk.turn_up)

    def slots(self, text: str) -> tuple[int, ...]:
        """A star takes the card from the table."""
        found: list[int] = []
        for word in text.split():
            here = self.desk.table if word.endswith("*") else self.desk.hand
            face = card(word.strip("*"))
            found.append(next(n for n in here if here[n] == face and n not in found))
        return tuple(found)

    def judge(self, name: str, text: str) -> Melded | Refusal:
        return self.rules.judge(self.desk, self.table, name, self.slots(text))

    def lay(self, name: str, text: str) -> int:
        """Points of a meld that must be legal; a new trick is won afterwards."""
        found = self.judge(name, text)
        assert isinstance(found, Melded), found
        self.desk = laid(self.desk, found, turn_up=999)
        self.draw("")
        return found.points

    def why(self, name: str, text: str) -> str:
        found = self.judge(name, text)
        assert isinstance(found, Refusal), found
        return found.code

    def play(self, text: str) -> None:
        gone = self.slots(text)
        table = {n: face for n, face in self.desk.table.items() if n not in gone}
        hand = {n: face for n, face in self.desk.hand.items() if n not in gone}
        self.desk = Desk(self.desk.trump, hand, table, self.desk.records, self.desk.turn_up)

    def names(self) -> list[str]:
        return [one.name for one in self.rules.choices(self.desk, self.table)]


# --- 7.1 to 7.3


def test_one_meld_a_trick_and_any_number_by_option() -> None:
    """two-handed 7.1; house-rules.md, melds_per_trick."""
    one = Player("two-handed", "KC QC KD QD")
    first = one.judge("marriage", "KC QC")
    assert isinstance(first, Melded)
    after = laid(one.desk, first)
    again = one.rules.judge(after, one.table, "marriage", one.slots("KD QD"))
    assert isinstance(again, Refusal)
    assert str(again) == "Only 1 meld after each trick."
    many = Player("two-handed", "KC QC KD QD", melds_per_trick=0)
    assert isinstance(many.rules.judge(after, many.table, "marriage", many.slots("KD QD")), Melded)


def test_the_cards_are_exactly_the_melds() -> None:
    """two-handed 7.2."""
    player = Player("two-handed", "AC AD AH KC QS JD JC 10C KC QC JC")
    for name, text in (
        ("aces", "AC AD AH"),
        ("marriage", "KC QS"),
        ("pinochle", "QS JC"),
        ("run", "10C KC QC JC"),
        ("marriage", "KC QC JC"),
        ("kings", "KC"),
    ):
        assert player.why(name, text) == "not_meld", name
    assert player.why("tens", "10C") == "meld_unknown"
    assert player.why("tens-around", "10C") == "meld_unknown"


def test_a_plain_suit_makes_no_run() -> None:
    """two-handed 7: a non-trump A 10 K Q J is no run, only its marriage counts."""
    player = Player("two-handed", "AC 10C KC QC JC", HEARTS)
    assert player.why("run", "AC 10C KC QC JC") == "not_meld"
    assert player.names() == ["marriage"]


def test_a_played_card_is_gone_for_good() -> None:
    """two-handed 7.2."""
    player = Player("two-handed", "AC AD AH AS")
    slots = player.slots("AC AD AH AS")
    player.play("AS")
    gone = player.rules.judge(player.desk, player.table, "aces", slots)
    assert isinstance(gone, Refusal)
    assert gone.code == "meld_gone"
    twice = player.rules.judge(player.desk, player.table, "aces", (*slots[:3], slots[0]))
    assert isinstance(twice, Refusal)


def test_at_least_one_card_comes_from_the_hand() -> None:
    """two-handed 7.3: KS QS from a marriage and JD from jacks make no pinochle without a new card."""
    player = Player("two-handed", "KS QS JC JD JH JS", HEARTS)
    assert player.lay("marriage", "KS QS") == 20
    assert player.lay("jacks", "JC JD JH JS") == 40
    assert player.why("pinochle", "QS* JD*") == "meld_new"


# --- 7.4 to 7.6: classes and upgrades


def test_a_card_moves_freely_between_classes() -> None:
    """two-handed 7.5: QS of a marriage later serves in queens around and in a pinochle."""
    player = Player("two-handed", "KS QS JD QC QD QH", HEARTS)
    assert player.lay("marriage", "KS QS") == 20
    assert player.lay("pinochle", "QS* JD") == 40
    assert player.lay("queens", "QS* QC QD QH") == 60


def test_a_royal_marriage_is_filled_out_to_a_run_as_a_pair() -> None:
    """two-handed 7.4: both together and both still on the table; run_from_marriage = any lifts it."""
    player = Player("two-handed", "KS QS AS 10S JS KS")
    assert player.lay("royal-marriage", "KS QS") == 40
    assert player.why("run", "AS 10S JS KS QS*") == "meld_reuse"
    assert player.lay("run", "AS 10S JS KS* QS*") == 150
    lifted = Player("two-handed", "KS QS AS 10S JS KS", run_from_marriage="any")
    lifted.lay("royal-marriage", "KS QS")
    assert lifted.lay("run", "AS 10S JS KS QS*") == 150


def test_a_run_gives_no_royal_marriage_back() -> None:
    """two-handed 7.5: refused, also with a fresh partner; the second pair is fresh at any time."""
    player = Player("two-handed", "AS 10S KS QS JS QS KS")
    assert player.lay("run", "AS 10S KS QS JS") == 150
    assert player.why("royal-marriage", "KS* QS") == "meld_reuse"
    assert player.lay("royal-marriage", "KS QS") == 40


def test_a_leftover_makes_no_new_around() -> None:
    """two-handed 7.6: three used aces and a new one refused, four unused ones are right."""
    player = Player("two-handed", "AC AD AH AS AC AD AH AS")
    assert player.lay("aces", "AC AD AH AS") == 100
    player.play("AS*")
    assert player.why("aces", "AC* AD* AH* AS") == "meld_reuse"
    assert player.lay("aces", "AC AD AH AS") == 100


def test_refusals_of_reuse_name_the_card_and_the_meld() -> None:
    player = Player("two-handed", "KC QC QC", HEARTS)
    player.lay("marriage", "KC QC")
    found = player.judge("marriage", "KC* QC")
    assert str(found) == "This king already counts in a marriage."
    aces = Player("two-handed", "AC AD AH AS AS")
    aces.lay("aces", "AC AD AH AS")
    assert str(aces.judge("aces", "AC* AD* AH* AS")) == "This ace already counts in aces around."


@pytest.mark.parametrize(
    ("single", "cards_of_one", "points"),
    [
        ("pinochle", "QS JD", 300),
        ("aces", "AC AD AH AS", 1000),
        ("kings", "KC KD KH KS", 800),
        ("queens", "QC QD QH QS", 600),
        ("jacks", "JC JD JH JS", 400),
        ("run", "AS 10S KS QS JS", 1500),
    ],
)
def test_a_single_is_completed_to_the_double_for_its_full_value(
    single: str, cards_of_one: str, points: int
) -> None:
    """two-handed 7.4; house-rules.md, double_melds: two_singles has no doubles."""
    stars = " ".join(f"{word}*" for word in cards_of_one.split())
    player = Player("two-handed", f"{cards_of_one} {cards_of_one}")
    whole = player.judge(f"double-{single}", f"{cards_of_one} {cards_of_one}")
    assert isinstance(whole, Melded), "a double may also be laid in one go"
    assert whole.points == points
    player.lay(single, cards_of_one)
    assert player.lay(f"double-{single}", f"{stars} {cards_of_one}") == points
    plain = Player("two-handed", f"{cards_of_one} {cards_of_one}", double_melds="two_singles")
    assert plain.why(f"double-{single}", f"{cards_of_one} {cards_of_one}") == "meld_unknown"
    first = plain.lay(single, cards_of_one)
    assert plain.lay(single, cards_of_one) == first, "a second set scores as a second single"


def test_double_marriages_and_nines_are_two_singles() -> None:
    """two-handed 7."""
    player = Player("two-handed", "KC KC QC QC 9S 9S")
    assert player.why("double-marriage", "KC KC QC QC") == "meld_unknown"
    assert player.why("double-dix", "9S 9S") == "meld_unknown"
    assert [player.lay("dix", "9S"), player.lay("dix", "9S")] == [10, 10]
    assert [player.lay("marriage", "KC QC"), player.lay("marriage", "KC QC")] == [20, 20]


def test_a_double_run_takes_in_a_run_and_a_royal_marriage() -> None:
    """two-handed 7.4: the cards of one earlier run, and married pairs, both together."""
    player = Player("two-handed", "AS 10S KS QS JS KS QS AS 10S JS")
    player.lay("run", "AS 10S KS QS JS")
    player.lay("royal-marriage", "KS QS")
    assert player.lay("double-run", "AS* 10S* KS* QS* JS* KS* QS* AS 10S JS") == 1500


def test_two_melds_never_score_from_one_laying() -> None:
    """two-handed 7.8: KS QS with JD is the marriage or the pinochle, not both."""
    player = Player("two-handed", "KS QS JD", HEARTS)
    assert player.why("marriage", "KS QS JD") == "not_meld"
    assert sorted(player.names()) == ["marriage", "pinochle"]


# --- spares (two-handed-bidding 7, option run_extra)


def test_spares_are_laid_with_the_run_or_later() -> None:
    """two-handed-bidding 7: 17 with one, 19 with both; later 2 or 4 while the run lies whole."""
    hand = "AS 10S KS QS JS KS QS"
    both = Player("two-handed-bidding", hand)
    assert both.lay("run+spare", "AS 10S KS QS JS KS QS") == 19
    one = Player("two-handed-bidding", hand)
    assert one.lay("run+spare", "AS 10S KS QS JS QS") == 17
    assert one.lay("spare", "KS") == 2
    later = Player("two-handed-bidding", hand)
    later.lay("run", "AS 10S KS QS JS")
    assert later.lay("spare", "KS QS") == 4
    broken = Player("two-handed-bidding", hand)
    broken.lay("run", "AS 10S KS QS JS")
    broken.play("JS*")
    assert broken.why("spare", "KS") == "run_broken"


def test_the_extra_pair_is_spares_or_a_royal_marriage_never_both() -> None:
    """two-handed-bidding 7."""
    hand = "AS 10S KS QS JS KS QS"
    player = Player("two-handed-bidding", hand)
    player.lay("run+spare", "AS 10S KS QS JS KS")
    assert player.why("royal-marriage", "KS* QS") == "meld_reuse"
    married = Player("two-handed-bidding", hand)
    married.lay("run", "AS 10S KS QS JS")
    assert married.lay("royal-marriage", "KS QS") == 4
    assert married.why("spare", "KS*") == "meld_new"


def test_a_married_pair_is_filled_out_and_a_fresh_king_is_the_spare() -> None:
    player = Player("two-handed-bidding", "KS QS AS 10S JS KS")
    player.lay("royal-marriage", "KS QS")
    assert player.lay("run+spare", "AS 10S JS KS KS* QS*") == 17
    wrong = Player("two-handed-bidding", "KS QS AS 10S JS KS QS")
    wrong.lay("royal-marriage", "KS QS")
    assert wrong.why("run+spare", "AS 10S JS KS QS KS*") == "meld_reuse", "a married king is no spare"


def test_a_double_run_replaces_run_and_spares() -> None:
    """two-handed-bidding 7: 150."""
    player = Player("two-handed-bidding", "AS 10S KS QS JS KS QS AS 10S JS")
    player.lay("run+spare", "AS 10S KS QS JS KS")
    player.lay("spare", "QS")
    assert player.lay("double-run", "AS* 10S* KS* QS* JS* KS* QS* AS 10S JS") == 150


def test_without_the_option_there_are_no_spares() -> None:
    """house-rules.md, run_extra none."""
    player = Player("two-handed", "AS 10S KS QS JS KS")
    assert player.why("run+spare", "AS 10S KS QS JS KS") == "meld_unknown"
    assert (
        Player("two-handed", "AS 10S KS QS JS KS", run_extra="40_each").lay("run+spare", "AS 10S KS QS JS KS")
        == 190
    )


# --- the exchange


def test_the_exchange_needs_the_first_nine_and_a_turn_up_of_trump() -> None:
    """two-handed 6; two-handed-bidding 6."""
    player = Player("two-handed", "9S 9S KS QS 9H")
    assert player.why("dix-exchange", "9S") == "no_exchange", "the turn-up is gone"
    player.desk = Desk(SPADES, player.desk.hand, {}, (), card("AS"))
    assert player.why("dix-exchange", "9H") == "not_meld"
    assert player.why("dix-exchange", "9S 9S") == "not_meld"
    assert player.why("dix", "9S") == "dix_first"
    player.desk = Desk(SPADES, player.desk.hand, {}, (), card("AH"))
    assert player.why("dix-exchange", "9S") == "no_exchange", "another suit is turned up"
    assert player.lay("dix", "9S") == 10
    player.desk = Desk(SPADES, player.desk.hand, {}, (), card("9S"))
    assert player.why("dix-exchange", "9S") == "no_exchange", "a nine is there already"


# --- what is listed


def test_F02_every_meld_listed_is_legal_and_every_legal_one_is_listed() -> None:
    """Against a plain search over all sets of up to eight cards, as the rules read (two-person 7)."""
    player = Player("two-person", "KS QS JD QC KS", SPADES)
    player.lay("royal-marriage", "KS QS")
    player.draw("QD QH AS 10S JS JC")
    faces = {**player.desk.hand, **player.desk.table}
    names = ["run", "royal-marriage", "marriage", "dix", "pinochle", "queens", "kings", "jacks", "aces"]
    found = Counter()
    for size in range(1, 6):
        for slots in itertools.combinations(sorted(faces), size):
            for name in names:
                if isinstance(player.rules.judge(player.desk, player.table, name, slots), Melded):
                    found[name, tuple(sorted(map(str, (faces[n] for n in slots))))] += 1
    listed = Counter(
        (one.name, tuple(sorted(map(str, one.cards))))
        for one in player.rules.choices(player.desk, player.table)
    )
    assert set(found) == set(listed)
    assert {name for name, _ in listed} == {"run", "pinochle", "queens"}
    best = player.rules.best(player.desk, player.table)
    assert len(best) == len(listed), "one of each kind"
    assert next(one for one in best if one.name == "run").points == 150


def test_of_equal_melds_the_one_that_keeps_most_in_the_hand_is_offered() -> None:
    player = Player("two-handed", "KS QS JD", HEARTS)
    player.lay("marriage", "KS QS")
    player.draw("QS")
    (offer,) = [one for one in player.rules.best(player.desk, player.table) if one.name == "pinochle"]
    assert offer.slots[0] in player.desk.table
    assert len([one for one in player.names() if one == "pinochle"]) == 2


def test_no_meld_is_listed_twice_for_equal_cards_of_the_hand() -> None:
    player = Player("two-handed", "KC KC QC QC", HEARTS)
    assert player.names() == ["marriage"]


def test_every_face_has_a_pattern_of_its_own() -> None:
    """A pack laid out in full offers every meld of the table."""
    hand = " ".join(str(face) for face in FACES)
    names = Player("two-handed", hand).names()
    assert sorted(names) == sorted(
        ["run", "royal-marriage", "dix", "pinochle", "aces", "kings", "queens", "jacks"] + ["marriage"] * 3
    )
    assert "double-aces" in Player("two-handed", f"{hand} {hand}").names()
    assert Card(Rank.TEN, HEARTS) in FACES


def test_a_house_rules_meld_can_be_laid() -> None:
    """Tens around by a house rule: its own pattern is enough, doubles follow the table's option."""
    player = Player("two-handed", "10C 10D 10H 10S 10C 10D 10H 10S")
    player.table = (*player.table, Around((80, 800), Rank.TEN))
    assert sorted(player.names()) == ["double-tens", "tens"]
    assert player.lay("tens", "10C 10D 10H 10S") == 80
    assert player.lay("double-tens", "10C* 10D* 10H* 10S* 10C 10D 10H 10S") == 800
