"""A hand against bots in the real window, by mouse alone and by keyboard alone, on a laptop of the lab.

``python tests/bench/window_play.py OUT_DIR [--game ID] [--bot ID] [--size 1280x720] [--by mouse,keys]
[--hands N]``.
Writes a picture of every screen on the way and says what the frames cost. For people: look at the pictures
beside docs/look.md.
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

PATIENCE_S = 30.0
"""Longest time without anything to do."""
HAND_S = 180.0


class Player:
    """A person who sees the window only: looks for what can be done and does it."""

    def __init__(self, window: Windowed, pictures: Path, *, mouse: bool) -> None:
        self.window = window
        self.pictures = pictures
        self.mouse = mouse
        self.bids = 0
        self.picked = 0
        self.seen: list[str] = []
        self.deeds = 0

    def begin(self, game: str, bot: str = "") -> None:
        """From the first start to the first cards."""
        window = self.window
        window.until(lambda w: "go:name" in w.targets)
        self.picture("first-start")
        if self.mouse:
            window.click("go:name")
        else:
            window.lan.type(window.n, "Ana")
            window.key("Return")
        window.until(lambda w: "own:bots" in w.targets and "go:name" not in w.targets)
        self.picture("lobby")
        if self.mouse:
            window.click("own:bots")
        else:
            window.key("b")
        window.until(lambda w: "go:bots" in w.targets)
        if game:
            window.click(f"game:{game}")
            time.sleep(0.3)
        if bot:
            window.click(f"bot:{bot}")
            time.sleep(0.3)
        self.picture("bots")
        if self.mouse or game or bot:
            window.click("go:bots")
        else:
            window.key("Return")
        window.until(lambda w: w.page != "lobby")

    def play(self, hands: int) -> None:
        """Until so many hands are scored."""
        idle = time.monotonic()
        end = idle + HAND_S * hands
        scored = 0
        while scored < hands:
            self.window.look()
            name = self.window.page
            if name not in self.seen:
                self.seen.append(name)
                time.sleep(0.7)
                self.picture(name)
                self.window.look()
            if name in ("score", "over"):
                scored += 1
                if scored == hands:
                    return
            if time.monotonic() < end and self.act():
                idle = time.monotonic()
                self.settle()
            elif time.monotonic() > min(idle + PATIENCE_S, end):
                raise TimeoutError(f"nothing to do on {name}: {sorted(self.window.targets)}")
            else:
                time.sleep(0.05)

    def act(self) -> bool:
        """Do one thing if there is one to do."""
        targets, first = self.window.targets, self.window.first
        if "go:bid" in targets and targets["go:bid"].legal:
            self.bids += 1
            name = "go:bid" if self.bids == 1 else "go:pass"
            self.press(name if name in targets else "go:bid", "Return" if name == "go:bid" else "p")
            return True
        if first in targets and targets[first].legal:
            self.press(first, "Return")
            self.picked = 0
            return True
        if self.window.page == "pick":
            return self.pick()
        names = [
            name
            for name, target in targets.items()
            if target.legal
            and name.partition(":")[0] in ("hand", "melded", "suits", "choice", "go", "melds")
            and name not in ("go:undo", "go:concede", "go:leave", "go:details")
        ]
        if not names:
            return False
        self.picked += 1
        if self.mouse:
            self.window.click(names[self.picked % len(names)])
        else:
            self.window.key("Right")
            time.sleep(0.1)
            self.window.key("space")
        self.deeds += 1
        return True

    def pick(self) -> bool:
        """One more card for the tray, or the next suit if it is full."""
        targets = self.window.targets
        tray = [name.partition(":")[2] for name in targets if name.startswith("tray:")]
        cards = [name for name in targets if name.startswith("hand:") and name[5:] not in tray]
        suits = [name for name in targets if name.startswith("suits:")]
        self.picked += 1
        if cards and self.mouse:
            self.window.click(cards[self.picked % len(cards)])
        elif cards:
            self.window.key("Right")
            time.sleep(0.1)
            self.window.key("space")
        elif suits:
            name = suits[self.picked % len(suits)]
            self.press(name, name[6:].lower())
            return True
        else:
            return False
        self.deeds += 1
        return True

    def press(self, name: str, key: str) -> None:
        """A button, with the mouse or with its key."""
        if self.mouse:
            self.window.click(name)
        else:
            self.window.key(key)
        self.deeds += 1

    def settle(self) -> None:
        """Wait until the window shows that something came of it."""
        lines, end = len(self.window.trace.lines), time.monotonic() + 0.6
        while time.monotonic() < end:
            self.window.look()
            if any(line["what"] in ("page", "table") for line in self.window.trace.lines[lines:]):
                time.sleep(0.35)  # quicker clicks count as one (F37)
                return
            time.sleep(0.01)

    def picture(self, name: str) -> None:
        """Keep what the screen shows."""
        self.window.lan.shot(self.window.n, str(self.pictures / f"{name}.png"))


def run(out: Path, game: str, size: str, *, mouse: bool, hands: int = 1, bot: str = "") -> Player:
    """One whole run on a lab of its own."""
    out.mkdir(parents=True, exist_ok=True)
    with lab.Lab(1) as lan:
        window = Windowed(lan, 1, out, "--profile", str(out / f"profile-{time.time_ns()}"), size=size)
        player = Player(window, out, mouse=mouse)
        player.begin(game, bot)
        player.play(hands)
        window.close()
    return player


def main() -> None:
    """Play, and say what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--game", default="")
    parser.add_argument("--bot", default="", help="an opponent other than the usual one")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--by", default="mouse,keys")
    parser.add_argument("--hands", type=int, default=1)
    asked = parser.parse_args()
    for by in asked.by.split(","):
        player = run(
            asked.out / by, asked.game, asked.size, mouse=by == "mouse", hands=asked.hands, bot=asked.bot
        )
        costs = sorted(line["cpu_us"] / 1000 for line in player.window.trace.all("round") if line["drawn"])
        print(
            f"{by}: {asked.hands} hand(s) to the score, {player.deeds} clicks or keys, screens "
            f"{', '.join(player.seen)}; {len(costs)} frames, CPU median {costs[len(costs) // 2]:.1f} ms, "
            f"99 % {costs[len(costs) * 99 // 100]:.1f} ms, worst ten "
            f"{', '.join(f'{cost:.0f}' for cost in costs[-10:])} ms"
        )


if __name__ == "__main__":
    main()
