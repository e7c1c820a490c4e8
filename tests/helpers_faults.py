"""Four laptops of the lab at one table, played by bots: started and killed, and read by their traces."""

from __future__ import annotations

import itertools
import json
import os
import random
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from helpers_window import PROGRAM, ROOT, TraceReader

NAMES = ("Ann", "Ben", "Cleo", "Dora")
ENDLESS = (
    *("--target", "5000", "--option", "carried-score=true"),
    *("--option", "carried-score.first=-100000", "--option", "carried-score.second=-100000"),
)
"""A game that no evening ends: a game to 5,000 is over after a quarter of an hour."""
UNHURRIED = '''"""A bot that takes its time, as people do, and then the first choice there is."""

from __future__ import annotations

import time
from random import Random

from pinochle_lan.api import Choice, Legal, Opponent, Register, View, hookimpl


class Unhurried(Opponent):
    """Sleeps, then chooses."""

    id, version, title = "unhurried", "1.0", "Unhurried"

    def choose(self, view: View, options: Legal, rng: Random) -> Choice:
        """The first one."""
        time.sleep(PACE_S)
        return options[0]


@hookimpl
def register_opponents(register: Register) -> None:
    """Bring the player to the table."""
    register(Unhurried)
'''
"""Source of the bot of a paced game; PACE_S is filled in."""
LONGEST_S = 60.0
"""For anything that is waited for."""


class Player:
    """The program on one laptop, started as often as need be; what it shows is read from its trace."""

    def __init__(self, lan: Any, n: int, folder: Path, pace_s: float = 0.0) -> None:
        """``pace_s``: what its bot takes for a choice; 0 = as long as it thinks."""
        self.lan, self.n, self.folder = lan, n, folder
        self.words = ("--bot", "unhurried" if pace_s else "steady")
        self.settings = {}
        if pace_s:
            profile = Path(lan.home(n)) / "paced"
            self.settings["PINOCHLE_LAN_PROFILE"] = str(profile)
            plugins = profile / "plugins"
            plugins.mkdir(parents=True, exist_ok=True)
            source = UNHURRIED.replace("PACE_S", str(pace_s))
            (plugins / "unhurried.py").write_text(source, encoding="utf-8")
        self.starts = 0
        self.rows: list[tuple[float, int, str, str, str]] = []
        """(seconds, step, digest, phase, stage) as it was shown."""
        self.notices: list[str] = []
        """What it told its person about the table's health."""

    def start(self, *words: str) -> None:
        """Start it; after a crash it goes on with the game that its disk holds."""
        self.starts += 1
        trace = self.folder / f"trace-{self.n}-{self.starts}.jsonl"
        self.trace = TraceReader(trace)
        self.out = self.folder / f"out-{self.n}-{self.starts}.jsonl"
        with self.out.open("w") as out, self.errors.open("w") as errors:
            self.program: subprocess.Popen[bytes] = self.lan.popen(
                self.n,
                [*PROGRAM, *words, *self.words, "--headless", "--json", "--name", NAMES[self.n - 1]],
                cwd=ROOT,
                env={**os.environ, **self.settings, "PINOCHLE_LAN_TRACE": str(trace)},
                stdout=out,
                stderr=errors,
            )

    @property
    def errors(self) -> Path:
        """What it complained about since it was started last."""
        return self.folder / f"errors-{self.n}-{self.starts}.txt"

    def look(self) -> None:
        """Read what it shows by now."""
        for line in self.trace.more():
            if line["what"] == "table" and line["stage"] in ("play", "over"):
                row = line["step"], line["digest"], line.get("phase", ""), line["stage"]
                self.rows.append((line["ns"] / 1e9, *row))
                if line["notice"] and self.notices[-1:] != [line["notice"]]:
                    self.notices.append(line["notice"])

    def crash(self) -> None:
        """Kill it, and keep what it said before."""
        self.lan.crash(self.n)
        self.program.wait(10)
        self.look()

    def complaint(self) -> str:
        """Why its program is not as it must be; empty = it is."""
        said = self.errors.read_text().strip()
        if said:
            return f"laptop {self.n} said: {said[-300:]}"
        code = self.program.poll()
        return f"laptop {self.n} ended with {code}" if code else ""

    def told(self) -> list[dict[str, Any]]:
        """The JSON rows since it was started last."""
        return [json.loads(line) for line in self.out.read_text().splitlines() if line.endswith("}")]

    @property
    def step(self) -> int:
        """The step it shows."""
        return self.rows[-1][1] if self.rows else -1

    @property
    def phase(self) -> str:
        """The phase of the hand it shows."""
        return self.rows[-1][3] if self.rows else ""


