"""Mouse alone and keyboard alone play every shipped game: what a screen offers is legal, and it always
goes on.
"""

from __future__ import annotations

import helpers_rules
import pygame
import pytest
from helpers_layout import faults
from helpers_play import LocalTable, Robot

from pinochle_lan.front import Front
from pinochle_lan.ui import pages
from pinochle_lan.ui.page import Page
from pinochle_lan.ui.scenes import build
from pinochle_lan.ui.scenes.look import Look
from pinochle_lan.ui.screen import Screen
from pinochle_lan.ui.settings import UiSettings

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


def test_a_change_is_laid_out_planned_and_drawn_from_one_page_or_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its own, and one with a trick that is held; three where a hand ends. Building is half a frame."""
    built: list[str] = []

    def count(front: Front, look: Look) -> Page:
        page = build(front, look)
        built.append(page.name)
        return page

    monkeypatch.setattr(pages, "build", count)
    table = LocalTable("partnership", seed=1)
    robot = Robot(table, mouse=True)
    surface = pygame.Surface((1280, 720)).convert()
    screen = Screen(surface, table.front(), post=table.post, settings=UiSettings(speed=100))
    robot.screen = screen
    counts: list[int] = []
    show = screen.show

    def counted(front: Front, now_ms: int) -> None:
        screen.draw(now_ms)
        built.clear()
        show(front, now_ms)
        screen.draw(now_ms)
        counts.append(len(built))

    monkeypatch.setattr(screen, "show", counted)
    robot.play(hands=1)
    assert len(counts) > 60
    assert max(counts) <= 3
    assert sorted(counts)[len(counts) * 9 // 10] <= 2
