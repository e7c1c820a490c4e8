"""What people decide together: who comes in, chairs, the turn clock, leaving, the end of a hand."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import helpers_scenes_more as more
import pygame
import pytest
from helpers_person import Player

from pinochle_lan.front import Front
from pinochle_lan.intents import Admit, ComeBack, GiveSeat, Intent, Kick, SetClock, SitDown, VoidHand
from pinochle_lan.table.snapshot import Motion
from pinochle_lan.ui.page import Button, Label


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def with_motion(motion: Motion) -> Front:
    return replace(more.talking(), table=replace(more.table_of(more.talking()), motions=(motion,)))


def test_who_knocks_under_way_is_let_in_or_not() -> None:
    player = Player(more.deciding())
    player.click("ask:let0")
    player.click("ask:no0")
    assert player.sent == [Admit(b"z" * 32, True), Admit(b"z" * 32, False)]


@pytest.mark.parametrize(
    ("motion", "intent"),
    [
        (Motion("seat", 1, 3, 0, ("Caro",), 2, False, "Caro would like a chair."), GiveSeat(3, 1)),
        (Motion("kick", 2, None, 0, ("Caro",), 3, False, "Ana is to leave the table."), Kick(2)),
        (Motion("turn", None, None, 30, ("Caro",), 3, False, "A bot is to play."), SetClock(30)),
        (Motion("void", None, None, 0, ("Caro",), 4, False, "This hand is to end."), VoidHand()),
    ],
)
def test_agreeing_wants_the_same(motion: Motion, intent: Intent) -> None:
    player = Player(with_motion(motion))
    said = [item.text for item in player.screen.page.items if isinstance(item, Label)]
    assert f"{motion.sentence} 1 of {motion.needed}" in said
    player.click("ask:agree0")
    assert player.sent == [intent]


def test_ones_own_wish_is_only_shown_and_can_be_put_away() -> None:
    player = Player(with_motion(Motion("void", None, None, 0, ("Dana",), 4, True, "This hand is to end.")))
    assert player.screen.page.find("ask:agree0") is None
    player.click("ask:seen0")
    assert player.screen.page.find("ask:seen0") is None
    assert player.sent == []


def test_the_clock_ran_out_and_the_person_is_here_again() -> None:
    snap = replace(
        more.table_of(samples.play()), idle=True, notice="You took longer than the turn clock allows."
    )
    player = Player(replace(samples.play(), table=snap))
    player.click("banner:here")
    assert player.sent == [ComeBack()]


def test_whoever_watches_asks_for_a_bots_chair_and_plays_nothing() -> None:
    player = Player(more.watching())
    assert not any(target.id.startswith("hand:") for target in player.screen.page.targets())
    player.click("ask:chair1")
    assert player.sent == [SitDown(1)]


def test_what_may_be_asked_of_the_others_stands_in_the_menu_and_asks_once_more() -> None:
    player = Player(more.talking())
    player.key("escape")
    player.click("menu:together")
    said = [item.text for item in player.screen.page.items if isinstance(item, Label)]
    assert "With the code H3T9-PAKD, or your yes." in said
    player.click("clock:30")
    assert player.sent == [SetClock(30)]
    assert player.screen.memory.dialog == ""
    player.screen.remember_that(dialog="together")
    player.click("kick:3")
    assert player.sent == [SetClock(30)]
    player.click("kick:3")
    player.screen.remember_that(dialog="together")
    player.click("void:hand")
    player.click("void:hand")
    assert player.sent == [SetClock(30), Kick(1), VoidHand()]


def test_alone_there_is_nobody_to_ask() -> None:
    snap = more.table_of(samples.play())
    alone = replace(snap, laptops=snap.laptops[:1])
    player = Player(replace(samples.play(), table=alone))
    player.key("escape")
    assert player.screen.page.find("menu:together") is None
    chosen = [item.id for item in player.screen.page.items if isinstance(item, Button)]
    assert "menu:laptops" in chosen