@dataclass(frozen=True)
class Stall:
    """How long a step stayed open."""

    begun: float
    step: int
    seconds: float
    unruly: float
    """Outside pauses by rule."""


@dataclass
class Game:
    """Four laptops at one table."""

    lan: Any
    folder: Path
    chance: random.Random
    pace_s: float = 0.0
    """What a bot takes for a choice."""
    players: dict[int, Player] = field(default_factory=dict)
    pauses: list[tuple[float, float]] = field(default_factory=list)
    """(from, to) of pauses by rule, in seconds of the monotonic clock."""

    def begin(self) -> None:
        """All four sit down and the first cards are out."""
        self.players = {n: Player(self.lan, n, self.folder, self.pace_s) for n in (1, 2, 3, 4)}
        self.players[1].start("host", *ENDLESS)
        for n in (2, 3, 4):
            self.players[n].start("join")
        self.until(self._begun, "the game did not begin", 3 * LONGEST_S)

    def _begun(self) -> bool:
        """Who could not join on a bad radio tries again, as a person does."""
        for player in self.players.values():
            if player.n > 1 and player.program.poll():
                player.start("join")
        return all(player.step > 0 for player in self.players.values())

    def look(self) -> None:
        """Read everybody's trace."""
        for player in self.players.values():
            player.look()

    @property
    def front(self) -> int:
        """The furthest step that anybody shows."""
        return max(player.step for player in self.players.values())

    def until(self, seen: Callable[[], bool], why: str, seconds: float = LONGEST_S) -> float:
        """Wait until something is so; gives how long that took. Raises TimeoutError."""
        begun = time.monotonic()
        while True:
            self.look()
            if seen():
                return time.monotonic() - begun
            if time.monotonic() > begun + seconds:
                steps = {n: (player.step, player.phase) for n, player in self.players.items()}
                raise TimeoutError(f"{why} within {seconds:.0f} s: {steps}")
            time.sleep(0.01)

    def level(self, n: int) -> float:
        """Seconds until a laptop shows a step that nobody showed before now, and no other is far ahead."""
        self.look()
        player, mark = self.players[n], self.front
        return self.until(
            lambda: player.step > mark and player.step >= self.front - 1, f"laptop {n} did not catch up"
        )

    def back(self, n: int) -> float:
        """Start a killed laptop again; seconds until it shows what the others do."""
        begun = time.monotonic()
        self.players[n].start("join")
        self.level(n)
        return time.monotonic() - begun

    def agree(self) -> str:
        """Wait until all show one state; gives its digest. Raises TimeoutError if they do not."""
        mark = self.front

        def same() -> set[str]:
            shown = [
                {row[1]: row[2] for row in player.rows if row[1] > mark} for player in self.players.values()
            ]
            steps = [step for step in shown[0] if all(step in one for one in shown)]
            return {one[steps[-1]] for one in shown} if steps else set()

        self.until(lambda: len(same()) == 1, f"the laptops show {sorted(same())} after step {mark}")
        return same().pop()

    def stalls(self) -> list[Stall]:
        """How long each step took, by whoever was furthest."""
        moments: dict[int, float] = {}
        for player in self.players.values():
            for at, step, *_ in player.rows:
                moments[step] = min(at, moments.get(step, at))
        ordered: list[tuple[float, int]] = []
        for step, at in sorted(moments.items()):
            if not ordered or at > ordered[-1][0]:
                ordered.append((at, step))
        found = []
        for (one, step), (other, _) in itertools.pairwise(ordered):
            paused = sum(max(0.0, min(other, end) - max(one, begin)) for begin, end in self.pauses)
            found.append(Stall(one, step, other - one, other - one - paused))
        return found

    def hands(self) -> int:
        """Hands scored so far."""
        return max(sum(row["event"] == "hand" for row in player.told()) for player in self.players.values())

    def complaints(self) -> list[str]:
        """What any program said on its error output, or how it ended."""
        return [said for player in self.players.values() if (said := player.complaint())]

    def audit(self) -> tuple[int, list[str]]:
        """Scored hands in the files, and what ``verify`` finds wrong in them."""
        hands, found = 0, []
        for n in self.players:
            for file in sorted(Path(self.lan.home(n)).glob("**/*.pinochle")):
                ran = self.lan.run(n, [*PROGRAM, "verify", str(file), "--json"], cwd=ROOT, timeout=1800)
                last = json.loads(ran.stdout.splitlines()[-1])
                hands = max(hands, last["hands"])
                if ran.returncode or not last["ok"]:
                    found.append(f"verify on laptop {n}: {last['fault']}")
        return hands, found
