"""House rules: changes of tables and phases that stack, with options of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from helpers_rules import ROOT, Dealer, game, variants

from pinochle_lan import api
from pinochle_lan.api import (
    Action,
    ActionOffer,
    Around,
    Ask,
    Choice,
    GiveUp,
    GoOn,
    HouseRule,
    Offer,
    Option,
    OptionError,
    OwnFaces,
    Phase,
    Rank,
    RulesError,
    State,
    Variant,
    cards,
)
from pinochle_lan.rules import melds


class TensAround(HouseRule):
    """Four tens of different suits are a meld."""

    id, version, title = "tens-around", "1.0", "Tens around score"
    options: ClassVar[dict[str, int]] = {"points": 80}

    def amend(self, variant: Variant, **options: Any) -> Variant:
        points = options["points"]
        return variant.with_rules(melds=(*variant.rules.melds, Around((points, points * 10), Rank.TEN)))


@dataclass(frozen=True)
class ThrowIn(Phase):
    """After the deal the dealer's left neighbour may throw the hand in."""

    name = "throw-in"

    def due(self, game: api.Game, state: State) -> tuple[Ask, ...]:
        assert state.dealer is not None
        return () if state.stage else (Ask("go", game.left_of(state.dealer)),)

    def offers(self, game: api.Game, state: State, seat: int, mine: OwnFaces) -> tuple[Offer, ...]:
        return (ActionOffer("go", ("Play", "Throw in"), actions=(GoOn(seat), GiveUp(seat))),)

    def choices(self, game: api.Game, state: State, seat: int, mine: OwnFaces) -> Iterator[Choice]:
        yield GoOn(seat)

    def apply(self, game: api.Game, state: State, action: Action) -> State:
        return (
            replace(state, stage="kept") if isinstance(action, GoOn) else replace(state, ended="redeal-same")
        )


class ThrowInRule(HouseRule):
    """A phase of its own after the deal."""

    id, version, title = "throw-in", "1.0", "Throwing in"
    options = (Option("asked", "Asked", "Whether it is asked at all.", True, (False, True)),)

    def amend(self, variant: Variant, **options: Any) -> Variant:
        return variant.after("deal", ThrowIn()) if options["asked"] else variant


def test_a_meld_of_its_own() -> None:
    table = game(rules=[TensAround()]).rules.melds
    assert melds.items(melds.find(cards("10C 10D 10H 10S"), None, table)) == {"tens": 80}
    cheap = game(rules=[TensAround()], **{"tens-around.points": 30})
    assert cheap.options["tens-around.points"] == 30
    assert melds.total(melds.find(cards("10C 10D 10H 10S") * 2, None, cheap.rules.melds)) == 300


def test_an_unknown_option_of_a_house_rule_is_refused() -> None:
    with pytest.raises(
        OptionError, match=r"no option 'tens-around.pionts'; did you mean 'tens-around.points'"
    ):
        game(rules=[TensAround()], **{"tens-around.pionts": 30})
    with pytest.raises(OptionError, match=r"has no option 'tens-around.points'"):
        game(**{"tens-around.points": 30})


def test_a_phase_of_its_own_is_played() -> None:
    dealer = Dealer(game(rules=[ThrowInRule()], first_dealer=0), 3)
    ask = dealer.until("go", "call")
    assert (ask.kind, ask.seat) == ("go", 1)
    dealer.step()
    assert dealer.until("go", "call").kind == "call"
    off = Dealer(game(rules=[ThrowInRule()], first_dealer=0, **{"throw-in.asked": False}), 3)
    assert off.until("go", "call").kind == "call"


def test_house_rules_stack_as_the_settings_say_whatever_order_they_came_in() -> None:
    """DESIGN, law 1: never the order in which files were read; the order is an option of the table."""
    one, two = game(rules=[TensAround(), ThrowInRule()]), game(rules=[ThrowInRule(), TensAround()])
    assert [rule.id for rule in one.house_rules] == ["tens-around", "throw-in"]
    assert one.options["house_rules"] == "tens-around throw-in"
    assert two.options["house_rules"] == "throw-in tens-around"
    again = game(rules=[ThrowInRule(), TensAround()], **dict(one.options))
    assert [rule.id for rule in again.house_rules] == ["tens-around", "throw-in"]
    assert dict(again.options) == dict(one.options)


def test_phases_are_put_before_after_instead_and_taken_away() -> None:
    variant = game().variant
    names = [phase.name for phase in variant.phases]
    assert names == ["deal", "auction", "trump", "pass", "meld", "go", "play", "score"]
    new = ThrowIn()
    assert [p.name for p in variant.before("auction", new).phases][:3] == ["deal", "throw-in", "auction"]
    assert [p.name for p in variant.instead("go", new).phases][5] == "throw-in"
    assert "pass" not in [p.name for p in variant.without("pass").phases]
    with pytest.raises(RulesError, match="has no phase 'bury'; it has deal, auction"):
        variant.after("bury", new)
    with pytest.raises(RulesError, match="has no table 'meld'"):
        variant.with_rules(meld=())
    with pytest.raises(RulesError, match="not resolved"):
        _ = variants()["partnership"].rules


def test_the_core_names_no_variant() -> None:
    """Law 10: shipped variants have no privileges. (A command's default game is no rule.)"""
    ids = ["partnership", "double-deck", "double-pack", "three-handed", "two-handed", "two-person"]
    ids += ["two-handed-bidding", "two-handed-kitty"]
    for path in sorted((ROOT / "pinochle_lan").rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name in ids if path.parent.name != "cli" else ():
                assert f'"{name}"' not in line, f"{path.name}:{number} names {name}"
                assert f"'{name}'" not in line, f"{path.name}:{number} names {name}"
            assert "variant ==" not in line, f"{path.name}:{number}"
            assert "variant.id ==" not in line, f"{path.name}:{number}"
            assert "game.id ==" not in line, f"{path.name}:{number}"


def test_the_plugin_imports_the_api_alone() -> None:
    text = (ROOT / "plugins" / "partnership.py").read_text(encoding="utf-8")
    imports = [line for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert imports == ["from pinochle_lan.api import ("]
    assert all(hasattr(api, name) for name in api.__all__)
