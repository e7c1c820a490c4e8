"""All three levels: nobody peeks, odd house rules are played, the slips of docs/opponents.md, F09 to F20."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import helpers_opponents as bots
import helpers_rules as rules
import pytest

from pinochle_lan.arena.table import ArenaTable
from pinochle_lan.cards import Card, Rank, Suit, cards
from pinochle_lan.pluginhost.host import load_file
from pinochle_lan.rules import melds
from pinochle_lan.rules.actions import Bury, Call, Name, PassCards, Play
from pinochle_lan.rules.ask import Sort
from pinochle_lan.rules.game import Game
from pinochle_lan.rules.melds import Around
from pinochle_lan.rules.tricks import Counters, Following
from pinochle_lan.rules.variant import HouseRule
from pinochle_lan.sampling.book import Book
from pinochle_lan.sampling.clock import Stopwatch
from pinochle_lan.sampling.known import known
from pinochle_lan.sampling.search import CardSearch

N, E, S, W = range(4)
VARIANTS = sorted(rules.variants())


# --- every game, every level


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", bots.LEVELS)
def test_every_level_plays_every_game_without_a_fault(name: str, variant: str) -> None:
    table = bots.table(rules.game(variant), name, samples=6)
    table.hand()
    assert table.faults == []
    assert table.state.deals == 2 or table.state.over


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", bots.LEVELS)
def test_F19_nobody_peeks(name: str, variant: str) -> None:
    """Permuting all unseen cards changes no choice; tests/bench/arena_peek.py asks thousands of positions."""
    rng = random.Random(5)
    table = bots.table(rules.game(variant), "steady", seed="peek")
    compared = 0
    while not table.state.over and (table.state.deals <= 1 or compared < 5):
        question = table.game.due(table.state)[0]
        if question.sort is Sort.CHOICE and rng.random() < 0.3:
            assert question.seat is not None
            seat = question.seat
            before = bots.ask(table.game, table.state, seat, table.mine(seat), name, samples=4)
            true = table.faces
            table.faces = bots.permuted(table, seat, rng)
            assert bots.ask(table.game, table.state, seat, table.mine(seat), name, samples=4) == before
            table.faces = true
            compared += 1
        table.step()
    assert compared > 4


# --- house rules that nobody has seen


class LowAces(HouseRule):
    """Nines beat everything in their suit, aces nothing."""

    id, version, title = "low-aces", "1.0", "Aces are low"

    def amend(self, variant: Any, **options: Any) -> Any:
        def height(card: Card) -> int:
            return 5 - card.rank.strength

        def winner(trick: Any, trump: Suit | None) -> int:
            best = 0
            for place, card in enumerate(trick):
                top = trick[best]
                higher = card.suit is top.suit and height(card) > height(top)
                if higher or (card.suit is trump and top.suit is not trump):
                    best = place
            return best

        return variant.with_rules(winner=winner, following=Relaxed())


class Relaxed(Following):
    """Follow suit, nothing else."""

    def judge(self, hand: Any, trick: Any, trump: Any, *, first_lead: bool = False) -> Any:
        suited = tuple(card for card in hand if trick and card.suit is trick[0].suit)
        return (suited, "follow") if suited else (tuple(hand), "free")


class QueensCount(HouseRule):
    """Queens are worth 25, nothing else is worth anything; tens around score."""

    id, version, title = "queens-count", "1.0", "Queens count"

    def amend(self, variant: Any, **options: Any) -> Any:
        table = (*variant.rules.melds, Around((80, 800), Rank.TEN))
        return variant.with_rules(counters=Counters((0, 0, 0, 30, 0, 0), 10), melds=table)


class NoSpadeLead(HouseRule):
    """Spades may not be led while there is anything else."""

    id, version, title = "no-spade-lead", "1.0", "No spade lead"

    def amend(self, variant: Any, **options: Any) -> Any:
        class Duty(Following):
            def judge(self, hand: Any, trick: Any, trump: Any, *, first_lead: bool = False) -> Any:
                others = tuple(card for card in hand if card.suit is not Suit.SPADES)
                if not trick and others:
                    return others, "lead"
                return super().judge(hand, trick, trump, first_lead=first_lead)

        return variant.with_rules(following=Duty())


@pytest.mark.parametrize("odd", [LowAces(), QueensCount(), NoSpadeLead()], ids=lambda rule: rule.id)
@pytest.mark.parametrize("name", bots.LEVELS)
def test_odd_house_rules_are_played_as_they_are(name: str, odd: HouseRule) -> None:
    for variant in ("partnership", "three-handed"):
        table = bots.table(Game(rules.variants()[variant], {}, [odd]), name, seed=odd.id, samples=3)
        table.hand()
        assert table.faults == []
        assert table.state.history


def test_the_expert_takes_a_queen_with_a_low_card_where_that_wins() -> None:
    """Under low aces and worthy queens the nine of the suit led wins: the sampled rules say so."""
    game = Game(rules.variants()["partnership"], {"pass_count": 0}, [LowAces(), QueensCount()])
    hands = {
        S: "QH AH AH KC KC QD AS AS 10S KS QS JS",
        W: "9H 10H KH AC AC 10C JC AD AD 10D KD JD",
        N: "KH JH JH QC QC 9C 9C QD JD 9S 9S 10S",
        E: "QH 10H 9H 10C JC 10D KD 9D 9D KS QS JS",
    }
    dealer = bots.stacked(game, hands, [(S, "QH")], Suit.SPADES, S)
    choice = bots.ask(game, dealer.state, W, dealer.mine(W), "expert")
    assert isinstance(choice, Play)
    assert choice.card == cards("9H")[0]


# --- the slips


@pytest.mark.parametrize("variant", ["partnership", "three-handed", "auction"])
def test_the_expert_makes_none_of_the_listed_slips(variant: str) -> None:
    """tests/bench/arena_blunders.py counts them in 1,000 hands."""
    game = rules.game(variant)
    blunders = bots.Blunders(game)
    for seed in range(3):
        table = bots.table(game, "expert", seed=f"slips{seed}", samples=8)
        table.watch.append(blunders)
        table.hand()
    assert blunders.decisions > 60
    assert not blunders.counts


# --- bidding


def calls(name: str, hand: str, before: list[tuple[int, int | None]], seat: int, seed: int = 1) -> Call:
    """What ``name`` says with ``hand`` after these calls; the dealer is the seat before the first caller."""
    game = rules.game(first_dealer=(before[0][0] if before else seat) - 1 & 3)

    def choose(dealer: Any, question: Any, legal: Any) -> Any:
        assert question.kind == "call"
        number = dict(before)[question.seat]
        return Call(question.seat, number)

    dealer = rules.Dealer(game, seed, choose)
    while dealer.game.due(dealer.state)[0].kind != "shuffle":
        dealer.step()
    dealer.stack({seat: hand})
    dealer.until("call")
    while dealer.game.due(dealer.state)[0].seat != seat:
        dealer.step()
    choice = bots.ask(game, dealer.state, seat, dealer.mine(seat), name, samples=24)
    assert isinstance(choice, Call)
    return choice


def test_F13_raises_its_partner_when_its_own_meld_makes_the_bid() -> None:
    strong = "AS 10S KS KS QS QS JS JD AH AD AC 9H"
    said = calls("expert", strong, [(E, None), (S, 250), (W, None)], N)
    assert said == Call(N, 260)


def test_never_outbids_its_partner_with_an_ordinary_hand_once_the_opponents_passed() -> None:
    said = calls("expert", "AS AS 10S 10S JS 9S AH KC JC 9D JD 9C", [(E, None), (S, 250), (W, None)], N)
    assert said == Call(N, None)


def test_bids_a_strong_hand_and_passes_a_poor_one() -> None:
    assert calls("expert", "AS AS 10S KS QS JS 10S AH AH AD AC KC", [], E).bid == 250
    assert calls("expert", "9S 9S JS QH JH 9H QD 9D QC JC 9C 9C", [], E).bid is None


def test_F14_declarers_hold_four_trumps_and_make_most_contracts() -> None:
    """tests/bench/arena_all.py has the long run."""
    short = made = played = 0
    for seed in range(6):
        table = bots.table(rules.game(), "expert", seed=f"F14-{seed}", samples=8, bidder="")
        named: list[int] = []

        def watch(  # noqa: PLR0917 - a watcher of the arena's
            table: Any, seat: int, view: Any, legal: Any, choice: Any, named: list[int] = named
        ) -> None:
            if isinstance(choice, Name):
                named.append(sum(one.card.suit is choice.suit for one in view.seats[seat].hand))

        table.watch.append(watch)
        table.hand()
        short += sum(count < 4 for count in named)
        for result in table.state.history:
            made += bool(result.made)
            played += 1
    assert short == 0
    assert made / played > 0.5


def test_F15_every_game_ends() -> None:
    table = bots.table(rules.game(target=500), "expert", seed="F15", samples=4)
    while not table.state.over:
        table.hand()
        assert table.state.deals < 40
    assert table.faults == []


@pytest.mark.parametrize(("name", "least"), [("novice", 3), ("steady", 6), ("expert", 3)])
def test_F15_what_the_stock_brings_is_bid_on(name: str, least: int) -> None:
    """Bidding on the first cards alone, four of five deals of the bidding game for two were thrown in."""
    table = bots.table(rules.game("two-handed-bidding", target=500), name, seed="F15", samples=4)
    for _ in range(10):
        table.hand()
    assert len(table.state.history) >= least


# --- passing and burying


def packet(hands: dict[int, str] | None, trump: Suit, seed: int, giver: int, samples: int = 12) -> Any:
    """(dealer, what the expert passes): S declares in ``trump``; ``giver`` is N or S."""

    def choose(dealer: Any, question: Any, legal: Any) -> Any:
        if question.kind == "call":
            return Call(question.seat, 250 if question.seat == S and Call(S, 250) in legal else None)
        if question.kind == "name":
            return Name(question.seat, trump)
        return bots.ask(dealer.game, dealer.state, question.seat, dealer.mine(question.seat), "novice")

    dealer = rules.Dealer(rules.game(first_dealer=N), seed, choose)
    while dealer.game.due(dealer.state)[0].kind != "shuffle":
        dealer.step()
    if hands is not None:
        dealer.stack(hands)
    dealer.until("pass")
    if giver == S:
        dealer.step()
        dealer.until("pass")
    choice = bots.ask(dealer.game, dealer.state, giver, dealer.mine(giver), "expert", samples)
    assert isinstance(choice, PassCards)
    return dealer, choice


def held(dealer: Any, seat: int) -> list[Card]:
    return [dealer.faces[slot] for slot in dealer.state.hand(seat)]


TABLE = rules.game().rules.melds


def meld(some: Any, trump: Suit) -> int:
    return melds.total(melds.find(some, trump, TABLE))


def test_F09_neither_a_return_nor_a_bury_breaks_meld_that_another_one_keeps() -> None:
    for seed in range(4):
        dealer, choice = packet(None, Suit.HEARTS, seed, S, samples=4)
        own = held(dealer, S)
        given = Counter(dealer.faces[slot] for slot in choice.slots)
        after = meld(list((Counter(own) - given).elements()), Suit.HEARTS)
        if after < meld(own, Suit.HEARTS):
            keeps = (
                list((Counter(own) - Counter(four)).elements()) for four in itertools.combinations(own, 4)
            )
            assert after == max(meld(rest, Suit.HEARTS) for rest in keeps)
    for variant in ("three-handed", "two-handed-kitty"):
        table = bots.table(rules.game(variant), "expert", seed="F09", samples=4)
        seen: list[tuple[list[Card], Bury]] = []

        def watch(  # noqa: PLR0917 - a watcher of the arena's
            table: Any, seat: int, view: Any, legal: Any, choice: Any, seen: Any = seen
        ) -> None:
            if isinstance(choice, Bury) and choice.suit is not None:
                seen.append(([table.faces[n] for n in table.mine(seat)], choice, dict(table.faces)))

        table.watch.append(watch)
        table.hand()
        for own, bury, faces in seen:
            book = melds.find
            pack = table.game.rules.melds
            gone = Counter(faces[n] for n in bury.slots)
            after = melds.total(book(list((Counter(own) - gone).elements()), bury.suit, pack))
            ways = itertools.combinations(own, len(bury.slots))
            best = max(
                melds.total(book(list((Counter(own) - Counter(w)).elements()), bury.suit, pack)) for w in ways
            )
            assert after == best


def test_F10_pinochle_legs_travel_when_trump_is_spades_or_diamonds() -> None:
    share = {}
    for trump in (Suit.SPADES, Suit.HEARTS):
        kept = sent = 0
        for seed in range(12):
            dealer, choice = packet(None, trump, seed, N, samples=6)
            legs = [card for card in cards("QS JD") if card.suit is not trump]
            kept += sum(card in legs for card in held(dealer, N))
            sent += sum(dealer.faces[slot] in legs for slot in choice.slots)
        share[trump] = sent / max(1, kept)
    assert share[Suit.SPADES] > share[Suit.HEARTS]


def test_F11_the_partner_gives_the_jack_that_makes_a_double_run() -> None:
    hands = {S: "AS AS 10S 10S KS KS QS QS JS 9H 9D 9C", N: "JS JH JD JC 10H 10D 10C QH QD KC 9C 9D"}
    dealer, choice = packet(hands, Suit.SPADES, 1, N)
    own, given = held(dealer, N), [dealer.faces[slot] for slot in choice.slots]

    def team(sent: Any) -> int:
        rest = list((Counter(own) - Counter(sent)).elements())
        return meld([*held(dealer, S), *sent], Suit.SPADES) + meld(rest, Suit.SPADES)

    best = max(team(sent) for sent in dict.fromkeys(itertools.combinations(sorted(own, key=str), 4)))
    assert team(given) >= 0.95 * best


def test_F12_a_nine_is_passed_only_if_nothing_else_is_left() -> None:
    hands = {N: "KH QH JH 10D QD JD QC 10C 9C 9D 9H 9H", S: "AS AS 10S 10S KS QS JS 9S AH AD AC 10H"}
    dealer, choice = packet(hands, Suit.SPADES, 1, N)
    assert Rank.NINE not in [dealer.faces[slot].rank for slot in choice.slots]


# --- playing

HANDS = {
    S: "AS AS 10S KS QS JS AH AH KC QD 9D 9D",
    W: "10S KS QS JS 9S 9S 10H KH QC QC JC 9C",
    N: "AD AD 10D KD QH JH 10H 9H AC 10C KC JC",
    E: "10D KD QD JD JD KH QH JH 9H AC 10C 9C",
}


def card_of(name: str, plays: list[tuple[int, str]], seat: int) -> Card:
    dealer = bots.stacked(rules.game(pass_count=0), HANDS, plays, Suit.SPADES, S)
    choice = bots.ask(dealer.game, dealer.state, seat, dealer.mine(seat), name)
    assert isinstance(choice, Play)
    return choice.card


def test_F16_no_card_loses_much_against_the_best_by_a_long_look() -> None:
    """Fewer than one card in twenty costs more than 20 points against the best of many more deals."""
    game = rules.game()
    table = bots.table(game, "expert", seed="F16", samples=40)
    book, rng = Book(game), random.Random(2)
    losses: list[float] = []

    def watch(table: Any, seat: int, view: Any, legal: Any, choice: Any) -> None:
        if isinstance(choice, Play) and rng.random() < 0.5:
            search = CardSearch(book, view, known(book, view))
            faces = sorted({book.number[one.card] for one in legal if isinstance(one, Play)})
            if len(faces) > 1:
                looked = search.weigh(faces, rng, 200, Stopwatch(None))
                mine = next(one for one in looked if one.face == book.number[choice.card])
                losses.append(looked[0].mean - mine.mean)

    table.watch.append(watch)
    table.hand()
    assert len(losses) > 10
    assert sum(loss > 20 for loss in losses) * 20 <= len(losses)


RUFFED = [(S, "9D"), (W, "9S"), (N, "KD")]
"""West trumps South's diamond, North cannot beat that: East, the last, knows that its partner has it."""


