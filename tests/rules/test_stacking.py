"""House rules one upon the other: the settings' order, contradictions by both names, rules that fit not."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from helpers_rules import ROOT, variants

from pinochle_lan import shipped
from pinochle_lan.api import Around, HouseRule, OptionError, Rank, RulesError, Variant
from pinochle_lan.dealer import Dealer, digest
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.rules import text
from pinochle_lan.rules.game import Game

RULES = load_all([("shipped", shipped.plugins())], installed=False).house_rules
THREE = ("double-for-spades", "set-costs-double", "shoot-the-moon")


def stacked(ids: tuple[str, ...], loaded: tuple[str, ...] | None = None, **options: Any) -> Game:
    """A table with these rules in this order, whatever order they were loaded in."""
    given = {"house_rules": " ".join(ids), **options}
    return Game(variants()["partnership"], given, [RULES[id] for id in loaded or ids])


def played(game: Game) -> list[str]:
    dealer = Dealer(game, 9)
    digests = []
    dealer.watch.append(lambda table, actions, before: digests.append(table.digest))
    dealer.hands(3)
    return digests


@pytest.mark.parametrize("order", list(itertools.permutations(THREE)), ids="+".join)
def test_the_same_order_gives_the_same_game_whatever_order_the_files_had(order: tuple[str, ...]) -> None:
    games = [stacked(order, loaded) for loaded in (THREE, THREE[::-1], order)]
    assert [[rule.id for rule in game.house_rules] for game in games] == [list(order)] * 3
    first, *others = [played(game) for game in games]
    assert all(other == first for other in others)


FOUR_LAPTOPS = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from pathlib import Path
from rules.test_stacking import played, stacked
print(" ".join(played(stacked({order!r}, {loaded!r}))))
"""


def test_F24_four_laptops_with_other_locales_zones_and_hash_seeds_fold_the_same() -> None:
    order = THREE[1:] + THREE[:1]
    laptops = [("C", "UTC", "1"), ("tr_TR.UTF-8", "Asia/Tokyo", "2"), ("de_DE", "America/Lima", "3")]
    said = [" ".join(played(stacked(order)))]
    loaded = [list(THREE), list(THREE[::-1]), list(THREE[::-1])]
    random.Random(4).shuffle(loaded[2])
    for (locale, zone, seed), files in zip(laptops, loaded, strict=True):
        code = FOUR_LAPTOPS.format(
            tests=str(ROOT / "tests"), root=str(ROOT), order=order, loaded=tuple(files)
        )
        env = {**os.environ, "LC_ALL": locale, "TZ": zone, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
        )
        said.append(run.stdout.strip())
    assert len(dict.fromkeys(said)) == 1


