"""The form of a table: which options count, what keeps a house rule away, what survives a change.

And what a window asks for is what the table then plays.
"""

from __future__ import annotations

from pathlib import Path

import helpers_shell as shell
import pytest

from pinochle_lan import shipped
from pinochle_lan.form import ORDER, DropPreset, Form, SavePreset, TakePreset
from pinochle_lan.front import Front
from pinochle_lan.intents import ChangeTable, OpenTable
from pinochle_lan.pluginhost.registry import Plugin, Registry, Source
from pinochle_lan.room import form
from pinochle_lan.room.games import Games
from pinochle_lan.room.presets import Presets
from pinochle_lan.rules.variant import HouseRule, Variant

GAMES = Games(shell.registry())
PRESETS = Presets(shipped.plugins() / "presets", Path("nowhere"))


def made(variant: str = "partnership", **options: object) -> Form:
    found = form.made(GAMES, variant, options, PRESETS.all())  # type: ignore[arg-type]
    assert found is not None
    return found


def filled(front: Front) -> bool:
    return front.lobby.form is not None and bool(front.lobby.form.options)


def names(one: Form) -> list[str]:
    return [option.name for option in one.options]


@pytest.mark.parametrize("variant", sorted(GAMES.registry.variants))
def test_every_option_of_every_game_is_on_its_form_once_it_counts(variant: str) -> None:
    plain = names(made(variant))
    for option in GAMES.registry.variants[variant].options:
        if option.name not in plain:
            ((other, values),) = option.only
            offered = next(one for one in GAMES.registry.variants[variant].options if one.name == other)
            value = next(one for one in values if offered.allows(one))
            assert option.name in names(made(variant, **{other: value}))
    assert len(plain) > 12


def test_options_that_hang_on_another_appear_only_when_they_count() -> None:
    assert "penalty_revoke" not in names(made())
    assert "penalty_revoke" in names(made(enforcement="penalty"))
    assert "pass_order" not in names(made(pass_count=0))
    assert "target_raise" not in names(made("three-handed"))
    assert "target_raise" in names(made("three-handed", both_reach="raise_target"))


def test_allowed_values_are_those_in_force() -> None:
    tenth = next(one for one in made(score_scale="tenth").options if one.name == "target")
    assert (tenth.default, tenth.low, tenth.high, tenth.step) == (150, 50, 500, 5)
    full = next(one for one in made().options if one.name == "target")
    assert (full.default, full.low, full.high, full.step) == (1500, 500, 5000, 50)


def test_seats_go_by_name() -> None:
    dealer = next(one for one in made().options if one.name == "first_dealer")
    assert dealer.words[-1] == GAMES.registry.variants["partnership"].seat_names[-1]


def test_settings_are_what_differs_and_give_the_same_form_again() -> None:
    stacked = {
        "minimum_bid": 300,
        "tens-around": True,
        "tens-around.points": 90,
        "save-bid": True,
        ORDER: "tens-around save-bid",
        "meld.aces": "100 1200",
        "counters.last": 20,
    }
    one = made(**stacked)
    assert dict(one.settings) == stacked
    assert one.order == ("tens-around", "save-bid")
    assert made(**dict(one.settings)) == one
    assert next(info.now for info in one.points if info.name == "meld.aces") == (100, 1200)
    assert any("Tens around score" in line for _, lines in one.book for line, new in lines if new)


def test_a_house_rule_that_does_not_go_says_so_by_name() -> None:
    rules = {rule.id: rule for rule in made("two-handed").rules}
    assert "'Stick the dealer' does not fit Two-handed pinochle" in rules["stick-the-dealer"].refused
    beside = {rule.id: rule for rule in made(**{"no-passing-redeal": True, ORDER: "no-passing-redeal"}).rules}
    clash = beside["stick-the-dealer"].refused
    assert "No passing, and a redeal if nobody bids" in clash
    assert "Stick the dealer" in clash
    assert beside["tens-around"].refused == ""


def test_what_a_game_does_not_take_any_more_is_as_usual_again() -> None:
    kept = form.fitted(GAMES, "partnership", {"score_scale": "full", "target": 120, "minimum_bid": 30})
    assert dict(kept) == {"score_scale": "full", "target": 1200, "minimum_bid": 300}
    gone = form.fitted(GAMES, "two-handed-kitty", {"scoring": "alternate", "target": 200})
    assert dict(gone) == {"scoring": "alternate"}
    clash = {"score_scale": "tenth", "counters": "half"}
    assert dict(form.fitted(GAMES, "partnership", clash)) == clash


