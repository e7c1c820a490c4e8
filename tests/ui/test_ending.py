"""The last trick of a hand is shown although the engine has put it away when the score comes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import helpers_scenes as samples
import pygame
import pytest
from helpers_play import LocalTable, Robot

from pinochle_lan.front import Front
from pinochle_lan.table.snapshot import Line
from pinochle_lan.ui import ending
from pinochle_lan.ui.screen import Screen
from pinochle_lan.ui.settings import UiSettings


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


def ends_of_hands(variant: str, seed: int, hands: int) -> list[tuple[Front, Front]]:
    """The fronts before and after each step that ended a hand."""
    table = LocalTable(variant, seed)
    robot = Robot(table, mouse=True)
    found: list[tuple[Front, Front]] = []
    fronts = [table.front()]
    table.dealer.watch.append(lambda dealer, actions, before: fronts.append(table.front()))
    robot.play(hands=hands)
    for old, new in pairwise(fronts):
        assert old.table is not None
        assert new.table is not None
        assert old.table.view is not None
        assert new.table.view is not None
        if len(new.table.view.history) > len(old.table.view.history):
            found.append((old, new))
    return found


def test_last_trick_is_read_from_the_public_lines() -> None:
    shown = 0
    for old, new in ends_of_hands("partnership", 4, 2):
        assert old.table is not None
        assert old.table.view is not None
        assert new.table is not None
        trick = ending.last_trick(old.table, new.table)
        if old.table.view.trick is None or not old.table.view.trick.plays:
            assert trick is None  # the hand was not played out
            continue
        assert trick is not None
        assert len(trick.plays) == 4
        assert trick.number == 12
        assert trick.winner in range(4)
        assert [play.seat for play in trick.plays if play.winning] == [trick.winner]
        shown += 1
    assert shown >= 1


def test_screen_holds_the_last_trick_before_the_score() -> None:
    old, new = next(
        pair
        for pair in ends_of_hands("partnership", 4, 2)
        if ending.last_trick(pair[0].table, pair[1].table)  # type: ignore[arg-type]
    )
    surface = pygame.Surface((1280, 720)).convert()
    screen = Screen(surface, old, post=lambda intent: None, settings=UiSettings(speed=0))
    screen.show(new, 1000)
    screen.draw(1010)
    assert screen.page.name == "trick"
    assert len([item for item in screen.page.cards() if item.id.startswith("trick-12")]) == 4
    assert screen.page.find("go:next") is None  # nobody deals past the score
    screen.draw(1000 + 901)
    assert screen.page.name == "score"


def test_nothing_is_made_up() -> None:
    front = samples.play()
    assert front.table is not None
    assert ending.last_trick(front.table, front.table) is None
    score = samples.score()
    assert score.table is not None
    silent = replace(score.table, lines=(Line("Somebody did something.", 2, 5, 7),))
    old = replace(front.table, view=replace(samples.trick_view(), history=samples.HISTORY[:4]))
    assert ending.last_trick(old, silent) is None