class Half(HouseRule):
    """Everything counts half."""

    id, version, title = "half", "1.0", "Half of everything"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.rescored(lambda tally, score: replace(score, delta=tuple(n // 2 for n in score.delta)))


class TenMore(HouseRule):
    """Every side scores ten more."""

    id, version, title = "ten-more", "1.0", "Ten more"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.rescored(lambda tally, score: replace(score, delta=tuple(n + 10 for n in score.delta)))


def test_each_rule_sees_what_came_before_it() -> None:
    def score(*rules: HouseRule) -> tuple[int, ...]:
        dealer = Dealer(Game(variants()["partnership"], {}, rules), 9)
        dealer.hand()
        return dealer.state.history[0].delta

    plain = score()
    assert score(Half(), TenMore()) == tuple(n // 2 + 10 for n in plain)
    assert score(TenMore(), Half()) == tuple((n + 10) // 2 for n in plain)


def test_the_order_must_name_every_rule_once() -> None:
    loaded = ["save-bid", "tens-around"]
    partnership, rules = variants()["partnership"], [RULES[id] for id in loaded]
    for line, said in (
        ("save-bid", "does not say when Tens around score applies"),
        ("save-bid tens-around trump-first", "'trump-first' is named in 'house_rules', but it is not in use"),
        ("save-bid save-bid", "names 'save-bid' twice"),
        (7, "names house rules with blanks between"),
    ):
        with pytest.raises(OptionError, match=said):
            Game(partnership, {"house_rules": line}, rules)
    with pytest.raises(OptionError, match="'save-bid' is there twice"):
        Game(partnership, {}, [RULES["save-bid"], RULES["save-bid"]])


PAIRS = list(itertools.combinations(sorted(RULES), 2))


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_any_two_shipped_rules_go_together_or_are_refused_by_both_names(pair: tuple[str, str]) -> None:
    one, two = (RULES[id] for id in pair)
    said = []
    for rules in ((one, two), (two, one)):
        try:
            Game(variants()["partnership"], {}, rules)
        except RulesError as error:
            said.append(str(error))
    if set(pair) == {"no-passing-redeal", "stick-the-dealer"}:
        assert len(said) == 2
    assert all(f"'{one.title}'" in line and f"'{two.title}'" in line for line in said)
    assert len(said) in (0, 2)


def test_the_rules_page_marks_what_a_rule_changed() -> None:
    usual = Game(variants()["partnership"])
    page = dict(text.marked(stacked(("last-trick-double", "tens-around")), usual))
    new = [line for line, changed in (*page["Meld"], *page["Play"]) if changed]
    assert [line.split()[0] for line in new] == ["Tens", "Ace,"]
    assert new[0].endswith("double 800. (Tens around score)")
    assert new[1].endswith("last trick 20. (The last trick counts double)")
    signed = [line for _, lines in page.items() for line, _ in lines if line.endswith("(Tens around score)")]
    assert len(signed) == 1
    assert all(changed for _, changed in page["House rules"])
    assert not any(changed for _, lines in text.marked(usual, usual) for _, changed in lines)


def test_a_rule_in_use_stands_in_the_options_as_yes() -> None:
    made = stacked(("save-bid", "tens-around"))
    assert made.options["save-bid"] is True
    again = Game(variants()["partnership"], dict(made.options), [RULES["tens-around"], RULES["save-bid"]])
    assert dict(again.options) == dict(made.options)
    with pytest.raises(OptionError, match="'save-bid' is a house rule in use: it is yes, or left out"):
        Game(variants()["partnership"], {"save-bid": False}, [RULES["save-bid"]])
    with pytest.raises(OptionError, match="has no option 'save-bid'"):
        Game(variants()["partnership"], {"save-bid": True})


class OtherTens(HouseRule):
    """Tens around bring 60."""

    id, version, title = "other-tens", "1.0", "Tens bring sixty"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.with_meld(Around((60,), Rank.TEN))


class NoAuction(HouseRule):
    """Takes the auction's phase away."""

    id, version, title = "no-auction", "1.0", "No auction"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.without("auction")


class Exclusive(HouseRule):
    """Stands alone."""

    id, version, title = "exclusive", "1.0", "Exclusive"
    excludes: ClassVar = ("tens-around",)

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("tens-around", OtherTens(), "both bring the meld 'tens'"),
        ("tens-around", Exclusive(), "exclude each other"),
        ("save-bid", NoAuction(), ""),
    ],
)
def test_rules_that_contradict_each_other_are_refused_by_both_names(
    first: str, second: HouseRule, why: str
) -> None:
    partnership, other = variants()["partnership"], RULES[first]
    orders = [[second, other]] if not why else [[second, other], [other, second]]
    for rules in orders:
        with pytest.raises(RulesError, match="contradict each other") as caught:
            Game(partnership, {}, rules)
        assert f"'{other.title}'" in str(caught.value)
        assert f"'{second.title}'" in str(caught.value)
        assert why in str(caught.value)


def test_a_rule_that_needs_what_the_game_has_not_is_named_with_the_game() -> None:
    with pytest.raises(
        RulesError, match=r"'Shoot the moon' does not fit Two-handed pinochle: .* no phase 'meld'"
    ):
        Game(variants()["two-handed"], {}, [RULES["shoot-the-moon"]])


class Forgetful(HouseRule):
    """Returns nothing."""

    id, version, title = "forgetful", "1.0", "Forgetful"

    def amend(self, variant: Variant, **options: Any) -> Variant:
        variant.with_bids(minimum=100)
        return None  # type: ignore[return-value]


def test_an_amend_that_returns_nothing_is_said() -> None:
    with pytest.raises(RulesError, match="Forgetful does not give a game back"):
        Game(variants()["partnership"], {}, [Forgetful()])


def test_usual_changes_refuse_unknown_names() -> None:
    partnership = Game(variants()["partnership"]).variant
    with pytest.raises(RulesError, match="an auction has no number 'lowest'"):
        partnership.with_bids(lowest=3)
    assert partnership.scale == 1
    assert Game(variants()["double-deck"]).variant.scaled(80) == 8
    assert digest(Game(partnership), Game(partnership).start())