@pytest.mark.parametrize("name", bots.LEVELS)
def test_F17_a_counter_goes_to_the_partners_sure_trick(name: str) -> None:
    assert card_of(name, RUFFED, E).rank in (Rank.TEN, Rank.KING)


@pytest.mark.parametrize("name", bots.LEVELS)
def test_F16_no_counter_goes_to_an_opponents_sure_trick(name: str) -> None:
    assert card_of(name, [(S, "AH"), (W, "KH"), (N, "10H")], E).rank not in (Rank.TEN, Rank.KING)


def test_F18_double_deck_is_played_by_all_levels_and_the_expert_keeps_its_trumps_as_defender() -> None:
    game = rules.game("double-deck")
    table = bots.table(game, "expert", seed="F18", samples=6)
    led: list[bool] = []

    def watch(table: Any, seat: int, view: Any, legal: Any, choice: Any) -> None:
        defends = view.declarer not in view.sides[view.seats[seat].side].seats
        if isinstance(choice, Play) and defends and (view.trick is None or not view.trick.plays):
            led.append(choice.card.suit is view.trump)

    table.watch.append(watch)
    table.hand()
    assert len(led) >= 4
    assert sum(led) <= len(led) // 2


def test_F20_a_plugin_of_a_few_lines_reads_jump_bids_from_the_view() -> None:
    """A convention: a partner's jump of 50 or more promises aces; then raise once."""
    base = bots.opponent("novice")

    class Jumpy(base):  # type: ignore[misc, valid-type]
        id = "jumpy"

        def call(self, view: Any, offer: Any) -> Any:
            mates = view.sides[view.seats[view.viewer].side].seats
            last = None
            for seat, number in view.calls:
                if (
                    number is not None
                    and seat in mates
                    and seat != view.viewer
                    and number >= (last or 200) + 50
                ):
                    return Call(view.viewer, offer.minimum)
                last = number if number is not None else last
            return super().call(view, offer)

    game = rules.game(first_dealer=W)
    dealer = rules.Dealer(
        game, 3, lambda dealer, question, legal: Call(question.seat, 300 if question.seat == N else None)
    )
    while dealer.game.due(dealer.state)[0].kind != "shuffle":
        dealer.step()
    dealer.stack({S: "9S 9S JS QH JH 9H QD 9D QC JC 9C 9C"})
    dealer.until("call")
    while dealer.game.due(dealer.state)[0].seat != S:
        dealer.step()
    player = Jumpy()
    player.prepare(game)
    view, legal = game.view(dealer.state, S, dealer.mine(S)), game.legal(dealer.state, S, dealer.mine(S))
    assert player.choose(view, legal, random.Random(1)) == Call(S, 310)


