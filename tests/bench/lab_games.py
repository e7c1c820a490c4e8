"""Whole games between four laptops on the lab's Wi-Fi, played by bots: what "done" means, measured.

Run as ``python tests/bench/lab_games.py [--games N] [--presets clean,bad] [--hands N] [--bot steady]``.
One laptop hosts without a window, three find it by mDNS and join. Every game must end, with the same digest
on all laptops, a file that ``verify`` accepts, the score that ``replay`` tells again, and no step open for
longer than ten seconds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lab"))
import lab  # noqa: E402

LONGEST_MS = 10_000
PROGRAM = [sys.executable, "-m", "pinochle_lan"]
NAMES = ("Ann", "Ben", "Cleo", "Dora")


@dataclass(frozen=True)
class Game:
    """One game, as it went."""

    preset: str
    number: int
    seconds: float
    hands: int
    entries: int
    longest_ms: int
    scores: dict[str, int]
    trouble: str
    """What was not as it must be; empty = all was."""


def start(lan: Any, laptop: int, *words: str) -> subprocess.Popen[str]:
    """The program on a laptop; its output is JSON lines."""
    made: subprocess.Popen[str] = lan.popen(
        laptop,
        [*PROGRAM, *words, "--headless", "--json", "--name", NAMES[laptop - 1]],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return made


def report(lan: Any, laptop: int, command: str, file: str) -> tuple[int, list[Any]]:
    """Exit status and JSON lines of ``verify`` or ``replay``, run on the laptop that has the file."""
    ran = lan.run(laptop, [*PROGRAM, command, file, "--json"], cwd=ROOT, stderr=subprocess.PIPE)
    if ran.stderr or not ran.stdout:
        raise SystemExit(f"{command} on laptop {laptop} ended with {ran.returncode}: {ran.stderr}")
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()]


def play(
    lan: Any, preset: str, number: int, *, bot: str = "steady", hands: int | None = None, limit_s: float = 900
) -> Game:
    """One game on a lab that was just made."""
    if preset != "clean":
        lan.wifi(preset=preset)
    more = ["--bot", bot, *(["--hands", str(hands)] if hands else [])]
    begun = time.monotonic()
    programs = [start(lan, 1, "host", *more)]
    programs += [start(lan, laptop, "join", *more) for laptop in (2, 3, 4)]
    ends: list[dict[str, Any]] = []
    trouble = ""
    longest = 0
    for laptop, program in enumerate(programs, 1):
        try:
            out, err = program.communicate(timeout=max(1.0, begun + limit_s - time.monotonic()))
        except subprocess.TimeoutExpired:
            program.kill()
            out, err = program.communicate()
            trouble = trouble or f"laptop {laptop} had not ended after {limit_s:.0f} s"
        rows = [json.loads(line) for line in out.splitlines()]
        ends += [row for row in rows if row["event"] == "game-over"][-1:]
        longest = max([longest, *(row["longest_wait_ms"] for row in rows if row["event"] == "pace")])
        if err or program.returncode:
            trouble = trouble or f"laptop {laptop} ended with {program.returncode}: {err.strip()[-300:]}"
    seconds = time.monotonic() - begun
    if trouble or len(ends) < 4:
        return Game(preset, number, seconds, 0, 0, longest, {}, trouble or "not every laptop saw the end")
    if len({end["digest"] for end in ends}) > 1:
        trouble = "the digests differ"
    played = entries = 0
    for laptop, end in enumerate(ends, 1):
        code, rows = report(lan, laptop, "verify", end["file"])
        played, entries = rows[-1]["hands"], rows[-1]["entries"]
        if code or not rows[-1]["ok"]:
            trouble = trouble or f"verify on laptop {laptop}: {rows[-1]['fault']}"
        if not hands and rows[-1]["digest"] != end["digest"]:
            trouble = trouble or f"the file of laptop {laptop} has another digest"
        _, told = report(lan, laptop, "replay", end["file"])
        if told[-1]["scores"] != end["scores"]:
            trouble = trouble or f"replay on laptop {laptop} tells another score"
    if longest > LONGEST_MS:
        trouble = trouble or f"a step was open for {longest} ms"
    return Game(preset, number, seconds, played, entries, longest, ends[0]["scores"], trouble)


def main() -> int:
    """Play and print; 1 if anything was not as it must be."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=3, help="games on each preset")
    words.add_argument("--presets", default="clean,bad", help="radio presets, separated by commas")
    words.add_argument("--hands", type=int, help="stop after so many hands instead of at the game's end")
    words.add_argument("--bot", default="steady")
    words.add_argument("--limit", type=float, default=900.0, help="seconds that a game may take")
    given = words.parse_args()
    why = lab.why_not()
    if why:
        print(f"No lab can be made here: {why}")
        return 1
    games: list[Game] = []
    print("preset  game  seconds  hands  entries  longest wait  result")
    for preset in given.presets.split(","):
        for number in range(1, given.games + 1):
            with lab.Lab(4, seed=number) as lan:
                game = play(lan, preset, number, bot=given.bot, hands=given.hands, limit_s=given.limit)
            games.append(game)
            result = game.trouble or ", ".join(f"{side} {points}" for side, points in game.scores.items())
            print(
                f"{preset:<6}  {number:>4}  {game.seconds:>7.1f}  {game.hands:>5}  {game.entries:>7}  "
                f"{game.longest_ms:>9} ms  {result}",
                flush=True,
            )
    good = sum(not game.trouble for game in games)
    print(f"{good} of {len(games)} games as they must be")
    return 0 if good == len(games) else 1


if __name__ == "__main__":
    sys.exit(main())