class Endless(HouseRule):
    """Never gives a game back."""

    id, version, title = "endless", "1.0", "Endless"

    def amend(self, variant: Variant, **options: object) -> Variant:
        while True:
            options = dict(options)


class Odd(HouseRule):
    """Raises what nobody expects."""

    id, version, title = "odd", "1.0", "Odd"

    def amend(self, variant: Variant, **options: object) -> Variant:
        raise SystemExit("away")


def test_a_house_rule_whose_code_fails_is_named_and_the_form_is_filled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(form, "PATIENCE_S", 1.0)
    source = Source("bad", __file__, "profile", b"x" * 32)
    plain = shell.registry()
    bad = [Plugin("house rule", one.id, one.title, "1.0", one, source) for one in (Endless(), Odd())]
    found = form.made(Games(Registry([*plain.plugins, *bad])), "partnership", {})
    assert found is not None
    rules = {rule.id: rule.refused for rule in found.rules}
    assert rules["endless"] == "'Endless' is broken: not done after 1 seconds."
    assert rules["odd"] == "'Odd' is broken: away."
    assert rules["tens-around"] == ""


def test_presets_are_picked_in_a_game_that_they_are_written_for() -> None:
    rows = {row.name: row for row in made().presets}
    assert rows["190-and-no-passing"].variant == "partnership"
    assert rows["bicycle-rules"].variant == "two-handed"
    assert not any(row.chosen for row in rows.values())
    chosen = {row.name: row.chosen for row in made(minimum_bid=190, pass_count=0).presets}
    assert chosen["190-and-no-passing"]


def test_a_laptop_that_lacks_something_has_no_form() -> None:
    assert form.made(GAMES, "cut-throat", {}) is None
    assert form.made(GAMES, "partnership", {"grandma": True}) is None


def test_the_window_sets_a_table_and_contradictions_are_refused_by_name(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.until(lambda front: front.lobby.variants)
        ann.post(OpenTable("Kitchen", "partnership", locked=False))
        first = ann.until(filled).lobby.form
        assert first is not None
        ann.post(ChangeTable("partnership", first.with_rule("tens-around", True)))
        one = ann.until(lambda front: front.lobby.form and front.lobby.form.order).lobby.form
        assert one is not None
        two = one.with_rule("last-trick-double", True)
        ann.post(ChangeTable("partnership", two))
        stacked = ann.until(lambda front: front.lobby.form and len(front.lobby.form.order) == 2).lobby.form
        assert stacked is not None
        assert stacked.order == ("tens-around", "last-trick-double")
        numbers = next(option for option in stacked.options if option.name == "score_scale")
        ann.post(ChangeTable("partnership", (*stacked.settings, ("counters", "half"))))
        half = ann.until(
            lambda front: front.lobby.form and dict(front.lobby.form.values)["counters"] == "half"
        )
        assert half.lobby.form is not None
        ann.post(ChangeTable("partnership", half.lobby.form.with_option(numbers, "tenth")))
        refused = ann.until(lambda front: front.lobby.problem).lobby
        assert "'score_scale' tenth and 'counters' half contradict each other" in refused.problem
        assert refused.form == half.lobby.form
        ann.post(ChangeTable("partnership", ()))
        plain = ann.until(lambda front: filled(front) and not front.lobby.form.settings).lobby  # type: ignore[union-attr]
        assert plain.problem == ""


def test_presets_are_saved_shared_and_thrown_away(tmp_path: Path) -> None:
    with shell.player(tmp_path) as ann:
        ann.until(lambda front: front.lobby.variants)
        ann.post(OpenTable("Kitchen", "partnership", locked=False))
        plain = ann.until(filled).lobby.form
        assert plain is not None
        ann.post(ChangeTable("partnership", plain.with_rule("save-bid", True)))
        ann.until(lambda front: front.lobby.form and front.lobby.form.order)
        ann.post(SavePreset("Grandma's kitchen"))

        def mine(front: object) -> list[object]:
            shown = ann.bridge.read().lobby.form
            return [] if shown is None else [row for row in shown.presets if row.mine]

        ann.until(mine)
        (row,) = [row for row in ann.bridge.read().lobby.form.presets if row.mine]  # type: ignore[union-attr]
        assert (row.name, row.chosen, row.variant) == ("grandma-s-kitchen", True, "partnership")
        assert (tmp_path / "plugins" / "presets" / "grandma-s-kitchen.toml").read_text() == row.source
        ann.post(DropPreset(row.name))
        ann.until(lambda front: not mine(front))
        ann.post(TakePreset(row.source))
        ann.until(mine)
        ann.post(TakePreset("title = 3"))
        assert "needs a title" in ann.until(lambda front: front.lobby.problem).lobby.problem