def test_hints_name_three_choices_with_points_and_a_reason() -> None:
    dealer = bots.stacked(rules.game(pass_count=0), HANDS, RUFFED, Suit.SPADES, S)
    player = bots.opponent("expert")()
    player.prepare(dealer.game)
    mine = dealer.mine(E)
    view, legal = dealer.game.view(dealer.state, E, mine), dealer.game.legal(dealer.state, E, mine)
    advice = player.explain(view, legal, random.Random("chance"))
    assert 1 < len(advice) <= 3
    assert advice[0].choice == player.choose(view, legal, random.Random("chance"))
    given = advice[0].choice.card.rank.title
    assert advice[0].reason == f"partner's nine is winning: give the {given}"
    points = [one.points for one in advice]
    assert points == sorted(points, key=lambda p: -(p or 0))
    assert all(one.choice in legal for one in advice)


def advised(game: Game, kind: str, seed: str = "hints") -> tuple[Any, Any]:
    """(choice, advice) of the expert where a choice of that kind is due."""
    table = bots.table(game, "expert", seed=seed, samples=6)
    while table.game.due(table.state)[0].kind != kind:
        table.step()
    seat = table.game.due(table.state)[0].seat
    assert seat is not None
    mine = table.mine(seat)
    view, legal = game.view(table.state, seat, mine), game.legal(table.state, seat, mine)
    said = []
    for what in ("choose", "explain"):
        player = bots.opponent("expert", 6)()
        player.prepare(game)
        said.append(getattr(player, what)(view, legal, random.Random("chance")))
    assert all(one.choice in legal and one.reason for one in said[1])
    return said[0], said[1]


