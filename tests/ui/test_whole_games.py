"""Mouse alone and keyboard alone play every shipped game: what a screen offers is legal, and it always
goes on.
"""

from __future__ import annotations

import helpers_rules
import pygame
import pytest
from helpers_layout import faults
from helpers_play import LocalTable, Robot

VARIANTS = sorted(helpers_rules.variants())


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


@pytest.mark.parametrize("variant", VARIANTS)
def test_mouse_alone_plays_every_game_and_every_page_is_well_laid_out(variant: str) -> None:
    robot = Robot(LocalTable(variant, seed=5), mouse=True)
    found: list[str] = []
    act = robot.turn

    def turn() -> None:
        page, screen = robot.screen.page, robot.screen
        found.extend(f"{page.name}: {fault}" for fault in faults(page, screen.frame, screen.painter.texts))
        act()

    robot.turn = turn  # type: ignore[method-assign]
    robot.play(hands=1, seen="trick")
    assert "trick" in robot.pages
    assert found == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_keyboard_alone_plays_every_game(variant: str) -> None:
    robot = Robot(LocalTable(variant, seed=5), mouse=False)
    robot.play(hands=1, seen="trick")
    assert "trick" in robot.pages


@pytest.mark.parametrize("variant", ["partnership", "three-handed", "two-handed-kitty"])
def test_marriage_needed_for_trump_is_shown_with_it(variant: str) -> None:
    robot = Robot(LocalTable(variant, seed=3, trump_needs_marriage=True), mouse=True)
    robot.play(hands=2, seen="trick")
    assert "trick" in robot.pages


def test_mouse_alone_plays_a_whole_game_to_its_end() -> None:
    table = LocalTable("partnership", seed=2, target=500)
    robot = Robot(table, mouse=True)
    robot.play(hands=99)
    assert table.over
    assert robot.screen.page.name == "over"
