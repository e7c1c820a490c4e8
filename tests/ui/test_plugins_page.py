"""The page of plugins: state and reason of each, switching, reading anew, by mouse and by keyboard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import helpers_scenes as samples
import pygame
import pytest
from helpers_layout import faults
from helpers_person import Player, said

from pinochle_lan import api
from pinochle_lan.front import Front
from pinochle_lan.intents import OpenTable
from pinochle_lan.pluginhost import guard
from pinochle_lan.pluginhost.host import load_all
from pinochle_lan.room.plugins import rows
from pinochle_lan.shelf import PluginRow, ReloadPlugins, Shelf, SwitchPlugin
from pinochle_lan.ui.page import Button

BAD = Path(__file__).resolve().parents[1] / "badplugins"


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def opened(shelf: Shelf = samples.SHELF) -> Player:
    player = Player(Front(replace(samples.LOBBY, shelf=shelf)))
    player.click("me:plugins")
    return player


def broken() -> tuple[PluginRow, ...]:
    assert api.API  # imported before, so that no plugin has to wait for it
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "PATIENCE_S", 1.0)  # two of them never end
        registry = load_all([("profile", BAD)], installed=False)
    return tuple(row for row in rows(registry) if row.state == "broken")


def test_the_lobby_shows_that_something_is_broken() -> None:
    player = Player(Front(samples.LOBBY))
    assert player.screen.page.find("me:plugins").why == "2 broken"  # type: ignore[union-attr]


def test_broken_ones_come_first_with_line_reason_and_hint() -> None:
    words = said(opened().screen.page)
    assert "Line 14: NameError: name 'Aruond' is not defined." in words
    assert "Mend this line" in words
    assert "/data/dana/pinochle-lan/plugins/grandma.py" in words


BROKEN = broken()


@pytest.mark.parametrize("row", BROKEN, ids=lambda row: row.file)
def test_every_bad_plugin_is_named_with_a_useful_sentence(row: PluginRow) -> None:
    player = opened(Shelf((row,), "/plugins"))
    words = " ".join(said(player.screen.page).replace(" | ", " ").split())
    assert f"{row.file}.py" in words
    start = f"Line {row.line}: {row.reason}" if row.line else row.reason
    assert start.split()[0] in words
    assert all(word.strip(".") in words for word in (*row.reason.split(), *row.hint.split()))
    assert len(row.reason) > 8
    assert len(row.hint) > 8
    assert list(faults(player.screen.page, player.screen.frame, player.screen.painter.texts)) == []


def test_at_least_fifteen_kinds_are_tried() -> None:
    assert {row.file for row in BROKEN} == {path.stem for path in BAD.glob("*.py")}
    assert len(BROKEN) >= 15


def test_switching_and_reading_anew() -> None:
    player = opened()
    player.click("plugin:switch")
    player.click("row:novice//")
    player.click("plugin:switch")
    player.key("r")
    assert player.sent == [SwitchPlugin("grandma", False), SwitchPlugin("novice", True), ReloadPlugins()]
    assert "Plugins were read anew: 8 are on." in said(player.screen.page)


def test_kinds_are_parts_and_long_lists_turn_pages() -> None:
    player = opened()
    player.click("part:house rule")
    shown = [one.id for one in player.screen.page.targets() if one.id.startswith("row:")]
    assert shown == [
        f"row:{row.file}/house rule/{row.id}" for row in samples.SHELF.rows if row.kind == "house rule"
    ]
    player.click("part:all")
    player.key("pagedown")
    shown = [one.id for one in player.screen.page.targets() if one.id.startswith("row:")]
    assert shown
    assert "row:grandma//" not in shown


def test_by_keyboard_alone() -> None:
    player = Player(Front(samples.LOBBY))
    player.reach("me:plugins")
    player.key("return")
    player.reach("part:house rule")
    player.key("return")
    player.reach("row:save_bid/house rule/save-bid")
    player.key("return")
    player.reach("plugin:switch")
    player.key("return")
    player.reach("plugins:reload")
    player.key("space")
    player.key("escape")
    assert player.sent == [SwitchPlugin("save_bid", False), ReloadPlugins()]
    assert player.screen.memory.dialog == ""


def test_a_table_may_forbid_that_files_are_handed_out() -> None:
    player = opened()
    player.click("plugins:shares")
    assert player.saved[-1].shares is False
    player.key("escape")
    player.key("n")
    (opening,) = player.sent
    assert isinstance(opening, OpenTable)
    assert not opening.shares


def test_an_empty_shelf_is_no_fault() -> None:
    assert "Nothing of this kind." in said(opened(Shelf()).screen.page)


def test_the_list_marks_plugins_that_are_missing_or_different() -> None:
    player = Player(Front(samples.LOBBY))
    words = said(player.screen.page)
    for part in ("same as yours", "yours differs", "you lack it", "Tens around score"):
        assert part in words
    join = player.screen.page.find("join:table")
    assert isinstance(join, Button)
    assert join.label == "Get rules from Ana and join"