@pytest.mark.parametrize(
    ("variant", "kind", "most"),
    [
        ("partnership", "call", 2),
        ("partnership", "name", 2),
        ("partnership", "pass", 3),
        ("partnership", "card", 3),
        ("three-handed", "bury", 3),
        ("two-handed", "card", 3),
        ("two-handed", "lay", 1),
        ("two-handed-bidding", "call", 2),
        ("two-handed-bidding", "name", 4),
    ],
)
def test_a_hint_is_what_the_expert_would_do_with_points_and_a_reason(
    variant: str, kind: str, most: int
) -> None:
    choice, advice = advised(rules.game(variant), kind)
    assert advice[0].choice == choice
    assert 1 <= len(advice) <= min(3, most)
    assert len({str(one.choice) for one in advice}) == len(advice)
    if most > 1:
        assert all(one.points is not None for one in advice)


def test_a_hint_for_a_call_says_how_often_the_bid_is_made() -> None:
    _, advice = advised(rules.game(), "call")
    assert re.search(r"in \d+ of 10 hands that may be", " ".join(one.reason for one in advice))
    assert {one.choice.bid is None for one in advice} == {True, False}


def test_a_hint_names_other_cards_than_the_sensible_ones_only_behind_them() -> None:
    """Who asks for a hint wants to know what the other cards cost."""
    dealer = bots.stacked(rules.game(pass_count=0), HANDS, [(S, "AH"), (W, "KH"), (N, "10H")], Suit.SPADES, S)
    player = bots.opponent("expert")()
    player.prepare(dealer.game)
    mine = dealer.mine(E)
    view, legal = dealer.game.view(dealer.state, E, mine), dealer.game.legal(dealer.state, E, mine)
    advice = player.explain(view, legal, random.Random("chance"))
    assert len(advice) == min(3, len({one.card for one in legal}))
    assert [one.points for one in advice] == sorted((one.points for one in advice), reverse=True)


def test_the_opponent_of_the_guide_plays(tmp_path: Path) -> None:
    guide = (bots.ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    code = guide.split("```python\n")[1].split("```")[0]
    file = tmp_path / "miser.py"
    file.write_text(code, encoding="utf-8")
    miser = load_file(file, strict=True).opponents["miser"]
    table = ArenaTable(rules.game(), [miser] * 4, "guide")
    table.hand()
    assert table.faults == []
    assert table.state.history
