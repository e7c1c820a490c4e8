"""A house rule in two real windows of the lab: dropped into a folder, switched on, read, taken by a yes.

``python tests/bench/window_rules.py OUT_DIR [--size 1280x720]``. Ana drops a file into her plugin folder
while the program runs and opens a table with it; Ben, who lacks it, joins, reads it and says yes; bots take
the other chairs and both windows come to the first auction. Counts what a person does, and keeps a picture of
every step.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "lab")]
import lab  # noqa: E402
from helpers_window import Windowed  # noqa: E402

RULE = "aunt-tens"
PATIENCE_S = 60.0


class Evening:
    """Two people at two windows, and what they had to do."""

    def __init__(self, lan: lab.Lab, out: Path, size: str) -> None:
        self.out = out
        self.profiles = {n: out / f"profile-{n}-{time.time_ns()}" for n in (1, 2)}
        self.windows = {
            n: Windowed(lan, n, out, "--profile", str(self.profiles[n]), size=size) for n in (1, 2)
        }
        self.deeds = 0

    def see(self, n: int, target: str) -> None:
        """Wait until a window offers something that may be pressed."""
        self.windows[n].until(lambda w: target in w.targets and w.targets[target].legal, PATIENCE_S)

    def click(self, n: int, target: str) -> None:
        """One click on something, once it is there."""
        self.see(n, target)
        time.sleep(0.4)
        self.windows[n].look()
        self.windows[n].click(target)
        self.deeds += 1

    def key(self, n: int, name: str) -> None:
        """One key."""
        self.windows[n].key(name)
        self.deeds += 1

    def name(self, n: int, text: str) -> None:
        """The first start."""
        self.see(n, "go:name")
        self.windows[n].lan.type(n, text)
        time.sleep(0.4)
        self.windows[n].key("Return")
        self.see(n, "own:new")

    def picture(self, n: int, name: str) -> None:
        """What a screen shows."""
        time.sleep(0.6)
        self.windows[n].lan.shot(n, str(self.out / f"{name}.png"))


def rule() -> str:
    """A house rule that no laptop has."""
    text = (ROOT / "plugins" / "tens_around.py").read_text(encoding="utf-8")
    return text.replace("tens-around", RULE).replace("Tens around score", "Aunt's tens")


def play(evening: Evening) -> None:
    """From two first starts to one auction."""
    evening.name(1, "Ana")
    evening.name(2, "Ben")
    begun = time.monotonic()
    (evening.profiles[1] / "plugins" / "aunt_tens.py").write_text(rule(), encoding="utf-8")
    evening.click(1, "me:plugins")
    evening.see(1, "plugins:reload")
    evening.key(1, "r")
    evening.windows[1].until(lambda w: w.targets, PATIENCE_S)
    time.sleep(1.5)
    evening.click(1, "part:house rule")
    evening.see(1, f"row:aunt_tens/house rule/{RULE}")
    evening.click(1, f"row:aunt_tens/house rule/{RULE}")
    evening.picture(1, "1-plugins")
    evening.key(1, "Escape")
    evening.see(1, "own:new")
    evening.key(1, "n")
    evening.click(1, "part:rules")
    evening.click(1, f"rule:{RULE}")
    evening.see(1, f"more:{RULE}.points")
    evening.picture(1, "2-setup")
    evening.see(2, "join:table")
    evening.picture(2, "3-lobby")
    evening.click(2, "join:table")
    evening.click(1, next(name for name in knocking(evening, 1)))
    evening.see(2, "go:yes")
    evening.picture(2, "4-consent")
    evening.key(2, "y")
    evening.windows[2].until(lambda w: w.page == "setup", PATIENCE_S)
    evening.click(2, "part:rules")
    evening.picture(2, "5-seated")
    evening.click(1, "bot:2")
    evening.click(1, "bot:3")
    evening.click(2, "go:ready")
    evening.click(1, "go:ready")
    for n in (1, 2):
        evening.windows[n].until(lambda w: w.page not in ("setup", "deal", "lobby", "meeting"), PATIENCE_S)
    evening.key(2, "F2")
    evening.see(2, "rules:more")
    evening.key(2, "Next")
    evening.picture(2, "6-rules")
    evening.picture(1, "7-auction")
    print(f"{evening.deeds} clicks and keys, {time.monotonic() - begun:.0f} s with the waits for pictures")


def knocking(evening: Evening, n: int) -> list[str]:
    """The yes buttons for laptops at the door, once there is one."""
    window = evening.windows[n]
    window.until(lambda w: any(id.startswith("yes:") for id in w.targets), PATIENCE_S)
    return [id for id in window.targets if id.startswith("yes:")]


def main() -> None:
    """Run it on a lab of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x720")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with lab.Lab(2, name="window-rules") as lan:
        evening = Evening(lan, asked.out, asked.size)
        try:
            play(evening)
        finally:
            for window in evening.windows.values():
                window.close()


if __name__ == "__main__":
    main()
