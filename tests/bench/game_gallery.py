"""Pictures of real games: ``python tests/bench/game_gallery.py OUT_DIR [VARIANT ...]``.

A robot plays a hand of each variant by mouse, against bots that play anything; every kind of page is kept
once, the third and the ninth trick too, at two sizes. For people: look at them beside docs/look.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import helpers_rules
import pygame
from helpers_play import LocalTable, Robot

from pinochle_lan.ui.screen import Screen
from pinochle_lan.ui.settings import UiSettings

SIZES = ((1280, 720), (1024, 600))
TRICKS = (3, 9)


def keep(robot: Robot, folder: Path, name: str) -> None:
    """The page as it is now, at every size."""
    for size in SIZES:
        surface = pygame.Surface(size).convert()
        screen = Screen(surface, robot.table.front(), post=lambda intent: None, settings=UiSettings(speed=0))
        screen.memory = robot.screen.memory
        screen.resize(surface)
        screen.draw(0)
        pygame.image.save(surface, folder / f"{name}-{size[0]}.png")


def play(variant: str, folder: Path, seed: int) -> None:
    """A hand of a variant, with its pictures."""
    robot = Robot(LocalTable(variant, seed), mouse=True)
    kept: list[str] = []
    act = robot.turn

    def turn() -> None:
        view = robot.table.front().table
        assert view is not None
        assert view.view is not None
        page, trick = robot.screen.page.name, len(view.view.tricks)
        name = f"{page}{trick}" if page == "trick" and trick in TRICKS else page
        picked = len(robot.screen.memory.picked)
        name = f"{name}-picked" if page == "pick" and picked == 2 else name
        if name not in kept:
            kept.append(name)
            keep(robot, folder, f"{variant}-{name}")
        act()

    robot.turn = turn  # type: ignore[method-assign]
    robot.play(hands=1, seen="trick")
    keep(robot, folder, f"{variant}-end")
    print(f"{variant}: {', '.join(kept)}")


def main() -> None:
    """Write the pictures."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("Say where the pictures go: python tests/bench/game_gallery.py OUT_DIR [VARIANT ...]")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    for variant in sys.argv[2:] or sorted(helpers_rules.variants()):
        play(variant, folder, seed=5)


if __name__ == "__main__":
    main()
