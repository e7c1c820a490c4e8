"""Cards are played by dragging them to the table too (docs/look.md 10)."""

from __future__ import annotations

from dataclasses import replace

import helpers_scenes as samples
import pygame
import pytest
from helpers_person import Player
from helpers_scenes_more import table_of

from pinochle_lan.cards import cards
from pinochle_lan.intents import Act
from pinochle_lan.rules.actions import Play, Shown
from pinochle_lan.ui import motion
from pinochle_lan.ui.events import Pointer
from pinochle_lan.ui.settings import UiSettings

ACE = Act(Play(0, Shown(2, cards("AH")[0])), 143)


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


@pytest.mark.parametrize("two_clicks", [False, True])
def test_a_card_let_go_over_the_table_is_played_once(two_clicks: bool) -> None:
    player = Player(samples.play(), UiSettings(speed=0, two_clicks=two_clicks))
    player.drag("hand:2", 40, -260)
    assert player.sent == [ACE]


def test_a_card_let_go_over_the_hand_stays_there() -> None:
    player = Player(samples.play())
    player.drag("hand:2", 200, -20)
    assert player.sent == []
    assert player.screen.memory.drag is None


def test_a_small_slip_of_the_pointer_is_still_a_click() -> None:
    player = Player(samples.play())
    player.drag("hand:2", 3, -4)
    assert player.sent == [ACE]


def test_an_illegal_card_goes_back_and_says_why() -> None:
    player = Player(samples.play(), UiSettings())
    player.drag("hand:3", 0, -260)
    assert player.sent == []
    assert player.screen.memory.tip == 3
    assert player.screen.memory.drag is None


def test_dragging_picks_a_card_to_pass() -> None:
    player = Player(samples.passing())
    player.drag("hand:4", 0, -200)
    assert player.screen.memory.picked == (4,)
    assert player.screen.memory.drag is None
    player.drag("hand:4", 0, -200)
    assert player.screen.memory.picked == ()
    assert player.screen.memory.drag is None


def test_F37_a_dragged_card_is_sent_once_however_often_it_is_dragged() -> None:
    player = Player(samples.play())
    for _ in range(3):
        player.drag("hand:2", 0, -260, wait=100)
    assert player.sent == [ACE]


def test_the_card_moves_with_the_pointer_and_nothing_else_is_drawn_anew() -> None:
    player = Player(samples.play_any())
    screen = player.screen
    screen.draw(player.now)
    x, y = player.middle("hand:2")
    screen.handle(Pointer("down", x, y, 1), player.now)
    screen.handle(Pointer("move", x + 60, y - 90), player.now)
    assert screen.draw(player.now)
    still = screen._picture._still
    screen.handle(Pointer("move", x + 80, y - 120), player.now)
    assert screen.draw(player.now)
    assert screen._picture._still is still is not None


def test_a_dropped_card_flies_on_from_where_it_was_let_go() -> None:
    player = Player(samples.play(), UiSettings())
    player.drag("hand:2", 40, -200)
    drag = player.screen.memory.drag
    assert drag is not None
    assert drag.dropped
    snap = table_of(samples.play())
    assert snap.view is not None
    trick = snap.view.trick
    assert trick is not None
    card = samples.TrickCard(0, 2, cards("AH")[0], winning=True)
    hand = tuple(item for item in snap.view.seats[0].hand if item.slot != 2)
    view = replace(
        samples.with_seat(snap.view, 0, hand=hand),
        trick=replace(trick, plays=(*trick.plays, card)),
        offers=(),
    )
    player.show(replace(samples.play(), table=replace(snap, view=view, step=144)))
    move = next(one for one in player.screen._playback.motion.moves if one.id == motion.trick_id(7, 0))
    assert (move.start.cx, move.start.cy) == (drag.x, drag.y)
    assert player.screen.memory.drag is None


def test_leaving_the_window_lets_the_card_go_back() -> None:
    player = Player(samples.play())
    x, y = player.middle("hand:2")
    player.screen.handle(Pointer("down", x, y, 1), player.now)
    player.screen.handle(Pointer("move", x, y - 200), player.now)
    player.screen.handle(Pointer("leave"), player.now)
    player.screen.handle(Pointer("up", x, y - 200, 1), player.now)
    assert player.sent == []
    assert player.screen.memory.drag is None
