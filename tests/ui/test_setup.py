"""Setting a table up: options, house rules, points and presets, by mouse and by keyboard alone."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pygame
import pytest
from helpers_person import Player, said

from pinochle_lan.form import ORDER, DropPreset, OptionInfo, SavePreset, TakePreset
from pinochle_lan.front import Front
from pinochle_lan.intents import ChangeTable, LockTable, OpenTable
from pinochle_lan.ui import clipboard
from pinochle_lan.ui.page import Button, Field
from pinochle_lan.ui.scenes.setup_options import neighbours, snapped
from pinochle_lan.ui.settings import UiSettings


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


SET = dict(samples.FORM.settings)


def sent(player: Player) -> dict[str, object]:
    """The settings that were asked for last."""
    change = player.sent[-1]
    assert isinstance(change, ChangeTable)
    return dict(change.options)


def button(player: Player, name: str) -> Button:
    found = player.screen.page.find(name)
    assert isinstance(found, Button)
    return found


def part(name: str, founder: bool = True) -> Player:
    player = Player(samples.setup(founder))
    player.click(f"part:{name}")
    return player


def test_every_option_in_force_is_drawn_and_what_differs_is_counted() -> None:
    player = Player(samples.setup())
    words = said(player.screen.page)
    for option in samples.OPTIONS:
        assert option.title in words
    assert "3 changed from the usual" in words
    player.click("options:reset")
    assert sent(player) == {}


def test_the_founder_switches_between_a_code_and_a_yes_to_each() -> None:
    player = Player(samples.setup())
    words = said(player.screen.page)
    assert "H3T9-PAKD" in words
    assert "In by the code, or by your yes." in words
    player.click("door:code")
    assert player.sent == [LockTable(False)]
    assert player.saved[-1].locked is False  # the next table begins like this one
    front = samples.setup()
    assert front.table is not None
    player = Player(replace(front, table=replace(front.table, code="")))
    assert "No code: you say yes to each." in said(player.screen.page)
    player.click("door:code")
    assert player.sent == [LockTable(True)]
    assert Player(samples.setup(founder=False)).screen.page.find("door:code") is None


@pytest.mark.parametrize("locked", [True, False])
def test_a_new_table_has_a_code_if_the_last_one_had(locked: bool) -> None:
    player = Player(Front(samples.LOBBY), UiSettings(speed=0, locked=locked))
    player.click("own:new")
    (opened,) = player.sent
    assert isinstance(opened, OpenTable)
    assert opened.locked is locked


def test_an_option_changes_and_house_rules_stay() -> None:
    player = Player(samples.setup())
    player.click("more:pass_count")
    assert sent(player) == {**SET, "pass_count": 0}
    player.click("less:target")
    assert sent(player) == {**SET, "target": 950}


def test_a_number_is_written_and_snaps_to_what_is_allowed() -> None:
    player = Player(samples.setup())
    player.click("value:minimum_bid")
    assert isinstance(player.screen.page.find(player.screen.memory.focus), Field)
    player.type("304")
    player.key("return")
    assert sent(player) == {**SET, "minimum_bid": 300}
    assert player.screen.memory.dialog == ""
    assert [snapped(samples.OPTIONS[0], n) for n in (0, 304, 306, 9999)] == [100, 300, 310, 600]


def test_a_wide_range_is_walked_in_larger_steps() -> None:
    points = OptionInfo("x.points", "Points", "", 80, low=0, high=100_000)
    assert neighbours(points, 80) == (70, 90)
    assert neighbours(points, 3) == (0, 13)
    assert neighbours(points, 0) == (None, 10)


def test_house_rules_are_switched_ordered_and_refused_by_name() -> None:
    player = part("rules")
    words = said(player.screen.page)
    for rule in samples.RULES:
        assert rule.title in words
    assert "'Stick the dealer' and 'Save bid' contradict each other" in words
    assert not button(player, "rule:save-bid").enabled
    player.click("rule:save-bid")
    assert player.sent == []
    player.click("rule:stick-the-dealer")
    assert sent(player)[ORDER] == "tens-around double-for-spades stick-the-dealer"
    player.click("rule:tens-around")
    assert sent(player)[ORDER] == "double-for-spades"
    player.click("later:tens-around")
    assert sent(player)[ORDER] == "double-for-spades tens-around"
    player.click("more:tens-around.points")
    assert sent(player) == {**SET, "tens-around.points": 90}


def test_what_was_refused_stands_over_the_form() -> None:
    front = samples.setup()
    why = "'score_scale' tenth and 'counters' half contradict each other: tenths need simple counters"
    refused = replace(front, lobby=replace(front.lobby, problem=why))
    assert why in said(Player(refused).screen.page)


def test_points_of_melds_and_cards_are_written() -> None:
    player = part("points")
    player.click("points:meld.pinochle:1")
    player.type("350")
    player.click("go:number")
    assert sent(player) == {**SET, "meld.pinochle": "40 350"}
    player.click("points:counters.last:0")
    player.type("20")
    player.key("return")
    assert sent(player) == {**SET, "counters.last": 20}
    player.click("points:counters.points:5")
    player.type("1")
    player.key("return")
    assert sent(player) == {**SET, "counters.points": "11 10 4 3 2 1"}


def test_presets_are_picked_kept_handed_on_and_thrown_away() -> None:
    player = part("presets")
    assert button(player, "use:grandma").label == "In use"
    assert not button(player, "use:far").enabled
    player.click("use:190-and-no-passing")
    assert sent(player) == {"minimum_bid": 190, "pass_count": 0}
    player.click("copy:190-and-no-passing")
    assert clipboard.get() == 'title = "190 and no passing"\n'
    player.click("presets:paste")
    assert player.sent[-1] == TakePreset('title = "190 and no passing"\n')
    player.click("preset")
    player.type("Sunday")
    player.key("return")
    assert player.sent[-1] == SavePreset("Sunday")
    assert player.screen.memory.field("preset") == ""
    player.click("drop:grandma")
    assert button(player, "drop:grandma").kind == "danger"
    player.click("drop:grandma")
    assert player.sent[-1] == DropPreset("grandma")


def test_an_own_preset_is_changed_by_saving_under_its_name() -> None:
    front = samples.setup()
    assert front.lobby.form is not None
    presets = tuple(replace(row, chosen=False) for row in samples.PRESETS)
    form = replace(front.lobby.form, presets=presets)
    player = Player(replace(front, lobby=replace(front.lobby, form=form)))
    player.click("part:presets")
    player.click("use:grandma")
    assert player.screen.memory.field("preset") == "Grandma's kitchen"
    assert button(player, "presets:save").label == "Replace"


@pytest.mark.parametrize("name", ["options", "rules", "points", "presets"])
def test_a_guest_sees_everything_and_changes_nothing(name: str) -> None:
    player = part(name, founder=False)
    changing = [
        one.id
        for one in player.screen.page.targets()
        if any(isinstance(act, ChangeTable) for act in one.do) or one.id.startswith("points:")
    ]
    assert changing == []
    assert "The founder sets the rules." in said(player.screen.page)


def test_another_game_takes_its_own_rules() -> None:
    player = Player(samples.setup())
    player.click("game:other")
    player.click("games:three-handed")
    assert player.sent == [ChangeTable("three-handed", ())]
    assert player.saved[-1].variant == "three-handed"


def test_a_whole_setup_by_keyboard_alone() -> None:
    player = Player(samples.setup())
    player.reach("more:minimum_bid")
    player.key("return")
    assert sent(player) == {**SET, "minimum_bid": 260}
    player.reach("value:minimum_bid")
    player.key("return")
    player.type("400")
    player.key("return")
    assert sent(player) == {**SET, "minimum_bid": 400}
    player.reach("part:rules")
    player.key("return")
    player.reach("rule:stick-the-dealer")
    player.key("space")
    assert sent(player)[ORDER] == "tens-around double-for-spades stick-the-dealer"
    player.reach("part:points")
    player.key("return")
    player.reach("points:meld.aces:0")
    player.key("return")
    player.type("120")
    player.key("return")
    assert sent(player)["meld.aces"] == "120 1000"
    player.reach("part:presets")
    player.key("return")
    player.reach("use:190-and-no-passing")
    player.key("return")
    assert sent(player) == {"minimum_bid": 190, "pass_count": 0}


def test_the_focus_stays_in_its_group_when_a_row_moves_to_another_page() -> None:
    full = samples.setup()
    assert full.table is not None
    assert full.lobby.form is not None
    people = tuple(
        replace(who, name=who.name or "Robo 2", bot=who.bot or "steady") for who in full.table.people
    )
    full = replace(full, table=replace(full.table, people=people))
    player = Player(full)
    assert player.screen.page.first == "go:ready"
    player.reach("part:rules")
    player.key("return")
    player.reach("rule:stick-the-dealer")
    player.key("space")
    fewer = tuple(rule for rule in samples.RULES if rule.id != "stick-the-dealer")
    form = replace(full.lobby.form, rules=fewer)
    player.show(replace(full, lobby=replace(full.lobby, form=form)))
    assert player.screen.memory.focus == "rule:tens-around"


def test_a_click_on_an_options_name_explains_and_changes_nothing() -> None:
    player = Player(samples.setup())
    player.click("option:target")
    assert player.sent == []
    assert "Usually 1,500" in str(player.screen.page.find("option:target"))


def test_F2_reads_the_rules_of_the_table_that_is_set_up_and_of_the_game_in_the_lobby() -> None:
    player = Player(samples.setup())
    player.key("f2")
    words = said(player.screen.page)
    assert "Tens around: 80, double 800." in words
    assert "Gold is different from the usual game." in words
    lobby = Player(Front(samples.LOBBY))
    lobby.key("f2")
    assert "Rules · Single deck, partners" in said(lobby.screen.page)


def test_a_laptop_that_lacks_rules_says_so() -> None:
    front = samples.setup(founder=False)
    lost = replace(front, lobby=replace(front.lobby, form=None))
    assert "does not have all the rules" in said(Player(lost).screen.page)
